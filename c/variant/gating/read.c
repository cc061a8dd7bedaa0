/* Reads what changes the board itself: gates, through which pieces come, and walls. */
#include "variant/read/steps.h"

/* Whether a FEN has walls. */
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
        (code = ks_read_bool(t, "seirawanGating", &v->seirawan)) != KS_OK ||
        (code = ks_read_bool(t, "petrifyOnCapture", &v->petrifies)) != KS_OK)
        return code;
    if (v->seirawan && !v->gates)
        return ks_value_fail(t, &seirawan, KS_ERROR_VARIANT_VALUE, 0, "expected gating = true besides");
    if (v->gates && v->castles_dropped) {
        const struct value dropped =
            ks_find_value(t, "castlingDroppedPiece"); /* FEN has one field for both */
        return ks_value_fail(t, &dropped, KS_ERROR_VARIANT_VALUE, 0, "expected gating = false besides");
    }
    v->hands = v->drops || v->seirawan;
    v->walled = v->petrifies || has_walls(ks_find_value(t, "startFen").slice);
    return KS_OK;
}
