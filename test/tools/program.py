"""Runs the program under test, whose path ctest gives in WARPFOLD."""

import os
import pathlib
import subprocess
import tempfile
import unittest

PATH = pathlib.Path(os.environ["WARPFOLD"]).resolve()
ENVIRONMENT = {**os.environ, "PATH": f"{PATH.parent}:{os.environ['PATH']}", "LC_ALL": "C", "TERM": "xterm"}


def run(*arguments, folder=None, environment=None, input=b"", stdout=subprocess.PIPE, **options):
    """The finished process of `warpfold arguments...`, its outputs as bytes."""
    return subprocess.run(
        [PATH, *map(os.fspath, arguments)],
        cwd=folder,
        env={**ENVIRONMENT, **(environment or {})},
        input=input,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=900,
        **options,
    )


class Test(unittest.TestCase):
    """A test case in an empty folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return name

    def run_program(self, *arguments, **options):
        return run(*arguments, folder=self.folder, **options)

    def answer(self, *arguments, **options):
        """What the program prints, which must be a success without remarks."""
        done = self.run_program(*arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        return done.stdout.decode()

    def assert_refused(self, done, *names, status=1):
        """One line on standard error with all of the names in it, nothing on standard output, that status."""
        self.assertEqual((done.returncode, done.stdout), (status, b""), done)
        line = done.stderr.decode()
        self.assertRegex(line, r"\Awarpfold: [^\n]+\n\Z")
        for name in names:
            self.assertIn(name, line)
