"""Transcripts: a shell session written down, with the files that it needs and everything that it prints.

A line of a transcript that begins with
    #    is a comment;
    @    writes a file:  @ NAME DESCR SHAPE [fortran] [v2|v3] VALUE...
         NAME.npy and NAME.npz:MEMBER get a header, any other name the bytes alone; DESCR is numpy's, such as <f8;
    $    is a command for bash, run in the transcript's own folder with `warpfold` on its path;
    !    is a line that the command before it prints on standard error;
    =    is that command's exit status, if it is not 0.
Every other line is one that the command prints on standard output. "..." stands for any text in a line, and alone on a
line for any lines. Blank lines before a command do not count.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import arrays
import program


class Step:
    def __init__(self, number, command):
        self.number, self.command = number, command
        self.output, self.remarks, self.status = [], [], 0


def pattern(lines):
    def of_line(line):
        return r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"

    return re.compile("".join(map(of_line, lines)))


def write_array(folder, line):
    name, descr, shape, *rest = line.split()
    fortran = "fortran" in rest
    version = 3 if "v3" in rest else 2 if "v2" in rest else 1
    kind = descr.lstrip("<>|=")
    values = [arrays.value(text, kind) for text in rest if text not in ("fortran", "v2", "v3")]
    shape = tuple(int(extent) for extent in shape.strip("()").split(",") if extent)
    path, _, member = name.partition(":")
    data = arrays.npy(descr, shape, values, fortran, version)
    if member:
        arrays.add_to_npz(folder / path, member, data)
    else:
        (folder / path).write_bytes(data if path.endswith(".npy") else arrays.raw(descr, values))


def steps(text, write=None):
    """The commands of a transcript in order; `write` is called for every file on the way."""
    step = None
    for number, line in enumerate(text.splitlines(), 1):
        mark, _, rest = line.partition(" ")
        if mark in ("#", "@", "$") and step:
            yield step
            step = None
        if mark == "@":
            write(rest)
        elif mark == "$":
            step = Step(number, rest)
        elif mark == "!":
            step.remarks.append(rest)
        elif mark == "=":
            step.status = int(rest)
        elif step and mark != "#":
            step.output.append(line)
    if step:
        yield step


def differences(step, done):
    while step.output and not step.output[-1]:
        step.output.pop()
    for name, expected, printed in (("output", step.output, done.stdout), ("errors", step.remarks, done.stderr)):
        text = printed.decode(errors="backslashreplace")
        if not pattern(expected).fullmatch(text):
            yield f"{name} expected:\n" + "\n".join(expected) + f"\n{name} printed:\n" + text
    if done.returncode != step.status:
        yield f"exit status expected: {step.status}, found: {done.returncode}"


def failures(text):
    """What goes otherwise than the transcript says, in an empty folder; and the number of commands."""
    found, count = [], 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for step in steps(text, lambda line: write_array(folder, line)):
            count += 1
            command = ["bash", "-c", step.command]
            done = subprocess.run(
                command, cwd=folder, env=program.ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, timeout=900
            )
            found += [f"{step.number}: $ {step.command}\n{difference}" for difference in differences(step, done)]
    return found, count


if __name__ == "__main__":
    path = pathlib.Path(sys.argv[1])
    found, count = failures(path.read_text())
    for failure in found:
        print(f"{path.name}:{failure}")
    print(f"{path.name}: {count} commands, {len(found)} differences")
    sys.exit(1 if found or not count else 0)
