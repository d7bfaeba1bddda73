"""The demo on a small array: what it says of sums is so, and it finds the kernel's mistake with and without a compiler."""

import os
import random
import re
import subprocess
import sys
from fractions import Fraction

import arrays
import program

ROOT = program.pathlib.Path(__file__).resolve().parents[2]
# Whole metres, whose sum needs more than the 24 bits of a float32.
HEIGHTS = random.Random(2).choices(range(236, 1077), k=50_000)
SMALL = """
import sys
sys.path.insert(0, "tools")
import demo
demo.LARGE_BYTES = 1 << 20
demo.main()
"""


def whole_numbers(line):
    return [int(text.replace(",", "")) for text in re.findall(r"\d[\d,]*", line)]


def nearest_float32(exact):
    """Of the multiples of a float32's last place, the nearest to a fraction above 2^24; of two, the even one."""
    step = Fraction(2) ** (int(exact).bit_length() - 24)
    return round(exact / step) * step



class demo(program.Test):
    def demo(self, *parts, **environment):
        """What the demo prints, and its exit status."""
        heights = self.write("heights.npz", arrays.npz({"elevation": arrays.npy("<i2", (len(HEIGHTS),), HEIGHTS)}))
        command = [sys.executable, "-B", "-c", SMALL, *parts, program.PATH, self.folder / heights, self.folder / "large.npy"]
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=300
        )
        return done.stdout + done.stderr, done.returncode

    def line_of(self, code):
        lines = (ROOT / "tools/demo.cu").read_text().splitlines()
        return next(number for number, line in enumerate(lines, 1) if code in line)

    def assert_found(self, text):
        stores, adds = self.line_of("values[thread] = in[thread];"), self.line_of("+= values[thread + distance];")
        self.assertRegex(text.replace("\n ", ""), rf"race: .*demo\.cu:{stores} .*demo\.cu:{adds} ")
        self.assertIn(f"{stores}: values[thread] = in[thread];", text)
        self.assertIn("\n1 finding\n", text)
        self.assertIn(f"The true sum is {sum(HEIGHTS[:128])}.", text)

    def test_sums(self):
        text, status = self.demo("sums")
        self.assertEqual(status, 0, text)
        exact = sum(map(Fraction, HEIGHTS))
        nearest = nearest_float32(exact)
        rows = {line[2:16].strip(): whole_numbers(line[16:]) for line in text.splitlines() if line.startswith("  ")}
        self.assertEqual(rows["warpfold sum"], [nearest] * 3)
        self.assertNotIn(nearest, rows["a plain loop"])
        self.assertGreater(len(set(rows["a plain loop"])), 1)
        self.assertIn(f"The true sum is {int(exact):,}, by Python's integers. The nearest float32 is {int(nearest):,}.", text)
        self.assertRegex(text, r"large\.npy: .* GB/s")
        self.assertLess(text.index("$ "), text.index("a plain loop"))

    def test_kernel(self):
        text, status = self.demo("kernel")
        self.assertEqual(status, 0, text)
        self.assert_found(text)

    def test_kernel_without_a_compiler(self):
        text, status = self.demo("kernel", CUDACXX="/nowhere/nvcc")
        self.assertEqual(status, 0, text)
        self.assertIn("/nowhere/nvcc", text)
        self.assertIn("demo.ptx", text)
        self.assert_found(text)

    def test_what_is_said_to_mend_the_kernel_does(self):
        text, _ = self.demo("kernel")
        code, after = re.search(r"The line (.*;) after line (\d+) mends the kernel", text).groups()
        lines = (ROOT / "tools/demo.cu").read_text().splitlines()
        lines.insert(int(after), code)
        mended = self.write("mended.cu", "\n".join(lines) + "\n")
        first = self.folder / "demo/first.csv"
        answer = self.answer("run", mended, "--block", "128", "--arg", first, "--arg", "out=float64:1")
        self.assertIn(f"float64 (1,): {sum(HEIGHTS[:128])}\n0 findings\n", answer)

    def test_all_of_it_fits_a_screen(self):
        text, status = self.demo()
        self.assertEqual(status, 0, text)
        self.assertLess(len(text.splitlines()), 50)
        for command in ("sum --help", "run --help", "ladder --on simt"):
            self.assertIn(command, text.split("== What to type next")[1])

    def test_a_step_that_fails_fails_the_demo(self):
        heights = self.write("heights.npz", arrays.npz({"elevation": arrays.npy("<i2", (3,), [1, 2, 3])}))
        for part in ("sums", "kernel"):
            command = [sys.executable, "-B", ROOT / "tools/demo.py", part, "false", self.folder / heights, self.folder / "x.npy"]
            self.assertEqual(subprocess.run(command, capture_output=True).returncode, 1)


if __name__ == "__main__":
    program.unittest.main()
