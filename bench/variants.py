#!/usr/bin/env python3
"""Times perft of variants against Fairy-Stockfish: variants.py KINGSCAN ENGINE [NAME...].

Both take turns over every variant that both know, or over those named. The depth is the first at which the engine
takes --seconds, or the one before when the next would take eight times that. A figure is the median of --runs, in
processor time, of counts by `go perft` in one process of each program.
Prints the variants by their ratio, the least first. --walked times N positions of each variant after random moves in
place of the start: the ratio is of all their time, and the least ratio of a position stands beside it. --file also
times the sections of a file such as the engine's variants.ini. --tsv adds rows to a file of `build/bench --tsv`. Exits
with status 1 when the counts of a variant differ.
"""
import argparse
import random
import re
import subprocess
import sys
import time
from statistics import median

SHORTEST, REPEATS = 0.05, 10  # seconds, or so many counts
DEEPEST = 12
WALK = range(8, 41)  # plies


class Engine:
    """One process of an engine that answers `go perft`."""

    def __init__(self, command, file=None):
        self.command = command
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.answer = self.ask("uci", "uciok")
        if file:
            self.send(f"setoption name VariantPath value {file}")
            self.answer += self.ask("uci", "uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, end):
        self.send(line)
        answer = []
        while not answer or not answer[-1].startswith(end):
            answer.append(self.process.stdout.readline())
            if not answer[-1]:
                sys.exit(f"bench: {self.command[0]} ended")
        return answer

    def name(self):
        return next(line[8:].split(" by ")[0].strip() for line in self.answer if line.startswith("id name"))

    def variants(self):
        lines = [line for line in self.answer if line.startswith("option name UCI_Variant ")]
        return re.findall(r"\bvar (\S+)", lines[-1])

    def choose(self, variant, moves=()):
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send(" ".join(["position startpos", *(("moves", *moves) if moves else ())]))
        self.ask("isready", "readyok")

    def moves(self):
        return [line.split(":")[0] for line in self.ask("go perft 1", "Nodes searched") if re.match(r"\S+: 1$", line)]

    def walk(self, variant, chance):
        """Random moves from the start, after which the game goes on."""
        while True:
            played = []
            for _ in range(chance.choice(WALK)):
                self.choose(variant, played)
                played.append(chance.choice(self.moves() or [None]))
                if played[-1] is None:
                    break
            else:
                self.choose(variant, played)
                if self.moves():
                    return played

    def clock(self):
        """Processor time of all its threads, those that have ended too: the clock of clock_getcpuclockid."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def perft(self, depth, repeats=1):
        """Returns nodes and seconds. Short counts are repeated."""
        begun, runs = self.clock(), 0
        while runs == 0 or (self.clock() - begun < SHORTEST and runs < repeats):
            nodes = int(self.ask(f"go perft {depth}", "Nodes searched")[-1].split()[-1])
            runs += 1
        return nodes, (self.clock() - begun) / runs


def fitting_depth(engine, enough):
    nodes, taken = 1, 0.0
    for depth in range(1, DEEPEST):
        before = max(nodes, 1)
        nodes, taken = engine.perft(depth)
        if nodes == 0:
            return max(depth - 1, 1)
        if taken >= enough or taken * nodes / before > 8 * enough:
            return depth
    return DEEPEST


class Timed:
    """A position: its depth, the different counts, and the seconds of each run, ours and the engine's."""

    def __init__(self, ours, engine, variant, moves, options):
        self.moves = moves
        for program in ours, engine:
            program.choose(variant, moves)
        self.depth = fitting_depth(engine, options.seconds)
        counted, self.runs = set(), ([], [])
        for _ in range(options.runs):
            for times, (nodes, taken) in zip(
                self.runs, (program.perft(self.depth, REPEATS) for program in (ours, engine))
            ):
                counted.add(nodes)
                times.append(taken)
        self.counts, self.nodes, self.times = counted, max(counted), tuple(map(median, self.runs))

    def is_wrong(self):
        return len(self.counts) > 1 or self.nodes == 0

    def ratio(self):
        return self.times[1] / self.times[0]


def positions_of(engine, variant, walked):
    """The start, or `walked` positions after random moves, as lists of moves. The same name gives the same ones."""
    chance = random.Random(variant)
    return (engine.walk(variant, chance) for _ in range(walked)) if walked else [()]


def row(variant, timed, name, times):
    ns = [seconds * 1e9 / timed.nodes for seconds in (median(times), min(times), max(times))]
    return (
        "\t".join(["variants", f"{variant} {timed.depth}", str(timed.nodes), name, "-", *(f"{x:.6g}" for x in ns)])
        + "\n"
    )


class Line:
    """The printed line of a variant, with the ratio of all its positions' time."""

    def __init__(self, variant, timed):
        self.variant, self.least = variant, min(t.ratio() for t in timed)
        depths = sorted({t.depth for t in timed})
        self.depth = "-".join(map(str, depths[:: max(len(depths) - 1, 1)]))
        self.nodes, times = sum(t.nodes for t in timed), [sum(column) for column in zip(*(t.times for t in timed))]
        self.ratio, self.rates = times[1] / times[0], [self.nodes * 1e-6 / seconds for seconds in times]

    def __str__(self):
        counted = f"{self.depth:>5} {self.nodes * 1e-6:9.1f} {self.rates[0]:10.1f} {self.rates[1]:8.1f}"
        return f"{self.ratio:7.1f} {self.least:6.1f} {self.variant:<24} {counted}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kingscan")
    parser.add_argument("engine")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--file")
    parser.add_argument("--walked", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tsv")
    options = parser.parse_intermixed_args()
    if options.tsv and options.walked:
        parser.error("--tsv has rows of starts; expected no --walked beside it")
    ours = Engine([options.kingscan, "uci", *(["--variants", options.file] if options.file else [])])
    engine = Engine([options.engine], options.file)
    known = set(engine.variants())
    found, differ = [], False
    for variant in options.names or [name for name in ours.variants() if name in known]:
        timed = [
            Timed(ours, engine, variant, moves, options) for moves in positions_of(engine, variant, options.walked)
        ]
        for wrong in filter(Timed.is_wrong, timed):
            place = f" after {' '.join(wrong.moves)}" if wrong.moves else ""
            print(f"bench: {variant}: perft {wrong.depth}{place} is {wrong.counts}", file=sys.stderr)
            differ = True
        timed = [t for t in timed if not t.is_wrong()]
        if not timed:
            continue
        found.append(Line(variant, timed))
        if options.tsv:
            with open(options.tsv, "a", encoding="utf-8") as rows:
                for name, times in zip(("Kingscan", engine.name()), timed[0].runs):
                    rows.write(row(variant, timed[0], name, times))
    print(f"perft of variants, {engine.name()}, medians of {options.runs} runs in turn, processor time")
    print(f"{'times':>7} {'least':>6} {'variant':<24} depth {'Mnodes':>9} {'ours Mn/s':>10} {'engine':>8}")
    for line in sorted(found, key=lambda line: line.ratio):
        print(line)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
