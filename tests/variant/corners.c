/* Tests rules of variants in combination: a promotion by en passant, a king that leaps as far as it castles,
 * pieces with several paths to one square. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/variants/read.h"
#include "support/variants/same.h"

/* The variant [t] of a text, and one of its positions. */
struct table {
    ks_variants *variants;
    const ks_variant *variant;
    ks_variant_position position;
};

static struct table lay(const char *text, const char *fen) {
    struct table t;
    t.variants = read_variants(text);
    t.variant = find_variant(t.variants, "t");
    t.position = read_variant_position(t.variant, fen, KS_FEN_RIGHTS);
    return t;
}

/* Makes the move; returns the position after it as FEN, in a static buffer. */
static const char *after(const char *text, const char *fen, const char *move) {
    static char answer[KS_VARIANT_FEN_SIZE];
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    ks_error error;
    struct table t = lay(text, fen);
    cr_assert_eq(ks_variant_read_move(t.variant, &t.position, move, strlen(move), &attempt, &error), KS_OK,
                 "%s %s: %s", fen, move, error.message);
    ks_variant_make_move(t.variant, &t.position, attempt.move, &undo);
    ks_variant_write_x_fen(t.variant, &t.position, answer);
    ks_variant_unmake_move(t.variant, &t.position, attempt.move, &undo);
    const ks_variant_position before = read_variant_position(t.variant, fen, KS_FEN_RIGHTS);
    cr_expect(same_varied_position(&t.position, &before), "%s %s: taken back", fen, move);
    ks_variants_free(t.variants);
    return answer;
}

static bool is_legal(const char *text, const char *fen, const char *move) {
    ks_variant_attempt attempt;
    struct table t = lay(text, fen);
    const int code = ks_variant_read_move(t.variant, &t.position, move, strlen(move), &attempt, NULL);
    ks_variants_free(t.variants);
    return code == KS_OK;
}

Test(variant_corners, en_passant_promotes) {
    static const char text[] = "[t : chess]\npromotionRank = 6\n",
                      fen[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    cr_expect_str_eq(after(text, fen, "e5d6n"), "4k3/8/3N4/8/8/8/8/4K3 b - - 0 1");
    cr_expect_not(is_legal(text, fen, "e5d6"));
}

/* Pawns capture en passant whatever makes a first push, sergeants too. */
Test(variant_corners, sergeants_are_captured_en_passant) {
    static const char text[] = "[t : wolf]\n", fen[] = "4k3/8/8/8/8/p7/8/1S6/8/4K3 w - - 0 1";
    cr_expect_str_eq(after(text, fen, "b3b5"), "4k3/8/8/8/8/pS6/8/8/8/4K3 b - b4 0 1");
    cr_expect(is_legal(text, "4k3/8/8/8/8/pS6/8/8/8/4K3 b - b4 0 1", "a5b4"));
}

/* A pawn whose only promotion is its form captures en passant unpromoted, even in the zone. */
Test(variant_corners, en_passant_keeps_the_form) {
    static const char text[] = "[t : chess]\ncommoner = c\npromotedPieceType = p:c\npromotionPieceTypes = -\n"
                               "promotionRank = 6\n",
                      fen[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    cr_expect_str_eq(after(text, fen, "e5d6"), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1");
    cr_expect_not(is_legal(text, fen, "e5d6+") || is_legal(text, fen, "e5e6"));
    cr_expect(is_legal(text, fen, "e5e6+"));
}

/* When the king can reach the square by itself, castling is written as the king capturing its rook. */
Test(variant_corners, king_that_leaps_as_far_as_it_castles) {
    static const char text[] = "[t : chess]\nking = k:KD\n", fen[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    cr_expect_str_eq(after(text, fen, "e1g1"), "4k3/8/8/8/8/8/8/6KR b - - 1 1");
    cr_expect_str_eq(after(text, fen, "e1h1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    cr_expect_str_eq(after(text, fen, "O-O"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    cr_expect_str_eq(after("[t : chess]\n", fen, "e1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

/* The order of a piece's terms does not matter: a move that it can make at any time is no first push, and one
 * that it can make without capturing does not capture en passant. */
Test(variant_corners, order_of_terms) {
    static const char *const pushes[] = {"iQR2", "R2iQ"}, *const captures[] = {"mFcFfmW", "cFmFfmW"};
    char text[256];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "[t : chess]\ncustomPiece1 = x:%s\nenPassantTypes = xp\n", pushes[i]);
        cr_expect_str_eq(after(text, "4k3/8/8/8/4p3/8/3X4/4K3 w - - 0 1", "d2d4"),
                         "4k3/8/8/8/3Xp3/8/8/4K3 b - - 1 1", "%s", pushes[i]);
        cr_expect_str_eq(after(text, "4k3/8/8/8/8/3p4/X7/4K3 w - - 0 1", "a2d2"),
                         "4k3/8/8/8/8/3p4/3X4/4K3 b - d2c2 1 1", "%s", pushes[i]);
        snprintf(text, sizeof text, "[t : chess]\ncustomPiece1 = x:%s\nenPassantTypes = xp\n", captures[i]);
        cr_expect_str_eq(after(text, "4k3/8/8/3pX3/8/8/8/4K3 w - d6 0 1", "e5d6"),
                         "4k3/8/3X4/3p4/8/8/8/4K3 b - - 1 1", "%s", captures[i]);
    }
}

Test(variant_corners, triple_step_without_double_step) {
    static const char text[] = "[t : chess]\ndoubleStepRegionWhite = b2\ntripleStepRegionWhite = a2\n",
                      fen[] = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1";
    cr_expect(is_legal(text, fen, "a2a5") && is_legal(text, fen, "b2b4"));
    cr_expect_not(is_legal(text, fen, "a2a4") || is_legal(text, fen, "b2b5"));
}

/* All pieces that explode go to the hands of their owners' opponents. */
Test(variant_corners, explosions_fill_hands) {
    static const char text[] = "[t : atomic]\npieceDrops = true\ncapturesToHand = true\n";
    cr_expect_str_eq(after(text, "4k3/8/8/7p/6P1/8/8/4K3[] w - - 0 1", "g4h5"),
                     "4k3/8/8/8/8/8/8/4K3[Pp] b - - 0 1");
    cr_expect_str_eq(after(text, "4k3/8/8/2n~r4/1BbP4/q2P4/8/4K3[] w - - 0 1", "b4c5"),
                     "4k3/8/8/8/3P4/q2P4/8/4K3[RBPb] b - - 0 1");
    cr_expect_str_eq(after(text, "1r2k3/P1n5/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q"),
                     "4k3/8/8/8/8/8/8/4K3[RNp] b - - 0 1", "the capturing queen was a pawn");
    cr_expect_str_eq(after(text, "4k3/8/8/3Pp3/8/8/8/4K3[] w - e6 0 1", "d5e6"),
                     "4k3/8/8/8/8/8/8/4K3[Pp] b - - 0 1");
}

/* A pawn on its last rank is an error, unless something may promote to a pawn. */
Test(variant_corners, promotion_to_what_promotes) {
    static const char text[] = "[t : chess]\npromotionPieceTypes = qp\n";
    const char *const fen = after(text, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8p");
    cr_expect_str_eq(fen, "P3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    cr_expect(is_legal(text, "P3k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8e7"));
}

/* Returns the names of the squares that attack `square`. */
static const char *attackers_of(const struct table *t, unsigned square) {
    static char names[64];
    ks_variant_squares found = ks_variant_attackers(t->variant, &t->position, square, KS_WHITE);
    *names = '\0';
    for (unsigned from = 0; from < 64; from++)
        if (found.half[0] >> from & 1)
            strcat(strcat(names, *names ? " " : ""), ks_variant_square_name(t->variant, from));
    return names;
}

/* Attacks on empty squares and on squares of own pieces: those squares where a piece could be captured. */
Test(variant_corners, potential_captures) {
    enum { A8 = 0, A6 = 16, A4 = 32, C4 = 34, D4 = 35, E4 = 36 };
    struct table t = lay("[t : chess]\ncannon = c\nelephant = e\n", "7k/8/5n2/N7/8/3PE3/8/C3K3 w - - 0 1");
    cr_expect_str_eq(attackers_of(&t, C4), "a5 d3", "a pawn attacks diagonally");
    cr_expect_str_eq(attackers_of(&t, D4), "", "and not ahead");
    cr_expect_str_eq(attackers_of(&t, E4), "d3");
    cr_expect_str_eq(attackers_of(&t, A4), "", "a cannon without a hurdle attacks nothing");
    cr_expect_str_eq(attackers_of(&t, A6), "a1", "with one it does");
    cr_expect_str_eq(attackers_of(&t, A8), "a1");
    ks_variants_free(t.variants);
}
