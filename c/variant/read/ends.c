/* Reads how the games of a variant end. */
#include <string.h>

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
    static const char *const types[4] = {"flagPieceWhite", "flagPieceBlack", "flagPiece", NULL};
    struct flag *const flag = &t->variant->flag;
    int code;
    flag->count = 1;
    if ((code = ks_read_bool(t, "flagMove", &flag->answered)) != KS_OK ||
        (code = ks_read_bool(t, "flagPieceBlockedWin", &flag->blocked)) != KS_OK ||
        (code = ks_read_number(t, "flagPieceCount", 1, KS_VARIANT_SQUARES, &flag->count)) != KS_OK)
        return code;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_either(t, keys[side], "flagRegion");
        code = ks_read_region(t, &value, &flag->region[side]);
        flag->types[side] = all_types(t->variant);
    }
    if (code == KS_OK)
        code = ks_read_types_of_sides(t, types, flag->types);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (is_empty_set(&flag->region[side]))
            flag->types[side] = 0;
    return code;
}

static int read_connection(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    int code;
    v->connects_ranks = v->connects_files = v->connects_diagonals = true;
    if ((code = ks_read_number(t, "connectN", 0, KS_VARIANT_FILES, &v->connect)) != KS_OK ||
        (code = ks_read_bool(t, "connectHorizontal", &v->connects_ranks)) != KS_OK ||
        (code = ks_read_bool(t, "connectVertical", &v->connects_files)) != KS_OK)
        return code;
    return ks_read_bool(t, "connectDiagonal", &v->connects_diagonals);
}

static uint32_t types_with_keys(const struct variant_text *t, const char *const *keys) {
    uint32_t types = 0;
    for (; *keys; keys++) {
        const unsigned type = t->type_of_piece[ks_piece_of_key((struct slice){*keys, strlen(*keys)})];
        types |= type == NO_TYPE ? 0 : (uint32_t)1 << type;
    }
    return types;
}

/* Rules of mates, stalemates and counted moves. */
static int read_mates(const struct variant_text *t) {
    static const char *const shak[] = {"knight", "rook", "bers", NULL}, *const knight[] = {"knight", NULL};
    static const char *const countings[] = {"none", "makruk", "cambodian", "asean", NULL};
    ks_variant *const v = t->variant;
    unsigned counting = COUNTING_NONE;
    int code;
    if ((code = ks_read_bool(t, "stalematePieceCount", &v->stalemate_counts)) != KS_OK ||
        (code = ks_read_bool(t, "shatarMateRule", &v->mates_by_shak)) != KS_OK ||
        (code = ks_read_bool(t, "makpongRule", &v->king_stands)) != KS_OK ||
        (code = ks_read_word(t, "countingRule", countings, &counting)) != KS_OK)
        return code;
    v->counting = counting;
    v->shak = types_with_keys(t, shak);
    v->knights = types_with_keys(t, knight);
    return KS_OK;
}

/* As many checks win as each side has to give at the start: 5 where that says 5+5. */
static unsigned counted_checks(const struct variant_text *t) {
    enum { COUNTED_CHECKS = 3 };
    const struct slice fen = ks_find_value(t, "startFen").slice;
    for (size_t i = 3; i <= fen.length; i++) {
        const char *const at = fen.text + i - 3;
        if (is_digit(at[0]) && at[1] == '+' && is_digit(at[2]))
            return (unsigned)((at[0] > at[2] ? at[0] : at[2]) - '0');
    }
    return COUNTED_CHECKS;
}

static void find_early_ends(ks_variant *v) {
    v->ends_early = v->extinction.value != EXTINCTION_NONE ||
                    (v->flag.types[KS_WHITE] | v->flag.types[KS_BLACK]) || v->connect || v->checks ||
                    v->passing != PASS_NEVER;
}

int ks_variant_step_ends(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", NULL};
    ks_variant *const v = t->variant;
    unsigned stalemate = 1, checkmate = 0;
    bool counted = false;
    int code;
    v->draw_moves = 50;
    v->draw_repetitions = 3;
    if ((code = ks_read_word(t, "stalemateValue", values, &stalemate)) != KS_OK ||
        (code = ks_read_word(t, "checkmateValue", values, &checkmate)) != KS_OK ||
        (code = ks_read_number(t, "nMoveRule", 0, KS_CLOCK_MAX, &v->draw_moves)) != KS_OK ||
        (code = ks_read_number(t, "nFoldRule", 0, KS_CLOCK_MAX, &v->draw_repetitions)) != KS_OK ||
        (code = ks_read_bool(t, "checkCounting", &counted)) != KS_OK ||
        (code = read_extinction(t)) != KS_OK || (code = read_flag(t)) != KS_OK ||
        (code = read_connection(t)) != KS_OK || (code = read_mates(t)) != KS_OK)
        return code;
    v->stalemate = (int)stalemate - 1;
    v->checkmate = (int)checkmate - 1;
    v->checks = counted ? counted_checks(t) : 0;
    find_early_ends(v);
    return KS_OK;
}

/* ---- What is royal ---- */

/* Where captures explode, the last piece of one type may be royal as long as there is one, and no longer. */
static int read_last_royal(const struct variant_text *t, const struct value *value) {
    ks_variant *const v = t->variant;
    const struct extinction *const rule = &v->extinction;
    if (v->royal != NO_TYPE || rule->all || __builtin_popcount(rule->types) != 1 || rule->value != -1 ||
        rule->count || rule->opponents || rule->claim)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, 0,
                             "expected king = -, extinctionValue = loss, and one letter in "
                             "extinctionPieceTypes, of which none "
                             "are too few, where captures explode");
    if ((v->promotion_types[KS_WHITE] | v->promotion_types[KS_BLACK]) & rule->types)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_PIECES, 0,
                             "nothing can be promoted to a royal piece where captures explode");
    v->royal = (unsigned)__builtin_ctz(rule->types);
    v->may_lose_king = true;
    v->drop_checks = true; /* as with the engine, which lets drops attack what is royal in this way alone */
    return KS_OK;
}

/* Otherwise pieces of several types may be, up to one more than would be too few. They are never captured
 * then, so that nobody loses by having too few. */
static int read_crowned(const struct variant_text *t, const struct value *value) {
    ks_variant *const v = t->variant;
    const int code = ks_read_types(t, "extinctionPieceTypes", &v->crowned.types);
    if (code != KS_OK)
        return code;
    if (v->extinction.all || !v->crowned.types)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, 0,
                             "expected letters of pieces in extinctionPieceTypes");
    if (v->royal != NO_TYPE)
        v->crowned.types &= ~((uint32_t)1 << v->royal);
    v->crowned.most = v->extinction.count + 1;
    v->extinction.value = EXTINCTION_NONE;
    find_early_ends(v);
    return ks_read_bool(t, "dupleCheck", &v->crowned.together);
}

static int read_pseudo_royal(const struct variant_text *t) {
    const struct value value = ks_find_value(t, "extinctionPseudoRoyal");
    bool pseudo_royal = false;
    const int code = ks_read_bool(t, "extinctionPseudoRoyal", &pseudo_royal);
    if (code != KS_OK || !pseudo_royal)
        return code;
    return t->variant->blasts ? read_last_royal(t, &value) : read_crowned(t, &value);
}

int ks_variant_step_royal(const struct variant_text *t) {
    const ks_variant *const v = t->variant;
    const struct value king = ks_find_value(t, "king");
    const int code = read_pseudo_royal(t);
    if (code != KS_OK)
        return code;
    if (v->blasts && v->royal != NO_TYPE && !v->may_lose_king) {
        const struct value blasts = ks_find_value(t, "blastOnCapture");
        return ks_value_fail(t, &blasts, KS_ERROR_VARIANT_VALUE, 0,
                             "explosions want a king that can be lost: king = -, commoner = k, and k in "
                             "extinctionPieceTypes, as in atomic");
    }
    if (v->royal == NO_TYPE && !v->crowned.types && !v->ends_early && v->stalemate == 0)
        return ks_value_doubt(t, &king, KS_ERROR_VARIANT_PIECES, 0,
                              "expected a royal piece, such as king = k, or another way to win, found none");
    return KS_OK;
}
