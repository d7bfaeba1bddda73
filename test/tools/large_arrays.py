"""More than 2^31 elements, in a sparse file: what counts them has 64 bits."""

import unittest

import program

COUNT = 2**31 + 5


class large_arrays(program.Test):
    def test_case_A12(self):
        with (self.folder / "large.raw").open("wb") as file:
            file.truncate(COUNT - 1)
            file.seek(COUNT - 1)
            file.write(b"\1")
        for operator, expected in [("sum", 1), ("argmax", COUNT - 1)]:
            with self.subTest(operator):
                self.assertEqual(self.answer(operator, "--dtype", "uint8", "large.raw"), f"{expected}\n")


if __name__ == "__main__":
    unittest.main()
