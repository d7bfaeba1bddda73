"""Checks what no compiler and no formatter does: whitespace, names of files and macros, leftovers."""

import re

import tree

LEFTOVERS = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
MACRO = re.compile(r"\s*#\s*define\s+(\w+)")
# A header that Highway includes once per instruction set guards itself.
RECURRING = re.compile(r"\bHWY_TARGET_TOGGLE\b")
# Names that other libraries expect to be defined.
FOREIGN_MACROS = {"HWY_TARGET_INCLUDE"}
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
    if path.suffix == ".def" and not re.search(r"^#undef WARPFOLD_\w+$", text, re.MULTILINE):
        yield f"{path}: a table undefines its macro at the end"
    for number, line in tree.lines(path):
        macro = MACRO.match(line)
        if macro and not macro[1].startswith("WARPFOLD_") and macro[1] not in FOREIGN_MACROS:
            yield f"{path}:{number}: macro {macro[1]}, expected WARPFOLD_..."


if __name__ == "__main__":
    tree.close(violations())
