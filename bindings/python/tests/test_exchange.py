"""Compares Position.see with a model of its own: the list of captures on a square, from the letters of FEN alone."""
import random
import re
import unittest

import kingscan
from kingscan import Position

USUAL = dict(zip("PNBRQ", (100, 300, 300, 500, 900)), K=0)
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def read(fen):
    """The letters of a FEN by file and rank, from 0."""
    rows = re.sub(r"\d", lambda digit: "." * int(digit[0]), fen.split()[0]).split("/")
    return {(f, 7 - r): letter for r, row in enumerate(rows) for f, letter in enumerate(row) if letter != "."}


def walk(start, step):
    f, r = start[0] + step[0], start[1] + step[1]
    while 0 <= f < 8 and 0 <= r < 8:
        yield f, r
        f, r = f + step[0], r + step[1]


def attacks(board, square, target):
    """Whether the piece on a square attacks the target over empty squares."""
    letter, kind = board[square], board[square].upper()
    step = target[0] - square[0], target[1] - square[1]
    if kind == "P":
        return abs(step[0]) == 1 and step[1] == (1 if letter.isupper() else -1)
    if kind == "N":
        return step in LEAPS
    if kind == "K":
        return max(map(abs, step)) == 1
    for direction in (DIAGONAL if kind in "BQ" else []) + (STRAIGHT if kind in "RQ" else []):
        for at in walk(square, direction):
            if at == target:
                return True
            if at in board:
                break
    return False


def slides(letter, step):
    return letter.upper() in ("BQ" if 0 not in step else "RQ")


def shields(board, white):
    """The pieces of a side that alone shield its king, with the enemy sliders behind them."""
    found = []
    king = next((at for at, letter in board.items() if letter == ("K" if white else "k")), None)
    for step in STRAIGHT + DIAGONAL if king else []:
        others = []
        for at in walk(king, step):
            if at not in board:
                continue
            if board[at].isupper() != white and slides(board[at], step):
                if len(others) == 1 and board[others[0]].isupper() == white:
                    found.append((others[0], at))
            else:
                others.append(at)
    return found


def see(fen, uci, values, pins):
    """The value that a legal move wins, which is no castling."""
    board = read(fen)
    start, target = ((ord(uci[i]) - ord("a"), int(uci[i + 1]) - 1) for i in (0, 2))
    white = board[start].isupper()
    guards = {side: shields(board, side) if pins else [] for side in (True, False)}
    stake = board.pop(start).upper()
    gains = [values[board.pop(target).upper()] if target in board else 0]
    if stake == "P" and target[0] != start[0] and gains == [0] and (target[0], start[1]) in board:
        enemy = (target[0], start[1])
        if target not in read(fen):
            board.pop(enemy)
            gains = [values["P"]]
    if len(uci) == 5:
        stake = uci[4].upper()
        gains[0] += values[stake] - values["P"]
    side = not white
    while True:
        able = [at for at, letter in board.items() if letter.isupper() == side and attacks(board, at, target)]
        bound = {shield for shield, pinner in guards[side]} if any(p in board for _, p in guards[side]) else set()
        able = [at for at in able if at not in bound]
        if not able:
            break
        order = {kind: (kind == "K", values[kind], "PNBRQK".index(kind)) for kind in "PNBRQK"}
        taker = min(able, key=lambda at: (order[board[at].upper()], at[1], at[0]))
        kind = board.pop(taker).upper()
        if kind == "K" and any(l.isupper() != side and attacks(board, at, target) for at, l in board.items()):
            break
        gains.append(values[stake])
        stake, side = kind, not side
        if kind == "K":
            break
    best = 0
    for gain in reversed(gains[1:]):
        best = max(0, gain - best)
    return gains[0] - best


class Exchanges(unittest.TestCase):
    def test_random_games(self):
        chance = random.Random(1)
        asked = 0
        while asked < 12000:
            position = Position(variant="chess")
            for _ in range(150):
                moves = position.moves()
                if not moves:
                    break
                numbers = chance.choice([None, [chance.randrange(6) for _ in range(5)]])
                values = USUAL if numbers is None else dict(zip("PNBRQ", numbers), K=0)
                for move in moves:
                    if position.is_castling(move) or chance.random() < 0.5:
                        continue
                    for pins in (False, True):
                        asked += 1
                        self.assertEqual(
                            position.see(move, values=numbers, pins=pins),
                            see(position.fen(), move.uci(), values, pins),
                            (position.fen(), move, numbers, pins),
                        )
                captures = [move for move in moves if position.is_capture(move)]
                position.push(chance.choice(captures if captures and chance.random() < 0.2 else moves))

    def test_pins_and_kings(self):
        for fen in (
            "4k3/4n3/8/3p4/8/4R3/6B1/4K3 w - - 0 1",
            "4k3/8/4n3/8/3pR3/8/4Q3/K7 w - - 0 1",
            "2k5/8/2n5/5K2/8/8/8/2R1r3 b - - 0 1",
            "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1",
            "1rr4k/P7/8/8/8/8/8/K7 w - - 0 1",
        ):
            position = Position(fen)
            for move in position.moves():
                for pins in (False, True):
                    self.assertEqual(position.see(move, pins=pins), see(fen, move.uci(), USUAL, pins), (fen, move))

    def test_arguments(self):
        position = Position("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1")
        self.assertEqual(position.see("Qxd5"), -800)
        self.assertEqual(position.see("d1d5", values=(1, 3, 3, 5, 9)), -8)
        self.assertEqual(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").see("O-O"), 0)
        for values in ((1, 2, 3, 4), (1, 3, 3, 5, 40000), [1] * 6):
            self.assertRaisesRegex(ValueError, "^values: expected five numbers", position.see, "Qxd5", values=values)
        self.assertRaises(TypeError, position.see, "Qxd5", values=("a", 3, 3, 5, 9))
        self.assertRaises(TypeError, position.see, "Qxd5", values=1)
        self.assertRaises(kingscan.MoveError, position.see, "Qxd8")
        self.assertRaisesRegex(NotImplementedError, "in chess alone", Position(variant="atomic").see, "e4")


if __name__ == "__main__":
    unittest.main()
