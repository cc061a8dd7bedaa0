#!/usr/bin/env python3
"""Make positions.epd: chess positions with the checkers Stockfish names.

Kingscan says which enemy men check the king of the side to move.  Its tests
need many positions of the kinds that games really hold, and answers that are
not Kingscan's own.  So this script lets Stockfish play itself, from short
random openings to mate, stalemate or the last men on the board, and copies
what Stockfish's `d` command prints for a sample of the positions: its "Fen:"
line as it stands, and its "Checkers:" line as an EPD operation:

    FEN(six fields) c0 "checkers e4,h5";      squares from a8 to h1, - if none

The positions differ in their first four fields and come shuffled.  Kinds, by
men on the board: endgame (at most 10), between (11 to 17), middlegame (18 to
30, from move 8 on), opening (the rest).  Few positions are taken of each game;
checks come as often as games have them, but double checks, mates and stalemates
are taken more readily, and no one balance of men fills the endgames.

    python3 tests/data/make_positions.py                  # the file in use
    python3 tests/data/make_positions.py --scale 0.02 -o few.epd

It needs Stockfish only (Debian: apt install stockfish) and one core for some
minutes.  All choices come from --seed, and Stockfish searches on one thread
by counted nodes, not by time or by its own "Skill Level", whose dice hang on
the clock: the same seed, scale and Stockfish version give the same file.
Stockfish writes an en passant square only where such a capture is possible.
"""
import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess

# The number of positions of each kind, and the probability that a position is used.
QUOTA = {"opening": 3300, "middlegame": 18300, "between": 4000, "endgame": 18400}
CHANCE = {"opening": 0.025, "middlegame": 0.05, "between": 0.02, "endgame": 0.1}
# The rare kinds: the least number of each, and the probability.
RARE = {"double check": 100, "checkmate": 400, "stalemate": 75}
RARE_CHANCE = {"double check": 0.5, "checkmate": 0.1, "stalemate": 1}
BALANCE_SHARE = 0.015  # of the endgames, at most, with the same men
MAX_PLIES = 400  # of a game
DEAD = {"Kk", "BKk", "KNk", "Kbk", "Kkn"}  # no side can win with these men
MOVE_LINE = re.compile("[a-h][1-8][a-h][1-8][qrbn]?:")


class Stockfish:
    """One process of Stockfish, which speaks UCI."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = self.after("id name ", self.ask("uci", "uciok"))
        self.ask("setoption name Threads value 1\nsetoption name Hash value 1\n" "isready", "readyok")

    def ask(self, commands, end):
        """Send commands; return the lines up to the one that begins with end."""
        self.process.stdin.write(commands + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(end):
                return lines
        raise SystemExit("Stockfish ended unexpectedly")

    @staticmethod
    def after(start, lines):
        """Returns the text after `start` in the line that begins with it."""
        return next(x for x in lines if x.startswith(start))[len(start) :].strip()

    def show(self, position):
        """Set a position; return its FEN and its checkers, from a8 to h1."""
        lines = self.ask(f"position {position}\nd", "Checkers:")
        checkers = self.after("Checkers:", lines).split()
        return (self.after("Fen:", lines), sorted(checkers, key=lambda square: (-int(square[1]), square[0])))

    def moves(self):
        """The legal moves in the position last set."""
        lines = self.ask("go perft 1", "Nodes searched")
        return sorted(x.split(":")[0] for x in lines if MOVE_LINE.match(x))

    def best(self, nodes):
        """Stockfish's move in the position last set, or "(none)"."""
        return self.ask(f"go nodes {nodes}", "bestmove")[-1].split()[1]

    def quit(self):
        self.process.communicate("quit\n")


def men_of(fen):
    return "".join(sorted(c for c in fen.split()[0] if c.isalpha()))


def play(engine, rng):
    """Play one game; yield (fen, checkers, game over?) for each position."""
    engine.ask("ucinewgame\nisready", "readyok")
    random_plies = rng.randint(2, 10)
    slips = rng.choice((0, 0, 0.03, 0.1))  # chance of a random move
    under = rng.choice((0, 0.3, 0.6))  # chance to underpromote
    nodes = [int(20 * 25 ** rng.random()) for _ in "wb"]
    position = "startpos"
    for ply in range(MAX_PLIES):
        fen, checkers = engine.show(position)
        if ply < random_plies or rng.random() < slips:
            move = rng.choice(engine.moves() or ["(none)"])
        else:
            move = engine.best(nodes[ply % 2])
        over = move == "(none)"
        yield fen, checkers, over
        if over or fen.split()[4] == "100" or men_of(fen) in DEAD:
            return
        if move.endswith("q") and rng.random() < under:
            move = move[:-1] + rng.choice("rbn")
        position = f"fen {fen} moves {move}"


def kind_of(fen):
    men = len(men_of(fen))
    if men <= 10:
        return "endgame"
    if men <= 17:
        return "between"
    return "middlegame" if men <= 30 and int(fen.split()[5]) >= 8 else "opening"


def rarity_of(checkers, over):
    if over:
        return "checkmate" if checkers else "stalemate"
    return "double check" if len(checkers) > 1 else None


def collect(engine, rng, scale):
    """Play until all quotas are filled; return the EPD lines and the counts."""
    quota = {name: round(scale * n) for name, n in {**QUOTA, **RARE}.items()}
    balance_limit = max(3, BALANCE_SHARE * quota["endgame"])
    lines, counts, balances = {}, collections.Counter(), collections.Counter()
    while any(counts[name] < n for name, n in quota.items()):
        counts["games"] += 1
        for fen, checkers, over in play(engine, rng):
            kind, rarity, men = kind_of(fen), rarity_of(checkers, over), men_of(fen)
            key = " ".join(fen.split()[:4])
            chance = RARE_CHANCE[rarity] if rarity else CHANCE[kind]
            if rarity:
                full = counts[kind] >= quota[kind] and counts[rarity] >= quota[rarity]
            else:
                full = counts[kind] >= quota[kind] or (kind == "endgame" and balances[men] >= balance_limit)
            if full or key in lines or rng.random() >= chance:
                continue
            lines[key] = f'{fen} c0 "checkers {",".join(checkers) or "-"}";'
            balances[men] += 1
            counts.update(["positions", kind, fen.split()[1] + " to move"])
            counts.update(
                name
                for name, holds in (
                    ("five men or fewer", len(men) <= 5),
                    ("in check", checkers),
                    ("double check", len(checkers) > 1),
                    (rarity, over),
                )
                if holds
            )
    lines = list(lines.values())
    rng.shuffle(lines)
    return lines, counts


def main():
    here = pathlib.Path(__file__).parent
    parser = argparse.ArgumentParser(description="Make positions.epd with Stockfish.")
    parser.add_argument(
        "--stockfish",
        help="the program, if not found by itself",
        default=shutil.which("stockfish") or "/usr/games/stockfish",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, help="times the usual number of positions")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=here / "positions.epd")
    options = parser.parse_args()
    engine = Stockfish(options.stockfish)
    try:
        lines, counts = collect(engine, random.Random(options.seed), options.scale)
    finally:
        engine.quit()
    names = ["positions", *QUOTA, "five men or fewer", "in check", *RARE, "w to move", "b to move", "games"]
    head = [
        "Positions from games of Stockfish with itself, each with the checkers",
        f"that its `d` command names ({engine.name}).  Made by",
        f"    python3 tests/data/make_positions.py --seed {options.seed}" f" --scale {options.scale:g}",
        "which explains the format and the kinds.  Counts:",
        *(f"    {counts[name]:6} {name}" for name in names),
    ]
    text = "".join(f"# {line}\n" for line in head) + "\n".join(lines) + "\n"
    options.output.write_bytes(text.encode("ascii"))
    print("\n".join(head))


if __name__ == "__main__":
    main()
