/* Reads how the games of a variant end. */
#include "variant/read/steps.h"

static int read_extinction(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", "none", NULL};
    struct extinction *const rule = &t->variant->extinction;
    const struct value types = ks_find_value(t, "extinctionPieceTypes");
    unsigned value = EXTINCTION_NONE + 1;
    int code;
    if ((code = ks_read_word(t, "extinctionValue", values, &value)) != KS_OK ||
        (code = ks_read_bool(t, "extinctionClaim", &rule->claim)) != KS_OK ||
        (code = ks_read_number(t, "extinctionPieceCount", 0, KS_VARIANT_SQUARES, &rule->count)) != KS_OK ||
        (code = ks_read_number(t, "extinctionOpponentPieceCount", 0, KS_VARIANT_SQUARES, &rule->opponents)) !=
            KS_OK)
        return code;
    rule->value = (int)value - 1;
    rule->all = types.slice.text && ks_slice_is(types.slice, "*");
    if (!rule->all && (code = ks_read_types(t, "extinctionPieceTypes", &rule->types)) != KS_OK)
        return code;
    if (!rule->all && !rule->types)
        rule->value = EXTINCTION_NONE;
    return KS_OK;
}

static int read_flag(const struct variant_text *t) {
    static const char *const keys[2] = {"flagRegionWhite", "flagRegionBlack"};
    struct flag *const flag = &t->variant->flag;
    int code;
    if ((code = ks_read_types(t, "flagPiece", &flag->types)) != KS_OK ||
        (code = ks_read_bool(t, "flagMove", &flag->answered)) != KS_OK)
        return code;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_value(t, keys[side]);
        code = ks_read_region(t, &value, &flag->region[side]);
    }
    return code;
}

int ks_variant_step_ends(const struct variant_text *t) {
    enum { COUNTED_CHECKS = 3 };
    static const char *const values[] = {"loss", "draw", "win", NULL}, *const loss[] = {"loss", NULL};
    ks_variant *const v = t->variant;
    unsigned stalemate = 1, checkmate;
    bool counted = false;
    int code;
    v->draw_moves = 50;
    v->draw_repetitions = 3;
    if ((code = ks_read_word(t, "stalemateValue", values, &stalemate)) != KS_OK ||
        (code = ks_read_word(t, "checkmateValue", loss, &checkmate)) != KS_OK ||
        (code = ks_read_number(t, "nMoveRule", 0, KS_CLOCK_MAX, &v->draw_moves)) != KS_OK ||
        (code = ks_read_number(t, "nFoldRule", 0, KS_CLOCK_MAX, &v->draw_repetitions)) != KS_OK ||
        (code = ks_read_bool(t, "checkCounting", &counted)) != KS_OK ||
        (code = read_extinction(t)) != KS_OK || (code = read_flag(t)) != KS_OK)
        return code;
    v->stalemate = (int)stalemate - 1;
    v->checks = counted ? COUNTED_CHECKS : 0;
    v->ends_early = v->extinction.value != EXTINCTION_NONE || v->flag.types || v->checks;
    return KS_OK;
}

/* ---- What is royal ---- */

/* The last piece of one type may be royal as long as there is one, and no longer. */
static int read_pseudo_royal(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "extinctionPseudoRoyal");
    const struct extinction *const rule = &v->extinction;
    bool pseudo_royal = false;
    const int code = ks_read_bool(t, "extinctionPseudoRoyal", &pseudo_royal);
    if (code != KS_OK || !pseudo_royal)
        return code;
    if (v->royal != NO_TYPE || rule->all || __builtin_popcount(rule->types) != 1 || rule->value != -1 ||
        rule->count || rule->opponents || rule->claim)
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0,
                             "expected king = -, extinctionValue = loss, and one letter in "
                             "extinctionPieceTypes, of which none are too few");
    if ((v->promotion_types[KS_WHITE] | v->promotion_types[KS_BLACK]) & rule->types)
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                             "nothing can be promoted to a royal piece");
    v->royal = (unsigned)__builtin_ctz(rule->types);
    v->may_lose_king = true;
    return KS_OK;
}

static int check_castling_king(const struct variant_text *t) {
    const ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "castlingKingPiece");
    uint32_t types = v->royal == NO_TYPE ? 0 : (uint32_t)1 << v->royal;
    const int code = ks_read_types(t, "castlingKingPiece", &types);
    if (code != KS_OK || !v->castles)
        return code;
    if (v->royal == NO_TYPE)
        return ks_variant_fail(t, KS_ERROR_VARIANT_VALUE,
                               "castling: there is no royal piece that could castle");
    return types == (uint32_t)1 << v->royal
               ? KS_OK
               : ks_value_refuse(t, &value, "the letter of the royal piece, which alone can castle");
}

int ks_variant_step_royal(const struct variant_text *t) {
    const ks_variant *const v = t->variant;
    const int code = read_pseudo_royal(t);
    if (code != KS_OK)
        return code;
    if (v->royal == NO_TYPE && !v->ends_early)
        return ks_variant_fail(t, KS_ERROR_VARIANT_PIECES,
                               "expected a royal piece, such as king = k, found none");
    return check_castling_king(t);
}
