"""Checks that a program prints what the comment at the head of its source says.

    output.py PROGRAM SOURCE     the indented lines after "Prints", or any other block of such lines that follows
"""

import subprocess
import sys

program, source = sys.argv[1:]
blocks = [[]]
with open(source, encoding="utf-8") as lines:
    for line in lines:
        if not line.startswith("//"):
            break
        if line.startswith("//   "):
            blocks[-1].append(line[5:].rstrip())
        elif blocks[-1]:
            blocks.append([])
done = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True)
printed = done.stdout.splitlines()
if printed not in blocks:
    sys.exit(f"{program} printed {printed}, expected what {source} says")
