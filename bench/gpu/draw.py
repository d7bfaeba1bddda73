#!/usr/bin/env python3
"""Draws bench/results/h200_reduce.jsonl and puts its table into docs/gpu.md.

    bench/gpu/draw.py [--check]     --check: changes nothing, fails if the picture or the table is not fresh
"""

import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from fresh import ROOT, asked_to_check, between_markers, cell, refresh, text

RECORDS = ROOT / "bench/results/h200_reduce.jsonl"
PICTURE = ROOT / "docs/figures/gpu_latency.svg"
PAGE = ROOT / "docs/gpu.md"

SMALL = 1 << 24  # elements: up to here one call's time counts, beyond it bytes per second
COLOURS = {"warpfold": "#2f6f4f", "CUB": "#9a6b1f", "PyTorch": "#8b4a62", "CuPy": "#5b6b9a"}


class Figures:
    def __init__(self, lines):
        self.rows = [json.loads(line) for line in lines]
        self.subjects = list(dict.fromkeys(row["what"] for row in self.rows if row["who"] == "warpfold"))

    def of(self, who, what, figure):
        """{elements: figure}, where it was measured."""
        return {row["n"]: row[figure] for row in self.rows if (row["who"], row["what"]) == (who, what) and row[figure]}

    def speed(self, who, what):
        """GB/s of the largest array, if a large one was measured."""
        rows = [row for row in self.rows if (row["who"], row["what"]) == (who, what) and row["n"] > SMALL]
        largest = max(rows, key=lambda row: row["bytes"], default=None)
        return largest and largest["bytes"] / largest["cold_us"] * 1e-3

    def mean_ratio(self, peer, what, figure):
        """Geometric mean of the peer's time over warpfold's, over small arrays."""
        own, other = self.of("warpfold", what, figure), self.of(peer, what, figure)
        logs = [math.log(other[n] / own[n]) for n in own if n in other and n <= SMALL]
        return math.exp(sum(logs) / len(logs)) if logs else None

    def least_ratio(self, peer, what, figure):
        own, other = self.of("warpfold", what, figure), self.of(peer, what, figure)
        return min((other[n] / own[n] for n in own if n in other and n <= SMALL), default=None)


def table(figures):
    yield "| | GB/s | CUB | PyTorch | CuPy | one call: CUB's time over ours | least | in a graph | least |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    for what in figures.subjects:
        cells = [what] + [cell(figures.speed(who, what), ".0f") for who in COLOURS]
        for figure in ("cold_us", "graph_us"):
            cells += [cell(figures.mean_ratio("CUB", what, figure), ".2f"), cell(figures.least_ratio("CUB", what, figure), ".2f")]
        yield "| " + " | ".join(cells) + " |"


def panel(figures, what, left):
    """One call's microseconds over the number of elements, both logarithmic."""
    width, height, bottom = 300, 220, 240

    def x(n):
        return left + (math.log2(n) - 8) / 16 * width

    def y(us):
        return bottom - math.log2(us / 2) / math.log2(64 / 2) * height

    yield f'  <text x="{left}" y="14" fill="#57606a">{what}, one call</text>'
    for us in (2, 4, 8, 16, 32, 64):
        yield f'  <line x1="{left}" y1="{y(us):.1f}" x2="{left + width}" y2="{y(us):.1f}" stroke="#d0d7de"/>'
        yield f'  <text x="{left - 6}" y="{y(us) + 4:.1f}" text-anchor="end" fill="#57606a">{us} µs</text>'
    for exponent in range(8, 25, 4):
        yield f'  <text x="{x(1 << exponent):.1f}" y="{bottom + 16}" text-anchor="middle" fill="#57606a">2^{exponent}</text>'
    for who, colour in COLOURS.items():
        times = {n: us for n, us in sorted(figures.of(who, what, "cold_us").items()) if n <= SMALL}
        points = " ".join(f"{x(n):.1f},{y(min(us, 64)):.1f}" for n, us in times.items())
        if points:
            yield f'  <polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'


def picture(figures):
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 290" font-family="sans-serif" font-size="12">'
    yield "  <title>Sums on an NVIDIA H200, L2 cache cold: microseconds of one call</title>"
    yield from panel(figures, "sum int32", 60)
    yield from panel(figures, "sum float32 fast", 440)
    for index, (who, colour) in enumerate(COLOURS.items()):
        yield f'  <text x="{60 + 90 * index}" y="282" fill="{colour}">{who}</text>'
    yield "</svg>"


def main():
    check = asked_to_check(__doc__)
    if not RECORDS.exists():
        sys.exit(0 if check else f"{RECORDS}: not measured yet")
    figures = Figures(RECORDS.read_text(encoding="utf-8").splitlines())
    wanted = {PICTURE: text(picture(figures)), PAGE: between_markers(PAGE, table(figures))}
    refresh(wanted, check, "bench/gpu/draw.py")


if __name__ == "__main__":
    main()
