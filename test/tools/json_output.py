"""The objects of --json: their fields, and numbers that mean the very value."""

import json
import struct
import unittest

import arrays
import program

FIELDS = ["op", "file", "dtype", "shape", "result", "result_dtype", "engine", "seconds", "bytes"]
SPEED_FIELDS = ["passes", "median_seconds", "gigabytes_per_second", "read_gigabytes_per_second", "share"]


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


class json_output(program.Test):
    def object(self, *arguments, **options):
        text = self.answer(*arguments, "--json", **options)
        self.assertEqual(text.count("\n"), 1)
        return json.loads(text, parse_constant=refuse)

    def npy(self, descr, values):
        return self.write("array.npy", arrays.npy(descr, (len(values),), values))

    def result(self, operator, descr, values, *options):
        return self.object(operator, *options, self.npy(descr, values))["result"]

    def test_fields(self):
        answer = self.object("sum", self.npy("<f4", [1, 2, 3]))
        self.assertEqual(list(answer), FIELDS)
        seconds = answer.pop("seconds")
        self.assertIsInstance(seconds, float)
        self.assertGreater(seconds, 0)
        self.assertEqual(
            answer,
            {
                "op": "sum", "file": "array.npy", "dtype": "float32", "shape": [3], "result": 6.0,
                "result_dtype": "float32", "engine": "cpu", "bytes": 12,
            },
        )  # fmt: skip

    def test_file_as_given(self):
        name = self.npy("<f4", [1])
        self.assertEqual(self.object("sum", "-", input=(self.folder / name).read_bytes())["file"], "-")
        self.assertEqual(self.object("sum", f"./{name}")["file"], f"./{name}")
        self.assertEqual(self.object("dot", name, name)["file"], [name, name])

    def test_file_name_that_is_no_utf8(self):
        name = b"caf\xe9.npy"
        (self.folder / self.npy("<f4", [1])).rename(self.folder / name.decode(errors="surrogateescape"))
        self.assertEqual(self.object("sum", name)["file"], "caf\ufffd.npy")

    def test_shapes(self):
        for shape in [(), (0,), (3,), (2, 3), (1, 1, 4), (0, 5)]:
            count = 1
            for extent in shape:
                count *= extent
            self.write("shaped.npy", arrays.npy("<i2", shape, [1] * count))
            answer = self.object("sum", "shaped.npy")
            self.assertEqual((answer["shape"], answer["result"], answer["bytes"]), (list(shape), count, 2 * count))

    def test_shape_known_at_the_end(self):
        self.write("values.csv", "1\n2\n3\n")
        self.assertEqual(self.object("sum", "values.csv")["bytes"], 24)

    def test_what_is_no_number_is_a_string(self):
        for value, text in [(float("nan"), "NaN"), (float("inf"), "Infinity"), (float("-inf"), "-Infinity")]:
            for descr in ["<f2", "<V2", "<f4", "<f8"]:
                self.assertEqual(self.result("max", descr, [value]), text)
            self.assertEqual(self.result("sum", "<c16", [complex(value, 1)]), [text, 1])
        self.assertEqual(self.result("minmax", "<f8", [float("-inf"), float("inf")]), ["-Infinity", "Infinity"])
        self.assertEqual(self.result("mean", "<f8", []), "NaN")

    def test_floats_read_back(self):
        for value in [0.1, 1 / 3, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -0.0, 1e22, 123456789012345680]:
            answer = self.result("max", "<f8", [value])
            self.assertEqual(struct.pack("d", float(answer)), struct.pack("d", value))

    def test_narrow_floats_are_the_very_value(self):
        for descr, letter, value in [
            ("<f4", "f", 0.1), ("<f4", "f", 1e-45), ("<f2", "e", 0.1), ("<f2", "e", 65504.0), ("<V2", "f", 3.140625)
        ]:  # fmt: skip
            (exact,) = struct.unpack(letter, struct.pack(letter, value))
            self.assertEqual(self.result("max", descr, [value]), exact)

    def test_integers_keep_every_digit(self):
        for descr, value in [("<i8", 2**63 - 1), ("<i8", -(2**63)), ("<u8", 2**64 - 1), ("|u1", 255)]:
            answer = self.result("max", descr, [value])
            self.assertIs(type(answer), int)
            self.assertEqual(answer, value)
        self.assertEqual(self.result("minmax", "<i8", [2**53 + 1, -(2**53) - 1]), [-(2**53) - 1, 2**53 + 1])

    def test_speed(self):
        name = self.npy("<f8", [1.0] * 1000)
        answer = self.object("sum", "--time", name)
        self.assertEqual(list(answer), FIELDS + SPEED_FIELDS)
        self.assertGreaterEqual(answer["passes"], 1)
        for field in SPEED_FIELDS:
            self.assertGreater(answer[field], 0)
        self.assertAlmostEqual(
            answer["share"], answer["gigabytes_per_second"] / answer["read_gigabytes_per_second"], delta=1e-9
        )
        self.assertEqual(self.object("sum", "--time", "-", input=(self.folder / name).read_bytes())["passes"], 1)

    def test_speed_for_people_is_a_remark(self):
        done = self.run_program("sum", "--time", self.npy("<f8", [1.0, 2.0]))
        self.assertEqual((done.returncode, done.stdout), (0, b"3\n"))
        self.assertRegex(
            done.stderr.decode(),
            r"\Asum array\.npy: 16 B in \S+ \S?s, \S+ \S?B/s, \d+% of the \S+ \S?B/s that this machine reads \(median of "
            r"\d+ passes after the first, which took \S+ \S?s\)\n\Z",
        )


if __name__ == "__main__":
    unittest.main()
