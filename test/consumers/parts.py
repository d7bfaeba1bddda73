"""Builds a program that links warpfold::cpu from the source tree, and checks that nothing of other components is built.

    parts.py SOURCE FOLDER [cmake option...]     builds the project `fetched` in FOLDER
"""

import re
import subprocess
import sys
from pathlib import Path


def commands(folder):
    """What the build of everything that the project asks for runs."""
    listing = ["ninja", "-C", folder, "-t", "commands", "all"]
    return subprocess.run(listing, check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()


def main():
    source, folder, *options = sys.argv[1:]
    project = Path(__file__).with_name("fetched")
    configure = ["cmake", "-S", project, "-B", folder, "-G", "Ninja", f"-DWARPFOLD_SOURCE={source}", *options]
    subprocess.run(list(map(str, configure)), check=True, stdout=subprocess.DEVNULL)
    planned = commands(folder)
    rooms = {found[1] for line in planned if (found := re.search(r"warpfold_room_(\w+)\.dir", line))}
    if not {"base", "reduce", "exact"} <= rooms:
        sys.exit(f"found the rooms {sorted(rooms)}, expected base, exact and reduce among them")
    if others := rooms - {"base", "reduce", "exact"}:
        sys.exit(f"a program with warpfold::cpu builds {sorted(others)}, too")
    if kernels := [line for line in planned if "nvcc" in line]:
        sys.exit(f"a program with warpfold::cpu compiles {len(kernels)} kernels")
    subprocess.run(["cmake", "--build", folder], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([Path(folder) / "consumer"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
