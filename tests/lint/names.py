#!/usr/bin/env python3
"""Checks the names of public functions and constants: the lines of CONTRIBUTING.md, "Names", that a script can check.

Run in the root of the repository. Prints one line for each name that does not follow, `PATH: NAME: what was
expected`, and returns 1 when there was one. A name of a binding is made of words that stand together in a name of
the C interface, or tests/lint/names.txt says why not.
"""
import re
import sys
from pathlib import Path

# The objects, of which each function names the act; the longest name counts.
OBJECTS = """kernel pieceset game pgn data data_writer data_format features variant variants file inline""".split()
ACTS = """add check choose close copy count describe fill find free get go_to guess has init is judge list make new next
open open_memory perft play read select unmake use write""".split()
# A noun that an object has: a name, a size, the pieces that attack.
NOUNS = """attackers checkers facts legal_moves name position_key record_size square_name""".split()
# Rules and questions about boards and positions: verbs and what they are about.
VERBS = """after can check count find gives has in is judge make perft read unmake write""".split()
# Questions that are nouns: what the answer is.
QUESTIONS = """attack_pairs attacked attacked_batch attacked_by attacked_set attackers attackers_set
bishop_attacks capturable_en_passant captured_code castling_rook castling_rooks
chess_pieces code_letter draw_name error_name falling_diagonal_of file_of highest_of king_attacks king_of king_scan
king_scan_set knight_attacks legal_captures legal_checks legal_moves legal_moves_between legal_quiet_moves line_through
lowest_square occupied pawn_attacks pieces_of polyglot_key position_from_board position_key queen_attacks rank_of
rising_diagonal_of rook_attacks see see_at_least slide square_name squares_between squares_of verdict_name
version""".split()
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


# ---- Bindings ----

LEFT_OUT = Path("tests/lint/names.txt")
# The files of a binding, and what introduces a public name there.
BINDINGS = {
    "C++": (
        "include/**/*.hpp",
        r"\b([a-zA-Z]\w*)\([^;{}]*\)\s*(?:const)?\s*&*\s*(?:noexcept)?\s*\{$|^ *(?:enum )?class (\w+)",
    ),
    "Python": ("bindings/python/src/kingscan/*.py*", r"^    (?:def|class) ([a-zA-Z]\w*)|^class ([A-Z]\w*)"),
    "JavaScript": (
        "bindings/javascript/*.d.ts",
        r"^ {4}(?:readonly |static |get )*([a-zA-Z]\w*)\??[(:<]|^export (?:function|class|type|interface) (\w+)",
    ),
    "Rust": ("bindings/rust/src/**/*.rs", r"\bpub (?:const |unsafe )*(?:fn|struct|enum) (\w+)"),
}
# Files that have another library's words, or C's.
OTHERS_WORDS = {"chess_library.hpp", "ffi.rs"}
KEYWORDS = {"if", "for", "while", "switch", "catch", "constructor", "operator"}


def snake(name):
    """The name in small letters with _ between its words."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def words_of_c():
    """The words of a name of the headers: of a function, a constant, a type, a member, a parameter."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path("include/kingscan").glob("*.h"))]
    code = re.sub(r"/\*.*?\*/", "", "\n".join(texts), flags=re.S)
    names = re.findall(r"\b(?:ks|KS)_(\w+)", code) + re.findall(r"\b([a-z]\w*)(?:\[[^]]*\])*\s*[;,)]", code)
    found = set()
    for parts in {tuple(name.lower().split("_")) for name in names}:
        found |= {"_".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)}
    return found


def names_of_binding(binding):
    """The public names of a binding."""
    pattern, introduction = BINDINGS[binding]
    found = set()
    for path in sorted(path for path in Path().glob(pattern) if path.name not in OTHERS_WORDS):
        for match in re.finditer(introduction, path.read_text(encoding="utf-8"), re.M):
            found.add(next(name for name in match.groups() if name))
    return found - KEYWORDS


def names_left_out(problems):
    """The names of each binding that names.txt excuses: BINDING: REASON, and names in the lines below, indented."""
    sets, binding = {name: set() for name in BINDINGS}, None
    for line in LEFT_OUT.read_text(encoding="utf-8").splitlines() if LEFT_OUT.exists() else []:
        if line.startswith("#") or not line:
            continue
        if not line.startswith(" "):
            binding, _, reason = line.partition(": ")
            if binding not in BINDINGS or not reason:
                sys.exit(f"{LEFT_OUT}: expected BINDING: REASON, found '{line}'")
        else:
            problems += [
                f"{LEFT_OUT}: {binding}: {name} stands there twice" for name in set(line.split()) & sets[binding]
            ]
            sets[binding] |= set(line.split())
    return sets


def check_bindings(problems):
    """Adds what does not follow in the bindings, and what names.txt excuses for nothing."""
    words, sets = words_of_c(), names_left_out(problems)
    for binding, excused in sets.items():
        names = names_of_binding(binding)
        others = {name for name in names if snake(name) not in words}
        wanted = f"words of a name in include/kingscan/, or a reason in {LEFT_OUT}"
        problems += [f"{binding}: {name}: expected {wanted}" for name in sorted(others - excused)]
        problems += [f"{LEFT_OUT}: {binding} has no {name}, or C has it too" for name in sorted(excused - others)]


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
    check_bindings(problems)
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
