"""Random games of every variant, written as text and read again, move by move and as PGN; and those that
Fairy-Stockfish has written. tests/game/variant_rounds.c does the same with the library.
"""
import io
import random
import re
import unittest
from functools import reduce

import kingscan
from common import ROOT
from kingscan import Position

INI = ROOT / "tests/data/variants_ffish.ini"
PLIES = 60


def san(position, move):
    return position.san(move)


def lan(position, move):
    """Both squares, which SAN mostly does without. Drops, castling and passing have none."""
    text = position.san(move)
    squares = re.match(r"([a-l]\d+)([a-l]\d+)", move.uci())
    if "@" in text or text.startswith("O-O") or not squares or squares[1] == squares[2]:
        return text
    piece, body = re.match(r"\+?[A-Z]?", text)[0], re.split("[,/=]", text)[0]
    end = [found.end() for found in re.finditer(r"[a-l]\d+", body) if found[0] == squares[2]][-1]
    return f"{piece}{squares[1]}{'x' if 'x' in body else '-'}{squares[2]}{text[end:]}"


def uci(_, move):
    return move.uci()


class Rounds(unittest.TestCase):
    def play(self, variant, write, chance):
        """Plays a random game; returns its moves as texts, and its last position."""
        position, reader = (Position(variant=variant, variants=self.variants_of(variant)) for _ in range(2))
        texts = []
        while len(texts) < PLIES and (moves := sorted(position.moves(), key=str)):
            move = chance.choice(moves)
            text = write(position, move)
            self.assertEqual(reader.push_san(text), move, (variant, text, position.fen()))
            position.push(move)
            self.assertEqual(reader.fen(), position.fen(), (variant, text))
            texts.append(text)
        return texts, position

    @staticmethod
    def variants_of(variant):
        return None if variant == "chess" else INI

    def read(self, text):
        (game,) = kingscan.games(io.BytesIO(text.encode()), variants=INI)
        self.assertEqual([error.message for error in game.results.errors], [], text)
        return game

    def test_random_games(self):
        names, plies = kingscan.variant_names(INI), 0
        self.assertGreater(len(names), 124)
        for write in san, lan, uci:
            chance = random.Random(1)
            for name in names:
                texts, position = self.play(name, write, chance)
                game = self.read(f'[Variant "{name}"]\n\n{" ".join(texts)} *\n')
                self.assertEqual(game.moves, list(map(str, position.move_stack)), name)
                self.assertEqual(game.position().fen(), position.fen(), name)
                plies += len(texts)
        self.assertGreater(plies, 15000)

    def test_games_by_fairy_stockfish(self):
        rows = [line for line in (ROOT / "tests/data/variants_games_ffish.tsv").read_text().split("\n") if line]
        rows = [row.split(None, 2) for row in rows if not row.startswith("#")]
        self.assertGreater(len(rows), 200)
        for variant, expected, moves in rows:
            game = self.read(f'[Site "pychess.org"]\n[Variant "{variant}"]\n\n{moves} *\n')
            found = reduce(lambda h, c: ((h ^ c) * 0x01000193) & 0xFFFFFFFF, " ".join(game.moves).encode(), 0x811C9DC5)
            self.assertEqual(found, int(expected, 16), (variant, moves))


if __name__ == "__main__":
    unittest.main()
