"""Checks that every row of a table has its files, and every such file its row."""

import re

import tree

# (table, macro, the files of a row: {} is the row's name)
TABLES = [
    ("warpfold/reduce/ops.def", "WARPFOLD_OP", ["warpfold/reduce/op/{}.hpp"]),
    ("warpfold/simt/isa.def", "WARPFOLD_INSTRUCTION", ["warpfold/simt/isa/{}.cpp"]),
    ("warpfold/simt/watch/watches.def", "WARPFOLD_WATCH", ["warpfold/simt/watch/{}.cpp"]),
]


def rows(table, macro):
    """The names of a table's rows."""
    return set(re.findall(rf"^{macro}\((\w+)", tree.read(table), re.MULTILINE))


def violations():
    paths = {str(path) for path in tree.files()}
    for table, macro, patterns in TABLES:
        names = rows(table, macro)
        if not names:
            yield f"{table}: no row of {macro}"
        for pattern in patterns:
            for name in sorted(names):
                if pattern.format(name) not in paths:
                    yield f"{table}: {name} has no {pattern.format(name)}"


if __name__ == "__main__":
    tree.close(violations())
