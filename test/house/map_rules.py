"""Checks docs/map.md: it names every file of the project, and nothing that is not there."""

import re

import tree

MAP = "docs/map.md"
ROW = re.compile(r"\| `([^`]+)` \|")


def matcher(pattern):
    """`*` stands for any part of one name, `**` for any path, a final `/` for everything below."""
    pattern = pattern + "**" if pattern.endswith("/") else pattern
    parts = re.split(r"(\*\*|\*)", pattern)
    wild = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(wild.get(part, re.escape(part)) for part in parts))


def violations():
    rows = {match[1]: matcher(match[1]) for _, line in tree.lines(MAP) if (match := ROW.match(line))}
    paths = [str(path) for path in tree.files()]
    for path in paths:
        if not any(row.fullmatch(path) for row in rows.values()):
            yield f"{path}: no row of {MAP} names it"
    for pattern, row in rows.items():
        if not any(map(row.fullmatch, paths)):
            yield f"{MAP}: nothing is named {pattern}"


if __name__ == "__main__":
    tree.close(violations())
