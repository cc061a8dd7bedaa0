/* FEN and EPD, read and written.
 *
 * Reading goes field by field with one cursor. When the text has been read, the position is checked as a
 * whole. */
#include <stdio.h>
#include <string.h>

#include "core/cursor.h"
#include "core/fen.h"
#include "core/plain_fen.h"

/* ---- Placement ---- */

/* The other way round than ks_code_letter. */
static unsigned code_of_letter(int letter) {
    static const uint8_t codes['r' + 1] = {
        ['P'] = KS_WHITE_PAWN,   ['N'] = KS_WHITE_KNIGHT, ['B'] = KS_WHITE_BISHOP, ['R'] = KS_WHITE_ROOK,
        ['Q'] = KS_WHITE_QUEEN,  ['K'] = KS_WHITE_KING,   ['p'] = KS_BLACK_PAWN,   ['n'] = KS_BLACK_KNIGHT,
        ['b'] = KS_BLACK_BISHOP, ['r'] = KS_BLACK_ROOK,   ['q'] = KS_BLACK_QUEEN,  ['k'] = KS_BLACK_KING};
    return letter >= 0 && letter <= 'r' ? codes[letter] : KS_EMPTY;
}

static int read_row(reader *r, uint8_t row[8]) {
    unsigned file = 0;
    while (peek(r) != '/' && !at_field_end(r)) {
        const int c = peek(r);
        const unsigned empty = c >= '1' && c <= '8' ? (unsigned)(c - '0') : 0;
        const unsigned code = code_of_letter(c);
        if (!empty && !code)
            return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER, "a piece letter, a digit 1-8 or '/'");
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

static int read_placement(reader *r, uint8_t board[64]) {
    memset(board, KS_EMPTY, 64);
    for (unsigned row = 0; row < 8; row++) {
        if (row > 0) {
            if (peek(r) != '/')
                return unexpected(r, KS_ERROR_ROWS_TOO_FEW, "'/' and another of the eight rows");
            r->at++;
        }
        const int code = read_row(r, board + 8 * row);
        if (code != KS_OK)
            return code;
    }
    return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_ROWS_TOO_MANY, "a blank after eight rows");
}

/* ---- Side, castling, en passant ---- */

int ks_read_side(reader *r, uint8_t *side) {
    const int c = peek(r);
    if (c != 'w' && c != 'b')
        return unexpected(r, KS_ERROR_SIDE, "the side to move, 'w' or 'b'");
    *side = c == 'w' ? KS_WHITE : KS_BLACK;
    r->at++;
    return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_SIDE, "a blank after the side to move");
}

static unsigned first_square_of_back_rank(unsigned side) {
    return side == KS_WHITE ? KS_SQUARE(0, 7) : KS_SQUARE(0, 0);
}

static unsigned rook_of(unsigned side) {
    return side == KS_WHITE ? KS_WHITE_ROOK : KS_BLACK_ROOK;
}

/* The outermost rook on a wing of side's king, which stands on its back rank; or KS_NO_SQUARE. */
static unsigned outermost_rook(const ks_position *position, unsigned side, unsigned wing) {
    const unsigned first = first_square_of_back_rank(side);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned square = first + (wing == KS_KINGSIDE ? 7 - i : i);
        if (square == position->king[side])
            break;
        if (position->board[square] == rook_of(side))
            return square;
    }
    return KS_NO_SQUARE;
}

/* Grants the right that a castling letter stands for; 0 when its king or rook isn't there, or another rook
 * has the right on that wing. */
static int grant_castling(ks_position *position, unsigned side, int upper) {
    const unsigned king = position->king[side], first = first_square_of_back_rank(side);
    if (king < first || king > first + 7)
        return 0;
    unsigned rook, wing;
    if (upper == 'K' || upper == 'Q') {
        wing = upper == 'K' ? KS_KINGSIDE : KS_QUEENSIDE;
        rook = outermost_rook(position, side, wing);
    } else {
        rook = first + (unsigned)(upper - 'A');
        wing = rook > king ? KS_KINGSIDE : KS_QUEENSIDE;
    }
    if (rook == KS_NO_SQUARE || position->board[rook] != rook_of(side))
        return 0;
    uint8_t *granted = &position->castling_rook[side][wing];
    if (*granted == KS_NO_SQUARE)
        *granted = (uint8_t)rook;
    return *granted == rook;
}

static int read_castling(reader *r, ks_position *position, unsigned flags) {
    const char *expected = "'-' or castling letters out of KQkq, A-H and a-h";
    const size_t start = r->at;
    memset(position->castling_rook, KS_NO_SQUARE, sizeof position->castling_rook);
    if (peek(r) == '-') {
        r->at++;
        return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_CASTLING, "a blank after '-'");
    }
    for (; !at_field_end(r); r->at++) {
        const int c = peek(r);
        const unsigned side = c >= 'a' ? KS_BLACK : KS_WHITE;
        const int upper = side == KS_BLACK ? c - 'a' + 'A' : c;
        if (!(upper >= 'A' && upper <= 'H') && upper != 'K' && upper != 'Q')
            return unexpected(r, KS_ERROR_CASTLING, expected);
        if (memchr(r->text + start, c, r->at - start))
            return ks_fail(r->error, KS_ERROR_CASTLING, r->at, "castling letter '%c' is given twice", c);
        if (!grant_castling(position, side, upper) && flags & KS_STRICT)
            return ks_fail(r->error, KS_ERROR_CASTLING_RIGHT, r->at,
                           "castling letter '%c', but %s's king or rook isn't there for it", c,
                           ks_side_names[side]);
    }
    return KS_OK;
}

size_t ks_read_castling(const char *text, size_t at, ks_position *position) {
    enum { LETTERS_MAX = 4 };
    reader r = {text, at + LETTERS_MAX + 1, at, NULL};
    return read_castling(&r, position, KS_STRICT) == KS_OK && r.at > at && peek(&r) == ' ' ? r.at : 0;
}

bool ks_can_be_en_passant(const ks_position *position, unsigned square) {
    const int white_moves = position->side_to_move == KS_WHITE;
    const int forward = white_moves ? 8 : -8; /* of the pawn that has moved */
    if (square >> 3 != (white_moves ? 2u : 5u))
        return 0;
    return position->board[square] == KS_EMPTY && position->board[(int)square - forward] == KS_EMPTY &&
           position->board[(int)square + forward] == (white_moves ? KS_BLACK_PAWN : KS_WHITE_PAWN);
}

static int read_en_passant(reader *r, ks_position *position, unsigned flags) {
    const char *expected = "'-' or an en-passant square";
    const size_t start = r->at;
    position->en_passant = KS_NO_SQUARE;
    if (peek(r) == '-') {
        r->at++;
        return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_EN_PASSANT, "a blank after '-'");
    }
    const int file = peek(r) - 'a';
    if (file < 0 || file > 7)
        return unexpected(r, KS_ERROR_EN_PASSANT, expected);
    r->at++;
    const int rank = peek(r) - '1';
    if (rank < 0 || rank > 7)
        return unexpected(r, KS_ERROR_EN_PASSANT, "a rank 1-8 of the en-passant square");
    r->at++;
    if (!at_field_end(r))
        return unexpected(r, KS_ERROR_EN_PASSANT, "a blank after the en-passant square");
    const unsigned square = KS_SQUARE(file, 7 - rank);
    if (ks_can_be_en_passant(position, square))
        position->en_passant = (uint8_t)square;
    else if (flags & KS_STRICT)
        return ks_fail(r->error, KS_ERROR_EN_PASSANT_SQUARE, start,
                       "en-passant square %s, but no double push can have left it", ks_square_name(square));
    return KS_OK;
}

/* ---- Clocks and EPD operations ---- */

static int read_clock(reader *r, int code, const char *expected, uint16_t *value) {
    const size_t start = r->at;
    unsigned number = 0;
    for (; is_digit(peek(r)); r->at++) {
        number = number * 10 + (unsigned)(peek(r) - '0');
        if (number > KS_CLOCK_MAX)
            return ks_fail(r->error, code, start, "expected %s from 0 to %d, found a larger number", expected,
                           KS_CLOCK_MAX);
    }
    if (!at_field_end(r) && peek(r) != ';')
        return unexpected(r, code, expected);
    *value = (uint16_t)number;
    return KS_OK;
}

/* EPD operations begin with a letter; some collections put a semicolon before each instead of after it. */
static int at_operation(const reader *r) {
    const int c = peek(r);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ';';
}

int ks_read_clocks(reader *r, uint16_t *halfmove_clock, uint16_t *fullmove_number) {
    *halfmove_clock = 0;
    *fullmove_number = 1;
    skip_blanks(r);
    if (is_digit(peek(r))) {
        int code = read_clock(r, KS_ERROR_HALFMOVE_CLOCK, "a halfmove clock", halfmove_clock);
        if (code != KS_OK)
            return code;
        skip_blanks(r);
        if (is_digit(peek(r)))
            code = read_clock(r, KS_ERROR_FULLMOVE_NUMBER, "a fullmove number", fullmove_number);
        if (code != KS_OK)
            return code;
        skip_blanks(r);
    }
    return peek(r) == END || at_operation(r)
               ? KS_OK
               : unexpected(r, KS_ERROR_TRAILING_TEXT, "a clock, an EPD operation or the end of the text");
}

/* ---- The position as a whole ---- */

/* Where in the text the piece on a square stands: placement_start is the offset of the first field. */
static size_t offset_of_square(const reader *r, size_t placement_start, unsigned square) {
    unsigned at = 0;
    size_t offset = placement_start;
    for (;; offset++) {
        const char c = r->text[offset];
        if (c >= '1' && c <= '8')
            at += (unsigned)(c - '0');
        else if (c != '/' && at++ == square)
            return offset;
    }
}

static int check_kings(const reader *r, size_t placement, const ks_position *position, unsigned flags) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        const unsigned king = position->king[side];
        if (flags & KS_LENIENT && side != position->side_to_move)
            continue;
        if (king == KS_NO_SQUARE)
            return ks_fail(r->error, KS_ERROR_NO_KING, placement, "expected one %s king, found none",
                           ks_side_names[side]);
        for (unsigned square = king + 1; square < KS_SQUARES; square++)
            if (position->board[square] == position->board[king])
                return ks_fail(r->error, KS_ERROR_MANY_KINGS, offset_of_square(r, placement, square),
                               "expected one %s king, found a second on %s", ks_side_names[side],
                               ks_square_name(square));
    }
    return KS_OK;
}

static int is_pawn(uint8_t code) {
    return code == KS_WHITE_PAWN || code == KS_BLACK_PAWN;
}

static int check_position(const reader *r, size_t placement, const ks_position *position, unsigned flags) {
    const int code = check_kings(r, placement, position, flags);
    if (code != KS_OK || flags & KS_LENIENT)
        return code;
    for (unsigned square = 0; square < KS_SQUARES; square == 7 ? square = 56 : square++)
        if (is_pawn(position->board[square]))
            return ks_fail(r->error, KS_ERROR_PAWN_RANK, offset_of_square(r, placement, square),
                           "expected no pawn on the first or last rank, found one on %s",
                           ks_square_name(square));
    const unsigned waiting = position->side_to_move ^ 1;
    if (ks_in_check(position->board, position->king[waiting], waiting))
        return ks_fail(r->error, KS_ERROR_KING_CAPTURABLE,
                       offset_of_square(r, placement, position->king[waiting]),
                       "the king on %s is in check, but it is the other side's turn",
                       ks_square_name(position->king[waiting]));
    return KS_OK;
}

int ks_read_fen_exactly(const char *text, size_t length, unsigned flags, ks_position *position,
                        ks_error *error) {
    reader r = {text, length, 0, error};
    int code;

    if ((code = next_field(&r, "a position in FEN")) != KS_OK)
        return code;
    const size_t placement = r.at;
    if ((code = read_placement(&r, position->board)) != KS_OK)
        return code;
    position->king[KS_WHITE] = (uint8_t)ks_find_king(position->board, KS_WHITE);
    position->king[KS_BLACK] = (uint8_t)ks_find_king(position->board, KS_BLACK);
    if ((code = next_field(&r, "the side to move")) != KS_OK ||
        (code = ks_read_side(&r, &position->side_to_move)) != KS_OK ||
        (code = next_field(&r, "the castling field")) != KS_OK ||
        (code = read_castling(&r, position, flags)) != KS_OK ||
        (code = next_field(&r, "the en-passant field")) != KS_OK ||
        (code = read_en_passant(&r, position, flags)) != KS_OK ||
        (code = ks_read_clocks(&r, &position->halfmove_clock, &position->fullmove_number)) != KS_OK)
        return code;
    return check_position(&r, placement, position, flags);
}

/* The fast reader wants a line, and room behind it. 0: nothing is known of the text. */
static int read_plainly(const char *text, size_t length, ks_position *position) {
    char line[PLAIN_READABLE];
    struct ks_piece_masks masks;
    if (length < PLAIN_READABLE) {
        memcpy(line, text, length);
        memset(line + length, '\n', PLAIN_READABLE - length);
        text = line;
    }
    const size_t end = ks_read_plain_fen(ks_current_placement_reader(), text, position, &masks);
    return end > 0 && (end == length || (text[end] != '\n' && text[end] != '\r'));
}

int ks_read_fen(const char *text, size_t length, unsigned flags, ks_position *position, ks_error *error) {
    const int code = read_plainly(text, length, position)
                         ? KS_OK
                         : ks_read_fen_exactly(text, length, flags, position, error);
    if (code == KS_OK)
        position->key = ks_position_key(position);
    return code;
}

/* ---- Writing ---- */

static char *write_placement(const uint8_t board[64], char *out) {
    for (unsigned row = 0; row < 8; row++) {
        char empty = 0;
        if (row > 0)
            *out++ = '/';
        for (unsigned file = 0; file < 8; file++) {
            const char letter = ks_code_letter(board[KS_SQUARE(file, row)]);
            if (letter == '.') {
                empty++;
                continue;
            }
            if (empty)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = letter;
        }
        if (empty)
            *out++ = (char)('0' + empty);
    }
    return out;
}

static char *write_castling(const ks_position *position, char *out) {
    const char *const start = out;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = position->castling_rook[side][wing];
            if (rook == KS_NO_SQUARE)
                continue;
            const int outermost = rook == outermost_rook(position, side, wing);
            const char letter = outermost ? "KQ"[wing] : (char)('A' + (rook & 7));
            *out++ = (char)(letter + (side == KS_BLACK ? 'a' - 'A' : 0));
        }
    if (out == start)
        *out++ = '-';
    return out;
}

size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    char *out = write_placement(position->board, text);
    *out++ = ' ';
    *out++ = "wb"[position->side_to_move];
    *out++ = ' ';
    out = write_castling(position, out);
    out += sprintf(out, " %s %u %u", ks_square_name(position->en_passant), position->halfmove_clock,
                   position->fullmove_number);
    return (size_t)(out - text);
}
