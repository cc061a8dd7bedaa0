"""Which tests see what: for each part of the sources, the suites that hold it, the fast and the likely ones first.

A tier is a target that has to be built, its arguments, and the seconds of processor time that one of its processes may
take: several times what it takes.
"""


def check(seconds, *suites):
    return "check", f"--filter @({'|'.join(suites)})/*", seconds


def variant_games(name):
    return "kingscan", f"fuzz --variant {name} --seed 1 --boards 500", 10


BOARDS = "kingscan", "fuzz --seed 1 --boards 300000", 10
GAMES = "kingscan", "fuzz --games --seed 1 --boards 5000", 10

KERNELS = [BOARDS, check(20, "kernels", "positions", "batch", "abi"),
           check(20, "cpu", "board", "cells", "memory", "errors"), check(20, "mirrors", "differential"),
           check(60, "random"), check(120, "pieceset"), check(240, "geometry")]
I386 = [check(60, "i386"), check(20, "abi")]
FEN, PLACEMENT, LINES, EPD, PLAIN = (check(10, "fen", "fen_errors", "ways"), check(20, "placement"),
                                     check(20, "four_lines"), check(20, "check_epd"), check(30, "plain_fen"))
TEXT = [FEN, EPD, PLAIN, LINES, PLACEMENT, check(20, "abi", "check_formats", "check", "check_unique", "check_columns")]
RULES = [GAMES, check(10, "movegen", "position", "explain", "draws", "key", "verdict", "ways", "notation", "moves"),
         check(20, "perft", "uci"), check(20, "explain_agreement"), EPD, check(20, "check_unique"),
         check(60, "generators", "chess_check", "divide", "perft_command")]
VARIANT = [variant_games("chess"), variant_games("grand"),
           check(20, "variants", "variant_corners", "variant_reader", "variant_uci", "betza", "variant_ffish"),
           variant_games("makruk"), variant_games("berolina"), variant_games("cannon"),
           check(20, "variant_key", "variant_chess", "variant_commands", "check_variant", "variant_files"),
           check(30, "variant_perft"), check(30, "variant_san"), check(30, "variant_naive"),
           check(60, "variant_stats", "variant_lenient", "variant_options"), check(60, "variant_explain"),
           check(60, "variant_diff", "fuzz_variant", "uci")]

# The first prefix that fits counts.
PARTS = (
    ("asm/avx2_placement", [PLACEMENT, *TEXT]), ("asm/avx512_placement", [PLACEMENT, *TEXT]),
    ("asm/placement", [PLACEMENT, *TEXT]), ("asm/avx2_lines", [LINES, *TEXT]), ("asm/avx512_lines", [LINES, *TEXT]),
    ("asm/find_lines", [LINES, *TEXT]), ("asm/geometry", [BOARDS, GAMES, *KERNELS, *RULES]),
    ("asm/rays", [BOARDS, GAMES, *KERNELS, *RULES]), ("asm/", KERNELS),
    ("c/core/fen/four_lines", [LINES, *TEXT]), ("c/core/fen/placement", [PLACEMENT, *TEXT]),
    ("c/core/fen/common", [LINES, *TEXT]), ("c/core/fen/plain", [FEN, PLAIN, *TEXT]), ("c/core/fen/planes", RULES),
    ("c/core/fen/", TEXT), ("c/core/cp", [check(10, "cpu")]), ("c/core/feat", [check(10, "cpu"), check(10, "kernels")]),
    ("c/core/c", [FEN, check(10, "cells"), *KERNELS, *TEXT]), ("c/core/s", [GAMES, *RULES]),
    ("c/core/ker", [check(10, "kernels"), BOARDS, *KERNELS, *TEXT]),
    ("c/core/ke", [check(10, "key"), GAMES, *RULES]),
    ("c/core/b", [check(10, "board"), BOARDS, GAMES, *KERNELS, *RULES]),
    ("c/core/", [BOARDS, FEN, *KERNELS, *TEXT, *RULES]), ("c/rules/check_epd", [check(10, "ways"), EPD, *TEXT]),
    ("c/rules/second_look", [check(10, "ways"), EPD, check(10, "verdict"), *TEXT]),
    ("c/rules/identity", [check(10, "check_unique", "position_set"), *RULES]),
    ("c/rules/explain/", [check(10, "explain"), *RULES]), ("c/rules/notation", [GAMES, check(10, "notation"), *RULES]),
    ("c/rules/draws", [check(10, "draws"), *RULES]), ("c/rules/perft", [check(10, "perft"), *RULES]),
    ("c/rules/generator", [check(10, "ways"), check(10, "perft"), *RULES]), ("c/rules/", RULES),
    ("c/variant/explain/", [check(60, "variant_explain"), *VARIANT]), ("c/variant/", VARIANT),
)


def tiers_of(path):
    tiers = next(tiers for prefix, tiers in PARTS if path.startswith(prefix))
    return list(dict.fromkeys(tiers))
