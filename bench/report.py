#!/usr/bin/env python3
"""Puts the measurements of bench/results/peers.json into README.md: a picture and a table.

    bench/report.py [--check]     --check: changes nothing, fails if README.md or the picture is not fresh
"""

import json
import sys
from xml.sax.saxutils import escape

from fresh import ROOT, asked_to_check, between_markers, cell, refresh, text

RESULTS = ROOT / "bench/results/peers.json"
PICTURE = ROOT / "docs/figures/share_of_read.svg"
README = ROOT / "README.md"


class Figures:
    """The measurements at the highest thread count, by subject."""

    def __init__(self, measured):
        self.bytes = measured["bytes"]
        self.machine = measured["machine"]
        self.threads = max(row["threads"] for row in measured["rows"])
        self.rows = [row for row in measured["rows"] if row["threads"] == self.threads]
        self.subjects = list(dict.fromkeys(row["subject"] for row in self.rows))

    def of(self, subject, dtype):
        return [row for row in self.rows if row["subject"] == subject and row["dtype"] == dtype]

    def on_uniform(self, subject, dtype, figure):
        return next((row[figure] for row in self.of(subject, dtype) if row["data"] == "uniform"), None)

    def worst_share(self, subject, dtype):
        return min((row["share_of_read"] for row in self.of(subject, dtype)), default=None)

    def exact(self, subject):
        return all(row["exact"] for row in self.rows if row["subject"] == subject)


def table(figures):
    yield "| sum of | GB/s, float32 | share of read | worst | GB/s, float64 | share of read | worst | exact |"
    yield "|---|--:|--:|--:|--:|--:|--:|---|"
    for subject in figures.subjects:
        cells = [subject]
        for dtype in ("float32", "float64"):
            cells.append(cell(figures.on_uniform(subject, dtype, "gigabytes_per_second"), ".1f"))
            cells.append(cell(figures.on_uniform(subject, dtype, "share_of_read"), ".0%"))
            cells.append(cell(figures.worst_share(subject, dtype), ".0%"))
        cells.append("yes" if figures.exact(subject) else "no")
        yield "| " + " | ".join(cells) + " |"


def picture(figures):
    """A bar per subject: its share of a plain read's speed, for float64."""
    label, bar, step = 190, 400, 26
    rows = [(subject, figures.on_uniform(subject, "float64", "share_of_read")) for subject in figures.subjects]
    rows = sorted([row for row in rows if row[1] is not None], key=lambda row: -row[1])
    full = max(1.0, max(share for _, share in rows))
    height = step * len(rows) + 40
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {label + bar + 60} {height}" font-family="sans-serif" font-size="13">'
    yield f"  <title>Sums of float64, {figures.threads} threads: share of a plain read's speed</title>"
    read = label + bar / full
    for index, (subject, share) in enumerate(rows):
        y = index * step + 6
        colour = "#2f6f4f" if figures.exact(subject) else "#9aa5b1"
        yield f'  <text x="{label - 8}" y="{y + 14}" text-anchor="end" fill="#57606a">{escape(subject)}</text>'
        yield f'  <rect x="{label}" y="{y}" width="{share * bar / full:.1f}" height="{step - 8}" rx="2" fill="{colour}"/>'
        yield f'  <text x="{label + share * bar / full + 6:.1f}" y="{y + 14}" fill="#57606a">{share:.0%}</text>'
    yield f'  <line x1="{read:.1f}" y1="0" x2="{read:.1f}" y2="{height - 30}" stroke="#57606a" stroke-dasharray="3 3"/>'
    yield f'  <text x="{read:.1f}" y="{height - 14}" text-anchor="middle" fill="#57606a">a plain read</text>'
    yield f'  <text x="{label}" y="{height - 14}" fill="#2f6f4f">exact</text>'
    yield f'  <text x="{label + 44}" y="{height - 14}" fill="#9aa5b1">rounded on the way</text>'
    yield "</svg>"


def section(figures):
    name = PICTURE.relative_to(ROOT)
    yield f"![Sums of float64: share of a plain read's speed]({name})"
    yield ""
    yield (
        f"Sums of {figures.bytes / 2**20:.0f} MiB in memory, uniform data, {figures.threads} threads, {figures.machine}: medians "
        "of one run; numpy, fsum, Eigen and xsum have one thread. A share of read compares with a plain vectorized read "
        "just before, on all threads, whose speed varies by a tenth and more, and which asks for no memory ahead of time, so "
        "that more than all of it can be had; worst is the lowest share on uniform, normal, cancelling and wide-range data, "
        "of warpfold's exact sums on the last. Exact: correctly rounded on every sample checked. `./dev bench` measures it again."
    )
    yield ""
    yield from table(figures)


def main():
    check = asked_to_check(__doc__)
    if not RESULTS.exists():
        sys.exit(0 if check else f"{RESULTS}: not measured yet")
    figures = Figures(json.loads(RESULTS.read_text(encoding="utf-8")))
    wanted = {README: between_markers(README, section(figures)), PICTURE: text(picture(figures))}
    refresh(wanted, check, "bench/report.py")


if __name__ == "__main__":
    main()
