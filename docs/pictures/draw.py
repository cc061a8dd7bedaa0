#!/usr/bin/env python3
"""Draws what the program prints: draw.py KINGSCAN BROKEN DIRECTORY makes show, diff, castling and groups.svg there.

KINGSCAN runs on a terminal, here and now; BROKEN is build/broken, an engine with a bug. Every character has a fixed
place, whatever font the reader has, and the chess figures are Kingscan's.
"""
import html
import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

WIDTH, HEIGHT, SIZE = 8.4, 19, 14  # of a character's cell, and of the font
PADDING, BAR = 16, 30  # inside the window; its title bar
MONOSPACE = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
WINDOW, EDGE, TEXT, PROMPT = "#1d2027", "#4a4f5a", "#d9dce3", "#8ccf7e"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
THREE_BUGS = "king-steps-back+castling-right-kept+underpromotion-missing"
FIGURES = dict(zip("♟♞♝♜♛♚♙♘♗♖♕♔", "PNBRQKPNBRQK"))


# ---- Printing ----


def run_on_terminal(command, columns, environment, directory):
    """Returns what a command writes on a terminal of so many columns."""
    main, side = pty.openpty()
    os.set_blocking(main, True)
    with subprocess.Popen(
        ["sh", "-c", f"stty cols {columns} -onlcr; {command}"],
        stdin=side,
        stdout=side,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=directory,
    ):
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


# ---- Drawing ----


def picture(width, height, label, body):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img">\n<title>{html.escape(label)}</title>\n'
        f'<rect x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1:.0f}" rx="9" fill="{WINDOW}" '
        f'stroke="{EDGE}"/>\n{body}</svg>\n'
    )


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
            yield (
                f'<rect x="{PADDING + column * WIDTH:.1f}" y="{top}" width="{len(cells) * WIDTH:.1f}" '
                f'height="{HEIGHT}" fill="{cells[0][2]}"/>\n'
            )


def draw_figure(character, colour, column, top):
    scale = 20 / 45
    dark = colour == palette(16)
    left = PADDING + (column + 0.5) * WIDTH - 10
    paint = 'fill="#222" color="#ddd" stroke="#000"' if dark else 'fill="#fff" color="#222" stroke="#222"'
    return (
        f'<use href="#{FIGURES[character]}" transform="translate({left:.1f} {top - 1}) scale({scale:.3f})" {paint} '
        f'stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>\n'
    )


def draw_texts(row, top):
    for column, cells in runs_of(row, lambda cell: (cell[1], cell[0] in FIGURES, cell[0] == " ")):
        text = "".join(cell[0] for cell in cells)
        if text in FIGURES:
            yield draw_figure(text, cells[0][1], column, top)
        elif text.strip():
            yield (
                f'<text x="{PADDING + column * WIDTH:.1f}" y="{top + 14}" textLength="{len(text) * WIDTH:.1f}" '
                f'lengthAdjust="spacingAndGlyphs" fill="{cells[0][1] or TEXT}">{html.escape(text)}</text>\n'
            )


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


def record(label, command, columns, environment, directory, figures):
    """Draws what somebody sees who types a command, which may have several lines."""
    rows = [[(character, "#ffffff", None) for character in line] for line in f"$ {command}".split("\n")]
    rows[0][0] = "$", PROMPT, None
    rows += cells_of(run_on_terminal(command, columns, environment, directory), columns)
    return draw_terminal(label, rows, columns, figures)


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
    show = "kingscan show --rays \\\n  r1b1k2r/ppp2ppp/8/8/1b2q3/5n2/PPPP1PPP/RNBQKB1R w KQkq -"
    yield "show", record("kingscan show draws a double check and a pin", show, 64, *where)
    diff = "kingscan diff 4 --engine ./mine"
    yield "diff", record("kingscan diff finds an en passant that uncovers the king", diff, 93, *where)
    castling = f"echo '{KIWIPETE}' |\n  kingscan diff 3 - --engine \"sed -u 's/ [KQkq]* / - /' | kingscan uci\""
    yield "castling", record("kingscan diff finds that castling is missing", castling, 100, *where)
    Path(work, "mine").write_text(f"#!/bin/sh\nexec '{broken}' {THREE_BUGS}\n")
    groups = "kingscan diff 3 --keep-going --engine ./mine | tail -n 17"
    yield "groups", record(
        "kingscan diff makes three groups of the positions that show three bugs", groups, 115, *where
    )


def main():
    kingscan, broken, directory = (Path(argument).resolve() for argument in sys.argv[1:])
    with tempfile.TemporaryDirectory() as work:
        for name, text in draw_all(kingscan, broken, work):
            (directory / f"{name}.svg").write_text(text, encoding="utf-8")


main()
