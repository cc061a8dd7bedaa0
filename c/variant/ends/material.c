/* Decides a game without a winner by the remaining pieces, in variants that count them. */
#include "variant/ends/material.h"
#include "variant/definition/squares.h"

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
    case MATERIAL_JANGGI: /* black gets one and a half points extra */
        return balance > 1 ? KS_WHITE_WINS : KS_BLACK_WINS;
    case MATERIAL_DRAW_WHITE:
        return KS_WHITE_WINS;
    case MATERIAL_DRAW_BLACK:
        return KS_BLACK_WINS;
    default:
        return balance == 0 ? KS_DRAWN : balance > 0 ? KS_WHITE_WINS : KS_BLACK_WINS;
    }
}
