#!/usr/bin/env python3
"""Reduces the heights of a mountain range, and then the same heights, repeated until they fill a large file.

    tools/demo.py WARPFOLD HEIGHTS LARGE

WARPFOLD is the program, HEIGHTS an .npz file with an array `elevation` of int16, LARGE an .npy file to be made.
"""

import array
import subprocess
import sys
import zipfile
from pathlib import Path

LARGE_BYTES = 1 << 28


def heights_in(path):
    """The elements of `elevation`, behind the header of its .npy member."""
    npy = zipfile.ZipFile(path).read("elevation.npy")
    header = 10 + int.from_bytes(npy[8:10], "little")
    return array.array("h", npy[header:])


def write_repeated(heights, path):
    """Writes the heights over and over, as a .npy file of float32."""
    once = array.array("f", heights)
    times = LARGE_BYTES // (len(once) * once.itemsize)
    description = {"descr": "<f4", "fortran_order": False, "shape": (times * len(once),)}
    header = repr(description).encode().ljust(117) + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        for _ in range(times):
            once.tofile(file)


def show(*command):
    print("$", *command, flush=True)
    subprocess.run(command, check=True)
    print(flush=True)


def main():
    warpfold, heights, large = sys.argv[1:]
    print("Heights in metres around Jacksboro, Tennessee, from the Shuttle Radar Topography Mission:\n")
    show(warpfold, "describe", f"{heights}:elevation")
    print("The same heights over and over, as one large array:\n")
    write_repeated(heights_in(heights), Path(large))
    show(warpfold, "describe", large)
    print("How near that comes to what this machine's memory gives:\n")
    show(warpfold, "sum", "--time", large)
    show(warpfold, "max", "--time", large)


if __name__ == "__main__":
    main()
