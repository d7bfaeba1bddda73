"""The ladder from outside: which sums it calls right, and what it refuses."""

import json
import unittest

import arrays
import program


def simt_has_kernels():
    return program.run("ladder", "--on", "simt", "--n", "10", "--rung", "1").returncode == 0


@unittest.skipUnless(simt_has_kernels(), "no kernels in this build")
class ladder(program.Test):
    def rows(self, *arguments, status=0):
        done = self.run_program("ladder", "--on", "simt", "--json", *arguments)
        self.assertEqual((done.returncode, done.stderr), (status, b""), done)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def float64s(self, values, count=256):
        """A file of so many zeros but for the values at their places."""
        return self.write("a.npy", arrays.npy("<f8", (count,), [values.get(i, 0.0) for i in range(count)]))

    def test_overflow_on_the_way_is_wrong(self):
        huge = self.float64s({0: 1.5e308, 128: 1.5e308, 32: -1.5e308, 16: -1.5e308})
        remarks = [row["remark"] for row in self.rows(huge, "--rung", "1..3", status=1) if not row["right"]]
        self.assertTrue(remarks)  # rung 3 adds number 128 to number 0 before all else
        for remark in remarks:
            self.assertRegex(remark, r"\Awrong: (-?inf|nan), expected 0\Z")

    def test_magnitudes_beyond_double(self):
        numbers = {i: 1e306 / (i + 3) for i in range(256)} | {0: 1e308, 1: -1e308}
        for row in self.rows(self.float64s(numbers), "--rung", "1..7"):
            self.assertTrue(row["right"], row)

    def test_infinite_and_nan_sums_are_right(self):
        for values in [{3: float("inf")}, {3: float("inf"), 9: float("-inf")}]:
            for row in self.rows(self.float64s(values), "--rung", "1..3"):
                self.assertTrue(row["right"], row)

    def test_rungs_that_are_not_there(self):
        for rungs in ["16", "99..100"]:
            for arguments in [[], ["--json"]]:
                done = self.run_program("ladder", "--on", "simt", "--n", "10", "--rung", rungs, *arguments)
                self.assert_refused(done, "--rung", rungs, "1 to 15", status=2)
        self.assertEqual({row["rung"].split()[0] for row in self.rows("--n", "10", "--rung", "15..99")}, {"15"})

    def summed(self, *arguments, **options):
        """The dtype and the number of what is summed, rightly."""
        done = self.run_program("ladder", "--on", "simt", "--json", "--rung", "1", *arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        row = json.loads(done.stdout)
        self.assertTrue(row["right"])
        return row["dtype"], row["n"]

    def test_inputs_are_chosen_as_by_reductions(self):
        self.write("a.raw", arrays.raw("<i4", range(10)))
        self.assertEqual(self.summed("a.raw", "--dtype", "int32"), ("int32", 10))
        self.assertEqual(self.summed("a.raw", "--dtype", "int64", "--offset", "8"), ("int64", 4))
        self.assertEqual(self.summed("a.raw", "--dtype", "float32", "--shape", "2,5", "--n", "7"), ("float32", 7))
        self.write("a.csv", "x,y\n1,2\n3,4\n5,6\n")
        self.assertEqual(self.summed("a.csv"), ("float64", 6))
        self.assertEqual(self.summed("a.csv:y", "--dtype", "int32"), ("int32", 3))
        self.assertEqual(self.summed("-", "--column", "x", input=b"x,y\n1,2\n"), ("float64", 1))
        self.write("a.npz", arrays.npz({"x": arrays.npy("<i8", (2,), [1, 2]), "y": arrays.npy("<f4", (3,), [1, 2, 3])}))
        self.assertEqual(self.summed("a.npz:x"), ("int64", 2))
        self.assertEqual(self.summed("a.npz", "--member", "y", "--dtype", "float32"), ("float32", 3))

    def test_inputs_that_make_no_sense(self):
        name = self.write("a.npy", arrays.npy("<i4", (3,), [1, 2, 3]))
        self.assert_refused(self.run_program("ladder", name, "--dtype", "int64"), name, "int32", "int64")
        self.assert_refused(self.run_program("ladder", name, "--column", "x"), name, "columns")
        for option, value in [("--format", "raw"), ("--shape", "3"), ("--offset", "0"), ("--column", "x"), ("--member", "x")]:
            self.assert_refused(self.run_program("ladder", option, value), option, "FILE", status=2)
        self.assert_refused(self.run_program("ladder", "--dtype", "int8"), "--dtype", "int8", "float64", status=2)
        narrow = self.write("narrow.npy", arrays.npy("|i1", (3,), [1, 2, 3]))
        self.assert_refused(self.run_program("ladder", "--on", "simt", narrow), f"{narrow}: dtype is int8", "int32")

    def test_absurd_numbers_of_elements(self):
        for n in [-1, 2**64, 2**64 + 10]:
            self.assert_refused(self.run_program("ladder", "--on", "simt", "--n", str(n)), "--n", str(n), status=2)
        for n in [2**50, 2**61, 2**62, 2**62 + 10, 2**63 - 1, 2**64 - 1]:
            self.assert_refused(self.run_program("ladder", "--on", "simt", "--n", str(n)), "--n", str(n))


if __name__ == "__main__":
    unittest.main()
