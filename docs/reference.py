#!/usr/bin/env python3
"""Writes docs/reference.md, the reference of the C++ calls, from ops.def, the operators' headers, the contract's tables and
the comments of the public headers.

docs/reference.py           writes the page
docs/reference.py --check   fails if the page is not what it would write
"""

import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference.md"
CONTRACT = ROOT / "docs/contract.md"
OPERATORS = ROOT / "warpfold/reduce"
# The headers behind warpfold.hpp and gpu.hpp, but for the calls, in the order of the page.
HEADERS = [
    "reduce/options.hpp",
    "reduce/engine.hpp",
    "reduce/reduce.hpp",
    "reduce/custom.hpp",
    "base/dtype.hpp",
    "base/contiguous_elements.hpp",
    "base/array_view.hpp",
    "base/scalar.hpp",
    "base/dlpack.hpp",
    "base/mdspan.hpp",
    "base/error.hpp",
    "reduce/device_reduction.hpp",
]
# As the contract's tables name results, and as C++ does.
CPP_TYPES = {
    "no meaning": "none: does not compile",
    "float32, float64": "`float`, `double`",
    "float64": "`double`",
    "int64": "`std::int64_t`",
    "uint64": "`std::uint64_t`",
    "bool": "`bool`",
}
ALWAYS = ["nan", "threads", "engine", "stream"]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def operators():
    """(name, inputs, summary) of each row of ops.def."""
    row = re.compile(r'^WARPFOLD_OP\((\w+), (\d), "([^"]*)"\)', re.M)
    return [(name, int(inputs), summary) for name, inputs, summary in row.findall(read("warpfold/reduce/ops.def"))]


def contract_table(heading):
    """The rows of the table under a heading of the contract, cells stripped, the first row being the head."""
    section = CONTRACT.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def results():
    """For each operator, {elements: result}, as the contract has them."""
    head, *rows = contract_table("Result dtypes")
    return {name: dict(zip(head[1:], row[1:])) for row in rows for name in row[0].split(", ")}


def require_rows():
    """Ends with an error if a table of the contract misses an operator."""
    for name, *_ in operators():
        if name not in results() or name not in empty_results():
            sys.exit(f"docs/contract.md: no {name}, expected it in the tables of result dtypes and of empty arrays")


def empty_results():
    """What each operator makes of no elements."""
    names, values = contract_table("Empty arrays")
    return {name: value for cell, value in zip(names, values) for name in cell.split(", ")}


def head_comment(text):
    """The comment that a file begins with, as paragraphs of Markdown."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    return prose(lines)


def prose(lines):
    """Lines of a comment as Markdown: indented ones are code."""
    out = []
    for code, part in itertools.groupby(lines, lambda line: line.startswith("  ")):
        part = [line.removeprefix("  ") for line in part]
        out += ["```cpp", *part, "```"] if code else part
    return out


def operator_section(name, inputs, summary):
    text = (OPERATORS / f"op/{name}.hpp").read_text(encoding="utf-8")
    pair = "std::array<T, 2>" if re.search(r"result_type = std::array", text) else "T"
    lines = [f"### {name}", "", f"{summary[0].upper()}{summary[1:]}.", ""]
    lines += ["```cpp", *signatures(name, inputs), "```", ""]
    lines += [*head_comment(text), "", "| elements T | result R |", "|---|---|"]
    lines += [f"| {elements} | {cpp_type(result, pair)} |" for elements, result in results()[name].items()]
    own = sorted(set(re.findall(r"choice\.(\w+)", text)) - set(ALWAYS) - {"result_dtype"})
    lines += ["", f"- Options: {', '.join(f'`{option}`' for option in own + ALWAYS)}"]
    lines += [f"- Of no elements: {empty_results()[name]}"]
    return lines + [f"- Errors: {'; '.join(errors(inputs, text))}", ""]


def cpp_type(result, of_elements):
    return f"`{of_elements}`" if result == "as the elements" else CPP_TYPES[result]


def signatures(name, inputs):
    if inputs == 2:
        arguments = ["const A& a, const B& b", "pointer a, pointer b, count size", "iterator begin, iterator end, iterator b"]
    else:
        arguments = ["const Array& values", "pointer values, count size", "iterator begin, iterator end"]
    return [f"R {name}({given}, const options& choice = {{}});" for given in arguments]


def errors(inputs, text):
    found = [f"\"{message}\"" for message in re.findall(r'refuse\("([^"]*)"\)', text)]
    if "finish_integer" in text or "does not fit" in text or "prod is" in text:
        found.append("an integer result that its type cannot hold, unless `overflow` is `wrap`")
    if inputs == 2:
        found.append("arrays of two sizes")
    return found + ["those of every call"]


def without(text, begin, end):
    """The text without what lies between two patterns."""
    return re.sub(begin + r".*?" + end, "", text, flags=re.S)


def declarations(text):
    """Yields (comment lines, [declaration]) of what a public header declares in namespace warpfold."""
    body = text[text.index("namespace warpfold {") + len("namespace warpfold {") : text.rindex("}  // namespace warpfold")]
    body = without(body, r"namespace detail \{", r"\}  // namespace detail\n")
    body = without(body, r"\n private:\n", r"(?=\n\};)")
    comment, group = [], []
    lines = iter(body.splitlines())
    for line in lines:
        stripped = line.strip()
        if not stripped or stripped.startswith("//"):
            if group:
                yield comment, group
                comment, group = [], []
            comment = [*comment, stripped[2:].removeprefix(" ")] if stripped else []
        elif stripped.startswith("friend"):
            declaration(line, lines)
        elif stripped not in ("public:", "};"):
            group.append(declaration(line, lines))
            if re.match(r"(class|struct|enum)\b", stripped):  # what follows is not what the comment is about
                yield comment, group
                comment, group = [], []
    if group:
        yield comment, group


def declaration(line, lines):
    """One declaration, without a function's body, that begins with this line."""
    if re.match(r"\s*class \w+.*\{$", line):
        return line.strip().removesuffix(" {") + ";"
    taken = [line]
    while balance("\n".join(taken)) or not re.search(r"[;}]$", taken[-1].split("//")[0].strip()):
        taken.append(next(lines))
    indent = len(line) - len(line.lstrip())
    text = "\n".join(part[indent:] for part in taken)
    if re.match(r"struct|enum|using|inline constexpr", text) or "\nconcept " in text:
        return text
    text = re.sub(r" *// NOLINT.*", "", text)
    text = re.sub(r"\)( const)?( noexcept)?\s+: .*", r")\1\2", text, flags=re.S)  # what a constructor begins with
    text = re.sub(r"\s*\{(?!\}[,)]).*", "", text, flags=re.S)
    return text.rstrip(";") + ";"


def balance(text):
    code = re.sub(r"//.*", "", text)
    return code.count("{") - code.count("}") + code.count("(") - code.count(")")


def header_section(name):
    text = read(f"warpfold/{name}")
    lines = [f"### warpfold/{name}", "", *head_comment(text), ""]
    for comment, group in declarations(text):
        lines += ["```cpp", *group, "```", ""]
        lines += [*prose(comment), ""] if comment else []
    return lines


def page():
    lines = [
        "# Reference of the C++ calls",
        "",
        "Generated by `docs/reference.py` from [ops.def](../warpfold/reduce/ops.def), the operators' headers, [the",
        "contract](contract.md) and the comments of the public headers. `#include <warpfold/warpfold.hpp>` declares all of",
        "it but `device_reduction`, which `<warpfold/gpu.hpp>` adds.",
        "",
        "## Calls",
        "",
        *head_comment(read("warpfold/reduce/calls.hpp")),
        "",
        "All are in namespace `warpfold`. An Array is contiguous (`std::vector`, `std::array`, `std::span`, a C array) or",
        "shaped like `std::mdspan`, whose strides may be any; its elements are of a type T that has a dtype. A pointer is a",
        "`const T*` or another contiguous iterator. Every call takes one pass over the elements, O(n), on as many threads as",
        "pay, and O(1) memory for each. Errors of every call are `warpfold::error`: a `result_dtype` other than that of R;",
        "an engine that is not part of the program or not there; a count below 0.",
        "",
    ]
    for row in operators():
        lines += operator_section(*row)
    lines += ["## Headers", ""]
    for name in HEADERS:
        lines += header_section(name)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip("\n") + "\n"


def main():
    require_rows()
    if sys.argv[1:] == ["--check"]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
            sys.exit(f"{PAGE.relative_to(ROOT)} is out of date: run docs/reference.py")
    else:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
