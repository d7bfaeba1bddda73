"""Every help page: it is there, it fits the terminal, and its worked examples do what it says they do."""

import re
import unittest

import program
import transcript


def page(*command):
    done = program.run(*command, "--help")
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def commands(section=None):
    """The commands that the program's own help lists, or those of one section."""
    listed = page()[1].split("\nOptions:")[0]
    if section:
        listed = listed.split(f"\n{section}:\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z_]+) {2,}\S", listed, re.MULTILINE)


def examples(text):
    """The page's examples as a transcript."""
    return re.sub(r"^  ", "", text.split("\nExamples:\n")[1], flags=re.MULTILINE)


class help_pages(unittest.TestCase):
    def for_each_page(self):
        for command in [[], *([command] for command in commands())]:
            with self.subTest(command=command):
                status, text, remarks = page(*command)
                self.assertEqual((status, remarks), (0, ""))
                yield command, text

    def test_begins_with_the_usage(self):
        for command, text in self.for_each_page():
            self.assertTrue(text.startswith(" ".join(["Usage: warpfold", *command])), text)

    def test_what_need_not_be_given_is_in_brackets(self):
        self.assertIn("[OPTION...] [FILE]\n", page("ladder")[1])
        self.assertIn("[OPTION...] FILE\n", page("describe")[1])
        self.assertIn("[OPTION...] FILE...\n", page("max")[1])
        self.assertIn("[OPTION...] [FILE...]\n", page("sum")[1])  # or accumulators alone

    def test_says_where_fast_changes_nothing(self):
        for command in commands("Reductions"):
            with self.subTest(command=command):
                changes = command in ("sum", "mean", "var", "std", "norm", "dot", "logsumexp", "describe")
                self.assertNotEqual(changes, "changes nothing here" in page(command)[1])

    def test_fits_a_terminal(self):
        for _, text in self.for_each_page():
            for line in text.split("\nExamples:\n")[0].splitlines():
                self.assertLessEqual(len(line), 100)

    def test_examples_do_what_they_say(self):
        for command, text in self.for_each_page():
            found, count = transcript.failures(examples(text))
            self.assertEqual(found, [])
            self.assertGreater(count, 0)

    def test_short_flag(self):
        self.assertEqual(program.run("sum", "-h").stdout, program.run("sum", "--help").stdout)

    def test_every_operator_has_a_page(self):
        self.assertIn("sum", commands())
        self.assertIn("logsumexp", commands())


if __name__ == "__main__":
    unittest.main()
