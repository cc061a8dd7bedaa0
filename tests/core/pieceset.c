/* Piecesets: other programs' codes and square orders, fairy pieces, and contradictory descriptions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/kernels/arrangement.h"
#include "support/kernels/difference.h"
#include "support/kernels/geometry.h"
#include "support/kernels/mirror.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

/* ---- Chess in other codes ---- */

/* A program's codes for PNBRQK and pnbrqk, and for an empty square. */
typedef struct dialect {
    const char *name;
    uint8_t codes[12], empty;
    unsigned flags;
    bool wide;
} dialect;

static const dialect dialects[] = {
    {"Kingscan's own", {1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14}, 0, 0, 0},
    {"own codes, a1 first", {1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14}, 0, KS_PIECESET_A1_FIRST, 0},
    {"own codes as a wide set", {1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14}, 0, KS_PIECESET_WIDE, 1},
    {"Liberman 1997", {5, 1, 2, 0, 3, 4, 13, 9, 10, 8, 11, 12}, 15, 0, 0},
    {"Liberman 1997, a1 first", {5, 1, 2, 0, 3, 4, 13, 9, 10, 8, 11, 12}, 15, KS_PIECESET_A1_FIRST, 0},
    {"letters of FEN", {'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'}, '.', 0, 1},
    {"letters of FEN, a1 first",
     {'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'},
     ' ',
     KS_PIECESET_A1_FIRST | KS_PIECESET_WIDE,
     1},
    {"signed codes", {1, 2, 3, 4, 5, 6, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0xfa}, 0, 0, 1},
    {"colour in bit 7, a1 first",
     {0, 1, 2, 3, 4, 5, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85},
     0x7f,
     KS_PIECESET_A1_FIRST,
     1},
};

/* Describes the pieces in a dialect's codes, and maps each of Kingscan's codes to one of these. */
static void translate(const dialect *d, ks_pieceset *set, uint8_t code_of[16]) {
    ks_piece pieces[13];
    memset(code_of, d->empty, 16);
    for (size_t i = 0; i < 12; i++) {
        pieces[i] = chess_pieces[i];
        pieces[i].code = d->codes[i];
        code_of[chess_pieces[i].code] = d->codes[i];
    }
    pieces[12] = (ks_piece){d->empty, KS_NEITHER, 0};
    cr_assert_eq(ks_pieceset_init(set, pieces, 13, d->flags, NULL), KS_OK, "%s", d->name);
    cr_assert_eq(set->wide, (uint32_t)d->wide, "%s", d->name);
    cr_assert_eq(set->a1_first, (d->flags & KS_PIECESET_A1_FIRST) != 0, "%s", d->name);
}

/* Asks about both kings of each position on a board of the dialect. The answers must be those for Kingscan's
 * codes, which positions.c compares with other programs. */
static void compare_positions(const dialect *d) {
    ks_pieceset set;
    uint8_t code_of[16], board[64], mirrored[64];
    size_t count;
    const real_position *real = real_positions(&count);
    translate(d, &set, code_of);
    for (size_t i = 0; i < count; i++) {
        const ks_position *position = &real[i].position;
        for (unsigned square = 0; square < KS_SQUARES; square++)
            board[square] = code_of[position->board[square]];
        mirror_board(board, MIRROR_ROWS, mirrored);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
            const unsigned king = ks_king_of(position, side);
            ks_king_lines lines, from_a1;
            reference()->king_scan(position->board, king, side, &lines);
            from_a1 = mirror_lines(&lines, MIRROR_ROWS);
            const char *wrong = d->flags & KS_PIECESET_A1_FIRST
                                    ? lines_difference(&set, mirrored, king ^ MIRROR_ROWS, side, &from_a1)
                                    : lines_difference(&set, board, king, side, &lines);
            if (wrong)
                cr_assert_fail("%s: %s\n%s", d->name, real[i].line, wrong);
        }
    }
}

Test(pieceset, real_positions_in_other_codes) {
    for (size_t i = 0; i < LENGTH(dialects); i += SLOW ? 3 : 1)
        compare_positions(&dialects[i]);
}

/* Random bytes of all values on the drawn squares; the other squares are empty. */
static void compare_random(const char *name, const ks_pieceset *set, uint8_t empty, uint64_t state) {
    for (int i = 0; i < (int)amount_of(80000); i++) {
        uint8_t board[64];
        random_board(&state, empty, 1 + random_below(&state, 60), 255, board);
        const unsigned square = random_below(&state, 64), side = random_below(&state, 2);
        const char *wrong = reference_difference(set, board, square, side);
        if (wrong)
            cr_assert_fail("%s, board %d: %s", name, i, wrong);
    }
}

Test(pieceset, random_boards_in_other_codes) {
    for (size_t i = 0; i < LENGTH(dialects); i++) {
        ks_pieceset set;
        uint8_t code_of[16];
        translate(&dialects[i], &set, code_of);
        compare_random(dialects[i].name, &set, dialects[i].empty, i);
    }
}

/* Sets of random classes for every byte, which include all that ks_pieceset_init can make. */
Test(pieceset, random_sets) {
    uint64_t state = 97;
    for (int i = 0; i < (SLOW ? 10 : 100); i++) {
        const unsigned codes = i % 2 ? 255 : 15, flags = i % 4 < 2 ? 0 : KS_PIECESET_A1_FIRST;
        ks_piece pieces[255];
        ks_pieceset set;
        for (unsigned code = 0; code < codes; code++) {
            const unsigned side = random_below(&state, 3);
            pieces[code] = (ks_piece){(uint8_t)(code + 1), (uint8_t)side,
                                      (uint8_t)(side == KS_NEITHER ? 0 : random_below(&state, 64))};
        }
        cr_assert_eq(ks_pieceset_init(&set, pieces, codes, flags, NULL), KS_OK);
        compare_random("random set", &set, 0, (uint64_t)i);
    }
}

/* ---- The bits of a byte that count ---- */

static void expect_rook(const ks_pieceset *set, uint8_t byte, int is_rook) {
    uint8_t board[64] = {0};
    board[3] = byte;
    const char *wrong = difference(set, board, 59, KS_BLACK, is_rook ? UINT64_C(1) << 3 : 0);
    cr_assert(!wrong, "byte 0x%02x: %s", byte, wrong);
}

Test(pieceset, narrow_sets_read_four_bits_and_wide_ones_all) {
    const ks_piece rook = {4, KS_WHITE, KS_CLASS_ORTHOGONAL};
    ks_pieceset narrow, wide;
    cr_assert_eq(ks_pieceset_init(&narrow, &rook, 1, 0, NULL), KS_OK);
    cr_assert_eq(ks_pieceset_init(&wide, &rook, 1, KS_PIECESET_WIDE, NULL), KS_OK);
    for (unsigned byte = 0; byte < 256; byte++) {
        expect_rook(&ks_chess_pieces, (uint8_t)byte, (byte & 15) == 4 || (byte & 15) == 5);
        expect_rook(&narrow, (uint8_t)byte, (byte & 15) == 4);
        expect_rook(&wide, (uint8_t)byte, byte == 4);
    }
}

/* A byte whose low bits are a piece's blocks lines in a narrow set, but not in a wide one. */
Test(pieceset, high_bits_do_not_turn_an_empty_square_into_a_piece) {
    const ks_piece pieces[] = {{4, KS_WHITE, KS_CLASS_ORTHOGONAL}, {6, KS_BLACK, KS_CLASS_WAZIR}};
    const uint8_t board[64] = {[3] = 4, [35] = 0x16};
    ks_pieceset narrow, wide;
    cr_assert_eq(ks_pieceset_init(&narrow, pieces, 2, 0, NULL), KS_OK);
    cr_assert_eq(ks_pieceset_init(&wide, pieces, 2, KS_PIECESET_WIDE, NULL), KS_OK);
    const char *wrong = difference(&narrow, board, 59, KS_BLACK, 0);
    cr_assert(!wrong, "%s", wrong);
    wrong = difference(&wide, board, 59, KS_BLACK, 1 << 3);
    cr_assert(!wrong, "%s", wrong);
}

Test(pieceset, the_bundled_set_is_what_init_makes) {
    ks_pieceset set;
    cr_assert_eq(ks_pieceset_init(&set, chess_pieces, 12, 0, NULL), KS_OK);
    cr_assert_eq(memcmp(&set, &ks_chess_pieces, sizeof set), 0);
}

Test(pieceset, an_empty_description_is_an_empty_board) {
    uint8_t board[64];
    ks_pieceset set;
    cr_assert_eq(ks_pieceset_init(&set, NULL, 0, 0, NULL), KS_OK);
    memset(board, 5, sizeof board);
    cr_assert(!difference(&set, board, 28, KS_WHITE, 0));
}

/* ---- Fairy pieces ---- */

enum { CARDINAL = 1, MARSHALL, AMAZON, CENTAUR, DRAGON_KING, DRAGON_HORSE, WALL };

static const ks_piece fairies[] = {
    {CARDINAL, KS_WHITE, KS_CLASS_DIAGONAL | KS_CLASS_KNIGHT},
    {MARSHALL, KS_WHITE, KS_CLASS_ORTHOGONAL | KS_CLASS_KNIGHT},
    {AMAZON, KS_WHITE, KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL | KS_CLASS_KNIGHT},
    {CENTAUR, KS_WHITE, KS_CLASS_WAZIR | KS_CLASS_FERZ | KS_CLASS_KNIGHT},
    {DRAGON_KING, KS_WHITE, KS_CLASS_ORTHOGONAL | KS_CLASS_FERZ},
    {DRAGON_HORSE, KS_WHITE, KS_CLASS_DIAGONAL | KS_CLASS_WAZIR},
    {WALL, KS_WHITE, 0},
    {CARDINAL + 8, KS_BLACK, KS_CLASS_DIAGONAL | KS_CLASS_KNIGHT},
    {MARSHALL + 8, KS_BLACK, KS_CLASS_ORTHOGONAL | KS_CLASS_KNIGHT},
    {AMAZON + 8, KS_BLACK, KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL | KS_CLASS_KNIGHT},
    {CENTAUR + 8, KS_BLACK, KS_CLASS_WAZIR | KS_CLASS_FERZ | KS_CLASS_KNIGHT},
    {DRAGON_KING + 8, KS_BLACK, KS_CLASS_ORTHOGONAL | KS_CLASS_FERZ},
    {DRAGON_HORSE + 8, KS_BLACK, KS_CLASS_DIAGONAL | KS_CLASS_WAZIR},
    {8, KS_BLACK, KS_CLASS_PAWN | KS_CLASS_KNIGHT},
};

static const char white_fairies[] = {CARDINAL, MARSHALL, AMAZON, CENTAUR, DRAGON_KING, DRAGON_HORSE, WALL, 0};
static const char black_fairies[] = {CARDINAL + 8,    MARSHALL + 8,     AMAZON + 8, CENTAUR + 8,
                                     DRAGON_KING + 8, DRAGON_HORSE + 8, 8,          0};
static const char wall[] = {WALL, 0};

static void compare_fairies(const arrangement *a, void *context) {
    const ks_king_lines lines = geometric_lines(a);
    const char *wrong = lines_difference(context, a->board, a->king, a->side, &lines);
    if (wrong)
        cr_assert_fail("%s", wrong);
}

/* Compares the board with its rows in reverse order, through the set for such boards. */
static void compare_fairies_a1_first(const arrangement *a, void *context) {
    uint8_t mirrored[64];
    mirror_board(a->board, MIRROR_ROWS, mirrored);
    const ks_king_lines lines = geometric_lines(a), from_a1 = mirror_lines(&lines, MIRROR_ROWS);
    const char *wrong = lines_difference(context, mirrored, a->king ^ MIRROR_ROWS, a->side, &from_a1);
    if (wrong)
        cr_assert_fail("%s", wrong);
}

static void compare_all_fairies(unsigned flags, void (*compare)(const arrangement *a, void *context)) {
    ks_pieceset set;
    cr_assert_eq(ks_pieceset_init(&set, fairies, LENGTH(fairies), flags, NULL), KS_OK);
    const unsigned one_in = is_thorough() ? 1 : SLOW ? 36 : 6 * stride();
    each_arrangement(one_in, fairies, KS_WHITE, black_fairies, wall, compare, &set);
    each_arrangement(one_in, fairies, KS_BLACK, white_fairies, wall, compare, &set);
}

Test(pieceset, fairy_pieces) {
    compare_all_fairies(0, compare_fairies);
}

Test(pieceset, fairy_pieces_in_a_wide_set) {
    compare_all_fairies(KS_PIECESET_WIDE, compare_fairies);
}

Test(pieceset, fairy_pieces_a1_first) {
    compare_all_fairies(KS_PIECESET_A1_FIRST, compare_fairies_a1_first);
}

/* Three pieces of one kind: two squares away on a diagonal, two in a row, and a knight's leap away. */
static void expect_fairy(uint8_t code, bool diagonal, bool straight) {
    const unsigned king = 36, diagonally = king + 18, in_row = king - 2, leap = king - 15;
    uint8_t board[64] = {0};
    ks_pieceset set;
    cr_assert_eq(ks_pieceset_init(&set, fairies, LENGTH(fairies), 0, NULL), KS_OK);
    board[diagonally] = board[in_row] = board[leap] = code;
    const char *wrong =
        difference(&set, board, king, KS_WHITE,
                   (uint64_t)diagonal << diagonally | (uint64_t)straight << in_row | UINT64_C(1) << leap);
    cr_assert(!wrong, "%s", wrong);
}

Test(pieceset, a_cardinal_is_no_rook_and_a_marshall_no_bishop) {
    expect_fairy(CARDINAL + 8, 1, 0);
    expect_fairy(MARSHALL + 8, 0, 1);
    expect_fairy(AMAZON + 8, 1, 1);
    expect_fairy(CENTAUR + 8, 0, 0);
}

/* ---- Descriptions that contradict themselves ---- */

static void expect_error(const ks_piece *pieces, size_t count, unsigned flags, int code, size_t offset,
                         const char *named) {
    ks_pieceset set;
    ks_error error = {0};
    cr_assert_eq(ks_pieceset_init(&set, pieces, count, flags, &error), code, "%s: found code %d, %s", named,
                 error.code, error.message);
    cr_assert_eq(error.code, code);
    cr_assert_eq(error.offset, offset, "%s: found offset %zu", named, error.offset);
    cr_assert(strstr(error.message, named), "expected \"%s\" in \"%s\"", named, error.message);
    cr_assert_eq(ks_pieceset_init(&set, pieces, count, flags, NULL), code);
}

Test(pieceset, a_code_twice) {
    const ks_piece two_colours[] = {
        {1, KS_WHITE, KS_CLASS_PAWN}, {2, KS_WHITE, KS_CLASS_KNIGHT}, {1, KS_BLACK, KS_CLASS_PAWN}};
    const ks_piece same[] = {{77, KS_WHITE, KS_CLASS_PAWN}, {77, KS_WHITE, KS_CLASS_PAWN}};
    const ks_piece and_empty[] = {
        {0, KS_NEITHER, 0}, {5, KS_BLACK, KS_CLASS_FERZ}, {0, KS_WHITE, KS_CLASS_FERZ}};
    expect_error(two_colours, 3, 0, KS_ERROR_PIECE_CODE, 2, "code 1 ");
    expect_error(same, 2, KS_PIECESET_A1_FIRST, KS_ERROR_PIECE_CODE, 1, "code 77 ");
    expect_error(and_empty, 3, 0, KS_ERROR_PIECE_CODE, 2, "code 0 ");
}

static void expect_no_empty_code(unsigned count, unsigned flags, const char *named) {
    ks_piece pieces[256];
    ks_pieceset set;
    for (unsigned i = 0; i < count; i++)
        pieces[i] = (ks_piece){(uint8_t)i, (uint8_t)(i & 1), KS_CLASS_KNIGHT};
    cr_assert_eq(ks_pieceset_init(&set, pieces, count - 1, flags, NULL), KS_OK);
    expect_error(pieces, count, flags, KS_ERROR_PIECE_CODE, count - 1, named);
}

Test(pieceset, no_code_left_for_empty_squares) {
    expect_no_empty_code(16, 0, "code 15 ");
    expect_no_empty_code(256, 0, "code 255 ");
    expect_no_empty_code(256, KS_PIECESET_WIDE, "code 255 ");
}

Test(pieceset, sixteen_codes_of_a_wide_set_leave_others_empty) {
    ks_piece pieces[16];
    ks_pieceset set;
    for (unsigned i = 0; i < 16; i++)
        pieces[i] = (ks_piece){(uint8_t)i, KS_WHITE, KS_CLASS_KNIGHT};
    cr_assert_eq(ks_pieceset_init(&set, pieces, 16, KS_PIECESET_WIDE, NULL), KS_OK);
}

Test(pieceset, wrong_sides) {
    const ks_piece pieces[] = {{1, KS_WHITE, KS_CLASS_PAWN}, {9, 3, KS_CLASS_PAWN}}, last = {200, 255, 0};
    expect_error(pieces, 2, 0, KS_ERROR_PIECE_SIDE, 1, "code 9:");
    expect_error(&last, 1, 0, KS_ERROR_PIECE_SIDE, 0, "code 200:");
}

Test(pieceset, classes_that_a_piece_cannot_have) {
    const ks_piece own = {3, KS_WHITE, KS_CLASS_KNIGHT | KS_CLASS_OWN},
                   occupied = {4, KS_BLACK, KS_CLASS_OCCUPIED};
    const ks_piece empty[] = {{1, KS_WHITE, KS_CLASS_PAWN}, {0, KS_NEITHER, KS_CLASS_PAWN}};
    expect_error(&own, 1, 0, KS_ERROR_PIECE_CLASSES, 0, "code 3:");
    expect_error(&occupied, 1, 0, KS_ERROR_PIECE_CLASSES, 0, "code 4:");
    expect_error(empty, 2, 0, KS_ERROR_PIECE_CLASSES, 1, "code 0 ");
}

Test(pieceset, unknown_flags) {
    expect_error(chess_pieces, 12, 4, KS_ERROR_PIECESET_FLAGS, 0, "0x04");
    expect_error(chess_pieces, 12, ~0u, KS_ERROR_PIECESET_FLAGS, 0, "0xffffffff");
}
