/* Reads FEN fast where the text has the usual form. The fields are read in the order of read.c, which
 * documents each condition, and any doubt makes the reader give up. Fields whose contents cannot be
 * predicted are read without branches. */
#include "core/fen/plain.h"

#include <string.h>

#include "core/board/geometry.h"
#include "core/fen/fields.h"
#include "core/text/characters.h"

static uint64_t load_8(const void *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/* ---- Castling ---- */

enum { FILE_A = 0, FILE_E = 4, FILE_H = 7 };

/* The castling field for kings on the e-file and rooks in the corners, one row for each set of rights. */
struct orthodox_rights {
    char text[4];        /* padded with spaces, so that zeros in a text differ */
    uint64_t rooks;      /* their squares */
    uint64_t squares[2]; /* the bytes of a side's back rank that hold these pieces */
    uint64_t pieces[2];
};

#define ON(file, byte) ((uint64_t)(byte) << 8 * (file))
#define BACK_RANK(kingside, queenside, king, rook)                                                           \
    (((kingside) || (queenside) ? ON(FILE_E, king) : 0) | ((kingside) ? ON(FILE_H, rook) : 0) |              \
     ((queenside) ? ON(FILE_A, rook) : 0))
#define ROOK(right, file, row) ((uint64_t)(right) << ((row)*8 + (file)))
#define RIGHTS(text, K, Q, k, q)                                                                             \
    {                                                                                                        \
        text, ROOK(K, FILE_H, 7) | ROOK(Q, FILE_A, 7) | ROOK(k, FILE_H, 0) | ROOK(q, FILE_A, 0),             \
            {BACK_RANK(K, Q, 255, 255), BACK_RANK(k, q, 255, 255)}, {                                        \
            BACK_RANK(K, Q, KS_WHITE_KING, KS_WHITE_ROOK), BACK_RANK(k, q, KS_BLACK_KING, KS_BLACK_ROOK)     \
        }                                                                                                    \
    }
static const struct orthodox_rights orthodox[16] = {
    RIGHTS("-   ", 0, 0, 0, 0), RIGHTS("K   ", 1, 0, 0, 0), RIGHTS("Q   ", 0, 1, 0, 0),
    RIGHTS("KQ  ", 1, 1, 0, 0), RIGHTS("k   ", 0, 0, 1, 0), RIGHTS("Kk  ", 1, 0, 1, 0),
    RIGHTS("Qk  ", 0, 1, 1, 0), RIGHTS("KQk ", 1, 1, 1, 0), RIGHTS("q   ", 0, 0, 0, 1),
    RIGHTS("Kq  ", 1, 0, 0, 1), RIGHTS("Qq  ", 0, 1, 0, 1), RIGHTS("KQq ", 1, 1, 0, 1),
    RIGHTS("kq  ", 0, 0, 1, 1), RIGHTS("Kkq ", 1, 0, 1, 1), RIGHTS("Qkq ", 0, 1, 1, 1),
    RIGHTS("KQkq", 1, 1, 1, 1),
};
#undef RIGHTS
#undef ROOK
#undef BACK_RANK
#undef ON

/* Returns the length of a field of one to four characters; 0 when it is longer or empty. */
static unsigned short_field_length(const char *text) {
    const uint64_t ones = 0x0101010101010101, difference = load_8(text) ^ ones * ' ';
    const uint64_t blanks =
        (difference - ones) & ~difference & ones << 7; /* only the lowest set bit is reliable */
    return blanks & 0x8080808000 ? (unsigned)__builtin_ctzll(blanks) / 8 : 0;
}

bool ks_grant_orthodox_rights(const uint8_t board[64], unsigned letters, uint64_t *rooks) {
    const struct orthodox_rights *rights = &orthodox[letters];
    const uint64_t differences =
        ((load_8(board) ^ rights->pieces[KS_BLACK]) & rights->squares[KS_BLACK]) |
        ((load_8(board + KS_SQUARE(0, 7)) ^ rights->pieces[KS_WHITE]) & rights->squares[KS_WHITE]);
    *rooks = rights->rooks;
    return !differences;
}

/* Reads the rights of the field at text[at]. Returns the field's end; 0 when the field is no row of
 * `orthodox`. */
static size_t read_orthodox_rights(const char *text, size_t at, ks_position *position) {
    const unsigned length = short_field_length(text + at);
    const uint32_t behind = (uint32_t)(~(uint64_t)0 << 8 * length);
    const uint32_t letters = ((uint32_t)load_8(text + at) & ~behind) | (0x20202020 & behind);
    /* The upper half of a letter's byte is 4 for K, 5 for Q, 6 for k, 7 for q; less for '-' and ' '. */
    const unsigned seen = 1u << (letters >> 4 & 7) | 1u << (letters >> 12 & 7) | 1u << (letters >> 20 & 7) |
                          1u << (letters >> 28 & 7);
    const unsigned rights = seen >> 4 & 15;
    const bool stand = ks_grant_orthodox_rights(position->board, rights, &position->private_castling);
    return memcmp(&letters, orthodox[rights].text, sizeof letters) == 0 && stand ? at + length : 0;
}

/* Returns the field's end; 0 when its form is not the usual one. The functions for the other fields do the
 * same. */
static size_t read_castling(const char *text, size_t at, ks_position *position) {
    const size_t end = read_orthodox_rights(text, at, position);
    return end > 0 ? end : ks_read_castling_letters(text, at, position); /* Chess960 */
}

/* ---- The other fields ---- */

static bool is_end(const char *text) {
    return text[0] == '\n' || (text[0] == '\r' && text[1] == '\n');
}

static size_t read_en_passant(const char *text, size_t at, ks_position *position) {
    position->en_passant = KS_NO_SQUARE;
    if (text[at] == '-')
        return at + 1;
    const unsigned file = (unsigned)(text[at] - 'a'), rank = (unsigned)(text[at + 1] - '1');
    if (file > 7 || rank > 7)
        return 0;
    const unsigned square = KS_SQUARE(file, 7 - rank);
    if (!ks_can_be_en_passant(position, square))
        return 0;
    position->en_passant = (uint8_t)square;
    return at + 2;
}

static size_t skip_spaces(const char *text, size_t at) {
    while (text[at] == ' ' && at < PLAIN_READABLE - 16)
        at++;
    return at;
}

/* An m may begin "moves", which is no operation. */
static bool begins_operation(char c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z' && c != 'm';
}

/* Reads both clocks or none, and skips the blanks up to the end of the line or the first operation. */
static size_t read_clocks(const char *text, size_t at, ks_position *position) {
    position->halfmove_clock = 0;
    position->fullmove_number = 1;
    if (text[at] == ' ')
        at = skip_spaces(text, at + 1);
    else if (!is_end(text + at))
        return 0;
    if (is_digit(text[at])) {
        const unsigned length =
            read_two_numbers(load_8(text + at), &position->halfmove_clock, &position->fullmove_number);
        at += length;
        if (length == 0 || (text[at] != ' ' && !is_end(text + at)))
            return 0;
        at = skip_spaces(text, at);
    }
    return is_end(text + at) || begins_operation(text[at]) ? at : 0;
}

/* ---- The position as a whole ---- */

/* Returns whether a position may have such kings and pawns. */
static bool are_possible(const struct ks_piece_masks *masks) {
    const uint64_t back_ranks = 0xff000000000000ff;
    return has_one_bit(masks->kings[KS_WHITE]) && has_one_bit(masks->kings[KS_BLACK]) &&
           !((masks->pawns[KS_WHITE] | masks->pawns[KS_BLACK]) & back_ranks);
}

size_t ks_read_plain_fen(ks_placement_reader *read_placement, const char *text, ks_position *position,
                         struct ks_piece_masks *masks) {
    size_t at = read_placement(text, position->board, masks);
    const char side = text[at + 1];
    if (at == 0 || (side != 'w' && side != 'b') || text[at + 2] != ' ' || !are_possible(masks))
        return 0;
    position->side_to_move = side == 'b' ? KS_BLACK : KS_WHITE;
    at = read_castling(text, at + 3, position);
    if (at == 0)
        return 0;
    at = read_en_passant(text, at + 1, position);
    if (at == 0)
        return 0;
    at = read_clocks(text, at, position);
    const unsigned waiting = position->side_to_move ^ 1u;
    const unsigned king = ks_lowest_square(masks->kings[waiting]);
    return at > 0 && !ks_in_check(position->board, king, waiting) ? at : 0;
}
