/* Tests one rule a row: the moves of a piece in a small position of a variant that differs from another in
 * one key. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/answers.h"
#include "support/variants/read.h"
#include "support/variants/same.h"

/* A start whose letters mean nothing on another castling rank. */
#define NO_RIGHTS "startFen = 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n"

#define NO_KING "[v : chess]\nking = -\ncommoner = k\nstalemateValue = loss\n"

/* On a board of three by three; each piece moves as a king, but captures nothing. */
#define TRAIL "[v : snailtrail]\nmaxFile = c\nmaxRank = 3\nstartFen = 3/3/P1p\n"

static const struct {
    const char *text, *fen; /* text: of a variant named v */
    const char *from;       /* only moves that begin so */
    const char *moves;      /* all of them, sorted */
} rows[] = {
    {NO_KING "castlingKingPiece = k\n", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1",
     "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"}, /* the king passes an attacked square */
    {NO_KING "castlingKingPiece = k\ncastlingKingFile = d\n", "4k3/8/8/8/8/8/8/K2K3R w K - 0 1", "d1",
     "d1c1 d1c2 d1d2 d1e1 d1e2 d1g1"},
    {NO_KING "castlingKingPiece = k\ncastlingKingFile = d\n", "4k3/8/8/8/8/8/8/K2K3R w K - 0 1", "a1",
     "a1a2 a1b1 a1b2"},
    {"[v : chess]\ncastlingRookKingsideFile = g\nstartFen = 4k3/8/8/8/8/8/8/4K1RR w K - 0 1\n",
     "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "e1", "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
    {"[v : chess]\npetrifyOnCapture = true\n", "4k3/8/8/8/4n3/8/3P1p2/4K3 w - - 0 1", "e1",
     "e1d1 e1e2 e1f1"}, /* the king may not turn into a wall */
    {"[v : chess]\npetrifyOnCaptureTypes = n\n", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1",
     "e1d1 e1d2 e1e2 e1f1 e1f2"},
    {"[v : petrified]\n", "8/8/8/8/8/8/3pk3/4K3 w - - 0 1", "",
     "e1d1 e1f1 e1f2"}, /* kings do not capture kings */
    {"[v : chess]\npetrifyOnCapture = true\n", "k7/8/8/*7/8/8/8/R3K3 w - - 0 1", "a1",
     "a1a2 a1a3 a1a4 a1b1 a1c1 a1d1"},
    /* cannons hop over walls, walls fill a goal, and no bishop is dropped on them */
    {"[v : chess]\ncannon = c\npetrifyOnCapture = true\n", "4k3/8/8/8/8/8/8/C2*2nK w - - 0 1", "a1",
     "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1g1"},
    {"[v : chess]\nflagPiece = n\nflagRegionWhite = a8 b8\nflagPieceCount = 2\nflagPieceBlockedWin = true\n"
     "petrifyOnCapture = true\n",
     "N*2k3/8/8/8/8/8/8/4K3 b - - 0 1", "", ""},
    {"[v : placement]\npetrifyOnCapture = true\n", "4k3/8/8/8/8/8/8/B*NRKN2[BR] w - - 0 1", "", "B@h1 R@g1"},
    {"[v : chess]\nmaxRank = 10\npromotionRegionWhite = *10\nstartFen = 4k3/8/8/8/8/8/8/8/8/4K3\n",
     "4k3/8/8/8/8/8/2p5/8/8/4K3 b - - 0 1", "c4", "c4c3"}, /* black has *1 in hand then */
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
    {"[v : shako]\n", "10/4k5/10/10/10/10/10/10/5K2RR/10 w K - 0 1", "f2h", "f2h2"}, /* with the inner rook */
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
    /* Drops that become a hurdle, and goals of several pieces. */
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
    /* Walls: where arrows fly, anywhere else than before, on the square left, at edges, in a region. */
    {TRAIL, "3/3/P1p w - - 0 1", "", "a1a2,a2a1 a1b1,b1a1 a1b2,b2a1"},
    {TRAIL "wallingRule = arrow\n", "3/3/P*p w - - 0 1", "a1a2", "a1a2,a2a1 a1a2,a2a3 a1a2,a2b2 a1a2,a2b3"},
    {TRAIL "wallingRule = duck\n", "3/3/P*p w - - 0 1", "a1a2",
     "a1a2,a2a1 a1a2,a2a3 a1a2,a2b2 a1a2,a2b3 a1a2,a2c2 a1a2,a2c3"},
    {TRAIL "wallingRule = static\nwallingRegionWhite = *3\n", "3/3/P1p w - - 0 1", "a1a2",
     "a1a2,a2a3 a1a2,a2b3 a1a2,a2c3"},
    {TRAIL "wallingRule = static\nwallingRegionWhite = *3\nwallingRegionBlack = c2\n", "3/3/P1p b - - 0 1",
     "", "c1b1,b1c2 c1b2,b2c2"},
    {TRAIL "wallingRule = edge\n", "*2/3/P1p w - - 0 1", "a1a2",
     "a1a2,a2a1 a1a2,a2b1 a1a2,a2b3 a1a2,a2c2 a1a2,a2c3"},
    {TRAIL "wallingRule = edge\n", "1*1/3/P1p w - - 0 1", "a1a2",
     "a1a2,a2a1 a1a2,a2a3 a1a2,a2b1 a1a2,a2b2 a1a2,a2c2 a1a2,a2c3"},
    {TRAIL "wallingRule = edge\nwallOrMove = true\n", "P1p/3/*1* w - - 0 1", "",
     "a3a2 a3a3,a3a2 a3a3,a3b1 a3a3,a3b3 a3a3,a3c2 a3b2 a3b3"},
    {"[v : duck]\n", "4k3/8/8/8/8/8/r7/R3K3 w Q - 0 1", "e1c1,c1a1", "e1c1,c1a1"},
    {"[v : duck]\n", "4k3/8/8/8/8/8/r7/R*2K3 w Q - 0 1", "e1c1", ""},
    /* A wall answers checks, and covers the way of a king that castles. */
    {"[v : atomic]\nwallingRule = duck\n", "4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
     "e1g1,g1e2 e1g1,g1e3 e1g1,g1e4 e1g1,g1e5 e1g1,g1e6 e1g1,g1e7"},
    {"[v : atomic]\nwallingRule = duck\n", "4rk2/8/8/8/4*3/8/P7/4K3 w - - 0 1", "a2a3",
     "a2a3,a3e2 a2a3,a3e3 a2a3,a3e5 a2a3,a3e6 a2a3,a3e7"},
    {"[v : chess]\nwallingRule = edge\nwallOrMove = true\n", "5k2/8/8/8/8/8/8/r3K3 w - - 0 1", "e1e1",
     "e1e1,e1b1 e1e1,e1c1 e1e1,e1d1"},
    {"[v : chess]\nconnectN = 3\nconnectPieceTypes = r\n", "k7/8/8/8/8/8/2NNN3/4K3 b - - 0 1", "a8",
     "a8a7 a8b7 a8b8"},
    {"[v : chess]\ncollinearN = 3\n", "k7/8/8/8/8/8/N1N1N3/4K3 b - - 0 1", "", ""},
    {"[v : chess]\ncollinearN = 3\nconnectHorizontal = false\n", "k7/8/8/8/8/8/N1N1N3/4K3 b - - 0 1", "a8",
     "a8a7 a8b7 a8b8"},
    {"[v : chess]\nconnectNxN = 2\n", "k7/8/8/8/8/1NN5/1NN5/4K3 b - - 0 1", "", ""},
    {"[v : chess]\nconnectNxN = 2\n", "k7/8/8/8/8/1NN5/1N1N4/4K3 b - - 0 1", "a8", "a8a7 a8b7 a8b8"},
    /* a chain of pieces, which may turn back, from one region to the other */
    {"[v : chess]\nconnectRegion1White = a4\nconnectRegion2White = c4\n", "k7/8/8/8/N1N5/1N6/8/4K3 b - - 0 1",
     "", ""},
    {"[v : chess]\nconnectRegion1White = a4\nconnectRegion2White = c4\nconnectDiagonal = false\n",
     "k7/8/8/8/N1N5/1N6/8/4K3 b - - 0 1", "a8", "a8a7 a8b7 a8b8"},
    {"[v : chess]\nconnectRegion1Black = a4\nconnectRegion2Black = c4\n", "k7/8/8/8/N1N5/1N6/8/4K3 b - - 0 1",
     "a8", "a8a7 a8b7 a8b8"},
    /* Castling that wins, and that can be lost. */
    {"[v : chess]\ncastlingWins = K\n", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", "e8", "e8d7 e8d8 e8e7 e8f7 e8f8"},
    {"[v : chess]\ncastlingWins = K\n", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "", ""},
    {"[v : chess]\ncastlingWins = KQ\n", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "e8", "e8d7 e8d8 e8e7 e8f7 e8f8"},
    /* The lion may stay in check, and its goal must be safe. */
    {"[v : dobutsu]\n", "l2/3/1g1/1L1[] w - - 0 1", "b1", "b1a1 b1a2 b1b2 b1c1 b1c2"},
    {"[v : dobutsu]\n", "1L1/l2/3/3[] b - - 0 1", "", "a3a2 a3a4 a3b2 a3b3 a3b4"},
    {"[v : dobutsu]\n", "1L1/l2/3/3[] w - - 0 1", "", "b4a3 b4a4 b4b3 b4c3 b4c4"},
    {"[v : dobutsu]\n", "L2/2l/3/3[] b - - 0 1", "", ""},
    {"[v : dobutsu]\n", "L2/3/3/3[l] b - - 0 1", "", ""},
    {"[v : chess]\nflagPiece = n\nflagRegion = *8\nflagPieceCount = 2\nflagPieceSafe = true\n",
     "NN6/8/8/8/8/8/8/R3K1k1 b - - 0 1", "", ""},
    {"[v : chess]\nflagPiece = n\nflagRegion = *8\nflagPieceCount = 2\nflagPieceSafe = true\n",
     "NN1r4/8/8/8/8/8/8/4K1k1 b - - 0 1", "g1", "g1g2 g1h1 g1h2"},
    {"[v : chess]\nflagPiece = n\nflagRegion = *8\nflagPieceCount = 2\nflagPieceSafe = true\n",
     "NNNr4/8/8/8/8/8/8/4K1k1 b - - 0 1", "", ""}, /* one more than needed */
    {"[v : makpong]\n", "k7/8/8/8/4r3/8/8/4K3 w - - 0 1", "e1", ""},
    {"[v : makpong]\n", "k7/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1", "e1e2"},
    /* Cambodian first moves. */
    {"[v : cambodian]\n", "4k3/8/8/8/8/8/8/3K4 w D - 0 1", "d1", "d1b2 d1c1 d1c2 d1d2 d1e1 d1e2 d1f2"},
    {"[v : cambodian]\n", "4k3/8/8/8/8/8/1p3p2/3K4 w D - 0 1", "d1", "d1c2 d1d2 d1e2"},
    {"[v : cambodian]\nseirawanGating = true\n", "4k3/8/8/8/8/8/8/3K4[] w D - 0 1", "d1",
     "d1b2 d1c1 d1c2 d1d2 d1e1 d1e2 d1f2"},
    {"[v : cambodian]\n", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1", "d1c1 d1c2 d1d2 d1e1 d1e2"},
    {"[v : cambodian]\n", "3rk3/8/8/8/8/8/8/3K4 w D - 0 1", "d1", "d1c1 d1c2 d1e1 d1e2"},
    {"[v : cambodian]\n", "4k3/8/8/8/8/4p3/8/K3M3 w E - 0 1", "e1", "e1d2 e1f2"},
    {"[v : cambodian]\n", "8/8/8/8/8/8/4k3/K3M3 b E - 0 1", "e2e3", "e2e3"},
    /* A piece that is placed on a gate does not bring a check about: as a hurdle, or on an attacked square
     * while it is royal. Nor is it placed where it could never move. */
    {"[v : seirawan]\ncannon = c\n", "4k3/8/8/8/8/8/8/cN2K3[H] w B - 0 1", "b1", "b1a3 b1c3 b1d2"},
    {"[v : seirawan]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q\n",
     "1r2k3/8/8/8/8/8/8/1N2K3[QH] w B - 0 1", "b1", "b1a3 b1a3h b1c3 b1c3h b1d2 b1d2h"},
    {"[v : seirawan]\nimmobilityIllegal = true\ncustomPiece1 = x:bW\n", "4k3/8/8/8/8/8/8/1N2K3[XH] w B - 0 1",
     "b1", "b1a3 b1a3h b1c3 b1c3h b1d2 b1d2h"},
    /* Nor is a position refused that a piece from a gate has led to. */
    {"[v : seirawan]\nfirstRankPawnDrops = true\n", "4k3/8/8/8/8/N7/8/1P2K3[] b - - 1 1", "e8",
     "e8d7 e8d8 e8e7 e8f7 e8f8"},
    {"[v : seirawan]\ncastlingRank = 2\n" NO_RIGHTS, "4k3/8/8/8/3pP3/8/4H3/4K3[] b - e3 0 1", "d4",
     "d4d3 d4e3"},
    {"[v : seirawan]\ncastlingRank = 7\n" NO_RIGHTS, "4k3/P7/8/8/8/8/8/4K3[H] w A - 0 1", "a7",
     "a7a8b a7a8e a7a8h a7a8hb a7a8he a7a8hh a7a8hn a7a8hq a7a8hr a7a8n a7a8q a7a8r"},
    {"[v : seirawan]\ncastlingRank = 7\n" NO_RIGHTS
     "mandatoryPawnPromotion = false\npromotionPieceTypes = h\n",
     "4k3/P7/8/8/8/8/8/4K3[H] w A - 0 1", "a7", "a7a8 a7a8/H a7a8h a7a8hh"},
    /* Of two rooks on a wing, the first letter castles; by K the outer one. No gate gives a right then. */
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1RR[H] w AEGH - 0 1", "e1",
     "e1c1 e1c1h e1d1 e1d1h e1d2 e1d2h e1e2 e1e2h e1f1 e1f1h e1f2 e1f2h e1g1 e1g1h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1RR[H] w HAEG - 0 1", "e1",
     "e1c1 e1c1h e1d1 e1d1h e1d2 e1d2h e1e2 e1e2h e1f1 e1f1h e1f2 e1f2h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K1RR[H] w KQG - 0 1", "e1",
     "e1c1 e1c1h e1d1 e1d1h e1d2 e1d2h e1e2 e1e2h e1f1 e1f1h e1f2 e1f2h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K2R[H] w KA - 0 1", "a1b", "a1b1 a1b1h"},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K2R[H] w KA - 0 1", "e1c", ""},
    {"[v : seirawan]\n", "4k3/8/8/8/8/8/8/R3K2R[] w HA - 0 1", "e1c", "e1c1"},
    {"[v : checkshogi]\n", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 1+1 0 1", "P@e8", "P@e8"}, /* the check wins */
    {"[v : crazyhouse]\ndropOnTop = true\n", "4k3/8/3r4/8/8/P7/8/4K3[N] w - - 0 1", "N@",
     "N@a1 N@a4 N@b1 N@c1 N@d1 N@d7 N@e2 N@f1 N@g1 N@h1"},
    {"[v : koedem]\n", "4k3/8/8/8/8/8/4p3/4K2R[KP] w - - 0 1", "P@", ""},
    {"[v : koedem]\n",
     "KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKK/KKKKKKKk[KP] w - - 0 1", "",
     "g1h1 g2h1 h2h1"}, /* there is no room for it */
    /* Drops that enclose enemies, touch pieces or avoid them, slide or fall. */
    {"[v : flipersi]\n", "8/8/8/3p4/4P3/8/8/8[Pp] w - - 0 1", "", "P@d4 P@e5"},
    {"[v : flipello]\n", "8/8/8/3pP3/3Pp3/8/8/8[Pp] w - - 0 1", "", "P@c5 P@d6 P@e3 P@f4"},
    {"[v : flipello]\n", "8/8/8/3PP3/3PP3/8/8/8[p] b - - 0 1", "", ""},
    {"[v : flipello]\n", "8/8/8/3PP3/3PP3/8/8/p7[p] b - - 0 1", "", "a1a1"},
    {"[v : flipello]\nenclosingDrop = snort\nenclosingDropStart = -\nmaxFile = c\nmaxRank = 3\nstartFen = "
     "3/3/3\n",
     "3/1p1/P2[P] w - - 0 1", "", "P@a3 P@c1 P@c3"},
    {"[v : flipello]\nenclosingDrop = anyside\nenclosingDropStart = -\nmaxFile = c\nmaxRank = 4\nstartFen = "
     "3/3/3/3\n",
     "3/1p1/3/P2[P] w - - 0 1", "", "P@a2 P@a3 P@a4 P@b1 P@b2 P@b4 P@c1 P@c2 P@c3 P@c4"},
    {"[v : flipello]\nenclosingDrop = top\nenclosingDropStart = -\nmaxFile = c\nmaxRank = 3\nstartFen = "
     "3/*2/3\n",
     "3/*2/P1p[P] w - - 0 1", "", "P@a3 P@b1 P@c2"},
    {"[v : ataxx]\nmaxFile = c\nmaxRank = 3\nstartFen = 3/3/P2\n", "p2/3/2P w - - 0 1", "",
     "P@b1 P@b2 P@c2 c1a1 c1a2 c1b3 c1c3"},
    {"[v : ataxx]\nmaxFile = c\nmaxRank = 1\nstartFen = P2\n", "Pp1 w - - 0 1", "", "a1c1"},
    /* Pieces that are royal while there are few of them. */
    {"[v : coregal]\n", "4k3/8/8/8/8/8/q7/4K2Q w - - 0 1", "h1",
     "h1b7 h1c6 h1e4 h1f1 h1f3 h1g1 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
    {"[v : coregal]\n", "4k3/3r4/8/8/3Q4/8/8/4K3 w - - 0 1", "e1", ""},
    {"[v : coregal]\n", "3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a7a8b a7a8n a7a8r"},
    /* No move may give check: to a royal queen, by an explosion, or by a king that moves away from the other
     * one. */
    {"[v : coregal]\nchecking = false\n", "4k3/8/8/3q4/8/8/8/4KR2 w - - 0 1", "f1",
     "f1f2 f1f3 f1f4 f1f6 f1f7 f1g1 f1h1"},
    {"[v : atomic]\nchecking = false\n", "4k3/3n4/4p3/1B6/3N4/8/8/4K3 w - - 0 1", "d4e", "d4e2"},
    {"[v : atomic]\nchecking = false\n", "8/8/8/8/3k4/3K4/8/Q7 w - - 0 1", "d3", "d3c3 d3c4 d3e3 d3e4"},
    /* A king that touches the other shields its way from a rook only until it leaves. */
    {"[v : atomic]\n", "r3k2R/5K2/8/8/8/8/8/8 b q - 0 1", "e8", "e8d7 e8e7 e8f8"},
    {"[v : atomic]\n", "r3k1nR/5K2/8/8/8/8/8/8 b q - 0 1", "e8", "e8c8 e8d7 e8d8 e8e7 e8f8"},
    {"[v : shoshogi]\n", "4k4/9/3E5/9/9/9/9/9/4K4 w - - 0 1", "d7e8", "d7e8 d7e8+"},
    {"[v : shoshogi]\n", "4k4/9/3E5/9/9/9/9/9/9 w - - 0 1", "d7d8", "d7d8"},
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
    /* Promotion instead of a move, and rooks dropped on the first rank. */
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

/* ---- Results ---- */

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
    {"[v : dobutsu]\n", "L2/3/3/2l[] w - - 0 1", KS_DRAWN},
    {"[v : dobutsu]\n", "L2/2l/3/3[] w - - 0 1", KS_WHITE_WINS},
    {"[v : dobutsu]\n", "L2/2l/3/3[] b - - 0 1", KS_WHITE_WINS},
    {"[v : dobutsu]\n", "L2/3/3/3[L] b - - 0 1", KS_WHITE_WINS},
    {"[v : dobutsu]\n", "1L1/2l/3/3[] b - - 0 1", KS_UNDECIDED},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/9/4K4 b p - 0 1", KS_BLACK_WINS},
    {"[v : janggi]\n", "4k4/9/9/9/9/9/9/9/P8/4K4 b p - 0 1", KS_WHITE_WINS},
    {"[v : janggitraditional]\n", "4k4/9/9/9/9/9/9/9/P8/4K4 b p - 0 1", KS_DRAWN},
    {"[v : janggi]\n", "9/4k4/9/9/9/9/9/9/r3K4/9 b p - 1 1", KS_BLACK_WINS}, /* passed in check */
    /* When both sides have lost all pieces of a type, the side that has moved loses first. */
    {"[v : chess]\nextinctionPieceTypes = b\nextinctionValue = loss\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
     KS_WHITE_WINS},
    {"[v : chess]\nextinctionPieceTypes = b\nextinctionValue = loss\n", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
     KS_BLACK_WINS},
    {"[v : janggi]\nmaterialCounting = unweighted\n", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", KS_DRAWN},
    {"[v : janggi]\nmaterialCounting = whitedrawodds\n", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", KS_WHITE_WINS},
    {"[v : janggi]\nmaterialCounting = blackdrawodds\n", "4k4/9/9/9/9/9/9/9/9/3K5 b pp - 0 1", KS_BLACK_WINS},
    /* A stalemate that draws has no winner, so that material decides. */
    {"[v : armageddon]\n", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", KS_BLACK_WINS},
    {"[v : chess]\nmaterialCounting = unweighted\n", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", KS_WHITE_WINS},
    {"[v : chess]\ncastlingWins = K\n", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1", KS_WHITE_WINS},
    {"[v : chess]\ncastlingWins = K\n", "4k3/8/8/8/8/8/8/6KR b - - 0 1", KS_BLACK_WINS},
    {"[v : chess]\ncastlingWins = Kk\n", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", KS_WHITE_WINS},
    {"[v : chess]\nconnectN = 3\nconnectValue = loss\n", "4k3/8/8/8/8/8/2NNN3/4K3 b - - 0 1", KS_BLACK_WINS},
    {"[v : clobber]\nadjudicateFullBoard = true\nmaterialCounting = unweighted\n",
     "PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPP w - - 0 1", KS_WHITE_WINS},
    {"[v : clobber]\nadjudicateFullBoard = true\n", "PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPP w - - 0 1",
     KS_DRAWN},
};

Test(variant_single_rules, outcomes) {
    for (size_t i = 0; i < LENGTH(ends); i++) {
        ks_variants *const variants = read_variants(ends[i].text);
        const ks_variant *const variant = find_variant(variants, "v");
        const ks_variant_position position = read_variant_position(variant, ends[i].fen, KS_FEN_RIGHTS);
        const enum ks_verdict verdict = ks_variant_judge(variant, &position, NULL);
        const enum ks_outcome outcome = ks_variant_find_outcome(variant, &position, verdict);
        cr_expect_eq(outcome, ends[i].outcome, "%s%s: %d", ends[i].text, ends[i].fen, (int)outcome);
        ks_variants_free(variants);
    }
}

/* ---- Positions after moves ---- */

static const struct {
    const char *text, *fen, *move, *after;
} moves[] = {
    {"[v : chess]\noppositeCastling = true\n", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1",
     "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1"},
    {"[v : chess]\noppositeCastling = true\n", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1",
     "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1"},
    /* Kings that touch are not in check. */
    {"[v : atomic]\ncheckCounting = true\n", "4k3/3K4/8/8/8/8/8/R7 w - - 3+3 0 1", "a1a8",
     "R3k3/3K4/8/8/8/8/8/8 b - - 3+3 1 1"},
    /* The explosion comes first. */
    {"[v : atomic]\ngating = true\nseirawanGating = true\n" NO_RIGHTS, "4k3/8/8/8/8/8/1p6/2B3K1[N] w C - 0 1",
     "c1b2n", "4k3/8/8/8/8/8/8/2N3K1[] b - - 0 1"},
    /* One move promotes and places a piece. */
    {"[v : seirawan]\ncastlingRank = 7\n" NO_RIGHTS, "4k3/P7/8/8/8/8/8/4K3[H] w A - 0 1", "a7a8hq",
     "Q3k3/H7/8/8/8/8/8/4K3[] b - - 0 1"},
    {"[v : seirawan]\ncastlingRank = 7\n" NO_RIGHTS, "4k3/P7/8/8/8/8/8/4K3[H] w A - 0 1", "a8=Q/H",
     "Q3k3/H7/8/8/8/8/8/4K3[] b - - 0 1"},
    {"[v : seirawan]\ncastlingRank = 7\n" NO_RIGHTS "mandatoryPawnPromotion = false\n",
     "4k3/P7/8/8/8/8/8/4K3[H] w A - 0 1", "a7a8/H", "P3k3/H7/8/8/8/8/8/4K3[] b - - 0 1"},
    {"[v : seirawan]\ncastlingRank = 7\n" NO_RIGHTS "mandatoryPawnPromotion = false\n",
     "4k3/P7/8/8/8/8/8/4K3[H] w A - 0 1", "a7a8h", "H3k3/8/8/8/8/8/8/4K3[H] b - - 0 1"},
    /* Pieces become walls as they are before and after the move. */
    {"[v : petrified]\n", "4k3/8/8/8/8/8/3p4/1N2K3 w - - 0 1", "b1d2", "4k3/8/8/8/8/8/3*4/4K3 b - - 0 1"},
    {"[v : petrified]\n", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"[v : atomic]\npetrifyOnCaptureTypes = q\n", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q",
     "*3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"[v : atomic]\npetrifyOnCaptureTypes = n\npetrifyBlastPieces = true\n",
     "4k3/8/3b4/8/4N3/8/8/4K3 w - - 0 1", "e4d6", "4k3/8/3*4/8/8/8/8/4K3 b - - 0 1"},
    {"[v : atomic]\npetrifyOnCaptureTypes = n\npetrifyBlastPieces = true\n",
     "7k/2p5/3bq3/8/4N3/8/8/4K3 w - - 0 1", "e4d6", "7k/2p5/3**3/8/8/8/8/4K3 b - - 0 1"},
    /* No explosion harms these, nor their own. */
    {"[v : atomar]\n", "7k/8/8/8/8/3n4/3pK3/8 w - - 0 1", "e2d2", "7k/8/8/8/8/8/3K4/8 b - - 0 1"},
    /* Walls are built, and a duck is moved. A wall on the square passed over hinders en passant. */
    {"[v : duck]\n", "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1", "e1e2,e2e1", "4k3/8/8/8/8/8/4K3/4*3 b - - 1 1"},
    {TRAIL "wallingRule = static\n", "*2/3/P1p w - - 0 1", "a1a2,a2a1", "*2/P2/*1p b - - 1 1"},
    {"[v : duck]\n", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,e4e3", "4k3/8/8/8/3pP3/4*3/8/4K3 b - - 0 1"},
    {"[v : duck]\n", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,e4a1", "4k3/8/8/8/3pP3/8/8/*3K3 b - e3 0 1"},
    {"[v : duck]\n", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,e4e2", "4k3/8/8/8/3pP3/8/4*3/4K3 b - e3 0 1"},
    {"[v : duck]\n", "4k3/8/8/8/3pP3/8/4*3/4K3 b - e3 0 1", "d4e3,e3h1", "4k3/8/8/8/8/4p3/8/4K2* w - - 0 2"},
    {"[v : duck]\n", "4k3/8/8/8/8/8/8/*3K2R w K - 0 1", "e1g1,g1e1", "4k3/8/8/8/8/8/8/4*RK1 b - - 1 1"},
    {"[v : atomic]\nwallingRule = duck\n", "7k/2p5/3bq3/7*/4N3/8/8/4K3 w - - 0 1", "e4d6,d6e4",
     "7k/2p5/8/8/4*3/8/8/4K3 b - - 0 1"},
    {"[v : chess]\nwallingRule = edge\nwallOrMove = true\n", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a1,a1h4",
     "4k3/8/8/8/7*/8/8/R3K3 b Q - 1 1"},
    /* Enemies that change sides. */
    {"[v : flipello]\n", "8/8/8/3pP3/3Pp3/8/8/8[Pp] w - - 0 1", "P@c5",
     "8/8/8/2PPP3/3Pp3/8/8/8[p] b - - 1 1"},
    {"[v : flipello]\nstartFen = 7*/8/8/8/8/8/8/8\n", "8/8/8/3pP3/3Pp3/1*1p4/P7/8[Pp] w - - 0 1", "P@d2",
     "8/8/8/3pP3/3Pp3/1*1P4/P2P4/8[p] b - - 1 1"},
    {"[v : ataxx]\n", "P5p/7/7/7/7/1p5/3P2P w - - 0 1", "d1b1", "P5p/7/7/7/7/1P5/1P4P b - - 1 1"},
    {"[v : ataxx]\n", "P5p/7/7/7/7/7/1Pp3P w - - 0 1", "P@b2", "P5p/7/7/7/7/1P5/1PP3P b - - 1 1"},
    {"[v : ataxx]\nflipEnclosedPieces = quadwrangle\nenclosingDrop = none\n", "P5p/7/7/7/7/7/2p4 w - - 0 1",
     "P@b2", "P5p/7/7/7/7/1P5/2p4 b - - 1 1"},
    {"[v : ataxx]\nflipEnclosedPieces = quadwrangle\nenclosingDrop = none\n", "P5p/7/7/7/7/7/P1p4 w - - 0 1",
     "P@b2", "P5p/7/7/7/7/1P5/P1P4 b - - 1 1"},
    {"[v : ataxx]\nflipEnclosedPieces = quadwrangle\n", "P5p/7/7/7/7/7/2p2P1 w - - 0 1", "f1d1",
     "P5p/7/7/7/7/7/2PP3 b - - 1 1"},
    {"[v : bughouse]\n", "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1", "b7a8q", "Q~3k3/8/8/8/8/8/8/4K3[] b - - 0 1"},
};

Test(variant_single_rules, positions_after_moves) {
    for (size_t i = 0; i < LENGTH(moves); i++) {
        ks_variants *const variants = read_variants(moves[i].text);
        const ks_variant *const variant = find_variant(variants, "v");
        ks_variant_position position = read_variant_position(variant, moves[i].fen, KS_FEN_RIGHTS);
        const ks_variant_position before = position;
        char fen[KS_VARIANT_FEN_SIZE];
        ks_variant_attempt attempt;
        ks_variant_undo undo;
        ks_error error;
        const int code =
            ks_variant_read_move(variant, &position, moves[i].move, strlen(moves[i].move), &attempt, &error);
        cr_assert_eq(code, KS_OK, "%s%s: %s", moves[i].text, moves[i].fen, error.message);
        ks_variant_make_move(variant, &position, attempt.move, &undo);
        ks_variant_write_fen(variant, &position, fen);
        cr_expect_str_eq(fen, moves[i].after, "%s%s %s", moves[i].text, moves[i].fen, moves[i].move);
        ks_variant_unmake_move(variant, &position, attempt.move, &undo);
        cr_expect(same_varied_position(&position, &before), "%s%s %s", moves[i].text, moves[i].fen,
                  moves[i].move);
        ks_variants_free(variants);
    }
}
