"""Checks that every relative link of the documents leads somewhere, to the heading if it names one."""

import re
from pathlib import Path

import tree

LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


def anchor(heading):
    """A heading's anchor, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def violations():
    for path in (path for path in tree.files() if path.suffix == ".md"):
        for match in LINK.finditer(CODE.sub("", tree.read(path))):
            link = match[1] or match[2]
            if re.match(r"[a-z]+:", link):
                continue
            target, _, heading = link.partition("#")
            aim = (tree.ROOT / path.parent / target).resolve() if target else tree.ROOT / path
            if not aim.exists() or not Path(aim).is_relative_to(tree.ROOT):
                yield f"{path}: {link} leads nowhere"
            elif heading and heading not in map(anchor, HEADING.findall(aim.read_text(encoding="utf-8"))):
                yield f"{path}: {link} names no heading of {aim.name}"


if __name__ == "__main__":
    tree.close(violations())
