"""The suites that test each part of the sources, the fast and the likely ones first.

A tier is a target to build, its arguments, and the limit of processor time for one of its processes, in seconds:
several times the usual time.

    tests/mutants/suites.py WORD        names the suites that are near a word, for build/check
"""
import re
import sys
from pathlib import Path

MOST_TIERS, MOST_SUITES = 3, 8  # that are named


def check(seconds, *suites):
    return "check", f"--filter @({'|'.join(suites)})/*", seconds


def variant_games(name):
    return "kingscan", f"fuzz --variant {name} --seed 1 --boards 500", 10


BOARDS = "kingscan", "fuzz --seed 1 --boards 300000", 10
GAMES = "kingscan", "fuzz --games --seed 1 --boards 5000", 10

KERNELS = [
    BOARDS,
    check(20, "kernels", "positions", "batch", "abi"),
    check(20, "cpu", "board", "cells", "memory", "errors"),
    check(20, "mirrors", "differential"),
    check(60, "random"),
    check(120, "pieceset"),
    check(240, "geometry"),
]
I386 = [check(60, "i386"), check(20, "abi")]
FEN, PLACEMENT, LINES, EPD, PLAIN = (
    check(10, "fen", "fen_errors", "possible", "ways"),
    check(20, "placement", "four_placements"),
    check(20, "four_lines"),
    check(20, "check_epd"),
    check(30, "plain_fen"),
)
TEXT = [
    FEN,
    EPD,
    PLAIN,
    LINES,
    PLACEMENT,
    check(20, "abi", "check_formats", "check", "check_check", "check_unique", "check_columns"),
]
RULES = [
    GAMES,
    check(
        10,
        "movegen",
        "position",
        "listing",
        "explain",
        "draws",
        "key",
        "verdict",
        "ways",
        "notation",
        "moves",
        "position_moves",
    ),
    check(20, "perft", "counters", "uci_uci"),
    check(20, "explain_agreement"),
    EPD,
    check(20, "check_unique"),
    check(60, "generators", "chess_check", "divide", "perft_command", "perft_perft"),
]
VARIANT = [
    variant_games("chess"),
    variant_games("grand"),
    check(20, "variants", "variant_corners", "variant_reader", "variant_uci", "betza", "variant_ffish"),
    variant_games("makruk"),
    variant_games("berolina"),
    variant_games("cannon"),
    check(20, "variant_key", "variant_chess", "variants_commands", "check_variant", "variants_files"),
    check(30, "variant_perft", "variant_replies"),
    check(60, "variant_deep"),
    check(30, "variant_san"),
    check(30, "variant_naive", "variant_verdicts", "variant_draws", "variant_game_draws"),
    check(60, "variant_stats", "variant_lenient", "variant_rows", "variants_options"),
    check(60, "variant_explain"),
    check(60, "variant_diff", "diff_variant", "fuzz_variant", "uci_uci"),
]

MIXED = [BOARDS, GAMES, *KERNELS, *RULES]

# The first line with a matching prefix counts; a tier that occurs twice runs once.
PARTS = (
    (
        (
            "asm/text/ssse3_placement",
            "asm/text/avx2_placement",
            "asm/text/avx512_placement",
            "asm/text/placement",
            "asm/text/row_lanes",
        ),
        [PLACEMENT, *TEXT],
    ),
    (("asm/text/", "c/core/fen/four_lines", "c/core/fen/common_fields"), [PLACEMENT, LINES, *TEXT]),
    (("asm/tables/", "asm/rays", "c/core/board/geometry"), MIXED),
    (("asm/abi", "asm/avx512.inc", "asm/board", "asm/lanes", "asm/object"), [BOARDS, LINES, PLACEMENT, *MIXED]),
    (("asm/attacked", "asm/pairs", "c/core/kernels/attacked"), [check(10, "attacked"), *KERNELS]),
    ("asm/", KERNELS),
    ("c/core/fen/plain", [FEN, PLAIN, *TEXT]),
    ("c/core/fen/readers", [PLACEMENT, check(10, "tiers"), LINES, *TEXT]),
    ("c/core/fen/rows", [check(10, "fen_rows"), FEN, *TEXT]),
    ("c/core/fen/write", [FEN, check(20, "show", "position_show", "variants", "variant_dialects"), *TEXT]),
    (
        "c/core/text/error",
        [check(10, "errors", "fen_errors"), check(20, "variant_reader", "variants_files"), *TEXT],
    ),
    (
        ("c/core/fen/", "c/core/text/characters", "c/core/text/cursor"),
        [FEN, check(10, "cells", "errors"), *TEXT, *RULES],
    ),
    (
        "c/core/processor/processor.h",
        [check(20, "position_set"), check(20, "packed_layers"), LINES, PLACEMENT, *TEXT, *MIXED],
    ),
    (
        ("c/core/processor/cpu", "c/core/processor/features", "c/core/processor/tiers"),
        [check(10, "cpu"), check(10, "kernels"), check(10, "tiers")],
    ),
    ("c/core/kernels/famil", [check(10, "tiers"), *TEXT]),
    ("c/core/kernels/kernel", [check(10, "kernels"), check(10, "tiers"), *KERNELS, *TEXT]),
    ("c/core/board/pieceset", [BOARDS, check(10, "cells"), check(120, "pieceset"), *MIXED]),
    (("c/core/kernels/batch", "c/core/kernels/reference"), KERNELS),
    ("c/core/text/foreign", [check(10, "foreign"), check(20, "contents")]),
    ("c/core/text/utf8", [check(10, "errors", "quote", "pgn_signs")]),
    (
        "c/core/text/suggest",
        [check(10, "suggest"), check(20, "variant_reader"), check(10, "options", "shell_options", "cli", "shell_cli")],
    ),
    ("c/core/board/polyglot", [check(10, "polyglot")]),
    ("c/core/board/key", [check(10, "key", "polyglot"), GAMES, *RULES, BOARDS]),
    ("c/core/", [check(10, "key"), GAMES, *RULES, BOARDS]),
    (
        ("c/rules/check_epd", "c/rules/verdict", "c/rules/look_in_lanes"),
        [check(10, "ways", "verdict", "draws"), EPD, check(20, "second_look"), *TEXT],
    ),
    ("c/rules/identity", [check(10, "check_unique", "position_set"), *RULES]),
    (
        "c/rules/explain/",
        [check(10, "explain", "ways"), check(20, "explain_agreement"), check(60, "variant_explain"), *RULES],
    ),
    ("c/rules/notation", [check(10, "notation", "read_uci", "ways"), GAMES, *RULES]),
    ("c/game/pgn/game.c", [check(10, "game"), *RULES]),
    (
        ("c/rules/perft/packed", "c/rules/perft/perft_tmpl"),
        [check(20, "packed_layers", "carried"), check(10, "perft"), check(60, "layers", "perft_layers"), *RULES],
    ),
    ("c/rules/perft/perft.", [check(10, "ways"), check(10, "perft", "packed_layers"), *RULES]),
    ("c/rules/perft", [GAMES, check(10, "perft"), check(20, "carried"), *RULES]),
    ("c/rules/generator/", [check(20, "carried"), check(10, "listing"), check(30, "pgn_fast"), *RULES]),
    (
        "c/game/pgn/",
        [
            check(30, "pgn_reader", "pgn_lanes", "pgn_mutated", "pgn_fast", "pgn_write", "ways"),
            check(20, "carried"),
            *RULES,
        ],
    ),
    ("c/rules/", RULES),
    ("c/game/explain/", [check(60, "variant_explain", "explain"), check(20, "explain_agreement"), *VARIANT]),
    ("c/variant/", VARIANT),
)


def parts_of(path):
    """The tiers of a file, by the first line with a matching prefix; None: it has none."""
    return next((tiers for prefixes, tiers in PARTS if path.startswith(prefixes)), None)


def tiers_of(path):
    tiers = parts_of(path)
    return list(dict.fromkeys(tiers))


# The files that only one kernel uses, or what belongs to it; every kernel uses all others.
KERNELS_OF = (
    (
        (
            "asm/avx512",
            "asm/attacked/avx512",
            "asm/attacked/gfni",
            "asm/text/avx512",
            "asm/batch",
            "asm/lanes",
            "asm/vector",
            "c/rules/perft/leaves",
        ),
        "avx512",
    ),
    (("asm/avx2", "asm/attacked", "asm/pairs", "asm/text/avx2"), "avx2"),
    (("asm/four_lanes", "asm/ssse3", "asm/text/ssse3", "asm/text/find_lines", "asm/text/row_lanes"), "ssse3"),
)


def kernel_of(path):
    return next((kernel for prefixes, kernel in KERNELS_OF if path.startswith(prefixes)), "c")


def near(word):
    """The suites whose name has a word, and those that test the files whose path has it: the first of their tiers."""
    own = sorted({s for p in Path("tests").rglob("*.c") for s in re.findall(r"(?m)^Test\((\w+)", p.read_text())})
    found = [suite for suite in own if word in suite]
    for path in sorted(str(p) for folder in ("asm", "c") for p in Path(folder).rglob("*.*") if word in str(p)):
        for target, arguments, _ in (parts_of(path) or [])[:MOST_TIERS]:
            found += re.findall(r"\w+", arguments) if target == "check" else []
    return [suite for suite in dict.fromkeys(found) if suite in own][:MOST_SUITES]


if __name__ == "__main__":
    if suites := near(sys.argv[1].lower()):
        print(f"suites near '{sys.argv[1]}': {', '.join(suites)}: build/check --filter '{suites[0]}/*'")
