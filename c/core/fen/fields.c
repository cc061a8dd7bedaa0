/* Reads single fields of a FEN exactly: each function reads its field to the end, or fails at the first wrong
 * byte. */
#include "core/fen/fields.h"

#include <stdbool.h>
#include <string.h>

#include "core/text/characters.h"

/* ---- Side ---- */

int ks_read_side(reader *r, uint8_t *side) {
    const int c = peek(r);
    if (c != 'w' && c != 'b')
        return unexpected(r, KS_ERROR_SIDE, "the side to move, 'w' or 'b'");
    *side = c == 'w' ? KS_WHITE : KS_BLACK;
    r->at++;
    return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_SIDE, "a blank after the side to move");
}

/* ---- Castling ---- */

static unsigned first_square_of_back_rank(unsigned side) {
    return side == KS_WHITE ? KS_SQUARE(0, 7) : KS_SQUARE(0, 0);
}

static unsigned rook_of(unsigned side) {
    return side == KS_WHITE ? KS_WHITE_ROOK : KS_BLACK_ROOK;
}

unsigned ks_outermost_rook(const ks_position *position, unsigned side, unsigned wing) {
    const unsigned first = first_square_of_back_rank(side), king = ks_find_king(position->board, side);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned square = first + (wing == KS_KINGSIDE ? 7 - i : i);
        if (square == king)
            break;
        if (position->board[square] == rook_of(side))
            return square;
    }
    return KS_NO_SQUARE;
}

uint64_t ks_castling_wing(const uint8_t board[64], unsigned side, unsigned wing) {
    const unsigned king = ks_find_king(board, side), first = first_square_of_back_rank(side);
    if (king < first || king > first + 7)
        return 0;
    const uint64_t row = (uint64_t)0xff << first, below = ((uint64_t)1 << king) - 1;
    return wing == KS_QUEENSIDE ? row & below : row & ~below & (~below - 1);
}

bool ks_grant_castling(ks_position *position, unsigned side, unsigned rook) {
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        const uint64_t squares = ks_castling_wing(position->board, side, wing);
        if (rook >= KS_SQUARES || !(squares >> rook & 1) || position->board[rook] != rook_of(side))
            continue;
        if (!(position->private_castling & squares))
            position->private_castling |= (uint64_t)1 << rook;
        return position->private_castling >> rook & 1;
    }
    return false;
}

/* Grants the right of a castling letter, as ks_grant_castling does. */
static bool grant_letter(ks_position *position, unsigned side, int upper) {
    const unsigned wing = upper == 'K' ? KS_KINGSIDE : KS_QUEENSIDE;
    const unsigned rook = upper == 'K' || upper == 'Q'
                              ? ks_outermost_rook(position, side, wing)
                              : first_square_of_back_rank(side) + (unsigned)(upper - 'A');
    return ks_grant_castling(position, side, rook);
}

int ks_read_castling_field(reader *r, ks_position *position, ks_fen_flags flags) {
    const char *expected = "'-' or castling letters out of KQkq, A-H and a-h";
    const size_t start = r->at;
    position->private_castling = 0;
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
        if (!grant_letter(position, side, upper) && flags & KS_FEN_RIGHTS)
            return ks_fail(r->error, KS_ERROR_CASTLING_RIGHT, r->at,
                           "castling letter '%c', but %s's king or rook for it is missing", c,
                           ks_side_names[side]);
    }
    return KS_OK;
}

size_t ks_read_castling_letters(const char *text, size_t at, ks_position *position) {
    enum { LETTERS_MAX = 4 };
    reader r = {text, at + LETTERS_MAX + 1, at, NULL};
    return ks_read_castling_field(&r, position, KS_FEN_RIGHTS) == KS_OK && r.at > at && peek(&r) == ' ' ? r.at
                                                                                                        : 0;
}

/* ---- En passant ---- */

bool ks_can_be_en_passant(const ks_position *position, unsigned square) {
    const int white_moves = position->side_to_move == KS_WHITE;
    const int forward = white_moves ? 8 : -8; /* of the pawn that has moved */
    if (square >> 3 != (white_moves ? 2u : 5u))
        return 0;
    return position->board[square] == KS_EMPTY && position->board[(int)square - forward] == KS_EMPTY &&
           position->board[(int)square + forward] == (white_moves ? KS_BLACK_PAWN : KS_WHITE_PAWN);
}

/* An operation may follow the last field of EPD at once, behind its semicolon, as lines of perft suites have
 * it. */
static bool ends_last_field(const reader *r) {
    return at_field_end(r) || peek(r) == ';';
}

int ks_read_en_passant_field(reader *r, ks_position *position, ks_fen_flags flags) {
    const char *expected = "'-' or an en-passant square";
    const size_t start = r->at;
    position->en_passant = KS_NO_SQUARE;
    if (peek(r) == '-') {
        r->at++;
        return ends_last_field(r) ? KS_OK : unexpected(r, KS_ERROR_EN_PASSANT, "a blank after '-'");
    }
    const int file = peek(r) - 'a';
    if (file < 0 || file > 7)
        return unexpected(r, KS_ERROR_EN_PASSANT, expected);
    r->at++;
    const int rank = peek(r) - '1';
    if (rank < 0 || rank > 7)
        return unexpected(r, KS_ERROR_EN_PASSANT, "a rank 1-8 of the en-passant square");
    r->at++;
    if (!ends_last_field(r))
        return unexpected(r, KS_ERROR_EN_PASSANT, "a blank after the en-passant square");
    const unsigned square = KS_SQUARE(file, 7 - rank);
    if (ks_can_be_en_passant(position, square))
        position->en_passant = (uint8_t)square;
    else if (flags & KS_FEN_RIGHTS)
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

/* An EPD operation begins with a letter; some collections put a semicolon before each instead of after it. */
static bool at_operation(const reader *r) {
    const int c = peek(r);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ';';
}

static bool at_word(const reader *r, const char *word) {
    const size_t length = strlen(word);
    const reader behind = {r->text, r->length, r->at + length, NULL};
    return r->length - r->at >= length && memcmp(r->text + r->at, word, length) == 0 && at_field_end(&behind);
}

/* Skips an operation and the semicolon that ends it, or the rest of the text. */
static void skip_operation(reader *r) {
    bool quoted = false;
    for (; peek(r) != END && (quoted || peek(r) != ';'); r->at++)
        quoted ^= peek(r) == '"';
    r->at += peek(r) != END;
}

/* Reads the number after an operation's name. Returns false when there is none. */
static bool read_clock_operand(reader operand, uint16_t *value) {
    operand.error = NULL;
    skip_blanks(&operand);
    return is_digit(peek(&operand)) && read_clock(&operand, KS_ERROR_TRAILING_TEXT, "", value) == KS_OK;
}

void ks_read_clock_operations(reader *r, unsigned given, uint16_t *halfmove_clock,
                              uint16_t *fullmove_number) {
    static const char *const opcodes[2] = {"hmvc", "fmvn"};
    uint16_t *const clocks[2] = {halfmove_clock, fullmove_number};
    bool known[2] = {given > 0, given > 1};
    for (skip_blanks(r); peek(r) != END && !(known[0] && known[1]); skip_blanks(r)) {
        for (unsigned i = 0; i < 2; i++)
            if (!known[i] && at_word(r, opcodes[i]))
                known[i] = read_clock_operand((reader){r->text, r->length, r->at + strlen(opcodes[i]), NULL},
                                              clocks[i]);
        skip_operation(r);
    }
}

/* Reads two clocks that end the text. Returns false when there is anything else or more than seven bytes. */
static bool read_last_clocks(const reader *r, uint16_t *halfmove_clock, uint16_t *fullmove_number) {
    enum { READ = 8 };
    const size_t left = r->length - r->at;
    uint64_t bytes;
    if (left == 0 || left >= READ || r->length < READ)
        return false;
    memcpy(&bytes, r->text + r->length - READ, READ);
    return read_two_numbers(bytes >> 8 * (READ - left), halfmove_clock, fullmove_number) == left;
}

/* The test of KS_FEN_WHOLE, at the end of the text or at an operation. */
static bool are_whole_operations(const reader *r) {
    size_t end = r->length;
    while (end > r->at && is_blank(r->text[end - 1]))
        end--;
    return end == r->at || peek(r) == ';' || r->text[end - 1] == ';';
}

int ks_read_clocks(reader *r, ks_fen_flags flags, uint16_t *halfmove_clock, uint16_t *fullmove_number) {
    unsigned given = 0;
    skip_blanks(r);
    if (read_last_clocks(r, halfmove_clock, fullmove_number)) {
        r->at = r->length;
        return KS_OK;
    }
    *halfmove_clock = 0;
    *fullmove_number = 1;
    if (is_digit(peek(r))) {
        int code = read_clock(r, KS_ERROR_HALFMOVE_CLOCK, "a halfmove clock", halfmove_clock);
        if (code != KS_OK)
            return code;
        skip_blanks(r);
        given = 1 + is_digit(peek(r));
        if (given == 2)
            code = read_clock(r, KS_ERROR_FULLMOVE_NUMBER, "a fullmove number", fullmove_number);
        if (code != KS_OK)
            return code;
        skip_blanks(r);
    }
    if (at_word(r, "moves"))
        return ks_fail(r->error, KS_ERROR_TRAILING_TEXT, r->at,
                       "expected an EPD operation or the end of the text, found moves to be made");
    if (peek(r) != END && !at_operation(r))
        return unexpected(r, KS_ERROR_TRAILING_TEXT, "a clock, an EPD operation or the end of the text");
    if (flags & KS_FEN_WHOLE && !are_whole_operations(r))
        return unexpected(r, KS_ERROR_TRAILING_TEXT,
                          "the end of the text, or EPD operations that end with ';'");
    ks_read_clock_operations(r, given, halfmove_clock, fullmove_number);
    return KS_OK;
}
