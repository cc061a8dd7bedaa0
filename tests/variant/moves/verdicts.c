/* Tests that check, checkmate and stalemate of all bundled variants agree with the checkers and the legal
 * moves. The side to move has few pieces, which can hardly move. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"
#include "variant/definition/squares.h"
#include "variant/ends/ends.h"

static void put(uint64_t *random, const ks_variant *v, ks_variant_position *p, unsigned square,
                unsigned side) {
    const unsigned type = random_below(random, v->type_count);
    if (type != v->royal && !p->board[square])
        p->board[square] = (uint8_t)KS_VARIANT_CODE(type, side);
}

/* Draws one or two pieces of the side to move and enemies around them, its king at the edge, and reads the
 * position leniently. Returns false when it is none. */
static bool draw(uint64_t *random, const ks_variant *v, ks_variant_position *p) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_position drawn = {.en_passant_pawn = KS_VARIANT_NO_SQUARE, .fullmove_number = 1};
    const unsigned us = random_below(random, 2), file = random_below(random, v->files);
    const unsigned king = random_below(random, 2) ? file : v->squares - 1 - file;
    memset(drawn.castling_rook, KS_VARIANT_NO_SQUARE, sizeof drawn.castling_rook);
    memset(drawn.castling_king, KS_VARIANT_NO_SQUARE, sizeof drawn.castling_king);
    drawn.side_to_move = (uint8_t)us;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        drawn.checks_left[side] = (uint8_t)v->checks;
        if (v->royal != NO_TYPE && !v->kingless[side])
            drawn.board[side == us ? king : random_below(random, v->squares)] =
                (uint8_t)KS_VARIANT_CODE(v->royal, side);
    }
    for (unsigned left = random_below(random, 3); left > 0; left--)
        put(random, v, &drawn, random_below(random, v->squares), us);
    for (unsigned left = 2 + random_below(random, 8); left > 0; left--)
        put(random, v, &drawn, random_below(random, v->squares), other_side(us));
    const size_t length = ks_variant_write_x_fen(v, &drawn, fen);
    return ks_variant_read_fen(v, fen, length, KS_FEN_LENIENT, p, NULL) == KS_OK;
}

static enum ks_verdict follow(const ks_variant *v, const ks_variant_position *p,
                              ks_variant_squares *checkers) {
    *checkers = ks_variant_checkers(v, p, p->side_to_move);
    const unsigned count = count_squares(checkers);
    if (!ks_variant_has_ended(v, p, NULL) && ks_variant_legal_moves(v, p, NULL, 0) == 0)
        return count ? KS_CHECKMATE : KS_STALEMATE;
    return count == 0 ? KS_SAFE : count == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

static void compare(const ks_variant *v, const ks_variant_position *p, unsigned counts[KS_VERDICTS]) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_squares found, expected;
    const enum ks_verdict verdict = ks_variant_judge(v, p, &found), follows = follow(v, p, &expected);
    ks_variant_write_x_fen(v, p, fen);
    cr_assert_eq(verdict, follows, "%s: %s instead of %s: %s", v->name, ks_verdict_name(verdict),
                 ks_verdict_name(follows), fen);
    cr_assert(memcmp(&found, &expected, sizeof found) == 0, "%s: the checkers: %s", v->name, fen);
    counts[verdict]++;
}

Test(variant_verdicts, follow_from_checkers_and_moves) {
    ks_variants *const variants = read_variants(NULL);
    unsigned counts[KS_VERDICTS] = {0};
    uint64_t random = 32;
    for (size_t i = 0; i < ks_variants_count(variants); i++) {
        const ks_variant *const v = ks_variants_get_variant(variants, i);
        /* A forbidden check is seldom the only move. */
        for (unsigned left = (SLOW ? 200 : 20000 / stride()) * (v->checking ? 1 : 8); left > 0; left--) {
            ks_variant_position p;
            if (draw(&random, v, &p))
                compare(v, &p, counts);
        }
    }
    for (unsigned verdict = 0; verdict < KS_VERDICTS; verdict++)
        cr_assert_geq(counts[verdict], SLOW ? 20 : 2000 / stride(), "only %u: %s", counts[verdict],
                      ks_verdict_name(verdict));
    ks_variants_free(variants);
}
