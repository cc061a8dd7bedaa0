#!/usr/bin/env python3
"""Compares the positions that --strict accepts with Board.status() of python-chess, on mutated positions.

    tests/peers/strict_against_python_chess.py KINGSCAN POSITIONS [--count N] [--seed S] [--write FILE]

POSITIONS has a FEN a line. Prints each position on which the two differ; the exit status is 1 then. board_status.py
replaces python-chess when that is not installed. --write FILE keeps the positions and the names of their flags:
tests/data/possible.tsv was written so, with --count 1500 --seed 3.
"""

import argparse
import random
import subprocess
import sys

try:
    import chess
except ImportError:
    import board_status as chess

PIECES = "PNBRQKpnbrqk"


def squares_of(placement):
    board = []
    for c in placement.replace("/", ""):
        board += ["."] * int(c) if c.isdigit() else [c]
    return board


def placement_of(board):
    rows = []
    for first in range(0, 64, 8):
        row, empty = "", 0
        for c in board[first : first + 8]:
            if c == ".":
                empty += 1
                continue
            row += (str(empty) if empty else "") + c
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def add_double_push(draw, board, side):
    """Makes an enemy pawn that has passed over a square; returns the square."""
    file = draw.randrange(8)
    ahead, over, behind, pawn = (24, 16, 8, "p") if side == "w" else (32, 40, 48, "P")
    if draw.random() < 0.8:
        board[ahead + file], board[over + file], board[behind + file] = pawn, ".", "."
    return "abcdefgh"[file] + ("6" if side == "w" else "3")


def surround_king(draw, board, side):
    """Puts enemy pieces on squares from which they may give check."""
    king = "K" if side == "w" else "k"
    if king not in board:
        return
    at = board.index(king)
    for _ in range(draw.randrange(1, 4)):
        file, row = at % 8 + draw.randrange(-3, 4), at // 8 + draw.randrange(-3, 4)
        if 0 <= file < 8 and 0 <= row < 8 and 8 * row + file != at:
            piece = draw.choice("pnbrq")
            board[8 * row + file] = piece if side == "w" else piece.upper()


def mutate(draw, fen):
    placement, side, castling, en_passant = fen.split()[:4]
    board = squares_of(placement)
    for _ in range(draw.choice((0, 0, 1, 1, 2, 3, 8))):
        board[draw.randrange(64)] = draw.choice(PIECES + "....")
    if draw.random() < 0.15:
        side = "wb"[side == "w"]
    if draw.random() < 0.3:
        surround_king(draw, board, side)
    if draw.random() < 0.1:
        castling = "".join(c for c in "KQkq" if draw.random() < 0.5) or "-"
    if draw.random() < 0.3:
        en_passant = add_double_push(draw, board, side)
    return f"{placement_of(board)} {side} {castling} {en_passant} 0 1"


def status_of(fen):
    return chess.Board(fen, chess960=True).status()


# Some versions do not know that two leapers cannot give check at the same time.
KNOWS_STEPPERS = status_of("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1") != chess.STATUS_VALID


def has_two_steppers(fen):
    board = chess.Board(fen, chess960=True)
    steppers = [s for s in board.checkers() if board.piece_type_at(s) in (chess.PAWN, chess.KNIGHT, chess.KING)]
    return len(steppers) > 1


def names_of(status):
    return "|".join(flag.name for flag in chess.Status if flag and status & flag) or "VALID"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kingscan")
    parser.add_argument("positions")
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with open(arguments.positions, encoding="ascii") as lines:
        bases = [line for line in lines if line.strip() and not line.startswith("#")]
    fens = [mutate(draw, draw.choice(bases)) for _ in range(arguments.count)]
    marks = subprocess.run(
        [arguments.kingscan, "check", "--strict", "--format", "bytes", "--max-errors", "1"],
        input="\n".join(fens).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    ).stdout
    assert len(marks) == len(fens)
    statuses = [status_of(fen) for fen in fens]
    differing = 0
    for fen, mark, status in zip(fens, marks, statuses):
        accepted = mark != 255
        if accepted == (status == chess.STATUS_VALID) or (
            not KNOWS_STEPPERS and not accepted and has_two_steppers(fen)
        ):
            continue
        print(f"{fen}: {'accepted' if accepted else 'refused'}, but python-chess says {names_of(status)}")
        differing += 1
    if arguments.write:
        with open(arguments.write, "w", encoding="ascii") as out:
            out.writelines(f"{fen}\t{names_of(status)}\n" for fen, status in zip(fens, statuses))
    valid = sum(status == chess.STATUS_VALID for status in statuses)
    print(f"{len(fens)} positions by {chess.__name__}, {valid} valid, {differing} differ", file=sys.stderr)
    return differing > 0


if __name__ == "__main__":
    sys.exit(main())
