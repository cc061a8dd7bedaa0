"""Measures the module and its part kingscan.chess beside python-chess, in turn: the table of docs/from-python-chess.md.

    PYTHONPATH=build/python/site python3 bindings/python/bench.py [--python-chess FOLDER] [--positions N] [--rounds N]

FOLDER has the package `chess`; without it, the installed one is taken. Each row is measured in turn with all of them
on the same positions, by the time of the process; ratios are of the medians. All make their objects from FEN first,
except where the row says otherwise, and all have to give the same answers. kingscan.chess runs python-chess's code.
"""
import argparse
import random
import statistics
import sys
import time
from pathlib import Path

import kingscan
import kingscan.chess

POSITIONS = Path(__file__).resolve().parents[2] / "tests/data/positions.epd"

# A row is what it is called, and a function of a module that has python-chess's values: it gives the work on a board of
# that module, and the work on a Position. The results have to agree.
ROWS = []


def row(name, of_fen=False):
    def add(pair):
        ROWS.append((name, of_fen, pair))
        return pair

    return add


def push_check_pop_theirs(board):
    checks = 0
    for move in board.legal_moves:
        board.push(move)
        checks += board.is_check()
        board.pop()
    return checks


def push_check_pop_ours(position):
    checks = 0
    for move in position.moves():
        position.push(move)
        checks += position.is_check()
        position.pop()
    return checks


def add_rows():
    """(python-chess, Kingscan)"""

    @row("read a FEN", of_fen=True)
    def fen(chess):
        return lambda text: chess.Board(text).turn, lambda text: kingscan.Position(text).turn == "white"

    @row("legal moves of a FEN, in UCI", of_fen=True)
    def moves_of_fen(chess):
        return (
            lambda text: [move.uci() for move in chess.Board(text).legal_moves],
            lambda text: kingscan.Position(text).legal_moves(),
        )

    @row("legal moves, in UCI")
    def uci(chess):
        return lambda board: [move.uci() for move in board.legal_moves], lambda p: p.legal_moves()

    @row("legal moves, as objects")
    def objects(chess):
        return lambda board: len(list(board.legal_moves)), lambda p: len(p.moves())

    @row("all legal moves in SAN, of a FEN", of_fen=True)
    def san_of_fen(chess):
        def theirs(text):
            board = chess.Board(text)
            return [board.san(move) for move in board.legal_moves]

        return theirs, lambda text: kingscan.Position(text).legal_moves(san=True)

    @row("all legal moves in SAN")
    def san(chess):
        return (
            lambda board: [board.san(move) for move in board.legal_moves],
            lambda p: p.legal_moves(san=True),
        )

    @row("`san(move)` of each legal move")
    def single_san(chess):
        return (
            lambda board: [board.san(move) for move in board.legal_moves],
            lambda p: [p.san(move) for move in p.moves()],
        )

    @row("push each legal move, ask for check, pop")
    def push(chess):
        return push_check_pop_theirs, push_check_pop_ours

    @row("`is_check()`")
    def check(chess):
        return lambda board: board.is_check(), lambda p: p.is_check()

    @row("`is_checkmate()`")
    def mate(chess):
        return lambda board: board.is_checkmate(), lambda p: p.is_checkmate()

    @row("`outcome()`")
    def outcome(chess):
        return lambda board: board.outcome() is None, lambda p: p.outcome() is None

    @row("`attackers(white, e4)`")
    def attackers(chess):
        return (
            lambda board: len(board.attackers(chess.WHITE, chess.E4)),
            lambda p: len(p.attackers("white", "e4")),
        )

    @row("`fen()`")
    def write(chess):
        return lambda board: board.fen(en_passant="legal"), lambda p: p.fen()

    @row("`copy(stack=False)`")
    def copy(chess):
        return lambda board: board.copy(stack=False).turn, lambda p: p.copy(stack=False).turn == "white"


def seconds(work, things):
    begun = time.process_time()
    for thing in things:
        work(thing)
    return time.process_time() - begun


def measure(work, things, least=0.02):
    """The seconds for one thing; fast work is repeated."""
    times, spent = 0, 0.0
    while spent < least:
        spent += seconds(work, things)
        times += 1
    return spent / times / len(things)


def check(name, module, expected, found, thing):
    if expected != found and not (isinstance(found, list) and sorted(expected) == sorted(found)):
        sys.exit(f"{name}: python-chess says {expected!r}, {module} {found!r}, of {thing}")


def compare(name, works, things, rounds):
    """A line of the table. works, things: what python-chess, kingscan.chess and kingscan do, and on what."""
    for theirs_on, values_on, ours_on in zip(*things):
        expected = works[0](theirs_on)
        check(name, "kingscan.chess", expected, works[1](values_on), theirs_on)
        check(name, "kingscan", expected, works[2](ours_on), theirs_on)
    times = [[measure(work, on) for work, on in zip(works, things)] for _ in range(rounds)]
    slow, *fast = (statistics.median(column) for column in zip(*times))
    cells = [f"{slow * 1e6:.3g}"]
    for i, median in enumerate(fast, 1):
        ratios = sorted(row[0] / row[i] for row in times)
        cells += [f"{median * 1e6:.3g}", f"{slow / median:.3g} ({ratios[0]:.3g}-{ratios[-1]:.3g})"]
    return f"| {name} | {' | '.join(cells)} |"


def positions(path, count):
    lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
    chosen = random.Random(1997).sample(lines, min(count, len(lines)))
    return [kingscan.Position(" ".join(line.split()[:4]) + " 0 1").fen() for line in chosen]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python-chess", metavar="FOLDER")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--file", type=Path, default=POSITIONS, help="with a FEN or EPD a line")
    asked = parser.parse_args()
    if asked.python_chess:
        sys.path.insert(0, asked.python_chess)
    try:
        import chess
    except ImportError:
        sys.exit("bench.py: there is no python-chess: install it, or name its folder by --python-chess")
    add_rows()
    fens = positions(asked.file, asked.positions)
    print(f"python-chess {chess.__version__}, Python {sys.version.split()[0]}, {len(fens)} positions")
    print("\n| what | python-chess, µs | `kingscan.chess`, µs | ratio (lowest-highest) | `kingscan`, µs | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    makers = chess.Board, kingscan.chess.Board, kingscan.Position
    for name, of_fen, pair in ROWS:
        theirs, ours = pair(chess)
        works = theirs, pair(kingscan.chess)[0], ours
        things = [[fen if of_fen else make(fen) for fen in fens] for make in makers]
        print(compare(name, works, things, asked.rounds), flush=True)


if __name__ == "__main__":
    main()
