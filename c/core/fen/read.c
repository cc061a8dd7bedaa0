/* Reads FEN and EPD, field by field with one cursor. After the text has been read, the position is checked as
 * a whole (checks.h). */
#include "core/fen/read.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/board/key.h"
#include "core/fen/checks.h"
#include "core/fen/fields.h"
#include "core/fen/plain.h"

/* ==== Text ==== */

/* ---- Placement ---- */

/* The inverse of ks_code_letter. */
static unsigned code_of_letter(int letter) {
    static const uint8_t codes['r' + 1] = {
        ['P'] = KS_WHITE_PAWN,   ['N'] = KS_WHITE_KNIGHT, ['B'] = KS_WHITE_BISHOP, ['R'] = KS_WHITE_ROOK,
        ['Q'] = KS_WHITE_QUEEN,  ['K'] = KS_WHITE_KING,   ['p'] = KS_BLACK_PAWN,   ['n'] = KS_BLACK_KNIGHT,
        ['b'] = KS_BLACK_BISHOP, ['r'] = KS_BLACK_ROOK,   ['q'] = KS_BLACK_QUEEN,  ['k'] = KS_BLACK_KING};
    return letter >= 0 && letter <= 'r' ? codes[letter] : KS_EMPTY;
}

static int read_row(reader *r, uint8_t row[8], ks_fen_flags flags) {
    unsigned file = 0;
    const size_t start = r->at;
    while (peek(r) != '/' && !at_field_end(r)) {
        const int c = peek(r);
        const unsigned empty = c >= '1' && c <= '8' ? (unsigned)(c - '0') : 0;
        const unsigned code = code_of_letter(c);
        if (!empty && !code)
            return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER, "a piece letter, a digit 1-8 or '/'");
        if (flags & KS_FEN_POSSIBLE && empty && r->at > start && is_digit(r->text[r->at - 1]))
            return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER, "a piece letter or '/' after a digit");
        if (file + (empty ? empty : 1) > 8)
            return unexpected(r, KS_ERROR_ROW_TOO_LONG, "'/' or a blank after eight squares in a row");
        if (code)
            row[file] = (uint8_t)code;
        file += empty ? empty : 1;
        r->at++;
    }
    if (file < 8)
        return unexpected(r, KS_ERROR_ROW_TOO_SHORT, "eight squares in a row");
    return KS_OK;
}

static int read_placement(reader *r, uint8_t board[64], ks_fen_flags flags) {
    memset(board, KS_EMPTY, 64);
    for (unsigned row = 0; row < 8; row++) {
        if (row > 0) {
            if (peek(r) != '/')
                return unexpected(r, KS_ERROR_ROWS_TOO_FEW, "'/' and another of the eight rows");
            r->at++;
        }
        const int code = read_row(r, board + 8 * row, flags);
        if (code != KS_OK)
            return code;
    }
    return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_ROWS_TOO_MANY, "a blank after eight rows");
}

int ks_read_fen_exactly(const char *text, size_t length, ks_fen_flags flags, ks_position *position,
                        ks_error *error) {
    reader r = {text, length_without_line_end(text, length), 0, error};
    int code;

    if ((code = next_field(&r, "a position in FEN")) != KS_OK)
        return code;
    const size_t placement = r.at;
    if ((code = read_placement(&r, position->board, flags)) != KS_OK)
        return code;
    if ((code = next_field(&r, "the side to move")) != KS_OK ||
        (code = ks_read_side(&r, &position->side_to_move)) != KS_OK ||
        (code = next_field(&r, "the castling field")) != KS_OK ||
        (code = ks_read_castling_field(&r, position, flags)) != KS_OK ||
        (code = next_field(&r, "the en-passant field")) != KS_OK ||
        (code = ks_read_en_passant_field(&r, position, flags)) != KS_OK ||
        (code = ks_read_clocks(&r, flags, &position->halfmove_clock, &position->fullmove_number)) != KS_OK)
        return code;
    return ks_check_position(position, flags, text + placement, placement, error);
}

#ifdef KS_SMALL
/* The module for browsers has no fast reader. */
static bool read_plainly(const char *text, size_t length, ks_fen_flags flags, ks_position *position) {
    (void)flags;
    (void)text;
    (void)length;
    (void)position;
    return false;
}
#else
/* Returns whether two clocks precede EPD operations that begin at `end`: the fast reader reads both or
 * none. */
static bool has_clocks(const char *text, size_t end) {
    while (is_blank(text[end - 1]))
        end--;
    const size_t field_end = end;
    while (is_digit(text[end - 1]))
        end--;
    return end < field_end && is_blank(text[end - 1]);
}

/* Passes the line to the fast reader, with enough readable bytes after it. Returns false when the fast reader
 * gives up. */
static bool read_plainly(const char *text, size_t length, ks_fen_flags flags, ks_position *position) {
    char line[PLAIN_READABLE];
    struct ks_piece_masks masks;
    if (length < PLAIN_READABLE) {
        memset(line, '\n', sizeof line); /* all of it, which takes no call */
        if (length > 0)                  /* else text may be NULL */
            memcpy(line, text, length);
        text = line;
    }
    const size_t end = ks_read_plain_fen(ks_current_placement_reader(), text, position, &masks);
    if (end == 0 || (end < length && (flags & KS_FEN_WHOLE || text[end] == '\n' || text[end] == '\r')))
        return false;
    if (end < length && !has_clocks(text, end))
        ks_read_clock_operations(&(reader){text, length, end, NULL}, 0, &position->halfmove_clock,
                                 &position->fullmove_number);
    return true;
}
#endif

int ks_read_fen(const char *text, size_t length, ks_fen_flags flags, ks_position *position, ks_error *error) {
    assert(!(flags & ~(unsigned)KS_FEN_ALL)); /* no flag of another function */
    const int code = !(flags & KS_FEN_POSSIBLE) &&
                             read_plainly(text, length_without_line_end(text, length), flags, position)
                         ? KS_OK
                         : ks_read_fen_exactly(text, length, flags, position, error);
    if (code == KS_OK)
        ks_complete_position(position);
    return code;
}

/* ==== Boards ==== */

/* A position from a board that the caller has, with the checks of a FEN. */

/* Codes 7, 8 and 15 mean an empty square. */
static uint8_t usual_code(unsigned code) {
    return (uint8_t)((code & 7) % 7 == 0 ? (unsigned)KS_EMPTY : code & 15);
}

static int grant_rights(ks_position *position, uint64_t rooks, ks_fen_flags flags, ks_error *error) {
    for (; rooks; rooks &= rooks - 1) {
        const unsigned rook = ks_lowest_square(rooks), side = rook < 8 ? KS_BLACK : KS_WHITE;
        if (!ks_grant_castling(position, side, rook) && flags & KS_FEN_RIGHTS)
            return ks_fail(error, KS_ERROR_CASTLING_RIGHT, rook,
                           "the rook on %s may castle, but %s's king or rook for it is missing",
                           ks_square_name(rook), ks_side_names[side]);
    }
    return KS_OK;
}

static int set_en_passant(ks_position *position, unsigned square, ks_fen_flags flags, ks_error *error) {
    if (square >= KS_SQUARES)
        return KS_OK;
    if (ks_can_be_en_passant(position, square))
        position->en_passant = (uint8_t)square;
    else if (flags & KS_FEN_RIGHTS)
        return ks_fail(error, KS_ERROR_EN_PASSANT_SQUARE, square,
                       "en-passant square %s, but no double push can have left it", ks_square_name(square));
    return KS_OK;
}

int ks_position_from_board(const uint8_t board[64], unsigned side_to_move, uint64_t castling_rooks,
                           unsigned en_passant, ks_fen_flags flags, ks_position *position, ks_error *error) {
    assert(!(flags & ~(unsigned)KS_FEN_ALL)); /* no flag of another function */
    ks_position made = {
        .side_to_move = (uint8_t)side_to_move, .en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    int code;
    assert(side_to_move <= KS_BLACK);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        made.board[square] = usual_code(board[square]);
    if ((code = grant_rights(&made, castling_rooks, flags, error)) != KS_OK ||
        (code = set_en_passant(&made, en_passant, flags, error)) != KS_OK ||
        (code = ks_check_position(&made, flags, NULL, 0, error)) != KS_OK)
        return code;
    ks_complete_position(&made);
    *position = made;
    return KS_OK;
}
