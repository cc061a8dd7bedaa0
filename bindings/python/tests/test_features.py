"""Tests inputs of nets in arrays: kingscan.features.

    PYTHONPATH=build/python/site KINGSCAN=build/kingscan python3 bindings/python/tests/test_features.py
"""
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import kingscan
from common import POSITIONS, PROGRAM, ROOT, numpy
from kingscan._kingscan import DataReader
from kingscan.features import Features, Model, _Files, batches

SET = "Full_Threats+PP_3Wide+HalfKAv2_hm"


def make_data(folder):
    """A file of .binpack with real positions, their scores and results."""
    lines = []
    real = [line for line in POSITIONS.read_text().splitlines() if not line.startswith("#")]
    for number, line in enumerate(real[:4000]):
        position = kingscan.Position(" ".join(line.split()[:4]) + " 0 1")
        score, ply, result = number % 2000 - 1000, number % 200, number % 3 - 1
        if moves := list(position.legal_moves):
            lines += [
                f"fen {position.fen()}",
                f"move {moves[0]}",
                f"score {score}",
                f"ply {ply}",
                f"result {result}",
                "e",
            ]
    plain = folder / "real.plain"
    plain.write_text("\n".join(lines) + "\n")
    subprocess.run([PROGRAM, "convert", plain, folder / "real.binpack"], check=True, capture_output=True)
    return folder / "real.binpack"


@unittest.skipUnless(numpy, "NumPy is missing")
class Batches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = make_data(Path(cls.folder.name))
        cls.entries = list(kingscan.data(cls.path))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_rows_are_those_of_single_positions(self):
        features = Features(SET)
        boards, sides, scores, results = (
            numpy.concatenate([numpy.asarray(getattr(batch, name)) for batch in self.entries])
            for name in ("boards", "sides", "scores", "results")
        )
        done = 0
        for batch in batches(self.path, features, 700, ordered=True):
            self.assertEqual(batch.indices[0].shape, (len(batch), features.width))
            self.assertTrue(batch.indices[0].flags.writeable)
            for i in range(0, len(batch), 53):
                board = boards[done + i].tobytes()
                for side in 0, 1:
                    row = batch.indices[side][i]
                    self.assertEqual(sorted(row[row >= 0].tolist()), features.list(board, side))
                    self.assertTrue((row[(row >= 0).sum() :] == -1).all())
            here = slice(done, done + len(batch))
            self.assertEqual(batch.sides.tolist(), (1.0 - sides[here]).tolist())
            self.assertEqual(batch.scores.tolist(), scores[here].astype(float).tolist())
            self.assertEqual(batch.results.tolist(), ((results[here] + 1) / 2).tolist())
            self.assertEqual(batch.pieces.tolist(), (boards[here] > 0).sum(axis=1).tolist())
            done += len(batch)
        self.assertEqual(done, len(boards))

    def test_threads_change_nothing(self):
        for keywords in {}, {"skip": ["checks", "unlikely"], "skip_share": 0.5, "seed": 7}, {"joined": True}:
            one = list(batches([self.path] * 3, SET, 512, **keywords))
            for threads in 2, 5:
                many = list(batches([self.path] * 3, SET, 512, threads=threads, **keywords))
                self.assertEqual(len(one), len(many))
                for a, b in zip(one, many):
                    for x, y in zip((*a.indices, *(a.starts or ()), *a[2:]), (*b.indices, *(b.starts or ()), *b[2:])):
                        self.assertTrue((x == y).all())

    def test_batches_that_are_kept_stay_as_they_are(self):
        kept = list(batches(self.path, "Chess768", 100))
        for before, after in zip(kept, batches(self.path, "Chess768", 100)):
            self.assertTrue((before.indices[0] == after.indices[0]).all())

    def test_batches_that_are_given_back_are_filled_again(self):
        reader = DataReader(self.path.read_bytes(), "binpack", 100, False, False, True)
        first, _ = next(reader)
        boards = bytes(first.boards)
        reader._reuse(first)
        second, _ = next(reader)
        self.assertIs(second, first)
        self.assertNotEqual(bytes(second.boards), boards)
        with self.assertRaises(TypeError):
            reader._reuse(None)

    def test_joined_rows(self):
        for rows, joined in zip(batches(self.path, "HalfKP"), batches(self.path, "HalfKP", joined=True)):
            for side in 0, 1:
                parts = numpy.split(joined.indices[side], joined.starts[side][1:-1])
                self.assertEqual(len(parts), len(rows))
                for part, row in zip(parts, rows.indices[side]):
                    self.assertEqual(part.tolist(), row[row >= 0].tolist())

    def test_mover_and_formula(self):
        plain = next(batches(self.path, "HalfKP"))
        mover = next(batches(self.path, "HalfKP", by_mover=True, scale=400, results=(-1, 0, 1)))
        white = plain.sides[:, None] == 1
        self.assertTrue((mover.indices[0] == numpy.where(white, *plain.indices)).all())
        self.assertTrue((mover.indices[1] == numpy.where(white, *plain.indices[::-1])).all())
        self.assertAlmostEqual(float(mover.scores[5]), 1 / (1 + math.exp(-plain.scores[5] / 400)), 5)
        self.assertTrue((mover.results == 2 * plain.results - 1).all())

    def test_skips(self):
        def count(**keywords):
            return sum(map(len, batches(self.path, "Chess768", **keywords)))

        checks, kinds, plies = (
            numpy.concatenate([numpy.asarray(getattr(batch, name)) for batch in self.entries])
            for name in ("checks", "kinds", "plies")
        )
        captures = (kinds & kingscan.Kind.CAPTURE != 0) & (kinds & kingscan.Kind.EN_PASSANT == 0)
        self.assertEqual(count(), len(checks))
        self.assertEqual(count(skip=["checks"]), int((~checks).sum()))
        self.assertEqual(count(skip=["captures", "checks"]), int((~captures & ~checks).sum()))
        self.assertEqual(count(first_ply=100), int((plies >= 100).sum()))
        self.assertEqual(count(skip_share=1.0), 0)
        self.assertAlmostEqual(count(skip_share=0.25, seed=1) / len(checks), 0.75, 1)
        self.assertLess(count(skip=["unlikely"]), len(checks))

    def rows(self, *files, **keywords):
        """Hashes of the rows of batches, and facts, in their order."""
        found = []
        for batch in batches(files or [self.path], "Chess768", 500, **keywords):
            found += zip(
                map(bytes, batch.indices[0]), batch.sides.tolist(), batch.scores.tolist(), batch.results.tolist()
            )
        return found

    def test_shuffle(self):
        plain = self.rows()
        for keywords in {}, {"skip": "checks", "skip_share": 0.3}:
            for shuffle in 1, 300, 10**6:
                chosen = self.rows(seed=3, **keywords)
                mixed = self.rows(shuffle=shuffle, seed=3, **keywords)
                self.assertEqual(sorted(mixed), sorted(chosen))
                self.assertEqual(mixed == chosen, shuffle == 1)
                self.assertEqual(mixed, self.rows(shuffle=shuffle, seed=3, threads=3, **keywords))
                if shuffle > 1:
                    self.assertNotEqual(mixed, self.rows(shuffle=shuffle, seed=4, **keywords))
        places = {row: place for place, row in enumerate(plain)}
        mixed = self.rows(shuffle=300)
        self.assertTrue(all(places[row] <= place + 300 for place, row in enumerate(mixed)))
        waits = [place + 300 - places[row] for place, row in enumerate(mixed[:2000])]
        self.assertLess(abs(sum(wait > 300 for wait in waits) / 2000 - math.exp(-1)), 0.06)

    def test_files_are_shuffled_anew_in_each_round(self):
        folder = Path(self.folder.name)
        parts = [folder / f"part{i}.bin" for i in range(4)]
        for part in parts:
            part.write_bytes(bytes(40))

        def orders(seed):
            source, buffer, found = _Files(parts, None, True, seed), bytearray(100), []
            for _ in range(6):
                for _ in parts:
                    self.assertEqual(source.readinto(buffer), 40)
                    found.append(source.progress(0, 0).file)
            self.assertEqual(source.progress(0, 0)[1:3], (5, 1.0))
            source.close()
            return [found[i : i + 4] for i in range(0, 24, 4)]

        self.assertEqual(orders(None), [list(map(str, parts))] * 6)
        self.assertTrue(all(sorted(order) == list(map(str, parts)) for order in orders(7)))
        self.assertGreater(len(set(map(tuple, orders(7)))), 1)
        self.assertEqual(orders(7), orders(7))
        self.assertNotEqual(orders(7), orders(8))

    def test_progress(self):
        data = Path(self.folder.name) / "long.bin"
        data.write_bytes(bytes(400))
        source, shares = _Files([data], None, False, None), []
        while source.readinto(bytearray(100)):
            shares.append(source.progress(0, 0).share)
        self.assertEqual(shares, [0.25, 0.5, 0.75, 1.0])
        total = sum(map(len, self.entries))
        told = {}
        for threads in 1, 3:
            told[threads] = []
            sizes = []
            for batch in batches(
                [self.path] * 40, "HalfKP", 700, skip="checks", threads=threads, on_progress=told[threads].append
            ):
                sizes.append(len(batch))
                self.assertEqual(told[threads][-1].taken, sum(sizes))
        self.assertEqual(told[1], told[3])
        last = told[1][-1]
        self.assertEqual((last.file, last.round, last.share, last.entries), (str(self.path), 0, 1.0, 40 * total))
        self.assertEqual([p.share for p in told[1]], sorted(p.share for p in told[1]))
        self.assertLess(told[1][0].share, 0.9)
        rounds = []
        endless = batches(self.path, "HalfKP", total, cycle=True, on_progress=rounds.append)
        for _ in range(4):
            next(endless)
        self.assertGreaterEqual(rounds[-1].round, 3)

    def test_model(self):
        usual = self.rows(skip="unlikely")
        self.assertEqual(usual, self.rows(skip="unlikely", model=Model()))
        self.assertNotEqual(usual, self.rows(skip="unlikely", model=Model(spread=4.0)))
        # A win is certain and scores never count: entries of won games alone are left.
        sure = Model(a=(0, 0, 0, -1e6), b=(0, 0, 0, 1))
        self.assertEqual({row[3] for row in self.rows(skip="unlikely", model=sure)}, {0.0, 1.0})

    def test_cycle(self):
        endless = batches(self.path, "HalfKP", 1000, cycle=True, threads=2)
        total = sum(map(len, self.entries))
        self.assertEqual(sum(len(next(endless)) for _ in range(3 * total // 1000 + 1)) % 1000, 0)
        endless.close()
        for threads, shuffle in (1, 0), (2, 0), (2, 1000):
            never = batches(  # which nothing fits
                self.path, "HalfKP", cycle=True, threads=threads, shuffle=shuffle, first_ply=60000
            )
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            self.assertRaises(KeyboardInterrupt, next, never)
            timer.join()
        self.assertEqual(list(batches([Path(self.folder.name) / "real.binpack"], "HalfKP", skip_share=1.0)), [])

    def test_faults(self):
        broken = Path(self.folder.name) / "broken.binpack"
        broken.write_bytes(self.path.read_bytes() + b"BINX")
        for threads, shuffle in (1, 0), (2, 0), (2, 10**6):
            with self.assertRaises(kingscan.DataError) as raised:
                list(batches([self.path, broken], "HalfKP", threads=threads, shuffle=shuffle, seed=2))
            self.assertEqual(raised.exception.fault.file, str(broken))
            self.assertEqual(raised.exception.fault.byte, self.path.stat().st_size)
        faults = []
        self.assertTrue(list(batches(broken, "HalfKP", on_fault=faults.append)))
        self.assertEqual(len(faults), 1)

    def test_wrong_arguments(self):
        for error, message, keywords in (
            (ValueError, "skip: expected some of checks, captures", {"skip": ["check"]}),
            (ValueError, "skip_share", {"skip_share": 2}),
            (ValueError, "first_ply", {"first_ply": -1}),
            (ValueError, "seed", {"seed": -1}),
            (ValueError, "threads", {"threads": 0}),
            (ValueError, "same distance", {"results": (0, 0.4, 1)}),
            (ValueError, "scale", {"scale": 0}),
            (ValueError, "format", {"format": "zip"}),
            (ValueError, "never end", {"cycle": True, "skip_share": 1.0}),
            (ValueError, "shuffle", {"shuffle": -1}),
            (ValueError, "shuffle", {"shuffle": 1 << 32}),
            (ValueError, 'model: expected "unlikely"', {"model": Model()}),
            (TypeError, "model: expected a Model, found dict", {"skip": "unlikely", "model": {}}),
            (ValueError, "model: a: expected 4", {"skip": "unlikely", "model": Model(a=(1, 2, 3))}),
            (ValueError, "model: b: expected numbers", {"skip": "unlikely", "model": Model(b=(1, 2, 3, math.inf))}),
            (ValueError, "model: spread", {"skip": "unlikely", "model": Model(spread=0)}),
            (ValueError, "model: ply_most", {"skip": "unlikely", "model": Model(ply_most=-1)}),
        ):
            with self.assertRaisesRegex(error, message):
                batches(self.path, "HalfKP", **keywords)
        self.assertRaisesRegex(ValueError, "there are no features 'Half'", batches, self.path, "Half")
        self.assertRaisesRegex(ValueError, "files", batches, [], "HalfKP")
        self.assertRaises(TypeError, batches, self.path, 768)
        self.assertRaises(FileNotFoundError, batches, "missing.binpack", "HalfKP")
        other = Path(self.folder.name) / "other.bin"
        other.write_bytes(bytes(80))
        self.assertRaisesRegex(ValueError, "other.bin: expected binpack", batches, [self.path, other], "HalfKP")
        self.assertRaises(FileNotFoundError, batches, [self.path, "missing.binpack"], "HalfKP")
        narrow = Features("a", "[a]\nkind = squares\nwidth = 3\n")
        self.assertRaisesRegex(ValueError, "at most 3 features", list, batches(self.path, narrow))

    def test_the_page(self):
        """The script of docs/training-nets.md, on the games that the page converts."""
        page = (ROOT / "docs/training-nets.md").read_text()
        pattern = r"^build/kingscan (convert .*)\ncat >batches.py <<'END'\n(.*?)^END$"
        command, script = re.search(pattern, page, re.M | re.S).groups()
        with tempfile.TemporaryDirectory() as folder:
            data = f"{folder}/matches.binpack"
            words = command.replace("matches.binpack", data).split()
            subprocess.run([PROGRAM, *words], cwd=ROOT, capture_output=True)
            names = {}
            exec(script.replace('"matches.binpack"', repr(data)), names)
        self.assertEqual(names["white"].shape[1], 288)
        self.assertGreater(len(names["scores"]), 20)
        self.assertTrue((names["buckets"] <= 7).all())


class Sets(unittest.TestCase):
    def test_facts(self):
        features = Features(SET)
        self.assertEqual((features.name, features.inputs, features.width), (SET, 88944, 288))
        self.assertEqual([block[:4] for block in features.blocks][1], ("PP_3Wide", 59808, 4560, 128))

    def test_positions(self):
        features, board = Features("Chess768"), kingscan.Position().board
        indices = features.list(board, 0)
        self.assertEqual(len(indices), 32)
        self.assertEqual(features.describe(indices[0], board, 1), "black pawn on a7")
        self.assertRaisesRegex(ValueError, "side: expected 0", features.list, board, 2)
        self.assertRaisesRegex(ValueError, "64 bytes", features.list, b"", 0)
        self.assertRaises(IndexError, features.describe, 768, board, 0)
        self.assertRaisesRegex(ValueError, "king", features.list, bytes(64), 0)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
