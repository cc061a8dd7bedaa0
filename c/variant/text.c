/* Moves of variants as text. */
#include <string.h>

#include "variant/generate.h"

size_t ks_variant_write_uci(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                            char text[KS_VARIANT_MOVE_SIZE]) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    unsigned target = to;
    char name[4];
    if (KS_VARIANT_MOVE_TYPE(move) == KS_VARIANT_CASTLING) {
        const struct castled end = ks_variant_castled(v, p->side_to_move, from, to);
        if (!v->chess960 && ks_variant_is_clear_castling(v, p, from, end.king))
            target = end.king;
    }
    char *out = stpcpy(text, ks_variant_square_name(v, from, name));
    out = stpcpy(out, ks_variant_square_name(v, target, name));
    if (promotion)
        *out++ = v->kinds[promotion - 1].label;
    *out = '\0';
    return (size_t)(out - text);
}
