/* Tests Betza notation: the moves that it describes, and texts that are not notation. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/variants/read.h"

#define OPEN "7k/8/8/8/3X4/8/8/7K w - - 0 1"
#define CROWDED "7k/3p4/1p1p1p2/2P5/p1PX1p2/2p1p3/P2P1P2/7K w - - 0 1"
#define MIRRORED "7k/8/8/3x4/8/8/8/7K b - - 0 1" /* black's piece on d5 */

/* The squares to which a piece on d4 may move. Fairy-Stockfish of 2023 gives the same for the open board,
 * apart from the leapers by C, Z, G and H, sfN, vsN, and bent moves, which it lacks. */
static const struct {
    const char *fen, *betza, *squares;
} rows[] = {
    {OPEN, "W", "c4 d3 d5 e4"},
    {OPEN, "F", "c3 c5 e3 e5"},
    {OPEN, "D", "b4 d2 d6 f4"},
    {OPEN, "A", "b2 b6 f2 f6"},
    {OPEN, "H", "a4 d1 d7 g4"},
    {OPEN, "N", "b3 b5 c2 c6 e2 e6 f3 f5"},
    {OPEN, "C", "a3 a5 c1 c7 e1 e7 g3 g5"},
    {OPEN, "L", "a3 a5 c1 c7 e1 e7 g3 g5"},
    {OPEN, "G", "a1 a7 g1 g7"},
    {OPEN, "Z", "a2 a6 b1 b7 f1 f7 g2 g6"},
    {OPEN, "J", "a2 a6 b1 b7 f1 f7 g2 g6"},
    {OPEN, "fsLvJ", "a5 b1 b7 f1 f7 g5"},
    {OPEN, "mLcJ", "a3 a5 c1 c7 e1 e7 g3 g5"},
    {OPEN, "K", "c3 c4 c5 d3 d5 e3 e4 e5"},
    {OPEN, "WF", "c3 c4 c5 d3 d5 e3 e4 e5"},
    {OPEN, "R", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"},
    {OPEN, "WW", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"},
    {OPEN, "W0", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4"},
    {OPEN, "fN", "c6 e6"},
    {OPEN, "bN", "c2 e2"},
    {OPEN, "lN", "b3 b5"},
    {OPEN, "rN", "f3 f5"},
    {OPEN, "vN", "c2 c6 e2 e6"},
    {OPEN, "sN", "b3 b5 f3 f5"},
    {OPEN, "ffN", "c6 e6"},
    {OPEN, "frN", "f5"},
    {OPEN, "rfN", "e6"},
    {OPEN, "fsN", "b5 f5"},
    {OPEN, "fhN", "b5 c6 e6 f5"},
    {OPEN, "lhN", "b3 b5 c2 c6"},
    {OPEN, "hrN", "b5 c2 e6 f3"},
    {OPEN, "hlN", "b3 c6 e2 f5"},
    {OPEN, "fhK", "c5 d5 e5"},
    {OPEN, "sfN", "c6 e6"},
    {OPEN, "vsN", "b3 b5 f3 f5"},
    {OPEN, "ffrN", "c6 e6 f3 f5"},
    {OPEN, "fbN", "c2 c6 e2 e6"},
    {OPEN, "brN", "f3"},
    {OPEN, "frF", "e5"},
    {OPEN, "rfF", "e5"},
    {OPEN, "lF", "c3 c5"},
    {OPEN, "sF", "c3 c5 e3 e5"},
    {OPEN, "fslF", "c3 c5 e5"},
    {OPEN, "flrF", "c5 e3 e5"},
    {OPEN, "fblF", "c3 c5 e5"},
    {OPEN, "frW", "d5 e4"},
    {OPEN, "fsW", "c4 d5 e4"},
    {OPEN, "lrW", "c4 e4"},
    {OPEN, "fK", "c5 d5 e5"},
    {OPEN, "sK", "c3 c4 c5 e3 e4 e5"},
    {OPEN, "W2", "b4 c4 d2 d3 d5 d6 e4 f4"},
    {OPEN, "F2", "b2 b6 c3 c5 e3 e5 f2 f6"},
    {OPEN, "Q2", "b2 b4 b6 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f2 f4 f6"},
    {OPEN, "NN", "b3 b5 b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"},
    {OPEN, "N2", "b3 b5 b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"},
    {OPEN, "DD", "b4 d2 d6 d8 f4 h4"},
    {OPEN, "iW", ""},
    {OPEN, "cW", ""},
    {OPEN, "mcW", "c4 d3 d5 e4"},
    {CROWDED, "mW", "d3 d5 e4"},
    {CROWDED, "R3", "d3 d5 d6 e4 f4"},
    {CROWDED, "mNcB", "b3 b5 c2 c3 c6 e2 e3 e6 f3 f5 f6"},
    {CROWDED, "nN", "c2 c6 e2 e6 f3 f5"},
    {CROWDED, "nA", "f6"},
    {CROWDED, "nD", "d6 f4"},
    {CROWDED, "nH", ""},
    {CROWDED, "nC", ""},
    {CROWDED, "nZ", "b1 b7 f1 f7 g2 g6"},
    {CROWDED, "nG", ""},
    {CROWDED, "nNN", "b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"},
    {CROWDED, "pR", "a4 b4 d1 d7 g4 h4"},
    {CROWDED, "pR3", "a4 b4 d1 d7 g4"},
    {CROWDED, "mpR", "b4 d1 g4 h4"},
    {CROWDED, "cpR", "a4 d7"},
    {CROWDED, "mRcpR", "a4 d3 d5 d7 e4"},
    {CROWDED, "gR", "b4 d1 d7 g4"},
    {CROWDED, "gR2", "b4"},
    {CROWDED, "gQ", "b2 b4 b6 d1 d7 g4 g7"},
    {CROWDED, "gDD", "d8 h4"},
    {OPEN, "[F?R]", "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8 f3 f5 g3 g5 h3 h5"},
    {OPEN, "[F-R]", "a3 a5 b3 b5 c1 c2 c6 c7 c8 e1 e2 e6 e7 e8 f3 f5 g3 g5 h3 h5"},
    {OPEN, "v[F?R]", "c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8"},
    {OPEN, "v[W?B]", "a8 b1 b7 c2 c6 d3 d5 e2 e6 f1 f7 g8"},
    {OPEN, "fr[F-R2]", "f5 g5"},
    {OPEN, "[W-R]", "a4 b4 d1 d2 d6 d7 d8 f4 g4 h4"},
    {OPEN, "[F-B2]", "a1 a7 b2 b6 f2 f6 g1 g7"},
    {OPEN, "fl[F-B]", "a7 b6"},
    {CROWDED, "[F?R]", "c3 e3 e5 e6 e7 e8 f5 g5 h5"},
    {CROWDED, "c[F?R]", "c3 e3"},
    {CROWDED, "[W?B]", "a8 b1 b7 c2 c6 d3 d5 e2 e4 e6 f1 f3 f5 f7 g2 g6 g8 h7"},
    {CROWDED, "[D?B]", "a3 a5 b4 d6 f4"},
    {CROWDED, "[W-F]", "c2 c6 e2 e6 f3 f5"}, /* as nN */
    {MIRRORED, "f[F?R]", "c1 c2 c3 c4 e1 e2 e3 e4"},
    {MIRRORED, "fN", "c3 e3"},
    {MIRRORED, "frN", "b4"},
    {MIRRORED, "lF", "e4 e6"},
    {MIRRORED, "fsW", "c5 d4 e5"},
};

static ks_variants *with_piece(const char *betza, ks_error *error) {
    char text[256];
    const int length = snprintf(text, sizeof text, "[t : chess]\ncustomPiece1 = x:%s\n", betza);
    return ks_variants_new(text, (size_t)length, 0, error);
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Writes the squares to which the piece X may move, sorted, with blanks between them. */
static void write_targets(const ks_variant *variant, const char *fen, char *out) {
    enum { ROOM = 512 };
    static ks_variant_move moves[ROOM];
    char names[64][4];
    size_t found = 0;
    const ks_variant_position position = read_variant_position(variant, fen, KS_FEN_RIGHTS);
    const size_t count = ks_variant_legal_moves(variant, &position, moves, ROOM);
    cr_assert_leq(count, ROOM);
    for (size_t i = 0; i < count; i++) {
        const unsigned code = position.board[KS_VARIANT_MOVE_FROM(moves[i])];
        if (ks_variant_get_piece_type(variant, KS_VARIANT_TYPE(code)).label == 'x')
            strcpy(names[found++], ks_variant_square_name(variant, KS_VARIANT_MOVE_TO(moves[i])));
    }
    qsort(names, found, sizeof *names, compare);
    *out = '\0';
    for (size_t i = 0; i < found; i++)
        out += sprintf(out, "%s%s", i ? " " : "", names[i]);
}

Test(betza, where_pieces_go) {
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char found[512];
        ks_error error;
        ks_variants *const variants = with_piece(rows[i].betza, &error);
        cr_assert(variants, "%s: %s", rows[i].betza, error.message);
        write_targets(ks_variants_find(variants, "t", NULL), rows[i].fen, found);
        cr_assert_str_eq(found, rows[i].squares, "%s in %s: %s", rows[i].betza, rows[i].fen, found);
        ks_variants_free(variants);
    }
}

/* Only the squares of first pushes have them; the next rank does not. */
Test(betza, first_moves) {
    static const char *const fens[] = {"7k/8/8/8/8/8/3X4/7K w - - 0 1", "7k/8/8/8/8/3X4/8/7K w - - 0 1"};
    static const char *const squares[] = {"c4 d3 e4", "d4"};
    ks_variants *const variants = with_piece("fWifN", NULL);
    for (unsigned i = 0; i < LENGTH(fens); i++) {
        char found[512];
        write_targets(ks_variants_find(variants, "t", NULL), fens[i], found);
        cr_assert_str_eq(found, squares[i]);
    }
    ks_variants_free(variants);
}

/* The error, and the byte of the notation where it is. */
static const struct {
    const char *betza;
    size_t offset;
    const char *message;
} wrong[] = {
    {"", 0,
     "expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, "
     "found the end of the text"},
    {"m", 1,
     "expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, "
     "found the end of the text"},
    {"X", 0,
     "expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, "
     "found 'X'"},
    {"WxF", 1,
     "expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, "
     "found 'x'"},
    {"W F", 1,
     "expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, "
     "found a blank (byte 0x20)"},
    {"3W", 0,
     "expected an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
     "mcnpgiefblrvs, "
     "found '3'"},
    {"mmW", 1, "the modifier 'm' is given twice before one atom"},
    {"mcmW", 2, "the modifier 'm' is given twice before one atom"},
    {"nniN", 1, "the modifier 'n' is given twice before one atom"},
    {"ifiN", 2, "the modifier 'i' is given twice before one atom"},
    {"pgR", 1, "a second way to hop before one atom"},
    {"ppR", 1, "a second way to hop before one atom"},
    {"KnW", 1, "'n' before W, which passes over no square"},
    {"nK", 0, "'n' before K, which passes over no square"},
    {"nR", 0, "'n' before R, which passes over no square"},
    {"fnF", 0, "'n' before F, which passes over no square"},
    {"npNN", 0, "a hop cannot be lame: 'n' with 'p' or 'g'"},
    {"NpN", 1, "a single leap has no piece to hop over: 'p' needs a rider, such as R, NN or D3"},
    {"gW", 0, "a single leap has no piece to hop over: 'g' needs a rider, such as R, NN or D3"},
    {"gR1", 0, "a single leap has no piece to hop over: 'g' needs a rider, such as R, NN or D3"},
    {"WmfrQ", 2, "a pair of directions is ambiguous before Q: write straight and diagonal moves separately"},
    {"flK", 0, "a pair of directions is ambiguous before K: write straight and diagonal moves separately"},
    {"[", 1, "expected the first leap of a bent move, out of WFDAHG, found the end of the text"},
    {"[N?R]", 1, "expected the first leap of a bent move, out of WFDAHG, found 'N'"},
    {"[R?B]", 1, "expected the first leap of a bent move, out of WFDAHG, found 'R'"},
    {"[sW?R]", 1, "expected the first leap of a bent move, out of WFDAHG, found 's'"},
    {"[FR]", 2, "expected '?' or '-' after the first leap of a bent move, found 'R'"},
    {"[F3?R]", 2, "expected '?' or '-' after the first leap of a bent move, found '3'"},
    {"[F?Q]", 3, "expected the second leg of a bent move, out of RBWFDAHG, found 'Q'"},
    {"[W?sR]", 3, "expected the second leg of a bent move, out of RBWFDAHG, found 's'"},
    {"[F?R", 4, "expected ']' after the second leg of a bent move, found the end of the text"},
    {"[F?R?B]", 4, "expected ']' after the second leg of a bent move, found '?'"},
    {"[F?R100]", 4, "expected a range from 0 to 99, found a larger number"},
    {"Wn[F?R]", 1, "before a bent move, expected only directions, m, c or i, found 'n'"},
    {"p[F?R]", 0, "before a bent move, expected only directions, m, c or i, found 'p'"},
    {"mg[F?R]", 0, "before a bent move, expected only directions, m, c or i, found 'g'"},
    {"fe[F?R]", 0, "before a bent move, expected only directions, m, c or i, found 'e'"},
    {"W100", 1, "expected a range from 0 to 99, found a larger number"},
    {"N99999999999999999999", 1, "expected a range from 0 to 99, found a larger number"},
    {"fbfbfbfbfW", 8, "expected an atom after so many directions, found 'f'"},
    {"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", 64, "more than 32 ways to move"},
};

Test(betza, texts_that_are_not_notation) {
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        const size_t before = strlen("[t : chess]\ncustomPiece1 = x:");
        char message[256];
        ks_error error;
        cr_assert_null(with_piece(wrong[i].betza, &error), "%s", wrong[i].betza);
        snprintf(message, sizeof message, "customPiece1: %s", wrong[i].message);
        cr_assert_str_eq(error.message, message, "%s: %s", wrong[i].betza, error.message);
        cr_assert_eq(error.offset, before + wrong[i].offset, "%s: %zu", wrong[i].betza,
                     error.offset - before);
        cr_assert_eq(error.code, KS_ERROR_BETZA);
    }
}
