/* Tests the kinds of moves in a perft of variants: the counts are those of ks_perft_stats when the variant is
 * chess, and in all variants those that follow from the boards before and after each move. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

enum { MOVES = 1 << 12 };

static void expect_counts(const ks_perft_counts *found, const ks_perft_counts *expected, const char *where) {
    cr_assert_eq(found->nodes, expected->nodes, "%s: nodes", where);
    cr_assert_eq(found->captures, expected->captures, "%s: captures", where);
    cr_assert_eq(found->en_passant, expected->en_passant, "%s: en passant", where);
    cr_assert_eq(found->castles, expected->castles, "%s: castles", where);
    cr_assert_eq(found->promotions, expected->promotions, "%s: promotions", where);
    cr_assert_eq(found->checks, expected->checks, "%s: checks", where);
    cr_assert_eq(found->double_checks, expected->double_checks, "%s: double checks", where);
    cr_assert_eq(found->checkmates, expected->checkmates, "%s: checkmates", where);
}

Test(variant_stats, chess_has_the_stats_of_chess) {
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    };
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const chess = find_variant(variants, "chess");
    for (size_t i = 0; i < LENGTH(fens); i++)
        for (unsigned depth = 1; depth <= (SLOW ? 2 : 3); depth++) {
            ks_perft_counts expected = {.nodes = 7}, found = {.nodes = 7}; /* both functions add */
            ks_position position;
            const ks_variant_position ours = read_variant_position(chess, fens[i], 0);
            cr_assert_eq(ks_read_fen(fens[i], strlen(fens[i]), 0, &position, NULL), KS_OK);
            ks_perft_stats(&position, depth, &expected);
            ks_variant_perft_stats(chess, &ours, depth, &found);
            expect_counts(&found, &expected, fens[i]);
        }
    ks_variants_free(variants);
}

/* ---- Counts from boards ---- */

static unsigned count_pieces(const ks_variant_position *p, unsigned side, unsigned type) {
    unsigned pieces = 0;
    for (unsigned square = 0; square < KS_VARIANT_SQUARES_MAX; square++)
        pieces += type == KS_VARIANT_NO_TYPE ? p->board[square] && KS_VARIANT_SIDE(p->board[square]) == side
                                             : p->board[square] == KS_VARIANT_CODE(type, side);
    return pieces;
}

static unsigned bits(ks_variant_squares squares) {
    return (unsigned)(__builtin_popcountll(squares.half[0]) + __builtin_popcountll(squares.half[1]));
}

static void count_move(const ks_variant *v, const ks_variant_position *before,
                       const ks_variant_position *after, ks_perft_counts *counts) {
    const unsigned us = before->side_to_move, them = after->side_to_move;
    const bool captures =
        count_pieces(after, them, KS_VARIANT_NO_TYPE) < count_pieces(before, them, KS_VARIANT_NO_TYPE);
    bool promotes = false, on_square = false;
    unsigned moved = 0; /* own pieces on squares where they were not */
    const bool drops =
        count_pieces(after, us, KS_VARIANT_NO_TYPE) > count_pieces(before, us, KS_VARIANT_NO_TYPE);
    for (unsigned type = 0; type < ks_variant_get_facts(v).types && !drops; type++)
        promotes |= count_pieces(before, us, type) != count_pieces(after, us, type);
    for (unsigned square = 0; square < KS_VARIANT_SQUARES_MAX; square++) {
        const unsigned was = before->board[square], is = after->board[square];
        moved += is && is != was && KS_VARIANT_SIDE(is) == us;
        on_square |= was && KS_VARIANT_SIDE(was) == them && is && KS_VARIANT_SIDE(is) == us;
    }
    const unsigned checkers = bits(ks_variant_checkers(v, after, them));
    counts->nodes++;
    counts->captures += captures;
    counts->en_passant += captures && !on_square;
    counts->castles += moved == 2;
    counts->promotions += promotes;
    counts->checks += checkers > 0;
    counts->double_checks += checkers > 1;
    counts->checkmates += ks_variant_judge(v, after, NULL) == KS_CHECKMATE;
}

static void count_all(const ks_variant *v, const ks_variant_position *p, unsigned depth,
                      ks_perft_counts *counts) {
    ks_variant_move moves[MOVES];
    const size_t count = ks_variant_legal_moves(v, p, moves, MOVES);
    cr_assert_leq(count, MOVES);
    for (size_t i = 0; i < count; i++) {
        ks_variant_position after = *p;
        ks_variant_undo undo;
        ks_variant_make_move(v, &after, moves[i], &undo);
        if (depth > 1)
            count_all(v, &after, depth - 1, counts);
        else
            count_move(v, p, &after, counts);
    }
}

/* Compares positions of a random game and adds their counts to *sum. */
static void compare_game(uint64_t *state, const ks_variant *v, ks_perft_counts *sum) {
    ks_variant_position p = *ks_variant_get_start(v);
    for (unsigned ply = 0; ply < 120; ply++) {
        ks_variant_move moves[MOVES];
        const size_t count = ks_variant_legal_moves(v, &p, moves, MOVES);
        if (count == 0)
            break;
        if (ply % 8 == 7) {
            const unsigned depth = 1 + (ply % 40 == 39 && !SLOW);
            char fen[KS_VARIANT_FEN_SIZE];
            ks_perft_counts expected = {0}, found = {0};
            ks_variant_write_x_fen(v, &p, fen);
            count_all(v, &p, depth, &expected);
            ks_variant_perft_stats(v, &p, depth, &found);
            expect_counts(&found, &expected, fen);
            cr_assert_eq(found.nodes, ks_variant_perft(v, &p, depth), "%s", fen);
            ks_variant_perft_stats(v, &p, 1, sum);
        }
        ks_variant_undo undo;
        ks_variant_make_move(v, &p, moves[random_below(state, (unsigned)count)], &undo);
    }
}

/* Returns false when the boards do not show what a move has done: gating, an explosion, or a wall. */
static bool boards_tell(const ks_variant *variant) {
    static const char *const others[] = {"duck",       "amazons",   "isolation", "isolation7x7", "snailtrail",
                                         "joust",      "atomar",    "ataxx",     "flipersi",     "flipello",
                                         "flipello10", "petrified", "seirawan",  "shouse"};
    const char *const name = ks_variant_get_facts(variant).name;
    for (size_t i = 0; i < LENGTH(others); i++)
        if (strcmp(name, others[i]) == 0)
            return false;
    return !strstr(name, "atomic");
}

Test(variant_stats, agree_with_the_boards) {
    ks_variants *const variants = read_variants(NULL);
    ks_perft_counts sum = {0};
    uint64_t state = 6;
    for (size_t i = 0; i < ks_variants_count(variants); i += stride())
        for (unsigned game = 0;
             boards_tell(ks_variants_get_variant(variants, i)) && game < (is_thorough() ? 12
                                                                          : SLOW        ? 1
                                                                                        : 3);
             game++)
            compare_game(&state, ks_variants_get_variant(variants, i), &sum);
    ks_variants_free(variants);
    cr_assert(SLOW || (sum.captures > 1000 && sum.en_passant > 0 && sum.castles > 10 &&
                       sum.promotions > 100 && sum.double_checks > 3 && sum.checkmates > 3),
              "%u captures, %u en passant, %u castles, %u promotions, %u double checks, %u mates",
              (unsigned)sum.captures, (unsigned)sum.en_passant, (unsigned)sum.castles,
              (unsigned)sum.promotions, (unsigned)sum.double_checks, (unsigned)sum.checkmates);
}
