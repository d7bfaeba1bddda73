"""Every operator on every dtype, through the command line, on values whose results every dtype can hold."""

import json
import unittest

import arrays
import program
from help_pages import commands

# An operator's input and its result; of two values, both.
RESULTS = {
    "sum": ([1, 1, 5, 3], 10),
    "prod": ([1, 1, 5, 3], 15),
    "min": ([1, 1, 5, 3], 1),
    "max": ([1, 1, 5, 3], 5),
    "minmax": ([1, 1, 5, 3], [1, 5]),
    "argmin": ([1, 1, 5, 3], 0),
    "argmax": ([1, 1, 5, 3], 2),
    "mean": ([1, 1, 5, 3], 2.5),
    "var": ([1, 1, 5, 5], 4),
    "std": ([1, 1, 5, 5], 2),
    "norm": ([1, 1, 5, 3], 6),
    "dot": ([1, 1, 5, 3], 36),
    "any": ([0, 0, 5, 0], True),
    "all": ([1, 1, 5, 0], False),
    "count_nonzero": ([1, 0, 5, 0], 2),
    "logsumexp": ([3], 3),
}
BOOLEAN_RESULTS = {
    "sum": 3, "prod": 1, "min": True, "max": True, "minmax": [True, True], "argmin": 0, "argmax": 0, "mean": 1, "var": 0,
    "std": 0, "norm": 2, "dot": 4, "any": True, "all": False, "count_nonzero": 2, "logsumexp": 1,
}  # fmt: skip
BOOLEAN_INPUTS = {"sum": [1, 1, 1], "logsumexp": [1], "dot": [1, 1, 1, 1], "norm": [1, 1, 1, 1]}

NOT_FOR_COMPLEX = {"min", "max", "minmax", "argmin", "argmax", "var", "std", "logsumexp"}


def category(dtype):
    return "float" if dtype == "bfloat16" else dtype.rstrip("0123456789")


def expected_dtype(operator, dtype):
    """The result's dtype as the contract has it; nothing where it leaves it open."""
    kind = category(dtype)
    if operator in ("sum", "prod", "dot"):
        return {"int": "int64", "uint": "uint64", "bool": "uint64"}.get(kind, dtype)
    if operator in ("any", "all"):
        return "bool"
    if operator in ("min", "max", "minmax"):
        return dtype
    if operator in ("argmin", "argmax", "count_nonzero"):
        return "int64"
    if operator in ("mean", "var", "std"):
        return dtype if kind in ("float", "complex") else "float64"
    return None


class operators(program.Test):
    def reduce(self, operator, dtype, values):
        descr = arrays.DESCRS[dtype]
        elements = [arrays.value(str(value), descr[1:]) for value in values]
        name = self.write(f"{dtype}.raw", arrays.raw(descr, elements))
        files = [name, name] if operator == "dot" else [name]
        return self.run_program(operator, "--json", "--dtype", dtype, *files)

    def check(self, operator, dtype, values, expected):
        with self.subTest(operator=operator, dtype=dtype):
            done = self.reduce(operator, dtype, values)
            if category(dtype) == "complex" and operator in NOT_FOR_COMPLEX:
                self.assert_refused(done, f"{dtype}.raw", dtype)
                return
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            answer = json.loads(done.stdout)
            complex_result = answer["result_dtype"].startswith("complex")
            self.assertEqual(answer["result"], [expected, 0] if complex_result else expected)
            first = answer["result"][0] if isinstance(expected, list) or complex_result else answer["result"]
            self.assertEqual(type(first) is bool, answer["result_dtype"] == "bool")
            if wanted := expected_dtype(operator, dtype):
                self.assertEqual(answer["result_dtype"], wanted)

    def test_rows_are_of_operators(self):
        self.assertLessEqual(set(RESULTS), set(commands("Reductions")))

    def test_operator_without_a_row(self):
        """It answers or refuses; its own tests know what is right."""
        for operator in set(commands("Reductions")) - set(RESULTS) - {"describe"}:
            for dtype in arrays.DESCRS:
                done = self.reduce(operator, dtype, [1, 0, 1])
                if done.returncode:
                    self.assert_refused(done)

    def test_every_dtype(self):
        for operator, (values, expected) in RESULTS.items():
            for dtype in arrays.DESCRS:
                if dtype == "bool":
                    self.check(operator, dtype, BOOLEAN_INPUTS.get(operator, values), BOOLEAN_RESULTS[operator])
                else:
                    self.check(operator, dtype, values, expected)


if __name__ == "__main__":
    unittest.main()
