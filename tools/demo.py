#!/usr/bin/env python3
"""Shows in one screen what warpfold does: it sums exactly, it sums fast, and it finds the mistake in a kernel.

    tools/demo.py WARPFOLD HEIGHTS LARGE            all of it
    tools/demo.py sums WARPFOLD HEIGHTS LARGE       the sums alone
    tools/demo.py kernel WARPFOLD HEIGHTS LARGE     the kernel alone, and what to type next

WARPFOLD is the program. HEIGHTS is an .npz file with an array `elevation` of int16. LARGE is an .npy file that is made
here; smaller files are made in the folder `demo` beside it. The exit status is not 0 if any step fails.
"""

import array
import os
import random
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

try:
    import numpy
except ImportError:
    numpy = None

LARGE_BYTES = 1 << 28
KERNEL = Path(os.path.relpath(__file__)).with_name("demo.cu")
THREADS = 128  # of the kernel's one block
# How `warpfold run` ends: it could not run the kernel, or found a mistake in it.
FAILED, FOUND = 1, 3


def heights_in(path):
    """The elements of `elevation`, behind the header of its .npy member, as float32."""
    npy = zipfile.ZipFile(path).read("elevation.npy")
    header = 10 + int.from_bytes(npy[8:10], "little")
    return array.array("f", array.array("h", npy[header:]))


def write(path, values, times=1):
    """Writes float32 values, over and over, as a .npy file."""
    description = {"descr": "<f4", "fortran_order": False, "shape": (times * len(values),)}
    header = repr(description).encode().ljust(117) + b"\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        for _ in range(times):
            values.tofile(file)
    return path


def run(*command):
    return subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wrapped(text):
    """The lines, none of them wider than the screen."""
    fill = textwrap.TextWrapper(100, subsequent_indent="  ", break_long_words=False).fill
    return "".join(fill(line) + "\n" for line in text.splitlines())


def checked(*command):
    """Runs a command. Ends the demo if it fails."""
    done = run(*command)
    if done.returncode != 0:
        sys.exit(f"{done.stderr}{command[0]}: status {done.returncode}, expected 0")
    return done


def answer(*command):
    """Shows a command and what it prints, and gives its standard output."""
    print("$", *command, flush=True)
    done = checked(*command)
    print(done.stdout, wrapped(done.stderr), sep="", end="", flush=True)
    return done.stdout


def loop(values):
    """Adds one number after the other, and rounds to float32 each time."""
    total = array.array("f", [0])
    for value in values:
        total[0] += value
    return total[0]


def show_orders(warpfold, heights, folder, first_answer):
    """The sums of the same numbers in three orders, by each way of summing."""
    shuffled = heights[:]
    random.Random(1).shuffle(shuffled)
    orders = [heights, heights[::-1], shuffled]
    others = [write(folder / "backwards.npy", orders[1]), write(folder / "shuffled.npy", shuffled)]
    exact = [float(first_answer), *(float(checked(warpfold, "sum", path).stdout) for path in others)]
    rows = {"warpfold sum": exact, "a plain loop": map(loop, orders)}
    if numpy:
        rows["numpy.sum"] = [numpy.frombuffer(values, numpy.float32).sum() for values in orders]

    print(f"\n{'Added in float32:':18}{'as stored':>14}{'backwards':>14}{'shuffled':>14}")
    for name, sums in rows.items():
        print(f"  {name:16}" + "".join(f"{float(total):>14,.0f}" for total in sums))
    true_sum = sum(map(int, heights))
    nearest = array.array("f", [true_sum])[0]
    print(f"The true sum is {true_sum:,}, by Python's integers. The nearest float32 is {nearest:,.0f}.\n")
    if exact != [nearest] * len(orders):
        sys.exit(f"warpfold sum: found {exact}, expected {nearest} in every order")


def show_sums(warpfold, heights, folder, large):
    print(f"== {len(heights):,} heights around Jacksboro, Tennessee, in metres. Their sum:")
    first_answer = answer(warpfold, "sum", write(folder / "heights.npy", heights))
    show_orders(warpfold, heights, folder, first_answer)
    write(large, heights, max(1, LARGE_BYTES // (len(heights) * heights.itemsize)))
    print(f"== The same heights again and again, {large.stat().st_size / 2**20:.0f} MiB. How near to memory's speed?")
    answer(warpfold, "sum", "--time", large)
    print()


def show_finding(warpfold, kernel, numbers):
    """Runs the kernel, and shows what is printed before its counters."""
    command = [warpfold, "run", kernel, "--block", THREADS, "--watch", "race", "--arg", numbers, "--arg", "out=float64:1"]
    print("$", *command, flush=True)
    done = run(*command)
    print(wrapped(done.stderr + done.stdout.partition("\nblock_sum\n")[0]), end="", flush=True)
    return done.returncode


def show_kernel(warpfold, heights, folder):
    first = folder / "first.csv"
    first.write_text("".join(f"{height:.0f}\n" for height in heights[:THREADS]))
    print(f"== A kernel sums the first {THREADS} heights. Its mistake is found without a GPU.")
    for number, line in enumerate(KERNEL.read_text().splitlines(), 1):
        print(f"{number:4} {line}")
    status = show_finding(warpfold, KERNEL, first)
    if status == FAILED:
        print("The same kernel in PTX, which needs no CUDA compiler:")
        status = show_finding(warpfold, KERNEL.with_suffix(".ptx"), first)
    if status != FOUND:
        sys.exit(f"status {status}, expected {FOUND}")
    print(f"The true sum is {sum(heights[:THREADS]):.0f}. The line __syncthreads(); after line 5 mends the kernel.\n")


def show_next(warpfold):
    print("== What to type next")
    for command, reader in [
        (f"{warpfold} sum --help", "you have an array: worked examples"),
        (f"{warpfold} run --help", "you have a CUDA kernel: worked examples"),
        (f"{warpfold} ladder --on simt", "you are learning: 15 kernels that compute one sum, compared"),
        ("less README.md", "you write C++: there is a part for you"),
    ]:
        print(f"  {command:34}{reader}")


def main():
    words = sys.argv[1:]
    parts = [words.pop(0)] if words and words[0] in ("sums", "kernel") else ["sums", "kernel"]
    if len(words) != 3:
        sys.exit(__doc__)
    warpfold, heights, large = words[0], heights_in(words[1]), Path(words[2])
    folder = large.with_name("demo")
    folder.mkdir(parents=True, exist_ok=True)
    if "sums" in parts:
        show_sums(warpfold, heights, folder, large)
    if "kernel" in parts:
        show_kernel(warpfold, heights, folder)
        show_next(warpfold)


if __name__ == "__main__":
    main()
