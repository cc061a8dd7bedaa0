/* Reads the special rules on captures and checks. */
#include "variant/read/steps.h"

/* Returns the types that count as pawns of chess. */
static uint32_t pawns_of(const ks_variant *v) {
    uint32_t types = 0;
    for (unsigned type = 0; type < v->type_count; type++)
        types |= (uint32_t)v->types[type].pawn << type;
    return types;
}

/* Reads the pieces that become walls. petrifyOnCapture means all but pawns. */
static int read_petrified(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    bool all = false;
    int code = ks_read_bool(t, "petrifyOnCapture", &all);
    v->petrified = all ? all_types(v) & ~pawns_of(v) : 0;
    if (code == KS_OK)
        code = ks_read_types(t, "petrifyOnCaptureTypes", &v->petrified);
    return code != KS_OK ? code : ks_read_bool(t, "petrifyBlastPieces", &v->petrifies_blown);
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
    v->fireproof = immune;
    v->unblown = immune | pawns_of(v);
    return read_petrified(t);
}
