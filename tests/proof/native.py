"""Calls a library's functions on this processor, and draws counterexamples.

    tests/proof/native.py [--library PATH] FUNCTION BOARD SQUARE SIDE

replays a counterexample: FUNCTION such as avx2_in_check, BOARD as 128 hexadecimal digits. Prints the board, the
answer of the rules and that of the function on this processor. Returns 1 when they differ, 2 when this processor
cannot run the function.
"""
import argparse
import ctypes
import sys

import attacked
import kernels
from trusted import words
from trusted.image import Image
from trusted.rules import Rules

LETTERS = ".PNBRQK  pnbrqk "
ROWS_OF_LINES = "checkers", "check_lines", "pinned", "pin_orthogonal", "pin_diagonal"
# Names of features in /proc/cpuinfo, where they are not those of tiers.def in lower case.
CPUINFO = dict(
    AVX512VBMI2="avx512_vbmi2", AVX512BITALG="avx512_bitalg", LZCNT="abm", AVX512VPOPCNTDQ="avx512_vpopcntdq"
)


def processor():
    """The features that this processor and its operating system have, as tiers.def names them."""
    with open("/proc/cpuinfo") as cpuinfo:
        facts = dict(reversed([[part.strip() for part in line.split(":", 1)] for line in cpuinfo if ":" in line]))
    flags = facts.get("flags", "").split()
    if "bmi2" in flags and (facts["vendor_id"] != "AuthenticAMD" or int(facts["cpu family"]) >= 0x19):
        flags.append("fast_pext")
    return lambda feature: CPUINFO.get(feature, feature.lower()) in flags


class Library:
    def __init__(self, path, image=None):
        self.image = image or Image(path)
        self.library = ctypes.CDLL(path)  # while this lives, the addresses below are valid
        some = ctypes.cast(self.library.ks_version, ctypes.c_void_p).value
        self.base = some - self.image.symbol("ks_version")

    def function(self, name, result, *arguments):
        """A function by its name, hidden ones too."""
        return ctypes.CFUNCTYPE(result, *arguments)(self.base + self.image.symbol(name))

    def ask(self, name, board, square, side):
        """The answer as a number; a king scan answers forty bytes."""
        board = ctypes.create_string_buffer(board, 64)
        pointer, unsigned = ctypes.c_void_p, ctypes.c_uint
        if name.endswith("king_scan"):
            lines = ctypes.create_string_buffer(b"\xaa" * kernels.LINES_SIZE, kernels.LINES_SIZE)
            self.function(name, None, pointer, unsigned, unsigned, pointer)(board, square, side, lines)
            return int.from_bytes(lines.raw, "little")
        if name.endswith(attacked.ATTACKED):
            return self.function(name, ctypes.c_uint64, pointer, unsigned)(board, side)
        result = ctypes.c_uint64 if name.endswith("attackers") else ctypes.c_uint32
        return self.function(name, result, pointer, unsigned, unsigned)(board, square, side)


def by_rules(kind, board, square, side):
    rules = Rules([words.number(b, 8) for b in board])
    return (rules.attacked(side) if kind == attacked.ATTACKED else getattr(rules, kind)(square, side)).value


def draw(board, square):
    """Draws the board: codes without a letter as two digits, the queried square in brackets."""
    lines = []
    for row in range(8):
        cells = []
        for n in range(8 * row, 8 * row + 8):
            cell = LETTERS[board[n]] if board[n] < 16 and LETTERS[board[n]] != " " else f"{board[n]:02x}"
            cells.append(f"[{cell}]" if n == square else f" {cell} ".rjust(3))
        lines.append(f"  {8 - row} " + "".join(f"{cell:>4}" for cell in cells))
    return "\n".join(lines + ["    " + "".join(f"{letter:>3} " for letter in "abcdefgh")])


def in_words(kind, value):
    def squares(mask):
        return " ".join("abcdefgh"[n & 7] + str(8 - (n >> 3)) for n in range(64) if mask >> n & 1) or "-"

    if kind == "in_check":
        return str(value)
    if kind in ("attackers", attacked.ATTACKED):
        return squares(value)
    masks = [value >> 64 * i & (1 << 64) - 1 for i in range(len(ROWS_OF_LINES))]
    return ", ".join(f"{name} {squares(mask)}" for name, mask in zip(ROWS_OF_LINES, masks))


def kind_of(name):
    return next(kind for kind in kernels.KINDS + (attacked.ATTACKED,) if name.endswith(kind))


def tell(name, board, square, side, got):
    kind = kind_of(name)
    expected = by_rules(kind, board, square, side)
    print(f"{name}(board, {square}, {side})\n{draw(board, square)}")
    print(f"  by the rules: {in_words(kind, expected)}")
    if got is not None:
        print(f"  the function: {in_words(kind, got)}")
    return got == expected


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", default="build/libkingscan.so")
    parser.add_argument("function")
    parser.add_argument("board", type=bytes.fromhex)
    parser.add_argument("square", type=int)
    parser.add_argument("side", type=int)
    a = parser.parse_args()
    name = "ks_" + a.function.removeprefix("ks_")
    features = attacked.functions().get(name) or kernels.kernels()[name.split("_")[1]]
    lacking = [feature for feature in sorted(features) if not processor()(feature)]
    if lacking:
        tell(name, a.board, a.square, a.side, None)
        print(f'  this processor lacks {", ".join(lacking)}')
        return 2
    return 0 if tell(name, a.board, a.square, a.side, Library(a.library).ask(name, a.board, a.square, a.side)) else 1


if __name__ == "__main__":
    sys.exit(main())
