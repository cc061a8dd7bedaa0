/* Reads what is particular about the captures, checks and drops of a variant. */
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

/* ---- Drops ---- */

static ks_squares row(const ks_variant *v, unsigned row) {
    ks_squares squares = {{0}};
    for (unsigned file = 0; file < v->files; file++)
        add_square(&squares, row * v->files + file);
    return squares;
}

static int read_drop_region(const struct variant_text *t, unsigned side, bool first_rank, bool promotion) {
    static const char *const keys[2] = {"dropRegionWhite", "dropRegionBlack"};
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, keys[side]);
    ks_squares region = v->board;
    const int code = ks_read_region(t, &value, &region);
    for (unsigned type = 0; type < v->type_count && code == KS_OK; type++) {
        v->drop_region[side][type] = region;
        if (v->types[type].pawn && !first_rank)
            v->drop_region[side][type] = without(v->drop_region[side][type], row(v, row_of_rank(v, side, 0)));
        if (v->types[type].pawn && !promotion)
            v->drop_region[side][type] = without(v->drop_region[side][type], v->promotion[side]);
    }
    return code;
}

/* Only a piece that isn't there already can be dropped, and only a pawn promotes: of several, the first. */
static unsigned unpromoted_type(const ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->types[type].promotes[KS_WHITE] || v->types[type].promotes[KS_BLACK])
            return type;
    return 0;
}

int ks_variant_step_drops(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    bool first_rank = false, promotion = false;
    int code;
    v->drop_checks = true;
    if ((code = ks_read_bool(t, "pieceDrops", &v->drops)) != KS_OK ||
        (code = ks_read_bool(t, "capturesToHand", &v->to_hand)) != KS_OK ||
        (code = ks_read_bool(t, "dropChecks", &v->drop_checks)) != KS_OK ||
        (code = ks_read_bool(t, "firstRankPawnDrops", &first_rank)) != KS_OK ||
        (code = ks_read_bool(t, "promotionZonePawnDrops", &promotion)) != KS_OK ||
        (code = read_drop_region(t, KS_WHITE, first_rank, promotion)) != KS_OK ||
        (code = read_drop_region(t, KS_BLACK, first_rank, promotion)) != KS_OK)
        return code;
    v->unpromoted = unpromoted_type(v);
    if (v->to_hand && !v->drops) {
        const struct value value = ks_find_value(t, "capturesToHand");
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0, "expected pieceDrops = true besides");
    }
    return KS_OK;
}
