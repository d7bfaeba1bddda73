#!/usr/bin/env bash
# Everything that is to be run on a GPU, on a machine that has one but neither this machine's libraries nor a compiler.
#   bench/gpu/measure.sh pack BUILD FOLDER        gathers programs and libraries; BUILD has all, cub_sum and
#                                                 gpu_benchmarks built, with the benchmarks configured
#   FOLDER/measure.sh run RESULTS [SUBJECT...]    there: all subjects, or some, each leaves a text in RESULTS
#
# Subjects: devices tests ladder reduce exact results arrays peers memcheck racecheck initcheck synccheck
set -euo pipefail

pack() {
  local build=$1 folder=$2 here programs
  here=$(dirname "$0")
  programs=$(mktemp -d)
  cp "$build"/tools/{warpfold,libwarpfold_cub.so} "$build"/test/{ladder/test_ladder,device/test_device,reduce/gpu/test_reduce_gpu} \
    "$build"/bench/gpu/bench_* "$here"/{peers,host_arrays}.py "$programs"
  rm -f "$programs"/*.d
  # All but the C library itself, which comes with the machine.
  ldd "$programs"/{warpfold,test_*,bench_*} | awk '$2 == "=>" {print $3}' | sort -u |
    grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' | xargs -I{} cp -L {} "$programs"
  strip "$programs"/{warpfold,test_*,bench_*,*.so*}
  mkdir -p "$folder"
  cp "$0" "$folder"
  tar -c -C "$programs" . | xz -1 -T0 > "$folder/programs.tar.xz"
  rm -r "$programs"
  du -sh "$folder"
}

# All tests whose kernels may run on a GPU, as many processes at once as there are cores, each under a tool, if any.
kernel_tests() {
  local shards i running=()
  shards=$(nproc)
  export WARPFOLD_TEST_KERNELS_ON=gpu GTEST_TOTAL_SHARDS=$shards
  for ((i = 0; i < shards; ++i)); do
    GTEST_SHARD_INDEX=$i "$@" ./test_reduce_gpu --gtest_brief=1 --gtest_filter='gpu_exact.*:gpu_kernels.*:custom_kernels.*:every/*:on/*/gpu' &
    running+=($!)
  done
  for i in "${running[@]}"; do wait "$i"; done
}
# Under a tool of compute-sanitizer, which ends with status 9 where it finds anything.
sanitized() { kernel_tests compute-sanitizer --tool "$1" --error-exitcode 9 --print-limit 3; }

devices() { ./warpfold devices; }
tests() {
  ./test_device --gtest_brief=1
  ./test_ladder --gtest_filter='rungs_on_gpu.*' --gtest_brief=1
  kernel_tests env
}
ladder() {
  local n
  for n in 4194304 1073741824; do
    ./warpfold ladder --on gpu --n $n
    ./warpfold ladder --on gpu --n $n --json > "$results/ladder_$n.jsonl"
  done
}
reduce() { ./bench_reduce_gpu "$results/reduce.jsonl"; }
exact() { ./bench_exact_gpu; }
results() { ./bench_device_results; }
arrays() {
  ./bench_host_arrays
  python3 host_arrays.py
}
peers() { python3 peers.py "$results/reduce.jsonl"; }
memcheck() { sanitized memcheck; }
racecheck() { sanitized racecheck; }
initcheck() { sanitized initcheck; }
synccheck() { sanitized synccheck; }

run() {
  local subject start status=0
  mkdir -p "$1"
  results=$(cd "$1" && pwd)
  shift
  cd "$(dirname "$0")"
  tar -xJf programs.tar.xz
  export LD_LIBRARY_PATH=$PWD
  (($#)) || set -- devices tests ladder reduce exact results arrays peers memcheck racecheck initcheck synccheck
  for subject in "$@"; do
    start=$SECONDS
    if "$subject" > "$results/$subject.txt" 2>&1; then
      echo "$subject: done in $((SECONDS - start)) s"
    else
      echo "$subject: FAILED in $((SECONDS - start)) s"
      tail -5 "$results/$subject.txt"
      status=1
    fi
  done
  return $status
}

"$@"
