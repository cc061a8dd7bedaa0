/* Compares perft with making and listing every move: in random games and on strewn pieces of all bundled
 * variants and of random ones, and in positions whose rules show after some moves. TEST_VARIANTS=FILE
 * compares the sections of a file in place of the bundled variants. TEST_SEED=N draws other cases, and
 * TEST_POSITIONS=N so many of random variants. TEST_SHOWN=1 prints what was compared. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/drawn.h"
#include "support/variants/read.h"
#include "variant/definition/definition.h"

TestSuite(variant_replies, .timeout = 3000);

enum { PLIES = 100 };

static char drawn[4096]; /* the description of a random variant, for messages */

/* ---- Positions ---- */

static void compare_counts(const ks_variant *v, const ks_variant_position *p) {
    expect_count_of_made_moves(v, p, 1, drawn);
    expect_count_of_made_moves(v, p, 2, drawn);
}

/* Plays a random game, and compares the counts in each of its positions. Returns the number of positions. */
static unsigned compare_game(const ks_variant *v, uint64_t *random) {
    ks_variant_position p = *ks_variant_get_start(v);
    static ks_variant_move moves[VARIANT_MOVES];
    for (unsigned ply = 0; ply < PLIES; ply++) {
        ks_variant_undo undo;
        const size_t count = list_moves(v, &p, moves);
        compare_counts(v, &p);
        if (count == 0)
            return ply + 1;
        ks_variant_make_move(v, &p, moves[random_below(random, (unsigned)count)], &undo);
    }
    return PLIES;
}

static void compare_strewn(const ks_variant *v, unsigned positions, uint64_t *random) {
    for (; positions > 0; positions--) {
        const ks_variant_position p = strew_pieces(v, random);
        compare_counts(v, &p);
    }
}

/* Takes a few seconds; with THOROUGH, minutes. */
Test(variant_replies, agree_with_making_each_move) {
    size_t first;
    ks_variants *const variants = read_compared(NULL, &first);
    uint64_t random = seed_of(21);
    for (size_t i = first; i < ks_variants_count(variants); i += stride()) {
        const ks_variant *const v = ks_variants_get_variant(variants, i);
        for (unsigned game = 0; game < (is_thorough() ? 60 : 2); game++)
            compare_game(v, &random);
        compare_strewn(v, is_thorough() ? 3000 : SLOW ? 5 : 100, &random);
    }
    ks_variants_free(variants);
}

/* A captured piece is dropped two plies later. */
Test(variant_replies, count_drops_of_captured_pieces) {
    static const char *const names[] = {"crazyhouse", "loop", "chessgi"};
    ks_variants *const variants = read_variants(NULL);
    uint64_t random = 35;
    for (size_t i = 0; i < LENGTH(names); i++)
        for (unsigned left = SLOW ? 4 : 60; left > 0; left--) {
            ks_variant_position p = strew_pieces(find_variant(variants, names[i]), &random);
            memset(p.hand, 0, sizeof p.hand);
            expect_count_of_made_moves(find_variant(variants, names[i]), &p, 3, "");
        }
    ks_variants_free(variants);
}

/* ---- Rules that show after some moves ---- */

/* Compares the counts from a position after so many passes in a row. */
static void compare_deep(const char *text, const char *name, const char *fen, unsigned passes,
                         unsigned depth) {
    ks_variants *const variants = read_variants(text);
    const ks_variant *const v = find_variant(variants, name);
    ks_variant_position p = read_variant_position(v, fen, KS_FEN_LENIENT);
    p.passes = (uint8_t)passes;
    for (unsigned plies = 1; plies <= depth; plies++)
        expect_count_of_made_moves(v, &p, plies, "");
    ks_variants_free(variants);
}

/* A pawn that captures and promotes is taken, and dropped as a pawn. */
Test(variant_replies, marks_a_pawn_that_captures_and_promotes) {
    compare_deep(NULL, "crazyhouse", "r6k/1P6/1n6/8/8/8/8/7K[] w - - 0 1", 0, 4);
}

/* A limit on drops depends on the files of other pieces, so replies are no sums of squares. */
Test(variant_replies, double_no_pawn_by_a_reply) {
    compare_deep("[undoubled : crazyhouse]\ndropNoDoubled = p\n", "undoubled",
                 "4k3/p7/8/8/8/8/P7/4K3[Pp] w - - 0 1", 0, 3);
}

/* The two passes are not in a row. */
Test(variant_replies, count_passes_anew_after_a_move) {
    compare_deep("[idle : chess]\npass = true\n", "idle", "7k/8/8/8/8/8/P7/K7 w - - 0 1", 1, 3);
}

/* A piece that is dropped away from its own side flips no enemy. */
Test(variant_replies, flip_nothing_around_a_lonely_drop) {
    compare_deep("[lonely : ataxx]\nmaxFile = 5\nmaxRank = 5\nenclosingDrop = none\n"
                 "flipEnclosedPieces = quadwrangle\nstartFen = P3p/5/5/5/p3P w - - 0 1\n",
                 "lonely", "P4/5/4p/5/p3p w - - 0 1", 0, 3);
}

/* Three pieces on squares with neighbouring numbers are no row, and two no chain, where the board ends
 * between. */
Test(variant_replies, connect_nothing_across_the_edge) {
    static const char rows[] = "[rows : breakthrough]\nconnectN = 3\n";
    static const char chains[] =
        "[chains : breakthrough]\nconnectRegion1White = h*\nconnectRegion2White = a*\n"
        "connectRegion1Black = a*\nconnectRegion2Black = h*\n";
    compare_deep(rows, "rows", "p7/8/8/8/6PP/P7/8/8 b - - 0 1", 0, 2);
    compare_deep(rows, "rows", "p7/8/8/6P1/7P/8/P7/8 b - - 0 1", 0, 2);
    compare_deep(rows, "rows", "p7/8/8/8/1P6/P6P/8/8 b - - 0 1", 0, 2);
    compare_deep(chains, "chains", "p7/8/8/8/7P/P7/8/8 b - - 0 1", 0, 2);
    compare_deep(chains, "chains", "8/8/8/7p/p7/8/8/P7 w - - 0 1", 0, 2);
}

/* Each promotion is tried where no check may be given, also of a pawn that moves two squares. */
Test(variant_replies, crown_pawns_after_a_double_push) {
    static const char crowns[] =
        "[crowns : chess]\nchecking = false\ncastling = false\nstartFen = 4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\n"
        "promotionRegionWhite = *4 *8\n"
        "promotionRegionBlack = *5 *1\n";
    compare_deep(crowns, "crowns", "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", 0, 3);
    compare_deep(crowns, "crowns", "r3k3/p2p4/8/8/8/8/3P3P/R3K3 b - - 0 1", 0, 3);
}

/* Captures, which are made, shoot arrows too. */
Test(variant_replies, shoot_arrows_to_the_region_alone) {
    compare_deep("[archers : chess]\nking = -\ncommoner = k\nstalemateValue = loss\ncastling = false\n"
                 "promotionPieceTypes = -\nwallingRule = arrow\nwallingRegion = *1 *2 *3 *4\n"
                 "startFen = 7q/8/8/8/3n4/8/1P6/Q6N w - - 0 1\n",
                 "archers", "7q/8/8/8/3n4/8/1P6/Q6N w - - 0 1", 0, 2);
}

/* A move that connects pieces has no replies. */
Test(variant_replies, count_no_replies_to_a_connection) {
    compare_deep("[rows : breakthrough]\nconnectN = 3\n", "rows", "p7/8/8/8/6PP/5P2/8/8 w - - 0 1", 0, 2);
    compare_deep("[lines : breakthrough]\ncollinearN = 3\nconnectVertical = false\n", "lines",
                 "p7/8/8/8/P5P1/3P4/8/8 w - - 0 1", 0, 2);
    compare_deep("[chains : breakthrough]\nconnectRegion1White = h*\nconnectRegion2White = a*\n"
                 "connectRegion1Black = a*\nconnectRegion2Black = h*\n",
                 "chains", "p7/8/8/8/PPP1PPPP/3P4/8/8 w - - 0 1", 0, 2);
}

/* On a board of one rank, both sides castle along the same row. */
Test(variant_replies, take_rights_from_the_side_alone_whose_king_moves) {
    static const char line[] = "[line : chess]\nmaxRank = 1\nstartFen = R3K1kr w Qk - 0 1\n";
    compare_deep(line, "line", "R3K1kr w Qk - 0 1", 0, 2);
}

/* A side castles with its own rights when a piece of its own is taken on the square that the other side's
 * king has left, or goes on from there. */
Test(variant_replies, keep_rights_beside_the_square_of_a_king_that_left) {
    static const char *const names[] = {"kingofthehill", "crazyhouse", "giveaway", "3check", "koedem"};
    for (size_t i = 0; i < LENGTH(names); i++)
        compare_deep(NULL, names[i], "4k2r/8/8/1B6/8/8/8/4K2R b Kk - 0 1", 0, 4);
}

/* The capturing pawn explodes too, and opens the file to its king. */
Test(variant_replies, explode_the_pawn_that_captures_in_passing) {
    compare_deep(NULL, "atomic", "4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 0, 2);
    compare_deep(NULL, "atomic", "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", 0, 2);
}

/* The drop that may not give mate is one on the square whose number is 0, beside others. */
Test(variant_replies, drop_pawns_on_the_first_square) {
    compare_deep(NULL, "minishogi", "4k/K4/5/5/5[p] b - - 0 1", 0, 2);
}

/* A pawn comes through a gate: its kind has the number 0. */
Test(variant_replies, bring_pawns_through_gates) {
    compare_deep("[gates : seirawan]\nfirstRankPawnDrops = true\n"
                 "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[PHEphe] w KQBCDFGkqbcdfg - 0 1\n",
                 "gates", "1k6/8/8/8/8/8/8/R3K2N[P] w Q - 0 1", 0, 3);
}

/* ---- Random descriptions ---- */

static const char *pick(uint64_t *random, const char *const *words, size_t count) {
    return words[random_below(random, (unsigned)count)];
}

/* Draws the moves of a piece: leaps and slides, for moves or captures alone or for both. */
static void draw_piece(uint64_t *random, char *out) {
    static const char *const atoms[] = {"W",     "F",     "N",       "A",     "D",     "R",    "B",    "Q",
                                        "K",     "fW",    "bF",      "H",     "C",     "fR",   "B3",   "nN",
                                        "sbR2",  "pR",    "gB",      "pQ",    "nD",    "nZ",   "imnD", "ifmN",
                                        "[F?R]", "[W-B]", "v[W?B3]", "[W-F]", "[W-R]", "[F-B]"};
    static const char *const modes[] = {"", "", "", "m", "c"};
    *out = '\0';
    for (unsigned terms = 1 + random_below(random, 3); terms > 0; terms--) {
        const char *const mode = pick(random, modes, LENGTH(modes));
        sprintf(out + strlen(out), "%s%s", mode, pick(random, atoms, LENGTH(atoms)));
    }
}

/* Each is drawn or not. */
static const char *const rules[] = {
    "mustCapture = true\nstalemateValue = win\n",
    "doubleStep = false\n",
    "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *4\n",
    "mandatoryPawnPromotion = false\n",
    "castling = false\n",
    "flagPiece = xy\nflagRegionWhite = *4\nflagRegionBlack = *1\n",
    "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n",
    "promotionRank = 4\n",
    "checkCounting = true\n",
    "passOnStalemate = true\n",
    "pass = true\n",
    "adjudicateFullBoard = true\n",
    "promotionPawnTypes = py\n",
    "enPassantTypes = py\n",
    "promotionLimit = x:1 q:1\n",
    "immobilityIllegal = true\n",
    "petrifyOnCaptureTypes = xn\n",
    "makpongRule = true\n",
};

/* One of these may be drawn. */
static const char *const extras[] = {
    "blastOnCapture = true\npetrifyOnCaptureTypes = pxn\n",
    "blastOnCapture = true\nblastImmuneTypes = p\n",
    "blastOnCapture = true\nwallingRule = duck\n",
    "wallingRule = duck\n",
    "wallingRule = edge\nwallingRegion = *1 *2 *3\n",
    "wallingRule = past\n",
    "wallingRule = edge\nwallOrMove = true\n",
    "wallingRule = static\nwallOrMove = true\nwallingRegion = *3 *4\n",
    "wallingRule = arrow\npromotionPieceTypes = -\n",
    "promotedPieceType = x:q n:r\n",
    "promotedPieceType = y:b\nmandatoryPiecePromotion = true\n",
    "promotedPieceType = y:q\npiecePromotionOnCapture = true\n",
    "promotedPieceType = n:y b:x\npieceDemotion = true\n",
    "promotedPieceType = p:x\npromotionPieceTypes = -\nmandatoryPiecePromotion = true\n",
    "promotedPieceType = p:y n:r\npiecePromotionOnCapture = true\n",
    "promotedPieceType = p:b\npieceDemotion = true\npromotionPawnTypes = -\n",
};

/* Rules of drops for hands of x, y and n; one may be drawn. Flips exclude castling. */
static const char *const drops[] = {
    "pieceDrops = true\ndropRegionWhite = *1 *2 *3\n",
    "pieceDrops = true\nenclosingDrop = reversi\nflipEnclosedPieces = reversi\ncastling = false\n",
    ("pieceDrops = true\nenclosingDrop = reversi\nenclosingDropStart = b2 c2 b3\nflipEnclosedPieces = ataxx\n"
     "castling = false\n"),
    "pieceDrops = true\nenclosingDrop = ataxx\nflipEnclosedPieces = quadwrangle\ncastling = false\n",
    "pieceDrops = true\ncapturesToHand = true\n",
    "pieceDrops = true\ncapturesToHand = true\ndropNoDoubled = x\n",
    "pieceDrops = true\ncapturesToHand = true\ndropChecks = false\n",
    "pieceDrops = true\nmustDrop = true\nmustDropType = y\n",
    "seirawanGating = true\ngating = true\n",
    "pieceDrops = true\ncapturesToHand = true\nenclosingDrop = ataxx\n",
    "pieceDrops = true\nenclosingDrop = snort\n",
    "pieceDrops = true\nenclosingDrop = anyside\n",
    "pieceDrops = true\nenclosingDrop = top\n",
    "pieceDrops = true\nfreeDrops = true\nenclosingDrop = quadwrangle\n",
    "pieceDrops = true\ncapturesToHand = true\nblastOnCapture = true\n",
};

/* Pieces that end a game when they are connected; one may be drawn. */
static const char *const connections[] = {
    "connectN = 3\nconnectPieceTypes = xynrb\n",
    "connectN = 3\nconnectHorizontal = false\nconnectValue = loss\n",
    "connectN = 2\nconnectDiagonal = false\nconnectPieceTypes = xn\n",
    "connectN = 2\nconnectHorizontal = false\nconnectVertical = false\nconnectPieceTypes = yr\n",
    "connectNxN = 2\nconnectPieceTypes = xynr\n",
    "collinearN = 3\nconnectPieceTypes = xynrb\n",
    "collinearN = 2\nconnectHorizontal = false\nconnectPieceTypes = xyn\n",
    ("connectRegion1White = a*\nconnectRegion2White = d*\nconnectRegion1Black = *2\n"
     "connectRegion2Black = *5\nconnectPieceTypes = xynrb\n"),
    ("connectRegion1White = *1\nconnectRegion2White = *4\nconnectRegion1Black = e*\n"
     "connectRegion2Black = b*\nconnectDiagonal = false\n"),
};

/* The royal piece is a king, the last one where captures explode, or there is none. */
static const char *const royals[] = {
    "king = k\n",
    "king = k:NW\ncastling = false\n",
    "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = x\ncastling = false\n",
    ("king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\ncastlingKingPiece = k\n"
     "wallingRule = duck\n"),
    ("king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\ncastlingKingPiece = k\n"
     "wallingRule = past\nwallingRegion = *1 *2 a3 b3 *4 a5\n"),
    ("king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = x\ncastlingKingPiece = k\n"
     "wallingRule = static\nwallingRegionWhite = *1 a2 c2 *3 *4\nwallingRegionBlack = *2 *5 a4 b4\n"),
    "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = y\nwallingRule = edge\n",
    ("king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "blastImmuneTypes = kx\nmutuallyImmuneTypes = ky\n"),
    ("king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\nextinctionPieceTypes = k\n"
     "extinctionPseudoRoyal = true\n"),
    "king = k\nflyingGeneral = true\n",
    "king = -\ncommoner = k\ncastling = false\nflyingGeneral = true\n",
    "king = k\nchecking = false\n",
    ("king = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = kx\n"
     "extinctionPseudoRoyal = true\n"),
    ("king = k\nextinctionValue = loss\nextinctionPieceTypes = qy\nextinctionPieceCount = 2\n"
     "extinctionPseudoRoyal = true\ndupleCheck = true\n"),
};

/* Writes a variant of up to 12 by 10 squares. Files beyond those of the start are left out. */
static void draw_variant(uint64_t *random, char *text) {
    static const char start[] = "xrbkqyxnbxyr", pawns[] = "pppppppppppp";
    const bool large = random_below(random, 3) == 0;
    const unsigned files = 5 + random_below(random, large ? 8 : 4),
                   ranks = 5 + random_below(random, large ? 6 : 4);
    char pieces[2][64];
    draw_piece(random, pieces[0]);
    draw_piece(random, pieces[1]);
    text += sprintf(text,
                    "[random : chess]\nmaxFile = %u\nmaxRank = %u\ncustomPiece1 = x:%s\ncustomPiece2 = y:%s\n"
                    "promotionPieceTypes = xyqr\ncastlingKingsideFile = %c\ncastlingQueensideFile = b\n",
                    files, ranks, pieces[0], pieces[1], 'a' + files - 1);
    text += sprintf(text, "%s", pick(random, royals, LENGTH(royals)));
    for (size_t i = 0; i < LENGTH(rules); i++)
        text += random_below(random, 5) ? 0 : sprintf(text, "%s", rules[i]);
    if (random_below(random, 6) == 0)
        text += sprintf(text, "%s", pick(random, extras, LENGTH(extras)));
    if (random_below(random, 6) == 0)
        text += sprintf(text, "%s", pick(random, connections, LENGTH(connections)));
    const bool has_drops = random_below(random, 3) == 0;
    if (has_drops)
        text += sprintf(text, "%s", pick(random, drops, LENGTH(drops)));
    text += sprintf(text, "startFen = %.*s/%.*s/", (int)files, start, (int)files, pawns);
    for (unsigned row = 4; row < ranks; row++)
        text += random_below(random, 8) ? sprintf(text, "%u/", files) : sprintf(text, "*%u*/", files - 2);
    for (unsigned i = 0; i < files; i++)
        *text++ = 'P';
    *text++ = '/';
    for (unsigned i = 0; i < files; i++)
        *text++ = (char)(start[i] - 'a' + 'A');
    strcpy(text, has_drops ? "[XYNxyn] w - - 0 1\n" : " w - - 0 1\n");
}

/* Returns the number of positions that were compared. */
static unsigned compare_random_variant(uint64_t *random) {
    enum { STREWN = 20 };
    ks_error error;
    unsigned positions = 0;
    draw_variant(random, drawn);
    ks_variants *const variants = ks_variants_new(drawn, strlen(drawn), KS_VARIANTS_EACH, &error);
    const ks_variant *const v = variants ? ks_variants_find(variants, "random", NULL) : NULL;
    if (v) {
        compare_strewn(v, STREWN, random);
        positions = STREWN + compare_game(v, random);
    }
    ks_variants_free(variants);
    return positions;
}

/* Rules that contradict each other are drawn too: such variants are not read. */
Test(variant_replies, agree_in_random_variants) {
    uint64_t random = seed_of(34);
    const unsigned wanted = number_from("TEST_POSITIONS", is_thorough() ? 300000
                                                          : SLOW        ? 120
                                                                        : 4000 / stride());
    unsigned positions = 0, drawn_variants = 0;
    for (; positions < wanted && drawn_variants < wanted; drawn_variants++)
        positions += compare_random_variant(&random);
    if (getenv("TEST_SHOWN"))
        fprintf(stderr, "random variants\t%u of %u drawn\n", positions, drawn_variants);
    cr_assert_geq(positions, wanted, "%u positions of %u random variants were compared", positions,
                  drawn_variants);
}
