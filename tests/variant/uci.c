/* Tests how moves of variants are written as UCI and read back; those of chess are the texts of
 * ks_write_uci, with KS_UCI_CHESS960 and without. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

/* Expects both texts for the move, and the same move when they are read. */
static void expect_both(const ks_variant *v, const char *fen, const char *plain, const char *chess960) {
    const char *const texts[2] = {plain, chess960};
    const ks_variant_position position = read_variant_position(v, fen, KS_FEN_RIGHTS);
    ks_error error;
    for (unsigned i = 0; i < 2; i++) {
        char found[KS_VARIANT_UCI_SIZE];
        ks_variant_attempt attempt;
        cr_assert_eq(ks_variant_read_move(v, &position, texts[i], strlen(texts[i]), &attempt, &error), KS_OK,
                     "%s %s: %s", fen, texts[i], error.message);
        for (unsigned flags = 0; flags <= KS_UCI_CHESS960; flags += KS_UCI_CHESS960) {
            const size_t length = ks_variant_write_uci(v, &position, attempt.move, flags, found);
            cr_assert_str_eq(found, texts[flags != 0], "%s", fen);
            cr_assert_eq(length, strlen(found));
        }
    }
}

Test(variant_uci, castling_as_king_takes_rook) {
    static const struct {
        const char *variant, *fen, *plain, *chess960;
    } rows[] = {
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1h1"},
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1a1"},
        {"chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "e8a8"},
        {"chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1f1", "e1f1"},
        {"capablanca", "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1", "f1j1"},
        {"fischerandom", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "e1h1"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7a8n"},
    };
    ks_variants *const variants = read_variants(NULL);
    for (size_t i = 0; i < LENGTH(rows); i++)
        expect_both(find_variant(variants, rows[i].variant), rows[i].fen, rows[i].plain, rows[i].chess960);
    ks_variants_free(variants);
}

Test(variant_uci, chess_has_the_uci_of_chess) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const chess = find_variant(variants, "chess");
    unsigned castles = 0;
    size_t count;
    const real_position *const positions = real_positions(&count);
    for (size_t i = 0; i < count; i += SLOW ? 499 : 13) {
        const ks_position *const position = &positions[i].position;
        char fen[KS_FEN_SIZE], plain[KS_UCI_SIZE], chess960[KS_UCI_SIZE];
        ks_move_list legal;
        ks_write_x_fen(position, fen);
        for (size_t j = ks_legal_moves(position, &legal); j-- > 0;) {
            if (KS_MOVE_KIND(legal.moves[j]) != KS_MOVE_CASTLING && j % 8)
                continue;
            ks_write_uci(position, legal.moves[j], 0, plain);
            ks_write_uci(position, legal.moves[j], KS_UCI_CHESS960, chess960);
            expect_both(chess, fen, plain, chess960);
            castles += strcmp(plain, chess960) != 0;
        }
    }
    cr_assert(SLOW || castles > 100, "%u", castles);
    ks_variants_free(variants);
}

/* ---- Read back ---- */

/* The letters of pieces in notation are those of other pieces in FEN. */
static const char swapped[] = "[grandhouse : grand]\npieceDrops = true\ncapturesToHand = true\n"
                              "[knights-are-bishops : crazyhouse]\nnotationLetters = n: b, b: n\n";

static void expect_back(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                        const char *text) {
    ks_variant_attempt attempt;
    ks_error error = {.message = ""};
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_x_fen(v, p, fen);
    const int code = ks_variant_read_move(v, p, text, strlen(text), &attempt, &error);
    cr_assert(code == KS_OK && attempt.move == move, "%s %s: %s is not read as the move: %s",
              ks_variant_get_facts(v).name, fen, text, error.message);
}

/* Plays a game of random moves, and reads all legal moves of each position as they are written. */
static void play_and_read(const ks_variant *v, uint64_t *state) {
    enum { MOVES = 1 << 12 };
    static ks_variant_move moves[MOVES];
    ks_variant_position position = *ks_variant_get_start(v);
    for (unsigned ply = 0; ply < 150; ply++) {
        ks_variant_undo undo;
        const size_t count = ks_variant_legal_moves(v, &position, moves, MOVES);
        cr_assert_leq(count, MOVES);
        if (count == 0)
            return;
        for (size_t i = 0; i < count; i++)
            for (unsigned flags = 0; flags <= KS_UCI_CHESS960; flags += KS_UCI_CHESS960) {
                char text[KS_VARIANT_UCI_SIZE];
                ks_variant_write_uci(v, &position, moves[i], flags, text);
                expect_back(v, &position, moves[i], text);
            }
        ks_variant_make_move(v, &position, moves[random_below(state, (unsigned)count)], &undo);
    }
}

static void play_all(ks_variants *variants, size_t first) {
    uint64_t state = 46;
    for (size_t i = first; i < ks_variants_count(variants); i += stride())
        for (unsigned game = 0; game < (is_thorough() ? 10 : 2); game++)
            play_and_read(ks_variants_get_variant(variants, i), &state);
    ks_variants_free(variants);
}

Test(variant_uci, is_read_back) {
    play_all(read_variants(swapped), 0);
}

Test(variant_uci, is_read_back_in_sections_of_tests) {
    ks_variants *const variants = read_variants_file("tests/data/variants_ffish.ini");
    play_all(variants, ks_variants_count_bundled(variants));
}
