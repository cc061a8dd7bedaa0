"""Training data in arrays: kingscan.data, and kingscan.check on its files.

    PYTHONPATH=build/python/site KINGSCAN=build/kingscan python3 bindings/python/tests/test_data.py
"""
import gzip
import io
import pickle
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import kingscan
from common import PROGRAM, ROOT, numpy
from kingscan import Fact, Kind, Verdict

# Three positions from the initial one: e2e4 with 54, e7e5 with -32, g1f3 with 45; white wins.
THREE = bytes.fromhex(
    "42494e50 26000000 ffff00000000ffff 2d844ad2 00000000 11111111 3e955be3 0c70 006c 8000 0000 0002 47 04 ce 82"
)
BROKEN = THREE[:41] + b"\3" + THREE[42:]  # a fourth position, for which there is no move
PLAIN = ROOT / "examples/data.plain"


def read(source, **keywords):
    return list(kingscan.data(source, **keywords))


class Batches(unittest.TestCase):
    def test_columns(self):
        (batch,) = read(THREE)
        self.assertEqual(len(batch), 3)
        self.assertEqual(batch.boards.shape, (3, 64))
        self.assertEqual(bytes(batch.boards)[:64], bytes(kingscan.Position().board))
        self.assertEqual(batch.sides.tolist(), [0, 1, 0])
        self.assertEqual(batch.kings.tolist(), [60, 4, 60])
        self.assertEqual(batch.moves.tolist(), [52 | 36 << 6 | 1 << 12, 12 | 28 << 6 | 1 << 12, 62 | 45 << 6])
        self.assertEqual(batch.scores.tolist(), [54, -32, 45])
        self.assertEqual(batch.results.tolist(), [1, -1, 1])
        self.assertEqual(batch.plies.tolist(), [0, 1, 2])
        self.assertEqual(batch.kinds.tolist(), [Kind.FIRST, 0, 0])
        self.assertEqual(batch.checks.tolist(), [False] * 3)
        self.assertIsNone(batch.illegal)
        self.assertIsNone(batch.invalid)
        (asked,) = read(THREE, legality=True)
        self.assertEqual((asked.illegal.tolist(), asked.invalid.tolist()), ([False] * 3, [False] * 3))

    def test_scores_of_games(self):
        game = b"1. e4 {[%eval 0.25]} {+0.31/12 1.2s} e5 {[%eval 0.10]} {-0.20/9 1.0s} 1-0"
        for scores, expected in (("eval", [0, -25, 10]), ("cutechess", [31, -20, 0]), (None, [0, -25, 10])):
            (batch,) = read(game, format="pgn", scores=scores)
            self.assertEqual(batch.scores.tolist(), expected, scores)
        self.assertRaisesRegex(ValueError, "scores: expected a form", read, game, format="pgn", scores="stockfish")
        self.assertRaises(TypeError, read, game, format="pgn", scores=1)

    def test_patterns(self):
        line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 34 | 0.0\n"
        for source in line.encode(), io.BytesIO(line.encode()):
            (batch,) = read(source, pattern="FEN | white-score | white-result")
            self.assertEqual((batch.scores.tolist(), batch.results.tolist()), ([-34], [1]))
            self.assertFalse(batch.known[0] & Fact.MOVE)
        faults = []
        self.assertEqual(read(b"x", pattern="FEN", on_fault=faults.append), [])
        self.assertEqual(len(faults), 1)
        self.assertRaisesRegex(ValueError, "white-score or mover-score", read, line.encode(), pattern="FEN | score")
        self.assertRaises(TypeError, read, b"", format="fen", pattern="FEN")
        self.assertRaises(ValueError, read, b"", format="text")

    def test_positions_and_moves(self):
        (batch,) = read(THREE)
        position = kingscan.Position()
        for i, move in enumerate(("e2e4", "e7e5", "g1f3")):
            self.assertEqual(batch.position(i).fen(), position.fen())
            self.assertEqual(batch.move(i), kingscan.Move(move))
            position.push(move)
        self.assertEqual(batch.position(-1), batch.position(2))
        for i in 3, -4, 1 << 80:
            self.assertRaises(IndexError, batch.position, i)
            self.assertRaises(IndexError, batch.move, i)

    def test_many_of_every_size(self):
        """The entries are the same, however they are cut."""
        for text, format in (THREE * 1000, None), (PLAIN.read_bytes() * 1000, "plain"):
            whole = self.columns(read(text, format=format, size=1 << 20))
            self.assertEqual(len(whole[0]), 3000 * 64)
            for size in 1, 3, 127, 128, 129, 2999, 3000:
                batches = read(text, format=format, size=size)
                self.assertEqual({len(batch) for batch in batches[:-1]} | {size}, {size})
                self.assertTrue(self.columns(batches) == whole, (format, size))  # a difference would fill pages
        self.assertEqual(len(self.columns(read(THREE * 1000, ordered=False))[0]), 3000 * 64)

    @staticmethod
    def columns(batches):
        names = "boards", "sides", "kings", "moves", "scores", "results", "plies", "kinds", "known", "checks"
        return [b"".join(getattr(batch, name).tobytes() for batch in batches) for name in names]

    def test_views_stay_as_they_are(self):
        kept, copies = [], []
        for batch in kingscan.data(THREE * 500, size=64):
            kept.append(batch.boards)
            copies.append(bytes(batch.boards))
            with self.assertRaises(TypeError):
                batch.boards[0, 0] = 1
        del batch
        self.assertEqual([bytes(view) for view in kept], copies)
        self.assertEqual(len(kept), 24)

    @unittest.skipUnless(numpy, "numpy is missing")
    def test_arrays_without_copies(self):
        (batch,) = read(PLAIN)
        view = batch.boards
        boards, scores, checks = (numpy.asarray(column) for column in (view, batch.scores, batch.checks))
        self.assertEqual((boards.shape, boards.dtype), ((3, 64), numpy.uint8))
        self.assertEqual((scores.dtype, checks.dtype), (numpy.int16, numpy.bool_))
        self.assertEqual(boards.ctypes.data, numpy.asarray(batch.boards).ctypes.data)
        self.assertEqual(scores[~checks & (scores != 32002)].tolist(), [54, 91])

    def test_batches_are_not_made_by_hand(self):
        self.assertRaises(TypeError, kingscan.DataBatch)


class GamesAndLines(unittest.TestCase):
    """Games and lines of text are entries as training data are."""

    GAME = b"1. e4 {[%eval 0.25] [%clk 0:03:00]} e5 {[%eval #-2]} 2. Nf3 1-0\n\n1. d4 d5 *\n"

    def test_game(self):
        (batch,) = read(self.GAME, format="pgn")
        self.assertEqual(len(batch), 7)
        self.assertEqual(
            [str(batch.move(i)) for i in range(7)], ["e2e4", "e7e5", "g1f3", "None", "d2d4", "d7d5", "None"]
        )
        self.assertEqual(batch.scores.tolist(), [0, -25, -31996, 0, 0, 0, 0])
        self.assertEqual(batch.results.tolist(), [1, -1, 1, -1, 0, 0, 0])
        self.assertEqual(batch.clocks.tolist(), [180000, 0, 0, 0, 0, 0, 0])
        self.assertEqual(batch.plies.tolist(), [0, 1, 2, 3, 0, 1, 2])
        always = Fact.SIDE | Fact.PLY | Fact.RIGHTS | Fact.CLOCKS
        self.assertEqual(
            [Fact(known) ^ always for known in batch.known],
            [
                Fact.MOVE | Fact.RESULT | Fact.TIME,
                Fact.MOVE | Fact.RESULT | Fact.SCORE,
                Fact.MOVE | Fact.RESULT | Fact.SCORE,
                Fact.RESULT,
                Fact.MOVE,
                Fact.MOVE,
                Fact(0),
            ],
        )
        self.assertEqual(
            batch.position(3).fen(),
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        )

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "games.pgn.gz")
            path.write_bytes(gzip.compress(self.GAME))
            self.assertEqual([len(batch) for batch in kingscan.data(path)], [7])
            self.assertEqual(len(kingscan.check(path)), 5)  # which reads games, not entries
            for name, text in (
                ("a.epd", b'4k3/8/8/8/8/8/8/4K3 b - - bm Kd8; ce 7; c9 "1-0";\n'),
                (
                    "a.jsonl",
                    b'{"fen":"4k3/8/8/8/8/8/8/4K3 b - - 0 1","score":7,"result":-1,"move":"e8d8"}\n',
                ),
                ("a.fen", b"4k3/8/8/8/8/8/8/4K3 b - - 0 1\n"),
            ):
                Path(folder, name).write_bytes(text)
                (batch,) = kingscan.data(Path(folder, name))
                known = not name.endswith("fen")
                self.assertEqual((batch.scores[0], batch.results[0]), (7 * known, -1 * known), name)
                self.assertEqual(Fact.SCORE in Fact(batch.known[0]), known)

    def test_faults(self):
        faults = []
        (batch,) = read(b"1. e4 Ke7 1-0\n\n1. d4 *", format="pgn", on_fault=faults.append)
        self.assertEqual((len(batch), faults[0].line, faults[0].byte, faults[0].chain), (4, 1, 6, 0))
        self.assertRaises(kingscan.DataError, read, b"x\n", format="epd")


class Sources(unittest.TestCase):
    def test_all(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "three")
            path.write_bytes(THREE)
            packed = Path(folder, "three.gz")
            packed.write_bytes(gzip.compress(THREE))
            plain = Path(folder, "data.plain.gz")
            plain.write_bytes(gzip.compress(PLAIN.read_bytes()))
            with open(path, "rb") as file:
                for source in path, str(path), packed, file, io.BytesIO(THREE), bytearray(THREE), memoryview(THREE):
                    self.assertEqual([batch.scores.tolist() for batch in read(source)], [[54, -32, 45]], source)
            self.assertEqual([len(batch) for batch in read(plain)], [3])
            self.assertEqual([len(batch) for batch in read(PLAIN.read_bytes(), format="plain")], [3])

    def test_what_is_refused(self):
        for problem, source, keywords, message in (
            (ValueError, b"", {}, "expected a format of training data"),
            (ValueError, io.BytesIO(b"fen"), {}, "the file: expected BINP at the beginning"),
            (ValueError, THREE, {"format": "binpak"}, "expected one of binpack, bin, .*, found 'binpak'"),
            (ValueError, THREE, {"size": 0}, "size: expected a number from 1"),
            (TypeError, THREE, {"size": True}, "size: expected an int, found"),
            (TypeError, 1, {}, "source: expected a path, .*, found"),
            (OSError, "/nowhere.bin", {}, "No such file"),
        ):
            with self.subTest(message), self.assertRaisesRegex(problem, message):
                read(source, **keywords)

    def test_files_that_misbehave(self):
        class File:
            def __init__(self, answer):
                self.answer = answer

            def readinto(self, buffer):
                if isinstance(self.answer, Exception):
                    raise self.answer
                return self.answer

        for answer, problem in (OSError("gone"), OSError), (1 << 30, OSError), (-1, OSError), ("x", TypeError):
            with self.assertRaises(problem):
                read(File(answer), format="bin")
            with self.assertRaises((problem, ValueError)):
                read(File(answer))


class Faults(unittest.TestCase):
    def test_raised_after_the_entries_before(self):
        batches = kingscan.data(BROKEN + THREE)
        self.assertEqual(next(batches).scores.tolist(), [54, -32, 45])
        with self.assertRaises(kingscan.DataError) as caught:
            next(batches)
        fault = caught.exception.fault
        self.assertEqual((fault.byte, fault.block, fault.chain, fault.ply), (45, 0, 0, 3))
        self.assertIn("the data: byte 45, block 0, chain 0, ply 3: ", str(caught.exception))
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).fault, fault)
        self.assertRaises(StopIteration, next, batches)

    def test_collected(self):
        faults = []
        (batch,) = read((BROKEN + THREE) * 3, on_fault=faults.append)
        self.assertEqual(batch.scores.tolist(), [54, -32, 45] * 6)
        self.assertEqual([(fault.block, fault.ply) for fault in faults], [(0, 3), (2, 3), (4, 3)])
        self.assertEqual(len({fault.byte for fault in faults}), 3)
        self.assertTrue(all(fault.lost for fault in faults))

    def test_more_faults_than_are_listed_at_once(self):
        faults = []
        self.assertEqual(read(bytes(40) * 5000, format="bin", on_fault=faults.append), [])
        self.assertEqual([fault.byte for fault in faults], list(range(0, 200000, 40)))

    def test_a_line_of_text(self):
        with self.assertRaisesRegex(kingscan.DataError, "^the data: line 1: expected one white king"):
            read(b"fen 8/8/8/8/8/8/8/8 w - - 0 1\ne\n", format="plain")

    def test_every_flip_of_a_bit(self):
        """No flip crashes; every entry that is left can be asked for."""
        for bit in range(8 * len(THREE)):
            text = bytearray(THREE)
            text[bit // 8] ^= 1 << bit % 8
            for batch in kingscan.data(text, format="binpack", legality=True, on_fault=lambda fault: None):
                for i in range(len(batch)):
                    try:
                        batch.position(i), batch.move(i)
                    except kingscan.FenError:
                        pass


class Checked(unittest.TestCase):
    def check(self, data, name, **keywords):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, name)
            path.write_bytes(data)
            return kingscan.check(path, **keywords)

    def test_verdicts(self):
        results = kingscan.check(PLAIN, count_moves=True)
        self.assertEqual(list(results.verdicts), [Verdict.SAFE, Verdict.SAFE, Verdict.CHECK])
        self.assertEqual(results[2].checkers, ("e4",))
        self.assertEqual(results.lines.tolist(), [1, 2, 3])
        fens = [line[4:] for line in PLAIN.read_text().splitlines() if line.startswith("fen ")]
        expected = kingscan.check(fens, count_moves=True)
        self.assertEqual(results.moves.tolist(), expected.moves.tolist())
        self.assertEqual(results.captures.tolist(), expected.captures.tolist())

    def test_faults_have_rows(self):
        for name in "x", "x.binpack":
            results = self.check(BROKEN + THREE, name)
            self.assertEqual(list(results.verdicts), [0, 0, 0, Verdict.INVALID, 0, 0, 0])
            self.assertEqual([(error.index, error.offset) for error in results.errors], [(3, 45)])
        self.assertEqual(len(self.check(bytes(400), "x.bin", reasons=3).errors), 3)

    def test_what_means_nothing(self):
        for keywords in {"column": 1}, {"strict": True}, {"null_moves": True}:
            with self.assertRaisesRegex(ValueError, f"{next(iter(keywords))}.*: this is training data"):
                self.check(THREE, "x", **keywords)

    def test_the_program_says_the_same(self):
        output = subprocess.run([PROGRAM, "check", PLAIN], stdout=subprocess.PIPE, check=True, text=True).stdout
        (batch,) = read(PLAIN)
        said = [line.split("\t")[2:] for line in output.splitlines()]
        columns = zip(batch.scores, batch.plies, batch.results)
        found = [[batch.position(i).fen(), batch.move(i).uci(), *map(str, column)] for i, column in enumerate(columns)]
        self.assertEqual(found, said)

    def test_castling_is_written_as_the_program_writes_it(self):
        rows = ("R3K2R w KQ", "e1g1"), ("R3KR2 w FQ", "e1f1"), ("R3KR2 w FQ", "e1a1")
        written = [uci for _, uci in rows]
        with tempfile.TemporaryDirectory() as folder:
            lines, data = Path(folder, "x.jsonl"), Path(folder, "x.viriformat")
            lines.write_text(
                "".join(
                    f'{{"fen":"4k3/8/8/8/8/8/8/{board} - 0 1","move":"{move}","score":1,"result":1}}\n'
                    for board, move in rows
                )
            )
            subprocess.run([PROGRAM, "convert", lines, data], check=True)
            output = subprocess.run([PROGRAM, "check", data], stdout=subprocess.PIPE, check=True, text=True).stdout
            (batch,) = read(data)
        moves = [batch.move(i) for i in range(3)]
        self.assertEqual([move.uci() for move in moves], written)
        self.assertEqual([line.split("\t")[3] for line in output.splitlines()], written)
        self.assertEqual([batch.position(i).uci(move) for i, move in enumerate(moves)], written)


@unittest.skipUnless(numpy, "numpy is missing")
class Feed(unittest.TestCase):
    """examples/feed.py, beside features that are found piece by piece."""

    @staticmethod
    def features_of(position, seen):
        """The features of a position as a side sees it."""

        def square(name):
            rank = int(name[1]) - 1
            return (rank if seen == "white" else 7 - rank) * 8 + "abcdefgh".index(name[0])

        own = str.isupper if seen == "white" else str.islower
        pieces = [(name, letter) for name, letter in position.piece_map().items() if letter.lower() != "k"]
        numbers = [("pnbrq".index(letter.lower()) + 5 * (not own(letter)), square(name)) for name, letter in pieces]
        return {(square(position.king(seen)) * 10 + piece) * 64 + at for piece, at in numbers}

    def test_features(self):
        sys.path.insert(0, str(ROOT / "examples"))
        import feed

        for batch in (*kingscan.data(THREE), *kingscan.data(PLAIN)):
            found = feed.features(numpy.asarray(batch.boards), numpy.asarray(batch.sides))
            for i in range(len(batch)):
                position = batch.position(i)
                for side, indices in zip((position.turn, "black" if position.turn == "white" else "white"), found):
                    used = indices[i][indices[i] >= 0]
                    self.assertEqual(set(used.tolist()), self.features_of(position, side))
                    self.assertEqual(len(used), len(position.piece_map()) - 2)

    def test_full_batches(self):
        sys.path.insert(0, str(ROOT / "examples"))
        import feed

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "many.binpack")
            path.write_bytes(THREE * 7000)
            sizes = [len(arrays[0]) for arrays in feed.feed([path, PLAIN])]
        self.assertEqual(sizes, [16384, 21000 + 1 - 16384])

    def test_the_program(self):
        command = [sys.executable, ROOT / "examples/feed.py", PLAIN]
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True, text=True).stdout
        self.assertEqual(output, "1 quiet positions, 30 features for each side\n")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
