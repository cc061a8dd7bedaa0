/* Positions of variants written as FEN. */
#include <stdio.h>
#include <string.h>

#include "variant/fen.h"

static char letter_of_code(const ks_variant *v, unsigned code) {
    const char label = v->kinds[KS_VARIANT_KIND(code)].label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

static char *write_placement(const ks_variant *v, const ks_variant_position *p, char *out) {
    for (unsigned row = 0; row < v->ranks; row++) {
        unsigned empty = 0;
        if (row > 0)
            *out++ = '/';
        for (unsigned file = 0; file < v->files; file++) {
            const unsigned code = p->board[row * v->files + file];
            if (!code) {
                empty++;
                continue;
            }
            if (empty)
                out += sprintf(out, "%u", empty);
            empty = 0;
            *out++ = letter_of_code(v, code);
        }
        if (empty)
            out += sprintf(out, "%u", empty);
    }
    return out;
}

static char *write_castling(const ks_variant *v, const ks_variant_position *p, char *out) {
    const char *const start = out;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = p->castling_rook[side][wing];
            if (rook == KS_NOWHERE)
                continue;
            const bool outermost = rook == ks_variant_outermost_rook(v, p, side, wing);
            const char letter = outermost ? "KQ"[wing] : (char)('A' + rook % v->files);
            *out++ = (char)(letter + (side == KS_BLACK ? 'a' - 'A' : 0));
        }
    if (out == start)
        *out++ = '-';
    return out;
}

/* The pawn's own square is written where the squares that it has passed over don't tell which pawn it is. */
static char *write_en_passant(const ks_variant *v, const ks_variant_position *p, char *out) {
    ks_squares squares = p->en_passant;
    char name[4];
    if (is_empty_set(&squares))
        return stpcpy(out, "-");
    if (ks_variant_pawn_ahead(v, p, squares) != p->en_passant_pawn)
        add_square(&squares, p->en_passant_pawn);
    for (unsigned square = v->squares; square-- > 0;)
        if (has_square(&squares, square))
            out = stpcpy(out, ks_variant_square_name(v, square, name));
    return out;
}

size_t ks_variant_write_fen(const ks_variant *v, const ks_variant_position *p,
                            char text[KS_VARIANT_FEN_SIZE]) {
    char *out = write_placement(v, p, text);
    out = stpcpy(out, p->side_to_move == KS_WHITE ? " w " : " b ");
    out = write_castling(v, p, out);
    *out++ = ' ';
    out = write_en_passant(v, p, out);
    out += sprintf(out, " %u %u", p->halfmove_clock, p->fullmove_number);
    return (size_t)(out - text);
}
