"""Follows CONTRIBUTING's recipe for an operator in a copy of the tree: one header and one row make a subcommand. The copy
makes a shared library, so that this way of using warpfold is tested along with it.

    recipe_operator.py FOLDER [cmake option...]     builds in FOLDER
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import tree

HEADER = """\
// last: the last element.
#pragma once

#include "warpfold/reduce/operator.hpp"
#include "warpfold/reduce/options.hpp"
#include "warpfold/reduce/refuse.hpp"

namespace warpfold::operators {

template <element T>
class last {
 public:
  struct state {
    T element;
    bool any;
  };
  using element_type = T;
  using result_type = T;
  static constexpr warpfold::laws laws{.commutative = false};
  template <class R>
  static constexpr bool gives = std::same_as<R, T>;

  constexpr state identity() const { return {T{}, false}; }
  constexpr void absorb(state& so_far, T element, std::int64_t) const { so_far = {element, true}; }
  constexpr void combine(state& left, const state& right) const {
    if (right.any) left = right;
  }

  template <class R>
  WARPFOLD_HOST_DEVICE R finish(const state& all, std::int64_t) const {
    if (!all.any) refuse("last of no elements");
    return all.element;
  }
};

template <element T, class Use>
auto with_last(const options&, Use use) {
  return use(last<T>());
}

}  // namespace warpfold::operators
"""
ROW = 'WARPFOLD_OP(last, 1, "the last element")\n'

# What reads the table is compiled again, so without optimization; the compiler cache has the rest.
UNOPTIMIZED = """\
if(PROJECT_NAME STREQUAL "warpfold")
  cmake_language(DEFER CALL target_compile_options warpfold_room_reduce PRIVATE -O0)
  cmake_language(DEFER CALL target_compile_options warpfold_commands PRIVATE -O0)
endif()
"""


def copy_tree(destination):
    """Copies the project there; a file that has not changed keeps its time, so that nothing is built twice."""
    for path in tree.files():
        copy = destination / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_bytes() != (tree.ROOT / path).read_bytes():
            shutil.copy(tree.ROOT / path, copy)


def follow_recipe(copy):
    (copy / "warpfold/reduce/op/last.hpp").write_text(HEADER, encoding="utf-8")
    table = copy / "warpfold/reduce/ops.def"
    rows = tree.read("warpfold/reduce/ops.def")
    table.write_text(rows.replace("#undef", ROW + "#undef"), encoding="utf-8")


def run(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, text=True, **more)


def expect(found, expected):
    if found != expected:
        sys.exit(f"found {found!r}, expected {expected!r}")


def use_shared_library(copy, build):
    """Builds and runs a program that links libwarpfold.so."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)[1]
    headers = [f"-I{copy}", f"-I{build / 'include'}"]
    library = [f"-L{build / 'warpfold'}", "-lwarpfold", f"-Wl,-rpath,{build / 'warpfold'}"]
    program = build / "consumer"
    run(compiler, "-std=c++20", *headers, copy / "test/consumers/consumer.cpp", *library, "-o", program)
    run(program, stdout=subprocess.DEVNULL)


def main():
    copy = Path(sys.argv[1]).resolve()
    copy_tree(copy)
    follow_recipe(copy)
    unoptimized = copy / "unoptimized.cmake"
    unoptimized.write_text(UNOPTIMIZED, encoding="utf-8")
    build = copy / "build/release"  # laid out as our own, for the sake of the compiler cache
    options = ["-DBUILD_SHARED_LIBS=ON", "-DWARPFOLD_BUILD_TESTS=OFF", f"-DCMAKE_PROJECT_INCLUDE={unoptimized}"]
    run("cmake", "-S", copy, "-B", build, "-G", "Ninja", *options, *sys.argv[2:], stdout=subprocess.DEVNULL)
    run("cmake", "--build", build, "--", "--quiet")
    use_shared_library(copy, build)
    warpfold = build / "tools/warpfold"
    answer = run(warpfold, "last", "--format", "csv", "-", input="3\n1\n4.5\n", stdout=subprocess.PIPE).stdout
    expect(answer, "4.5\n")
    # Kernels take elements in any order, which this operator does not bear.
    refused = subprocess.run([warpfold, "last", "--on", "simt", "--format", "csv", "-"], input="3\n1\n4.5\n", text=True, stderr=subprocess.PIPE)
    expect("depends on the order of elements" in refused.stderr, True)
    expect(refused.returncode, 1)
    expect("the last element" in run(warpfold, "--help", stdout=subprocess.PIPE).stdout, True)


if __name__ == "__main__":
    main()
