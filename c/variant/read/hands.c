/* Reads the keys of a variant's description about gates, walls, pieces in hand and where they may be
 * dropped. */

#include "variant/read/steps.h"

/* ==== Gates ==== */

/* Reads gates, through which pieces come, and walls. */

/* Returns whether a FEN has walls. */
static bool has_walls(struct slice fen) {
    for (size_t i = 0; i < fen.length && fen.text[i] != ' ' && fen.text[i] != '['; i++)
        if (fen.text[i] == '*')
            return true;
    return false;
}

enum { GATE_FILES = 'k' - 'a' };

int ks_variant_step_gates(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value seirawan = ks_find_value(t, "seirawanGating");
    int code;
    if ((code = ks_read_bool(t, "gating", &v->gates)) != KS_OK ||
        (code = ks_read_bool(t, "seirawanGating", &v->seirawan)) != KS_OK)
        return code;
    if (v->seirawan && !v->gates)
        return ks_value_fail(t, &seirawan, KS_ERROR_VARIANT_VALUE, 0, "expected gating = true as well");
    if (v->gates && v->files > GATE_FILES) {
        const struct value gating = ks_find_value(t, "gating");
        return ks_value_fail(
            t, &gating, KS_ERROR_VARIANT_VALUE, 0,
            "expected %d files at most: FEN has no letter for a gate on the next one, since K is "
            "a wing",
            GATE_FILES);
    }
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

/* ==== Hands ==== */

/* Reads the rules on hands, and the squares of drops. */

static ks_variant_squares row(const ks_variant *v, unsigned row) {
    ks_variant_squares squares = {{0}};
    for (unsigned file = 0; file < v->files; file++)
        add_square(&squares, row * v->files + file);
    return squares;
}

/* Exceptions for pawns and rooks from the squares of drops. */
struct special_drops {
    bool first_rank, promotion, rooks_at_home;
};

static int read_region(const struct variant_text *t, unsigned side, struct special_drops drops) {
    static const char *const rook[] = {"rook", NULL};
    static const char *const keys[2] = {"dropRegionWhite", "dropRegionBlack"}, *const others[2] = {
                                                                                   "whiteDropRegion",
                                                                                   "blackDropRegion"};
    ks_variant *const v = t->variant;
    const struct value value = ks_find_either(t, keys[side], others[side]);
    ks_variant_squares region = v->board;
    const int code = ks_read_region(t, &value, &region);
    const uint32_t at_home = drops.rooks_at_home ? ks_types_of_keys(t, rook) : 0;
    for (unsigned type = 0; type < v->type_count && code == KS_OK; type++) {
        ks_variant_squares *const squares = &v->drop_region[side][type];
        *squares = v->types[type].confined ? both(region, v->types[type].region[side]) : region;
        if (v->types[type].pawn && !drops.first_rank)
            *squares = without(*squares, row(v, row_of_its_rank(v, side, 0)));
        if (v->types[type].pawn && !drops.promotion)
            *squares = without(*squares, v->promotion[side]);
        if (at_home >> type & 1)
            *squares = both(*squares, row(v, row_of_its_rank(v, side, 0)));
    }
    return code;
}

/* Returns the type of a promoted piece in hand: the first of the types that promote. */
static unsigned unpromoted_type(const ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->types[type].promotes[KS_WHITE] || v->types[type].promotes[KS_BLACK] ||
            (v->stands_up && v->types[type].pawn))
            return type;
    return 0;
}

/* ---- Limits ---- */

/* Returns the one type of a set; NO_TYPE when the set is empty. */
static unsigned only_type(uint32_t types) {
    return types ? (unsigned)__builtin_ctz(types) : NO_TYPE;
}

static int read_doubled(const struct variant_text *t) {
    struct drop_limits *const limits = &t->variant->drop_limits;
    const struct value value = ks_find_value(t, "dropNoDoubled");
    uint32_t types = 0;
    limits->doubled_count = 1;
    const int code = ks_read_types(t, "dropNoDoubled", &types);
    if (code != KS_OK)
        return code;
    if (types & (types - 1))
        return ks_value_refuse(t, &value, "one letter of a piece, or -");
    limits->no_doubled = only_type(types);
    return ks_read_number(t, "dropNoDoubledCount", 0, KS_VARIANT_RANKS_MAX, &limits->doubled_count);
}

static int read_musts(const struct variant_text *t) {
    uint32_t types = all_types(t->variant);
    bool must = false;
    int code = ks_read_bool(t, "mustDrop", &must);
    if (code == KS_OK)
        code = ks_read_types(t, "mustDropType", &types);
    t->variant->drop_limits.musts = must ? types : 0;
    return code;
}

static int read_enclosing(const struct variant_text *t) {
    static const char *const rules[] = {"none",  "reversi", "ataxx", "quadwrangle",
                                        "snort", "anyside", "top",   NULL};
    struct drop_limits *const limits = &t->variant->drop_limits;
    const struct value start = ks_find_value(t, "enclosingDropStart");
    bool on_top = false;
    unsigned rule = ENCLOSING_NONE;
    int code;
    if ((code = ks_read_bool(t, "dropOnTop", &on_top)) != KS_OK ||
        (code = ks_read_word(t, "enclosingDrop", rules, &rule)) != KS_OK ||
        (code = ks_read_region(t, &start, &limits->enclosing_start)) != KS_OK)
        return code;
    limits->enclosing = rule == ENCLOSING_NONE && on_top ? ENCLOSING_TOP : rule;
    return KS_OK;
}

static int read_flips(const struct variant_text *t) {
    static const char *const rules[] = {"none", "reversi", "ataxx", "quadwrangle", NULL};
    const struct value value = ks_find_value(t, "flipEnclosedPieces");
    unsigned rule = ENCLOSING_NONE;
    const int code = ks_read_word(t, "flipEnclosedPieces", rules, &rule);
    t->variant->flips = rule;
    return code != KS_OK || !rule || t->variant->royal == NO_TYPE
               ? code
               : ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0,
                               "expected king = - as well: a royal piece cannot change sides");
}

static int read_limits(const struct variant_text *t) {
    static const char *const pawn[] = {"shogiPawn", NULL}, *const bishop[] = {"bishop", NULL};
    struct drop_limits *const limits = &t->variant->drop_limits;
    bool no_mate = false, one_a_shade = false;
    int code;
    if ((code = read_doubled(t)) != KS_OK || (code = read_musts(t)) != KS_OK ||
        (code = read_enclosing(t)) != KS_OK ||
        (code = ks_read_bool(t, "shogiPawnDropMateIllegal", &no_mate)) != KS_OK ||
        (code = ks_read_bool(t, "dropOppositeColoredBishop", &one_a_shade)) != KS_OK)
        return code;
    for (unsigned square = 0; square < t->variant->squares; square++)
        if ((square / t->variant->files + square % t->variant->files) % 2 == 0)
            add_square(&limits->first_shade, square);
    limits->no_mate = no_mate ? only_type(ks_types_of_keys(t, pawn)) : NO_TYPE;
    limits->one_a_shade = one_a_shade ? only_type(ks_types_of_keys(t, bishop)) : NO_TYPE;
    return KS_OK;
}

/* ---- All ---- */

static int read_regions(const struct variant_text *t) {
    struct special_drops drops = {false, false, false};
    int code;
    if ((code = ks_read_bool(t, "firstRankPawnDrops", &drops.first_rank)) != KS_OK ||
        (code = ks_read_bool(t, "promotionZonePawnDrops", &drops.promotion)) != KS_OK ||
        (code = ks_read_bool(t, "sittuyinRookDrop", &drops.rooks_at_home)) != KS_OK ||
        (code = read_region(t, KS_WHITE, drops)) != KS_OK)
        return code;
    return read_region(t, KS_BLACK, drops);
}

int ks_variant_step_drops(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    bool loop = false, two_boards = false;
    int code;
    v->drop_checks = true;
    if ((code = ks_read_bool(t, "pieceDrops", &v->drops)) != KS_OK ||
        (code = ks_read_bool(t, "capturesToHand", &v->to_hand)) != KS_OK ||
        (code = ks_read_bool(t, "dropLoop", &loop)) != KS_OK ||
        (code = ks_read_bool(t, "twoBoards", &two_boards)) != KS_OK ||
        (code = ks_read_bool(t, "dropChecks", &v->drop_checks)) != KS_OK ||
        (code = ks_read_bool(t, "dropPromoted", &v->drop_promoted)) != KS_OK ||
        (code = read_regions(t)) != KS_OK || (code = read_limits(t)) != KS_OK)
        return code;
    if ((code = ks_read_bool(t, "castlingDroppedPiece", &v->castles_dropped)) != KS_OK ||
        (code = ks_read_bool(t, "freeDrops", &v->free_drops)) != KS_OK || (code = read_flips(t)) != KS_OK)
        return code;
    v->holds_royal = v->drops && v->royal != NO_TYPE && v->drop_limits.musts >> v->royal & 1;
    v->unpromoted = unpromoted_type(v);
    v->marks_promoted = (v->to_hand && !loop) || two_boards;
    if (v->to_hand && !v->drops) {
        const struct value value = ks_find_value(t, "capturesToHand");
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0, "expected pieceDrops = true as well");
    }
    return KS_OK;
}
