"""README.md: every command that it shows with an output gives that output."""

import pathlib
import re
import sys

import transcript

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    blocks = re.findall(r"^```console\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    found, count = transcript.failures(f"$ ln -s {ROOT}/tools tools\n" + "\n".join(blocks))
    for failure in found:
        print(f"README.md, in its examples, line {failure}")
    print(f"README.md: {count} commands, {len(found)} differences")
    sys.exit(1 if found or not blocks else 0)


if __name__ == "__main__":
    main()
