#!/usr/bin/env python3
"""PyTorch's way of summing an array of the host on a GPU: pageable and pinned, for host_arrays.cpp.

    bench/gpu/host_arrays.py [BYTES]
"""

import statistics
import sys
import time

import numpy
import torch


def median_seconds(work):
    seconds = []
    for _ in range(7):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds)


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 31
    values = (numpy.arange(size // 4, dtype=numpy.uint64) * 2654435761).astype(numpy.uint32).view(numpy.int32)
    pageable = torch.from_numpy(values)
    pinned = pageable.pin_memory()
    for name, array in (("pageable", pageable), ("pinned", pinned)):
        seconds = median_seconds(lambda array=array: array.cuda().sum().item())
        print(f"torch {torch.__version__}, sum of int32, {name}: {size / seconds / 1e9:.2f} GB/s")


if __name__ == "__main__":
    main()
