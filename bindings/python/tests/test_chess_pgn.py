"""What kingscan.chess has above its board: pgn, svg, engine and polyglot, with answers that are known.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_chess_pgn.py
"""
import re
import struct
import sys
import tempfile
import unittest
from pathlib import Path

import kingscan.chess as chess
import kingscan.chess.engine as engine
import kingscan.chess.polyglot as polyglot
import kingscan.chess.svg as svg
import kingscan.chess.variant
from kingscan.chess.engine import Cp, Mate, MateGiven, PovScore, Wdl


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
        with self.assertRaisesRegex(AttributeError, "asyncio"):
            engine.UciProtocol


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
