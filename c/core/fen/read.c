/* The reader of FEN and EPD: field by field with one cursor. After the text has been read, the position is
 * checked as a whole (checks.h). */
#include "core/fen/read.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "core/board/key.h"
#include "core/fen/checks.h"
#include "core/fen/fields.h"
#include "core/fen/plain.h"

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
        (code = ks_read_clocks(&r, &position->halfmove_clock, &position->fullmove_number)) != KS_OK)
        return code;
    return ks_check_position(position, flags, text + placement, placement, error);
}

#ifdef KS_SMALL
/* The module for browsers has no fast reader. */
static bool read_plainly(const char *text, size_t length, ks_position *position) {
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
static bool read_plainly(const char *text, size_t length, ks_position *position) {
    char line[PLAIN_READABLE];
    struct ks_piece_masks masks;
    if (length < PLAIN_READABLE) {
        memset(line, '\n', sizeof line); /* all of it, which takes no call */
        if (length > 0)                  /* else text may be NULL */
            memcpy(line, text, length);
        text = line;
    }
    const size_t end = ks_read_plain_fen(ks_current_placement_reader(), text, position, &masks);
    if (end == 0 || (end < length && (text[end] == '\n' || text[end] == '\r')))
        return false;
    if (end < length && !has_clocks(text, end))
        ks_read_clock_operations(&(reader){text, length, end, NULL}, 0, &position->halfmove_clock,
                                 &position->fullmove_number);
    return true;
}
#endif

int ks_read_fen(const char *text, size_t length, ks_fen_flags flags, ks_position *position, ks_error *error) {
    assert(!(flags & ~(unsigned)KS_FEN_ALL)); /* no flag of another function */
    const int code =
        !(flags & KS_FEN_POSSIBLE) && read_plainly(text, length_without_line_end(text, length), position)
            ? KS_OK
            : ks_read_fen_exactly(text, length, flags, position, error);
    if (code == KS_OK)
        ks_complete_position(position);
    return code;
}
