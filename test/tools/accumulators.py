"""Exact sums that are kept in files: what days, machines and processes add comes to the same bits."""

import os
import subprocess
import unittest

import arrays
import program

DAYS = [[1e100, 1.0, 2.0**-1074], [-1e100, 2.0**-53], [0.1, -3.5]]


class accumulators(program.Test):
    def days(self, kind="<f8"):
        return [self.write(f"{i}.npy", arrays.npy(kind, (len(day),), day)) for i, day in enumerate(DAYS)]

    def kept(self, name):
        return (self.folder / name).read_bytes()

    def test_days_come_to_the_whole(self):
        days = self.days()
        for operator in ["sum", "mean", "norm", "var", "std"]:
            with self.subTest(operator):
                for count, day in enumerate(days, 1):
                    answer = self.answer(operator, "--accumulator", f"{operator}.sums", day)
                    self.assertEqual(answer, self.answer(operator, *days[:count]))
                self.assertEqual(self.answer(operator, "--merge", f"{operator}.sums"), answer)

    def test_the_same_file_from_any_engine_in_any_order(self):
        days = self.days()
        for on, order in [("cpu", days), ("cpu", days[::-1]), ("simt", [days[1], days[0], days[2]])]:
            for day in order:
                done = self.run_program("var", "--on", on, "--accumulator", f"{on}{order[0]}.sums", day)
                if done.returncode == 1 and on == "simt":
                    self.skipTest("no kernels in this build")
                self.assertEqual(done.returncode, 0, done)
        self.assertEqual(self.kept("cpu0.npy.sums"), self.kept("cpu2.npy.sums"))
        self.assertEqual(self.kept("cpu0.npy.sums"), self.kept("simt1.npy.sums"))

    def test_machines_are_merged(self):
        days = self.days()
        for day in days:
            self.answer("sum", "--accumulator", f"{day}.sums", day)
        merges = [word for day in days for word in ("--merge", f"{day}.sums")]
        self.assertEqual(self.answer("sum", *merges), self.answer("sum", *days))
        self.assertEqual(self.answer("mean", *merges), self.answer("mean", *days))
        self.assertEqual(self.answer("sum", *merges, "--accumulator", "all.sums"), self.answer("sum", *days))
        self.assertEqual(self.answer("sum", *merges, days[0]), self.answer("sum", *days, days[0]))
        self.assertEqual(self.answer("sum", "--merge", "all.sums"), self.answer("sum", *days))

    def test_what_is_kept_is_not_merged_too(self):
        one = self.write("one.npy", arrays.npy("<f8", (1,), [1]))
        self.answer("sum", "--accumulator", "all.sums", one)
        os.symlink("all.sums", self.folder / "link.sums")
        for path in ["all.sums", "./all.sums", "link.sums"]:
            done = self.run_program("sum", "--accumulator", "all.sums", "--merge", path, one)
            self.assert_refused(done, path, "--accumulator")
            self.assert_refused(self.run_program("sum", "--merge", "all.sums", "--merge", path), path, "twice")
        self.assertEqual(self.answer("sum", "--merge", "all.sums"), "1\n")

    def test_pairs(self):
        a, b = (self.write(f"{name}.npy", arrays.npy("<f4", (2,), values)) for name, values in [("a", [1, 2]), ("b", [3, 4])])
        self.assertEqual(self.answer("dot", "--accumulator", "dot.sums", a, b), "11\n")
        self.assertEqual(self.answer("dot", "--accumulator", "dot.sums", a, b), "22\n")

    def test_a_result_that_cannot_be_written_keeps_nothing(self):
        one = self.write("one.npy", arrays.npy("<f8", (1,), [1]))
        command = [program.PATH, "sum", "--accumulator", "all.sums", one]
        self.answer("sum", "--accumulator", "all.sums", one)
        before = sorted(path.name for path in self.folder.iterdir())
        with open("/dev/full", "wb") as full:
            self.assertEqual(subprocess.run(command, cwd=self.folder, stdout=full, stderr=subprocess.DEVNULL).returncode, 1)
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            self.assertEqual(subprocess.run(command, cwd=self.folder, stdout=pipe, stderr=subprocess.DEVNULL).returncode, 1)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), before)
        self.assertEqual(self.answer("sum", "--merge", "all.sums"), "1\n")

    def test_processes_wait_for_each_other(self):
        one = self.write("one.npy", arrays.npy("<f8", (1,), [1]))
        command = [program.PATH, "sum", "--accumulator", "all.sums", one]
        crew = [subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) for _ in range(20)]
        self.assertEqual([each.wait(900) for each in crew], [0] * 20)
        self.assertEqual(self.answer("sum", "--merge", "all.sums"), "20\n")

    def test_cut_or_changed(self):
        [day, *_] = self.days()
        self.answer("sum", "--accumulator", "day.sums", day)
        whole = self.kept("day.sums")
        bad = [whole[:length] for length in range(0, len(whole), 13)]
        bad += [whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1 :] for at in range(0, len(whole), 13)]
        for data in [*bad, whole + b"\0", b"\x1b[2J\n" * 20, bytes(10000)]:
            name = self.write("bad.sums", data)
            for option in ["--accumulator", "--merge"]:
                self.assert_refused(self.run_program("sum", option, name, day), name)
            self.assertEqual(self.kept(name), data)

    def test_sums_of_other_things(self):
        [day, *_] = self.days()
        self.answer("sum", "--accumulator", "day.sums", day)
        before = self.kept("day.sums")
        floats = self.write("floats.npy", arrays.npy("<f4", (1,), [1]))
        for arguments in [["sum", floats], ["norm", day]]:
            self.assert_refused(self.run_program(*arguments, "--accumulator", "day.sums"), "warpfold: day.sums: ")
        self.assertEqual(self.kept("day.sums"), before)

    def test_arrays_are_no_sums(self):
        [day, *_] = self.days()
        long = self.write("long.npy", arrays.npy("<f8", (1000,), [1.0] * 1000))
        for option in ["--accumulator", "--merge"]:
            for name in [day, long, self.write("long.csv", "1\n" * 10000)]:
                done = self.run_program("sum", option, name, day)
                self.assert_refused(done, f"warpfold: {name}: not an accumulator", "--accumulator wrote")

    def test_files_that_cannot_be(self):
        [day, *_] = self.days()
        (self.folder / "folder").mkdir()
        os.mkfifo(self.folder / "pipe")
        for name in ["folder", "pipe", "/dev/null", "nowhere/day.sums"]:
            self.assert_refused(self.run_program("sum", "--accumulator", name, day), f"warpfold: {name}: ")
        self.assert_refused(self.run_program("sum", "--merge", "absent.sums", day), "absent.sums")
        self.assert_refused(self.run_program("sum", "--accumulator", "absent.sums"), "absent.sums")

    def test_nothing_is_kept_of_what_is_wrong(self):
        bad = self.write("bad.npy", arrays.npy("<f8", (2,), [1, 2])[:-1])
        self.assert_refused(self.run_program("sum", "--accumulator", "day.sums", bad), bad)
        self.assertFalse((self.folder / "day.sums").exists())

    def test_nothing_is_kept_without_a_result(self):
        half, quarter = (self.write(f"{i}.npy", arrays.npy("<i8", (1,), [2**i])) for i in [62, 61])
        for files in [[half, half], [half, quarter, quarter]]:
            self.assert_refused(self.run_program("sum", "--accumulator", "absent.sums", *files), "int64")
            self.assertFalse((self.folder / "absent.sums").exists())
        self.answer("sum", "--accumulator", "half.sums", half)
        before = self.kept("half.sums")
        merged, more = (["--merge", self.write(f"{name}.sums", before)] for name in ["same", "like"])
        for added, names in [
            ([half], "62.npy and half.sums"), (merged, "same.sums and half.sums"),
            ([*merged, quarter], "61.npy and 2 more"), ([*merged, *more], "same.sums and 2 more"),
        ]:  # fmt: skip
            done = self.run_program("sum", "--accumulator", "half.sums", *added)
            self.assert_refused(done, f"warpfold: {names}: sum is ", "int64")
            self.assertEqual(self.kept("half.sums"), before)
        self.assertEqual(self.answer("sum", "--accumulator", "half.sums", quarter), f"{2**62 + 2**61}\n")

    def test_links_and_permissions_stay(self):
        [day, *_] = self.days()
        self.answer("sum", "--accumulator", "day.sums", day)
        os.chmod(self.folder / "day.sums", 0o640)
        os.symlink("day.sums", self.folder / "link.sums")
        self.answer("sum", "--accumulator", "link.sums", day)
        self.assertTrue((self.folder / "link.sums").is_symlink())
        self.assertEqual((self.folder / "day.sums").stat().st_mode & 0o777, 0o640)
        self.assertEqual(sorted(path.suffix for path in self.folder.iterdir()).count(".new"), 0)

    def test_a_link_to_a_file_that_is_not_there_yet(self):
        one = self.write("one.npy", arrays.npy("<f8", (1,), [1]))
        (self.folder / "there").mkdir()
        os.symlink("there/next.sums", self.folder / "link.sums")
        os.symlink(self.folder / "there" / "all.sums", self.folder / "there" / "next.sums")
        names = ["link.sums", "there/all.sums", "there/next.sums"] * 5
        commands = [[program.PATH, "sum", "--accumulator", name, one] for name in names]
        crew = [subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) for command in commands]
        self.assertEqual([each.wait(900) for each in crew], [0] * len(names))
        self.assertTrue((self.folder / "link.sums").is_symlink())
        self.assertTrue((self.folder / "there" / "next.sums").is_symlink())
        self.assertEqual(self.answer("sum", "--merge", "there/all.sums"), f"{len(names)}\n")

    def test_what_a_killed_process_of_the_same_number_left(self):
        [day, *_] = self.days()
        path = self.folder / "day.sums"

        def leave():
            path.with_name(f"day.sums.{os.getpid()}.new").write_bytes(b"half")

        done = self.run_program("sum", "--accumulator", "day.sums", day, preexec_fn=leave)
        self.assertEqual((done.returncode, done.stderr), (0, b""), done)
        self.assertEqual(list(self.folder.glob("*.new")), [])

    def test_what_makes_no_sense(self):
        [day, *_] = self.days()
        for option in ["--accumulator", "--merge"]:
            for against in ["--each", "--time", "--fast"]:
                done = self.run_program("sum", option, "day.sums", against, day)
                self.assert_refused(done, f"warpfold: {against}: found beside {option}", status=2)
        for option, value in [("--dtype", "int8"), ("--format", "raw"), ("--shape", "3"), ("--offset", "0"),
                              ("--column", "x"), ("--member", "x")]:  # fmt: skip
            done = self.run_program("sum", "--merge", "day.sums", option, value)
            self.assert_refused(done, f"warpfold: {option}: found without FILE", status=2)
        self.assert_refused(self.run_program("max", "--accumulator", "day.sums", day), "--accumulator", status=2)
        self.assert_refused(self.run_program("sum"), "FILE", status=2)

    def test_files_without_a_name(self):
        [day, *_] = self.days()
        for option in ["--accumulator", "--merge"]:
            for files in [[day], []]:
                self.assert_refused(self.run_program("sum", option, "", *files), option, "''", status=2)
                self.assert_refused(self.run_program("sum", option, "-", *files), option, "'-'", status=2)
        self.assertFalse((self.folder / "-").exists())

    def test_json_tells_how_many(self):
        [day, *_] = self.days()
        self.answer("sum", "--accumulator", "day.sums", day)
        self.assertIn('"accumulated":6}', self.answer("sum", "--json", "--accumulator", "day.sums", day))


if __name__ == "__main__":
    unittest.main()
