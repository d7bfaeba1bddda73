#!/usr/bin/env python3
"""Writes docs/warpfold.1, the manual page, from what the program says when it is asked for help.

docs/man_page.py WARPFOLD           writes the page
docs/man_page.py WARPFOLD --check   fails if the page is not what it would write
"""

import collections
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent / "warpfold.1"
SHARED = 5  # An option of so many commands is explained once, for all of them.
ENTRY = re.compile(r"^  (?P<label>\S+(?: \S+)*)(?:\n| {2,})(?P<meaning>.*(?:\n {26}.*)*)", re.MULTILINE)
STATUS = [
    ("0", "The result is right, or with --fast within its bound."),
    ("1", "It failed. One line on standard error says why."),
    ("2", "The command line has no meaning. One line on standard error says why."),
    ("3", "The command run found a mistake in the kernel."),
]

Entry = collections.namedtuple("Entry", "label meaning")


class Help:
    """A help page, taken apart."""

    def __init__(self, program, *command):
        text = subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True).stdout
        text, self.examples = text.split("\nExamples:\n")
        self.sections = dict(re.findall(r"^([A-Z]\w+):\n((?:  .*\n?)+)", text, re.MULTILINE))
        begin = re.split(r"^[A-Z]\w+:\n", text, maxsplit=2, flags=re.MULTILINE)[0]
        usage, _, begin = begin.partition("\n")
        self.usage = usage.removeprefix("Usage: ")
        self.operands = entries(begin)
        self.purpose = " ".join(line for line in begin.splitlines() if line and not line.startswith(" "))
        self.options = entries(self.sections["Options"] + self.sections.get("Input", ""))


def entries(section):
    return [Entry(found["label"], " ".join(found["meaning"].split())) for found in ENTRY.finditer(section)]


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def bold(text):
    """In bold, and not broken in two at the end of a line."""
    return "\\fB" + " ".join("\\%" + escaped(word) for word in text.split()) + "\\fR"


def definitions(listed):
    for entry in listed:
        yield from (".TP", bold(entry.label), escaped(entry.meaning))


def examples(text):
    yield from (".PP", ".EX")
    yield from (escaped(line[2:]) for line in text.splitlines())
    yield ".EE"


def command_part(name, help_page, shared):
    yield f".SS {name}"
    yield bold(help_page.usage)
    yield from (".PP", escaped(help_page.purpose[0].upper() + help_page.purpose[1:]))
    own = [option for option in help_page.options if option not in shared]
    yield from definitions(help_page.operands + own)
    common = [bold(option.label.split()[0]) for option in help_page.options if option in shared]
    if common:
        yield from (".PP", "Explained under OPTIONS OF SEVERAL COMMANDS: " + ", ".join(common) + ".")
    yield from examples(help_page.examples)


def page(program):
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]
    top = Help(program)
    groups = {name: entries(text) for name, text in top.sections.items() if name != "Options"}
    pages = {entry.label: Help(program, entry.label) for listed in groups.values() for entry in listed}
    uses = collections.Counter(option for each in pages.values() for option in each.options)
    shared = {}
    for option, count in uses.items():
        if count >= SHARED and "--help" not in option.label:
            shared.setdefault(option.label, option)
    shared = shared.values()
    for each in pages.values():
        each.options = [option for option in each.options if "--help" not in option.label]

    yield '.\\" Written by docs/man_page.py from what the program says when it is asked for help.'
    yield f'.TH WARPFOLD 1 "" "{version}" "User Commands"'
    yield ".ad l"
    yield from (".SH NAME", f"warpfold \\- {escaped(top.purpose[0].lower() + top.purpose[1:].rstrip('.'))}")
    yield from (".SH SYNOPSIS", bold(top.usage))
    yield from (".SH DESCRIPTION", escaped(top.purpose))
    yield "A command shows its own part of this page with " + bold("warpfold COMMAND --help") + "."
    yield from (".SH OPTIONS", *definitions(top.options))
    yield from (".SH EXAMPLES", *examples(top.examples))
    for group, listed in groups.items():
        yield f".SH {group.upper()}"
        for entry in listed:
            yield from command_part(entry.label, pages[entry.label], shared)
    yield from (".SH OPTIONS OF SEVERAL COMMANDS", *definitions(shared))
    yield from (".SH EXIT STATUS", *definitions(Entry(*row) for row in STATUS))


def main():
    program, *rest = sys.argv[1:]
    text = "\n".join(page(program)) + "\n"
    if rest != ["--check"]:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit("docs/warpfold.1 is out of date: run docs/man_page.py build/warpfold")


if __name__ == "__main__":
    main()
