"""Bad input: one line that names the file and status 1, or the right value; never anything else."""

import os
import signal
import struct
import subprocess
import time
import unittest

import arrays
import program

VALUES = [1.5, 2.5, 4.0]
TOTAL = "8\n"


class bad_input(program.Test):
    def assert_refused_or_an_answer(self, name, *options):
        """The answer, if there is one."""
        done = self.run_program("sum", *options, name)
        if done.returncode == 1:
            self.assert_refused(done, name)
            return None
        self.assertEqual((done.returncode, done.stderr, done.stdout.count(b"\n")), (0, b"", 1), done)
        return done.stdout.decode()

    def refuse(self, name, *found, options=()):
        self.assert_refused(self.run_program("sum", *options, name), name, *found)

    def test_truncated(self):
        for name, data in {
            "v1.npy": arrays.npy("<f8", (3,), VALUES),
            "v2.npy": arrays.npy("<f8", (3,), VALUES, version=2),
            "deflated.npz": arrays.npz({"a": arrays.npy("<f8", (3,), VALUES)}),
        }.items():
            for length in range(len(data)):
                with self.subTest(name=name, length=length):
                    self.refuse(self.write(name, data[:length]))

    def test_every_byte_of_the_header_flipped(self):
        data = arrays.npy("<f8", (3,), VALUES)
        for position in range(len(data) - 8 * len(VALUES)):
            with self.subTest(position=position):
                flipped = bytearray(data)
                flipped[position] ^= 0xFF
                self.assert_refused_or_an_answer(self.write("flipped.npy", bytes(flipped)))

    def test_trailing_bytes(self):
        self.refuse(self.write("long.npy", arrays.npy("<f8", (3,), VALUES) + b"\0"), "25", "24")

    def test_absurd_shapes(self):
        for shape in ["(9223372036854775807,)", "(4294967296, 4294967296)", "(-3,)", "(1e3,)", "3", "(" + "1, " * 40 + ")",
                      "(99999999999999999999,)", "(10**9,)", "((3,),)", "(np.int64(3),)"]:  # fmt: skip
            with self.subTest(shape):
                text = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
                self.refuse(self.write("shape.npy", arrays.header(text) + arrays.raw("<f8", VALUES)))

    def test_python_2_shape(self):
        text = "{'descr': '<f8', 'fortran_order': False, 'shape': (3L,), }"
        name = self.write("long.npy", arrays.header(text) + arrays.raw("<f8", VALUES))
        self.assertEqual(self.answer("sum", name), TOTAL)

    def test_foreign_descrs(self):
        for descr in ["'<ixy'", "'O'", "'<M8[D]'", "'<U3'", "'<f12'", "[('i', '<f8')]", "'<f3'", "7"]:
            with self.subTest(descr):
                text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': (3,), }}"
                self.refuse(self.write("descr.npy", arrays.header(text) + arrays.raw("<f8", VALUES)))

    def test_header_length_that_the_file_does_not_have(self):
        self.refuse(self.write("header.npy", b"\x93NUMPY\2\0" + struct.pack("<I", 2**32 - 1) + b"{}"))

    def test_raw(self):
        name = self.write("ten.raw", bytes(10))
        self.refuse(name, "2 bytes", options=["--dtype", "int32"])
        self.refuse(name, options=["--dtype", "int32", "--offset", "11"])
        self.refuse(name, options=["--dtype", "int8", "--offset", str(2**63 - 1)])
        self.refuse(name, options=["--dtype", "int8", "--shape", f"{2**62},{2**62}"])
        self.refuse(name, options=["--dtype", "int8", "--shape", f"{2**62}"])

    def test_csv(self):
        for text in ["1,2\n3,x\n", '"1\n', "1\n1e\n", "1;2\n3;4\n"]:
            with self.subTest(text):
                self.refuse(self.write("bad.csv", text))
        self.refuse(self.write("bad.csv", "1.5\n"), options=["--dtype", "int64"])
        self.refuse(self.write("bad.csv", "300\n"), options=["--dtype", "uint8"])
        self.refuse(self.write("bad.csv", "9223372036854775808\n"), options=["--dtype", "int64"])

    def test_no_file_to_read(self):
        (self.folder / "folder").mkdir()
        self.refuse("nowhere.npy", "No such file")
        self.refuse("folder", "irectory")
        self.refuse("nowhere/a.npy")
        self.refuse(self.write("empty.npy", b""))
        (self.folder / "loop.npy").symlink_to("loop.npy")
        self.refuse("loop.npy")
        self.assert_refused(self.run_program("sum", "a" * 5000), "File name too long")

    def test_no_place_for_temporary_files(self):
        name = self.write("a.npy", arrays.npy("<f8", (3,), VALUES))
        nowhere = {"TMPDIR": "nowhere"}
        done = self.run_program("dot", name, "-", input=(self.folder / name).read_bytes(), environment=nowhere)
        self.assert_refused(done, "warpfold: standard input: a temporary file cannot be made in nowhere: ")
        done = self.run_program("run", self.write("k.cu", ""), environment=nowhere)
        self.assert_refused(done, "a temporary folder cannot be made in nowhere: ")
        done = self.run_program("run", "k.cu", environment={"TMPDIR": "", "CUDACXX": "false"})
        self.assert_refused(done, "warpfold: k.cu: does not compile: false failed")

    @unittest.skipIf(os.geteuid() == 0, "root may read every file")
    def test_unreadable(self):
        (self.folder / self.write("secret.npy", arrays.npy("<f8", (3,), VALUES))).chmod(0)
        self.refuse("secret.npy", "Permission denied")

    def test_nothing_to_order(self):
        for operator in ["min", "max", "minmax", "argmin", "argmax"]:
            name = self.write("none.npy", arrays.npy("<f8", (0,), []))
            self.assert_refused(self.run_program(operator, name), name)
        name = self.write("nan.npy", arrays.npy("<f8", (1,), [float("nan")]))
        self.assert_refused(self.run_program("argmax", "--nan", "skip", name), name)

    def test_file_cut_short_while_it_is_read(self):
        """The value is refused or, if the program was faster, right; it is never a crash."""
        count = 16 << 20
        header = arrays.header(f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({count},), }}")
        for pause in [0.0, 0.002, 0.005, 0.01, 0.02, 0.05]:
            path = self.folder / "shrinking.npy"
            with path.open("wb") as file:
                file.write(header)
                file.truncate(len(header) + 8 * count)
            process = subprocess.Popen(
                [program.PATH, "sum", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=program.ENVIRONMENT
            )
            time.sleep(pause)
            os.truncate(path, 4096)
            output, remarks = process.communicate(timeout=900)
            with self.subTest(pause=pause):
                self.assertNotIn(-process.returncode, [signal.SIGBUS, signal.SIGSEGV, signal.SIGABRT])
                if process.returncode == 0:
                    self.assertEqual((output, remarks), (b"0\n", b""))
                else:
                    self.assertEqual((process.returncode, output), (1, b""))
                    self.assertRegex(remarks.decode(), r"\Awarpfold: [^\n]*shrinking\.npy[^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
