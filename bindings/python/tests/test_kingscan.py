"""Tests kingscan.check, games and in_check_batch against the program and against each other.

    PYTHONPATH=build/python/site KINGSCAN=build/kingscan python3 bindings/python/tests/test_kingscan.py
"""
import ast
import collections
import copy
import doctest
import gc
import gzip
import inspect
import io
import itertools
import os
import pickle
import random
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import kingscan
from common import KIWIPETE, POSITIONS, PROGRAM, ROOT, numpy
from kingscan import Verdict

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WRONG = [
    "",
    "   ",
    "# 4k3/8/8/8/8/8/8/4K3 w - -",
    "x",
    "4k3/8/8/8/8/8/8/4K3",
    "4k3/8/8/8\n/8/8/8/4K3 w - -",
    "\0",
    "é" * 200,
]


def lines_of(path):
    return [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]


def told_by_the_program(path):
    """(verdict, checkers) of each line, as words."""
    told = subprocess.run([PROGRAM, "check", path], capture_output=True, text=True, check=True).stdout
    rows = [line.split("\t") for line in told.splitlines()]
    return [(verdict, "" if checkers == "-" else checkers) for verdict, checkers, _ in rows]


def in_words(results):
    return [(str(verdict), ",".join(checkers)) for verdict, checkers in results]


class Check(unittest.TestCase):
    def test_all_ways_say_what_the_program_says(self):
        expected = told_by_the_program(POSITIONS)
        self.assertGreater(len(expected), 40000)
        lines = lines_of(POSITIONS)
        text = POSITIONS.read_text()
        ways = {
            "path": POSITIONS,
            "file": io.BytesIO(text.encode()),
            "text": text,
            "bytes": text.encode(),
            "bytearray": bytearray(text.encode()),
            "memoryview": memoryview(text.encode()),
            "list": lines,
            "generator": (line for line in lines),
            "bytes in a tuple": tuple(line.encode() for line in lines),
            "with line feeds": [line + "\n" for line in lines],
            "CR LF": text.replace("\n", "\r\n"),
        }
        for name, positions in ways.items():
            with self.subTest(name):
                results = kingscan.check(positions)
                self.assertEqual(len(results), len(expected))
                self.assertTrue(in_words(results) == expected)
                self.assertEqual(results.errors, [])

    def test_strings_keep_their_places(self):
        mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - -"
        given = [text for wrong in WRONG for text in (mate, wrong)] * 1500
        results = kingscan.check(given, reasons=len(given))
        self.assertEqual(len(results), len(given))
        self.assertEqual(bytes(results.verdicts), bytes([Verdict.CHECKMATE, Verdict.INVALID]) * (len(given) // 2))
        self.assertEqual([error.index for error in results.errors], list(range(1, len(given), 2)))
        self.assertEqual(results[0], (Verdict.CHECKMATE, ("a8",)))
        self.assertEqual(results[-1], (Verdict.INVALID, ()))
        self.assertEqual(list(results.lines[:3]), [1, 2, 3])

    def test_errors_say_what_and_where(self):
        results = kingscan.check("\n# first\n4k3/8/8/8/8/8/8/4K3 w - -\n4k3/9 w - -\n4k3/8/8/8/8/8/8/8 w - -\n")
        self.assertEqual(list(results.lines), [3, 4, 5])
        self.assertEqual(
            results.errors,
            [
                kingscan.Rejected(
                    1, "placement-character", 4, "expected a piece letter, a digit 1-8 or '/', found '9'"
                ),
                kingscan.Rejected(2, "no-king", 0, "expected one white king, found none"),
            ],
        )
        self.assertEqual(results.counts(), {**{verdict: 0 for verdict in Verdict}, Verdict.SAFE: 1, Verdict.INVALID: 2})
        self.assertEqual(kingscan.check(["x"] * 300, reasons=7).errors[-1].index, 6)
        self.assertEqual(kingscan.check("x\n" * 300, reasons=0).errors, [])

    def test_blocks_are_cut_anywhere(self):
        text = "\n".join(lines_of(POSITIONS)[:60]) + "\n# a comment\n\nx\n" + "y" * 500 + "\n4k3/8/8/8/8/8/8/4K3 w - -"
        expected = kingscan.check(text)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "positions.epd")
            path.write_text(text)
            for block in [*range(1, 130), 1000]:
                kingscan.checking._BLOCK, usual = block, kingscan.checking._BLOCK
                found = kingscan.check(path)
                kingscan.checking._BLOCK = usual
                for column in "verdicts", "checkers", "lines", "errors":
                    self.assertEqual(getattr(found, column), getattr(expected, column), (block, column))

    def test_nothing_and_nonsense(self):
        for nothing in "", b"", [], io.BytesIO(), Path(os.devnull):
            self.assertEqual(len(kingscan.check(nothing)), 0)
        for nonsense in [3], 3, None, ["4k3/8/8/8/8/8/8/4K3 w - -", 3]:
            with self.assertRaises((TypeError, AttributeError)):
                kingscan.check(nonsense)
        with self.assertRaises(ValueError):
            kingscan.check("x", lenient=True, possible=True)
        with self.assertRaises(FileNotFoundError):
            kingscan.check(Path("/nowhere/at/all"))

    def test_the_first_error_is_raised_when_asked(self):
        safe, pawn = "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/P3K3 w - -"
        for positions in [safe, pawn, "x"], f"{safe}\n\n{pawn}\nx\n", io.BytesIO(f"{safe}\n{pawn}\n".encode()):
            with self.assertRaisesRegex(kingscan.FenError, "^element 1: .*pawn") as raised:
                kingscan.check(positions, errors="raise")
            self.assertEqual((raised.exception.code, raised.exception.offset), ("pawn-rank", 16))
        self.assertEqual(len(kingscan.check([safe] * 3, errors="raise")), 3)
        self.assertRaisesRegex(ValueError, "^errors: expected 'keep' or", kingscan.check, [safe], errors=100)

    def test_surrogates(self):
        """A text that was no UTF-8 is read as the file is."""
        for name in b"M\xfcller".decode("utf-8", "surrogateescape"), "\ud800":
            line = f'4k3/8/8/8/8/8/8/4K3 w - - id "{name}";'
            for positions in line, [line], [line, line]:
                found = kingscan.check(positions)
                self.assertEqual({kingscan.Verdict.SAFE}, {result.verdict for result in found})

    def test_files_of_other_kinds_are_named(self):
        position = "4k3/8/8/8/8/8/8/4K3 w - -"
        contents = {
            "a.txt": (position.encode("utf-16"), "this is UTF-16"),
            "a.csv": (
                f"id,FEN\n1,{position}\n".encode(),
                "this is a table with a column for FEN: column='fen' reads it",
            ),
            "a.jsonl": (f'{{"fen": "{position}"}}\n'.encode(), "this is JSON Lines"),
        }
        with tempfile.TemporaryDirectory() as folder:
            for name, (content, expected) in contents.items():
                path = Path(folder, name)
                path.write_bytes(content)
                with self.assertRaisesRegex(ValueError, f"{name}: .*{expected}"):
                    kingscan.check(path)
            for content, expected in (gzip.compress(b"x"), "gzip"), (b"1. e4 *", "PGN"):
                with self.assertRaisesRegex(ValueError, f"this is {expected}"):
                    kingscan.check(io.BytesIO(content))
            path = Path(folder, "p.epd")
            path.write_text(position + "\n")
            self.assertEqual(len(kingscan.check(path)), 1)
            with self.assertWarnsRegex(UserWarning, "pathlib.Path"):
                kingscan.check(str(path))

    def test_flags(self):
        capturable, no_rook = "4k3/8/8/8/8/8/8/4RK2 w - -", "4k3/8/8/8/8/8/8/4K3 w K -"
        many = "4k3/pppppppp/pp6/8/8/8/8/4K3 w - -"
        for text, flag, plain, flagged in (
            (capturable, "lenient", 5, 0),
            (no_rook, "strict", 0, 5),
            (many, "strict", 0, 5),
            (no_rook, "possible", 0, 0),
            (many, "possible", 0, 5),
        ):
            for given in text, [text]:
                self.assertEqual(kingscan.check(given).verdicts[0], plain)
                for true in True, 2, "yes":
                    self.assertEqual(kingscan.check(given, **{flag: true}).verdicts[0], flagged)

    def test_random_bytes(self):
        random.seed(1997)
        lines = lines_of(POSITIONS)[:2000]
        for _ in range(200):
            data = bytearray("\n".join(random.sample(lines, 40)), "ascii")
            for _ in range(random.randrange(60)):
                data[random.randrange(len(data))] = random.randrange(256)
            rows = [row for row in bytes(data).split(b"\n")]
            by_strings, by_text = kingscan.check(rows), kingscan.check(data)
            places = [number - 1 for number in by_text.lines]
            self.assertEqual(bytes(by_strings.verdicts[place] for place in places), bytes(by_text.verdicts))
            self.assertEqual(set(by_strings.verdicts[i] for i in set(range(len(rows))) - set(places)) - {5}, set())


class Games(unittest.TestCase):
    FILES = [ROOT / "examples/games.pgn", ROOT / "tests/data/torture.pgn"]

    def test_positions_and_verdicts_are_those_of_the_program(self):
        for path in self.FILES:
            told = subprocess.run([PROGRAM, "check", path], capture_output=True, text=True).stdout
            rows = [line.split("\t") for line in told.splitlines()]
            found, expected = [], []
            for number, game in enumerate(kingscan.games(path), 1):
                results = [result for result in game.results if result.verdict != Verdict.INVALID]
                fens = [position.fen() for position in game.positions()][1:]
                self.assertEqual(len(results), len(game.moves))
                self.assertEqual(len(results), len(fens))
                for (verdict, checkers), fen in zip(results, fens):
                    found.append((str(number), str(verdict), ",".join(checkers) or "-", fen))
            for verdict, checkers, fen, _, game, *_ in rows:
                expected.append((game, verdict, checkers, fen))
            self.assertEqual(found, expected)
            self.assertGreater(len(found), 60)

    def test_comments_beside_the_moves(self):
        text = (
            b'[Event ""]\n\n{before} 1. e4 $1 { [%eval 0.24] [%clk 0:03:00] } e5 {[%clk 0:02:59.5][%eval #-3,20] hm} '
            b"{2nd [%emt 1:02]} 2. Nf3 $14 $2 {[%csl Ge4,Rd5] [%cal Ge2e4]} 2... d6 {[%eval #2]} 3. d4 *\n\n1. d4 *\n"
        )
        game, other = kingscan.games(io.BytesIO(text), comments=True)
        self.assertEqual(game.comment, "before")
        first, second = (
            "[%eval 0.24] [%clk 0:03:00]",
            "[%clk 0:02:59.5][%eval #-3,20] hm 2nd [%emt 1:02]",
        )
        self.assertEqual(
            game.comments,
            [first, second, "[%csl Ge4,Rd5] [%cal Ge2e4]", "[%eval #2]", None],
        )
        self.assertEqual(game.nags, [(1,), (), (14, 2), (), ()])
        self.assertEqual(repr(game.clocks), "array('d', [180.0, 179.5, nan, nan, nan])")
        self.assertEqual(repr(game.elapsed), "array('d', [nan, 62.0, nan, nan, nan])")
        self.assertEqual(repr(game.evals), "array('d', [0.24, -inf, nan, inf, nan])")
        self.assertEqual(repr(game.mates), "array('i', [0, -3, 0, 2, 0])")
        self.assertEqual(game.squares, [None, None, "Ge4,Rd5", None, None])
        self.assertEqual(game.arrows, [None, None, "Ge2e4", None, None])
        self.assertEqual((other.comment, other.comments, other.nags), (None, [None], [()]))
        # A mate on the board: the side to move has lost, whatever the sign.
        on_the_board = b"1. f3 {[%eval #-0]} e5 2. g4 Qh4# {[%eval #0]} 0-1"
        (mated,) = kingscan.games(io.BytesIO(on_the_board), comments=True)
        self.assertEqual(repr(mated.evals), "array('d', [inf, nan, nan, -inf])")
        self.assertEqual(list(mated.mates), [0] * 4)
        (plain, _) = kingscan.games(io.BytesIO(text))
        self.assertEqual((plain.moves, plain.results.verdicts), (game.moves, game.results.verdicts))
        self.assertEqual((plain.clocks, plain.evals, plain.comments, plain.nags), (None,) * 4)

    def test_comments_of_games_with_errors(self):
        (game,) = kingscan.games(io.BytesIO(b"1. e4 {a} e5 {b} 2. Ke3 {c} Nf6 {d} *"), comments=True)
        self.assertEqual((game.moves, game.comments), (["e2e4", "e7e5"], ["a", "b"]))
        long = "x" * 9000
        (game,) = kingscan.games(io.BytesIO(b"1. e4 {%s} e5 *" % long.encode()), comments=True)
        self.assertEqual(game.comments, [long, None])
        words = " ".join(["x", "yy", "zzz"] * 1500)
        (game,) = kingscan.games(io.BytesIO(b"1. e4 {  %s  } {} { b } e5 *" % words.encode()), comments=True)
        self.assertEqual(game.comments, [words + " b", None])

    def test_variations_as_a_tree(self):
        text = (
            b'[Event "x"]\n\n{s} 1. e4 {a [%clk 0:03:00]} '
            b"({v} 1. d4 $5 {q} {r  } d5! (1... Nf6 {deep} 2. c4) 2. Ke3 Nc6) $6 {b} (1. c4)"
            b" e5 2. -- (2. Nf3 -- 3. d4) Nf6 3. Bb5 *\n\n1. d4 *"
        )

        def shown(moves, variations):
            return [
                [
                    san,
                    *(shown((one.san for one in other.moves), (one.sidelines for one in other.moves)) for other in at),
                ]
                for san, at in zip(moves, variations)
            ]

        game, other = kingscan.games(io.BytesIO(text), variations=True, comments=True, null_moves=True)
        tree = [
            ["e2e4", [["d4"], ["d5", [["Nf6"], ["c4"]]]], [["c4"]]],
            ["e7e5"],
            ["0000", [["Nf3"], ["--"], ["d4"]]],
            ["g8f6"],
            ["f1b5"],
        ]
        self.assertEqual(shown(game.moves, game.sidelines), tree)
        self.assertEqual((game.comment, game.comments[0], game.nags[0]), ("s", "a [%clk 0:03:00] b", (6,)))
        first, second = game.sidelines[0]
        self.assertEqual((first.comment, second.comment), ("v", None))
        self.assertEqual(first.moves[0], ("d2d4", "d4", "q r", (5,), ()))
        self.assertEqual((first.moves[1].move, first.moves[1].nags), ("d7d5", (1,)))
        self.assertEqual(first.moves[1].sidelines[0].moves[0].comment, "deep")
        self.assertEqual([(error.code, error.index) for error in game.results.errors], [("piece-rule", 1)])
        self.assertEqual(other.sidelines, ((),))
        (plain, _) = kingscan.games(io.BytesIO(text), null_moves=True)
        self.assertEqual((plain.moves, plain.sidelines, plain.comments), (game.moves, None, None))
        (alone, _) = kingscan.games(io.BytesIO(text), variations=True, null_moves=True)
        self.assertEqual((alone.sidelines, alone.comments), (game.sidelines, None))
        self.assertEqual(alone.position().fen(), plain.position().fen())

    def test_variations_without_an_end_and_of_variants(self):
        (cut,) = kingscan.games(io.BytesIO(b"1. e4 (1. d4 {x} (1. c4"), variations=True)
        ((variation,),) = cut.sidelines
        self.assertEqual((variation.moves[0].san, variation.moves[0].comment), ("d4", "x"))
        self.assertEqual(variation.moves[0].sidelines[0].moves[0].san, "c4")
        self.assertEqual(len(cut.results.errors), 1)
        house = b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 (3. P@d6) *'
        (game,) = kingscan.games(io.BytesIO(house), variations=True)
        self.assertEqual(game.sidelines[4][0].moves[0][:2], ("P@d6", "P@d6"))
        deep = b"1. e4" + b" (1. d4" * 50 + b")" * 50 + b" *"
        (game,) = kingscan.games(io.BytesIO(deep), variations=True)
        depth, variations = 0, game.sidelines[0]
        while variations:
            depth, variations = depth + 1, variations[0].moves[0].sidelines
        self.assertEqual((depth, game.results.errors), (50, []))

    def test_null_moves_by_an_option(self):
        words = ["--", "Z0", "0000", "@@@@", "<>", "null", "pass"]
        text = "".join(f"1. e4 {word} 2. d4 *\n\n" for word in words).encode()
        read = list(kingscan.games(io.BytesIO(text), null_moves=True))
        self.assertEqual([game.moves for game in read], [["e2e4", "0000", "d2d4"]] * len(words))
        self.assertEqual([len(game.results.errors) for game in read], [0] * len(words))
        fen = "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"
        self.assertEqual((list(read[0].positions())[3].fen(), read[0].position().fen()), (fen, fen))
        for game in kingscan.games(io.BytesIO(text)):
            self.assertEqual((game.moves, [error.code for error in game.results.errors]), (["e2e4"], ["pgn-null-move"]))
        check = b"1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *"
        (game,) = kingscan.games(io.BytesIO(check), null_moves=True)
        self.assertEqual((len(game.moves), game.results.errors[0].message), (5, "a null move is impossible in check"))
        (game,) = kingscan.games(io.BytesIO(b"1. e4 {a} -- {b} 2. d4 {c} *"), comments=True, null_moves=True)
        self.assertEqual(game.comments, ["a", "b", "c"])
        (game,) = kingscan.games(io.BytesIO(b'[Variant "Atomic"]\n\n1. e4 -- 2. d4 *'), null_moves=True)
        self.assertEqual((game.moves, len(game.results.errors)), (["e2e4"], 1))
        with tempfile.TemporaryDirectory() as folder:
            path, lines = Path(folder, "null.pgn"), Path(folder, "lines.epd")
            path.write_bytes(text)
            lines.write_text("4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
            told = subprocess.run([PROGRAM, "check", "--null-moves", path], capture_output=True, text=True).stdout
            found = kingscan.check(path, null_moves=True)
            self.assertEqual(
                [str(result.verdict) for result in found], [row.split("\t")[0] for row in told.splitlines()]
            )
            self.assertEqual(len(found), 3 * len(words))
            for other in lines, lines.read_text(), [lines.read_text()]:
                with self.assertRaisesRegex(ValueError, "^null_moves: expected the pathlib.Path of a file of games"):
                    kingscan.check(other, null_moves=True)

    def test_games_of_variants(self):
        games = (
            b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *\n\n[Variant "tiny"]\n\n1. Rb3+ Ka2 2. Rb4 1-0'
        )
        zh, unknown = kingscan.games(io.BytesIO(games))
        self.assertEqual((zh.variant, zh.moves[-1]), ("crazyhouse", "P@e6"))
        last = list(zh.positions())[-1]
        self.assertEqual(last.fen(), "rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3")
        self.assertEqual((unknown.variant, unknown.start, unknown.moves), (None, None, []))
        self.assertEqual(unknown.results.errors[0].code, "pgn-variant")
        with tempfile.TemporaryDirectory() as folder:
            mine = Path(folder, "mine.ini")
            mine.write_text("[tiny]\nmaxFile = d\nmaxRank = 4\nking = k\nrook = r\nstartFen = 2K1/R3/4/1k2 w - - 0 1\n")
            _, tiny = kingscan.games(io.BytesIO(games), variants=mine)
            self.assertEqual((tiny.variant, tiny.moves), ("tiny", ["a3b3", "b1a2", "b3b4"]))
            self.assertEqual([str(result.verdict) for result in tiny.results], ["check", "safe", "safe"])
            self.assertEqual({result.checkers for result in tiny.results}, {()})
            self.assertEqual(len(list(tiny.positions())), 4)
            self.assertEqual(pickle.loads(pickle.dumps(tiny)).position(), tiny.position())
        self.assertEqual(pickle.loads(pickle.dumps(zh)).position(), zh.position())

    def test_tags_results_and_errors(self):
        text = b'x\n[White "no"]\n[White "M\xc3\xbcller"]\n[Black "\xfc"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n1. d4 1/2-1/2'
        first, second = kingscan.games(io.BytesIO(b'[Event ""]\n' + text[2:]))
        self.assertEqual(list(first.tags.items()), [("Event", ""), ("White", "M\xfcller"), ("Black", "\udcfc")])
        self.assertEqual((first.result, first.line, first.moves), ("1-0", 1, ["e2e4", "e7e5"]))
        self.assertEqual(list(first.results.lines), [6, 6, 6])
        (error,) = first.results.errors
        self.assertEqual((error.index, error.code, error.offset), (2, "piece-rule", 12))
        self.assertEqual((second.result, second.line, second.moves), ("1/2-1/2", 8, ["d2d4"]))
        self.assertEqual(second.start, START)
        self.assertEqual(repr(second), "<Game of line 8, 1 moves, 1/2-1/2>")

    def test_copies_and_pickles(self):
        """Games go to other processes, with all that was asked for; a copy of results has columns of its own."""
        for game in itertools.islice(kingscan.games(self.FILES[0], comments=True, variations=True), 3):
            for again in copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)):
                for name in set(game.__slots__) - {"results", "_variants"}:
                    self.assertEqual(repr(getattr(again, name)), repr(getattr(game, name)), name)
                self.assertEqual(list(again.results), list(game.results))
                self.assertEqual((again.results.errors, again.position()), (game.results.errors, game.position()))
        results = kingscan.check(["x", START, KIWIPETE], count_moves=True)
        for again in copy.copy(results), copy.deepcopy(results), pickle.loads(pickle.dumps(results)):
            self.assertEqual((list(again), again.errors), (list(results), results.errors))
            self.assertEqual([list(again.moves), list(again.captures)], [[0, 20, 48], [0, 0, 8]])
            again.verdicts[0] = Verdict.SAFE
            self.assertEqual(results[0].verdict, Verdict.INVALID)

    def test_check_takes_all_games_of_a_path(self):
        whole = kingscan.check(self.FILES[0])
        parts = [game.results for game in kingscan.games(self.FILES[0])]
        self.assertEqual(in_words(whole), [row for part in parts for row in in_words(part)])
        self.assertEqual(list(whole.lines), [line for part in parts for line in part.lines])
        self.assertEqual(len(whole.errors), sum(len(part.errors) for part in parts))
        for error in whole.errors:
            self.assertEqual(whole[error.index].verdict, Verdict.INVALID)
        self.assertEqual(whole.errors[:1], kingscan.check(self.FILES[0], reasons=1).errors)

    def test_compressed_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path, cut, lines = (Path(folder, name) for name in ("games.pgn.gz", "cut.pgn.gz", "lines.epd.gz"))
            packed = gzip.compress(self.FILES[0].read_bytes() * 200)
            path.write_bytes(packed)
            cut.write_bytes(packed[:-20])
            lines.write_bytes(gzip.compress(POSITIONS.read_bytes()))
            self.assertEqual(len(list(kingscan.games(path))), 1400)
            self.assertEqual(len(kingscan.check(path)), 200 * len(kingscan.check(self.FILES[0])))
            self.assertEqual(in_words(kingscan.check(lines)), told_by_the_program(POSITIONS))
            with self.assertRaisesRegex(OSError, "cut.pgn.gz: .*unexpected end"):
                list(kingscan.games(cut))
            some = kingscan.games(path)
            next(some)
            some.close()

    def test_trouble_of_the_file_comes_through(self):
        class Trouble:
            def __init__(self, count):
                self.count = count

            def readinto(self, buffer):
                if self.count is None:
                    raise EOFError("no")
                buffer[:6] = b"1. e4 "
                self.count, count = None, self.count
                return count

        with self.assertRaisesRegex(EOFError, "no"):
            list(kingscan.games(Trouble(6)))
        for count, error in (-1, OSError), (1 << 40, OSError), ("6", TypeError), (1 << 70, OverflowError):
            with self.assertRaises(error):
                list(kingscan.games(Trouble(count)))
        with self.assertRaises(FileNotFoundError):
            list(kingscan.games("/nowhere/at/all.pgn"))

    def test_a_file_may_keep_what_it_has_filled(self):
        class Keeper(io.BytesIO):
            def readinto(self, view):
                kept.append(memoryview(view))
                return super().readinto(view)

        kept = []
        moves = [game.moves for game in kingscan.games(Keeper(b"1. e4 e5 *\n\n" * 30000))]
        self.assertEqual(moves, [["e2e4", "e7e5"]] * 30000)
        for view in kept:  # these bytes are nobody else's
            view[:] = b"?" * len(view)

    def test_a_file_may_empty_what_it_has_filled(self):
        class Emptier:
            def readinto(self, view):
                bytes_of_view, size = view.obj, len(view)
                view.release()
                bytes_of_view.clear()
                return size

        with self.assertRaisesRegex(OSError, "readinto: expected the number of bytes read"):
            list(kingscan.games(Emptier()))

    def test_a_reader_that_reads_refuses(self):
        class Asking(io.BytesIO):
            def readinto(self, view):
                for call in lambda: next(reader), lambda: list(reader):
                    try:
                        call()
                    except RuntimeError as error:
                        refused.append(str(error))
                return super().readinto(view)

        refused = []
        reader = kingscan._kingscan.GameReader(Asking(b"1. e4 *\n\n" * 3))
        self.assertEqual([game[6] for game in reader], [["e2e4"]] * 3)
        self.assertIn("reading already", refused[0])
        self.assertEqual(len(refused) % 2, 0)
        file = io.BytesIO()
        file.close()
        reader = kingscan._kingscan.GameReader(file)
        with self.assertRaisesRegex(ValueError, "closed"):
            next(reader)
        self.assertEqual(list(reader), [])  # it does not go on refusing

    def test_threads_share_a_reader(self):
        class Slow(io.BytesIO):
            def readinto(self, view):
                time.sleep(0.01)
                return super().readinto(view[:5000])

        def take():
            while True:
                try:
                    games.append(next(reader))
                except StopIteration:
                    return
                except RuntimeError:
                    refused.append(1)
                    time.sleep(0.00001)

        games, refused = [], []
        reader = kingscan._kingscan.GameReader(Slow(b"1. e4 e5 2. Nf3 *\n\n" * 5000))
        threads = [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([game[6] for game in games], [["e2e4", "e7e5", "g1f3"]] * 5000)
        self.assertTrue(refused)


class Batch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        positions = cls.positions = [kingscan.Position(line) for line in lines_of(POSITIONS)[::9]]
        cls.boards = b"".join(position.board for position in positions)
        cls.sides = bytes(position.turn == "black" for position in positions)
        cls.kings = bytes(
            bytes(position.board).index(14 if side else 6) for position, side in zip(positions, cls.sides)
        )
        cls.expected = bytes(bool(position.checkers) for position in positions)
        cls.count = len(positions)
        cls.view = memoryview(cls.boards).cast("B", (cls.count, 64))

    def test_bytes(self):
        self.assertEqual(kingscan.in_check_batch(self.view, self.kings, self.sides), self.expected)
        self.assertGreater(sum(self.expected), 100)

    def test_out_is_filled_and_returned(self):
        out = bytearray(b"\xff" * self.count)
        self.assertIs(kingscan.in_check_batch(self.view, self.kings, self.sides, out=out), out)
        self.assertEqual(out, self.expected)

    def test_attacked_squares(self):
        """Those of the position, of either side, in numbers of boards around a part's."""
        for n in 0, 1, 2, 100, 4095, 4096, 4097:
            times = n // self.count + 1
            view = memoryview(self.boards * times).cast("B", (self.count * times, 64))[:n]
            for sides in (self.sides * times)[:n], bytes(1 - side for side in (self.sides * times)[:n]):
                found = kingscan.attacked(view, sides)
                self.assertEqual((found.format, found.shape), ("Q", (n,)))
                for i in range(0, n, 29):
                    color = "black" if sides[i] else "white"
                    expected = self.positions[i % self.count].attacked(color)
                    self.assertEqual(kingscan.squares(found[i]), expected)

    def test_attacked_squares_of_other_codes(self):
        letters = {code: letter for code, letter in enumerate(".PNBRQK..pnbrqk.") if letter != "."}
        from_a1 = b"".join(self.boards[64 * i + 8 * row :][:8] for i in range(self.count) for row in range(7, -1, -1))
        view = memoryview(from_a1).cast("B", (self.count, 64))
        out = memoryview(bytearray(8 * self.count)).cast("Q")
        self.assertIs(kingscan.attacked(view, self.sides, out=out, codes=kingscan.Codes(letters, a1_first=True)), out)
        for turned, mask in zip(out, kingscan.attacked(self.view, self.sides)):
            self.assertEqual(turned.to_bytes(8, "big"), mask.to_bytes(8, "little"))

    def test_wrong_arrays_of_attacked_squares(self):
        view, sides = self.view, self.sides
        wrong = [
            (view, sides[1:]),
            (3, sides),
            (memoryview(self.boards), sides),
            (view[::-1], sides),
            (view, b"\2" * self.count),
        ]
        for number, arrays in enumerate(wrong):
            with self.subTest(number), self.assertRaises((ValueError, TypeError)):
                kingscan.attacked(*arrays)
        for out in bytearray(8 * self.count), memoryview(bytearray(8 * self.count - 8)).cast("Q"):
            with self.assertRaisesRegex(ValueError, "^out: expected uint64 of shape"):
                kingscan.attacked(view, sides, out=out)
        with self.assertRaisesRegex(ValueError, f"^board {self.count - 1}: expected side 0 or 1, found 2"):
            kingscan.attacked(view, sides[:-1] + b"\2")

    def test_all_small_numbers_of_boards(self):
        for n in range(200):
            found = kingscan.in_check_batch(
                memoryview(self.boards[: 64 * n] or b"").cast("B", (n, 64))
                if n
                else memoryview(self.boards).cast("B", (self.count, 64))[:0],
                self.kings[:n],
                self.sides[:n],
            )
            self.assertEqual(found, self.expected[:n])

    def test_other_codes(self):
        letters = ".PNBRQK..pnbrqk."
        own = {code: letter for code, letter in enumerate(letters) if letter != "."}
        signed = {(code if code < 8 else -(code - 8)): letter for code, letter in own.items()}
        to_signed = bytes((256 - (code & 7) if code & 8 else code) & 255 for code in range(256))
        by_letter = {ord(letter): letter for letter in own.values()}
        to_letter = bytes(ord(letters[code & 15]) for code in range(256))
        mirrored = b"".join(
            self.boards[i + 8 * row : i + 8 * row + 8]
            for i in range(0, len(self.boards), 64)
            for row in range(7, -1, -1)
        )
        for boards, kings, codes in (
            (self.boards, self.kings, kingscan.Codes(own)),
            (self.boards.translate(to_signed), self.kings, kingscan.Codes(signed)),
            (self.boards.translate(to_letter), self.kings, kingscan.Codes(by_letter)),
            (
                mirrored.translate(to_letter),
                bytes(king ^ 56 for king in self.kings),
                kingscan.Codes(by_letter, a1_first=True),
            ),
        ):
            view = memoryview(boards).cast("B", (self.count, 64))
            self.assertEqual(kingscan.in_check_batch(view, kings, self.sides, codes=codes), self.expected)

    def test_wrong_codes(self):
        for pieces in (
            {300: "P"},
            {1: "X"},
            {1: ""},
            {1: "PP"},
            {1: 3},
            {-1: "P", 255: "N"},
            {i: "P" for i in range(16)},
            {"a": "P"},
            [],
        ):
            with self.assertRaises((ValueError, TypeError)):
                kingscan.Codes(pieces)

    def test_wrong_arrays(self):
        view, kings, sides = self.view, self.kings, self.sides
        flat = memoryview(self.boards)
        wrong = [
            (flat, kings, sides),
            (view, kings[1:], sides),
            (view, kings, sides + b"\0"),
            (3, kings, sides),
            (view, bytes([64]) * self.count, sides),
            (view, kings, bytes([2]) * self.count),
            (view, kings[:-1] + b"\xff", sides),
            (view, flat[: 2 * self.count : 2], sides),
            (memoryview(self.boards).cast("B", (self.count * 2, 32)), kings * 2, sides * 2),
            (view[::-1], kings, sides),
        ]
        for arrays in wrong:
            with self.subTest(wrong.index(arrays)), self.assertRaises((ValueError, TypeError)):
                kingscan.in_check_batch(*arrays)
        for out in b"\0" * self.count, bytearray(self.count - 1):
            with self.assertRaises((ValueError, TypeError, BufferError)):
                kingscan.in_check_batch(view, kings, sides, out=out)
        with self.assertRaisesRegex(ValueError, f"board {self.count - 1}: expected a square from 0 to 63"):
            kingscan.in_check_batch(view, kings[:-1] + b"\x40", sides)
        with self.assertRaises(TypeError):
            kingscan.in_check_batch(view, kings, sides, codes=3)

    @unittest.skipUnless(numpy, "numpy is missing")
    def test_numpy_without_a_copy(self):
        wide = numpy.zeros((self.count, 100), numpy.uint8)
        wide[:, 20:84] = numpy.frombuffer(self.boards, numpy.uint8).reshape(-1, 64)
        out = numpy.zeros(self.count, bool)
        kings, sides = (numpy.frombuffer(column, numpy.uint8) for column in (self.kings, self.sides))
        self.assertIs(kingscan.in_check_batch(wide[:, 20:84], kings, sides, out=out), out)
        self.assertEqual(out.tobytes(), self.expected)
        masks = numpy.zeros(self.count, numpy.uint64)
        self.assertIs(kingscan.attacked(wide[:, 20:84], sides, out=masks), masks)
        self.assertEqual(masks.tobytes(), bytes(kingscan.attacked(self.view, self.sides)))
        for wrong in wide[:, 20:83], wide[:, 20:84].T, wide[:, ::-1][:, :64], wide.astype(numpy.int32)[:, :64]:
            with self.assertRaises(ValueError):
                kingscan.in_check_batch(wrong, kings, sides)
        results = kingscan.check(POSITIONS)
        self.assertEqual(numpy.asarray(results.checkers).dtype, numpy.uint64)
        self.assertEqual(int((numpy.asarray(results.verdicts) == Verdict.CHECKMATE).sum()), 745)


class Positions(unittest.TestCase):
    def test_perft(self):
        self.assertEqual([kingscan.Position().perft(depth) for depth in range(6)], [1, 20, 400, 8902, 197281, 4865609])
        self.assertEqual(kingscan.Position(KIWIPETE).perft(5), 193690690)
        for depth in -1, 61, 1 << 70, "3":
            with self.assertRaises((ValueError, OverflowError, TypeError)):
                kingscan.Position().perft(depth)

    def test_games_are_played_and_taken_back(self):
        random.seed(1997)
        for _ in range(40):
            position, fens, made = kingscan.Position(random.choice((START, KIWIPETE))), [], []
            while len(made) < 80 and (moves := position.legal_moves(san=random.random() < 0.5)):
                fens.append((position.fen(), position.key, position.verdict, position.checkers, position.board))
                uci = dict(zip(position.legal_moves(san=True), position.legal_moves()))
                move = random.choice(moves)
                made.append(uci.get(move, move))
                position.push(move)
                self.assertEqual(kingscan.Position(position.fen()).key, position.key)
            self.assertEqual(len(position.move_stack), len(made))
            while made:
                self.assertEqual(position.pop().uci(), made.pop())
                self.assertEqual(
                    (position.fen(), position.key, position.verdict, position.checkers, position.board), fens.pop()
                )
            with self.assertRaises(IndexError):
                position.pop()

    def test_explains_what_is_not_legal(self):
        position = kingscan.Position()
        self.assertIsNone(position.explain("e4"))
        self.assertEqual(
            position.explain("Bc4"),
            ("piece-blocked", "the bishop on f1 can't go to c4: the pawn on e2 stands in the way"),
        )
        with self.assertRaises(kingscan.MoveError) as raised:
            position.push("e2e5")
        self.assertEqual((raised.exception.code, raised.exception.offset), ("piece-rule", 0))
        self.assertEqual(position.fen(), START)
        for text in "", "\0", "e9", "é" * 300, "x" * 10000:
            self.assertIsNotNone(position.explain(text))
        for nonsense in 3, None, b"e4", "\ud800":
            with self.assertRaises((TypeError, UnicodeEncodeError)):
                position.explain(nonsense)

    def test_wrong_fens(self):
        for fen in WRONG:
            with self.assertRaises(kingscan.FenError) as raised:
                kingscan.Position(fen)
            self.assertTrue(raised.exception.code and str(raised.exception))
        self.assertTrue(issubclass(kingscan.FenError, ValueError))
        with self.assertRaises(kingscan.FenError):
            kingscan.Position("4k3/8/8/8/8/8/8/4K3 w K -", strict=True)
        with self.assertRaises(kingscan.FenError):
            kingscan.Position("4k3/pppppppp/pp6/8/8/8/8/4K3 w - -", strict=True)

    def test_polyglot_key(self):
        self.assertEqual(kingscan.Position().polyglot_key, 0x463B96181691FC9C)
        self.assertIsNone(kingscan.Position(variant="crazyhouse").polyglot_key)

    def test_facts(self):
        position = kingscan.Position("4k3/8/8/8/7b/8/4r3/4K3 w - - 3 9")
        self.assertEqual(
            (position.turn, position.verdict, position.checkers), ("white", Verdict.DOUBLE_CHECK, ("h4", "e2"))
        )
        self.assertEqual(str(position.verdict), "double-check")
        self.assertEqual(repr(position), "Position('4k3/8/8/8/7b/8/4r3/4K3 w - - 3 9')")
        self.assertEqual(position.board[60], 6)
        castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        self.assertIn("e1g1", kingscan.Position(castling).legal_moves())
        self.assertIn("e1h1", kingscan.Position(castling, chess960=True).legal_moves())
        copy = position.copy()
        position.push("Kxe2")
        self.assertEqual((len(copy.move_stack), copy.turn), (len(position.move_stack) - 1, "white"))
        with self.assertRaises(AttributeError):
            position.chess960 = True

    def test_draws(self):
        draws = {
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1": "insufficient-material",
            "4k3/8/8/8/8/8/4R3/4K3 b - - 99 80": None,
            "4k3/8/8/8/8/8/4R3/4K3 b - - 100 80": "fifty-moves",
            "4k3/8/8/8/8/8/4R3/4K3 b - - 150 80": "seventy-five-moves",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": "stalemate",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 150 80": None,
        }
        for fen, draw in draws.items():
            self.assertEqual(kingscan.Position(fen).draw, draw, fen)

    def test_repetitions(self):
        position, found = kingscan.Position(), []
        for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 10:
            position.push(move)
            found.append(position.draw)
        self.assertEqual(found, [None] * 7 + ["threefold-repetition"] * 8 + ["fivefold-repetition"] * 25)
        for _ in range(33):
            position.pop()
        copy = position.copy()
        self.assertEqual((position.draw, copy.draw), (None, None))
        copy.push("f6g8")
        self.assertEqual((copy.draw, len(copy.move_stack)), ("threefold-repetition", 8))
        copy.pop()
        copy.push("b8c6")
        self.assertEqual((copy.draw, position.draw), (None, None))

    def test_squares(self):
        self.assertEqual(kingscan.squares(1 | 1 << 63), ("a8", "h1"))
        self.assertEqual(len(kingscan.squares(2**64 - 1)), 64)
        for wrong in -1, 1 << 64, "e4":
            with self.assertRaises((OverflowError, TypeError)):
                kingscan.squares(wrong)


class Threads(unittest.TestCase):
    def test_many_at_once(self):
        lines, text = lines_of(POSITIONS)[:8000], POSITIONS.read_bytes()
        position = kingscan.Position(KIWIPETE)
        expected = (bytes(kingscan.check(lines).verdicts), bytes(kingscan.check(text).verdicts), position.perft(4))
        found, lasting = [], collections.deque(range(6))

        def work():
            while lasting:
                lasting.popleft()
                found.append(
                    (
                        bytes(kingscan.check(lines).verdicts),
                        bytes(kingscan.check(bytearray(text)).verdicts),
                        position.copy().perft(4),
                    )
                )

        def push_and_pop():
            for _ in range(20000):
                position.push("e1g1")
                position.pop()

        threads = [threading.Thread(target=work) for _ in range(3)] + [threading.Thread(target=push_and_pop)]
        [thread.start() for thread in threads]
        position.legal_moves()
        [thread.join() for thread in threads]
        self.assertTrue(len(found) >= 6 and all(answer in (expected, (*expected[:2], answer[2])) for answer in found))
        self.assertEqual(position.fen(), KIWIPETE)

    def longest_wait(self, call):
        """For how long this thread has to wait while another makes the call, as a part of the time that it takes."""
        took = []

        def work():
            begun = time.monotonic()
            call()
            took.append(time.monotonic() - begun)

        thread = threading.Thread(target=work)
        longest, last = 0, time.monotonic()
        thread.start()
        while thread.is_alive():
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        return max(longest, time.monotonic() - last) / took[0]

    def test_others_run_meanwhile(self):
        text = POSITIONS.read_bytes() * 40
        for call in (lambda: kingscan.Position().perft(7), lambda: kingscan.check(text)):
            self.assertTrue(any(self.longest_wait(call) < 0.6 for _ in range(30)))  # a busy machine stops threads too


class Module(unittest.TestCase):
    def test_nothing_leaks(self):
        text, lines = POSITIONS.read_bytes()[:30000], lines_of(POSITIONS)[:300]
        boards = memoryview(bytes(64 * 100)).cast("B", (100, 64))

        def attempt(call, *arguments, **keywords):
            try:
                call(*arguments, **keywords)
            except (ValueError, TypeError, IndexError):
                pass

        def everything():
            attempt(kingscan.check, text)
            attempt(kingscan.check, bytearray(text))
            attempt(kingscan.check, lines + WRONG)
            attempt(kingscan.check, [*lines, None])
            attempt(kingscan.check, text, lenient=True, possible=True)
            attempt(kingscan.in_check_batch, boards, bytes(100), bytes(100))
            attempt(kingscan.in_check_batch, boards, b"\xff" * 100, bytes(100))
            attempt(kingscan.in_check_batch, boards, bytes(100), 3)
            attempt(kingscan.Codes, {1: "P"})
            attempt(kingscan.Codes, {1: "PP"})
            position = kingscan.Position(KIWIPETE)
            for move in position.legal_moves() + ["e9", "Bc4"]:
                attempt(position.push, move)
                attempt(position.explain, move)
                position.fen(), position.board, position.checkers, position.verdict, position.copy()
            attempt(kingscan.Position, "x")
            attempt(position.pop)
            position.perft(2)

        def held():
            gc.collect()
            return int(Path("/proc/self/statm").read_text().split()[1]), len(gc.get_objects())

        for _ in range(30):
            everything()
        pages, objects = held()
        for _ in range(300):
            everything()
        pages_now, objects_now = held()
        self.assertLess(pages_now - pages, 100)
        self.assertLess(objects_now - objects, 100)

    def test_reference_counts_stay(self):
        text, codes, position = "4k3/8/8/8/8/8/8/4K3 w - -", kingscan.Codes({1: "P"}), kingscan.Position()
        boards, kings, sides, out = (
            memoryview(bytes(64)).cast("B", (1, 64)),
            bytes(1),
            bytes(bytearray(1)),
            bytearray(1),
        )
        held = [
            text,
            codes,
            position,
            boards,
            kings,
            sides,
            out,
            kingscan.Position,
            kingscan.Codes,
            Verdict,
            Verdict.SAFE,
        ]
        before = [sys.getrefcount(thing) for thing in held]
        for _ in range(1000):
            kingscan.check([text]), kingscan.Position(text), position.verdict, position.copy()
            kingscan.in_check_batch(boards, kings, sides, out=out, codes=codes)
        self.assertEqual([sys.getrefcount(thing) for thing in held], before)

    def test_names_that_are_missing(self):
        with self.assertRaisesRegex(
            AttributeError, "^module 'kingscan' has no attribute 'Board'; .* is kingscan.chess.Board"
        ):
            kingscan.Board  # pylint: disable=pointless-statement
        self.assertRaisesRegex(AttributeError, "has no attribute 'E4'$", getattr, kingscan, "E4")

    def test_stubs_have_every_name(self):
        stub = ast.parse((Path(kingscan.__file__).parent / "_kingscan.pyi").read_text())
        named = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        named |= {node.target.id: node for node in stub.body if isinstance(node, ast.AnnAssign)}
        del named["__version__"]
        there = {name: value for name, value in vars(kingscan._kingscan).items() if not name.startswith("__")}
        shown = {"__bool__", "__copy__", "__len__"}
        self.assertEqual(set(named), set(there))
        for name, value in there.items():
            if inspect.isclass(value) and not issubclass(value, Exception):
                members = {item.name for item in named[name].body if isinstance(item, ast.FunctionDef)}
                members |= {item.target.id for item in named[name].body if isinstance(item, ast.AnnAssign)}
                members, names = (
                    {member for member in every if not member.startswith("__") or member in shown}
                    for every in (members, vars(value))
                )
                elsewhere = {
                    member for member in names if (vars(value)[member].__doc__ or "").startswith("In python-chess")
                }
                self.assertEqual(members, names - elsewhere)

    def test_everything_is_documented(self):
        for name in kingscan.__all__:
            value = getattr(kingscan, name)
            if name != "__version__" and not (inspect.isclass(value) and issubclass(value, Exception)):
                self.assertTrue(inspect.getdoc(value), name)
        for name, member in vars(kingscan.Position).items():
            if not name.startswith("_"):
                self.assertTrue(member.__doc__, name)
        self.assertEqual(
            str(inspect.signature(kingscan.in_check_batch)), "(boards, kings, sides, *, out=None, codes=None)"
        )

    def test_examples_in_docstrings(self):
        self.assertEqual(doctest.testmod(kingscan).failed, 0)
        self.assertGreater(doctest.testmod(kingscan).attempted, 2)


if __name__ == "__main__":
    unittest.main()
