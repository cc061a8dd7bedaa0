/* The reader of placements for every processor: a table, and a loop with one branch that depends on the
 * text. */
#include <string.h>

#include "core/board/planes.h"
#include "core/fen/reader.h"
#include "kingscan.h"

/* The amount that a character adds to the count of squares, in the lower half, and to that of rows above
 * it. */
enum { ROW = 1 << 16, MEANS_SOMETHING = 1 << 24 };

#define PIECE(letter, code) [letter] = {code, MEANS_SOMETHING + 1}
#define EMPTY(digit) [digit] = {KS_EMPTY, MEANS_SOMETHING + (digit - '0')}

static const struct {
    uint32_t code, adds;
} meanings[256] = {
    PIECE('P', KS_WHITE_PAWN),
    PIECE('N', KS_WHITE_KNIGHT),
    PIECE('B', KS_WHITE_BISHOP),
    PIECE('R', KS_WHITE_ROOK),
    PIECE('Q', KS_WHITE_QUEEN),
    PIECE('K', KS_WHITE_KING),
    PIECE('p', KS_BLACK_PAWN),
    PIECE('n', KS_BLACK_KNIGHT),
    PIECE('b', KS_BLACK_BISHOP),
    PIECE('r', KS_BLACK_ROOK),
    PIECE('q', KS_BLACK_QUEEN),
    PIECE('k', KS_BLACK_KING),
    EMPTY('1'),
    EMPTY('2'),
    EMPTY('3'),
    EMPTY('4'),
    EMPTY('5'),
    EMPTY('6'),
    EMPTY('7'),
    EMPTY('8'),
    ['/'] = {KS_EMPTY, MEANS_SOMETHING + ROW},
};

static void fill_masks(const uint8_t board[64], struct ks_piece_masks *masks) {
    struct code_planes planes;
    split_board(board, &planes);
    masks->kings[KS_WHITE] = squares_of_code(&planes, KS_WHITE_KING);
    masks->kings[KS_BLACK] = squares_of_code(&planes, KS_BLACK_KING);
    masks->pawns[KS_WHITE] = squares_of_code(&planes, KS_WHITE_PAWN);
    masks->pawns[KS_BLACK] = squares_of_code(&planes, KS_BLACK_PAWN);
    masks->occupied = planes.bits[0] | planes.bits[1] | planes.bits[2];
}

size_t ks_table_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks) {
    enum { ROWS = MEANS_SOMETHING / ROW };
    static const uint8_t right_ends[8] = {8, 16, 24, 32, 40, 48, 56, 64};
    uint8_t squares[8 * PLACEMENT_MAX + 1]; /* room for the most that digits can add */
    uint8_t row_ends[ROWS];                 /* [row]: the square after its last one */
    uint32_t sum = 0, length = 0;
    memset(squares, KS_EMPTY, KS_SQUARES);
    row_ends[0] = 0; /* when the text begins with a slash */
    for (; text[length] != ' '; length++) {
        if (length == PLACEMENT_MAX)
            return 0;
        const uint8_t c = (uint8_t)text[length];
        squares[sum % ROW] = (uint8_t)meanings[c].code;
        sum += meanings[c].adds;
        row_ends[sum / ROW % ROWS] = (uint8_t)sum;
    }
    if (sum != length * MEANS_SOMETHING + 7 * ROW + KS_SQUARES || memcmp(row_ends, right_ends, 8) != 0)
        return 0;
    memcpy(board, squares, KS_SQUARES);
    fill_masks(board, masks);
    return length;
}
