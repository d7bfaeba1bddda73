"""The progress bar: on a terminal during long work, and nowhere else."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import time
import unittest

import arrays
import program

PIECES = 4
PIECE = 4 << 20  # bytes


class terminal(program.Test):
    def run_slowly(self, errors):
        """Feeds an array to the program in pieces with pauses, its standard error going to `errors`."""
        count = PIECES * PIECE
        command = [program.PATH, "sum", "-"]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=program.ENVIRONMENT
        )
        process.stdin.write(arrays.header(f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({count},), }}"))
        for _ in range(PIECES):
            process.stdin.write(b"\1" * PIECE)
            process.stdin.flush()
            time.sleep(0.4)
        output, remarks = process.communicate(timeout=900)
        self.assertEqual((process.returncode, output), (0, b"%d\n" % count))
        return remarks

    def on_terminal(self, work, columns=80):
        """What `work(descriptor)` writes to a terminal."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        work(theirs)
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:  # the terminal's other side is closed and everything is read
            pass
        os.close(ours)
        return shown.decode()

    def test_long_work_shows_a_bar_and_takes_it_away(self):
        shown = self.on_terminal(self.run_slowly)
        self.assertRegex(shown, r"\r\x1b\[Kstandard input  ")
        self.assertRegex(shown, r"B/s")
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown))
        self.assertNotIn("\n", shown)

    def test_bar_fits_the_terminal(self):
        shown = self.on_terminal(self.run_slowly, columns=30)
        for drawing in shown.split("\r\x1b[K"):
            self.assertLess(len(drawing), 30)

    def test_pipe_shows_nothing(self):
        self.assertEqual(self.run_slowly(subprocess.PIPE), b"")

    def test_short_work_shows_nothing(self):
        name = self.write("a.npy", arrays.npy("<i4", (3,), [1, 2, 3]))

        def work(errors):
            command = [program.PATH, "sum", self.folder / name]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=errors, env=program.ENVIRONMENT, timeout=900)

        self.assertEqual(self.on_terminal(work), "")


if __name__ == "__main__":
    unittest.main()
