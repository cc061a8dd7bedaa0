/* Tests promoted forms, and drops with their limits: one rule a row, as moves, as SAN, and as refusals. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/answers.h"
#include "support/variants/read.h"
#include "support/variants/same.h"

static const char text[] =
    "[optional : euroshogi]\nmandatoryPiecePromotion = false\n"
    "[limited : shogi]\npromotionLimit = g:1\n"
    "[pawns : chess]\npromotedPieceType = p:n\npromotionPieceTypes = -\n"
    "[choice : chess]\npromotedPieceType = p:n\nmandatoryPawnPromotion = false\n"
    "[early : choice]\npromotionRank = 6\npromotionPieceTypes = -\n"
    "[house : atomic]\npieceDrops = true\ncapturesToHand = true\ndropChecks = false\n"
    "[setup : chess]\npieceDrops = true\nmustDrop = true\ndropOppositeColoredBishop = true\ncastling = "
    "false\n"
    "whiteDropRegion = *1\nblackDropRegion = *8\nstartFen = 4k3/8/8/8/8/8/8/4K3[BBRbbr] w - - 0 1\n"
    "[knights : setup]\nmustDropType = n\n"
    "[none : dragonfly]\ndropNoDoubledCount = 0\n[dragonfly : crazyhouse]\ndropNoDoubled = p\n"
    "[confined : crazyhouse]\nmobilityRegionWhiteBishop = *1 *2\n";

/* ---- Moves ---- */

static const struct {
    const char *variant, *fen;
    const char *from;  /* only moves that begin so */
    const char *moves; /* all of them, sorted */
} rows[] = {
    /* into the zone, within it, out of it, and elsewhere */
    {"shogi", "4k4/9/9/4S4/9/9/9/9/4K4 w - - 0 1", "e6", "e6d5 e6d7 e6d7+ e6e7 e6e7+ e6f5 e6f7 e6f7+"},
    {"shogi", "4k4/9/4S4/9/9/9/9/9/4K4 w - - 0 1", "e7",
     "e7d6 e7d6+ e7d8 e7d8+ e7e8 e7e8+ e7f6 e7f6+ e7f8 e7f8+"},
    {"shogi", "4k4/9/9/9/9/9/9/4s4/K8 b - - 0 1", "e2",
     "e2d1 e2d1+ e2d3 e2d3+ e2e1 e2e1+ e2f1 e2f1+ e2f3 e2f3+"},
    {"shogi", "4k4/9/9/9/4S4/9/9/9/4K4 w - - 0 1", "e5", "e5d4 e5d6 e5e6 e5f4 e5f6"},
    /* promotion is mandatory where the piece could never move again */
    {"shogi", "8k/4P4/9/9/9/9/9/9/4K4 w - - 0 1", "e8", "e8e9+"},
    {"shogi", "8k/9/4N4/9/9/9/9/9/4K4 w - - 0 1", "e7", "e7d9+ e7f9+"},
    /* gold, king and promoted pieces cannot promote */
    {"shogi", "4k4/9/4G4/9/9/9/9/9/4K4 w - - 0 1", "e7", "e7d7 e7d8 e7e6 e7e8 e7f7 e7f8"},
    {"shogi", "4k4/9/4+P4/9/9/9/9/9/4K4 w - - 0 1", "e7", "e7d7 e7d8 e7e6 e7e8 e7f7 e7f8"},
    /* mandatory, and optional */
    {"euroshogi", "4k3/8/1N6/8/8/8/8/4K3 w - - 0 1", "b6", "b6a6+ b6a8+ b6c6+ b6c8+"},
    {"optional", "4k3/8/1N6/8/8/8/8/4K3 w - - 0 1", "b6", "b6a6 b6a6+ b6a8 b6a8+ b6c6 b6c6+ b6c8 b6c8+"},
    /* a limit counts golds and the pieces that move like them */
    {"limited", "8k/9/4S4/9/9/9/9/9/4K4 w - - 0 1", "e7",
     "e7d6 e7d6+ e7d8 e7d8+ e7e8 e7e8+ e7f6 e7f6+ e7f8 e7f8+"},
    {"limited", "8k/9/4S4/9/9/9/9/9/4K3G w - - 0 1", "e7", "e7d6 e7d8 e7e8 e7f6 e7f8"},
    {"limited", "8k/9/4S4/9/9/9/9/9/4K3+P w - - 0 1", "e7", "e7d6 e7d8 e7e8 e7f6 e7f8"},
    /* demotion; promotion by captures only */
    {"kyotoshogi", "4k/5/2P2/5/K4 w - - 0 1", "c3", "c3c4+"},
    {"kyotoshogi", "4k/5/2+P2/5/2K2 w - - 0 1", "c3", "c3a3- c3b3- c3c2- c3c4- c3c5- c3d3- c3e3-"},
    {"micro", "3k/2p1/2P1/4/K3 w - - 0 1", "c3", "c3c4+"},
    {"micro", "3k/4/2P1/4/K3 w - - 0 1", "c3", "c3c4"},
    {"micro", "k3/2p1/2+P1/4/K3 w - - 0 1", "c3", "c3b5 c3d5"},
    /* the pawn of chess promotes when it enters the zone */
    {"pawns", "4k3/P7/1P6/8/8/8/8/4K3 w - - 0 1", "", "a7a8+ b6b7 e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"choice", "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", "b5", "b5b6 b5c6"},
    {"early", "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", "b5", "b5b6 b5b6+ b5c6"},
    {"choice", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a7a8 a7a8+ a7a8b a7a8n a7a8q a7a8r"},
    /* drops: not stuck, not doubled, no mate */
    {"shogi", "4k4/9/9/9/9/9/9/PPPPPPP2/4K4[P] w - - 0 1", "P@",
     "P@h1 P@h2 P@h3 P@h4 P@h5 P@h6 P@h7 P@h8 P@i1 P@i2 P@i3 P@i4 P@i5 P@i6 P@i7 P@i8"},
    {"shogi", "4k4/9/9/9/9/9/9/1+PPPPPPPP/4K4[P] w - - 0 1", "P@",
     "P@a1 P@a2 P@a3 P@a4 P@a5 P@a6 P@a7 P@a8 P@b1 P@b3 P@b4 P@b5 P@b6 P@b7 P@b8"},
    {"minishogi", "4k/2G2/4G/5/K4[P] w - - 0 1", "P@e", "P@e1 P@e2"},
    {"minishogi", "4k/5/4G/5/K4[P] w - - 0 1", "P@e", "P@e1 P@e2 P@e4"},
    {"minishogi", "4k/2G1r/4G/5/K4[P] w - - 0 1", "P@d", "P@d1 P@d2 P@d3 P@d4"},
    {"torishogi", "3k3/7/S6/7/7/S6/3K3[S] w - - 0 1", "S@a", ""},
    {"torishogi", "3k3/7/S6/7/7/7/3K3[S] w - - 0 1", "S@a", "S@a1 S@a2 S@a3 S@a4 S@a6"},
    {"none", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@", ""},
    {"kyotoshogi", "3kg/5/5/5/K4[P] w - - 0 1", "P@c", "P@c1 P@c2 P@c3 P@c4 P@c5"},
    {"kyotoshogi", "4k/5/5/5/K4[P] w - - 0 1", "+P@b", "+P@b1 +P@b2 +P@b3 +P@b4 +P@b5"},
    {"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "+", ""},
    /* mandatory drops; one bishop a colour */
    {"setup", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "", "R@a1 R@b1 R@c1 R@d1 R@f1 R@g1 R@h1"},
    {"setup", "4k3/8/8/8/8/8/8/4K3[r] w - - 0 1", "", "e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"setup", "4k3/8/8/8/8/8/8/2B1K3[B] w - - 0 1", "", "B@b1 B@d1 B@f1 B@h1"},
    {"setup", "4k3/8/8/8/8/8/8/N1N1K1NN[BBR] w - - 0 1", "", "B@b1 B@d1 B@f1"},
    {"setup", "4k3/8/8/8/8/8/8/NNNNK1NN[BR] w - - 0 1", "", "B@f1"},
    {"knights", "4k3/8/8/8/8/8/8/NNNNK1NN[R] w - - 0 1", "R@", "R@f1"},
    {"knights", "4k3/8/8/8/8/8/8/NNNNK1NN[R] w - - 0 1", "e1", "e1d2 e1e2 e1f1 e1f2"},
    {"knights", "4k3/8/8/8/8/8/8/NNNNK1NN[NR] w - - 0 1", "", "N@f1"},
    {"house", "k7/8/2P5/8/8/8/8/4K3[B] w - - 0 1", "B@c", "B@c1 B@c2 B@c3 B@c4 B@c5 B@c7 B@c8"},
    {"house", "k7/8/8/8/8/8/1P6/4K3[R] w - - 0 1", "R@a", "R@a1 R@a2 R@a3 R@a4 R@a5 R@a6 R@a7"},
    /* a king in hand may not be dropped into check, and may castle when dropped on its start square */
    {"placement", "8/8/8/8/8/1n6/8/4R2R[Kk] w - - 0 1", "", "K@b1 K@d1 K@f1 K@g1"},
    {"placement", "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1", "e1", "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
    {"confined", "4k3/8/8/8/8/8/8/4K3[B] w - - 0 1", "B@a", "B@a1 B@a2"},
};

Test(variant_forms, moves) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < LENGTH(rows); i++)
        expect_variant_moves(find_variant(variants, rows[i].variant), rows[i].fen, rows[i].from,
                             rows[i].moves);
    ks_variants_free(variants);
}

/* ---- The position after a move, and the move's SAN ---- */

static const struct {
    const char *variant, *fen, *move, *san, *after;
} played[] = {
    {"shogi", "4k4/9/9/4S4/9/9/9/9/4K4 w - - 0 1", "e6e7+", "Se7+", "4k4/9/4+S4/9/9/9/9/9/4K4[] b - - 1 1"},
    {"shogi", "4k4/9/9/4S4/9/9/9/9/4K4 w - - 0 1", "e6e7", "Se7=", "4k4/9/4S4/9/9/9/9/9/4K4[] b - - 1 1"},
    {"shogi", "4k4/9/4S4/9/9/9/9/9/4K4 w - - 0 1", "e7e8+", "Se8++", "4k4/4+S4/9/9/9/9/9/9/4K4[] b - - 1 1"},
    {"shogi", "4k4/9/4S4/9/9/9/9/9/4K4 w - - 0 1", "e7e8", "Se8=+", "4k4/4S4/9/9/9/9/9/9/4K4[] b - - 1 1"},
    {"shogi", "4k4/9/4+P4/9/9/9/9/9/4K4 w - - 0 1", "e7e6", "+Pe6", "4k4/9/9/4+P4/9/9/9/9/4K4[] b - - 1 1"},
    /* captured pieces go to the hand without their promotion */
    {"shogi", "4k4/9/4+p4/4R4/9/9/9/9/4K4 w - - 0 1", "e6e7", "Rxe7=+",
     "4k4/9/4R4/9/9/9/9/9/4K4[P] b - - 0 1"},
    {"shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "P@e5", "P@e5", "4k4/9/9/9/4P4/9/9/9/4K4[] b - - 1 1"},
    {"kyotoshogi", "4k/5/2+P2/5/2K2 w - - 0 1", "c3c4-", "+Pc4-", "4k/2P2/5/5/2K2[] b - - 1 1"},
    {"kyotoshogi", "4k/5/5/5/K4[P] w - - 0 1", "+P@b1", "+P@b1", "4k/5/5/5/K+P3[] b - - 1 1"},
    {"loop", "k7/8/8/8/8/8/q~7/1K6 w - - 0 1", "b1a2", "Kxa2", "k7/8/8/8/8/8/K7/8[Q] b - - 0 1"},
    {"crazyhouse", "k7/8/8/8/8/8/q~7/1K6 w - - 0 1", "b1a2", "Kxa2", "k7/8/8/8/8/8/K7/8[P] b - - 0 1"},
    {"placement", "4k3/8/8/8/8/8/8/R3K3[R] w Q - 0 1", "R@h1", "R@h1", "4k3/8/8/8/8/8/8/R3K2R[] b KQ - 1 1"},
    {"placement", "4k3/8/8/8/8/8/8/R3K3[R] w - - 0 1", "R@h1", "R@h1", "4k3/8/8/8/8/8/8/R3K2R[] b K - 1 1"},
    {"placement", "4k3/8/8/8/8/8/8/R3K3[R] w - - 0 1", "R@g1", "R@g1", "4k3/8/8/8/8/8/8/R3K1R1[] b - - 1 1"},
    {"placement", "4k3/8/8/8/8/8/8/R6R[K] w - - 0 1", "K@e1", "K@e1", "4k3/8/8/8/8/8/8/R3K2R[] b KQ - 1 1"},
    {"placement", "4k3/8/8/8/8/8/8/R6R[K] w - - 0 1", "K@d1", "K@d1", "4k3/8/8/8/8/8/8/R2K3R[] b - - 1 1"},
    {"choice", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8+", "a8+", "+P3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
};

Test(variant_forms, are_made_and_written) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < LENGTH(played); i++) {
        const ks_variant *const variant = find_variant(variants, played[i].variant);
        const ks_variant_position before = read_variant_position(variant, played[i].fen, KS_FEN_RIGHTS);
        ks_variant_position after = before;
        char san[KS_VARIANT_SAN_SIZE], fen[KS_VARIANT_FEN_SIZE];
        ks_variant_attempt by_uci, by_san;
        ks_variant_undo undo;
        ks_error error = {.message = ""};
        cr_assert_eq(
            ks_variant_read_move(variant, &before, played[i].move, strlen(played[i].move), &by_uci, &error),
            KS_OK, "%s: %s", played[i].move, error.message);
        ks_variant_write_san(variant, &before, by_uci.move, san);
        cr_expect_str_eq(san, played[i].san, "%s: %s", played[i].move, san);
        cr_expect_eq(ks_variant_read_move(variant, &before, san, strlen(san), &by_san, &error), KS_OK,
                     "%s: %s", san, error.message);
        cr_expect_eq(by_san.move, by_uci.move, "%s", san);
        ks_variant_make_move(variant, &after, by_uci.move, &undo);
        ks_variant_write_fen(variant, &after, fen);
        cr_expect_str_eq(fen, played[i].after, "%s: %s", played[i].move, fen);
        ks_variant_unmake_move(variant, &after, by_uci.move, &undo);
        cr_expect(same_varied_position(&after, &before), "%s", played[i].move);
    }
    ks_variants_free(variants);
}

/* ---- Illegal moves ---- */

static const struct {
    int code;
    const char *variant, *fen, *move, *message;
} refused[] = {
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "shogi", "4k4/9/9/9/4S4/9/9/9/4K4 w - - 0 1", "e5e6+",
     "the silver general on e5 can be promoted only by a move into, within or out of ranks 7 to 9"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "shogi", "4k4/9/4G4/9/9/9/9/9/4K4 w - - 0 1", "e7e8+",
     "the gold general on e7 can't be promoted"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "shogi", "4k4/9/4+P4/9/9/9/9/9/4K4 w - - 0 1", "e7e8-",
     "the tokin on e7 can't turn back"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "micro", "3k/4/2P1/4/K3 w - - 0 1", "c3c4+",
     "the shogi pawn on c3 can be promoted only by a capture"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "pawns", "4k3/P7/1P6/8/8/8/8/4K3 w - - 0 1", "b6b7+",
     "the pawn on b6 can't be promoted on b7, only on rank 8"},
    {KS_ERROR_PROMOTION_LIMIT, "limited", "8k/9/4S4/9/9/9/9/9/4K3G w - - 0 1", "e7e8+",
     "the silver general on e7 can't become a gold general while white has 1 gold general"},
    {KS_ERROR_PROMOTION_MISSING, "shogi", "8k/4P4/9/9/9/9/9/9/4K4 w - - 0 1", "e8e9",
     "the shogi pawn on e8 has to be promoted on e9: write e8e9+"},
    {KS_ERROR_PROMOTION_MISSING, "euroshogi", "4k3/8/1N6/8/8/8/8/4K3 w - - 0 1", "b6a6",
     "the knight on b6 has to be promoted on a6: write b6a6+"},
    {KS_ERROR_PROMOTION_MISSING, "kyotoshogi", "4k/5/2+P2/5/2K2 w - - 0 1", "c3c4",
     "the rook on c3 has to turn back on c4: write c3c4-"},
    {KS_ERROR_PROMOTION_MISSING, "pawns", "4k3/P7/1P6/8/8/8/8/4K3 w - - 0 1", "a7a8",
     "the pawn on a7 has to be promoted on a8: write a7a8+"},
    {KS_ERROR_DROP_DOUBLED, "shogi", "4k4/9/9/9/9/9/9/P8/4K4[P] w - - 0 1", "P@a5",
     "white can't drop a shogi pawn on a5: white has one on that file already"},
    {KS_ERROR_DROP_DOUBLED, "torishogi", "3k3/7/S6/7/7/S6/3K3[S] w - - 0 1", "S@a1",
     "white can't drop a swallow on a1: white has enough on that file already"},
    {KS_ERROR_DROP_MATE, "minishogi", "4k/2G2/4G/5/K4[P] w - - 0 1", "P@e4",
     "white can't drop a shogi pawn on e4: it would be mate, which no dropped shogi pawn may give"},
    {KS_ERROR_PIECE_RULE, "shogi", "4k4/9/9/9/9/9/9/9/4K4[N] w - - 0 1", "N@a8",
     "white can't drop a knight on a8: it could never move again from there"},
    {KS_ERROR_NOT_IN_HAND, "kyotoshogi", "4k/5/5/5/K4[N] w - - 0 1", "+P@a2",
     "white can't drop a rook on a2: it has no shogi pawn in hand"},
    {KS_ERROR_DROP_SQUARE, "shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "+P@a2",
     "white can't drop a tokin on a2: it is dropped as a shogi pawn"},
    {KS_ERROR_DROP_SQUARE, "setup", "4k3/8/8/8/8/8/8/2B1K3[B] w - - 0 1", "B@a1",
     "white can't drop a bishop on a1: white has one on a square of that colour already"},
    {KS_ERROR_DROP_SQUARE, "setup", "4k3/8/8/8/8/8/8/N1N1K1NN[BBR] w - - 0 1", "R@b1",
     "white can't drop a rook on b1: no square would be left for the bishop, which goes to squares of the "
     "other colour"},
    {KS_ERROR_MUST_DROP, "setup", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "e1e2",
     "the king on e1 can't go to e2: the rook in hand has to be dropped before any move"},
    {KS_ERROR_MOVE_TEXT, "shogi", "4k4/9/9/9/9/9/9/9/4K4 w - - 0 1", "+Ge5",
     "expected the letter of a piece that has a promoted form, found 'G'"},
};

Test(variant_forms, are_refused) {
    ks_variants *const variants = read_variants(text);
    for (size_t i = 0; i < LENGTH(refused); i++)
        expect_variant_answer(find_variant(variants, refused[i].variant), refused[i].fen, refused[i].move,
                              refused[i].code, refused[i].message);
    ks_variants_free(variants);
}
