#!/usr/bin/env python3
"""Compare castling from shuffled starts with Fairy-Stockfish, variant by variant.

    (cd Fairy-Stockfish && python3 setup.py build_ext --build-lib /tmp/pyffish)
    export PYTHONPATH=/tmp/pyffish
    tests/peers/chess960_against_pyffish.py build/kingscan Fairy-Stockfish/src/variants.ini [NAME...]

Both programs read the same file of variants. Each variant whose start has castling rights is played from shuffled
first ranks, often with pieces missing, until there are --positions positions. Compares the legal moves with
UCI_Chess960, check, the result at the end, and FEN: either program's text, read by the other one, gives the same
position. The halfmove clock is left out. Prints the first differences; exit status 1 when there was any.
"""
import argparse
import json
import random
import re
import subprocess
import sys

import pyffish

PLIES = 40  # of a game, at most


# ---- Boards ----


def cells_of(row):
    """Return the pieces of a row of FEN, None for empty squares."""
    cells = []
    for token in re.findall(r"\d+|\+?[A-Za-z*]~?", row):
        cells += [None] * int(token) if token.isdigit() else [token]
    return cells


def row_of(cells):
    row, empty = "", 0
    for cell in cells + [""]:
        if cell is None:
            empty += 1
            continue
        row += (str(empty) if empty else "") + cell
        empty = 0
    return row


def piece_on(fen, square):
    rows = re.sub(r"\[.*", "", fen.split()[0]).split("/")
    return cells_of(rows[len(rows) - int(square[1:])])[ord(square[0]) - ord("a")]


def castles(fen, move):
    """Whether a move goes to a square of a piece of its own side."""
    found = re.match(r"([a-l]\d+)([a-l]\d+)", move)
    pieces = [piece_on(fen, square) for square in found.groups()] if found else [None]
    return all(pieces) and len(set(found.groups())) == 2 and pieces[0].isupper() == pieces[1].isupper()


def leaves_home(fen, move):
    return "@" not in move and (piece_on(fen, re.match(r"[a-l]\d+", move).group()) or "").lower() == "k"


# ---- Starts ----


def shuffled(rng, cells, king, rooks):
    """Order pieces anew, each rook on its side of the king. Returns the cells and the files of the rooks."""
    places = [file for file, cell in enumerate(cells) if cell]
    while True:
        order = dict(zip(places, rng.sample(places, len(places))))
        if all((order[rook] > order[king]) == (rook > king) for rook in rooks):
            break
    drawn = [None] * len(cells)
    for old, new in order.items():
        drawn[new] = cells[old]
    kept = {order[king]} | {order[rook] for rook in rooks}
    if rng.random() < 0.7:
        drawn = [cell if file in kept or rng.random() < 0.4 else None for file, cell in enumerate(drawn)]
    return drawn, [order[rook] for rook in rooks]


def random_start(rng, start):
    """Return a start with shuffled first ranks. start: the usual one with the files of rooks as rights; the files of
    other pieces that have not moved follow these."""
    placement, side, rights, *rest = start.split()
    board, hands = re.match(r"([^\[]*)(.*)", placement).groups()
    rows, letters = board.split("/"), ""
    for upper in (True, False):
        files = [ord(letter.lower()) - ord("a") for letter in rights if letter.isupper() == upper]
        king = "K" if upper else "k"
        index = next((i for i, row in enumerate(rows) if king in cells_of(row)), None)
        if index is None or not files:
            continue
        cells = cells_of(rows[index])
        cells, rooks = shuffled(rng, cells, cells.index(king), files[:2])
        rows[index] = row_of(cells)
        named = rooks if len(files) <= 2 else [file for file, cell in enumerate(cells) if cell]
        names = "".join(chr(ord("a") + file) for file in named)
        letters += names.upper() if upper else names
    return " ".join(["/".join(rows) + hands, rng.choice([side, side, "w", "b"]), letters, *rest])


def is_quiet(name, fen):
    """Whether no side is in check."""
    other = fen.replace(" w ", " b ") if " w " in fen else fen.replace(" b ", " w ")
    return not any(pyffish.gives_check(name, text, [], True) for text in (fen, other))


# ---- Positions ----


def ask_engine(name, start, moves):
    over, result = pyffish.is_immediate_game_end(name, start, moves, True)
    legal = [] if over else sorted(pyffish.legal_moves(name, start, moves, True))
    if not over and not legal:
        result = pyffish.game_result(name, start, moves, True)
    return {
        "line": start + (" moves " + " ".join(moves) if moves else ""),
        "fen": pyffish.get_fen(name, start, moves, True),
        "moves": legal,
        "check": bool(pyffish.gives_check(name, start, moves, True)),
        "result": None if legal else result,
    }


def draw_move(rng, asked):
    castling = [move for move in asked["moves"] if castles(asked["fen"], move)]
    calm = [move for move in asked["moves"] if not leaves_home(asked["fen"], move)]
    if castling and rng.random() < 0.12:
        return rng.choice(castling)
    return rng.choice(calm if calm and rng.random() < 0.8 else asked["moves"])


def draw_positions(rng, name, start, wanted):
    found = []
    while len(found) < wanted:
        game, moves = random_start(rng, start), []
        if not is_quiet(name, game):
            continue
        for _ in range(rng.randint(3, PLIES)):
            found.append(ask_engine(name, game, moves))
            if not found[-1]["moves"] or len(found) == wanted:
                break
            moves = moves + [draw_move(rng, found[-1])]
    return found


# ---- Comparing ----


def run(kingscan, *arguments, **options):
    return subprocess.run([kingscan, *arguments], capture_output=True, text=True, check=False, **options).stdout


def ask_kingscan(kingscan, file, name, positions):
    """Yield for each position what kingscan says after its moves, and how it reads the engine's FEN."""
    text = f"setoption name UCI_Chess960 value true\nsetoption name UCI_Variant value {name}\n"
    for asked in positions:
        text += f"position fen {asked['line']}\nd\ngo perft 1\nposition fen {asked['fen']}\nd\n"
    blocks = re.split(r"^Fen: ", run(kingscan, "uci", "--variants", file, input=text + "quit\n"), flags=re.M)[1:]
    for said, read in zip(blocks[::2], blocks[1::2]):
        yield {
            "fen": said.split("\n")[0],
            "read": read.split("\n")[0],
            "moves": sorted(re.findall(r"^(\S+): 1$", said, re.M)),
            "check": bool(re.search(r"^Checkers: *\S", said, re.M)),
        }


def outcome(kingscan, file, name, fen):
    return json.loads(run(kingscan, "show", "--json", "--variants", file, "--variant", name, fen)).get("outcome")


def outcome_of(asked):
    """Return the engine's result in kingscan's words."""
    if asked["result"] == 0:
        return "1/2-1/2"
    return "1-0" if (asked["result"] > 0) == (asked["fen"].split()[1] == "w") else "0-1"


def without_halfmoves(fen):
    fields = fen.split()
    return fields[:-2] + fields[-1:]


def moves_of(asked, said):
    """With wallOrMove the engine writes a wall on a1 behind moves that build none."""
    return sorted(re.sub(r",.*a1$", "", m) if re.sub(r",.*a1$", "", m) in said["moves"] else m for m in asked["moves"])


def differences(kingscan, file, name, asked, said):
    expected = moves_of(asked, said)
    if said["moves"] != expected:
        yield f"moves: {sorted(set(expected) ^ set(said['moves']))}"
    if said["check"] != asked["check"]:
        yield f"check: {asked['check']}"
    if without_halfmoves(said["fen"]) != without_halfmoves(said["read"]):
        yield f"the engine's FEN: {said['fen']} is read as {said['read']}"
    if asked["moves"] and sorted(pyffish.legal_moves(name, said["fen"], [], True)) != asked["moves"]:
        yield f"kingscan's FEN: {said['fen']}"
    if not asked["moves"] and outcome(kingscan, file, name, asked["fen"]) != outcome_of(asked):
        yield f"end: {outcome_of(asked)}"


def compare(options, name, start):
    """Return the number of positions that differ."""
    positions = draw_positions(random.Random(f"{options.seed} {name}"), name, start, options.positions)
    said = list(ask_kingscan(options.kingscan, options.file, name, positions))
    if len(said) != len(positions):
        print(f"{name}: kingscan cannot read a position")
        return len(positions)
    wrong = 0
    for asked, answer in zip(positions, said):
        found = list(differences(options.kingscan, options.file, name, asked, answer))
        wrong += bool(found)
        if found and wrong <= 2:
            print(f"{name}: {asked['line']}\n  " + "\n  ".join(found))
    castling = sum(any(castles(asked["fen"], move) for move in asked["moves"]) for asked in positions)
    print(f"{name}: {len(positions)} positions, castling in {castling}, {wrong} differ", flush=True)
    return wrong


def rights_of(start):
    """Return the king's file, and those of the rights."""
    row = next((row for row in start.split()[0].split("/")[::-1] if "K" in cells_of(row)), "")
    king = cells_of(row).index("K") if row else None
    return king, [ord(letter.lower()) - ord("a") for letter in start.split()[2] if letter not in "-"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("kingscan")
    parser.add_argument("file")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--positions", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with open(options.file, encoding="utf-8") as text:
        pyffish.load_variant_config(text.read())
    listed = run(options.kingscan, "variants", "--json", "--variants", options.file).splitlines()
    names = list(dict.fromkeys(json.loads(line)["name"] for line in listed))
    asked = wrong = 0
    for name in names:
        if name not in pyffish.variants() or (options.names and name not in options.names):
            continue
        start = pyffish.get_fen(name, pyffish.start_fen(name), [], True)
        king, files = rights_of(start)
        if files and king not in files[:2]:  # other letters are first moves of Cambodian kings
            asked += 1
            wrong += compare(options, name, start) > 0
    print(f"{asked} variants, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
