/* Compares chess as a variant with chess itself, which has other code. Each position is tested twice: with
 * the attack kernels, and with the tables that other boards need. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/positions.h"
#include "support/sanitized.h"
#include "variant/definition/definition.h"

static ks_variants *variants;
static ks_variant *chess, *shuffled; /* not const: the tests turn off the kernels */

static void start(void) {
    variants = ks_variants_new(NULL, 0, 0, NULL);
    chess = (ks_variant *)ks_variants_find(variants, "chess", NULL);
    shuffled = (ks_variant *)ks_variants_find(variants, "fischerandom", NULL);
    cr_assert(chess && shuffled);
    cr_assert(chess->has_pieceset && shuffled->has_pieceset);
}

static void stop(void) {
    ks_variants_free(variants);
}

static void expect_same(const ks_variant *variant, const ks_position *position, unsigned depth) {
    char fen[KS_FEN_SIZE], again[KS_VARIANT_FEN_SIZE];
    ks_variant_position ours;
    ks_variant_squares checkers;
    uint64_t expected;
    ks_error error;
    ks_write_x_fen(position, fen);
    cr_assert_eq(ks_variant_read_fen(variant, fen, strlen(fen), 0, &ours, &error), KS_OK, "%s: %s", fen,
                 error.message);
    const enum ks_verdict verdict = ks_judge(position, &expected);
    cr_assert_eq(ks_variant_judge(variant, &ours, &checkers), verdict, "%s", fen);
    cr_assert_eq(checkers.half[0], expected, "%s", fen);
    cr_assert_eq(checkers.half[1], 0);
    cr_assert_eq(ks_variant_perft(variant, &ours, depth), ks_perft(position, depth), "%s", fen);
    ks_variant_write_x_fen(variant, &ours, again);
    cr_assert_eq(strncmp(fen, again, strcspn(fen, " ")), 0, "%s: %s", fen, again);
}

/* Compares the positions after a move too, which have new castling rights and en-passant squares. */
static void expect_same_after(const ks_variant *variant, const ks_position *position, ks_move move) {
    ks_position after = *position;
    ks_variant_position before, ours;
    ks_variant_attempt attempt;
    ks_undo undo;
    ks_variant_undo ours_undo;
    char fen[KS_FEN_SIZE], uci[KS_UCI_SIZE], expected[KS_FEN_SIZE], found[KS_VARIANT_FEN_SIZE];
    const size_t length = ks_write_x_fen(position, fen);
    ks_make_move(&after, move, &undo);
    ks_write_x_fen(&after, expected);
    ks_write_uci(position, move, variant == shuffled ? KS_UCI_CHESS960 : 0, uci);
    cr_assert_eq(ks_variant_read_fen(variant, fen, length, 0, &before, NULL), KS_OK);
    cr_assert_eq(ks_variant_read_move(variant, &before, uci, strlen(uci), &attempt, NULL), KS_OK, "%s %s",
                 fen, uci);
    ours = before;
    ks_variant_make_move(variant, &ours, attempt.move, &ours_undo);
    ks_variant_write_x_fen(variant, &ours, found);
    cr_assert_str_eq(found, expected, "%s %s", fen, uci);
}

Test(variant_chess, real_positions, .init = start, .fini = stop) {
    size_t count;
    const real_position *const positions = real_positions(&count);
    const size_t step = SLOW ? 97 : 3;
    for (int kernels = 1; kernels >= 0; kernels--) {
        chess->has_pieceset = kernels;
        for (size_t i = 0; i < count; i += step)
            expect_same(chess, &positions[i].position, 2);
    }
}

Test(variant_chess, moves_of_real_positions, .init = start, .fini = stop) {
    size_t count;
    const real_position *const positions = real_positions(&count);
    for (size_t i = 0; i < count; i += SLOW ? 997 : 31) {
        ks_move_list legal;
        const size_t moves_count = ks_legal_moves(&positions[i].position, &legal);
        for (size_t j = 0; j < moves_count; j++)
            expect_same_after(chess, &positions[i].position, legal.moves[j]);
    }
}

/* ---- Chess960 ---- */

static uint64_t random_state = 20260;

static unsigned below(unsigned limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % limit;
}

/* Draws a rank with a king between two rooks and some other pieces. */
static void random_back_rank(char rank[9]) {
    const unsigned king = 1 + below(6), left = below(king), right = king + 1 + below(7 - king);
    for (unsigned file = 0; file < 8; file++)
        rank[file] = below(3) ? '1' : "NBQNB"[below(5)];
    rank[king] = 'K';
    rank[left] = rank[right] = 'R';
    rank[8] = '\0';
}

static void random_fen(char fen[KS_FEN_SIZE]) {
    char white[9], black[9], middle[7][9] = {""};
    random_back_rank(white);
    random_back_rank(black);
    for (unsigned row = 1; row < 7; row++)
        for (unsigned file = 0; file < 8; file++)
            middle[row][file] = below(5) ? '1' : "PPpp11NnbBrq"[below(12)];
    for (char *c = black; *c; c++)
        *c = *c >= 'A' ? (char)(*c + 'a' - 'A') : *c;
    char castling[5] = {
        (char)('A' + (strrchr(white, 'R') - white)), (char)('A' + (strchr(white, 'R') - white)),
        (char)('a' + (strrchr(black, 'r') - black)), (char)('a' + (strchr(black, 'r') - black)), 0};
    snprintf(fen, KS_FEN_SIZE, "%s/%s/%s/%s/%s/%s/%s/%s %c %s - 0 1", black, middle[1], middle[2], middle[3],
             middle[4], middle[5], middle[6], white, "wb"[below(2)], castling);
}

Test(variant_chess, shuffled_positions, .init = start, .fini = stop) {
    unsigned castles = 0;
    for (unsigned i = 0; i < (SLOW ? 2000 : 40000); i++) {
        char fen[KS_FEN_SIZE];
        ks_position position;
        ks_variant_position ours;
        ks_error error, our_error;
        random_fen(fen);
        const int code = ks_read_fen(fen, strlen(fen), KS_FEN_RIGHTS, &position, &error);
        cr_assert_eq(ks_variant_read_fen(shuffled, fen, strlen(fen), KS_FEN_RIGHTS, &ours, &our_error), code,
                     "%s: %s, %s", fen, error.message, our_error.message);
        if (code != KS_OK) {
            cr_assert_eq(error.offset, our_error.offset, "%s: %s, %s", fen, error.message, our_error.message);
            continue;
        }
        shuffled->has_pieceset = i & 1;
        expect_same(shuffled, &position, 1 + (i % 16 == 0));
        ks_move_list legal;
        for (size_t j = ks_legal_moves(&position, &legal); j-- > 0;)
            if (KS_MOVE_KIND(legal.moves[j]) == KS_MOVE_CASTLING) {
                castles++;
                expect_same_after(shuffled, &position, legal.moves[j]);
            }
    }
    cr_assert_gt(castles, SLOW ? 50 : 1000);
}
