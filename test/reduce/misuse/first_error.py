"""Checks what a compiler says first of a source that misuses the library.

    first_error.py SOURCE COMPILER OPTION...     fails unless the first error has what SOURCE expects in its first line
"""

import subprocess
import sys

source, *compiler = sys.argv[1:]
with open(source, encoding="utf-8") as lines:
    expected = lines.readline().removeprefix("// expected: ").strip()
done = subprocess.run([*compiler, "-fsyntax-only", source], stderr=subprocess.PIPE, text=True)
first = next((line for line in done.stderr.splitlines() if "error:" in line), "no error")
if expected not in first:
    sys.exit(f"{source}: found {first}, expected {expected}")
