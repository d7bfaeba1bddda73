#!/usr/bin/env bash
# The ladder on a GPU machine that has neither this machine's libraries nor a compiler.
#   bench/ladder_gpu.sh pack BUILD FOLDER   gathers programs and libraries; BUILD has warpfold_cli, test_ladder,
#                                           test_device and cub_sum built
#   FOLDER/ladder_gpu.sh run [RESULTS]      there: devices, every rung checked, both tables, as text and as JSON
set -euo pipefail

pack() {
  local build=$1 folder=$2 nvcc
  nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
  mkdir -p "$folder"
  cp "$build"/tools/{warpfold,libwarpfold_cub.so} "$build"/test/ladder/test_ladder "$build"/test/device/test_device "$0" "$folder"
  "$nvcc" -O3 -std=c++20 -arch=sm_90 -cudart static -I"$(dirname "$0")/.." "$(dirname "$0")/ladder_sweep.cu" -o "$folder/ladder_sweep"
  # All but the C library itself, which comes with the machine.
  ldd "$folder"/{warpfold,test_ladder,test_device} | awk '$2 == "=>" {print $3}' | sort -u |
    grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' | xargs -I{} cp -L {} "$folder"
  strip "$folder"/{warpfold,test_ladder,test_device} "$folder"/*.so*
  du -sh "$folder"
}

run() {
  local here results=${1:-.}
  here=$(cd "$(dirname "$0")" && pwd)
  export LD_LIBRARY_PATH=$here
  mkdir -p "$results"
  "$here/warpfold" devices | tee "$results/devices.txt"
  "$here/test_device" --gtest_brief=1 | tail -3
  "$here/test_ladder" --gtest_filter='rungs_on_gpu.*' --gtest_brief=1 | tee "$results/checked.txt" | tail -3
  local n
  for n in 4194304 1073741824; do
    "$here/warpfold" ladder --on gpu --n $n | tee "$results/ladder_$n.txt"
    "$here/warpfold" ladder --on gpu --n $n --json > "$results/ladder_$n.jsonl"
  done
}

"$@"
