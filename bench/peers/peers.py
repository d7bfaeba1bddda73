#!/usr/bin/env python3
"""Times whole-array sums of warpfold and its peers on the same memory in one process.

    bench/peers/peers.py LIBRARY [--plugin NAME=FILE:SYMBOL] [--bytes N] [--repeats K] [--json FILE]

LIBRARY is the built warpfold_peers shared library. A plugin is any shared library that exports
`double SYMBOL(const double *values, size_t count)`. Peers that cannot be imported are left out, and named.
Each round times every subject once, in turn; a row shows the medians over the rounds. `share of read` divides a plain
vectorized read's seconds by the subject's, round by round. A subject is exact if it gives the correctly rounded sum,
by rational arithmetic, of every one of the first SAMPLES slices of the data.
"""

import argparse
import ctypes
import json
import math
import platform
import statistics
import sys
import time
from fractions import Fraction

import numpy

SAMPLES = 32  # slices checked against rational arithmetic
SAMPLE_SIZE = 2048  # elements of each


def data_sets(dtype, count):
    """Yields (name, array): the same data on every run."""
    random = numpy.random.Generator(numpy.random.PCG64(20240229))
    yield "uniform", random.random(count, dtype=numpy.float64).astype(dtype)
    normal = random.standard_normal(count, dtype=numpy.float32).astype(dtype)
    yield "normal", normal
    cancelling = normal.copy()
    cancelling[1::2] = -cancelling[0 : len(cancelling[1::2]) * 2 : 2]
    yield "cancelling", cancelling
    exponent = random.random(count, dtype=numpy.float32) * 60 - 30
    yield "wide", (numpy.power(10.0, exponent, dtype=numpy.float64) * numpy.sign(normal)).astype(dtype)


def subjects(library, plugins, dtype, threads):
    """Yields (name, function of an array), warpfold's first."""
    name = numpy.dtype(dtype).name
    pointer = ctypes.POINTER(ctypes.c_float if name == "float32" else ctypes.c_double)

    def native(symbol):
        function = getattr(library, f"{symbol}_{name}")
        function.restype = ctypes.c_double
        function.argtypes = [pointer, ctypes.c_size_t, ctypes.c_int]
        return lambda array: function(array.ctypes.data_as(pointer), array.size, threads)

    yield "warpfold", native("warpfold_exact")
    yield "warpfold --fast", native("warpfold_fast")
    yield "std::reduce(par_unseq)", native("standard_reduce")
    yield "Eigen sum", native("eigen")
    yield "numpy.sum", lambda array: array.sum()
    try:
        import torch

        torch.set_num_threads(threads)
        yield "torch.sum", lambda array: torch.from_numpy(array).sum().item()
    except ImportError as reason:
        print(f"torch is left out: {reason}", file=sys.stderr)
    if name == "float64":
        for plugin_name, function in plugins:
            yield plugin_name, lambda array, f=function: f(array.ctypes.data_as(pointer), array.size)
    yield "math.fsum", math.fsum


def load_plugin(text):
    name, _, place = text.partition("=")
    path, _, symbol = place.rpartition(":")
    function = getattr(ctypes.CDLL(path), symbol)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_size_t]
    return name, function


def exact_sum(array):
    total = sum((Fraction(float(value)) for value in array), Fraction(0))
    if array.dtype == numpy.float64:
        return float(total)
    # Rounded once: float64 first would round twice where it lands on a tie.
    nearest = numpy.float32(float(total))
    candidates = [numpy.nextafter(nearest, numpy.float32(-math.inf)), nearest, numpy.nextafter(nearest, numpy.float32(math.inf))]
    finite = [c for c in candidates if math.isfinite(c)]
    return float(min(finite, key=lambda c: (abs(Fraction(float(c)) - total), int(c.view(numpy.uint32)) & 1)))


def seconds_of(function, array):
    start = time.perf_counter()
    function(array)
    return time.perf_counter() - start


def measure(library, plugins, dtype, count, threads, repeats):
    name = numpy.dtype(dtype).name
    read = getattr(library, f"plain_read_{name}")
    read.restype = ctypes.c_double
    pointer = ctypes.POINTER(ctypes.c_float if name == "float32" else ctypes.c_double)
    read.argtypes = [pointer, ctypes.c_size_t, ctypes.c_int]
    for data, array in data_sets(dtype, count):
        samples = [array[i * SAMPLE_SIZE : (i + 1) * SAMPLE_SIZE] for i in range(SAMPLES)]
        expected = [exact_sum(sample) for sample in samples]
        rows = list(subjects(library, plugins, dtype, threads))
        times = {row: [] for row, _ in rows}
        ratios = {row: [] for row, _ in rows}
        for round_number in range(repeats + 1):
            for row, function in rows:
                slow = row == "math.fsum"
                if slow and round_number > 1:
                    continue
                part = array[: count // 64] if slow else array
                base = seconds_of(lambda a: read(a.ctypes.data_as(pointer), a.size, threads), part)
                spent = seconds_of(function, part)
                if round_number > 0:
                    times[row].append(spent / part.nbytes)
                    ratios[row].append(base / spent)
        for row, function in rows:
            yield {
                "dtype": name,
                "data": data,
                "threads": threads,
                "subject": row,
                "gigabytes_per_second": 1e-9 / statistics.median(times[row]),
                "share_of_read": statistics.median(ratios[row]),
                "exact": [float(array.dtype.type(function(sample))) for sample in samples] == expected,
            }


def processor():
    """The processor's name, as Linux tells it."""
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--plugin", action="append", default=[], type=load_plugin)
    parser.add_argument("--bytes", type=int, default=1 << 30)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--json")
    arguments = parser.parse_args()
    library = ctypes.CDLL(arguments.library)

    rows = []
    print(f"{'dtype':8} {'data':10} {'threads':>7}  {'subject':24} {'GB/s':>7} {'share of read':>13}  exact")
    for dtype in (numpy.float32, numpy.float64):
        count = arguments.bytes // numpy.dtype(dtype).itemsize
        for threads in arguments.threads:
            for row in measure(library, arguments.plugin, dtype, count, threads, arguments.repeats):
                rows.append(row)
                print(
                    f"{row['dtype']:8} {row['data']:10} {row['threads']:7}  {row['subject']:24} "
                    f"{row['gigabytes_per_second']:7.2f} {row['share_of_read']:13.2f}  {'yes' if row['exact'] else 'no'}",
                    flush=True,
                )
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": processor(), "bytes": arguments.bytes, "rows": rows}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
