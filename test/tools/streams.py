"""Standard output that fails, closed descriptors, pipes that break."""

import os
import signal
import subprocess
import unittest

import arrays
import program


class streams(program.Test):
    def setUp(self):
        super().setUp()
        self.array = self.write("a.npy", arrays.npy("<i4", (3,), [1, 2, 3]))

    def shell(self, command):
        return subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env=program.ENVIRONMENT, capture_output=True, timeout=900
        )

    def test_full_device(self):
        for arguments in ["sum a.npy", "sum --json a.npy", "--help", "--version", "completion bash", "describe a.npy"]:
            with self.subTest(arguments):
                done = self.shell(f"warpfold {arguments} > /dev/full")
                self.assert_refused(done, "standard output", "No space left on device")

    def test_closed_output(self):
        self.assert_refused(self.shell("warpfold sum a.npy >&-"), "standard output", "Bad file descriptor")

    def test_closed_input(self):
        self.assert_refused(self.shell("warpfold sum - <&-"), "standard input")
        self.assertEqual(self.shell("warpfold sum a.npy <&-").stdout, b"6\n")

    def test_closed_errors(self):
        done = self.shell("warpfold sum a.npy 2>&-")
        self.assertEqual((done.returncode, done.stdout), (0, b"6\n"))
        self.assertEqual(self.shell("warpfold sum nowhere.npy 2>&-").returncode, 1)

    def test_reader_that_went_away(self):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            done = program.run("sum", "a.npy", folder=self.folder, stdout=pipe)
            self.assertEqual((done.returncode, done.stderr), (-signal.SIGPIPE, b""))

    def test_reader_that_went_away_with_the_signal_ignored(self):
        done = self.shell("trap '' PIPE; { sleep 0.2; warpfold sum a.npy; echo $? >&2; } | true")
        self.assertRegex(done.stderr.decode(), r"\Awarpfold: standard output cannot be written: Broken pipe\n1\n\Z")

    def test_more_threads_than_cores_are_no_news(self):
        self.write("many.raw", bytes(64 << 20))
        for threads in [3, 7, 100]:
            done = self.run_program("sum", "--dtype", "int32", "--threads", str(threads), "many.raw")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"0\n", b""))

    def test_locale_changes_nothing(self):
        self.write("v.csv", "1.5\n2.25\n")
        for locale in ["de_DE.UTF-8", "C", "no_SUCH"]:
            environment = {"LC_ALL": locale, "LC_NUMERIC": locale, "LANG": locale}
            self.assertEqual(self.answer("sum", "v.csv", environment=environment), "3.75\n")
            self.assertIn('"result":3.75', self.answer("sum", "--json", "v.csv", environment=environment))


if __name__ == "__main__":
    unittest.main()
