#!/usr/bin/env python3
"""Compares what the commands print with --json with the dictionary of docs/json.md.

Run in the root of the repository: tests/docs/json_names.py [BUILD]. Each command that has --json runs with its options
that add members. A member that the page lacks, one of another type, and a null are errors, as is a name of the page
that no command prints. Prints a line for each; returns 1 when there was one.
"""
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path("docs/json.md")
SECTIONS = {"show": "show, moves and move", "moves": "show, moves and move", "move": "show, moves and move"}
SECTIONS |= {"kernels": "kernels and variants", "variants": "kernels and variants"}
CAPTURES = "4r2k/8/8/q7/8/2N2n2/4B3/4K3 w - - 0 1"
# An interruption, a slow plugin and a batch are made in tests/cli/fuzz, which tests what they show.
SELDOM = {"difference.exit_status", "difference.hangs_for", "difference.batch", "difference.value", "difference.fen"}
SELDOM |= {"difference.message", "trouble", "differences[].about", "pieces[].promoted", "pieces[].appears"}

RUNS = f"""
check --comments --tags White games.pgn
check --count examples/games.epd
check examples/games.epd
check --column fen examples/puzzles.csv
check --moves-column 2 moves.csv
check data.binpack
convert --to jsonl data.binpack -
games --comments games.pgn
games --count examples/games.pgn
games examples/games.pgn
show --rays {CAPTURES}
show --variant shatranj k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1
show 8/8/4k3/8/8/8/4K3/8 w - - 0 1
moves --key startpos
move startpos e4
move startpos e5
perft 2 --divide --stats
perft 3 --layers
kernels
stats data.binpack
stats examples/games.epd
variants xiangqi
variants --variants wrong.ini
features
features Chess768 8/8/4k3/8/8/8/4K3/8 w - - 0 1
fuzz --boards 10
fuzz --variant grand --boards 10
fuzz --seed 1 --plugin ./crashes.so
fuzz --seed 1 --plugin ./wraps.so
diff 2 --keep-going examples/games.epd --engine 'broken castling-through-check'
diff 0 --features Chess768_hm --library ./features.so
diff 1 --random 3 --seed 1 --variant crazyhouse --engine 'kingscan uci'
"""
GAMES = """[White "A"]

{before} 1. e4 $1 {[%clk 0:03:00] [%emt 0:00:02] [%eval 0.24] [%csl Ge4] [%cal Ge2e4] good} e5 {[%eval #-3]} 2. Ke3 1-0
"""


def dictionary():
    """The rows of the page: for each section, names with their types. A row may have several names."""
    sections = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        names = sections.setdefault(section.split("\n", 1)[0], {})
        for cell, kind in re.findall(r"^\| (`.*?`) \| (.*?) \|", section, re.M):
            names |= {name: kind for name in re.findall(r"`([^`]+)`", cell)}
    return sections


def fits(value, kind):
    """Whether a value is of a type of the page."""
    if " or " in kind and kind != "yes or no":
        return any(fits(value, one) for one in kind.split(" or "))
    if kind.startswith("list"):
        elements = {"list of text": "text", "list of numbers": "number"}.get(kind)
        return isinstance(value, list) and (not elements or all(one is None or fits(one, elements) for one in value))
    if kind == "object of numbers":
        return isinstance(value, dict) and all(fits(one, "number") for one in value.values())
    types = {"text": str, "yes or no": bool, "object": dict, "own names": (dict, list)}
    return isinstance(value, types.get(kind, (int, float))) and (kind == "yes or no") == isinstance(value, bool)


class Walk:
    """Goes through the members of objects; `problems` are the members that the page lacks."""

    def __init__(self, sections):
        self.sections, self.seen, self.problems = sections, set(), []

    def kind_of(self, command, path):
        for section in (SECTIONS.get(command, command), "Everywhere"):
            names = self.sections.get(section, {})
            for name in names:
                if fnmatch.fnmatchcase(path, name.replace("[", "[[]")):
                    self.seen.add((section, name))
                    return names[name]
        return None

    def members(self, run, path, found):
        for name, value in found.items():
            self.member(run, f"{path}.{name}" if path else name, value)

    def member(self, run, path, value):
        kind = self.kind_of(run.split()[0], path)
        if kind is None:
            self.problems.append(f"{run}: {PAGE} has no name {path}")
        elif not fits(value, kind):
            self.problems.append(f"{run}: {path}: expected {kind}, found {json.dumps(value)[:60]}")
        elif isinstance(value, dict) and kind == "object":
            self.members(run, path, value)
        elif isinstance(value, list) and kind in ("list",):
            for element in value:
                if isinstance(element, dict):
                    self.members(run, path + "[]", element)

    def page(self):
        """Says which names no command prints, and which ones have two rows."""
        for section, names in self.sections.items():
            for name in names:
                if (section, name) not in self.seen and name not in SELDOM:
                    self.problems.append(f"{PAGE}: {section}: no command prints {name}")
                if section != "Everywhere" and name in self.sections["Everywhere"]:
                    self.problems.append(f"{PAGE}: {section}: {name} stands under Everywhere too")


def prepare(build, directory):
    """Lays out the files of RUNS. Returns a function that runs a command there."""
    path = f"{directory}:{os.environ['PATH']}"
    for name in ("kingscan", "broken"):
        Path(directory, name).symlink_to(Path(build, name).resolve())
    for name in ("examples", "tests"):
        Path(directory, name).symlink_to(Path(name).resolve())
    Path(directory, "games.pgn").write_text(GAMES, encoding="utf-8")
    Path(directory, "moves.csv").write_text('Amar,"1. e4 e5"\n', encoding="utf-8")
    Path(directory, "wrong.ini").write_text("[heir:nothing]\n", encoding="utf-8")
    for name, flag in (("crashes", "-DFAILS=abort()"), ("wraps", "-DRAYS_WRAP")):
        command = ["gcc", "-shared", "-fPIC", "-Iinclude", flag, "tests/plugins/in_check.c", "-o"]
        subprocess.run([*command, f"{directory}/{name}.so"], check=True)
    command = ["gcc", "-shared", "-fPIC", "tests/plugins/features.c", "-o", f"{directory}/features.so"]
    subprocess.run(command, check=True)

    def run(command):
        return subprocess.run(
            ["bash", "-c", command],
            cwd=directory,
            env=os.environ | {"PATH": path, "LC_ALL": "C"},
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )

    made = run("kingscan convert examples/data.plain data.binpack")
    if made.returncode:
        sys.exit(made.stderr)
    return run


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    walk = Walk(dictionary())
    runs = RUNS.strip().splitlines()
    with tempfile.TemporaryDirectory() as directory:
        run = prepare(build, directory)
        for command in runs:
            option = "" if command.startswith("convert") else " --json"
            ran = run(f"kingscan {command}{option}")
            if not ran.stdout:
                walk.problems.append(f"{command}: prints nothing: {ran.stderr[:200]}")
            for line in ran.stdout.splitlines():
                walk.members("check" if command.startswith("convert") else command, "", json.loads(line))
        listed = re.findall(r"^  (\w+)  ", run("kingscan --help").stdout, re.M)
        for command in listed:
            if "--json" in run(f"kingscan {command} --help").stdout and command not in {r.split()[0] for r in runs}:
                walk.problems.append(f"{command}: has --json, and does not run here")
        if len(listed) < 10:
            walk.problems.append(f"expected the commands of kingscan --help, found {listed}")
    walk.page()
    print("\n".join(dict.fromkeys(walk.problems)), end="\n" if walk.problems else "")
    return 1 if walk.problems else 0


if __name__ == "__main__":
    sys.exit(main())
