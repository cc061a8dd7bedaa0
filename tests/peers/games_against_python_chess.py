#!/usr/bin/env python3
"""Compares what the program reads in random games with what python-chess plays.

    tests/peers/games_against_python_chess.py KINGSCAN [--count N] [--seed S] [--write FILE]

Games begin at the usual start, at starts of Chess960, and near promotions and castling. python-chess draws and writes
the moves; the program reads them with one thread and with two. Compared are the move, the FEN and the verdict after
each move, and checkers. Prints the first difference and a digest of all rows; the exit status is 1 after a difference,
and 77 without python-chess. --write FILE keeps the games: tests/data/random_games.pgn was written so, with --count 25
--seed 7.
"""
import argparse
import hashlib
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import chess
except ImportError:
    print("python-chess is missing")
    sys.exit(77)

STARTS = Path(__file__).with_name("starts.fen").read_text().splitlines()


def new_board(draw):
    kind = draw.randrange(4)
    if kind == 0:
        return chess.Board()
    if kind == 1:
        return chess.Board.from_chess960_pos(draw.randrange(960))
    return chess.Board(draw.choice(STARTS))


def draw_move(draw, board):
    """Castling, en passant and promotions to other pieces than queens come more often than by chance."""
    moves = list(board.legal_moves)
    rare = [m for m in moves if board.is_castling(m) or board.is_en_passant(m) or m.promotion in (2, 3, 4)]
    return draw.choice(rare if rare and draw.random() < 0.5 else moves)


def verdict_of(board):
    checkers = len(board.checkers())
    if not any(board.generate_legal_moves()):
        return "checkmate" if checkers else "stalemate"
    return ("safe", "check", "double-check")[min(checkers, 2)]


def row_of(number, ply, san, board):
    checkers = sorted((chess.square_name(s) for s in board.checkers()), key=lambda name: (-int(name[1]), name[0]))
    return [verdict_of(board), ",".join(checkers) or "-", board.fen(), str(number), str(ply), san]


def write_game(draw, number, games, rows):
    """Writes a game and adds a row for each move of it."""
    board = new_board(draw)
    games.write(f'[Event "{number}"]\n[FEN "{board.fen()}"]\n\n')
    for ply in range(1, draw.randrange(2, 100)):
        if not any(board.generate_legal_moves()):
            break
        if board.turn == chess.WHITE:
            games.write(f"{board.fullmove_number}. ")
        move = draw_move(draw, board)
        san = board.san(move)
        board.push(move)
        games.write(f"{san} {'{ x } ' if draw.random() < 0.2 else ''}")
        rows.append(row_of(number, ply, san, board))
    games.write("*\n\n")


def compare(program, path, jobs, rows):
    told = subprocess.Popen([program, "check", "--jobs", jobs, path], stdout=subprocess.PIPE, text=True)
    found = 0
    for line, expected in zip(told.stdout, rows):
        verdict, checkers, fen, _, game, ply, san = line.rstrip("\n").split("\t")
        if [verdict, checkers, fen, game, ply, san] != expected:
            print("found", line, "expected", expected)
            return False
        found += 1
    return told.stdout.read() == "" and told.wait() == 0 and found == len(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write")
    arguments = parser.parse_args()
    draw, rows = random.Random(arguments.seed), []
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as made:
        with open(arguments.write, "w") if arguments.write else made as games:
            for number in range(1, arguments.count + 1):
                write_game(draw, number, games, rows)
            games.flush()
            same = all(compare(arguments.program, games.name, jobs, rows) for jobs in ("1", "2"))
    digest = hashlib.md5("".join("\t".join(row) + "\n" for row in rows).encode()).hexdigest()
    print(f"{arguments.count} games, {len(rows)} moves, {digest}: {'the same' if same else 'different'}")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
