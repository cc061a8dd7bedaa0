#!/usr/bin/env python3
"""The listings, values and pictures of docs/kernels.md: tour.py [--write | --compare KINGSCAN POSITIONS].

A remark <!-- cut FILE NAME... --> stands above a listing, which is cut from the file: each macro or function of these
names. A remark <!-- lane DIRECTION [kinds] --> stands above the bytes of a lane of BOARD. The pictures tour-*.svg here
show the same board. This program prints a line for each listing and picture that differs, and returns 1 when there was
one. --compare finds checkers and pinned pieces of positions by the lanes, and prints a line where
`kingscan show` finds others.
"""
import html
import json
import re
import subprocess
import sys
from pathlib import Path

BOARD = "r1b1k2r/2pp1ppp/7n/pP6/1b1p1P1q/1Q6/3BP1PP/RN2KBNR w KQkq - 2 10"  # of a game in tests/data/positions.epd
PAGE, PICTURES = Path("docs/kernels.md"), Path("docs/pictures")
ORTHOGONAL, DIAGONAL, KNIGHT, WAZIR, FERZ, PAWN, OWN, OCCUPIED = (1 << bit for bit in range(8))
CLASSES = {
    "p": PAWN,
    "n": KNIGHT,
    "b": DIAGONAL,
    "r": ORTHOGONAL,
    "q": ORTHOGONAL | DIAGONAL,
    "k": WAZIR | FERZ,
}
# Of asm/seen.inc: kinds of pieces, what is taken from the leap's byte besides the 1, and the classes of kinds less 1.
PIECES = "pnbrqk"
KIND_PAWN_ABOVE, KIND_PAWN_BELOW, KIND_BLOCKER, KNIGHT_BIT, LEAP_LENDS = 0x02, 0x04, 0x10, 0x40, 0xD0
PAWN_ABOVE, PAWN_BELOW, STEPS = PAWN, FERZ, WAZIR
SEEN_CLASSES = (
    *(0, PAWN_ABOVE, 0, PAWN_BELOW, 0, KNIGHT, KNIGHT, DIAGONAL),
    *(0, ORTHOGONAL, 0, ORTHOGONAL | DIAGONAL, 0, STEPS, 0, 0),
)
# A lane's direction and its leap, as files and rows; rows count from the top. The order is that of asm/lanes.inc.
LANES = {
    "up": (0, -1, 1, -2),
    "up-right": (1, -1, 2, -1),
    "right": (1, 0, 2, 1),
    "down-right": (1, 1, 1, 2),
    "down": (0, 1, -1, 2),
    "down-left": (-1, 1, -2, 1),
    "left": (-1, 0, -2, -1),
    "up-left": (-1, -1, -1, -2),
}
EACH_BYTE, MASK = 0x0101010101010101, (1 << 64) - 1

# ---- The method, in numbers ----


def read_board(fen):
    """Returns the 64 squares as letters or dots, the side to move, and its king's square."""
    placement, side = fen.split()[:2]
    squares = re.sub(r"\d", lambda found: "." * int(found[0]), placement.replace("/", ""))
    return squares, side, squares.index("K" if side == "w" else "k")


def name_of(square):
    return "abcdefgh"[square % 8] + str(8 - square // 8)


def step(square, files, rows):
    file, row = square % 8 + files, square // 8 + rows
    return row * 8 + file if 0 <= file < 8 and 0 <= row < 8 else None


def slots_of(king, direction):
    """The squares of a lane: the leap, then the ray, nearest first; None is off the board."""
    files, rows, *leap = LANES[direction]
    return [step(king, *leap)] + [step(king, files * n, rows * n) for n in range(1, 8)]


def class_of(piece, side):
    """The attack classes of a piece for the king of this side."""
    if piece == ".":
        return 0
    return OCCUPIED | (OWN if piece.isupper() == (side == "w") else CLASSES[piece.lower()])


def relation_of(direction, slot, side):
    files, rows = LANES[direction][:2]
    if slot == 0:
        return KNIGHT
    relation = DIAGONAL if files and rows else ORTHOGONAL
    if slot == 1:
        relation |= FERZ if files and rows else WAZIR
        if files and rows == (-1 if side == "w" else 1):
            relation |= PAWN
    return relation


def kind_of(piece, side):
    """The kind of a piece for the king of this side."""
    if piece == ".":
        return 0
    if piece.isupper() == (side == "w"):
        return KIND_BLOCKER
    if piece in "pP":
        return KIND_PAWN_ABOVE if piece == "p" else KIND_PAWN_BELOW
    return 2 * (PIECES.index(piece.lower()) + 2) | KNIGHT_BIT * (piece in "nN")


def seen_relation_of(direction, slot):
    """The classes of what is seen with which a piece attacks the king of either side."""
    above, below = (relation_of(direction, slot, side) for side in "wb")
    near = above & (WAZIR | FERZ)
    return above & ~near | STEPS * bool(near) | PAWN_BELOW * bool(below & PAWN)


def number_of(lane):
    return int.from_bytes(bytes(lane), "little")


class Lane:
    """The values of one lane, as numbers of 64 bits."""

    def __init__(self, squares, side, king, direction):
        self.slots = slots_of(king, direction)
        # Off the board, a slot has the king's own square.
        self.pieces = [squares[king if square is None else square] for square in self.slots]
        self.classes = number_of(class_of(piece, side) for piece in self.pieces)
        self.relations = number_of(
            0 if square is None else relation_of(direction, slot, side) for slot, square in enumerate(self.slots)
        )
        self.occupied = self.classes & (OCCUPIED * EACH_BYTE)
        self.before = (self.occupied - (OCCUPIED + 1)) & MASK
        self.seen = self.occupied ^ self.before
        self.attackers = self.classes & self.relations & self.before
        behind = self.occupied & self.before & ~0xFF
        self.reach = (behind - (OCCUPIED + 1)) & MASK
        slider = (DIAGONAL if direction in ("up-right", "down-right", "down-left", "up-left") else ORTHOGONAL) * (
            EACH_BYTE ^ 1
        )
        nearest = self.occupied & ~self.before & ~0xFF
        own = self.classes & (nearest >> 1)
        self.pinned = nearest if own and self.classes & self.relations & slider & self.reach else 0

        self.kinds = number_of(kind_of(piece, side) for piece in self.pieces)
        self.less = (self.kinds - (LEAP_LENDS + 1)) & MASK
        looked_up = (0 if byte & 0x80 else SEEN_CLASSES[byte & 0x0F] for byte in self.less.to_bytes(8, "little"))
        self.found = number_of(looked_up)
        self.seen_relations = number_of(
            0 if square is None else seen_relation_of(direction, slot) for slot, square in enumerate(self.slots)
        )
        self.checks = self.found & self.seen_relations

    def squares_in(self, value):
        return [square for slot, square in enumerate(self.slots) if value >> 8 * slot & 0xFF and square is not None]


def lanes_of(fen):
    squares, side, king = read_board(fen)
    return {direction: Lane(squares, side, king, direction) for direction in LANES}


def compare(kingscan, path, most=300):
    fens = [" ".join(line.split()[:6]) for line in Path(path).read_text().splitlines() if line and line[0] != "#"]
    wrong = 0
    for fen in fens[:: max(1, len(fens) // most)]:
        shown = json.loads(subprocess.run([kingscan, "show", "--json", fen], capture_output=True, check=True).stdout)
        lanes = lanes_of(fen).values()
        masks = [
            ("checkers", [lane.attackers for lane in lanes]),
            ("checkers", [lane.checks for lane in lanes]),
            ("pinned", [lane.pinned for lane in lanes]),
        ]
        for what, values in masks:
            found = sorted(name_of(s) for lane, value in zip(lanes, values) for s in lane.squares_in(value))
            if found != sorted(shown[what]):
                print(f"{fen}: {what}: expected {shown[what]}, found {found}")
                wrong += 1
    return wrong


# ---- Listings ----


def cut(path, names):
    """The text of these macros or functions; NAME:N has the first N lines."""
    lines, found = Path(path).read_text(encoding="utf-8").splitlines(), []
    ends = ("}",) if path.endswith(".c") else ("%endmacro", "}", "")
    for name, _, count in (name.partition(":") for name in names):
        start = next(
            (
                n
                for n, line in enumerate(lines)
                if re.match(rf"(?:%macro {name}\b|FUNCTION {name}\b|\w.*\b{name}\(.*)", line)
            ),
            None,
        )
        if start is None:
            sys.exit(f"{path}: expected a macro or function called {name}, found none")
        end = start + int(count) if count else next(n for n, line in enumerate(lines) if n > start and line in ends)
        found.append("\n".join(lines[start : end + (not count and lines[end] != "")]))
    return "\n\n".join(found)


def lane_text(direction, way=""):
    """way: "kinds" for those, else classes."""
    lane = lanes_of(BOARD)[direction]
    rows = [["slot", *map(str, range(8))]]
    rows.append(["square", *("" if s is None else name_of(s) for s in lane.slots)])
    rows.append(["piece", *("" if s is None else p for s, p in zip(lane.slots, lane.pieces))])
    values = {
        "classes": lane.classes,
        "occupied": lane.occupied,
        "before": lane.before,
        "seen": lane.seen,
        "relations": lane.relations,
        "attackers": lane.attackers,
    }
    if lane.pinned:
        values |= {"reach": lane.reach, "pinned": lane.pinned}
    if way == "kinds":
        values = {
            "kinds": lane.kinds,
            "kinds - 1": lane.less,
            "seen": lane.found,
            "relations": lane.seen_relations,
            "attackers": lane.checks,
        }
    rows += [[name, *(f"{value >> 8 * n & 0xFF:02x}" for n in range(8))] for name, value in values.items()]
    return "\n".join((f"{name:<11}" + "".join(f"{cell:>4}" for cell in cells)).rstrip() for name, *cells in rows)


def with_listings(page):
    def mended(found):
        what, *words = found[1].split()
        text = cut(words[0], words[1:]) if what == "cut" else lane_text(*words)
        return f"<!-- {found[1]} -->\n```{found[2]}\n{text}\n```\n"

    return re.sub(r"<!-- ((?:cut|lane) [^>]+) -->\n```(\w*)\n[\s\S]*?```\n", mended, page)


# ---- Pictures ----

CELL = 34
STYLE = """
text { font-family: system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif; fill: #222; }
.page { fill: #fff; stroke: #d4d8de; } .soft { fill: #666; } .light { fill: #f0f2f5; } .dark { fill: #dde2e9; }
.seen { fill: #bcd8f5; } .hit { fill: #f2a59b; } .pin { fill: #f5d48a; } .off { fill: none; stroke: #d4d8de; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8eb; } .page { fill: #14171c; stroke: #333a44; } .soft { fill: #9aa3ad; } .light { fill: #2a313b; }
  .dark { fill: #20262e; } .seen { fill: #28507c; } .hit { fill: #8e352b; } .pin { fill: #7a5c14; }
  .off { stroke: #333a44; }
}"""


def words(x, y, text, size=13, kind="", anchor="middle"):
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{style}>{html.escape(text)}</text>\n'


def cell(x, y, kind, text="", note=""):
    box = f'<rect class="{kind}" x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" rx="3"/>\n'
    box += words(x + CELL / 2 - 1, y + 25, text, 15) if text.strip(".") else ""
    return box + (words(x + 4, y + 11, note, 8, "soft", "start") if note else "")


def sheet(width, height, title, body):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img">\n<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n'
        f'<rect class="page" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>\n{body}</svg>\n'
    )


def draw_board(kinds, x, y):
    squares = read_board(BOARD)[0]
    plain = ("light", "dark")
    return "".join(
        cell(x + s % 8 * CELL, y + s // 8 * CELL, kinds.get(s, plain[(s + s // 8) % 2]), squares[s], name_of(s))
        for s in range(64)
    )


def draw_lanes(lanes, mark, x, y, text=lambda lane, slot: lane.pieces[slot]):
    """Eight rows of eight slots; mark(lane, slot): the colour of a slot on the board; text(lane, slot): its text."""
    body = "".join(words(x + 90 + n * CELL + 16, y - 6, "leap" if n == 0 else str(n), 10, "soft") for n in range(8))
    for row, (direction, lane) in enumerate(lanes.items()):
        top = y + row * CELL
        body += words(x + 82, top + 21, direction, 12, "", "end")
        for slot, square in enumerate(lane.slots):
            left = x + 90 + slot * CELL
            body += (
                cell(left, top, "off")
                if square is None
                else cell(left, top, mark(lane, slot), text(lane, slot), name_of(square))
            )
    return body


def has(value, slot):
    return bool(value >> 8 * slot & 0x7F)


def pictures():
    lanes = lanes_of(BOARD)
    walked, seen, pins = {}, {}, {}
    for lane in lanes.values():
        for slot, square in enumerate(lane.slots):
            if square is None:
                continue
            if has(lane.seen, slot):
                seen[square] = "hit" if has(lane.attackers, slot) else "seen"
                if slot:
                    walked[square] = seen[square]
            if lane.pinned and slot and has(lane.reach, slot):
                pins[square] = "pin"

    def mark_seen(lane, slot):
        return "hit" if has(lane.attackers, slot) else "seen" if has(lane.seen, slot) else "light"

    def mark_pins(lane, slot):
        return "pin" if lane.pinned and slot and has(lane.reach, slot) else "light"

    def both(title, kinds, mark, **text):
        return sheet(680, 318, title, draw_board(kinds, 14, 28) + draw_lanes(lanes, mark, 298, 28, **text))

    def byte_of(lane, slot):
        return f"{lane.less >> 8 * slot & 0xFF:02x}"

    return {
        "tour-walk.svg": sheet(300, 300, "The squares that a walk along the rays visits", draw_board(walked, 14, 14)),
        "tour-lanes.svg": both("Eight lanes: what the king sees, and the checker", seen, mark_seen),
        "tour-pins.svg": both("Up to the second-nearest piece: a pin", pins, mark_pins),
        "tour-kinds.svg": both("Kinds less 1: what the king sees is odd", seen, mark_seen, text=byte_of),
    }


def main():
    if sys.argv[1:2] == ["--compare"]:
        return 1 if compare(*sys.argv[2:4]) else 0
    write, wrong = "--write" in sys.argv, False
    page = PAGE.read_text(encoding="utf-8")
    for path, text in [(PAGE, with_listings(page)), *((PICTURES / name, text) for name, text in pictures().items())]:
        if write:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path}: differs from the sources; docs/pictures/tour.py --write mends it")
            wrong = True
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
