/* Writes moves of variants as UCI. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "variant/definition/squares.h"
#include "variant/play/castling.h"

/* Returns the square that is written second. Castling is written as the king's move when that is
 * unambiguous. */
static unsigned target_of(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                          ks_uci_flags flags) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    if (KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_CASTLING || flags & KS_UCI_CHESS960 || v->chess960)
        return to;
    const struct castled end = ks_variant_castled(v, p->side_to_move, from, to);
    return ks_variant_is_clear_castling(v, p, from, end.king) ? end.king : to;
}

size_t ks_variant_write_uci(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                            ks_uci_flags flags, char text[KS_VARIANT_UCI_SIZE]) {
    assert(!(flags & ~(unsigned)KS_UCI_CHESS960)); /* no flag of another function */
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        return (size_t)sprintf(text, "%s%c@%s", is_promoted_type(v, promotion - 1) ? "+" : "",
                               v->types[promotion - 1].label - 'a' + 'A',
                               ks_variant_square_name(v, KS_VARIANT_MOVE_TO(move)));
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned moved = KS_VARIANT_TYPE(p->board[from]), gated = KS_VARIANT_MOVE_GATED(move);
    const bool rook_first = KS_VARIANT_MOVE_GATES_ROOK(move);
    char *out = stpcpy(text, ks_variant_square_name(v, rook_first ? to : from));
    out = stpcpy(out, ks_variant_square_name(v, rook_first ? from : target_of(v, p, move, flags)));
    if (gated)
        *out++ = v->types[gated - 1].label;
    if (promotion)
        *out++ = is_promoted_type(v, promotion - 1) ? '+'
                 : is_promoted_type(v, moved)       ? '-'
                                                    : v->types[promotion - 1].label;
    if (KS_VARIANT_MOVE_BUILDS(move))
        out += sprintf(out, ",%s%s", ks_variant_square_name(v, target_of(v, p, move, flags)),
                       ks_variant_square_name(v, KS_VARIANT_MOVE_WALL(move)));
    *out = '\0';
    return (size_t)(out - text);
}
