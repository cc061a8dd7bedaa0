#!/usr/bin/env python3
"""Times perft of variants against Fairy-Stockfish: variants.py KINGSCAN ENGINE [NAME...].

Both take turns over every variant that both know, or over those named. The depth is the first at which the engine
takes --seconds, or the one before when the next would take eight times that. A figure is the median of --runs, in
processor time, of counts by `go perft` in one process of each program.
Prints the variants by their ratio, the least first. --file also times the sections of a file such as the engine's
variants.ini. --tsv adds rows to a file of `build/bench --tsv`. Exits with status 1 when the counts of a variant differ.
"""
import argparse
import re
import subprocess
import sys
import time
from statistics import median

SHORTEST, REPEATS = 0.05, 10  # seconds, or so many counts
DEEPEST = 12


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

    def choose(self, variant):
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send("position startpos")
        self.ask("isready", "readyok")

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


def compare(ours, engine, variant, options):
    """Returns the depth, the counts, and the seconds of each run, ours and the engine's."""
    ours.choose(variant)
    engine.choose(variant)
    depth = fitting_depth(engine, options.seconds)
    counts, runs = set(), ([], [])
    for _ in range(options.runs):
        for times, (nodes, taken) in zip(runs, (program.perft(depth, REPEATS) for program in (ours, engine))):
            counts.add(nodes)
            times.append(taken)
    return depth, counts, runs


def row(variant, depth, nodes, name, times):
    ns = [seconds * 1e9 / nodes for seconds in (median(times), min(times), max(times))]
    return "\t".join(["variants", f"{variant} {depth}", str(nodes), name, "-", *(f"{x:.6g}" for x in ns)]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kingscan")
    parser.add_argument("engine")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--file")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--tsv")
    options = parser.parse_intermixed_args()
    ours = Engine([options.kingscan, "uci", *(["--variants", options.file] if options.file else [])])
    engine = Engine([options.engine], options.file)
    known = set(engine.variants())
    found, differ = [], False
    for variant in options.names or [name for name in ours.variants() if name in known]:
        depth, counts, runs = compare(ours, engine, variant, options)
        if len(counts) > 1 or counts == {0}:
            print(f"bench: {variant}: perft {depth} is {counts}", file=sys.stderr)
            differ = True
            continue
        nodes, ratio = counts.pop(), median(runs[1]) / median(runs[0])
        found.append((ratio, variant, depth, nodes, [nodes * 1e-6 / median(times) for times in runs]))
        if options.tsv:
            with open(options.tsv, "a", encoding="utf-8") as rows:
                rows.write(row(variant, depth, nodes, "Kingscan", runs[0]))
                rows.write(row(variant, depth, nodes, engine.name(), runs[1]))
    print(f"perft of variants, {engine.name()}, medians of {options.runs} runs in turn, processor time")
    print(f"{'times':>7} {'variant':<24} depth {'Mnodes':>9} {'ours Mn/s':>10} {'engine':>8}")
    for ratio, variant, depth, nodes, rates in sorted(found):
        print(f"{ratio:7.1f} {variant:<24} {depth:5} {nodes * 1e-6:9.1f} {rates[0]:10.1f} {rates[1]:8.1f}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
