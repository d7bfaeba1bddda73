#!/usr/bin/env bash
# Builds the consumer with what pkg-config says of an installed warpfold: by_pkg_config.sh COMPILER PREFIX CONSUMER PROGRAM
set -euo pipefail
compiler=$1 prefix=$2 consumer=$3 program=$4
PKG_CONFIG_PATH=$(find "$prefix" -type d -name pkgconfig)
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs warpfold-cpu)"
"$compiler" -std=c++20 "$consumer" "${flags[@]}" -o "$program"
"$program"
