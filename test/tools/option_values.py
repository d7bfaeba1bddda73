"""Every option of every command: what is no value for any of them is a wrong command line that names the option."""

import functools
import re
import unittest

import program
from help_pages import commands, page


@functools.cache
def options(command):
    """The options that the command's help lists, each with whether it takes a value."""
    listed = page(command)[1].split("\nExamples:\n")[0]
    return [(name, bool(value)) for name, value in re.findall(r"^  (--[a-z-]+)( [A-Z]\S*)?", listed, re.MULTILINE)]


@functools.cache
def positionals(command):
    """As many arguments as the command asks for."""
    usage = page(command)[1].split("\n")[0]
    if "SHELL" in usage:
        return ["bash"]
    return ["nowhere"] * (2 if command == "dot" else 1 if re.search("FILE|KERNEL", usage) else 0)


class option_values(program.Test):
    def for_each(self, takes_value):
        for command in commands():
            for name, takes in options(command):
                if takes == takes_value:
                    with self.subTest(command=command, option=name):
                        yield command, name, positionals(command)

    def refuse(self, name, *arguments):
        self.assert_refused(self.run_program(*arguments), f"warpfold: {name}: found ", "(try ", status=2)

    def test_there_are_some(self):
        self.assertIn(("--dtype", True), options("sum"))
        self.assertIn(("--json", False), options("sum"))
        self.assertIn(("--grid", True), options("run"))

    def test_empty(self):
        for command, name, rest in self.for_each(takes_value=True):
            self.refuse(name, command, name, "", *rest)
            self.refuse(name, command, f"{name}=", *rest)

    def test_none(self):
        for command, name, rest in self.for_each(takes_value=True):
            self.refuse(name, command, *rest, name)

    def test_one_too_many(self):
        for command, name, rest in self.for_each(takes_value=False):
            self.refuse(name, command, f"{name}=true", *rest)

    def test_given_twice(self):
        for command, name, rest in self.for_each(takes_value=True):
            if name not in ("--merge", "--arg"):
                self.refuse(name, command, name, "1", name, "1", *rest)


if __name__ == "__main__":
    unittest.main()
