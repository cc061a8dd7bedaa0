#!/usr/bin/env python3
"""The names of public functions and constants: the lines of CONTRIBUTING.md, "Names", that a script can check.

Run in the root of the repository. Prints one line for each name that does not follow, `PATH: NAME: what was
expected`, and returns 1 when there was one.
"""
import re
import sys
from pathlib import Path

# The objects, of which each function names the act; the longest name counts.
OBJECTS = """kernel pieceset game pgn data data_writer data_format variant variants file inline""".split()
ACTS = """add check close copy count describe find free get go_to guess has init is judge make new next open
open_memory perft play read select unmake use write""".split()
# What an object has, as a noun: a name, a size, the pieces that attack.
NOUNS = """attackers checkers facts legal_moves name position_key record_size square_name""".split()
# Rules and questions about boards and positions: verbs and what they are about.
VERBS = """after can check count find gives has in is judge make perft read unmake write""".split()
# Questions that are nouns: what the answer is.
QUESTIONS = """attacked attacked_batch attacked_by attacked_set attackers attackers_set
bishop_attacks capturable_en_passant captured_code castling_rook castling_rooks
chess_pieces code_letter draw_name error_name falling_diagonal_of file_of highest_of king_attacks king_of king_scan
king_scan_set knight_attacks legal_captures legal_checks legal_moves legal_moves_between legal_quiet_moves line_through
lowest_square occupied pawn_attacks pieces_of polyglot_key position_from_board position_key queen_attacks rank_of
rising_diagonal_of rook_attacks slide square_name squares_between squares_of verdict_name version""".split()
# Inline functions that stand for a question, or on which one relies.
INLINE = (
    """attackers_checked attackers_inline in_check_inline four_times gather load permute seen squares twice""".split()
)


def begins(name, words):
    """Whether the name is one of the words, or one of them and more after a `_`."""
    return any(name == word or name.startswith(word + "_") for word in words)


def expected(name):
    """What was expected of a function's name without ks_; None when it follows."""
    if name in QUESTIONS or name in INLINE:
        return None
    objects = [word for word in OBJECTS if name.startswith(word + "_")]
    if not objects:
        return None if begins(name, VERBS) else "a verb, an object, or a question of the lists in tests/lint/names.py"
    act = name[len(max(objects, key=len)) + 1 :]
    if objects == ["inline"]:
        return None if act in INLINE or begins(act, ACTS) else "a verb after the object"
    if begins(act, ACTS) or act in NOUNS or act.endswith("_name"):
        return None
    return "a verb after the object, or a noun of the lists in tests/lint/names.py"


def main():
    problems = []
    for path in sorted(Path("include/kingscan").glob("*.h")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"^KS_(?:API|INLINE(?:_COPY)?)\b[^(;]*?\bks_(\w+)[(;]", text, re.M):
            wanted = expected(name)
            if wanted:
                problems.append(f"{path}: ks_{name}: expected {wanted}")
        # Every other word of the library in a header, such as a type or a constant, has a prefix too.
        for name in re.findall(r"^(?:typedef|struct|enum)\b[^;{]*?\b(\w+)\s*[{;]", text, re.M):
            if not name.startswith("ks_") and name not in ("enum", "struct"):
                problems.append(f"{path}: {name}: expected a name that begins with ks_")
        for name in re.findall(r"^#define (\w+)", text, re.M):
            if not re.match(r"KS_|ks_|KINGSCAN_\w+_H$", name):
                problems.append(f"{path}: {name}: expected a name that begins with KS_")
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
