/* Moves of variants as text. */
#include <string.h>

#include "generate.h"

/* Whether the king's two squares say that it castles: it goes further than one square, and does so in no
 * other way. */
static bool is_clear_castling(const ks_variant *v, unsigned king, unsigned target) {
    const unsigned distance = king > target ? king - target : target - king;
    return !v->chess960 && distance > 1;
}

size_t ks_variant_write_uci(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                            char text[KS_VARIANT_MOVE_SIZE]) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    unsigned target = to;
    char name[4];
    if (KS_VARIANT_MOVE_TYPE(move) == KS_VARIANT_CASTLING) {
        const struct castled end = ks_variant_castled(v, p->side_to_move, from, to);
        if (is_clear_castling(v, from, end.king))
            target = end.king;
    }
    char *out = stpcpy(text, ks_variant_square_name(v, from, name));
    out = stpcpy(out, ks_variant_square_name(v, target, name));
    if (promotion)
        *out++ = v->kinds[promotion - 1].label;
    *out = '\0';
    return (size_t)(out - text);
}
