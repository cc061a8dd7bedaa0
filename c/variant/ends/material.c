/* Who wins by the pieces that are left, where a game without a winner is decided so. */
#include "variant/ends/ends.h"
#include "variant/squares.h"

static int weigh(const ks_variant *v, const ks_variant_position *p) {
    int balance = 0;
    for (unsigned type = 0; type < v->type_count; type++)
        balance += (int)v->weights[type] * ((int)ks_variant_count_type(v, p, KS_WHITE, type) -
                                            (int)ks_variant_count_type(v, p, KS_BLACK, type));
    return balance;
}

enum ks_outcome ks_variant_count_material(const ks_variant *v, const ks_variant_position *p) {
    const int balance = weigh(v, p);
    switch (v->material) {
    case MATERIAL_UNCOUNTED:
        return KS_DRAWN;
    case MATERIAL_JANGGI: /* one and a half are added to black's */
        return balance > 1 ? KS_WHITE_WINS : KS_BLACK_WINS;
    default:
        if (balance != 0)
            return balance > 0 ? KS_WHITE_WINS : KS_BLACK_WINS;
        return v->material == MATERIAL_UNWEIGHTED   ? KS_DRAWN
               : v->material == MATERIAL_DRAW_WHITE ? KS_WHITE_WINS
                                                    : KS_BLACK_WINS;
    }
}
