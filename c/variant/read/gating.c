/* Reads gates, through which pieces come, and walls. */
#include "variant/read/steps.h"

/* Returns whether a FEN has walls. */
static bool has_walls(struct slice fen) {
    for (size_t i = 0; i < fen.length && fen.text[i] != ' ' && fen.text[i] != '['; i++)
        if (fen.text[i] == '*')
            return true;
    return false;
}

int ks_variant_step_gates(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value seirawan = ks_find_value(t, "seirawanGating");
    int code;
    if ((code = ks_read_bool(t, "gating", &v->gates)) != KS_OK ||
        (code = ks_read_bool(t, "seirawanGating", &v->seirawan)) != KS_OK)
        return code;
    if (v->seirawan && !v->gates)
        return ks_value_fail(t, &seirawan, KS_ERROR_VARIANT_VALUE, 0, "expected gating = true as well");
    if (v->gates && v->castles_dropped) {
        const struct value dropped =
            ks_find_value(t, "castlingDroppedPiece"); /* FEN has one field for both */
        return ks_value_fail(t, &dropped, KS_ERROR_VARIANT_VALUE, 0, "expected gating = false as well");
    }
    v->hands = (v->drops && !v->free_drops) || v->seirawan;
    v->walled = v->petrified || has_walls(ks_find_value(t, "startFen").slice);
    return KS_OK;
}

/* ---- Walls that are built with moves ---- */

static int read_wall_regions(const struct variant_text *t) {
    static const char *const keys[2] = {"wallingRegionWhite", "wallingRegionBlack"};
    ks_variant *const v = t->variant;
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_either(t, keys[side], "wallingRegion");
        v->walling.region[side] = v->board;
        code = ks_read_region(t, &value, &v->walling.region[side]);
    }
    return code;
}

int ks_variant_step_walls(const struct variant_text *t) {
    static const char *const rules[] = {"none", "arrow", "duck", "edge", "past", "static", NULL};
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "wallingRule");
    unsigned rule = WALLING_NONE;
    int code;
    if ((code = ks_read_word(t, "wallingRule", rules, &rule)) != KS_OK ||
        (code = ks_read_bool(t, "wallOrMove", &v->walling.instead)) != KS_OK ||
        (code = read_wall_regions(t)) != KS_OK)
        return code;
    v->walling.rule = rule;
    v->walling.instead &= rule != WALLING_NONE;
    v->walled |= rule != WALLING_NONE;
    if (rule && (v->drops || v->seirawan))
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0, "expected %s = false as well",
                             v->drops ? "pieceDrops" : "seirawanGating");
    return KS_OK;
}
