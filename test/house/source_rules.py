"""Checks what no compiler and no formatter does: whitespace, names of files and macros, leftovers."""

import re

import tree

LEFTOVERS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
MACRO = re.compile(r"\s*#\s*define\s+(\w+)")
# A header that Highway includes once per instruction set guards itself.
RECURRING = re.compile(r"\bHWY_TARGET_TOGGLE\b")
# What warpfold defines, and what Highway asks its users to define.
OWN_MACRO = re.compile(r"WARPFOLD_|HWY_")
TABLE_ROW = re.compile(r"^(WARPFOLD_\w+)\(", re.MULTILINE)
FILE_NAME = re.compile(r"[a-z0-9_]+\.(hpp|cpp|cuh|cu|def)")


def violations():
    for path in tree.files():
        if path.suffix not in tree.TEXT_SUFFIXES or str(path) == "test/house/source_rules.py":
            continue
        text = tree.read(path)
        if text and not text.endswith("\n"):
            yield f"{path}: does not end with a newline"
        for number, line in tree.lines(path):
            if "\t" in line or "\r" in line:
                yield f"{path}:{number}: tab or carriage return"
            if line != line.rstrip():
                yield f"{path}:{number}: white space at the end of the line"
            if leftover := LEFTOVERS.search(line):
                yield f"{path}:{number}: {leftover[0]}"
        if path.suffix in tree.SOURCE_SUFFIXES:
            yield from source_violations(path, text)


def source_violations(path, text):
    if not FILE_NAME.fullmatch(path.name):
        yield f"{path}: file names are snake_case"
    if path.suffix in {".hpp", ".cuh"} and not RECURRING.search(text) and "#pragma once\n" not in text:
        yield f"{path}: no #pragma once"
    for row in sorted(set(TABLE_ROW.findall(text))) if path.suffix == ".def" else []:
        if f"\n#undef {row}\n" not in text:
            yield f"{path}: a table undefines its macro, {row}, at the end"
    for number, line in tree.lines(path):
        macro = MACRO.match(line)
        if macro and not OWN_MACRO.match(macro[1]):
            yield f"{path}:{number}: macro {macro[1]}, expected WARPFOLD_..."


if __name__ == "__main__":
    tree.close(violations())
