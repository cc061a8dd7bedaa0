/* Writes positions of variants as FEN. */
#include "core/fen/write.h"

#include <string.h>

#include "variant/generate.h"
#include "variant/notation/fen_rights.h"

struct written {
    const ks_variant *v;
    const ks_variant_position *position;
};

static char letter_on(const void *written, unsigned square) {
    const struct written *const w = written;
    const unsigned code = w->position->board[square];
    if (!code)
        return '.';
    const char label = w->v->types[KS_VARIANT_TYPE(code)].label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

static unsigned outermost_rook(const void *written, unsigned side, unsigned wing) {
    const struct written *const w = written;
    return ks_variant_outermost_rook(w->v, w->position, side, wing);
}

/* Writes the en-passant field. The pawn's own square is added where the squares that it has passed over don't
 * tell which pawn it is. */
static char *write_en_passant(const ks_variant *v, const ks_variant_position *p, ks_squares squares,
                              char *out) {
    if (is_empty_set(&squares))
        return stpcpy(out, "-");
    if (ks_variant_pawn_ahead(v, p, squares) != p->en_passant_pawn)
        add_square(&squares, p->en_passant_pawn);
    for (unsigned square = v->squares; square-- > 0;)
        if (has_square(&squares, square))
            out = stpcpy(out, ks_variant_square_name(v, square));
    return out;
}

static size_t write_fen(const ks_variant *v, const ks_variant_position *p, ks_squares en_passant,
                        char *text) {
    const struct written w = {v, p};
    char *out = write_placement(text, v->files, v->ranks, letter_on, &w);
    *out++ = ' ';
    *out++ = "wb"[p->side_to_move];
    *out++ = ' ';
    out = write_castling(out, p->castling_rook, KS_NOWHERE, v->files, outermost_rook, &w);
    *out++ = ' ';
    out = write_en_passant(v, p, en_passant, out);
    out = write_clocks(out, p->halfmove_clock, p->fullmove_number);
    return (size_t)(out - text);
}

size_t ks_variant_write_fen(const ks_variant *v, const ks_variant_position *p,
                            char text[KS_VARIANT_FEN_SIZE]) {
    return write_fen(v, p, ks_variant_legal_en_passant(v, p), text);
}

size_t ks_variant_write_x_fen(const ks_variant *v, const ks_variant_position *p,
                              char text[KS_VARIANT_FEN_SIZE]) {
    return write_fen(v, p, p->en_passant, text);
}
