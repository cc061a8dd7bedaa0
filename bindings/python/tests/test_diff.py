"""diff as a function, against engines that are wrong.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_diff.py
"""
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import kingscan
from kingscan import Position, diff

# An engine by the module itself, which leaves out or adds moves.
ENGINE = """
import sys
import kingscan
wrong, variant = sys.argv[1:]
position = kingscan.Position()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("option name UCI_Variant type combo default chess var chess var atomic")
        print("option name Bug type string default")
        print("uciok", flush=True)
    elif words[0] == "setoption" and words[2] == "UCI_Variant":
        variant = words[4]
    elif words[0] == "setoption" and words[2] == "Bug":
        wrong = words[4]
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        end = words.index("moves") if "moves" in words else len(words)
        fen = {"variant": variant} if words[1] == "startpos" else {"fen": " ".join(words[2:end]), "variant": variant}
        position = kingscan.Position(**fen)
        for move in words[end + 1:]:
            position.push(move)
    elif words[0] == "go" and wrong == "crash":
        sys.exit(3)
    elif words[0] == "go":
        moves = position.moves()
        if wrong == "underpromotion":
            moves = [move for move in moves if move.promotion != "n"]
        if wrong == "castling":
            moves = [move for move in moves if position.san(move)[0] != "O"]
        counts = []
        for move in moves:
            position.push(move)
            counts.append(position.perft(int(words[2]) - 1))
            position.pop()
        for move, count in zip(moves, counts):
            print(f"{move}: {count}")
        print(f"\\nNodes searched: {sum(counts)}", flush=True)
    elif words[0] == "quit":
        break
"""


class Diff(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = Path(folder.name, "an engine.py")
        cls.path.write_text(ENGINE)

    def engine(self, wrong="nothing", variant="chess"):
        return [sys.executable, str(self.path), wrong, variant]

    def test_a_right_engine(self):
        found = diff(self.engine(), 2, [Position(), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"])
        self.assertEqual((found.differences, found.positions, found.skipped), ([], 2, 0))
        self.assertEqual(found.nodes, 400 + Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").perft(2))

    def test_wrong_engines(self):
        for wrong, rule in ("underpromotion", "promotion"), ("castling", "castling"):
            found = diff(self.engine(wrong), 1, keep_going=False)
            (difference,) = found.differences
            self.assertEqual(difference.rule, rule)
            (disagreement,) = difference.disagreements
            self.assertEqual(disagreement["kind"], "missing")
            position = difference.position()
            self.assertTrue(position.is_legal(disagreement["move"]))
            self.assertIn(rule, repr(difference))
        several = diff(self.engine("castling"), 1, keep_going=True)
        self.assertGreaterEqual(len(several.differences), 1)
        self.assertGreater(several.positions, found.positions)

    def test_moves_lead_to_the_difference(self):
        fen = "8/1P6/8/8/8/8/8/K6k w - - 0 1"
        (difference,) = diff(self.engine("underpromotion"), 2, [fen]).differences
        self.assertFalse(difference.position().is_game_over())
        self.assertEqual(difference.position().ply, len(difference.moves))

    def test_options_random_positions_and_variants(self):
        shell = " ".join(f"'{word}'" for word in self.engine())
        self.assertEqual(diff(shell, 1, random=5, seed=1, jobs=2).positions, 5)
        self.assertEqual(diff(self.engine(), 1, options={"Bug": "castling"}).differences[0].rule, "castling")
        found = diff(self.engine(), 1, [Position(variant="atomic")], variant="atomic")
        self.assertEqual((found.positions, found.differences), (1, []))
        (wrong,) = diff(self.engine("castling"), 1, ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"], variant="atomic").differences
        self.assertEqual(wrong.position().variant, "atomic")

    def test_scripts(self):
        script = self.path.with_name("script")
        script.write_text(
            "import sys, kingscan\nmoves = kingscan.Position(sys.argv[2]).moves()\n"
            "print(*(f'{move} 1' for move in moves), '', len(moves), sep='\\n')\n"
        )
        self.assertEqual(diff([sys.executable, str(script)], 1, [Position()], script=True).differences, [])

    def test_trouble(self):
        with self.assertRaisesRegex(kingscan.EngineError, "the engine ended with status 3"):
            diff(self.engine("crash"), 1)
        with self.assertRaisesRegex(kingscan.EngineError, "ended with status 127"):
            diff("/no/such/engine", 1)
        with self.assertRaisesRegex(ValueError, "^DEPTH: expected a number from 1 to 63, found '99'$"):
            diff(self.engine(), 99)
        with self.assertRaisesRegex(ValueError, "--engine: expected a command"):
            diff("", 1)
        with self.assertRaises(kingscan.FenError):
            diff(self.engine(), 1, ["x"])
        with self.assertRaisesRegex(ValueError, "positions: expected those of chess, found Position"):
            diff(self.engine(), 1, [Position(variant="atomic")])
        with self.assertRaisesRegex(ValueError, "there is no variant"):
            diff(self.engine(), 1, variant="atomik")

    def test_a_persons_defaults_are_left_out(self):
        with mock.patch.dict(os.environ, {"KINGSCAN_CONFIG": "/no/such/file"}):
            self.assertEqual(diff(self.engine(), 1, [Position()]).positions, 1)


if __name__ == "__main__":
    unittest.main()
