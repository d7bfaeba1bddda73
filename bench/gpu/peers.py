#!/usr/bin/env python3
"""PyTorch's and CuPy's reductions of arrays on a GPU, timed as reduce.cu times warpfold's and CUB's.

    bench/gpu/peers.py FILE     adds lines of JSON to FILE, where bench_reduce_gpu has left its own

One call with the L2 cache flushed by reads, and of PyTorch the same inside a graph of 20; medians, microseconds. What
Python does before a launch is hidden behind the flush.
"""

import json
import statistics
import sys

import cupy
import torch

FLUSH = torch.ones(1 << 26, dtype=torch.int32, device="cuda")
CALLS = 20

# By the names that bench_reduce_gpu has for them: the elements' type, what PyTorch and what CuPy call.
REDUCTIONS = {
    "sum int32": ("int32", torch.sum, cupy.sum),
    "sum int64": ("int64", torch.sum, cupy.sum),
    "sum int8": ("int8", torch.sum, cupy.sum),
    "sum float32 fast": ("float32", torch.sum, cupy.sum),
    "sum float64 fast": ("float64", torch.sum, cupy.sum),
    "sum float16 fast": ("float16", torch.sum, cupy.sum),
    "sum bfloat16 fast": ("bfloat16", torch.sum, None),
    "max float32": ("float32", torch.max, cupy.max),
    "minmax float32": ("float32", torch.aminmax, None),
    "argmin float32": ("float32", torch.argmin, cupy.argmin),
    "argmax float64": ("float64", torch.argmax, cupy.argmax),
    "argmax int8": ("int8", torch.argmax, cupy.argmax),
    "var float32 fast": ("float32", torch.var, None),  # CuPy takes memory for it on every call
    "logsumexp float32": ("float32", lambda x: torch.logsumexp(x, 0), None),
    "norm float32 fast": ("float32", torch.linalg.vector_norm, cupy.linalg.norm),
    "dot float32 fast": ("float32", lambda array: torch.dot(*array.chunk(2)), lambda array: cupy.dot(*cupy.split(array, 2))),
}


def cold_us(work, repeats, stream):
    work()
    times = []
    for _ in range(repeats):
        with torch.cuda.stream(stream):
            FLUSH.sum()
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            work()
            end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1e3)
    return statistics.median(times)


def graph_us(work, stream):
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        for _ in range(CALLS):
            work()
    times = []
    for _ in range(7):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        with torch.cuda.stream(stream):
            begin.record()
            graph.replay()
            end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1e3 / CALLS)
    return statistics.median(times)


def measure(name, records):
    dtype, by_torch, by_cupy = REDUCTIONS[name]
    bytes_each = torch.tensor([], dtype=getattr(torch, dtype)).element_size()
    arrays = 2 if name.startswith("dot") else 1
    stream = torch.cuda.Stream()
    whole = torch.arange((1 << 32) // bytes_each, device="cuda", dtype=torch.int32 if bytes_each == 4 else torch.int16)
    whole = (whole % 128 - 60).to(getattr(torch, dtype))
    torch.cuda.synchronize()
    for exponent in [*range(8, 25, 2), 28, 29, 30, 31, 32]:
        n = 1 << exponent
        size = n * bytes_each * arrays
        small = exponent <= 24
        if size > 1 << 32 or (not small and size not in (1 << 30, 1 << 32)):
            continue
        array = whole[: n * arrays]
        peers = [("PyTorch", lambda array=array: by_torch(array))]
        if by_cupy:
            same = cupy.from_dlpack(array)
            peers.append(("CuPy", lambda same=same: by_cupy(same)))
        for who, work in peers:
            with cupy.cuda.ExternalStream(stream.cuda_stream):
                row = {"who": who, "what": name, "n": n, "bytes": size, "cold_us": cold_us(work, 21 if small else 5, stream)}
            row["graph_us"] = graph_us(work, stream) if who == "PyTorch" and small else 0
            records.write(json.dumps(row) + "\n")
            print(f"{who:8} {name:20} 2^{exponent:<2} {row['cold_us']:9.2f} us {size / row['cold_us'] * 1e-3:7.1f} GB/s"
                  f" graph {row['graph_us']:6.2f}", flush=True)


def main():
    print(f"PyTorch {torch.__version__}, CuPy {cupy.__version__}, {torch.cuda.get_device_name()}")
    with open(sys.argv[1], "a") as records:
        for name in REDUCTIONS:
            try:
                measure(name, records)
            except Exception as failure:  # a peer that cannot do it is named, and the others go on
                print(f"{name}: {failure}")


if __name__ == "__main__":
    main()
