/* Tests positions of variants read with KS_FEN_LENIENT. They are those of chess when the variant is chess,
 * and no royal piece is ever captured in any variant. tests/variant/naive.c tests their moves. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"
#include "variant/definition/definition.h"

enum { MOVES = 1 << 12 };

static const char text[] =
    "[hop : chess]\nmaxRank = 10\nmaxFile = 12\ncannon = x\ncustomPiece1 = l:gQNN\n"
    "king = k:KimnDimnA\nenPassantTypes = pk\npromotionRank = 9\ncastlingKingsideFile = j\n"
    "mandatoryPawnPromotion = false\npromotionPieceTypes = xlqn\n"
    "startFen = rnxlqbkbqlnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNXLQBKBQLNR w KQkq - 0 1\n";

/* Draws a position with one royal piece of the side to move, up to two of the other side, and other pieces on
 * any square. */
static void random_fen(uint64_t *state, const ks_variant *v, char fen[KS_VARIANT_FEN_SIZE]) {
    ks_variant_position p = {.en_passant_pawn = KS_VARIANT_NO_SQUARE, .fullmove_number = 1};
    memset(p.castling_rook, KS_VARIANT_NO_SQUARE, sizeof p.castling_rook);
    p.side_to_move = (uint8_t)random_below(state, 2);
    for (unsigned pieces = random_below(state, v->squares / 2); pieces > 0; pieces--)
        p.board[random_below(state, v->squares)] =
            (uint8_t)KS_VARIANT_CODE(random_below(state, v->royal), random_below(state, 2));
    for (unsigned kings = random_below(state, 3); kings > 0; kings--)
        p.board[random_below(state, v->squares)] =
            (uint8_t)KS_VARIANT_CODE(v->royal, other_side(p.side_to_move));
    p.board[random_below(state, v->squares)] = (uint8_t)KS_VARIANT_CODE(v->royal, p.side_to_move);
    ks_variant_write_x_fen(v, &p, fen);
}

/* ---- Chess ---- */

static void expect_same(const ks_variant *chess, const char *fen) {
    ks_position position;
    ks_variant_position ours;
    ks_variant_squares checkers;
    uint64_t expected;
    ks_error error;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_LENIENT, &position, &error), KS_OK, "%s: %s", fen,
                 error.message);
    cr_assert_eq(ks_variant_read_fen(chess, fen, strlen(fen), KS_FEN_LENIENT, &ours, &error), KS_OK, "%s: %s",
                 fen, error.message);
    cr_assert_eq(ks_variant_judge(chess, &ours, &checkers), ks_judge(&position, &expected), "%s", fen);
    cr_assert_eq(checkers.half[0], expected, "%s", fen);
    ks_move_list legal;
    const size_t count = ks_legal_moves(&position, &legal);
    cr_assert_eq(ks_variant_perft(chess, &ours, 1), count, "%s", fen);
    for (size_t i = 0; i < count; i++) {
        char san[KS_SAN_SIZE], uci[KS_UCI_SIZE], found[KS_VARIANT_SAN_SIZE];
        ks_variant_attempt attempt;
        ks_write_san(&position, legal.moves[i], san);
        ks_write_uci(&position, legal.moves[i], 0, uci);
        cr_assert_eq(ks_variant_read_move(chess, &ours, uci, strlen(uci), &attempt, &error), KS_OK,
                     "%s %s: %s", fen, uci, error.message);
        ks_variant_write_san(chess, &ours, attempt.move, found);
        cr_assert_str_eq(found, san, "%s", fen);
    }
}

Test(variant_lenient, chess_as_a_variant_is_chess) {
    ks_variants *const variants = read_variants(text);
    ks_variant *const chess = (ks_variant *)ks_variants_find(variants, "chess", NULL); /* without kernels */
    uint64_t state = 11;
    for (unsigned i = 0; i < (SLOW ? 400 : 8000); i++) {
        char fen[KS_VARIANT_FEN_SIZE];
        chess->has_pieceset = i & 1;
        random_fen(&state, chess, fen);
        expect_same(chess, fen);
    }
    ks_variants_free(variants);
}

Test(variant_lenient, errors_are_those_of_chess) {
    static const char *const fens[] = {
        "8/8/8/8/8/8/8/4K3 w - - 0 1",     "8/8/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",  "4k3/8/8/8/8/8/8/4KK2 b - - 0 1",
        "P3k3/8/8/8/8/8/8/p3K3 w - - 0 1", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/8/8/R3K3 w Qq - 0 1",
        "k7/8/8/8/8/8/8/8 w KQkq - 0 1",
    };
    ks_variants *const variants = read_variants(text);
    const ks_variant *const chess = ks_variants_find(variants, "chess", NULL);
    for (size_t i = 0; i < LENGTH(fens); i++)
        for (unsigned flags = 0; flags <= (KS_FEN_RIGHTS | KS_FEN_LENIENT); flags++) {
            ks_position position;
            ks_variant_position ours;
            ks_error expected = {0}, found = {0};
            const int code = ks_read_fen(fens[i], strlen(fens[i]), flags, &position, &expected);
            cr_assert_eq(ks_variant_read_fen(chess, fens[i], strlen(fens[i]), flags, &ours, &found), code,
                         "%s, flags %u: %s", fens[i], flags, ks_error_name(code));
            if (code != KS_OK)
                cr_assert_eq(found.offset, expected.offset, "%s, flags %u: %s, %s", fens[i], flags,
                             expected.message, found.message);
        }
    ks_variants_free(variants);
}

/* ---- All variants ---- */

static unsigned count_royal(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    unsigned count = 0;
    for (unsigned square = 0; square < v->squares; square++)
        count += p->board[square] == KS_VARIANT_CODE(v->royal, side);
    return count;
}

/* Expects that all other fields agree with the board. */
static void expect_consistent(const ks_variant *v, const ks_variant_position *p, const char *fen) {
    ks_variant_squares pieces[2] = {{{0}}, {{0}}};
    for (unsigned square = 0; square < v->squares; square++)
        if (p->board[square])
            add_square(&pieces[KS_VARIANT_SIDE(p->board[square])], square);
    cr_assert_eq(memcmp(pieces, p->pieces, sizeof pieces), 0, "%s", fen);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned king = p->king[side], count = count_royal(v, p, side);
        cr_assert(count == 0 ? king == KS_VARIANT_NO_SQUARE
                             : king < v->squares && p->board[king] == KS_VARIANT_CODE(v->royal, side),
                  "%s: %s's king on %u", fen, side ? "black" : "white", king);
    }
}

static void play(uint64_t *state, const ks_variant *v, const char *fen) {
    ks_variant_position p = read_variant_position(v, fen, KS_FEN_LENIENT);
    const unsigned royal[2] = {count_royal(v, &p, KS_WHITE), count_royal(v, &p, KS_BLACK)};
    for (unsigned ply = 0; ply < 12; ply++) {
        static ks_variant_move moves[MOVES];
        const size_t count = ks_variant_legal_moves(v, &p, moves, MOVES);
        expect_consistent(v, &p, fen);
        cr_assert_leq(count, MOVES);
        ks_variant_judge(v, &p, NULL);
        for (size_t i = 0; i < count; i++) {
            char san[KS_VARIANT_SAN_SIZE];
            ks_variant_position after = p;
            ks_variant_undo undo;
            ks_variant_write_san(v, &p, moves[i], san);
            ks_variant_make_move(v, &after, moves[i], &undo);
            cr_assert(count_royal(v, &after, 0) == royal[0] && count_royal(v, &after, 1) == royal[1],
                      "%s, ply %u: %s captures a royal piece", fen, ply, san);
            ks_variant_unmake_move(v, &after, moves[i], &undo);
            cr_assert(memcmp(after.board, p.board, sizeof p.board) == 0 &&
                          memcmp(after.king, p.king, sizeof p.king) == 0 &&
                          memcmp(after.pieces, p.pieces, sizeof p.pieces) == 0,
                      "%s, ply %u: %s is not taken back", fen, ply, san);
        }
        if (count == 0)
            break;
        ks_variant_undo undo;
        ks_variant_make_move(v, &p, moves[random_below(state, (unsigned)count)], &undo);
    }
}

Test(variant_lenient, no_royal_piece_is_captured) {
    ks_variants *const variants = read_variants(text);
    uint64_t state = 12;
    for (size_t i = 0; i < ks_variants_count(variants); i += stride())
        for (unsigned game = 0; game < (is_thorough() ? 300 : SLOW ? 20 : 60); game++) {
            const ks_variant *const variant = ks_variants_get_variant(variants, i);
            char fen[KS_VARIANT_FEN_SIZE];
            if (variant->may_lose_king || variant->royal == NO_TYPE)
                continue;
            random_fen(&state, variant, fen);
            play(&state, variant, fen);
        }
    ks_variants_free(variants);
}

/* A royal piece may have first moves, and there are pieces that capture en passant; it still cannot be
 * captured so. */
Test(variant_lenient, no_royal_piece_is_taken_en_passant) {
    static const char fen[] = "11k/12/12/12/12/12/3p8/12/4K7/12 w - - 0 1",
                      after[] = "11k/12/12/12/12/12/3pK7/12/12/12 b - e3 0 1";
    ks_variants *const variants = read_variants(text);
    const ks_variant *const hop = ks_variants_find(variants, "hop", NULL);
    ks_variant_position position, read;
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    cr_assert_eq(ks_variant_read_fen(hop, fen, sizeof fen - 1, KS_FEN_RIGHTS, &position, NULL), KS_OK);
    cr_assert_eq(ks_variant_read_move(hop, &position, "e2e4", 4, &attempt, NULL), KS_OK);
    ks_variant_make_move(hop, &position, attempt.move, &undo);
    cr_assert_eq(position.en_passant_pawn, KS_VARIANT_NO_SQUARE);
    cr_assert_eq(ks_variant_read_fen(hop, after, sizeof after - 1, 0, &read, NULL), KS_OK);
    cr_assert_eq(read.en_passant_pawn, KS_VARIANT_NO_SQUARE);
    cr_assert_eq(ks_variant_read_fen(hop, after, sizeof after - 1, KS_FEN_RIGHTS, &read, NULL),
                 KS_ERROR_EN_PASSANT_SQUARE);
    ks_variants_free(variants);
}
