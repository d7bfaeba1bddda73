"""Checks who includes whom: the rooms' walls, and no circles."""

import tree

# What each room may include of ours; the longest prefix of a file's path is its room. Nothing includes a room that no
# row names on the right, such as tools by the library.
ROOMS = {
    "warpfold": ["warpfold/base", "warpfold/files", "warpfold/reduce"],
    "warpfold/base": [],
    "warpfold/files": ["warpfold/base"],
    "warpfold/reduce": ["warpfold/base"],
    "warpfold/reduce/gpu": ["warpfold/base", "warpfold/reduce", "warpfold/device"],
    "warpfold/simt/ptx": ["warpfold/base"],
    "warpfold/simt": ["warpfold/base", "warpfold/simt/ptx"],
    "warpfold/device": ["warpfold/base", "warpfold/simt"],
    "ladder": ["warpfold/base", "warpfold/device", "warpfold/reduce"],
    "tools": ["warpfold", "ladder"],
    "bench": ["warpfold", "ladder"],
    "examples": ["warpfold"],
    "test": ["warpfold", "ladder", "tools", "bench"],
}


# Written as those are that use warpfold from outside.
OUTSIDE = ("examples/", "test/consumers/")

# A C header's name, but it comes with the C++ library.
ABI = "cxxabi.h"


def room_of(path):
    rooms = [room for room in ROOMS if path.startswith(room + "/")]
    return max(rooms, key=len, default=None)


def walls():
    for path in map(str, tree.sources()):
        room = room_of(path)
        for number, included, quoted in tree.includes(path):
            target = room_of(included)
            if room is None:
                yield f"{path}:{number}: belongs to no room"
            elif quoted and target is None and (tree.ROOT / path).parent.joinpath(included).exists():
                yield f"{path}:{number}: {included} is ours, write its path from the root"
            elif target and not quoted and not path.startswith(OUTSIDE):
                yield f"{path}:{number}: <{included}> is ours, write it in quotes"
            elif target and target != room and not any(included.startswith(use + "/") for use in ROOMS[room]):
                yield f"{path}:{number}: {room} may not include {included}"
            elif room == "warpfold/base" and not target and ("." in included or "/" in included) and included != ABI:
                yield f"{path}:{number}: base uses the standard library only, found {included}"
            elif room in ("warpfold/simt", "warpfold/simt/ptx") and included.startswith("cuda"):
                yield f"{path}:{number}: the SIMT machine does not know CUDA, found {included}"


def circles():
    graph = {str(path): [target for _, target, quoted in tree.includes(path) if quoted] for path in tree.sources()}
    done, trail = set(), []

    def visit(path):
        if path in trail:
            yield "#include circle: " + " -> ".join(trail[trail.index(path) :] + [path])
        elif path not in done:
            trail.append(path)
            for target in graph.get(path, []):
                # A source that Highway compiles once per target includes itself by design.
                if target != path:
                    yield from visit(target)
            done.add(trail.pop())

    for path in graph:
        yield from visit(path)


if __name__ == "__main__":
    tree.close([*walls(), *circles()])
