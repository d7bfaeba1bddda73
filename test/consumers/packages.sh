#!/usr/bin/env bash
# Tries the packages in a folder, each in a new Debian 12 that has little else: packages.sh FOLDER. For root, in some minutes.
set -euo pipefail
folder=$(cd "$1" && pwd)
if ((EUID)) || ! command -v debootstrap >/dev/null; then
  echo "packages.sh: this needs root and debootstrap" >&2
  exit 1
fi
version=$(cat "$(dirname "${BASH_SOURCE[0]}")/../../VERSION")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "packages.sh: $*" >&2; exit 1; }

# Runs a command in the root of this name, without a network.
offline() {
  local root=$work/$1
  shift
  # shellcheck disable=SC2016
  unshare --net --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}

# Runs the program of a root: every library is found, and results are right.
try_program() {
  local root=$1 program=$2 result
  printf 'item,price\npen,0.1\nink,0.2\npad,0.3\n' >"$work/$root/shop.csv"
  result=$(offline "$root" "$program" --version)
  [[ $result == *"$version"* ]] || fail "$program --version: $result"
  result=$(offline "$root" "$program" sum /shop.csv:price)
  [[ $result == 0.6 ]] || fail "$program sum: $result"
  offline "$root" "$program" ladder --on simt --n 4096 >"$work/log" || { cat "$work/log"; fail "$program ladder"; }
}

echo "== two Debian 12"
debootstrap --variant=minbase bookworm "$work/archive" >"$work/log" || { cat "$work/log"; fail debootstrap; }
cp -a "$work/archive" "$work/installed"

echo "== the archive, unpacked"
place="/opt/a folder"
mkdir "$work/archive$place"
tar -xf "$folder"/warpfold-"$version"-linux-x86_64.tar.xz -C "$work/archive$place"
program=$place/warpfold-$version-linux-x86_64/bin/warpfold
libraries=$(offline archive ldd "$program")
# All but the C and C++ runtime are its own.
others=$(grep '=>' <<<"$libraries" | grep -vE "^\s*lib(c|m|gcc_s|stdc\+\+)\.so|=> $place/" || true)
[[ ! $others ]] || fail "libraries of the system: $others"
try_program archive "$program"

echo "== the package, installed"
cp "$folder/warpfold_${version}_amd64.deb" "$work/installed/"
in_installed() { chroot "$work/installed" env DEBIAN_FRONTEND=noninteractive "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }
in_installed apt-get update
in_installed apt-get install -y --no-install-recommends "/warpfold_${version}_amd64.deb"
try_program installed warpfold
in_installed apt-get purge -y warpfold
rm "$work/installed/warpfold_${version}_amd64.deb"
left=$(find "$work/installed" -xdev -name '*warpfold*')
[[ ! $left ]] || fail "left behind: $left"
echo "Both packages work."
