#!/usr/bin/env python3
"""Compare `kingscan check` by every kernel with another build of it, on mutated lines.

    tests/peers/against_program.py build/kingscan --lines 10000000 --other OLDER/kingscan tests/data/positions.epd
    tests/peers/against_program.py build/kingscan --lines 20000 tests/data/positions.epd

The lines come from the files, in random order; most of them are damaged: bytes, rows, fields, blanks, line ends.
The other program gives the expected output: each verdict, each message, and the exit status. It is the same program
with its reference kernel unless --other names another. Half of the chunks are checked with --strict. Keeps the lines
of the first chunk with a difference and prints their place; exit status 1 then. `make test` runs a short form. The
same seed gives the same lines.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

CHUNK = 100_000
LETTERS = b"pnbrqkPNBRQK12345678/ -wbKQkqHAhae36091\t;.xX\r\0\x80\xff#"
LONG = b"rnbqkbnr/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR"
FIELDS = [
    [b"w", b"b", b"W", b"wb", b""],
    [b"KQkq", b"-", b"Kq", b"HAha", b"QKqk", b"KK", b"E", b"kq", b"KQkqK", b"-K"],
    [b"-", b"-b", b"e3", b"e6", b"a3", b"h6", b"d4", b"--", b"i3", b""],
    [b"0", b"5", b"99", b"150", b"1234", b"99999", b"-1", b"x", b"c0", b"bm"],
    [b"1", b"60", b"0", b"4567", b"12345", b"2;", b"e4;", b'id "a";'],
]


def change_byte(line, rng):
    line[rng.randrange(len(line))] = rng.choice(LETTERS)


def insert_byte(line, rng):
    line.insert(rng.randrange(len(line) + 1), rng.choice(LETTERS))


def delete_bytes(line, rng):
    at = rng.randrange(len(line))
    del line[at : at + rng.choice((1, 1, 1, 2, 9))]


def swap_bytes(line, rng):
    a, b = rng.randrange(len(line)), rng.randrange(len(line))
    line[a], line[b] = line[b], line[a]


def change_field(line, rng):
    fields = bytes(line).split(b" ")
    field = rng.randrange(1, 6)
    fields[field : field + 1] = [rng.choice(FIELDS[field - 1])]
    line[:] = b" ".join(fields)


def change_rows(line, rng):
    """Reorders, repeats or deletes rows of a placement; or makes it longer than any other."""
    placement, blank, rest = bytes(line).partition(b" ")
    rows = placement.split(b"/")
    kind = rng.randrange(4)
    if kind == 0:
        rng.shuffle(rows)
    elif kind == 1:
        rows.insert(rng.randrange(len(rows) + 1), rng.choice(rows))
    elif kind == 2:
        del rows[rng.randrange(len(rows))]
    else:
        rows = LONG.split(b"/")
        if rng.randrange(2):
            rows[rng.randrange(8)] = rng.choice((b"8", b"ppppppp1", b"1ppppppp", b"ppppppppp"))
    line[:] = b"/".join(rows) + blank + rest


def change_blanks(line, rng):
    line[:] = bytes(line).replace(b" ", rng.choice((b"\t", b"  ", b" \t", b"")), rng.choice((1, 1, 2, -1)))


def cut(line, rng):
    del line[rng.randrange(len(line)) :]


def drop_clocks(line, rng):
    line[:] = b" ".join(bytes(line).split(b" ")[: rng.choice((3, 4, 4, 4, 5, 6))])


def append(line, rng):
    line += rng.choice((b" ", b"  ", b"\r", b"\r\r", b" \r", b' c0 "x";', b" ;", b" " * 40, b" 7", b"\0", b" x" * 400))


CHANGES = (
    change_byte,
    change_byte,
    insert_byte,
    delete_bytes,
    swap_bytes,
    change_field,
    change_field,
    change_rows,
    change_blanks,
    cut,
    drop_clocks,
    drop_clocks,
    append,
)


def mutated(line, rng):
    line = bytearray(line)
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
        if line:
            rng.choice(CHANGES)(line, rng)
    return bytes(line.replace(b"\n", b""))


def make_chunk(lines, count, rng):
    text = b"\n".join(mutated(line, rng) for line in rng.choices(lines, k=count))
    return text + rng.choice((b"\n", b"", b"\r\n"))


def run(program, kernel, options, directory, name):
    """Runs `check`; returns its exit status and the names of the files with its output and its messages."""
    outputs = [os.path.join(directory, f"{name}.{stream}") for stream in ("out", "err")]
    environment = dict(os.environ, KINGSCAN_KERNEL=kernel) if kernel else os.environ
    with open(outputs[0], "wb") as out, open(outputs[1], "wb") as err:
        status = subprocess.run(
            [program, "check", *options, "lines"], cwd=directory, env=environment, stdout=out, stderr=err, check=False
        ).returncode
    return status, outputs


def same(found, expected):
    def bytes_of(name):
        with open(name, "rb") as file:
            return file.read()

    return found[0] == expected[0] and all(bytes_of(a) == bytes_of(b) for a, b in zip(found[1], expected[1]))


def usable_kernels(program):
    run = subprocess.run([program, "kernels"], capture_output=True, check=True, text=True)
    rows = run.stdout.split("\n\n", maxsplit=1)[0].splitlines()[1:]
    return [row.split()[0] for row in rows if row.split()[1] in ("yes", "used")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--other")
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    other = os.path.abspath(arguments.other) if arguments.other else program
    lines = [line for name in arguments.files for line in open(name, "rb").read().split(b"\n") if line]
    kernels = usable_kernels(program)
    rng = random.Random(arguments.seed)
    checked = positions = 0
    with tempfile.TemporaryDirectory() as directory:
        while checked < arguments.lines:
            count = min(CHUNK, arguments.lines - checked)
            options = ["--strict"] if rng.randrange(2) else []
            with open(os.path.join(directory, "lines"), "wb") as file:
                file.write(make_chunk(lines, count, rng))
            expected = run(other, None if arguments.other else kernels[0], options, directory, "expected")
            for kernel in kernels:
                if not same(run(program, kernel, options, directory, "found"), expected):
                    kept = shutil.move(os.path.join(directory, "lines"), tempfile.mkdtemp(prefix="kingscan-"))
                    print(f"{kernel} {' '.join(options)}: another answer in {kept}")
                    return 1
            checked += count
            with open(expected[1][0], "rb") as file:
                positions += file.read().count(b"\n")
    print(f"{checked} lines, {positions} positions, kernels {' '.join(kernels)}: no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
