"""Checks that a program is small: how much of the library it has linked.

    small.py STRIP PROGRAM BYTES     fails if the program, stripped, has more
"""

import subprocess
import sys
import tempfile
from pathlib import Path

strip, program, limit = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    stripped = Path(folder, "stripped")
    subprocess.run([strip, "-o", stripped, program], check=True)
    size = stripped.stat().st_size
print(f"{program} has {size} bytes")
if size > int(limit):
    sys.exit(f"{program} has {size} bytes, expected {limit} at most")
