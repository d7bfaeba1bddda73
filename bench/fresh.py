"""Files of the project that are made from measurements: kept fresh, or checked to be."""

import argparse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->\n"


def text(lines):
    return "".join(line + "\n" for line in lines)


def cell(value, form):
    """Of a table: nothing where nothing was measured."""
    return "" if value is None else format(value, form)


def between_markers(page, lines):
    """The page's text with these lines between its markers."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    return before + BEGIN + text(lines) + END + rest.split(END)[1]


def asked_to_check(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    return parser.parse_args().check


def refresh(wanted, check, program):
    """Writes {path: text}; or, if only to check, ends the program with an error where a file is other than that."""
    for path, content in wanted.items():
        if check and (not path.exists() or path.read_text(encoding="utf-8") != content):
            raise SystemExit(f"{path.relative_to(ROOT)} is older than what was measured: run {program}")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
