#!/usr/bin/env python3
"""Draws the README's pictures: draw.py KINGSCAN BROKEN DIRECTORY makes show.svg, diff.svg and bench.svg there.

The first two are what KINGSCAN prints on a terminal, run here and now; BROKEN is build/broken, an engine with a bug.
The third has the figures of bench/plots/bench.tsv, which `make bench` has measured. Pictures have a background of their own
and no fonts but the reader's; every character has its place, whatever font that is; chess figures are Kingscan's own.
"""
import html
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

WIDTH, HEIGHT, SIZE = 8.4, 19, 14  # of a character's cell, and of the font
PADDING, BAR = 16, 30  # inside the window; its title bar
MONOSPACE = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
WINDOW, EDGE, TEXT, SOFT, PROMPT = "#1d2027", "#4a4f5a", "#d9dce3", "#9aa1ad", "#8ccf7e"
OURS, OTHERS = "#e0a458", "#626a78"  # bars
FIGURES = dict(zip("♟♞♝♜♛♚♙♘♗♖♕♔", "PNBRQKPNBRQK"))


# ---- What is printed ----

def run_on_terminal(command, columns, environment, directory):
    """Returns what a command writes on a terminal of so many columns."""
    main, side = pty.openpty()
    os.set_blocking(main, True)
    with subprocess.Popen(["sh", "-c", f"stty cols {columns} -onlcr; {command}"], stdin=side, stdout=side,
                          stderr=subprocess.DEVNULL, env=environment, cwd=directory):
        os.close(side)
        written = b""
        try:
            while block := os.read(main, 1 << 16):
                written += block
        except OSError:  # how Linux tells that nobody has the terminal open any more
            pass
    os.close(main)
    return written.decode()


def palette(number):
    """The colours of the 256 that aren't the terminal's own to choose."""
    if number >= 232:
        return "#" + 3 * f"{8 + 10 * (number - 232):02x}"
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#" + "".join(f"{levels[number // 6 ** power % 6]:02x}" for power in (2, 1, 0))


def cells_of(text, columns):
    """Yields rows of (character, colour, background), wrapped as a terminal does."""
    colour = background = None
    row = []
    for escape, character in re.findall(r"\033\[([\d;]*)m|([^\033])", text):
        if character == "\n":
            yield row
            row = []
        elif character:
            if len(row) == columns:
                yield row
                row = []
            row.append((character, colour, background))
        else:
            for layer, number in re.findall(r"([34])8;5;(\d+)", escape):
                if layer == "3":
                    colour = palette(int(number))
                else:
                    background = palette(int(number))
            if escape in ("", "0"):
                colour = background = None
    if row:
        yield row


# ---- How it is drawn ----

def picture(width, height, label, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" role="img">\n<title>{html.escape(label)}</title>\n'
            f'<rect x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1:.0f}" rx="9" fill="{WINDOW}" '
            f'stroke="{EDGE}"/>\n{body}</svg>\n')


def runs_of(row, key):
    """Yields (column, cells) for neighbours that have the same key."""
    start = 0
    for column in range(1, len(row) + 1):
        if column == len(row) or key(row[column]) != key(row[start]):
            yield start, row[start:column]
            start = column


def draw_backgrounds(row, top):
    for column, cells in runs_of(row, lambda cell: cell[2]):
        if cells[0][2]:
            yield (f'<rect x="{PADDING + column * WIDTH:.1f}" y="{top}" width="{len(cells) * WIDTH:.1f}" '
                   f'height="{HEIGHT}" fill="{cells[0][2]}"/>\n')


def draw_figure(character, colour, column, top):
    scale = 20 / 45
    dark = colour == palette(16)
    left = PADDING + (column + 0.5) * WIDTH - 10
    paint = 'fill="#222" color="#ddd" stroke="#000"' if dark else 'fill="#fff" color="#222" stroke="#222"'
    return (f'<use href="#{FIGURES[character]}" transform="translate({left:.1f} {top - 1}) scale({scale:.3f})" {paint} '
            f'stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>\n')


def draw_texts(row, top):
    for column, cells in runs_of(row, lambda cell: (cell[1], cell[0] in FIGURES, cell[0] == " ")):
        text = "".join(cell[0] for cell in cells)
        if text in FIGURES:
            yield draw_figure(text, cells[0][1], column, top)
        elif text.strip():
            yield (f'<text x="{PADDING + column * WIDTH:.1f}" y="{top + 14}" textLength="{len(text) * WIDTH:.1f}" '
                   f'lengthAdjust="spacingAndGlyphs" fill="{cells[0][1] or TEXT}">{html.escape(text)}</text>\n')


def draw_terminal(label, rows, columns, figures):
    body = [figures]
    body += [f'<circle cx="{18 + 18 * i}" cy="17" r="5.5" fill="{EDGE}"/>\n' for i in range(3)]
    body.append(f'<g font-family="{MONOSPACE}" font-size="{SIZE}" xml:space="preserve" shape-rendering="crispEdges">\n')
    for number, row in enumerate(rows):
        top = BAR + number * HEIGHT
        body += draw_backgrounds(row, top)
        body += draw_texts(row, top)
    body.append("</g>\n")
    return picture(2 * PADDING + columns * WIDTH, BAR + len(rows) * HEIGHT + PADDING, label, "".join(body))


def record(label, commands, columns, environment, directory, figures):
    """Draws what somebody sees who types these commands, of which the last prints something."""
    rows = []
    for command in commands:
        typed = [("$", PROMPT, None), (" ", None, None)] + [(character, "#ffffff", None) for character in command]
        rows += [typed[i:i + columns] for i in range(0, len(typed), columns)]
    rows += cells_of(run_on_terminal("; ".join(commands), columns, environment, directory), columns)
    return draw_terminal(label, rows, columns, figures)


# ---- The benchmark ----

SHOWN = (("plain C", "plain C"), ("mailbox", "mailbox with tables, C"),
         ("bitboards, built by AVX-512", "bitboards, C with AVX-512"), ("scan", "scan, any x86-64"),
         ("avx2", "avx2"), ("avx512", "avx512"))


def read_bench(path):
    """Returns the processor's name and {name: (nanoseconds, whether it is Kingscan's)}, by the best compiler."""
    processor, best = "", {}
    for line in path.read_text().splitlines():
        fields = line.split("\t")
        if fields[0] == "# processor":
            processor = fields[1].replace("(R)", "")
        if fields[:2] == ["in_check", "middlegames"]:
            name, compiler, time = fields[3], fields[4], float(fields[5])
            best[name] = min(best.get(name, (float("inf"), False)), (time, compiler == "-"))
    return processor, best


def draw_bench(path):
    processor, best = read_bench(path)
    width, height, left, right, first, step = 477, 407, 200, 100, 96, 49
    slowest = max(best[name][0] for name, _ in SHOWN)
    plain = best["plain C"][0]
    body = [f'<g font-family="{SANS}" fill="{TEXT}">\n'
            f'<text x="20" y="36" font-size="17" font-weight="600">Is the king in check?</text>\n'
            f'<text x="20" y="57" font-size="12.5" fill="{SOFT}">nanoseconds a call, real middlegames, '
            f'{html.escape(processor)}</text>\n']
    for number, (name, label) in enumerate(SHOWN):
        time, ours = best[name]
        top = first + number * step
        length = max(3, (width - left - right) * time / slowest)
        times = f"  {plain / time:.1f}×" if time < plain else ""
        weight = 600 if ours else 400
        body.append(f'<text x="{left - 12}" y="{top + 19}" font-size="13" text-anchor="end" font-weight="{weight}">'
                    f'{html.escape(label)}</text>\n'
                    f'<rect x="{left}" y="{top}" width="{length:.1f}" height="28" rx="3" '
                    f'fill="{OURS if ours else OTHERS}"/>\n'
                    f'<text x="{left + length + 9:.1f}" y="{top + 19}" font-size="14" font-weight="600">{time:.1f}'
                    f'<tspan fill="{SOFT}" font-weight="400" font-size="12.5" xml:space="preserve">{times}</tspan>'
                    f'</text>\n')
    body.append("</g>\n")
    return picture(width, height, f"Nanoseconds a call of in_check on an {processor}: "
                   + ", ".join(f"{label} {best[name][0]:.1f}" for name, label in SHOWN), "".join(body))


# ---- All of them ----

def read_figures(kingscan):
    command = [kingscan, "show", "--svg", "-", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]
    svg = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.search(r"<defs>.*</defs>\n", svg, re.S)[0]


def draw_all(kingscan, broken, work):
    os.symlink(kingscan, f"{work}/kingscan")
    Path(work, "mine").write_text(f"#!/bin/sh\nexec '{broken}' en-passant-uncovers\n")
    os.chmod(f"{work}/mine", 0o755)
    environment = {"PATH": f"{work}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    where = environment, work, read_figures(kingscan)
    position = "fen='r1b1k2r/ppp2ppp/8/8/1b2q3/5n2/PPPP1PPP/RNBQKB1R w KQkq -'"
    yield "show", record("kingscan show draws a double check and a pin", [position, 'kingscan show --rays "$fen"'],
                         53, *where)
    yield "diff", record("kingscan diff finds an en passant that uncovers the king",
                         ["kingscan diff 4 --engine ./mine"], 93, *where)
    yield "bench", draw_bench(ROOT / "bench/plots/bench.tsv")


def main():
    kingscan, broken, directory = (Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory() as work:
        for name, text in draw_all(kingscan, broken, work):
            (directory / f"{name}.svg").write_text(text, encoding="utf-8")


main()
