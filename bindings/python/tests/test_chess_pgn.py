"""The modules above the board of kingscan.chess: pgn, svg, engine and polyglot, with answers that are known.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_chess_pgn.py
"""
import asyncio
import concurrent.futures
import copy
import io
import logging
import re
import struct
import sys
import tempfile
import time
import unittest
from pathlib import Path
from xml.etree import ElementTree

import kingscan.chess as chess
import kingscan.chess.engine as engine
import kingscan.chess.pgn as pgn
import kingscan.chess.polyglot as polyglot
import kingscan.chess.svg as svg
import kingscan.chess.variant
from kingscan.chess.engine import Cp, Mate, MateGiven, PovScore, Wdl

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
logging.getLogger("asyncio").setLevel(logging.ERROR)  # it tells of engines that are ended while they search
ROSTER = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "{}"]\n\n'
WHOLE = (
    "{ s } { t } 1. e4 $1 { a } ( { v } 1. d4 { q } { r } 1... d5 ( 1... Nf6 2. c4 ) 2. c4 ) "
    "( 1. c4 ) 1... e5 2. -- ( 2. Nf3 Nc6 ) 2... Nf6 $2 $14 1-0"
)


def read(text, **options):
    return pgn.read_game(io.StringIO(text), **options)


def moves(game):
    return [move.uci() for move in game.mainline_moves()]


def tree(node):
    """A node as nested lists, in which all is compared."""
    said = [node.move and node.move.uci(), node.starting_comments, sorted(node.nags), node.comments]
    return said + [tree(child) for child in node.variations]


class ByWords(pgn.GameBuilder):
    """Reads word by word what the library would read at once."""


class Reading(unittest.TestCase):
    def both(self, text):
        """The game of a text, which is the same in both ways of reading."""
        at_once, by_words = read(text), read(text, Visitor=ByWords)
        self.assertEqual(tree(at_once), tree(by_words))
        self.assertEqual(list(at_once.headers.items()), list(by_words.headers.items()))
        self.assertEqual(list(map(str, at_once.errors)), list(map(str, by_words.errors)))
        return at_once

    def test_a_whole_game(self):
        game = self.both(WHOLE)
        self.assertEqual(str(game.accept(pgn.StringExporter(columns=None, headers=False))), WHOLE)
        self.assertEqual(moves(game), ["e2e4", "e7e5", "0000", "g8f6"])
        self.assertEqual(game.comments, ["s", "t"])
        self.assertEqual(game.headers["Result"], "1-0")
        self.assertEqual([node.san() for node in game.variations], ["e4", "d4", "c4"])
        self.assertEqual(game[1].starting_comments, ["v"])
        self.assertEqual((game[1].comments, game[1].comment), (["q", "r"], "q r"))
        self.assertEqual(game.end().nags, {2, 14})

    def test_comments(self):
        for text, comments in {
            "1. e4 {  a  } { } {} {\tb\n}": [" a ", "\tb\n"],
            "1. e4 {a ; b\n% c\n\nd} ; e": ["a ; b\n% c\n\nd"],
            "1. e4 ; {\n{a{b}": ["a{b"],
            "1. e4 {not closed": ["not closed"],
            "1. e4 -0.35 {a}": ["a"],
        }.items():
            self.assertEqual(self.both(text).next().comments, comments, text)

    def test_words(self):
        for text, expected in {
            "1.e4 e7-e5 2.Ng1f3 b8c6 3. Bc4?! N8f6": ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"],
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0": ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"],
            "1e4 1...d5 2.e:d5 N": ["e2e4", "d7d5", "e4d5"],
            "1. e4 foo e5 null 2. Z0 @@@@": ["e2e4", "e7e5", "0000", "0000"],
            "1. -- e5": ["0000", "e7e5"],
            "1. e4\n% 1... c5\n1... e5": ["e2e4", "e7e5"],
            "*": [],
        }.items():
            self.assertEqual(moves(self.both(text)), expected, text)

    def test_glyphs(self):
        self.assertEqual([node.nags for node in self.both("1. e4!! $300 ? d5?! +-").mainline()], [{2, 3, 300}, {6}])
        self.assertEqual(self.both("$14 1. e4").nags, {14})

    def test_results(self):
        for text, result in {
            "1. e4 1-0": "1-0",
            '[Result "0-1"]\n\n1. e4 1-0': "0-1",
            "1. e4 ½-½": "1/2-1/2",
            "1. e4 (1. d4 0-1) *": "*",
            "0-1 1. e4": "0-1",
            "1. e4 1-0 (1. d4)": "1-0",
        }.items():
            self.assertEqual(self.both(text).headers["Result"], result, text)
        self.assertEqual(len(read("1. e4 1-0 (1. d4)").variations), 2)

    def test_faults(self):
        game = self.both("1. e4 e5 2. Qxe5 Nc6 (2... d6) 3. Nf3")
        self.assertEqual((moves(game), len(game.errors)), (["e2e4", "e7e5"], 1))
        self.assertIsInstance(game.errors[0], chess.IllegalMoveError)
        game = self.both("1. e4 (1. e5 d5 (1... c5)) e5 (1... Ke9 d5) 2. Nf3")
        self.assertEqual((moves(game), len(game.errors)), (["e2e4", "e7e5", "g1f3"], 2))
        game = self.both("1. e4 e5 2. nf3 Nc6")
        self.assertEqual((moves(game), len(game.errors)), (["e2e4", "e7e5"], 1))
        self.assertEqual(moves(self.both("((( 1. c4 (1. d4))) c5")), ["c2c4", "c7c5"])
        with self.assertLogs("chess.pgn", "ERROR"):
            read("1. e5")

    def test_tags(self):
        game = self.both(' [Event "a \\"b"c"]\n[B: ""]\n% no\n[ bad ]\n\n[A "[x]" ]\n1. e4')
        self.assertEqual(dict(game.headers)["Event"], 'a \\"b"c')
        self.assertEqual([list(game.headers)[0], *list(game.headers)[-2:]], ["Event", "B:", "A"])
        self.assertEqual(moves(game), ["e2e4"])

    def test_other_starts(self):
        fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9"
        game = self.both(f'[FEN "{fen}"]\n\n9... Kd7 10. e4')
        self.assertEqual((game.board().fen(), game.ply(), game.turn()), (fen, 17, chess.BLACK))
        self.assertEqual((game.end().ply(), game.end().turn()), (19, chess.BLACK))
        self.assertEqual(game.end().board().fen(), "8/3k4/8/8/4P3/8/8/4K3 b - - 0 10")
        for tag in '[Variant "Fischerandom"]\n', "":
            game = self.both(f'{tag}[FEN "r4k1r/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w KQkq - 0 1"]\n\n1. O-O O-O-O')
            self.assertEqual((moves(game), game.board().chess960), (["f1h1", "f8a8"], True), tag)
        self.assertEqual(moves(self.both('[FEN "8/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4')), ["e2e4"])
        game = self.both('[FEN "bad"]\n\n1. e4')
        self.assertEqual((moves(game), len(game.errors)), ([], 1))

    def test_variants(self):
        game = self.both('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4')
        self.assertEqual(moves(game)[-1], "P@e4")
        self.assertIsInstance(game.board(), kingscan.chess.variant.CrazyhouseBoard)
        game = self.both('[Variant "Nonsense"]\n\n1. e4')
        self.assertEqual((moves(game), len(game.errors)), (["e2e4"], 1))

    def test_long_words_and_comments_take_linear_time(self):
        begin = time.process_time()
        for text in "1. e4 " + "a1" * 200000 + ",", "1. e4 " + "{}" * 400000 + ";x\n":
            self.assertEqual(read(text).end().move, chess.Move.from_uci("e2e4"))
        self.assertLess(time.process_time() - begin, 5)

    def test_large_glyphs(self):
        self.assertEqual(self.both("1. e4 $5000000000 *").end().nags, {5000000000})
        self.assertEqual(len(self.both(f"1. e4 ${'1' * 5000} e5 *").errors), 1)


class Streams(unittest.TestCase):
    TEXT = '\ufeff\n[White "A"]\n\n1. e4 {x\n\ny} *\n\n\n[White "B"]\n\n\n[White "C"]\n[Black "D"]\n\n1. d4\n\n1. c4'

    def test_one_game_after_the_other(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "games.pgn")
            path.write_text(self.TEXT, encoding="utf-8")
            for file in io.StringIO(self.TEXT), open(path, encoding="utf-8"):
                with file:
                    self.check(file)

    def check(self, file):
        offsets, names = [], []
        while True:
            offsets.append(file.tell())
            headers = pgn.read_headers(file)
            if headers is None:
                break
            names.append(headers.get("White"))
        self.assertEqual(names, ["A", "B", "C", None])
        for offset, found in zip(offsets, ["e2e4", None, "d2d4", "c2c4"]):
            file.seek(offset)
            game = pgn.read_game(file)
            self.assertEqual(game.next() and game.next().move.uci(), found)
        self.assertIsNone(pgn.read_game(file))
        file.seek(0)
        count = 0
        while pgn.skip_game(file):
            count += 1
        self.assertEqual(count, 4)

    def test_other_files(self):
        for file, found in ("games.pgn", "a str"), (io.BytesIO(b"1. e4"), "bytes"), (io.BytesIO(b""), "bytes"):
            with self.assertRaisesRegex(TypeError, f"open as text, found {found}"):
                pgn.read_game(file)

    def test_nothing_is_read_behind_a_game(self):
        class Lines:
            def __init__(self, text):
                self.lines, self.count = text.splitlines(True), 0

            def readline(self):
                self.count += 1
                return self.lines[self.count - 1] if self.count <= len(self.lines) else ""

        lines = Lines("1. e4\n1... e5\n\n1. d4\n")
        pgn.read_game(lines)
        self.assertEqual(lines.count, 3)


class Trees(unittest.TestCase):
    def test_made_and_written(self):
        game = pgn.Game()
        node = game.add_variation(chess.Move.from_uci("e2e4"), comment="best", nags=[1])
        node.add_variation(chess.Move.from_uci("e7e5"))
        other = node.add_variation(chess.Move.from_uci("c7c5"), starting_comment="or")
        other.comment = "Sicilian}"
        game.headers["Annotator"] = "x"
        expected = ROSTER.format("*")[:-1] + (
            '[Annotator "x"]\n\n1. e4 $1 { best } 1... e5 ( { or } 1... c5 { Sicilian } ) *'
        )
        self.assertEqual(str(game), expected)
        file = io.StringIO()
        print(game, file=file, end="\n\n")
        self.assertEqual(file.getvalue(), expected + "\n\n")
        again = copy.deepcopy(game)
        self.assertEqual(tree(again), tree(game))
        file = io.StringIO()
        self.assertEqual(game.accept(pgn.FileExporter(file)), len(file.getvalue()))
        self.assertEqual(file.getvalue(), expected + "\n\n")

    def test_lines_of_80_columns(self):
        game = read("1. e4 {x is a very long comment of many words that go on} e5 $1 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *")
        lines = game.accept(pgn.StringExporter(headers=False)).splitlines()
        self.assertEqual(
            lines,
            ["1. e4 { x is a very long comment of many words that go on } 1... e5 $1 2. Nf3", "Nc6 3. Bb5 a6 4. Ba4 *"],
        )
        exporter = pgn.StringExporter(columns=20, headers=False, comments=False, variations=False)
        self.assertEqual(game.accept(exporter), "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 *")
        self.assertEqual(str(exporter), "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Ba4 *")

    def test_variations(self):
        game = read("1. e4 (1. d4) (1. c4) e5")
        e4, d4, c4 = game.variations
        game.promote(c4)
        self.assertEqual(game.variations, [e4, c4, d4])
        game.promote_to_main(d4.move)
        self.assertEqual(game.variations, [d4, e4, c4])
        game.demote(0)
        self.assertEqual(game.variations, [e4, d4, c4])
        game.remove_variation(d4)
        self.assertEqual(game.variations, [e4, c4])
        self.assertTrue(c4 in game and c4.move in game and d4 not in game and e4.is_main_variation())
        self.assertTrue(c4.starts_variation() and not c4.is_mainline() and e4.next().is_mainline())
        with self.assertRaises(KeyError):
            game.variation(d4)
        with self.assertRaises(IndexError):
            game.variation(2)
        new = game.add_main_variation(chess.Move.from_uci("g1f3"))
        self.assertIs(game.next(), new)
        end = c4.add_line(map(chess.Move.from_uci, ["e7e5", "g1f3"]), comment="end", nags=[7], starting_comment="so")
        self.assertEqual((c4.next().starting_comments, end.comments, end.nags), (["so"], ["end"], {7}))
        self.assertIs(end.game(), game)

    def test_main_line(self):
        game = read("1. e4 {x} e5 (1... c5) 2. Nf3")
        line = game.mainline_moves()
        self.assertEqual(str(line), "1. e4 { x } 1... e5 2. Nf3")
        self.assertEqual([move.uci() for move in reversed(line)], ["g1f3", "e7e5", "e2e4"])
        self.assertTrue(line and not game.end().mainline())
        self.assertIn("(1. e4 e5 2. Nf3)>", repr(game.mainline()))
        self.assertEqual(str(game.next().next()), "1... e5 2. Nf3")
        self.assertIn("(1... e5 ...)>", repr(game.next().next()))
        self.assertIn("('?' vs. '?', '????.??.??' at '?')>", repr(game))

    def test_blanks_of_comments_are_kept(self):
        game = pgn.Game.without_tag_roster()
        game.comments = [" lead", "", "trail "]
        self.assertEqual(str(game), "{  lead } { trail  } *")
        self.assertEqual(read(str(game)).comments, [" lead", "trail "])

    def test_variations_nest_deeply(self):
        game = node = pgn.Game()
        for number in range(3000):
            moves = [("g1f3", "b1c3"), ("g8f6", "b8c6"), ("a1b1", "c3b1"), ("a8b8", "c6b8")][number % 4]
            node.add_variation(chess.Move.from_uci(moves[0]))
            node = node.add_variation(chess.Move.from_uci(moves[1]))
        text = str(game)
        self.assertEqual((text.count("("), text.count(")")), (3000, 3000))
        self.assertEqual(str(read(text)), text)

    def test_boards(self):
        board = chess.Board("3k4/8/4K3/8/8/8/8/2R5 b - - 0 1")
        board.push_san("Ke8")
        board.push_san("Rc8#")
        game = pgn.Game.from_board(board)
        self.assertEqual((game.headers["FEN"], game.headers["Result"]), ("3k4/8/4K3/8/8/8/8/2R5 b - - 0 1", "1-0"))
        self.assertEqual(game.end().board().fen(), board.fen())
        self.assertEqual([str(move) for move in game.end().board().move_stack], ["d8e8", "c1c8"])
        self.assertEqual((game.end().san(), game.end().uci()), ("Rc8#", "c1c8"))
        self.assertEqual(str(pgn.Game.without_tag_roster()), "*")
        game.setup(chess.STARTING_FEN)
        self.assertNotIn("FEN", game.headers)
        game.setup("rkbqrnnb/pppppppp/8/8/8/8/PPPPPPPP/RKBQRNNB w KQkq - 0 1")
        self.assertEqual(game.headers["Variant"], "Chess960")
        game.setup(kingscan.chess.variant.AtomicBoard())
        self.assertEqual((game.headers["Variant"], game.headers["FEN"]), ("Atomic", chess.STARTING_FEN))
        self.assertNotIn("SetUp", game.headers)

    def test_long_games(self):
        game = pgn.Game()
        knights = [chess.Move.from_uci(move) for move in ("g1f3", "g8f6", "f3g1", "f6g8")]
        game.add_line(knights * 500)
        self.assertTrue(str(game).endswith("1000. Ng1 Ng8 *"))
        self.assertEqual(game.end().ply(), 2000)

    def test_own_classes(self):
        class Node(pgn.GameNode):
            def add_variation(self, move, **options):
                return Child(self, move, **options)

        class Child(pgn.ChildNode, Node):
            pass

        class Own(pgn.Game, Node):
            pass

        game = read("1. e4 e5", Visitor=Own.builder)
        self.assertTrue(isinstance(game, Own) and isinstance(game.end(), Child))


class Headers(unittest.TestCase):
    def test_mapping(self):
        headers = pgn.Headers({"Z": "1", "White": "w", "Event": "e"})
        self.assertEqual(list(headers.items()), [("Event", "e"), ("White", "w"), ("Z", "1")])
        self.assertEqual(repr(headers), "Headers(Event='e', White='w', Z='1')")
        self.assertEqual(list(pgn.Headers()), pgn.TAG_ROSTER)
        self.assertEqual(headers.copy(), headers)
        for name, value in ("~", "x"), ("A", "x\ny"):
            with self.assertRaises(ValueError):
                headers[name] = value

    def test_variants(self):
        for word, is_chess960, is_wild in (
            ("Fischerandom", True, False),
            ("wild/1", False, True),
            ("Chess", False, False),
        ):
            headers = pgn.Headers(Variant=word)
            self.assertEqual((headers.is_chess960(), headers.is_wild()), (is_chess960, is_wild))
            self.assertIs(headers.variant(), chess.Board)
        with self.assertRaises(ValueError):
            pgn.Headers(Variant="Nonsense").variant()

    def test_time_controls(self):
        kinds = pgn.TimeControlType
        for text, kind, parts in (
            ("", kinds.UNKNOWN, []),
            ("-", kinds.UNLIMITED, []),
            ("60+1", kinds.BULLET, [(0, 60, 1)]),
            ("300+3", kinds.BLITZ, [(0, 300, 3)]),
            ("900", kinds.RAPID, [(0, 900, 0)]),
            ("40/7200:20/3600:900+30", kinds.STANDARD, [(40, 7200, 0), (20, 3600, 0), (0, 900, 30)]),
        ):
            found = pgn.parse_time_control(text)
            self.assertEqual(found, pgn.TimeControl([pgn.TimeControlPart(*part) for part in parts], kind), text)
        for text in "300+a", "600:20/180", "x", "40/x":
            with self.assertRaises(ValueError):
                pgn.parse_time_control(text)
        self.assertEqual(read('[TimeControl "60"]\n\n*').time_control().type, kinds.BULLET)


class Annotations(unittest.TestCase):
    def test_times_and_scores(self):
        game = pgn.Game()
        game.comments = ["foo [%bar] baz"]
        game.set_clock(12345)
        game.set_eval(PovScore(Cp(-80), chess.WHITE), 5)
        game.set_emt(6.54321)
        game.set_arrows([(chess.A1, chess.A1), svg.Arrow(chess.A1, chess.H1, color="red")])
        self.assertEqual(
            game.comments,
            ["[%csl Ga1][%cal Ra1h1]", "foo [%bar] baz", "[%clk 3:25:45]", "[%eval -0.80,5]", "[%emt 0:00:06.543]"],
        )
        self.assertEqual((game.clock(), game.emt(), game.eval_depth()), (12345, 6.543, 5))
        self.assertEqual(game.eval(), PovScore(Cp(-80), chess.WHITE))
        self.assertEqual(
            [(arrow.tail, arrow.head, arrow.color) for arrow in game.arrows()], [(0, 0, "green"), (0, 7, "red")]
        )
        for setter in game.set_clock, game.set_eval, game.set_emt:
            setter(None)
        game.set_arrows([])
        self.assertEqual(game.comments, ["foo [%bar] baz"])

    def test_views(self):
        node = read("1. e4 {[%eval #-2] [%clk 0:01:00]} e5 {[%eval 1.5]}").next()
        self.assertEqual((node.eval(), node.eval().turn), (PovScore(Mate(-2), chess.WHITE), chess.BLACK))
        self.assertEqual((node.eval().relative, node.clock()), (Mate(2), 60))
        self.assertEqual(node.next().eval().relative, Cp(150))
        node.comments = ["[%eval #0]"]
        self.assertEqual(node.eval().relative, Mate(0))
        node.comments = ["x [%clk 0:01:00] y"]
        node.set_clock(None)
        self.assertEqual(node.comments, ["x y"])


class Visitors(unittest.TestCase):
    TEXT = '[A "x"]\n\n{s} 1. e4 {a} $1 ({q} 1. d4) e5 1-0'
    TOLD = "game headers A=x end {s} e4 {a} $1 ( {q} d4 ) e5 1-0 over".split()

    class Words(pgn.BaseVisitor):
        def begin_game(self):
            self.words = ["game"]

        def begin_headers(self):
            self.words.append("headers")

        def visit_header(self, name, value):
            self.words.append(f"{name}={value}")

        def end_headers(self):
            self.words.append("end")

        def visit_move(self, board, move):
            self.words.append(board.san(move))

        def visit_comment(self, comment):
            self.words.append(f"{{{comment}}}")

        def visit_nag(self, nag):
            self.words.append(f"${nag}")

        def begin_variation(self):
            self.words.append("(")

        def end_variation(self):
            self.words.append(")")

        def visit_result(self, result):
            self.words.append(result)

        def end_game(self):
            self.words.append("over")

        def result(self):
            return self.words

    def test_reading_and_walking(self):
        self.assertEqual(read(self.TEXT, Visitor=self.Words), self.TOLD)
        told = [word for word in read(self.TEXT).accept(self.Words()) if "=" not in word or word == "A=x"]
        self.assertEqual(" ".join(told).replace("$1 {a}", "{a} $1").split(), self.TOLD)
        with self.assertRaises(chess.IllegalMoveError):
            read("1. e5", Visitor=self.Words)

    def test_skipping(self):
        class NoVariations(pgn.GameBuilder):
            def begin_variation(self):
                return pgn.SKIP

            def end_variation(self):
                pass

        text = "1. e4 ( 1. d4 d5 ( 1... Nf6 ) 2. c4 ) 1... e5 *"
        game = read(text, Visitor=NoVariations)
        self.assertEqual(game.accept(pgn.StringExporter(headers=False)), "1. e4 e5 *")
        game = read(text).accept(NoVariations())
        self.assertEqual(game.accept(pgn.StringExporter(headers=False)), "1. e4 e5 *")

    def test_builders(self):
        board = read(self.TEXT, Visitor=pgn.BoardBuilder)
        self.assertEqual([str(move) for move in board.move_stack], ["e2e4", "e7e5"])
        self.assertEqual(dict(read(self.TEXT, Visitor=pgn.HeadersBuilder)), {"A": "x"})
        self.assertEqual(read(self.TEXT).accept(pgn.HeadersBuilder())["A"], "x")
        self.assertIs(read(self.TEXT, Visitor=pgn.SkipVisitor), True)
        node = read("1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6))").next().variations[1]
        game = node.accept_subgame(pgn.GameBuilder())
        self.assertEqual(game.headers["FEN"], "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2")
        self.assertEqual([child.san() for child in game.variations], ["c4", "Nf3"])


class Pictures(unittest.TestCase):
    def test_boards(self):
        board = chess.Board("4k3/8/8/8/8/8/4P3/4KB2 w - - 0 1")
        picture = svg.board(board, size=350)
        self.assertIn('viewBox="0 0 390 390" width="350" height="350"', picture)
        self.assertEqual(len(re.findall('class="square (?:light|dark) ', picture)), 64)
        self.assertIn('x="15" y="330" width="45" height="45" stroke="none" class="square dark a1"', picture)
        self.assertIn('href="#white-bishop" transform="translate(240, 330)"', picture)
        self.assertNotIn("queen", picture)
        self.assertEqual(picture._repr_svg_(), picture)
        turned = svg.board(board, orientation=chess.BLACK, coordinates=False)
        self.assertIn('href="#white-bishop" transform="translate(90, 0)"', turned)
        self.assertIn('viewBox="0 0 360 360"', turned)
        self.assertIn('viewBox="0 0 394 394"', svg.board(borders=True))

    def test_marks(self):
        picture = svg.board(
            lastmove=chess.Move.from_uci("e2e4"),
            check=chess.E8,
            fill={chess.D5: "#cc0000cc"},
            squares=chess.SquareSet([chess.A3]),
            arrows=[(chess.B1, chess.B1), svg.Arrow(chess.A1, chess.H8, color="#123456")],
            colors={"square light lastmove": "#abcdef"},
            style=".square{}",
        )
        for part in (
            "<style>.square{}</style>",
            'class="square light lastmove e4" fill="#abcdef"',
            'class="check" fill="url(#check_gradient)"',
            'class="fill" fill="#cc0000" fill-opacity="0.80"',
            'href="#xx" transform="translate(15, 240)"',
            'stroke="#15781b" opacity="0.50" fill="none" class="circle green"',
            'stroke="#123456"',
        ):
            self.assertIn(part, picture)
        with self.assertRaises(ValueError):
            svg.board(colors={"light": "#fff"})

    def test_pieces_and_arrows(self):
        self.assertIn('id="black-knight"', svg.piece(chess.Piece.from_symbol("n"), size=40))
        for text, arrow in ("Ra1h8", svg.Arrow(0, 63, color="red")), ("Ge4", svg.Arrow(28, 28)):
            self.assertEqual(repr(svg.Arrow.from_pgn(text)), repr(arrow))
            self.assertEqual(arrow.pgn(), text)
        self.assertEqual(repr(svg.Arrow.from_pgn("a1a2")), "Arrow(A1, A2, color='green')")
        with self.assertRaises(ValueError):
            svg.Arrow.from_pgn("Gx")

    def test_hostile_texts_are_escaped(self):
        hostile = '"></style><script>&'
        picture = svg.board(chess.Board(), size=hostile, style=hostile, fill={0: hostile}, colors={"margin": hostile})
        self.assertNotIn("<script", picture)
        self.assertEqual(ElementTree.fromstring(picture).find("{http://www.w3.org/2000/svg}style").text, hostile)


class Scores(unittest.TestCase):
    def test_order(self):
        order = [Mate(0), Mate(-1), Mate(-99), Cp(-50), Cp(0), Cp(30), Mate(77), Mate(1), MateGiven]
        for i, first in enumerate(order):
            for j, second in enumerate(order):
                self.assertEqual((first < second, first == second, first >= second), (i < j, i == j, i >= j))
        for score in order:
            self.assertEqual(-(-score), score)
        self.assertEqual((-Mate(0), -Cp(20), -Mate(4)), (MateGiven, Cp(-20), Mate(-4)))
        self.assertEqual((abs(Cp(-5)), +Mate(3), abs(Mate(-3))), (Cp(5), Mate(3), Mate(3)))

    def test_values(self):
        self.assertEqual((Cp(-300).score(), Mate(5).score(), Mate(5).score(mate_score=1000)), (-300, None, 995))
        self.assertEqual((Mate(-7).score(mate_score=1000), MateGiven.score(mate_score=9), Mate(0).mate()), (-993, 9, 0))
        self.assertEqual(
            list(map(str, (Cp(20), Cp(0), Mate(-3), Mate(0), MateGiven))), ["+20", "0", "#-3", "#-0", "#+0"]
        )
        score = PovScore(Cp(20), chess.BLACK)
        self.assertEqual((score.white(), score.black(), score.pov(chess.BLACK)), (Cp(-20), Cp(20), Cp(20)))
        self.assertEqual(repr(score), "PovScore(Cp(+20), BLACK)")

    def test_games(self):
        """Answers of Stockfish's models, which python-chess's tests have too."""
        for score, model, ply, wdl in (
            (131, "sf12", 25, (524, 467, 9)),
            (146, "sf14", 25, (601, 398, 1)),
            (40, "sf15", 25, (58, 937, 5)),
            (100, "sf15.1", 64, (497, 503, 0)),
            (-52, "sf16", 63, (0, 932, 68)),
            (51, "sf16.1", 158, (36, 964, 0)),
            (100, "lichess", 30, (591, 0, 409)),
        ):
            self.assertEqual(Cp(score).wdl(model=model, ply=ply), Wdl(*wdl), model)
        self.assertEqual((Mate(2).wdl(), MateGiven.wdl().expectation()), (Wdl(1000, 0, 0), 1))
        self.assertEqual(PovScore(Cp(51), chess.BLACK).wdl(ply=158).white(), Wdl(0, 964, 36))
        with self.assertRaises(ValueError):
            Cp(1).wdl(model="x")


ENGINE = """
import sys

replies = {"uci": ["id name Fake 1", "option name Hash type spin default 16 min 1 max 64",
    "option name UCI_Chess960 type check default false", "option name MultiPV type spin default 1 min 1 max 5",
    "option name Style name type combo default Solid var Solid var Very Wild", "option name Clear type button",
    "uciok"], "isready": ["readyok"]}
told, searching = [], False
for line in map(str.strip, sys.stdin):
    told.append(line)
    for reply in replies.get(line, ()):
        print(reply)
    if line.startswith("go"):
        print("info string", " | ".join(told))
        told = []
        print("info depth 3 seldepth 4 multipv 1 score cp 34 upperbound wdl 100 800 100 time 250 pv e2e4 e7e5 x")
        print("info depth 3 multipv 2 score mate -2 pv d2d4")
        searching = "infinite" in line
    if line == "quit":
        break
    if (line.startswith("go") and not searching) or (line == "stop" and searching):
        searching = False
        print("bestmove e2e4 ponder e7e5")
    sys.stdout.flush()
"""


class Engines(unittest.TestCase):
    @staticmethod
    def open(code=ENGINE, **options):
        return engine.SimpleEngine.popen_uci([sys.executable, "-c", code], **options)

    def test_options(self):
        with self.open() as fake:
            self.assertEqual(fake.id["name"], "Fake 1")
            self.assertEqual(fake.options["hash"], engine.Option("Hash", "spin", 16, 1, 64, []))
            self.assertEqual(fake.options["style NAME"].var, ["Solid", "Very Wild"])
            fake.configure({"Hash": 32, "Style name": "Very Wild", "Clear": None})
            for options in {"Hash": 65}, {"Hash": "x"}, {"Foo": 1}, {"MultiPV": 2}, {"Style name": "Odd"}:
                with self.assertRaises(engine.EngineError):
                    fake.configure(options)
            told = fake.play(chess.Board(), engine.Limit(depth=1), info=engine.INFO_BASIC).info["string"].split(" | ")
            self.assertEqual(
                told[1:],
                ["setoption name Hash value 32", "setoption name Style name value Very Wild", "setoption name Clear"]
                + ["ucinewgame", "isready", "position startpos", "go depth 1"],
            )

    def test_play(self):
        with self.open() as fake:
            board = chess.Board()
            limit = engine.Limit(white_clock=60, black_clock=0.5, white_inc=1, nodes=7, time=0.123)
            result = fake.play(board, limit, game=1, options={"Hash": 2}, info=engine.INFO_SCORE)
            self.assertEqual((str(result.move), str(result.ponder)), ("e2e4", "e7e5"))
            self.assertEqual(
                result.info["string"].split(" | ")[1:],
                ["setoption name Hash value 2", "ucinewgame", "isready", "position startpos"]
                + ["go wtime 60000 btime 500 winc 1000 nodes 7 movetime 123"],
            )
            board.push_san("Nf3")
            board.push_san("Nf6")
            result = fake.play(board, engine.Limit(time=1), game=1, root_moves=[chess.Move.from_uci("e2e4")])
            self.assertEqual(result.info, {})
            info = fake.analyse(board, engine.Limit(depth=2), game=1)
            self.assertEqual(info["string"], "position startpos moves g1f3 g8f6 | go depth 2")

    def test_analysis(self):
        with self.open() as fake:
            info = fake.analyse(chess.Board(), engine.Limit(depth=3))
            self.assertEqual((info["score"], info["time"]), (PovScore(Cp(34), chess.WHITE), 0.25))
            self.assertEqual([str(move) for move in info["pv"]], ["e2e4", "e7e5"])
            self.assertTrue(info["upperbound"])
            self.assertEqual(info["wdl"].white(), Wdl(100, 800, 100))
            black = chess.Board("4k3/8/8/8/8/8/4r3/K7 b - - 0 1")
            self.assertEqual(fake.analyse(black, engine.Limit(depth=3))["score"], PovScore(Cp(34), chess.BLACK))
            infos = fake.analyse(chess.Board(), engine.Limit(depth=3), multipv=2)
            self.assertEqual(infos[1]["score"].relative, Mate(-2))
            with fake.analysis(chess.Board()) as analysis:
                self.assertEqual([info.get("depth") for info in (analysis.get(), analysis.next())], [None, 3])
                next(analysis)
                self.assertTrue(analysis.would_block() and analysis.empty())
            self.assertEqual(str(analysis.wait().move), "e2e4")
            self.assertEqual((list(analysis), analysis.next(), analysis.would_block()), ([], None, False))
            with self.assertRaises(engine.AnalysisComplete):
                analysis.get()
            fake.analysis(chess.Board())
            fake.ping()

    def test_chess960_and_variants(self):
        with self.open() as fake:
            board = chess.Board("r4k1r/8/8/8/8/8/4P3/R4K1R w KQkq - 0 1", chess960=True)
            info = fake.analyse(board, engine.Limit(depth=1))
            self.assertIn("setoption name UCI_Chess960 value true", info["string"])
            self.assertIn("position fen r4k1r/8/8/8/8/8/4P3/R4K1R w HAha - 0 1 | go", info["string"])
            with self.assertRaises(engine.EngineError):
                fake.play(kingscan.chess.variant.AtomicBoard(), engine.Limit(depth=1))
            with self.assertRaises(engine.EngineError):
                fake.play(chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), engine.Limit(depth=1))  # where e2e4 is illegal

    def test_the_end(self):
        fake = self.open()
        fake.quit()
        with self.assertRaises(engine.EngineTerminatedError):
            fake.ping()
        with self.assertRaises(engine.EngineTerminatedError):
            self.open("print('hello')")
        with self.assertRaises(FileNotFoundError):
            engine.SimpleEngine.popen_uci("no-such-engine")
        with self.open("input(); print('uciok', flush=True); input(); input()") as silent:
            silent.timeout = 0.1
            with self.assertRaises(Exception) as raised:
                silent.ping()
            self.assertEqual(type(raised.exception).__name__, "TimeoutError")
        with self.assertRaises(NotImplementedError):
            engine.SimpleEngine.popen_xboard("x")
        with self.assertRaisesRegex(AttributeError, "XBoard"):
            engine.XBoardProtocol

    def test_bad_ends(self):
        """An engine that hangs or dies in a search, or whose child holds its output open."""
        for bad, error in (
            ("import time; time.sleep(9)", asyncio.TimeoutError),
            ("sys.exit(3)", engine.EngineTerminatedError),
            ("import os, subprocess; subprocess.Popen(['sleep', '9']); os._exit(3)", engine.EngineTerminatedError),
        ):
            with self.open(ENGINE.replace('print("info string"', f'{bad}; print("info string"')) as fake:
                fake.timeout = 3 if "exit" in bad else 0.1
                with self.assertRaisesRegex(error, "in time|exit code: 3"):
                    fake.play(chess.Board(), engine.Limit(time=0.1))

    def test_threads(self):
        """A command of another thread ends what goes on; close() does so, too."""
        for end, error in (("ping", concurrent.futures.CancelledError), ("close", engine.EngineTerminatedError)):
            with self.open(ENGINE.replace('"infinite" in line', "True")) as fake:
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    found = pool.submit(fake.play, chess.Board(), engine.Limit(depth=99))
                    while fake.protocol._search is None:
                        time.sleep(0.01)
                    getattr(fake, end)()
                    self.assertRaises(error, found.result)

    def test_facts_of_a_search_that_goes_on(self):
        with self.open() as fake:
            analysis = fake.analysis(chess.Board())
            while len(analysis.multipv) < 2:
                time.sleep(0.01)
            self.assertEqual(analysis.info["score"].relative, Cp(34))  # although nobody has iterated
        self.assertEqual(analysis.info["depth"], 3)


class Script(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """An engine that expects lines, and has an answer to each."""

    def __init__(self, protocol):
        super().__init__()
        self.protocol, self.lines = protocol, []
        protocol.connection_made(self)

    def expect(self, *lines):
        self.lines += [line.split(" -> ") for line in lines]

    def write(self, data):
        line, *answers = self.lines.pop(0) if self.lines else "nothing"
        assert data.decode() == line + "\n", f"expected {line!r}, found {data!r}"
        for answer in answers:
            self.protocol.loop.call_soon(self.protocol.pipe_data_received, 1, answer.encode() + b"\n")

    def get_pipe_transport(self, fd):
        return self

    def get_pid(self):
        return 1


class AsyncEngines(unittest.IsolatedAsyncioTestCase):
    async def open(self, code=ENGINE, **options):
        transport, fake = await engine.popen_uci([sys.executable, "-c", code], **options)
        self.addAsyncCleanup(fake._close)
        return fake

    async def script(self, *options):
        script = Script(engine.UciProtocol())
        script.expect(" -> ".join(["uci", *options, "uciok"]))
        await script.protocol.initialize()
        return script, script.protocol

    async def test_commands(self):
        fake = await self.open()
        self.assertEqual((fake.id["name"], fake.options["hash"].max), ("Fake 1", 64))
        await fake.configure({"Hash": 32})
        await fake.ping()
        result = await fake.play(chess.Board(), engine.Limit(time=0.1), info=engine.INFO_ALL)
        self.assertEqual((str(result.move), result.info["depth"]), ("e2e4", 3))
        infos = await fake.analyse(chess.Board(), engine.Limit(depth=3), multipv=2)
        self.assertEqual(infos[1]["score"].relative, Mate(-2))
        with await fake.analysis(chess.Board()) as analysis:
            depths = []
            async for info in analysis:
                depths.append(info.get("depth"))
                if len(depths) == 3:
                    break
            self.assertTrue(analysis.would_block())
        self.assertEqual((depths, str((await analysis.wait()).move)), ([None, 3, 3], "e2e4"))
        self.assertEqual(([info async for info in analysis], await analysis.next()), ([], None))
        with self.assertRaises(engine.AnalysisComplete):
            await analysis.get()
        await fake.quit()
        self.assertEqual(fake.returncode.result(), 0)
        with self.assertRaises(engine.EngineTerminatedError):
            await fake.ping()

    async def test_cancelled(self):
        """A search that is cancelled is stopped; a new command cancels the one that goes on."""
        fake = await self.open(ENGINE.replace('"infinite" in line', '"99" in line'))
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(fake.play(chess.Board(), engine.Limit(depth=99)), 0.1)
        self.assertEqual(str((await fake.play(chess.Board(), engine.Limit(depth=1))).move), "e2e4")
        first, second = await asyncio.gather(
            fake.play(chess.Board(), engine.Limit(depth=99)), fake.ping(), return_exceptions=True
        )
        self.assertEqual((type(first), second), (asyncio.CancelledError, None))
        fake.timeout = 0.1
        with self.assertRaisesRegex(asyncio.TimeoutError, "in time"):
            await fake.play(chess.Board(), engine.Limit(time=0.1, depth=99))

    async def test_bad_ends(self):
        with self.assertRaises(engine.EngineTerminatedError):
            await self.open("print('hello')")
        with self.assertRaises(asyncio.TimeoutError):
            await self.open("input(); input()", timeout=0.1)
        fake = await self.open(ENGINE.replace('print("info string"', 'sys.exit(3); print("info string"'))
        with self.assertRaisesRegex(engine.EngineTerminatedError, "exit code: 3"):
            await fake.analyse(chess.Board(), engine.Limit(depth=99))
        self.assertEqual(await fake.returncode, 3)

    async def test_pondering(self):
        script, fake = await self.script("option name Hash type spin default 16 min 1 max 64")
        board, limit = chess.Board(), engine.Limit(time=1)
        script.expect(
            "ucinewgame", "isready -> readyok", "position startpos", "go movetime 1000 -> bestmove d2d4 ponder d7d5"
        )
        script.expect("position startpos moves d2d4 d7d5", "go ponder movetime 1000")
        await fake.play(board, limit, ponder=True)
        board.push_uci("d2d4")
        board.push_uci("d7d5")
        script.expect("ponderhit -> bestmove c2c4 ponder e7e6")
        script.expect("position startpos moves d2d4 d7d5 c2c4 e7e6", "go ponder movetime 2000")
        await fake.play(board, engine.Limit(time=2), ponder=True)
        board.push_uci("c2c4")
        board.push_uci("e7e6")
        script.expect(
            "stop -> bestmove b1c3", "setoption name Hash value 32"
        )  # another option: the search is another one
        script.expect("position startpos moves d2d4 d7d5 c2c4 e7e6", "go movetime 1000 -> bestmove b1c3")
        await fake.play(board, limit, options={"Hash": 32})
        self.assertEqual(script.lines, [])

    async def test_opponents(self):
        """Another opponent plays another game; what configure sets is not set by searches."""
        script, fake = await self.script(
            "option name UCI_Opponent type string", "option name UCI_AnalyseMode type check default false"
        )
        await fake.send_opponent_information(opponent=engine.Opponent("Eliza", None, 3500, True))
        script.expect("setoption name UCI_AnalyseMode value true")
        await fake.configure({"UCI_AnalyseMode": True})
        opponent = "setoption name UCI_Opponent value none 3500 computer Eliza"
        script.expect("ucinewgame", opponent, "isready -> readyok", "position startpos", "go nodes 1 -> bestmove e2e4")
        script.expect("position startpos", "go nodes 1 -> bestmove e2e4")
        for _ in range(2):
            await fake.play(chess.Board(), engine.Limit(nodes=1))
        opponent = "setoption name UCI_Opponent value GM none human Guy"
        script.expect("ucinewgame", opponent, "isready -> readyok", "position startpos", "go nodes 1 -> bestmove e2e4")
        await fake.play(chess.Board(), engine.Limit(nodes=1), opponent=engine.Opponent("Guy", "GM", None, False))
        self.assertEqual(script.lines, [])

    async def test_words(self):
        script, fake = await self.script()
        script.expect("debug on", "debug off")
        fake.debug()
        fake.debug(False)
        script.expect("ucinewgame", "isready -> readyok", "position startpos")
        script.expect("go depth 1 -> info depth 1 string two  spaces -> bestmove e2e4")
        info = await fake.analyse(chess.Board(), engine.Limit(depth=1))
        self.assertEqual(info["string"], "two  spaces")
        script.expect("position startpos", "go infinite")
        analysis = await fake.analysis(chess.Board())
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(analysis.wait(), 0.01)
        self.assertTrue(analysis.would_block())  # who waited has not ended it
        script.expect("stop -> bestmove e2e4", "position startpos", "go depth 9", "stop")
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(fake.play(chess.Board(), engine.Limit(depth=9)), 0.1)
        self.assertEqual(script.lines, [])
        self.assertRaises(NotImplementedError, engine.popen_xboard("x").send, None)
        found = engine.run_in_background(lambda future: asyncio.sleep(0, future.set_result(7)))
        self.assertEqual(found, 7)


class Books(unittest.TestCase):
    KEYS = {  # of the page on the format
        "": 0x463B96181691FC9C,
        "e4": 0x823C9B50FD114196,
        "e4 d5": 0x0756B94461C50FB0,
        "e4 d5 e5": 0x662FAFB965DB29D4,
        "e4 d5 e5 f5": 0x22A48B5A8E47FF78,
        "e4 d5 e5 f5 Ke2": 0x652A607CA3F242C1,
        "e4 d5 e5 f5 Ke2 Kf7": 0x00FDD303C946BDD9,
        "a4 b5 h4 b4 c4": 0x3C8123EA7B067637,
        "a4 b5 h4 b4 c4 bxc3 Ra3": 0x5C3F9B829B279560,
    }

    def test_keys(self):
        for sans, key in self.KEYS.items():
            board = chess.Board()
            for san in sans.split():
                board.push_san(san)
            self.assertEqual(polyglot.zobrist_hash(board), key, sans)
        self.assertEqual(len(polyglot.POLYGLOT_RANDOM_ARRAY), 781)

    def book(self, entries):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "book.bin")
        path.write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in sorted(entries, key=lambda e: e[0])))
        book = polyglot.open_reader(path)
        self.addCleanup(book.close)
        return book

    def test_entries(self):
        start, e4 = self.KEYS[""], self.KEYS["e4"]
        book = self.book(
            [
                (start, 12 << 6 | 28, 3, 0),
                (start, 11 << 6 | 27, 5, 7),
                (start, 6 << 6 | 21, 0, 0),
                (e4, 52 << 6 | 36, 1, 0),
            ]
        )
        board = chess.Board()
        self.assertEqual(
            (len(book), str(book[-1].move), len(list(book))), (4, "e7e5" if book[-1].key == e4 else "g1f3", 4)
        )
        self.assertEqual(
            [(str(entry.move), entry.weight) for entry in book.find_all(board)], [("e2e4", 3), ("d2d4", 5)]
        )
        self.assertEqual(len(list(book.find_all(board, minimum_weight=0))), 3)
        self.assertEqual((str(book.find(board).move), book.find(board).learn), ("d2d4", 7))
        self.assertEqual(str(book.find(board, exclude_moves=[chess.Move.from_uci("d2d4")]).move), "e2e4")
        self.assertIsNone(book.get(board, minimum_weight=6))
        with self.assertRaises(IndexError):
            book.find(board, minimum_weight=6)
        self.assertIn(book.find(board), book)

        class Last:
            randint = staticmethod(lambda first, last: last)

        self.assertEqual(str(book.choice(board, random=Last).move), "d2d4")
        self.assertEqual({str(book.weighted_choice(board).move) for _ in range(60)}, {"e2e4", "d2d4"})

    def test_castling(self):
        board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        key = polyglot.zobrist_hash(board)
        book = self.book([(key, 4 << 6 | 7, 1, 0), (key, 4 << 6 | 0, 1, 0), (key, 4 << 6 | 60, 1, 0)])
        self.assertEqual([str(entry.move) for entry in book.find_all(board)], ["e1g1", "e1c1"])
        self.assertEqual([str(entry.move) for entry in book.find_all(key)], ["e1h1", "e1a1", "e1e8"])
        board.chess960 = True
        self.assertEqual([str(entry.move) for entry in book.find_all(board)], ["e1h1", "e1a1"])
        rook = chess.Board("4k3/8/8/8/8/8/K7/4R3 w - - 0 1")
        (entry,) = self.book([(polyglot.zobrist_hash(rook), 4 << 6 | 0, 1, 0)]).find_all(rook)
        self.assertEqual(str(entry.move), "e1a1")

    def test_faults(self):
        with tempfile.NamedTemporaryFile() as file:
            self.assertEqual(list(polyglot.open_reader(file.name)), [])
            file.write(b"x" * 17)
            file.flush()
            with self.assertRaises(OSError):
                polyglot.open_reader(file.name)
        with self.assertRaises(FileNotFoundError):
            polyglot.open_reader("no-such-book.bin")


if __name__ == "__main__":
    unittest.main()
