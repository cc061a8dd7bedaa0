/* Positions of chess written as FEN. */
#include "core/fen/write.h"

#include <string.h>

#include "core/fen/fields.h"
#include "core/key.h"

static char letter_on(const void *position, unsigned square) {
    return ks_code_letter(((const ks_position *)position)->board[square]);
}

static unsigned outermost_rook(const void *position, unsigned side, unsigned wing) {
    return ks_outermost_rook(position, side, wing);
}

char *ks_write_castling(char *out, const ks_position *position) {
    return write_castling(out, position->castling_rook, KS_NO_SQUARE, 8, outermost_rook, position);
}

static size_t write_fen(const ks_position *position, unsigned en_passant, char *text) {
    char *out = write_placement(text, 8, 8, letter_on, position);
    *out++ = ' ';
    *out++ = "wb"[position->side_to_move];
    *out++ = ' ';
    out = ks_write_castling(out, position);
    *out++ = ' ';
    out = stpcpy(out, ks_square_name(en_passant));
    out = write_clocks(out, position->halfmove_clock, position->fullmove_number);
    return (size_t)(out - text);
}

size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    return write_fen(position, ks_en_passant_is_legal(position) ? position->en_passant : KS_NO_SQUARE, text);
}

size_t ks_write_x_fen(const ks_position *position, char text[KS_FEN_SIZE]) {
    return write_fen(position, position->en_passant, text);
}
