/* Variants through the library: the tutorial's cases, positions as text, verdicts, and the reasons why moves
 * are illegal. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

/* A pawn's first push may be three squares long. */
#define LONGER                                                                                               \
    "[longer : chess]\nmaxRank = 10\n"                                                                       \
    "startFen = rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"                              \
    "promotionRank = 10\nfirstPush = 3\n"

#define SHORT_BOARD                                                                                          \
    "[small : chess]\nmaxRank = 6\nmaxFile = e\nstartFen = knbqr/ppppp/5/5/PPPPP/KNBQR w - - 0 1\n"          \
    "castling = false\nstalemateValue = win\n"

#define LARGEST                                                                                              \
    "[largest : chess]\nmaxRank = 10\nmaxFile = l\ncastling = false\n"                                       \
    "startFen = 5k6/12/12/12/12/12/12/12/12/6K5 w - - 0 1\n"

Test(variants, squares_have_names_on_every_board) {
    static const char *const names[] = {"small", "chess", "largest"};
    ks_variants *const variants = read_variants(SHORT_BOARD LARGEST);
    for (size_t i = 0; i < LENGTH(names); i++) {
        const ks_variant *const variant = find_variant(variants, names[i]);
        const ks_variant_facts facts = ks_variant_get_facts(variant);
        const unsigned squares = facts.files * facts.ranks;
        for (unsigned square = 0; square < squares; square++) {
            char name[8];
            sprintf(name, "%c%u", 'a' + square % facts.files, facts.ranks - square / facts.files);
            cr_assert_str_eq(ks_variant_square_name(variant, square), name);
        }
        cr_assert_str_eq(ks_variant_square_name(variant, squares), "-");
        cr_assert_str_eq(ks_variant_square_name(variant, KS_VARIANT_NO_SQUARE), "-");
    }
    cr_assert_str_eq(ks_variant_square_name(find_variant(variants, "largest"), 11), "l10");
    ks_variants_free(variants);
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Returns the legal moves that begin with `beginning`, sorted, with blanks between them, in a
 * static buffer. */
static const char *moves_from(const ks_variant *variant, const char *fen, const char *beginning) {
    enum { ROOM = 512 };
    static char text[ROOM * KS_VARIANT_UCI_SIZE];
    char names[ROOM][KS_VARIANT_UCI_SIZE];
    ks_variant_move moves[ROOM];
    const ks_variant_position position = read_variant_position(variant, fen, KS_FEN_RIGHTS);
    const size_t count = ks_variant_legal_moves(variant, &position, moves, ROOM);
    char *out = text;
    cr_assert_leq(count, ROOM);
    for (size_t i = 0; i < count; i++)
        ks_variant_write_uci(variant, &position, moves[i], 0, names[i]);
    qsort(names, count, sizeof *names, compare);
    *out = '\0';
    for (size_t i = 0; i < count; i++)
        if (strncmp(names[i], beginning, strlen(beginning)) == 0)
            out += sprintf(out, "%s%s", out > text ? " " : "", names[i]);
    return text;
}

static void expect_moves(const ks_variant *variant, const char *fen, const char *beginning,
                         const char *expected) {
    const char *const found = moves_from(variant, fen, beginning);
    cr_assert_str_eq(found, expected, "%s: %s", fen, found);
}

/* ---- Pieces ---- */

Test(variants, cardinal_is_bishop_or_knight) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const grand = find_variant(variants, "grand");
    expect_moves(
        grand, "k9/10/10/10/10/10/3A6/10/10/K9 w - - 0 1", "d4",
        "d4a7 d4b2 d4b3 d4b5 d4b6 d4c2 d4c3 d4c5 d4c6 d4e2 d4e3 d4e5 d4e6 d4f2 d4f3 d4f5 d4f6 d4g1 d4g7 "
        "d4h8 d4i9 d4j10");
    ks_variants_free(variants);
}

Test(variants, four_names_of_a_piece) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const grand = find_variant(variants, "grand"), *const capablanca =
                                                                         find_variant(variants, "capablanca");
    unsigned seen = 0;
    for (unsigned type = 0; type < ks_variant_get_facts(grand).types; type++) {
        const ks_variant_piece_type ours = ks_variant_get_piece_type(grand, type),
                                    theirs = ks_variant_get_piece_type(capablanca, type);
        if (ours.label != 'a' && ours.label != 'c')
            continue;
        seen++;
        cr_assert_str_eq(ours.code_name, ours.label == 'a' ? "archbishop" : "chancellor");
        cr_assert_str_eq(ours.name, ours.label == 'a' ? "Cardinal" : "Marshall");
        cr_assert_eq(ours.letter, ours.label == 'a' ? 'C' : 'M');
        cr_assert_str_eq(theirs.code_name, ours.code_name);
        cr_assert_str_eq(theirs.name, ours.label == 'a' ? "Archbishop" : "Chancellor");
        cr_assert_eq(theirs.letter, ours.label == 'a' ? 'A' : 'C');
    }
    cr_assert_eq(seen, 2);
    ks_variants_free(variants);
}

static void expect_description(const ks_variant *variant, char label, const char *expected) {
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++) {
        char text[1024];
        if (ks_variant_get_piece_type(variant, type).label != label)
            continue;
        cr_assert_lt(ks_variant_describe_piece_type(variant, type, text, sizeof text), sizeof text);
        cr_assert_str_eq(text, expected);
        return;
    }
    cr_assert_fail("no piece %c", label);
}

Test(variants, a_piece_that_does_not_move) {
    ks_variants *const variants = read_variants("[t : chess]\nimmobile = x\n");
    const ks_variant *const t = find_variant(variants, "t");
    expect_description(t, 'x', "The Immobile Piece may not move.");
    expect_moves(t, "k7/8/8/8/8/8/8/6XK w - - 0 1", "", "h1g2 h1h2");
    ks_variants_free(variants);
}

/* Some pieces of a side are confined to a region. They pass and hop over other squares, but attack no piece
 * there. */
Test(variants, regions_of_pieces) {
    ks_variants *const variants = read_variants("[t : chess]\ncannon = c\n"
                                                "mobilityRegionWhiteRook = *1 *4\n"
                                                "mobilityRegionBlackCannon = *8 *1\n"
                                                "mobilityRegionWhiteKing = e1 e2\n");
    const ks_variant *const t = find_variant(variants, "t");
    expect_moves(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", "a1a4 a1b1 a1c1 a1d1");
    expect_moves(t, "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1", "a1", "a1b1 a1c1 a1d1");
    expect_moves(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1", "e1e2");
    expect_moves(t, "c3k3/8/P7/8/8/8/8/R3K3 b - - 0 1", "a8", "a8a1 a8b8 a8c8 a8d8");
    expect_moves(t, "c3k3/8/P7/8/8/R7/8/4K3 b - - 0 1", "a8", "a8b8 a8c8 a8d8");
    expect_moves(t, "8/8/8/8/8/k7/8/R3K3 w - - 0 1", "e1", "e1e2");
    expect_description(t, 'r',
                       "The Rook may move any number of squares orthogonally until it reaches an occupied "
                       "square. It may move only to some squares (black's to any square).");
    expect_description(t, 'k',
                       "The King may step one square in any direction. It may move only to the squares "
                       "e1 to e2 (black's to any square).");
    ks_variant_position position = read_variant_position(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 0);
    ks_variant_attempt attempt;
    ks_error error;
    cr_assert_eq(ks_variant_read_move(t, &position, "a1a3", 4, &attempt, &error), KS_ERROR_PIECE_RULE);
    cr_assert_str_eq(error.message, "the rook on a1 can't go to a3: no white rook may go there");
    ks_variants_free(variants);
}

/* A pawn that need not promote may stay on the last rank, unless no piece may get stuck. */
Test(variants, pieces_that_get_stuck) {
    ks_variants *const variants = read_variants("[free : chess]\nmandatoryPawnPromotion = false\n"
                                                "[mobile : free]\nimmobilityIllegal = true\nlance = l\n");
    const ks_variant *const free = find_variant(variants, "free"), *const mobile =
                                                                       find_variant(variants, "mobile");
    static const char fen[] = "7k/P7/8/8/8/8/8/7K w - - 0 1";
    expect_moves(free, fen, "a7", "a7a8 a7a8b a7a8n a7a8q a7a8r");
    expect_moves(mobile, fen, "a7", "a7a8b a7a8n a7a8q a7a8r");
    expect_moves(free, "P6k/8/8/8/8/8/8/7K w - - 0 1", "a8", "");
    expect_moves(mobile, "7k/8/L7/8/8/8/8/7K w - - 0 1", "a6", "a6a7");
    ks_variant_position position = read_variant_position(mobile, "7k/8/L7/8/8/8/8/7K w - - 0 1", 0);
    ks_variant_attempt attempt;
    ks_error error;
    cr_assert_eq(ks_variant_read_move(mobile, &position, "a6a8", 4, &attempt, &error), KS_ERROR_PIECE_RULE);
    cr_assert_str_eq(error.message, "the lance on a6 can't go to a8: it could never move again from there");
    ks_variants_free(variants);
}

Test(variants, repetitions_in_words) {
    static const struct {
        const char *keys, *expected;
    } rows[] = {
        {"", " A draw may be claimed when a position occurs 3 times.\n"},
        {"nFoldRule = 4\nnFoldValue = loss\n", " When a position occurs 4 times, the side to move loses.\n"},
        {"nFoldValue = win\nnFoldValueAbsolute = true\n", " When a position occurs 3 times, white wins.\n"},
        {"nFoldValue = draw\nperpetualCheckIllegal = true\n",
         " A draw may be claimed when a position occurs 3 times. A player who repeats a position by giving "
         "check with every move loses.\n"},
        {"nFoldRule = 0\nnFoldValue = loss\n", " pawn move.\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[256], rules[2048];
        snprintf(text, sizeof text, "[t : chess]\n%s", rows[i].keys);
        ks_variants *const variants = read_variants(text);
        const size_t length = ks_variant_describe_rules(find_variant(variants, "t"), rules, sizeof rules);
        cr_assert_geq(length, strlen(rows[i].expected));
        cr_expect_str_eq(rules + length - strlen(rows[i].expected), rows[i].expected, "%s", rules);
        ks_variants_free(variants);
    }
}

/* Rules about a king say nothing in a variant without one, and change no count. */
Test(variants, rules_about_a_missing_king) {
    ks_variants *const variants = read_variants(
        "[with : chess]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
        "extinctionPieceTypes = k\nflyingGeneral = true\nbikjangRule = true\nmakpongRule = true\n"
        "startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\n"
        "[without : with]\nflyingGeneral = false\nbikjangRule = false\nmakpongRule = false\n");
    const ks_variant *const with = find_variant(variants, "with"), *const without =
                                                                       find_variant(variants, "without");
    static const char *const fens[] = {"4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
                                       "4k3/8/8/8/8/2b5/3R4/4K2r w - - 0 1"};
    char rules[2][2048];
    ks_variant_describe_rules(with, rules[0], sizeof rules[0]);
    ks_variant_describe_rules(without, rules[1], sizeof rules[1]);
    cr_expect_str_eq(rules[0], rules[1]);
    for (size_t i = 0; i < LENGTH(fens); i++) {
        const ks_variant_position a = read_variant_position(with, fens[i], 0),
                                  b = read_variant_position(without, fens[i], 0);
        for (unsigned depth = 1; depth <= 3; depth++)
            cr_expect_eq(ks_variant_perft(with, &a, depth), ks_variant_perft(without, &b, depth), "%s",
                         fens[i]);
    }
    ks_variants_free(variants);
}

Test(variants, descriptions) {
    ks_variants *const variants =
        read_variants("[t : chess]\n"
                      "customPiece1 = x:fsWnD\ncustomPiece2 = y:gQ3\ncustomPiece3 = z:mNNcZ\n"
                      "customPiece4 = w:frNsCiK\ndisplayNames = x: Mule\n");
    const ks_variant *const t = find_variant(variants, "t");
    expect_description(
        find_variant(variants, "grand"), 'a',
        "The Cardinal may leap as a knight or move any number of squares diagonally until it reaches an "
        "occupied square.");
    expect_description(
        find_variant(variants, "cannon"), 'c',
        "The Cannon may move any number of squares orthogonally over empty squares without capturing "
        "or capture by hopping orthogonally over exactly one piece, any distance beyond it.");
    expect_description(
        find_variant(variants, "shatranj"), 'p',
        "The Pawn may step one square forward without capturing or capture by stepping one square "
        "diagonally forward. On its 8th rank it must be promoted to Ferz.");
    expect_description(find_variant(variants, "knightmate"), 'k', "The Royal Knight may leap as a knight.");
    expect_description(find_variant(variants, "makruk"), 's',
                       "The Khon may step one square diagonally or step one square forward.");
    expect_description(t, 'k', "The King may step one square in any direction.");
    expect_description(
        t, 'q',
        "The Queen may move any number of squares in any direction until it reaches an occupied square.");
    expect_description(
        t, 'x',
        "The Mule may step one square forward or sideways or leap two squares orthogonally if the "
        "square between is empty.");
    expect_description(
        t, 'y',
        "The Piece Y may hop in any direction over the first piece in the way, to the square beyond "
        "it, at most 3 squares in all.");
    expect_description(
        t, 'z',
        "The Piece Z may leap as a knight any number of times in one direction over empty squares "
        "without capturing or capture by leaping three squares in one direction and two across.");
    expect_description(
        t, 'w',
        "The Piece W may leap two squares to the right and one forward, leap three squares to the left "
        "and one forward or backward or three squares to the right and one forward or backward or step "
        "one square in any direction from its 2nd rank.");
    ks_variants_free(variants);
}

/* ---- Hoppers and lame leapers ---- */

Test(variants, cannon_hops_over_exactly_one_piece) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const cannon = find_variant(variants, "cannon");
    expect_moves(cannon, "7k/8/8/c7/8/p7/8/C2n3K w - - 0 1", "a1", "a1a2 a1a5 a1b1 a1c1");
    expect_moves(cannon, "7k/n7/8/n7/8/p7/8/C6K w - - 0 1", "a1a", "a1a2 a1a5");
    ks_variants_free(variants);
}

/* A piece that moves between can give check, and so can one that moves away. */
Test(variants, blockers_enable_checks) {
    ks_variants *const variants = read_variants("[t : chess]\nhorse = h\ncannon = c\n");
    const ks_variant *const t = find_variant(variants, "t");
    static const struct {
        const char *fen, *checkers;
        enum ks_verdict verdict;
    } rows[] = {
        {"7k/8/8/8/K6c/8/8/8 w - - 0 1", "", KS_SAFE},
        {"7k/8/8/8/K3P2c/8/8/8 w - - 0 1", "h4", KS_CHECK},
        {"7k/8/8/8/K2pP2c/8/8/8 w - - 0 1", "", KS_SAFE},
        {"7k/8/8/8/8/2h5/8/1K6 w - - 0 1", "c3", KS_CHECK},
        {"7k/8/8/8/8/2h5/2P5/1K6 w - - 0 1", "", KS_SAFE},
        {"7k/8/8/8/8/2h5/1p6/1K6 w - - 0 1", "c3", KS_CHECK},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_variant_squares checkers;
        const ks_variant_position position = read_variant_position(t, rows[i].fen, KS_FEN_RIGHTS);
        cr_assert_eq(ks_variant_judge(t, &position, &checkers), rows[i].verdict, "%s", rows[i].fen);
        const char *const name =
            checkers.half[0] ? ks_variant_square_name(t, (unsigned)__builtin_ctzll(checkers.half[0])) : "";
        cr_assert_str_eq(name, rows[i].checkers, "%s", rows[i].fen);
    }
    expect_moves(t, "7k/8/8/8/K6c/8/4P3/8 w - - 0 1", "e2",
                 "e2e3");                                          /* on e4 it would be the cannon's hurdle */
    expect_moves(t, "7k/8/8/8/K1N1P2c/8/8/8 w - - 0 1", "c4", ""); /* two pieces are no hurdle, one is */
    expect_moves(t, "7k/8/8/8/8/2h5/2P5/1K6 w - - 0 1", "c2", ""); /* the pawn blocks the horse's leg */
    ks_variants_free(variants);
}

/* ---- Pawns ---- */

Test(variants, en_passant_after_a_long_first_push) {
    ks_variants *const variants = read_variants(LONGER);
    const ks_variant *const longer = find_variant(variants, "longer");
    ks_variant_position position =
        read_variant_position(longer, "4k3/8/8/8/8/1p6/1p6/8/2P5/4K3 w - - 0 1", KS_FEN_RIGHTS);
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    char fen[KS_VARIANT_FEN_SIZE];
    cr_assert_eq(ks_variant_read_move(longer, &position, "c2c5", 4, &attempt, NULL), KS_OK);
    ks_variant_make_move(longer, &position, attempt.move, &undo);
    ks_variant_write_x_fen(longer, &position, fen);
    cr_assert_str_eq(fen, "4k3/8/8/8/8/1pP5/1p6/8/8/4K3 b - c3c4 0 1");
    expect_moves(longer, fen, "b5", "b5c4");
    expect_moves(longer, fen, "b4", "b4b3 b4c3");
    cr_assert_eq(ks_variant_read_move(longer, &position, "bxc3", 4, &attempt, NULL), KS_OK);
    ks_variant_make_move(longer, &position, attempt.move, &undo);
    ks_variant_write_x_fen(longer, &position, fen);
    cr_assert_str_eq(fen, "4k3/8/8/8/8/1p6/8/2p5/8/4K3 w - - 0 2");
    /* A push may not pass the last rank or a piece. */
    expect_moves(longer, "4k3/8/8/8/8/8/2n5/8/2P5/4K3 w - - 0 1", "c2", "c2c3");
    ks_variants_free(variants);
}

Test(variants, berolina_en_passant) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const berolina = find_variant(variants, "berolina");
    ks_variant_position position =
        read_variant_position(berolina, "4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1", KS_FEN_RIGHTS);
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    char fen[KS_VARIANT_FEN_SIZE];
    cr_assert_eq(ks_variant_read_move(berolina, &position, "c7a5", 4, &attempt, NULL), KS_OK);
    ks_variant_make_move(berolina, &position, attempt.move, &undo);
    ks_variant_write_x_fen(berolina, &position, fen);
    cr_assert_str_eq(fen, "4k3/8/8/pP6/8/8/8/4K3 w - a5b6 0 2");
    expect_moves(berolina, fen, "b5", "b5a6 b5b6 b5c6");
    ks_variants_free(variants);
}

Test(variants, grand_promotes_only_to_lost_pieces) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const grand = find_variant(variants, "grand");
    expect_moves(grand, "10/2P7/4k5/10/10/10/10/10/KQRRNNBBAC/10 w - - 0 1", "c9", "");
    expect_moves(grand, "10/2P7/4k5/10/10/10/10/10/KQRRNNBB1C/10 w - - 0 1", "c9", "c9c10a");
    expect_moves(grand, "10/10/2P7/4k5/10/10/10/10/KQRRNNBBAC/10 w - - 0 1", "c8", "c8c9");
    expect_moves(grand, "10/10/2P7/4k5/10/10/10/10/KQRRNNBBA1/10 w - - 0 1", "c8", "c8c9 c8c9c");
    /* A pawn that may not enter the last rank still gives check there and guards it. */
    const ks_variant_position position =
        read_variant_position(grand, "3k6/2P7/10/10/10/10/10/10/KQRRNNBBAC/10 b - - 0 1", KS_FEN_RIGHTS);
    ks_variant_squares checkers;
    cr_assert_eq(ks_variant_judge(grand, &position, &checkers), KS_DOUBLE_CHECK);
    cr_assert_eq(checkers.half[0], UINT64_C(1) << 12);
    expect_moves(grand, "2k7/2P7/10/10/10/10/10/10/10/K9 b - - 0 1", "c10", "c10b9 c10c9 c10d9");
    ks_variants_free(variants);
}

/* ---- Outcomes ---- */

Test(variants, results_of_ended_games) {
    ks_variants *const variants = read_variants(SHORT_BOARD);
    static const struct {
        const char *variant, *fen;
        enum ks_verdict verdict;
        enum ks_outcome outcome;
    } rows[] = {
        {"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", KS_STALEMATE, KS_DRAWN},
        {"chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", KS_CHECKMATE, KS_WHITE_WINS},
        {"makruk", "k7/2R5/1K6/8/8/8/8/8 b - - 0 1", KS_SAFE, KS_UNDECIDED},
        {"shatranj", "k7/7R/2K5/8/8/8/p7/1R6 b - - 0 1", KS_SAFE, KS_UNDECIDED},
        {"shatranj", "k7/7R/2K5/p7/P7/8/8/1R6 b - - 0 1", KS_STALEMATE, KS_WHITE_WINS},
        {"shatranj", "k7/8/1KP4R/8/8/8/8/8 b - - 0 1", KS_SAFE, KS_WHITE_WINS},
        {"shatranj", "k7/8/1KP5/8/8/8/8/8 b - - 0 1", KS_SAFE, KS_UNDECIDED}, /* may capture the last piece */
        {"shatranj", "k7/8/1KP5/8/8/8/8/8 w - - 0 1", KS_SAFE, KS_WHITE_WINS},
        {"small", "k4/2Q2/1K3/5/5/5 b - - 0 1", KS_STALEMATE, KS_BLACK_WINS},
        {"small", "k4/1Q3/1K3/5/5/5 b - - 0 1", KS_CHECKMATE, KS_WHITE_WINS},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant *const variant = find_variant(variants, rows[i].variant);
        const ks_variant_position position = read_variant_position(variant, rows[i].fen, KS_FEN_RIGHTS);
        const enum ks_verdict verdict = ks_variant_judge(variant, &position, NULL);
        cr_assert_eq(verdict, rows[i].verdict, "%s %s: %s", rows[i].variant, rows[i].fen,
                     ks_verdict_name(verdict));
        cr_assert_eq(ks_variant_find_outcome(variant, &position, verdict), rows[i].outcome, "%s %s",
                     rows[i].variant, rows[i].fen);
    }
    ks_variants_free(variants);
}

/* ---- Positions as text ---- */

Test(variants, fens_are_written_as_they_were_read) {
    ks_variants *const variants = read_variants(LONGER SHORT_BOARD);
    static const struct {
        const char *variant, *fen, *again;
    } rows[] = {
        {"courier", "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1",
         NULL},
        {"grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b - - 3 9", NULL},
        {"grand", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b 3 9",
         "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b - - 3 9"},
        {"janus", "rj2k1nb1r/9P/10/10/10/10/10/R3K4R w KQkq - 0 1", NULL},
        {"janus", "r3k3r1/10/10/10/10/10/10/RR2K4R w KBkq - 0 1", NULL},
        {"janus", "r3k3r1/10/10/10/10/10/10/RR2K4R w JBia - 0 1",
         "r3k3r1/10/10/10/10/10/10/RR2K4R w KBkq - 0 1"},
        {"chess", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", NULL},
        {"chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
        {"longer", "4k3/8/8/8/8/1pP5/1p6/8/8/4K3 b - c3c4 0 1", NULL},
        {"longer", "4k3/8/8/8/8/1pP5/1p6/8/8/4K3 b - c4c3 0 1", "4k3/8/8/8/8/1pP5/1p6/8/8/4K3 b - c3c4 0 1"},
        {"longer", "4k3/8/8/8/8/2P5/1p6/8/8/4K3 b - c3 0 1", NULL},
        {"berolina", "4k3/8/8/pP6/8/8/8/4K3 w - a5b6 0 2", NULL},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1", NULL},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQABCDEFGHkqabcdefgh - 0 1",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1"},
        {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[E] w KQ - 0 1", NULL},
        {"seirawan", "4k3/8/8/8/8/8/8/R3K2R[E] w AEH - 0 1", "4k3/8/8/8/8/8/8/R3K2R[E] w KQ - 0 1"},
        {"seirawan", "r3k2r/8/8/8/8/8/8/R3K2R[E] w QEkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R[E] w Qkq - 0 1"},
        {"gustav3", "arnbqkbnra/*pppppppp*/*8*/*8*/*8*/*8*/*PPPPPPPP*/ARNBQKBNRA w KQkq - 0 1", NULL},
        {"small", "knbqr/ppppp/5/5/PPPPP/KNBQR w - - 0 1", NULL},
        {"small", "k4/11111/2111/5/5/4K b - - 65535 65535", "k4/5/5/5/5/4K b - - 65535 65535"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char fen[KS_VARIANT_FEN_SIZE];
        const ks_variant *const variant = find_variant(variants, rows[i].variant);
        const ks_variant_position position = read_variant_position(variant, rows[i].fen, KS_FEN_RIGHTS);
        const size_t length = ks_variant_write_x_fen(variant, &position, fen);
        cr_assert_eq(length, strlen(fen));
        cr_assert_str_eq(fen, rows[i].again ? rows[i].again : rows[i].fen);
    }
    ks_variants_free(variants);
}

Test(variants, texts_that_are_not_positions) {
    ks_variants *const variants = read_variants(LONGER);
    static const struct {
        const char *variant, *fen;
        int code;
        size_t offset;
    } rows[] = {
        {"grand", "", KS_ERROR_FIELD_MISSING, 0},
        {"grand", "r8x/10/10", KS_ERROR_PLACEMENT_CHARACTER, 2},
        {"grand", "r0r", KS_ERROR_PLACEMENT_CHARACTER, 1},
        {"grand", "11/10", KS_ERROR_ROW_TOO_LONG, 0},
        {"grand", "r8rr/10", KS_ERROR_ROW_TOO_LONG, 3},
        {"grand", "r7r/10", KS_ERROR_ROW_TOO_SHORT, 3},
        {"grand", "10/10/10/10/10/10/10/10/10 w - -", KS_ERROR_ROWS_TOO_FEW, 26},
        {"grand", "10/10/10/10/10/10/10/10/10/10/10 w - -", KS_ERROR_ROWS_TOO_MANY, 29},
        {"grand", "k9/10/10/10/10/10/10/10/10/10 w - -", KS_ERROR_NO_KING, 0},
        {"grand", "k9/10/10/10/10/10/10/10/5K4/7K2 w - -", KS_ERROR_MANY_KINGS, 29},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K", KS_ERROR_FIELD_MISSING, 29},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K x", KS_ERROR_SIDE, 30},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K w l -", KS_ERROR_CASTLING, 32},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K w - k3", KS_ERROR_EN_PASSANT, 34},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K w - a0", KS_ERROR_EN_PASSANT, 34},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K w - a11", KS_ERROR_EN_PASSANT, 34},
        {"grand", "k9/10/10/10/10/10/10/10/10/9K w - a4", KS_ERROR_EN_PASSANT_SQUARE, 34},
        {"grand", "kP8/10/10/10/10/10/10/10/10/9K w - -", KS_ERROR_PAWN_RANK, 1},
        {"grand", "k9/10/10/10/10/10/10/10/10/1P7K w - -", KS_ERROR_PAWN_RANK, 28},
        {"grand", "k9/10/10/10/10/10/10/10/10/R8K w - -", KS_ERROR_KING_CAPTURABLE, 0},
        {"capablanca", "k9/10/10/10/10/10/10/K8R w Q -", KS_ERROR_CASTLING_RIGHT, 27},
        {"longer", "4k3/8/8/8/8/1pP5/1p6/8/8/4K3 b - c2 0 1", KS_ERROR_EN_PASSANT_SQUARE, 33},
        {"longer", "4k3/8/8/8/8/1pP5/1p6/8/2P5/4K3 b - c3 0 1", KS_ERROR_EN_PASSANT_SQUARE, 35},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_variant_position position;
        ks_error error;
        const int code = ks_variant_read_fen(find_variant(variants, rows[i].variant), rows[i].fen,
                                             strlen(rows[i].fen), KS_FEN_RIGHTS, &position, &error);
        cr_assert_eq(code, rows[i].code, "%s: %s, not %s: %s", rows[i].fen, ks_error_name(code),
                     ks_error_name(rows[i].code), error.message);
        cr_assert_eq(error.offset, rows[i].offset, "%s: %zu: %s", rows[i].fen, error.offset, error.message);
    }
    ks_variants_free(variants);
}
