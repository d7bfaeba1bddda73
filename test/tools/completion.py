"""The completion scripts: their shells accept them, and bash completes with them."""

import shutil
import subprocess
import unittest

import program
from help_pages import commands


class completion(program.Test):
    def script(self, shell):
        return self.write(f"completion.{shell}", self.answer("completion", shell))

    def test_shells_accept_their_scripts(self):
        for shell in ["bash", "zsh", "fish"]:
            if shutil.which(shell):
                with self.subTest(shell):
                    subprocess.run([shell, "-n", self.folder / self.script(shell)], check=True, timeout=900)

    def completed(self, *words):
        """What bash offers for the last of the words."""
        line = " ".join(f"'{word}'" for word in ["warpfold", *words])
        commands = f"""
            source {self.folder / self.script("bash")}
            COMP_WORDS=({line}); COMP_CWORD={len(words)}; _warpfold; printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        done = subprocess.run(["bash", "-c", commands], cwd=self.folder, capture_output=True, check=True, timeout=900)
        return done.stdout.decode().split()

    def test_commands(self):
        self.assertEqual(set(self.completed("")), {*commands(), "-h", "--help", "--version"})
        self.assertEqual(set(self.completed("arg")), {"argmin", "argmax"})

    def test_options(self):
        self.assertEqual(self.completed("var", "--dd"), ["--ddof"])
        self.assertEqual(self.completed("sum", "--dd"), [])
        self.assertIn("--json", self.completed("sum", "a.npy", "-"))

    def test_values(self):
        self.assertEqual(self.completed("sum", "--on", ""), ["cpu", "gpu", "simt", "auto"])
        self.assertEqual(self.completed("sum", "--nan", "s"), ["skip"])
        self.assertEqual(self.completed("sum", "--dtype", "uint"), ["uint8", "uint16", "uint32", "uint64"])
        self.assertEqual(self.completed("norm", "--order", ""), ["1", "2", "inf"])
        self.assertEqual(self.completed("completion", ""), ["bash", "zsh", "fish"])

    def test_files_are_left_to_the_shell(self):
        self.assertEqual(self.completed("sum", "a"), [])

    @unittest.skipUnless(shutil.which("fish"), "no fish here")
    def test_fish_completes(self):
        def completed(line):
            commands = f"source {self.folder / self.script('fish')}; complete -C '{line}'"
            done = subprocess.run(["fish", "-c", commands], cwd=self.folder, capture_output=True, check=True, timeout=900)
            return [offer.split("\t")[0] for offer in done.stdout.decode().splitlines()]

        self.assertEqual(completed("warpfold arg"), ["argmax", "argmin"])
        self.assertEqual(completed("warpfold sum --nan "), ["propagate", "skip"])
        self.assertEqual(completed("warpfold completion "), ["bash", "fish", "zsh"])

    def test_every_command_is_in_every_script(self):
        for shell in ["bash", "zsh", "fish"]:
            text = self.answer("completion", shell)
            for command in commands():
                self.assertIn(command, text)


if __name__ == "__main__":
    unittest.main()
