"""The project's own files, as the house checks see them."""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"build", "__pycache__"}
HIDDEN_BUT_OURS = {".ci"}
SOURCE_SUFFIXES = {".hpp", ".cpp", ".cuh", ".cu", ".def"}
TEXT_SUFFIXES = SOURCE_SUFFIXES | {".cmake", ".in", ".json", ".md", ".py", ".svg", ".txt"}


def is_ours(folder):
    return folder in HIDDEN_BUT_OURS or not (folder.startswith(".") or folder in NOT_OURS)


def files():
    """Every file of the project, by its path from the root."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(filter(is_ours, folders))
        for name in sorted(set(names) - {".git"}):  # a file in a linked work tree
            yield (Path(folder) / name).relative_to(ROOT)


def sources():
    return [path for path in files() if path.suffix in SOURCE_SUFFIXES]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def lines(path):
    """(number, line) of each line of a file."""
    return enumerate(read(path).splitlines(), start=1)


INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def includes(path):
    """(number, what, whether in quotes) of each #include of a source."""
    for number, line in lines(path):
        if match := INCLUDE.match(line):
            yield number, match[1] or match[2], match[1] is not None


def close(violations):
    """Ends a check: prints what it found, if anything."""
    found = list(violations)
    for violation in found:
        print(violation)
    sys.exit(1 if found else 0)
