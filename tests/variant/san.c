/* Tests SAN of variants: it is Fairy-Stockfish's (tests/peers/variant_san_by_ffish.mjs writes the file) and
 * that of ks_write_san when the variant is chess, and it is read back as the move that was written. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/rows.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

enum { MOVES = 1 << 12 };

/* Variants that are not bundled: letters of the board in notation, as in Fairy-Stockfish; and pieces whose
 * SAN is harder to read back. */
static const char text[] =
    "[grand-by-label : grand]\nnotationLetters = a: a, c: c\n"
    "[grandhouse : grand]\npieceDrops = true\ncapturesToHand = true\n"
    "[swapped : crazyhouse]\nnotationLetters = n: b, b: n\n"
    "[never-promoted : chess]\npawnTypes = -\n"
    "[two-pawns : chess]\ncustomPiece1 = o:mfFcfWimfnA\npawnTypes = po\n"
    "startFen = rnbqkbnr/poopoopp/8/8/8/8/POOPOOPP/RNBQKBNR w KQkq - 0 1\n"
    "[hop : chess]\nmaxRank = 10\nmaxFile = 12\ncannon = x\ncustomPiece1 = l:gQNN\n"
    "promotionRank = 9\ndoubleStepRank = 2\npromotionPieceTypes = xlqn\ncastling = false\n"
    "mandatoryPawnPromotion = false\n"
    "startFen = rnxlqbkbqlnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNXLQBKBQLNR w - - 0 1\n";

/* ---- SAN by Fairy-Stockfish ---- */

struct named_move {
    char uci[KS_VARIANT_UCI_SIZE], san[KS_VARIANT_SAN_SIZE];
    ks_variant_move move;
};

static int by_uci(const void *a, const void *b) {
    return strcmp(((const struct named_move *)a)->uci, ((const struct named_move *)b)->uci);
}

/* Lists the legal moves in the order of their names in UCI; returns their number. */
static size_t name_moves(const ks_variant *variant, const ks_variant_position *position,
                         struct named_move named[MOVES]) {
    ks_variant_move moves[MOVES];
    const size_t count = ks_variant_legal_moves(variant, position, moves, MOVES);
    cr_assert_leq(count, MOVES);
    for (size_t i = 0; i < count; i++) {
        named[i].move = moves[i];
        ks_variant_write_uci(variant, position, moves[i], 0, named[i].uci);
        const size_t length = ks_variant_write_san(variant, position, moves[i], named[i].san);
        cr_assert(length < KS_VARIANT_SAN_SIZE && length == strlen(named[i].san), "%s", named[i].san);
    }
    qsort(named, count, sizeof *named, by_uci);
    return count;
}

/* FNV-1a, continued: of a text, and of "UCI=SAN UCI=SAN ..." and a newline. */
static uint32_t hash_text(const char *words, uint32_t hash) {
    for (const char *c = words; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 0x01000193;
    return hash;
}

static uint32_t hash_moves(const struct named_move *named, size_t count, uint32_t hash) {
    for (size_t i = 0; i < count; i++) {
        hash = hash_text("=", hash_text(named[i].uci, hash));
        hash = hash_text(i + 1 < count ? " " : "\n", hash_text(named[i].san, hash));
    }
    return hash;
}

static void fail_at(const ks_variant *variant, const ks_variant_position *position,
                    const struct named_move *named, size_t count, unsigned long seed) {
    static char list[MOVES * sizeof *named];
    char fen[KS_VARIANT_FEN_SIZE], *out = list;
    ks_variant_write_x_fen(variant, position, fen);
    for (size_t i = 0; i < count; i++)
        out += sprintf(out, " %s=%s", named[i].uci, named[i].san);
    cr_assert_fail("%s, game %lu, %s: not as in tests/data/variants_san.tsv:%s",
                   ks_variant_get_facts(variant).name, seed, fen, list);
}

/* Replays a game of random moves; digits: two for each position, from the hash of all texts so far. */
static void replay(const ks_variant *variant, unsigned long seed, const char *fen, const char *digits) {
    ks_variant_position position = read_variant_position(variant, fen, 0);
    uint64_t state = seed; /* of Lehmer's generator, as in the script */
    uint32_t hash = 0x811c9dc5;
    for (; *digits; digits += 2) {
        ks_variant_undo undo;
        static struct named_move named[MOVES];
        char expected[3];
        const size_t count = name_moves(variant, &position, named);
        hash = hash_moves(named, count, hash);
        snprintf(expected, sizeof expected, "%02x", hash & 255);
        if (count == 0 || strncmp(expected, digits, 2) != 0)
            fail_at(variant, &position, named, count, seed);
        state = state * 48271 % 2147483647;
        ks_variant_make_move(variant, &position, named[state % count].move, &undo);
    }
}

Test(variant_san, as_fairy_stockfish_writes_it) {
    ks_variants *const variants = read_variants(text);
    FILE *const in = open_rows("tests/data/variants_san.tsv");
    char line[512], name[32], fen[256], digits[256];
    unsigned long seed, rows = 0;
    while (next_row(in, line, sizeof line)) {
        cr_assert_eq(sscanf(line, "%31s %lu%*1[\t]%255[^\t] %255s", name, &seed, fen, digits), 4, "%s", line);
        if (!SLOW || seed % 8 == 0)
            replay(find_variant(variants, strcmp(name, "grand") == 0 ? "grand-by-label" : name), seed, fen,
                   digits);
        rows++;
    }
    fclose(in);
    cr_assert_geq(rows, 400);
    ks_variants_free(variants);
}

/* ---- SAN of chess ---- */

Test(variant_san, chess_has_the_san_of_chess) {
    ks_variants *const variants = read_variants(text);
    const ks_variant *const chess = find_variant(variants, "chess");
    size_t count;
    const real_position *const positions = real_positions(&count);
    for (size_t i = 0; i < count; i += SLOW ? 499 : 29) {
        const ks_position *const position = &positions[i].position;
        char fen[KS_FEN_SIZE], san[KS_SAN_SIZE], found[KS_VARIANT_SAN_SIZE];
        ks_move_list legal;
        ks_write_x_fen(position, fen);
        const ks_variant_position ours = read_variant_position(chess, fen, 0);
        for (size_t j = ks_legal_moves(position, &legal); j-- > 0;) {
            ks_variant_attempt attempt;
            ks_write_san(position, legal.moves[j], san);
            cr_assert_eq(ks_variant_read_move(chess, &ours, san, strlen(san), &attempt, NULL), KS_OK, "%s %s",
                         fen, san);
            ks_variant_write_san(chess, &ours, attempt.move, found);
            cr_assert_str_eq(found, san, "%s", fen);
        }
    }
    ks_variants_free(variants);
}

/* ---- Case by case ---- */

Test(variant_san, each_part) {
    static const struct {
        const char *variant, *fen, *uci, *san;
    } rows[] = {
        {"grand", "k9/10/10/10/10/10/3A6/10/10/5K4 w - - 0 1", "d4g7", "Cg7"},
        {"grand", "1k8/10/2P7/10/10/10/10/10/10/5K4 w - - 0 1", "c8c9", "c9+"},
        {"grand", "k9/10/2P7/10/10/10/10/10/10/5K4 w - - 0 1", "c8c9c", "c9=M+"},
        {"grand", "k9/10/2P7/10/10/10/10/10/10/5K4 w - - 0 1", "c8c9a", "c9=C+"},
        {"grand", "1k8/10/10/10/10/10/10/10/R8R/5K4 w - - 0 1", "a2a10", "Ra10+"},
        {"grand", "R9/10/10/4k5/10/10/10/10/R7R1/5K4 w - - 0 1", "a10a5", "R10a5"},
        {"grand", "R9/10/10/4k5/10/10/10/10/R7R1/5K4 w - - 0 1", "a2e2", "Rae2+"},
        {"grand", "10/9k/10/10/Q9/10/10/10/Q9/5K4 w - - 0 1", "a2c4", "Q2c4"},
        {"grand", "10/2k7/10/10/Q9/10/10/10/Q3Q5/5K4 w - - 0 1", "a2e6", "Qa2e6"},
        {"grandhouse", "k9/10/10/10/10/10/3A6/10/10/5K4[AC] w - - 0 1", "d4g7", "Cg7"},
        {"grandhouse", "k9/10/10/10/10/10/3A6/10/10/5K4[AC] w - - 0 1", "C@g8", "C@g8"},
        {"grandhouse", "k9/10/10/10/10/10/3A6/10/10/5K4[AC] w - - 0 1", "A@g8", "A@g8"},
        {"grandhouse", "k9/10/10/10/10/10/3A6/10/10/5K4[AC] w - - 0 1", "M@g8", "C@g8"},
        {"swapped", "4k3/8/8/8/8/8/8/4K3[NB] w - - 0 1", "B@e3", "B@e3"},
        {"chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
        {"chess", "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
        {"chess", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
        {"chess", "7k/6pp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
        {"berolina", "4k3/8/8/8/8/8/1P1P4/4K3 w - - 0 1", "b2c3", "Pbc3"},
        {"berolina", "4k3/8/8/8/8/2p5/2P5/4K3 w - - 0 1", "c2c3", "Pxc3"},
        {"shatranj", "k6n/8/8/8/8/8/P7/K6R w - - 0 1", "h1h8", "Rxh8#"},
        {"shatranj", "k7/1p6/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"},
    };
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant *const variant = find_variant(variants, rows[i].variant);
        const ks_variant_position position = read_variant_position(variant, rows[i].fen, 0);
        ks_variant_attempt attempt;
        char san[KS_VARIANT_SAN_SIZE];
        const int code =
            ks_variant_read_move(variant, &position, rows[i].uci, strlen(rows[i].uci), &attempt, NULL);
        cr_assert_eq(code, KS_OK, "%s %s: %s", rows[i].fen, rows[i].uci, ks_error_name(code));
        ks_variant_write_san(variant, &position, attempt.move, san);
        cr_assert_str_eq(san, rows[i].san, "%s %s", rows[i].fen, rows[i].uci);
    }
    ks_variants_free(variants);
}

/* ---- Read back ---- */

static void expect_it_back(const ks_variant *variant, const ks_variant_position *position,
                           const struct named_move *named) {
    ks_variant_attempt attempt;
    ks_error error = {.message = ""};
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_x_fen(variant, position, fen);
    cr_assert(ks_variant_read_move(variant, position, named->san, strlen(named->san), &attempt, &error) ==
                      KS_OK &&
                  attempt.move == named->move,
              "%s %s: %s is not read as %s: %s", ks_variant_get_facts(variant).name, fen, named->san,
              named->uci, error.message);
}

static void play_and_read(ks_variants *variants, size_t first) {
    uint64_t state = 5;
    for (size_t i = first; i < ks_variants_count(variants); i += stride())
        for (unsigned game = 0; game < (is_thorough() ? 16 : 2); game++) {
            const ks_variant *const variant = ks_variants_get_variant(variants, i);
            ks_variant_position position = *ks_variant_get_start(variant);
            for (unsigned ply = 0; ply < 120; ply++) {
                static struct named_move named[MOVES];
                ks_variant_undo undo;
                const size_t count = name_moves(variant, &position, named);
                if (count == 0)
                    break;
                for (size_t j = 0; j < count; j++)
                    expect_it_back(variant, &position, &named[j]);
                ks_variant_make_move(variant, &position, named[random_below(&state, (unsigned)count)].move,
                                     &undo);
            }
        }
    ks_variants_free(variants);
}

Test(variant_san, is_read_back) {
    play_and_read(read_variants(text), 0);
}

Test(variant_san, is_read_back_in_sections_of_tests) {
    ks_variants *const variants = read_variants_file("tests/data/variants_ffish.ini");
    play_and_read(variants, ks_variants_count_bundled(variants));
}

/* A move without a letter means the pawn; without a pawn, it may mean another promoted piece. */
Test(variant_san, no_letter_means_the_pawn) {
    ks_variants *const variants = read_variants(text);
    const ks_variant *const two = find_variant(variants, "two-pawns");
    static const struct {
        const char *fen, *said;
        unsigned from;
        int code;
    } rows[] = {
        {"4k3/8/8/8/8/8/2OP4/4K3 w - - 0 1", "d3", 51, KS_OK},
        {"4k3/8/8/8/8/8/2OP4/4K3 w - - 0 1", "Od3", 50, KS_OK},
        {"4k3/8/8/8/8/8/2O5/4K3 w - - 0 1", "d3", 50, KS_OK},
        {"4k3/8/8/8/8/8/2O1O3/4K3 w - - 0 1", "d3", KS_VARIANT_NO_SQUARE, KS_ERROR_AMBIGUOUS},
        {"4k3/8/8/8/8/8/2O1O3/4K3 w - - 0 1", "Od3", KS_VARIANT_NO_SQUARE, KS_ERROR_AMBIGUOUS},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "Pxd5", KS_VARIANT_NO_SQUARE, KS_ERROR_AMBIGUOUS},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant_position position = read_variant_position(two, rows[i].fen, 0);
        ks_variant_attempt attempt;
        const int code =
            ks_variant_read_move(two, &position, rows[i].said, strlen(rows[i].said), &attempt, NULL);
        cr_assert_eq(code, rows[i].code, "%s %s: %s", rows[i].fen, rows[i].said, ks_error_name(code));
        cr_assert_eq(attempt.from, rows[i].from, "%s %s: %u", rows[i].fen, rows[i].said, attempt.from);
    }
    ks_variants_free(variants);
}
