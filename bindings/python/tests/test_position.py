"""Positions and moves as objects: against the program, the rules, and themselves.

    PYTHONPATH=build/python/site KINGSCAN=build/kingscan python3 bindings/python/tests/test_position.py
"""
import copy
import gc
import pickle
import random
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import kingscan
from common import KIWIPETE, MATE, PROGRAM, SAFE, numpy
from kingscan import Move, MoveError, Outcome, Position

PINNED = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"
VARIANTS = ("atomic", "crazyhouse", "xiangqi", "antichess", "racingkings", "shogi", "3check")


def told(*arguments, **keywords):
    """What the program prints."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, **keywords).stdout


def random_game(plies, seed, **keywords):
    """A position after random moves."""
    rng, position = random.Random(seed), Position(**keywords)
    for _ in range(plies):
        moves = position.moves()
        if not moves or position.is_game_over():
            break
        position.push(rng.choice(moves))
    return position


class Moves(unittest.TestCase):
    def test_they_are_the_legal_moves(self):
        for keywords in {}, {"chess960": True}, *({"variant": variant} for variant in VARIANTS):
            for seed in range(12):
                position = random_game(3 * seed, seed, **keywords)
                moves = position.moves()
                self.assertEqual([move.uci() for move in moves], position.legal_moves())
                self.assertEqual([str(move) for move in moves], position.legal_moves())
                self.assertEqual([position.uci(move) for move in moves], position.legal_moves())
                self.assertEqual([position.san(move) for move in moves], position.legal_moves(san=True))
                self.assertEqual(len(set(moves)), len(moves))

    def test_parts(self):
        parts = {
            "e2e4": ("e2", "e4", None, None),
            "a7a8q": ("a7", "a8", "q", None),
            "N@f3": ("f3", "f3", None, "N"),
            "j10j9+": ("j10", "j9", "+", None),
            "e2e4,e4e5": ("e2", "e4", None, None),
        }
        for text, expected in parts.items():
            move = Move(text)
            self.assertEqual((move.from_square, move.to_square, move.promotion, move.drop), expected)
            self.assertEqual(Move(text), move)
            self.assertEqual((str(move), repr(move), eval(repr(move))), (text, f"Move('{text}')", move))
        for wrong in (
            "",
            "e2",
            "e2e",
            "e4!",
            "Nf3",
            "e2e4qq",
            "a1b2 ",
            "é" * 9,
            "e2e4" * 9,
            "@e4",
            "N@",
            "N@x",
            "N@f3x",
            "e2e4\0",
            "e111e2",
            "e2e4," + "e" * 30,
        ):
            with self.assertRaisesRegex(ValueError, "expected a move in UCI"):
                Move(wrong)
        for wrong in 3, None, b"e2e4":
            with self.assertRaises(TypeError):
                Move(wrong)

    def test_equality_and_pickling(self):
        first = next(move for move in Position().moves() if str(move) == "e2e4")
        self.assertEqual(first, Move("e2e4"))
        self.assertEqual(hash(first), hash(Move("e2e4")))
        self.assertNotEqual(first, Move("e2e3"))
        self.assertFalse(first != Move("e2e4"))
        self.assertNotEqual(first, "e2e4")
        self.assertEqual(pickle.loads(pickle.dumps(first)), first)
        self.assertEqual(copy.deepcopy(first), first)
        with self.assertRaises(TypeError):
            first < first
        own = Move("a2a3")
        text = str(own)
        counted = sys.getrefcount(text)
        del own
        self.assertEqual(sys.getrefcount(text), counted - 1)

    def test_castling_is_written_as_the_position_writes_it(self):
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        for position, expected in (Position(fen), "e1g1"), (Position(fen, chess960=True), "e1h1"):
            (move,) = (move for move in position.moves() if position.san(move) == "O-O")
            self.assertEqual((str(move), move.to_square), (expected, expected[2:]))
            position.push(move)
            self.assertEqual(position.piece_at("g1"), "K")
            self.assertIs(position.pop(), move)
            for text in "e1g1", "e1h1", "O-O":
                self.assertEqual(position.parse_san(text), move)

    def test_a_move_of_another_position_is_read_anew(self):
        """e2e4 is a double push of a pawn, and a plain move of a rook."""
        pawn = Position().parse_san("e4")
        rook = Position("3k4/8/8/8/8/8/4R3/4K3 w - - 0 1")
        rook.push(pawn)
        self.assertEqual(rook.piece_at("e4"), "R")
        atomic = Position(variant="atomic")
        atomic.push(pawn)
        self.assertEqual(atomic.piece_at("e4"), "P")
        self.assertEqual(Position().san(atomic.peek()), "e4")

    def test_illegal_moves(self):
        for keywords in {}, {"variant": "atomic"}:
            position = Position(**keywords)
            start = position.fen()
            for attempt in position.push, position.san, position.uci, position.is_capture, position.gives_check:
                for move in Move("e2e5"), Move("e7e5"), "e2e5", "Qh5":
                    with self.assertRaises(MoveError) as raised:
                        attempt(move)
                    self.assertTrue(raised.exception.code and str(raised.exception))
                for nonsense in 3, None, b"e2e4":
                    with self.assertRaisesRegex(TypeError, "expected a Move"):
                        attempt(nonsense)
            self.assertEqual((position.fen(), position.move_stack), (start, ()))
            for attempt in position.push_san, position.push_san, position.parse_san, position.parse_san:
                with self.assertRaises(MoveError):
                    attempt("Qh5")
            self.assertFalse(position.is_legal(Move("e2e5")))
            self.assertTrue(position.is_legal("e2e4"))
            self.assertEqual(position.explain(Move("e2e5"))[0], "piece-rule")

    def test_the_stack(self):
        position = Position()
        self.assertEqual(position.push_san("e4"), Move("e2e4"))
        self.assertEqual(position.push_san("e7e5"), Move("e7e5"))
        self.assertEqual(position.peek(), Move("e7e5"))
        self.assertEqual(position.move_stack, (Move("e2e4"), Move("e7e5")))
        self.assertEqual((position.pop(), position.pop()), (Move("e7e5"), Move("e2e4")))
        self.assertEqual(position, Position())
        for attempt in position.pop, position.peek:
            with self.assertRaises(IndexError):
                attempt()

    def test_null_moves(self):
        position = Position()
        self.assertIsNone(position.push_null())
        self.assertEqual(position.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1")
        position.push("e5")
        self.assertEqual((len(position.move_stack), list(map(str, position.move_stack))), (2, ["0000", "e7e5"]))
        again = pickle.loads(pickle.dumps(position))
        self.assertEqual((again, again.move_stack), (position, position.move_stack))
        self.assertEqual((position.pop().uci(), position.pop(), position), ("e7e5", Move("0000"), Position()))
        null = Move("0000")
        self.assertEqual((null.from_square, null.to_square, null.promotion, null.drop), ("", "", None, None))
        with self.assertRaises(MoveError):
            position.push("0000")
        with self.assertRaisesRegex(MoveError, "^a null move is impossible in check$"):
            Position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").push_null()
        with self.assertRaisesRegex(MoveError, "^a null move is known in chess alone$") as raised:
            Position(variant="atomic").push_null()
        self.assertEqual(raised.exception.code, "pgn-null-move")

    def test_captures_and_checks(self):
        for keywords in {"fen": KIWIPETE}, {"variant": "crazyhouse"}, {"variant": "atomic"}:
            for seed in range(20):
                position = random_game(seed, seed, **keywords)
                for move in position.moves():
                    san = position.san(move)
                    self.assertEqual(position.is_capture(move), "x" in san, (position, san))
                    self.assertEqual(position.gives_check(move), san[-1] in "+#", (position, san))


class Questions(unittest.TestCase):
    def test_verdicts(self):
        cases = {
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1": (False, False, False),
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1": (True, False, False),
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1": (True, True, False),
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": (False, False, True),
        }
        for fen, expected in cases.items():
            for keywords in {}, {"variant": "3check"}:
                position = Position(fen, **keywords)
                found = (position.is_check(), position.is_checkmate(), position.is_stalemate())
                self.assertEqual(found, expected, position)

    def test_outcomes(self):
        self.assertEqual(Position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").outcome(), Outcome("checkmate", "white"))
        self.assertEqual(Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(), Outcome("stalemate", None))
        self.assertEqual(Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").outcome().termination, "insufficient-material")
        self.assertIsNone(Position().outcome())
        fifty = Position("4k3/8/8/8/8/8/4R3/4K3 b - - 100 80")
        self.assertEqual((fifty.outcome(), fifty.is_game_over()), (None, False))
        self.assertEqual(fifty.outcome(claim_draw=True), Outcome("fifty-moves", None))
        self.assertTrue(fifty.is_game_over(claim_draw=True))
        self.assertEqual(Position("4k3/8/8/8/8/8/4R3/4K3 b - - 150 80").outcome().termination, "seventy-five-moves")
        results = [Outcome("checkmate", winner).result() for winner in ("white", "black", None)]
        self.assertEqual(results, ["1-0", "0-1", "1/2-1/2"])
        repeated = Position()
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
            repeated.push(move)
        self.assertIsNone(repeated.outcome())
        self.assertEqual(repeated.outcome(claim_draw=True).termination, "threefold-repetition")
        self.assertEqual(pickle.loads(pickle.dumps(fifty.outcome(claim_draw=True))), Outcome("fifty-moves", None))

    def test_outcomes_of_variants(self):
        exploded = Position("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", variant="atomic")
        self.assertIsNone(exploded.outcome())
        clock = Position("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 140 80", variant="shatranj")
        self.assertEqual((clock.outcome(), clock.draw), (None, "move-rule"))
        self.assertEqual(clock.outcome(claim_draw=True), Outcome("move-rule", None))
        hill = Position("4k3/8/8/8/4K3/8/8/8 b - - 0 1", variant="kingofthehill")
        self.assertEqual(hill.outcome(), Outcome("variant", "white"))
        self.assertTrue(hill.is_game_over())
        lost = Position("8/8/8/8/8/8/8/K7 b - - 0 1", variant="antichess")
        self.assertEqual(lost.outcome().winner, "black")

    def test_attackers_and_pins(self):
        position = Position(KIWIPETE)
        self.assertEqual(set(position.attackers("white", "d5")), {"c3", "e4"})
        self.assertEqual(position.attackers(True, "d5"), position.attackers("white", "d5"))
        self.assertEqual(set(position.attackers("black", "d5")), {"b6", "e6", "f6"})
        self.assertTrue(position.is_attacked_by("white", "e6"))
        self.assertFalse(position.is_attacked_by(False, "a1"))
        pinned = Position(PINNED)
        self.assertEqual(pinned.pins, ("d2",))
        self.assertTrue(pinned.is_pinned("white", "d2"))
        self.assertFalse(pinned.is_pinned("black", "d2"))
        self.assertFalse(pinned.is_pinned("white", "b4"))
        self.assertEqual((pinned.king("white"), pinned.king(False)), ("e1", "e8"))
        self.assertEqual([pinned.piece_at(square) for square in ("d2", "b4", "a1")], ["N", "b", None])
        for wrong in "e9", "i1", "", "e", "E4", "e0", "e04", "e44", "e4 ", "`1", 3, None, "\ud800":
            for attempt in lambda: position.attackers("white", wrong), lambda: position.piece_at(wrong):
                with self.assertRaisesRegex((ValueError, UnicodeEncodeError), "square: expected|surrogates"):
                    attempt()
        for wrong in "w", 1, None:
            with self.assertRaisesRegex(ValueError, "color: expected 'white' or 'black'"):
                position.king(wrong)
        for attempt in position.attackers, position.is_pinned:
            with self.assertRaises(TypeError):
                attempt("white")

    def test_castling_rights(self):
        for fen, rights, each in (
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq", "1111"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", "Kq", "1001"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1", "-", "0000"),
            ("1r2k1r1/8/8/8/8/8/8/R3K3 w Qg - 0 1", "Qk", "0110"),
            ("4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1", "Q", "0100"),
            ("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1", "C", "0100"),
        ):
            position = Position(fen)
            self.assertEqual(position.castling_rights, rights)
            found = [
                ask(color)
                for color in ("white", "black")
                for ask in (position.has_kingside_castling_rights, position.has_queenside_castling_rights)
            ]
            self.assertEqual("".join(str(int(right)) for right in found), each)
            for color, may in ("white", any(found[:2])), (False, any(found[2:])):
                self.assertIs(position.has_castling_rights(color), may)
        for variant, rights, may in ("crazyhouse", "KQkq", True), ("xiangqi", "-", False):
            position = Position(variant=variant)
            self.assertEqual((position.castling_rights, position.has_castling_rights("black")), (rights, may))
        crazyhouse = Position("r3k2r/8/8/8/8/8/8/R3K2R[] w Kq - 0 1", variant="crazyhouse")
        self.assertTrue(crazyhouse.has_kingside_castling_rights("white"))
        self.assertFalse(crazyhouse.has_kingside_castling_rights("black"))
        self.assertTrue(crazyhouse.has_queenside_castling_rights("black"))
        with self.assertRaisesRegex(ValueError, "color: expected 'white' or 'black'"):
            position.has_kingside_castling_rights("w")

    def test_en_passant(self):
        position = Position()
        for move, square in ("e2e4", "e3"), ("a7a6", None), ("e4e5", None), ("d7d5", "d6"), ("h2h3", None):
            position.push(move)
            self.assertEqual((position.ep_square, position.has_legal_en_passant()), (square, square == "d6"))
        pinned = Position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")  # capturing opens the rank
        self.assertEqual((pinned.ep_square, pinned.has_legal_en_passant()), ("d3", False))
        self.assertEqual(pinned.fen().split()[3], "-")
        self.assertEqual(pinned.x_fen(), "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")
        self.assertEqual(Position().x_fen(), Position().fen())

    def test_pieces(self):
        position = Position("r3k2r/8/8/8/8/5N2/8/R3K2R b Kq - 0 1")
        self.assertEqual(position.pieces("R"), ("a1", "h1"))
        self.assertEqual((position.pieces("r"), position.pieces("n")), (("a8", "h8"), ()))
        expected = {"a8": "r", "e8": "k", "h8": "r", "f3": "N", "a1": "R", "e1": "K", "h1": "R"}
        self.assertEqual(list(position.piece_map().items()), list(expected.items()))
        for variant in "chess", "xiangqi", "shogi", "crazyhouse", "gorogoro":
            position = Position(variant=variant)
            for move in position.legal_moves()[:3]:
                position.push(move)
                squares = position.piece_map()
                self.assertTrue(all(position.piece_at(square) == piece for square, piece in squares.items()))
                self.assertEqual(len(squares), sum(byte != 0 for byte in position.board))
                for piece in set(squares.values()):
                    here = tuple(square for square in squares if squares[square] == piece)
                    self.assertEqual(position.pieces(piece), here)
                position.pop()
        promoted = Position("4k4/9/9/9/9/9/9/9/+P3K4[-] w - - 0 1", variant="shogi")
        self.assertEqual((promoted.pieces("+P"), promoted.pieces("P")), (("a1",), ()))
        self.assertEqual(promoted.piece_map()["a1"], "+P")
        for wrong in "", "x", "NN", "N ", "+N", "N\0", None, 3, "\ud800":
            with self.assertRaisesRegex((ValueError, UnicodeEncodeError), "letter: expected|surrogates"):
                Position().pieces(wrong)
        with self.assertRaisesRegex(ValueError, "letter: expected that of a piece"):
            promoted.pieces("+K")

    def test_boards_are_arrays(self):
        position = Position()
        board = position.board
        self.assertTrue(board.readonly)
        self.assertEqual((board.format, board.shape, board), ("B", (64,), bytes(board)))
        position.push("e2e4")
        self.assertEqual((board[52], position.board[52], position.board[36]), (1, 0, 1))  # as it was
        if numpy:
            array = numpy.asarray(position.board)
            self.assertEqual((str(array.dtype), array.shape), ("uint8", (64,)))
            self.assertTrue(numpy.shares_memory(array, numpy.asarray(array.base)))
            rows = numpy.stack([position.board, board]).reshape(2, 8, 8)
            self.assertEqual(rows[0, 4, 4], 1)

    def test_squares_of_larger_boards(self):
        position = Position(variant="xiangqi")
        self.assertEqual(len(position.board), 90)
        self.assertEqual((position.king("white"), position.piece_at("e10")), ("e1", "k"))
        self.assertEqual(position.attackers("white", "e2"), ("d1", "e1", "f1"))
        for attempt in lambda: position.pins, lambda: position.is_pinned("white", "e1"):
            with self.assertRaisesRegex(NotImplementedError, "pins are known in chess alone"):
                attempt()

    def test_every_square_of_every_board(self):
        for variant in "chess", "xiangqi", "shogi", "losalamos":
            position = Position(variant=variant)
            ranks = position.fen().split()[0].split("[")[0].count("/") + 1
            files = len(position.board) // ranks
            found = [
                position.piece_at("abcdefghijkl"[file] + str(rank))
                for rank in range(ranks, 0, -1)
                for file in range(files)
            ]
            self.assertEqual([piece is not None for piece in found], [byte != 0 for byte in position.board])
            for wrong in f"a{ranks + 1}", "abcdefghijklm"[files] + "1":
                with self.assertRaisesRegex(ValueError, "square: expected one from a1 to"):
                    position.piece_at(wrong)

    def test_attributes_stay(self):
        for thing in Position(), Move("e2e4"):
            for name, member in vars(type(thing)).items():
                if not callable(member) and not name.startswith("__"):
                    with self.assertRaises(AttributeError, msg=name):
                        delattr(thing, name)

    def test_clocks(self):
        position = Position("4k3/8/8/8/8/8/4R3/4K3 b - - 7 80")
        self.assertEqual((position.halfmove_clock, position.fullmove_number), (7, 80))
        position.push("Kd8")
        self.assertEqual((position.halfmove_clock, position.fullmove_number), (8, 81))
        crazy = Position("4k3/8/8/8/8/8/4R3/4K3[] b - - 7 80", variant="crazyhouse")
        self.assertEqual((crazy.halfmove_clock, crazy.fullmove_number), (7, 80))


class WholeFens(unittest.TestCase):
    def test_text_behind_a_fen_is_an_error(self):
        for junk in ("0 1 zz", "x y", '0 1 id "a"'):
            for options in ({}, {"strict": True}, {"lenient": True}, {"variant": "atomic"}):
                with self.assertRaises(kingscan.FenError) as raised:
                    Position(f"4k3/8/8/8/8/8/8/4K3 w - - {junk}", **options)
                self.assertEqual(raised.exception.code, "trailing-text")
        self.assertEqual(Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm Kd2;").fen(), SAFE)
        self.assertEqual(pickle.loads(pickle.dumps(Position(SAFE))), Position(SAFE))


class Equality(unittest.TestCase):
    def test_the_position_alone_counts(self):
        a, b = Position(), Position()
        for move in "Nf3", "Nf6", "Nc3", "Nc6":
            a.push(move)
        for move in "Nc3", "Nc6", "Nf3", "Nf6":
            b.push(move)
        self.assertEqual(a, b)
        self.assertEqual(len({a.key, b.key, Position().key}), 2)
        for variant in "chess", "atomic":
            made = {
                clocks: Position(f"4k3/8/8/8/8/8/3R4/4K3 w - - {clocks}", variant=variant)
                for clocks in ("7 1", "8 1", "7 2")
            }
            for clocks, position in made.items():
                self.assertEqual([it for it, other in made.items() if other == position], [clocks])
                self.assertEqual(position.key, made["7 1"].key)
        different = [
            "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/3R4/4K3 b - - 0 1",
            "4k3/8/8/8/8/8/3R4/3K4 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
        ]
        for i, one in enumerate(different):
            for j, other in enumerate(different):
                self.assertEqual(Position(one) == Position(other), i == j)
                self.assertEqual(Position(one) != Position(other), i != j)
        self.assertNotEqual(Position(), Position(variant="atomic"))
        self.assertEqual(Position(variant="atomic"), Position(variant="atomic"))
        self.assertNotEqual(Position(), Position().fen())

    def test_a_position_changes_and_has_no_hash(self):
        """A set would lose it after a push. The key is what sets keep."""
        self.assertIsNone(Position.__hash__)
        for keywords in {}, {"variant": "atomic"}:
            position, seen = Position(**keywords), set()
            for refused in (lambda: hash(position), lambda: seen.add(position), lambda: {position: 1}):
                self.assertRaisesRegex(TypeError, "^unhashable type: .*Position'$", refused)
            seen.add(position.key)
            position.push("e4")
            self.assertNotIn(position.key, seen)
            position.pop()
            self.assertIn(position.key, seen)
            self.assertIn(Position(**keywords).key, seen)
            self.assertIn(position, [Position(**keywords)])  # lists compare

    def test_keys_are_equal_where_positions_are(self):
        for variant in ("chess", *VARIANTS):
            keys, fens = {}, {}
            for seed in range(6):
                position = random_game(40, seed, variant=variant)
                while position.move_stack:
                    fen = position.fen().rsplit(" ", 2)[0]
                    self.assertEqual(keys.setdefault(position.key, fen), fen)
                    self.assertEqual(fens.setdefault(fen, position.key), position.key)
                    self.assertEqual(Position(position.fen(), variant=variant).key, position.key)
                    position.pop()

    def test_a_copy_is_another_position(self):
        position = random_game(6, 1)
        for copied in (
            position.copy(),
            copy.copy(position),
            copy.deepcopy(position),
            pickle.loads(pickle.dumps(position)),
        ):
            self.assertEqual((copied, copied.key), (position, position.key))
            copied.push(copied.moves()[0])
            self.assertNotEqual(copied, position)
            self.assertEqual(position, random_game(6, 1))

    def test_counted_checks_and_hands_count(self):
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
        self.assertNotEqual(
            Position(f"{start} w KQkq - 3+3 0 1", variant="3check"),
            Position(f"{start} w KQkq - 3+2 0 1", variant="3check"),
        )
        self.assertNotEqual(
            Position(f"{start}[] w KQkq - 0 1", variant="crazyhouse"),
            Position(f"{start}[P] w KQkq - 0 1", variant="crazyhouse"),
        )

    def test_pickles(self):
        for keywords in {}, {"chess960": True}, *({"variant": variant} for variant in VARIANTS):
            for seed in range(8):
                position = random_game(5 * seed, seed, **keywords)
                again = pickle.loads(pickle.dumps(position))
                self.assertEqual(again, position)
                self.assertEqual((again.fen(), again.move_stack), (position.fen(), position.move_stack))
                self.assertEqual(again.legal_moves(), position.legal_moves())
                while position.move_stack:
                    self.assertEqual(again.pop(), position.pop())
                    self.assertEqual(again.fen(), position.fen())

    def test_pickles_keep_flags_and_repetitions(self):
        lenient = Position("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", lenient=True)
        self.assertEqual(pickle.loads(pickle.dumps(lenient)), lenient)
        position = Position()
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
            position.push(move)
        for again in pickle.loads(pickle.dumps(position)), pickle.loads(pickle.dumps(position.copy(stack=False))):
            self.assertEqual(again.draw, "threefold-repetition")
        self.assertEqual(len(again.move_stack), 0)
        restore = position.__reduce__()[0]
        for wrong in (), (3, 4, 5), ((Position, "x", 0, 0, None, None), [], b""):
            with self.assertRaises((TypeError, kingscan.FenError)):
                restore(*wrong)
        with self.assertRaises(TypeError):
            restore((int, "x", 0, 0, None, None), [], b"")
        with self.assertRaises(MoveError):
            restore((Position, Position().fen(), 0, 0, None, None), ["e2e5"], b"")
        with self.assertRaises(TypeError):
            restore((Position, Position().fen(), 0, 0, None, None), [3], b"")


class Answers(unittest.TestCase):
    def test_lists_of_legal_moves(self):
        for keywords in {}, {"variant": "crazyhouse"}, {"variant": "xiangqi"}, {"chess960": True}:
            for seed in range(4):
                position = random_game(30, seed, **keywords)
                moves = position.moves()
                self.assertEqual(position.legal_moves(), [str(move) for move in moves])
                self.assertEqual(position.legal_moves(san=False), position.legal_moves())
                self.assertEqual(position.legal_moves(san=True), [position.san(move) for move in moves])
        self.assertEqual(Position(MATE).legal_moves(), [])
        for wrong, said in (
            (lambda: Position().legal_moves(True), "takes no positional arguments"),
            (lambda: Position().legal_moves(uci=True), "invalid keyword argument|unexpected keyword argument"),
        ):
            self.assertRaisesRegex(TypeError, said, wrong)

    def test_mirror(self):
        """Twice is once; where the rules treat both sides alike, there are as many moves."""
        unlike = {"winbycastling", "legan", "isolation", "fox-and-hounds"}
        for variant in kingscan.variant_names():
            position = random_game(30, 7, variant=variant)
            try:
                turned = position.mirror()
            except kingscan.FenError:
                self.assertIn("horde", variant)  # the one side must be without a king
                continue
            self.assertEqual((turned.mirror().fen(), turned.move_stack), (position.fen(), ()), variant)
            self.assertNotEqual(turned.turn, position.turn)
            if variant not in unlike:
                self.assertEqual(len(turned.moves()), len(position.moves()), position)

    def test_lan(self):
        for fen, san, lan in (
            (KIWIPETE, "Nxd7", "Ne5xd7"),
            (KIWIPETE, "O-O-O", "O-O-O"),
            ("4k3/P7/8/8/8/8/8/R3K2R w - - 0 1", "a8=Q+", "a7-a8=Q+"),
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rad1", "Ra1-d1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5xd6"),
        ):
            self.assertEqual(Position(fen).lan(san), lan)
        drop = Position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", variant="crazyhouse")
        self.assertEqual(drop.lan("N@f3"), "N@f3")
        for variant in VARIANTS:
            position = random_game(20, 3, variant=variant)
            for move in position.moves():
                lan, san = position.lan(move), position.san(move)
                self.assertTrue(lan == san or move.from_square in lan and move.to_square in lan, (lan, san))

    def test_claims(self):
        position = Position()
        for text in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
            self.assertEqual((position.can_claim_draw(), position.result(claim_draw=True)), (False, "*"))
            position.push(text)
            if len(position.move_stack) == 7:
                break
        self.assertEqual((position.can_claim_draw(), position.draw), (True, None))  # Ng8 repeats
        self.assertEqual(position.outcome(claim_draw=True), Outcome("threefold-repetition", None))
        self.assertEqual(
            (position.outcome(), position.result(), position.result(claim_draw=True)), (None, "*", "1/2-1/2")
        )
        self.assertEqual(Position(MATE).result(), "1-0")
        for clock, claims in (98, False), (99, True), (100, True):
            self.assertEqual(Position(f"4k3/8/8/8/8/8/8/4K2R w - - {clock} 90").can_claim_draw(), claims)

    def test_status(self):
        self.assertEqual(Position().status(), None)
        full = Position("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1")
        code, said = full.status()
        self.assertEqual(code, "many-pawns")
        self.assertRaisesRegex(kingscan.FenError, re.escape(said), Position, full.fen(), possible=True)

    def test_attacked_squares(self):
        """Those with attackers."""
        for variant in "chess", *VARIANTS:
            position = random_game(25, 11, variant=variant)
            files, ranks = len(str(position).split("\n")[0].split()), len(str(position).split("\n"))
            squares = [f"{chr(97 + file)}{ranks - row}" for row in range(ranks) for file in range(files)]
            for color in "white", "black":
                expected = tuple(square for square in squares if position.attackers(color, square))
                self.assertEqual(position.attacked(color), expected, position)
        self.assertRaisesRegex(ValueError, "^color: expected", Position().attacked, "red")

    def test_attack_pairs(self):
        """Each attacker of each piece, in order."""
        self.assertEqual(Position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").attack_pairs(), (("e4", "d5"), ("d5", "e4")))
        for variant in "chess", *VARIANTS:
            position = random_game(25, 12, variant=variant)
            files, ranks = len(str(position).split("\n")[0].split()), len(str(position).split("\n"))
            squares = [f"{chr(97 + file)}{ranks - row}" for row in range(ranks) for file in range(files)]
            expected = []
            for to in filter(position.piece_at, squares):
                by = {*position.attackers("white", to), *position.attackers("black", to)}
                expected += [(square, to) for square in squares if square in by]
            self.assertEqual(position.attack_pairs(), tuple(expected), position)

    def test_str_draws_the_board(self):
        rows = "r n b q k b n r|p p p p p p p p|" + ". . . . . . . .|" * 4 + "P P P P P P P P|R N B Q K B N R"
        self.assertEqual(str(Position()), rows.replace("|", "\n"))
        self.assertEqual(f"{Position(SAFE)}".split()[4], "k")
        for variant in VARIANTS:
            position = random_game(20, 1, variant=variant)
            board = [row.split() for row in str(position).splitlines()]
            files = len(board[0])
            self.assertTrue(all(len(row) == files for row in board))
            drawn = {
                f"{chr(ord('a') + file)}{len(board) - row}": piece
                for row, pieces in enumerate(board)
                for file, piece in enumerate(pieces)
                if piece != "."
            }
            self.assertEqual(drawn, position.piece_map())

    def test_null_moves_are_pushed_by_name(self):
        for variant in "chess", "atomic":
            position = Position(variant=variant)
            for null in "0000", "--", "Z0", "null", "pass", Move("0000"):
                for ask in position.push, position.push_san, position.parse_san, position.san, position.is_capture:
                    with self.assertRaisesRegex(
                        MoveError, r"^a null move is no legal move: push_null\(\) makes one$"
                    ) as e:
                        ask(null)
                    self.assertEqual(e.exception.code, "pgn-null-move")
                self.assertFalse(position.is_legal(null))
                self.assertEqual(position.explain(null)[0], "pgn-null-move")
            self.assertEqual((len(position.move_stack), position), (0, Position(variant=variant)))

    def test_wrong_arguments_are_named(self):
        position = Position()
        for wrong, kind, said in (
            (lambda: Position(None), TypeError, "^fen: expected a FEN as a str, found None$"),
            (lambda: setattr(position, "turn", "black"), AttributeError, "not writable|read.?only"),
            (lambda: Position(3), TypeError, "^fen: expected a FEN as a str, found 3$"),
            (lambda: Position(position), TypeError, r"^fen: .* found Position\('.*'\), whose fen\(\) is one$"),
            (lambda: Position(variant=3), TypeError, "^variant: expected a name as a str, found 3$"),
            (lambda: Position(variant="atomic\0"), ValueError, "^there is no variant"),
            (lambda: position.push(""), MoveError, "^expected a move such as e2e4, Nf3 or O-O"),
            *(
                (lambda ask=ask, it=it: ask(it), TypeError, "^move: expected a Move, or a str in UCI or SAN, found ")
                for ask in (position.push, position.push_san, position.san, position.is_legal, position.explain)
                for it in (None, 796, b"e2e4", ["e2e4"], position)
            ),
            (lambda: Move(None), TypeError, "^uci: expected a move in UCI as a str, found None$"),
            (lambda: position.pieces(2), ValueError, r"^letter: .* found 2$"),
            (lambda: position.king("red"), ValueError, "^color: expected 'white' or 'black', found 'red'$"),
            (lambda: position.pieces("nn"), ValueError, "^letter: .* found 'nn'$"),
            (lambda: position.pieces("n" * 99), ValueError, "^letter: expected that of a piece, such as 'N' "),
            (
                lambda: position.piece_at(28),
                ValueError,
                "^square: expected one from a1 to h8, found 28$",
            ),
            (lambda: position.attackers(True, 28), ValueError, "^square: expected .* found 28$"),
            (lambda: position.piece_at(64), ValueError, "^square: expected one from a1 to h8, found 64$"),
            (lambda: position.outcome(True), TypeError, r"^outcome\(\) takes no positional arguments$"),
        ):
            self.assertRaisesRegex(kind, said, wrong)

    def test_positions_read_back(self):
        for settings in {}, {"chess960": True}, {"variant": "atomic"}, {"variant": "crazyhouse", "chess960": True}:
            position = Position(**settings)
            again = eval(repr(position), {"Position": Position})
            self.assertEqual((again, again.chess960, again.variant), (position, position.chess960, position.variant))

    def test_kinds_of_illegal_moves(self):
        position = Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        for text, kind in ("zz", "Invalid"), ("Nf9", "Invalid"), ("Nd4", "Illegal"), ("0000", "Illegal"):
            with self.assertRaises(getattr(kingscan, kind + "MoveError")) as e:
                position.push_san(text)
            self.assertIs(type(e.exception), getattr(kingscan, kind + "MoveError"))
            self.assertTrue(isinstance(e.exception, kingscan.MoveError) and e.exception.code)
        two = Position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
        self.assertRaises(kingscan.AmbiguousMoveError, two.parse_san, "Rd1")
        self.assertRaises(kingscan.IllegalMoveError, Position(variant="atomic").push_null)

    def test_texts_that_are_no_moves(self):
        for text in "hello", "e2", "hello" * 1000:
            with self.assertRaisesRegex(kingscan.InvalidMoveError, "^expected a move in UCI .* found '") as e:
                Move(text)
            self.assertEqual(e.exception.code, "move-text")
        self.assertEqual(Move("a9a10").to_square, "a10")

    def test_material_of_one_side(self):
        for fen, lacks in {
            "4k3/8/8/8/8/8/8/4KN2 w - - 0 1": (True, True),
            "4k3/7p/8/8/8/8/8/4KN2 w - - 0 1": (False, False),
            "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1": (False, True),
            "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1": (False, False),
        }.items():
            position = Position(fen)
            self.assertEqual(tuple(map(position.has_insufficient_material, ("white", "black"))), lacks, fen)
        self.assertRaises(NotImplementedError, Position(variant="atomic").has_insufficient_material, "white")

    def test_repetitions_of_a_position(self):
        again, found = Position(), []
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 4:
            again.push(move)
            found.append((again.is_repetition(2), again.is_repetition(), again.is_repetition(5)))
        self.assertEqual((found[2], found[3], found[7]), ((False,) * 3, (True, False, False), (True, True, False)))
        self.assertEqual(found[15], (True, True, True))

    def test_en_passant_squares_that_no_pawn_attacks(self):
        """A knight's attack is none, whether the square was read or comes from a push."""
        for black, attacked in (("8", "-"), ("6n1", "-"), ("3p4", "e3")):
            before = Position(f"4k3/8/8/8/{black}/8/PP2P3/4K3 w - - 0 1")
            before.push("e4")
            pushed = f"4k3/8/8/8/{black.replace('8', '4P3').replace('6n1', '4P1n1').replace('3p4', '3pP3')}/8/PP6/4K3"
            self.assertEqual(before.ep_square, "e3")
            for position in before, Position(f"{pushed} b - e3 0 1"):
                self.assertEqual(position.x_fen(), f"{pushed} b - {attacked} 0 1")

    def test_claims_do_not_depend_on_the_material(self):
        dead = Position("8/8/8/4k3/8/3K4/5B2/8 w - - 93 80")
        moves = "Bg3+ Ke6 Bf2 Ke5 Bg3+ Ke6 Bf2 Ke5 Kc3".split()
        for ply, move in enumerate(moves):
            self.assertEqual((dead.can_claim_draw(), dead.draw), (ply >= 6, "insufficient-material"), move)
            dead.push(move)

    def test_copies_keep_their_moves(self):
        position = random_game(9, 3)
        whole = position.copy(), copy.copy(position), copy.deepcopy(position), position.copy(stack=20)
        for copied in whole:
            self.assertEqual(copied.move_stack, position.move_stack)
        self.assertEqual(position.copy(stack=False).move_stack, ())
        copied = position.copy(stack=2)
        self.assertEqual(copied.move_stack, position.move_stack[-2:])
        copied.push(copied.moves()[0])
        for _ in range(3):
            copied.pop()
        self.assertRaises(IndexError, copied.pop)
        before = position.copy()
        before.pop(), before.pop()
        self.assertEqual(copied, before)
        for wrong in -1, "x":
            self.assertRaises((TypeError, OverflowError), position.copy, stack=wrong)


class Pictures(unittest.TestCase):
    def test_it_is_that_of_the_program(self):
        for keywords in {"fen": PINNED}, {"fen": KIWIPETE}, {"variant": "xiangqi"}:
            position = Position(**keywords)
            variant = ["--variant", keywords["variant"]] if "variant" in keywords else []
            for rays in False, True:
                drawn = told("show", "--svg", "-", *variant, *(["--rays"] if rays else []), position.fen())
                ours, theirs = ([*xml.etree.ElementTree.fromstring(svg)] for svg in (position.svg(rays=rays), drawn))
                self.assertIn(position.fen(), ours[0].text)
                as_text = [[xml.etree.ElementTree.tostring(part) for part in picture[1:]] for picture in (ours, theirs)]
                self.assertEqual(*as_text)
            self.assertEqual(position._repr_svg_(), position.svg())
        self.assertNotEqual(Position(PINNED).svg(rays=True), Position(PINNED).svg())


class Variants(unittest.TestCase):
    def test_moves_are_those_of_the_program(self):
        for variant in VARIANTS:
            position = random_game(6, 1997, variant=variant)
            self.assertEqual(position.variant, variant)
            listed = told("moves", "--variant", variant, position.fen()).split()
            self.assertEqual(sorted(position.legal_moves()), sorted(listed))
            self.assertEqual(
                str(position.perft(2)), told("perft", "2", "--variant", variant, position.fen()).split()[0]
            )
        self.assertIn("atomic", kingscan.variant_names())
        self.assertEqual(Position(variant="chess"), Position())
        self.assertEqual(Position().variant, "chess")

    def other(self, path):
        """A file with another text and the same variants."""
        copied = path.with_name("other.ini")
        copied.write_text(path.read_text() + "# another text")
        return copied

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            mine, same, wrong = (Path(folder, name) for name in ("mine.ini", "same.ini", "wrong.ini"))
            mine.write_text("[knights:chess]\nqueen = -\nknight = n\nstartFen = 4k3/8/8/8/8/8/8/NN2K3 w - - 0 1\n")
            same.write_bytes(mine.read_bytes())
            wrong.write_text("[good:chess]\n\n[bad:chess]\nmaxRank = 77\n")
            position = Position(variant="knights", variants=mine)
            self.assertIn("b1c3", position.legal_moves())
            self.assertEqual(position, Position(variant="knights", variants=same))
            other = self.other(mine)
            self.assertNotEqual(position, Position(variant="knights", variants=other))
            self.assertEqual(kingscan.variant_names(mine)[-1], "knights")
            position.push("Nc3")
            mine.unlink()
            self.assertEqual(pickle.loads(pickle.dumps(position)), position)
            self.assertEqual(Position(variant="good", variants=wrong).variant, "good")
            told_of = subprocess.run(
                [PROGRAM, "moves", "--variants", wrong, "--variant", "bad"], capture_output=True, text=True
            ).stderr
            with self.assertRaises(ValueError) as raised:
                Position(variant="bad", variants=wrong)
            self.assertIn(str(raised.exception).replace("4:11: ", "4:11: error: "), told_of)
            with self.assertRaises(FileNotFoundError):
                Position(variant="knights", variants=mine)

    def test_wrong_names(self):
        with self.assertRaisesRegex(ValueError, "there is no variant 'atomik'; did you mean 'atomic'"):
            Position(variant="atomik")
        with self.assertRaisesRegex(ValueError, "variants: expected variant too"):
            Position(variants=Path("mine.ini"))
        for wrong in "mine.ini", 3:
            with self.assertRaisesRegex(TypeError, "expected a pathlib.Path"):
                Position(variant="knights", variants=wrong)
        with self.assertRaises(kingscan.FenError):
            Position("x", variant="atomic")


class Memory(unittest.TestCase):
    def test_nothing_leaks(self):
        def everything():
            for keywords in {}, {"variant": "crazyhouse"}:
                position = Position(**keywords)
                for move in position.moves():
                    position.push(move)
                    position.is_check(), position.verdict, position.outcome(claim_draw=True), position.checkers
                    position.svg(), position.move_stack, position.key, str(position), position == position.copy()
                    position.moves(), position.legal_moves(san=True), position.turn
                    pickle.loads(pickle.dumps(position))
                    position.pop()
                position.perft(4), position.perft(5 if position.variant == "chess" else 4)
                for wrong in Move("e2e5"), "x", 3, "0000":
                    try:
                        position.push(wrong)
                    except (MoveError, TypeError):
                        pass
                position.push("e2e4")
                position.piece_map(), position.pieces("P"), position.ep_square, position.castling_rights
                position.board, position.x_fen(), position.has_castling_rights("white")
                position.attackers("white", "e4"), position.san("e7e5"), position.parse_san("e5")
                position.mirror(), position.lan("e5"), position.status(), Move("e2e4")
                position.attacks("e4"), position.can_claim_draw(), position.result(), position.board_fen()

        def held():
            gc.collect()
            return int(Path("/proc/self/statm").read_text().split()[1]), len(gc.get_objects())

        for _ in range(5):
            everything()
        held()  # whose list of objects takes pages that the heap keeps
        pages, objects = held()
        counts = [sys.getrefcount(thing) for thing in (Position, Move, None, Move("e2e4"))]
        for _ in range(40):
            everything()
        pages_now, objects_now = held()
        self.assertLess(pages_now - pages, 100)
        self.assertLess(objects_now - objects, 100)
        counts_now = [sys.getrefcount(thing) for thing in (Position, Move, None, Move("e2e4"))]
        for before, now in zip(counts, counts_now):
            self.assertLess(abs(now - before), 30)


if __name__ == "__main__":
    unittest.main()
