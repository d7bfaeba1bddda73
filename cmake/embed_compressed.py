"""embed_compressed.py TEXT SPACE NAME OUTPUT: a C++ source that defines SPACE::NAME, a std::string_view of TEXT in xz."""

import lzma
import pathlib
import sys

text, space, name, output = sys.argv[1:]
packed = lzma.compress(pathlib.Path(text).read_bytes())
literals = "\n".join(
    '    "' + "".join(f"\\{byte:03o}" for byte in packed[at : at + 32]) + '"' for at in range(0, len(packed), 32)
)
pathlib.Path(output).write_text(
    f"""#include <string_view>

namespace {space} {{
extern const std::string_view {name};
const std::string_view {name}(
{literals},
    {len(packed)});
}}  // namespace {space}
"""
)
