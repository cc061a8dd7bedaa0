/* One rule each: the moves that a piece has in a small position of a variant that differs from another in one
 * key. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/answers.h"
#include "support/variants/read.h"

TestSuite(variant_single_rules, .timeout = 60);

#define NO_KING "[v : chess]\nking = -\ncommoner = k\nstalemateValue = loss\n"

static const struct {
    const char *text, *fen; /* text: of a variant called v */
    const char *from;       /* how the moves begin that are looked at */
    const char *moves;      /* all of these, sorted */
} rows[] = {
    {NO_KING "castlingKingPiece = k\n", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1",
     "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"}, /* through an attack */
    {NO_KING "castlingKingPiece = k\ncastlingKingFile = d\n", "4k3/8/8/8/8/8/8/K2K3R w K - 0 1", "d1",
     "d1c1 d1c2 d1d2 d1e1 d1e2 d1g1"},
    {NO_KING "castlingKingPiece = k\ncastlingKingFile = d\n", "4k3/8/8/8/8/8/8/K2K3R w K - 0 1", "a1",
     "a1a2 a1b1 a1b2"},
    {"[v : chess]\ncastlingRookKingsideFile = g\nstartFen = 4k3/8/8/8/8/8/8/4K1RR w K - 0 1\n",
     "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
    {"[v : chess]\npetrifyOnCapture = true\n", "4k3/8/8/8/4n3/8/3P1p2/4K3 w - - 0 1", "e1",
     "e1d1 e1e2 e1f1"}, /* the king may not become a wall */
    {"[v : chess]\npetrifyOnCapture = true\n", "k7/8/8/*7/8/8/8/R3K3 w - - 0 1", "a1",
     "a1a2 a1a3 a1a4 a1b1 a1c1 a1d1"},
    /* walls are hopped over, fill a goal, and leave no square for a bishop */
    {"[v : chess]\ncannon = c\npetrifyOnCapture = true\n", "4k3/8/8/8/8/8/8/C2*2nK w - - 0 1", "a1",
     "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1g1"},
    {"[v : chess]\nflagPiece = n\nflagRegionWhite = a8 b8\nflagPieceCount = 2\nflagPieceBlockedWin = true\n"
     "petrifyOnCapture = true\n",
     "N*2k3/8/8/8/8/8/8/4K3 b - - 0 1", "", ""},
    {"[v : placement]\npetrifyOnCapture = true\n", "4k3/8/8/8/8/8/8/B*NRKN2[BR] w - - 0 1", "", "B@h1 R@g1"},
    {"[v : chess]\nmaxRank = 10\npromotionRegionWhite = *10\nstartFen = 4k3/8/8/8/8/8/8/8/8/4K3\n",
     "4k3/8/8/8/8/8/2p5/8/8/4K3 b - - 0 1", "c4", "c4c3"}, /* black's is *1 then */
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1N1[HE] w QG - 0 1", "g1",
     "g1e2 g1e2e g1e2h g1f3 g1f3e g1f3h g1h3 g1h3e g1h3h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1N1[HE] w QG - 0 1", "a1e1", "a1e1e a1e1h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1N1[HE] w QG - 0 1", "e1c1", "e1c1 e1c1e e1c1h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1N1[HE] w - - 0 1", "g1", "g1e2 g1f3 g1h3"},
    {"[v : seirawan]\npass = true\n", "4k3/8/8/8/8/8/8/R3K1N1[HE] w QG - 0 1", "e1e1", "e1e1"},
    {"[v : seirawan]\nchecking = false\n", "7k/8/8/8/8/8/8/R3K1N1[HE] w QG - 0 1", "g1",
     "g1e2 g1e2e g1e2h g1f3 g1f3e g1f3h g1h3 g1h3e g1h3h"},
    {"[v : chess]\n", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"[v : chess]\npromotionPieceTypesWhite = n\n", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "a7", "a7a8n"},
    {"[v : chess]\npromotionPieceTypesWhite = n\n", "4k3/P7/8/8/8/8/7p/4K3 b - - 0 1", "h2",
     "h2h1b h2h1n h2h1q h2h1r"},
    {"[v : chess]\npromotionPawnTypesBlack = n\nmandatoryPawnPromotion = false\n",
     "4k3/8/8/8/8/8/2n4P/7K b - - 0 1", "c2",
     "c2a1 c2a1b c2a1n c2a1q c2a1r c2a3 c2b4 c2d4 c2e1 c2e1b c2e1n c2e1q c2e1r c2e3"},
    {"[v : chess]\npromotionPawnTypesBlack = n\n", "4k3/3N4/8/8/8/8/7P/4K3 w - - 0 1", "d7",
     "d7b6 d7b8 d7c5 d7e5 d7f6 d7f8"},
    {"[v : chess]\nenPassantTypesBlack = -\n", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4", "d4d3"},
    {"[v : chess]\nenPassantTypesBlack = -\n", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e5d6 e5e6"},
    /* Generals, elephants, soldiers, cannons and horses. */
    {"[v : xiangqi]\n", "4k4/9/9/4p4/9/4R4/9/9/9/4K4 w - - 0 1", "e5",
     "e5a5 e5b5 e5c5 e5d5 e5e2 e5e3 e5e4 e5e6 e5e7 e5f5 e5g5 e5h5 e5i5"},
    {"[v : xiangqi]\nflyingGeneral = false\n", "4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1", "e5",
     "e5c4 e5c6 e5d3 e5d7 e5f3 e5f7 e5g4 e5g6"},
    {"[v : xiangqi]\n", "4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 1", "e5", ""},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e1", "e1e2 e1f1"},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/9/9/3P5/9/4K4 w - - 0 1", "e1", "e1d1 e1e2 e1f1"},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/4B4/9/9/9/5K3 w - - 0 1", "e5", "e5c3 e5g3"},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/4B4/3p5/9/9/5K3 w - - 0 1", "e5", "e5g3"},
    {"[v : xiangqi]\n", "3k5/9/9/9/4P4/4P4/9/9/9/5K3 w - - 0 1", "e6", "e6d6 e6e7 e6f6"},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/4P4/9/9/9/5K3 w - - 0 1", "e5", "e5e6"},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/4p4/9/9/9/5K3 b - - 0 1", "e5", "e5d5 e5e4 e5f5"},
    {"[v : xiangqi]\n", "3k5/9/9/9/9/9/9/9/4A4/5K3 w - - 0 1", "e2", "e2d1 e2d3 e2f3"},
    {"[v : xiangqi]\nmutuallyImmuneTypes = r\n", "3k5/9/9/9/9/8r/9/8R/9/5K3 w - - 0 1", "i3",
     "i3a3 i3b3 i3c3 i3d3 i3e3 i3f3 i3g3 i3h3 i3i1 i3i2 i3i4"},
    /* Janggi: cannons, palaces, passing and bikjang. */
    {"[v : janggi]\n", "3k5/9/9/9/9/9/P3p4/9/P3C4/5K3 w - - 0 1", "e2", "e2e10 e2e5 e2e6 e2e7 e2e8 e2e9"},
    {"[v : janggi]\n", "3k5/4c4/9/9/9/4p4/9/9/4C4/5K3 w - - 0 1", "e2", "e2e6 e2e7 e2e8"},
    {"[v : janggi]\n", "3k5/4p4/9/9/9/4c4/9/9/4C4/5K3 w - - 0 1", "e2", ""},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/3C5/4P4/5K3 w - - 0 1", "d3", ""},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/3C5/4P4/3K5 w - - 0 1", "d3", "d3f1"},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/5R3/9/3K5 w - - 0 1", "f3",
     "f3a3 f3b3 f3c3 f3d3 f3e2 f3e3 f3f1 f3f10 f3f2 f3f4 f3f5 f3f6 f3f7 f3f8 f3f9 f3g3 f3h3 f3i3"},
    {"[v : janggi]\n", "4k4/9/3P5/9/9/9/9/9/9/3K5 w - - 0 1", "d8", "d8c8 d8d9 d8e8 d8e9"},
    {"[v : janggi]\n", "4k4/9/9/4p4/9/9/9/9/9/4K4 w - - 0 1", "e1", "e1d1 e1e1 e1e2 e1f1"},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1", "d1d1 d1d2 d1e1 d1e2"},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "e10", "e10d10 e10e10 e10f10"},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", "e10", ""},
    {"[v : janggimodern]\n", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", "e10", "e10d10 e10e10 e10e9 e10f10"},
    {"[v : janggimodern]\n", "4k4/9/9/9/9/9/9/9/9/4K4 w pp - 0 1", "e1", ""},
    {"[v : janggi]\n", "4k4/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1", "e1", "e1d1 e1f1"},
    {"[v : janggi]\npassOnStalemate = true\n", "4k4/9/9/9/4r4/9/9/9/9/3K5 w - - 0 1", "d1", "d1d2"},
    {"[v : janggi]\npassOnStalemate = true\n", "4k4/9/9/9/4r4/9/9/9/8r/3K5 w - - 0 1", "d1", "d1d1"},
    /* What is dropped as a hurdle, and goals of many pieces. */
    {"[v : janggi]\npieceDrops = true\n", "3k5/9/9/9/9/9/9/9/9/4K3c[CR] w - - 0 1", "C@f1", "C@f1 C@f10"},
    {"[v : janggi]\npieceDrops = true\n", "3k5/9/9/9/9/9/9/9/9/4K3c[CR] w - - 0 1", "R@f1", "R@f10"},
    {"[v : chess]\nflagPieceWhite = n\nflagRegionWhite = *8\nflagPieceCount = 2\n",
     "NN6/8/8/8/8/8/8/4K1k1 b - - 0 1", "", ""},
    {"[v : chess]\nflagPieceWhite = n\nflagRegion = *8\nflagPieceCount = 2\n",
     "N7/8/8/8/8/8/8/k1K5 b - - 0 1", "", "a1a2"},
    {"[v : chess]\nflagPieceBlack = k\nflagRegion = a1\n", "8/8/8/8/8/8/8/k1K5 w - - 0 1", "", ""},
    {"[v : chess]\nconnectN = 3\n", "4k3/8/8/8/8/8/2NNN3/4K3 b - - 0 1", "", ""},
    {"[v : chess]\nconnectN = 3\nconnectHorizontal = false\n", "k7/8/8/8/8/8/2NNN3/4K3 b - - 0 1", "a8",
     "a8a7 a8b7 a8b8"},
    {"[v : chess]\nconnectN = 3\nconnectDiagonal = false\n", "k7/8/8/8/4N3/3N4/2N5/4K3 b - - 0 1", "a8",
     "a8a7 a8b7 a8b8"},
    {"[v : chess]\nconnectN = 3\n", "k7/8/8/8/4N3/3N4/2N5/4K3 b - - 0 1", "a8", ""},
    {"[v : makpong]\n", "k7/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1", ""},
    {"[v : makpong]\n", "k7/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1", "e1e2"},
    /* Cambodian first moves. */
    {"[v : cambodian]\n", "4k3/8/8/8/8/8/8/3K4 w D - 0 1", "d1", "d1b2 d1c1 d1c2 d1d2 d1e1 d1e2 d1f2"},
    {"[v : cambodian]\n", "4k3/8/8/8/8/8/1p3p2/3K4 w D - 0 1", "d1", "d1c2 d1d2 d1e2"},
    {"[v : cambodian]\nseirawanGating = true\n", "4k3/8/8/8/8/8/8/3K4[] w D - 0 1", "d1",
     "d1b2 d1c1 d1c2 d1d2 d1e1 d1e2 d1f2"},
    {"[v : cambodian]\n", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1", "d1c1 d1c2 d1d2 d1e1 d1e2"},
    {"[v : cambodian]\n", "3rk3/8/8/8/8/8/8/3K4 w D - 0 1", "d1", "d1c1 d1c2 d1e1 d1e2"},
    {"[v : cambodian]\n", "4k3/8/8/8/8/4p3/8/K3M3 w E - 0 1", "e1", "e1d2 e1e3 e1f2"},
    {"[v : cambodian]\n", "8/8/8/8/8/8/4k3/K3M3 b E - 0 1", "e2e3", ""},
    {"[v : cambodian]\n", "8/8/8/8/8/8/4k3/K3M3 b - - 0 1", "e2e3", "e2e3"},
    {"[v : crazyhouse]\ndropOnTop = true\n", "4k3/8/3r4/8/8/P7/8/4K3[N] w - - 0 1", "N@",
     "N@a1 N@a4 N@b1 N@c1 N@d1 N@d7 N@e2 N@f1 N@g1 N@h1"},
    /* Pieces that are royal while there are few of them. */
    {"[v : coregal]\n", "4k3/8/8/8/8/8/q7/4K2Q w - - 0 1", "h1",
     "h1b7 h1c6 h1e4 h1f1 h1f3 h1g1 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
    {"[v : coregal]\n", "4k3/3r4/8/8/3Q4/8/8/4K3 w - - 0 1", "e1", ""},
    {"[v : coregal]\n", "3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a7a8b a7a8n a7a8r"},
    /* Nobody may give check, to a royal queen, by an explosion, or by leaving the other king's side. */
    {"[v : coregal]\nchecking = false\n", "4k3/8/8/3q4/8/8/8/4KR2 w - - 0 1", "f1",
     "f1f2 f1f3 f1f4 f1f6 f1f7 f1g1 f1h1"},
    {"[v : atomic]\nchecking = false\n", "4k3/3n4/4p3/1B6/3N4/8/8/4K3 w - - 0 1", "d4e", "d4e2"},
    {"[v : atomic]\nchecking = false\n", "8/8/8/8/3k4/3K4/8/Q7 w - - 0 1", "d3", "d3c3 d3c4 d3e3 d3e4"},
    {"[v : spartan]\n", "2k2k2/8/8/8/8/5R2/8/2R1K3 b - - 0 1", "c8", "c8b7 c8b8 c8d7 c8d8"},
    {"[v : spartan]\ndupleCheck = false\n", "2k2k2/8/8/8/8/5R2/8/2R1K3 b - - 0 1", "c8",
     "c8b7 c8b8 c8c7 c8d7 c8d8"},
    {"[v : spartan]\n", "5k2/8/8/8/8/5R2/6h1/2R1K3 b - - 0 1", "g2", "g2h1k"},
    {"[v : spartan]\n", "5k2/8/8/8/8/8/6h1/2R1K3 b - - 0 1", "g2f1", "g2f1c g2f1g g2f1k g2f1l g2f1w"},
    {NO_KING "castlingKingPiece = k\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n",
     "r3k3/8/8/8/8/8/8/KK6 w - - 0 1", "b1", "b1a2 b1b2 b1c1 b1c2"},
    {NO_KING "castlingKingPiece = k\nextinctionPieceTypes = k\nextinctionPseudoRoyal = "
             "true\nextinctionPieceCount = 1\n",
     "r3k3/8/8/8/8/8/8/KK6 w - - 0 1", "b1", ""},
    {NO_KING
     "castlingKingPiece = k\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\npieceDrops = true\n",
     "r3k3/8/8/8/8/8/1P6/8[K] w - - 0 1", "K@a", ""},
    {"[v : placement]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = r\nextinctionValue = loss\n",
     "8/pppppppp/8/8/8/8/PPPPPPPP/4K3[QRRBBNNkqrrbbnn] b - - 1 1", "K@",
     "K@a8 K@b8 K@c8 K@d8 K@e8 K@f8 K@g8 K@h8"},
    /* Promotion instead of a move, and rooks dropped at home. */
    {"[v : sittuyin]\n", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d5", "d5c4f d5d5f d5d6 d5e4f d5e6f"},
    {"[v : sittuyin]\n", "8/1k6/8/3PP3/8/3P4/8/4K3[] w - - 0 1", "d3", "d3d4"},
    {"[v : sittuyin]\n", "8/1k6/8/8/8/3P4/8/4K3[] w - - 0 1", "d3", "d3c2f d3c4f d3d3f d3d4 d3e2f d3e4f"},
    {"[v : sittuyin]\n", "8/1k6/8/8/8/3P4/8/4KF2[] w - - 0 1", "d3", "d3d4"},
    {"[v : sittuyin]\n", "8/1k3n2/8/3P4/2N5/2r5/8/4K3[] w - - 0 1", "d5", "d5d5f d5d6 d5e4f"},
    {"[v : sittuyin]\n", "8/8/3k4/8/3P4/8/3R4/4K3[] w - - 0 1", "d4", "d4d4f d4d5"},
    {"[v : sittuyin]\n", "8/1k6/8/4r3/8/3P4/8/4K3[] w - - 0 1", "d3", "d3e2f d3e4f"},
    {"[v : sittuyin]\n", "8/1k6/8/8/4P3/8/8/4K3[RN] w - - 0 1", "",
     "N@a1 N@a2 N@a3 N@b1 N@b2 N@b3 N@c1 N@c2 N@c3 N@d1 "
     "N@d2 N@d3 N@e2 N@e3 N@f1 N@f2 N@f3 N@g1 N@g2 N@g3 N@h1 N@h2 N@h3 R@a1 R@b1 R@c1 R@d1 R@f1 R@g1 R@h1"},
};

Test(variant_single_rules, moves) {
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_variants *const variants = read_variants(rows[i].text);
        expect_variant_moves(find_variant(variants, "v"), rows[i].fen, rows[i].from, rows[i].moves);
        ks_variants_free(variants);
    }
}

/* ---- What an end is worth ---- */

static const struct {
    const char *text, *fen;
    enum ks_outcome outcome;
} ends[] = {
    {"[v : suicide]\n", "8/8/8/p7/P7/8/8/8 w - - 0 1", KS_DRAWN},
    {"[v : suicide]\n", "8/8/p7/p7/P7/8/8/8 w - - 0 1", KS_WHITE_WINS},
    {"[v : suicide]\n", "8/8/8/p7/P7/P7/8/8 w - - 0 1", KS_BLACK_WINS},
    {"[v : shatar]\n", "k1K5/8/1NN5/7p/7P/8/8/8 b - - 0 1", KS_BLACK_WINS},
    {"[v : shatar]\n", "k6R/8/1K6/7p/7P/8/8/8 b - - 0 1", KS_WHITE_WINS},
    {"[v : shatar]\n", "k7/8/1K6/4B2p/7P/5B2/8/8 b - - 0 1", KS_DRAWN},
    {"[v : shatar]\n", "k7/8/1K6/8/8/8/8/7R w - - 0 1", KS_DRAWN},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", KS_BLACK_WINS},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/P8/4K4 b p - 0 1", KS_WHITE_WINS},
    {"[v : janggitraditional]\n", "4k4/9/9/9/9/9/9/9/P8/4K4 b p - 0 1", KS_DRAWN},
    {"[v : janggi]\n", "9/4k4/9/9/9/9/9/9/r3K4/9 b p - 1 1", KS_BLACK_WINS}, /* passed in check */
    /* When both sides have lost all of a kind, who has moved loses first. */
    {"[v : chess]\nextinctionPieceTypes = b\nextinctionValue = loss\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
     KS_WHITE_WINS},
    {"[v : chess]\nextinctionPieceTypes = b\nextinctionValue = loss\n", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
     KS_BLACK_WINS},
    {"[v : janggi]\nmaterialCounting = unweighted\n", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", KS_DRAWN},
    {"[v : janggi]\nmaterialCounting = whitedrawodds\n", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", KS_WHITE_WINS},
    {"[v : janggi]\nmaterialCounting = blackdrawodds\n", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", KS_BLACK_WINS},
};

Test(variant_single_rules, outcomes) {
    for (size_t i = 0; i < LENGTH(ends); i++) {
        ks_variants *const variants = read_variants(ends[i].text);
        const ks_variant *const variant = find_variant(variants, "v");
        const ks_variant_position position = read_variant_position(variant, ends[i].fen, KS_STRICT);
        const enum ks_verdict verdict = ks_variant_judge(variant, &position, NULL);
        const enum ks_outcome outcome = ks_variant_outcome(variant, &position, verdict);
        cr_expect_eq(outcome, ends[i].outcome, "%s%s: %d", ends[i].text, ends[i].fen, (int)outcome);
        ks_variants_free(variants);
    }
}
