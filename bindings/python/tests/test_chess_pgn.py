"""What kingscan.chess has above its board: pgn, svg, engine and polyglot, with answers that are known.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_chess_pgn.py
"""
import re
import struct
import tempfile
import unittest
from pathlib import Path

import kingscan.chess as chess
import kingscan.chess.polyglot as polyglot
import kingscan.chess.svg as svg


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
