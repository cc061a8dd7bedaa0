/* Reads what is particular about the captures and checks of a variant. */
#include "variant/read/steps.h"

static uint32_t pawns_of(const ks_variant *v) {
    uint32_t types = 0;
    for (unsigned type = 0; type < v->type_count; type++)
        types |= (uint32_t)v->types[type].pawn << type;
    return types;
}

int ks_variant_step_captures(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    uint32_t immune = 0;
    int code;
    v->checking = true;
    if ((code = ks_read_bool(t, "checking", &v->checking)) != KS_OK ||
        (code = ks_read_bool(t, "mustCapture", &v->must_capture)) != KS_OK ||
        (code = ks_read_bool(t, "blastOnCapture", &v->blasts)) != KS_OK ||
        (code = ks_read_types(t, "blastImmuneTypes", &immune)) != KS_OK)
        return code;
    v->unblown = immune | pawns_of(v);
    return KS_OK;
}
