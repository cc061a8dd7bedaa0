#!/usr/bin/env python3
"""Draws the map of c/ and asm/: map.py FILE.svg, in the root of the repository.

A row is a floor, a box a folder, as wide as it has lines. The right column has the floors that files of this one
include, by their #include lines. An #include of a floor above would be drawn too; tests/lint/house.py refuses it.
"""
import html
import re
import sys
from pathlib import Path

FLOORS = {
    "cli": "the program",
    "game": "what all kinds of chess share",
    "variant": "variants, described as data",
    "rules": "the rules of chess",
    "core": "boards, texts, kernels in C",
    "asm": "kernels in assembly",
}
SOURCES = (".c", ".h", ".def", ".asm", ".inc")
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
WIDTH, LEFT, RIGHT, BOX, GAP = 960, 190, 150, 30, 5
STYLE = (
    """
text { font-family: %s; fill: #222; }
.soft { fill: #666; }
.page { fill: #fff; stroke: #d4d8de; }
.floor { fill: #eef2f7; stroke: #c9d2dd; }
.folder { fill: #9cc3ec; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8eb; } .soft { fill: #9aa3ad; } .page { fill: #14171c; stroke: #333a44; }
  .floor { fill: #1f252d; stroke: #37414d; } .folder { fill: #2f5f96; }
}"""
    % FONT
)


def root_of(floor):
    return Path("asm") if floor == "asm" else Path("c") / floor


def files_of(floor):
    return sorted(path for path in root_of(floor).rglob("*") if path.suffix in SOURCES)


def folders_of(floor):
    """Returns {folder: (files, lines)}, the largest first; a command is a folder, files of the floor itself are "."."""
    folders = {}
    for path in files_of(floor):
        name = str(path.parent.relative_to(root_of(floor)))
        files, lines = folders.get(name, (0, 0))
        folders[name] = (files + 1, lines + len(path.read_text(encoding="utf-8").splitlines()))
    return dict(sorted(folders.items(), key=lambda item: (-item[1][1], item[0])))


def includes_of(floor):
    """Returns the other floors of which a file of this one includes something."""
    texts = (path.read_text(encoding="utf-8") for path in files_of(floor))
    return {name.split("/")[0] for text in texts for name in re.findall(r'#include "([^"]+)"', text)} - {floor}


def label(x, y, text, size, kind="", anchor="start"):
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{style}>{html.escape(text)}</text>'


def lay_out(folders, room):
    """Yields row, x, width, name, files and lines of the box of each folder."""
    scale = room * 1.55 / sum(lines for _, lines in folders.values())
    row, x = 0, 0
    for name, (files, lines) in folders.items():
        short = name.split("/")[-1] if name != "." else "…"
        width = max(round(lines * scale), 7 * len(short) + 12)
        if x and x + width > room:
            row, x = row + 1, 0
        yield row, x, min(width, room), short, name, files, lines
        x += width + GAP


def draw_floor(floor, words, top):
    """Returns the drawing of a floor and its height."""
    folders, below = folders_of(floor), includes_of(floor)
    boxes = list(lay_out(folders, WIDTH - LEFT - RIGHT - 20))
    height = max((boxes[-1][0] + 1) * (BOX + GAP) + 15, 66)
    files, lines = (sum(column) for column in zip(*folders.values()))
    name = "asm/" if floor == "asm" else f"c/{floor}/"
    out = [f'<rect class="floor" x="10" y="{top}" width="{WIDTH - 20}" height="{height}" rx="6"/>']
    out += [label(22, top + 22, name, 15), label(22, top + 39, words, 10.5, "soft")]
    out += [label(22, top + 54, f"{files} files, {lines / 1000:.0f} thousand lines", 10.5, "soft")]
    for row, x, width, short, folder, count, size in boxes:
        y = top + 10 + row * (BOX + GAP)
        title = html.escape(f"{folder}: {count} files, {size:,} lines")
        box = f'<rect class="folder" x="{LEFT + x}" y="{y}" width="{width}" height="{BOX}" rx="4"/>'
        out.append(f"<g><title>{title}</title>{box}")
        out.append(label(LEFT + x + 6, y + 19, short, 11.5) + "</g>")
    if below:
        out.append(label(WIDTH - 22, top + 20, "includes", 10.5, "soft", "end"))
        out.append(label(WIDTH - 22, top + 35, ", ".join(other for other in FLOORS if other in below), 11.5, "", "end"))
    return out, height


def main():
    top, body = 10, []
    for floor, words in FLOORS.items():
        drawn, height = draw_floor(floor, words, top)
        body += drawn
        top += height + 8
    page = f'<rect class="page" x=".5" y=".5" width="{WIDTH - 1}" height="{top + 1}" rx="8"/>'
    size = f'width="{WIDTH}" height="{top + 2}" viewBox="0 0 {WIDTH} {top + 2}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    title = "<title>The floors of Kingscan, their folders, and what they include</title>"
    text = "\n".join([head, title, f"<style>{STYLE}</style>", page] + body + ["</svg>"]) + "\n"
    Path(sys.argv[1]).write_text(text, encoding="utf-8")


main()
