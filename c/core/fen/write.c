/* Positions of chess written as FEN. */
#include "core/fen/write.h"

#include <string.h>

#include "core/board/key.h"
#include "core/board/letters.h"
#include "core/fen/fields.h"

/* Writes a row of squares, piece by piece. */
static char *write_row(char *out, const uint8_t row[8]) {
    unsigned file = 0;
    uint64_t rest;
    memcpy(&rest, row, sizeof rest);
    for (; rest; file++) {
        const unsigned empty = (unsigned)__builtin_ctzll(rest) / 8;
        file += empty;
        *out = (char)('0' + empty);
        out += empty > 0;
        *out++ = letter_of(row[file]);
        rest = rest >> 8 * empty >> 8;
    }
    *out = (char)('0' + 8 - file);
    return out + (file < 8);
}

static unsigned outermost_rook(const void *position, unsigned side, unsigned wing) {
    return ks_outermost_rook(position, side, wing);
}

char *ks_write_castling(char *out, const ks_position *position) {
    uint8_t rooks[2][2];
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            rooks[side][wing] = (uint8_t)ks_lowest_square(position->private_castling &
                                                          ks_castling_wing(position->board, side, wing));
    return write_castling(out, (const uint8_t(*)[2])rooks, KS_NO_SQUARE, 8, outermost_rook, position);
}

static size_t write_fen(const ks_position *position, unsigned en_passant, char *text) {
    char *out = text;
    for (unsigned row = 0; row < 8; row++) {
        out = write_row(out, position->board + 8 * row);
        *out++ = row < 7 ? '/' : ' ';
    }
    *out++ = "wb"[position->side_to_move];
    *out++ = ' ';
    out = ks_write_castling(out, position);
    *out++ = ' ';
    out = stpcpy(out, ks_square_name(en_passant));
    out = write_clocks(out, position->halfmove_clock, position->fullmove_number);
    return (size_t)(out - text);
}

/* The board says whether en passant is legal, and not the planes, so that drafts of positions can be written
 * too. */
size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    return write_fen(position, ks_en_passant_is_legal(position) ? position->en_passant : KS_NO_SQUARE, text);
}

size_t ks_write_x_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    return write_fen(position, position->en_passant, text);
}
