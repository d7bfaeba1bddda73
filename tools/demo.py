#!/usr/bin/env python3
"""Reduces the heights of a mountain range, then the same heights over and over, and shows how fast.

    tools/demo.py WARPFOLD HEIGHTS FOLDER

WARPFOLD is the program, HEIGHTS an .npz file with an array `elevation` of int16, FOLDER where to put large files.
"""

import array
import json
import subprocess
import sys
import zipfile
from pathlib import Path

LARGE = 1 << 29  # bytes of a large file


def heights_in(path):
    """The elements of `elevation`, which Python could read without warpfold too."""
    npy = zipfile.ZipFile(path).read("elevation.npy")
    header = 10 + int.from_bytes(npy[8:10], "little")
    return array.array("h", npy[header:])


def repeated(heights, path):
    """Writes the heights to a file, over and over."""
    copies = LARGE // (len(heights) * heights.itemsize)
    if not path.exists():
        with open(path, "wb") as file:
            for _ in range(copies):
                heights.tofile(file)
    return path


def reduce(warpfold, operator, *arguments):
    output = subprocess.run([warpfold, operator, "--json", *arguments], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)


def show_values(warpfold, path):
    print(f"Heights around Jacksboro, Tennessee, in metres, from {path}\n")
    for operator in ("count_nonzero", "min", "max", "argmax", "mean", "std"):
        done = reduce(warpfold, operator, f"{path}:elevation")
        print(f"  warpfold {operator:14} {done['result']}")


def show_figures(warpfold, files):
    print("\nThe same heights over and over, as large files in memory\n")
    print(f"  {'':22} {'dtype':8} {'GB':>5} {'seconds':>8} {'GB/s':>6}  of what memory gives")
    for command in ("sum", "sum --fast", "mean", "std", "norm", "max", "argmax"):
        for dtype, path in files.items():
            if command == "sum --fast" and dtype == "int16":
                continue
            operator, *options = command.split()
            done = reduce(warpfold, operator, "--time", *options, "--format", "raw", "--dtype", dtype, str(path))
            print(
                f"  warpfold {command:13} {dtype:8} {done['bytes'] / 1e9:5.2f} {done['median_seconds']:8.4f} "
                f"{done['gigabytes_per_second']:6.1f}  {done['share']:.0%}"
            )


def main():
    warpfold, path, folder = sys.argv[1:]
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    show_values(warpfold, path)
    heights = heights_in(path)
    files = {
        "int16": repeated(heights, folder / "heights.int16"),
        "float32": repeated(array.array("f", heights), folder / "heights.float32"),
    }
    show_figures(warpfold, files)


if __name__ == "__main__":
    main()
