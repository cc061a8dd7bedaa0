"""What kingscan.chess has above its board: pgn, svg, engine and polyglot, with answers that are known.

    PYTHONPATH=build/python/site python3 bindings/python/tests/test_chess_pgn.py
"""
import struct
import tempfile
import unittest
from pathlib import Path

import kingscan.chess as chess
import kingscan.chess.polyglot as polyglot


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
