"""diff as a function, against engines that are wrong.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_diff.py
"""
import itertools
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
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
        self.assertEqual(len(difference.position().move_stack), len(difference.moves))

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

    def generator(self, wrong="nothing", variant="chess"):
        """A function that counts as the engine does."""

        def counts(fen, depth):
            asked.append((fen, depth))
            position = Position(fen, variant=variant, chess960=chess960[0])
            found = {}
            for move in position.moves():
                if wrong == "underpromotion" and move.promotion == "n":
                    continue
                if wrong == "castling" and position.san(move)[0] == "O":
                    continue
                position.push(move)
                found[move] = position.perft(depth - 1)
                position.pop()
            return found

        asked, chess960 = [], [False]
        counts.asked, counts.chess960 = asked, chess960
        return counts

    def test_functions(self):
        right = self.generator()
        found = diff(right, 3, [Position(), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"])
        self.assertEqual((found.differences, found.groups, found.positions), ([], [], 2))
        self.assertIn((Position().fen(), 3), right.asked)
        for wrong in "underpromotion", "castling":
            fens = ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1"]
            by_function = diff(self.generator(wrong), 2, fens)
            by_program = diff(self.engine(wrong), 2, fens)
            self.assertGreaterEqual(len(by_function.differences), 1)
            for difference, same in zip(by_function.differences, by_program.differences):
                self.assertIn("an engine.py", same.data.pop("repeat"))
                repeat, rest = difference.data["repeat"], {**difference.data}
                del rest["repeat"]
                self.assertEqual(rest, same.data)
                self.assertEqual(repeat, f"kingscan.diff(counts, {rest['depth']}, [{difference.position().x_fen()!r}])")
                again = eval(repeat, {"kingscan": kingscan, "counts": self.generator(wrong)})
                self.assertEqual(again.differences[0].rule, difference.rule)
            self.assertEqual(len(by_function.differences), len(by_program.differences))
        ended = ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]
        self.assertEqual(diff(right, 1, ended).differences, [])
        self.assertEqual(diff(right, 2, random=30, seed=2).differences, [])
        self.assertEqual(diff(self.generator(variant="atomic"), 2, variant="atomic").differences, [])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "mine.ini")
            path.write_text("[mine:chess]\ncustomPiece1 = c:fN\npromotionPieceTypes = nc\n")
            mine = []

            def generate(fen, depth):
                mine.append(fen)
                return Position(fen, variant="mine", variants=path).moves()

            self.assertEqual(diff(generate, 1, variant="mine", variants=path).differences, [])
            self.assertTrue(mine)

    def test_functions_that_list_moves(self):
        for kind in list, set, iter, lambda moves: map(str, moves):
            found = diff(lambda fen, depth: kind(Position(fen).moves()), 1, random=20)
            self.assertEqual(found.differences, [])
        (missing,) = diff(lambda fen, depth: Position(fen).moves()[1:], 1, [Position()]).differences
        self.assertEqual(missing.disagreements[0]["kind"], "missing")

    def test_functions_are_told_of_en_passant(self):
        """Also where no pawn may capture: a generator may be wrong about that."""
        fen = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"
        given = []

        def generate(text, depth):
            given.append(text)
            return Position(text).moves() + ["e4d3"] * (text == fen)

        for position in fen, Position(fen):
            (illegal,) = diff(generate, 1, [position]).differences
            self.assertEqual(illegal.disagreements[0]["kind"], "extra")
        self.assertIn(fen, given)

    def test_functions_of_chess960(self):
        """Positions of Chess960 are skipped unless the function knows them, as those of an engine are."""
        fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"
        right = self.generator()
        right.chess960[0] = True
        self.assertEqual(diff(right, 2, [fen], chess960=True).differences, [])
        (wrong,) = diff(self.generator("castling"), 1, [fen], chess960=True).differences
        self.assertEqual((wrong.rule, wrong.disagreements[0]["kind"]), ("castling", "missing"))
        self.assertTrue(wrong.data["repeat"].endswith("'], chess960=True)"), wrong.data["repeat"])
        self.assertEqual(diff(right, 1, [Position(), fen])[1:], (1, 20, 1))
        with self.assertRaisesRegex(
            kingscan.EngineError, "^no position was compared; skipped 1 position of Chess960, which chess960=True "
        ):
            diff(right, 1, [fen])
        with self.assertRaisesRegex(ValueError, "^--chess960 is for programs without UCI: "):
            diff(self.engine(), 1, [fen], chess960=True)

    def test_functions_that_know_ordinary_castling_alone(self):
        """The built-in positions and random ones accuse no right generator of chess; Chess960 has others."""

        class Move:
            """As python-chess has it."""

            def __init__(self, text):
                self.text = text

            def __str__(self):
                return self.text

        def generate(fen, depth):
            position = Position(fen)
            castling = {"O-O": "eg", "O-O-O": "ec"}
            for move in position.moves():
                files = castling.get(position.san(move).rstrip("+#"))
                if not files or files == move.from_square[0] + move.to_square[0]:
                    yield Move(move.uci())

        found = diff(generate, 1)
        self.assertEqual((found.differences, found.skipped), ([], 32))
        self.assertEqual(diff(generate, 1, random=300, seed=1).differences, [])
        asked = diff(generate, 1, chess960=True)
        self.assertEqual((asked.positions, asked.skipped), (found.positions + 32, 0))
        self.assertEqual({difference.rule for difference in asked.differences}, {"castling"})

    def test_castling_in_either_form(self):
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        for chess960 in False, True:
            right = self.generator()
            right.chess960[0] = chess960
            self.assertEqual(diff(right, 2, [fen]).differences, [])

    def test_what_functions_do_wrong(self):
        moves = "engine: expected a dict of moves and counts"
        for function, depth, kind, said in (
            (lambda fen, depth: 1 / 0, 1, ZeroDivisionError, "division by zero"),
            (lambda fen: {}, 1, TypeError, "takes 1 positional argument"),
            (lambda fen, depth: None, 1, TypeError, f"^{moves} or an iterable of moves, found None$"),
            (lambda fen, depth: "e2e4", 1, TypeError, f"^{moves} or an iterable of moves, found 'e2e4'$"),
            (lambda fen, depth: ["e2e4"], 2, TypeError, rf"^{moves}, found \['e2e4'\]$"),
            *(
                (
                    lambda fen, depth, move=move: [move],
                    1,
                    ValueError,
                    f"^engine: expected moves in UCI, found {move!r}$",
                )
                for move in ("e2 e4", "", "Nf3", "e4", "exd5", "O-O", "0000", "a7a8=Q", "E2E4", "e2e4:", None, 796)
            ),
            (lambda fen, depth: {"": 1}, 1, ValueError, "^engine: expected moves in UCI, found ''$"),
            (lambda fen, depth: itertools.repeat("e2e4"), 1, kingscan.EngineError, "with more than 4096 moves"),
            (lambda fen, depth: 20, 1, TypeError, f"^{moves} or an iterable of moves, found 20$"),
            (
                lambda fen, depth: {"e2e4": True},
                1,
                ValueError,
                "^engine: expected a count of nodes for e2e4, found True$",
            ),
            (lambda fen, depth: {"e2e4": -1}, 1, ValueError, "^engine: expected a count of nodes for e2e4, found -1$"),
            (lambda fen, depth: {"e2e4": 1.5}, 1, ValueError, "found 1.5$"),
            (lambda fen, depth: {"e2e4": 1 << 64}, 1, ValueError, "found 18446744073709551616$"),
            (lambda fen, depth: {}, 99, ValueError, "^DEPTH: expected a number from 1 to 63, found '99'$"),
        ):
            with self.subTest(said), self.assertRaisesRegex(kind, said) as raised:
                diff(function, depth, [Position()])
            if depth < 60 and kind is not kingscan.EngineError:
                note = f"kingscan.diff asked for depth {depth} of {Position().fen()}"
                self.assertEqual(raised.exception.__notes__, [note])
        for keywords in {"jobs": 2}, {"script": True}, {"options": {"Hash": 1}}:
            with self.assertRaisesRegex(ValueError, f"^{next(iter(keywords))}: not with a function"):
                diff(self.generator(), 1, **keywords)
        with self.assertRaisesRegex(kingscan.EngineError, "has not answered '.*' within 1 s"):
            diff(lambda fen, depth: time.sleep(1.5) or {}, 1, [Position()], timeout=1)
        before = set(os.listdir("/proc/self/fd"))
        for _ in range(3):
            with self.assertRaises(KeyError):
                diff(lambda fen, depth: {}["x"], 1, [Position()])
        self.assertEqual(set(os.listdir("/proc/self/fd")), before)
        self.assertEqual(threading.active_count(), 1)

    def test_groups(self):
        def wrong(fen, depth):
            position = Position(fen)
            moves = [move for move in position.moves() if move.promotion != "n" and position.san(move)[0] != "O"]
            return moves

        found = diff(wrong, 1)
        groups = found.groups
        self.assertEqual([group.differences[0].group for group in groups], list(range(1, len(groups) + 1)))
        self.assertEqual({group.rule for group in groups}, {"castling", "promotion"})
        self.assertEqual(sum(len(group.differences) for group in groups), len(found.differences))
        for group in groups:
            self.assertEqual({difference.rule for difference in group.differences}, {group.rule})
            self.assertIn(group.smallest, group.differences)
            self.assertTrue(all(len(group.smallest.moves) <= len(d.moves) for d in group.differences))
        self.assertLess(len(groups), len(found.differences))

    def test_moves_that_are_listed_twice(self):
        for twice in ["e2e4", "e2e4"], [kingscan.Move("e2e4"), "e2e4"]:

            def generate(fen, depth):
                return [move for move in Position(fen).moves() if move.uci() != "e2e4"] + twice

            (found,) = diff(generate, 1, [Position()]).differences
            self.assertEqual([d["kind"] for d in found.disagreements], ["duplicate"])

    def test_printed(self):
        """print() shows what the program prints; repr() is a line."""
        fens = ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1"]
        command = f"{sys.executable} '{self.path}' castling chess"
        found = diff(command, 1, fens)
        words = [str(kingscan.comparing.PROGRAM), "diff", "1", "-", "--keep-going", "--engine", command]
        program = subprocess.run(words, input="\n".join(fens), stdout=subprocess.PIPE, encoding="utf-8")
        self.assertEqual(str(found) + "\n", program.stdout)
        self.assertEqual(repr(found), "<Comparison of 2 positions: 2 differ, in 1 group>")
        self.assertEqual(str(pickle.loads(pickle.dumps(found))), str(found))
        (group,) = found.groups
        self.assertEqual(repr(group), f"<Group of 2 differences: castling in {fens[0]}>")
        self.assertEqual(str(group), str(group.smallest))
        self.assertTrue(program.stdout.startswith(str(found.differences[0]) + "\n\n"))
        self.assertIn("\nFEN           " + fens[0] + "\n", str(group))

    def test_printed_of_functions(self):
        def wrong(fen, depth):
            return [move for move in Position(fen).moves() if move.promotion != "n"]

        found = str(diff(wrong, 1, ["8/P7/8/8/8/8/8/K6k w - - 0 1", "bnrbkrqn/8/8/8/8/8/8/BNRBKRQN w FCfc - 0 1"]))
        for line in (
            "promotion: a7a8n is legal (a8=N), but the engine does not list it",
            "Kingscan only a7a8n",
            "usual mistake a pawn may become a rook, a bishop or a knight too",
            "repeat        kingscan.diff(wrong, 1, ['8/P7/8/8/8/8/8/K6k w - - 0 1'])",
            "1 position to depth 1, 7 nodes: 1 differs",
            "skipped 1 position that needs Chess960, which the engine doesn't know",
        ):
            self.assertIn(f"\n{line}\n", f"\n{found}\n")
        atomic = diff(lambda fen, depth: [], 1, [Position(variant="atomic")], variant="atomic")
        self.assertIn("kingscan.diff(engine, 1, ['", str(atomic))
        self.assertIn("'], variant='atomic')\n", str(atomic))
        agreed = diff(self.generator(), 1, [Position()])
        self.assertEqual(
            (str(agreed), repr(agreed)),
            ("1 position to depth 1, 20 nodes: no difference", "<Comparison of 1 position: no difference>"),
        )

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
        for positions in Position().fen(), Position(), 3:
            with self.assertRaisesRegex(TypeError, "^positions: expected an iterable of FENs or Positions, found an? "):
                diff(self.engine(), 1, positions)
        for engine in None, 3, b"x":
            with self.assertRaisesRegex(TypeError, "^engine: expected a command or a function, found a"):
                diff(engine, 1)
        with self.assertRaisesRegex(ValueError, "positions: expected those of chess, found Position"):
            diff(self.engine(), 1, [Position(variant="atomic")])
        with self.assertRaisesRegex(ValueError, "there is no variant"):
            diff(self.engine(), 1, variant="atomik")

    def test_a_persons_defaults_are_left_out(self):
        with mock.patch.dict(os.environ, {"KINGSCAN_CONFIG": "/no/such/file"}):
            self.assertEqual(diff(self.engine(), 1, [Position()]).positions, 1)


if __name__ == "__main__":
    unittest.main()
