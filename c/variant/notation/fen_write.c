/* Writes positions of variants as FEN. */
#include "core/fen/write.h"
#include "core/text/characters.h"

#include <stdio.h>
#include <string.h>

#include "variant/definition/squares.h"
#include "variant/moves/generate.h"
#include "variant/notation/fen_rights.h"
#include "variant/play/castling.h"

struct written {
    const ks_variant *v;
    const ks_variant_position *position;
};

static char letter_on(const void *written, unsigned square) {
    const struct written *const w = written;
    const unsigned code = w->position->board[square];
    if (!code)
        return '.';
    if (code == KS_VARIANT_WALL)
        return '*';
    const char label = w->v->types[KS_VARIANT_TYPE(code)].label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

static unsigned outermost_rook(const void *written, unsigned side, unsigned wing) {
    const struct written *const w = written;
    return ks_variant_outermost_rook(w->v, w->position, side, wing);
}

static bool is_form(const ks_variant *v, const ks_variant_position *p, unsigned square) {
    return v->turns && is_piece(p->board[square]) && is_promoted_type(v, KS_VARIANT_TYPE(p->board[square]));
}

/* Writes ~ after the letters of pieces that were pawns, and + before letters of promoted forms, in a
 * placement that ends at `end`. */
static char *mark_promoted(const ks_variant *v, const ks_variant_position *p, char *text, char *end) {
    char marked[KS_VARIANT_FEN_SIZE], *out = marked;
    unsigned square = 0;
    for (const char *in = text; in < end;) {
        if (is_digit(*in)) {
            unsigned run = 0;
            for (; in < end && is_digit(*in); *out++ = *in++)
                run = run * 10 + (unsigned)(*in - '0');
            square += run;
            continue;
        }
        const bool piece = *in != '/';
        if (piece && is_form(v, p, square))
            *out++ = '+';
        *out++ = *in++;
        if (piece && has_square(&p->promoted, square++))
            *out++ = '~';
    }
    memcpy(text, marked, (size_t)(out - marked));
    return text + (out - marked);
}

/* Writes the pieces in hand, white's first; each side's are in the reverse order of types. */
static char *write_hands(const ks_variant *v, const ks_variant_position *p, char *out) {
    *out++ = '[';
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned type = v->type_count; type-- > 0;)
            for (unsigned i = 0; i < p->hand[side][type]; i++)
                *out++ = (char)(v->types[type].label - (side == KS_WHITE ? 'a' - 'A' : 0));
    *out++ = ']';
    return out;
}

/* Writes the en-passant field. The pawn's square is added when the squares that it has passed do not identify
 * the pawn. */
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

/* Returns whether only the letters of files can say with which rooks a side castles. */
static bool needs_files(const struct written *w, unsigned side) {
    const uint8_t *const rooks = w->position->castling_rook[side];
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (rooks[wing] != KS_NOWHERE && rooks[wing] != outermost_rook(w, side, wing))
            return true;
    return false;
}

/* Writes a side's rights and the files of its other open gates. The king's gate is left out where K or Q
 * opens it. All letters are files when these do not name the rook; files grant the rights as well. */
static char *write_rights_and_gates(const struct written *w, unsigned side, char *out) {
    const ks_variant_position *const p = w->position;
    const uint8_t *const rooks = p->castling_rook[side];
    const unsigned first = side == KS_WHITE ? 'A' : 'a', wings[2] = {'k' - 'a', 'q' - 'a'};
    const bool files = needs_files(w, side);
    ks_squares gates = p->gates[side];
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        if (rooks[wing] == KS_NOWHERE)
            continue;
        *out++ = (char)(first + (files ? rooks[wing] % w->v->files : wings[wing]));
        remove_square(&gates, rooks[wing]);
        if (!files)
            remove_square(&gates, ks_variant_castling_king(w->v, p, side));
    }
    while (!is_empty_set(&gates))
        *out++ = (char)(first + take_square(&gates) % w->v->files);
    return out;
}

/* Writes the castling field. White's rights and gates precede black's. */
static char *write_rights(const struct written *w, char *out) {
    char *const start = out;
    if (!w->v->gates)
        return write_castling(out, w->position->castling_rook, KS_NOWHERE, w->v->files, outermost_rook, w);
    out = write_rights_and_gates(w, KS_WHITE, out);
    out = write_rights_and_gates(w, KS_BLACK, out);
    return out == start ? stpcpy(out, "-") : out;
}

static size_t write_fen(const ks_variant *v, const ks_variant_position *p, ks_squares en_passant,
                        char *text) {
    const struct written w = {v, p};
    char *out = write_placement(text, v->files, v->ranks, letter_on, &w);
    if (v->turns || !is_empty_set(&p->promoted))
        out = mark_promoted(v, p, text, out);
    if (v->hands)
        out = write_hands(v, p, out);
    *out++ = ' ';
    *out++ = "wb"[p->side_to_move];
    *out++ = ' ';
    out = write_rights(&w, out);
    if (p->passes && out[-1] == '-')
        out--;
    for (unsigned pass = 0; pass < p->passes; pass++)
        *out++ = 'p';
    *out++ = ' ';
    out = write_en_passant(v, p, en_passant, out);
    if (v->checks)
        out += sprintf(out, " %u+%u", p->checks_left[KS_WHITE], p->checks_left[KS_BLACK]);
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
