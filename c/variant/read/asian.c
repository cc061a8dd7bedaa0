/* Reads the special rules of xiangqi, janggi and their relatives: soldiers that move sideways beyond the
 * river, generals that may not face each other, cannons that spare each other, and the lines of the
 * palaces. */
#include <string.h>

#include "variant/read/steps.h"

static ks_squares everywhere_from(const ks_variant *v, unsigned side, unsigned rank) {
    ks_squares squares = {{0}};
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned row = square / v->files;
        if ((side == KS_WHITE ? v->ranks - 1 - row : row) >= rank)
            add_square(&squares, square);
    }
    return squares;
}

/* Separates the moves forward from those sideways. */
static void hold_back(struct betza *soldier) {
    const unsigned forward = 1u << FORWARD_LEFT;
    for (unsigned i = 0, count = soldier->count; i < count && soldier->count < BETZA_TERMS; i++) {
        struct betza_term *const term = &soldier->terms[i];
        struct betza_term aside = *term;
        aside.directions &= (uint8_t)~forward;
        aside.beyond = true;
        term->directions &= (uint8_t)forward;
        if (aside.directions)
            soldier->terms[soldier->count++] = aside;
    }
}

static struct piece_type *type_of_key(const struct variant_text *t, const char *key) {
    const unsigned type = t->type_of_piece[ks_piece_of_key((struct slice){key, strlen(key)})];
    return type == NO_TYPE ? NULL : &t->variant->types[type];
}

static int read_soldiers(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    struct piece_type *const soldier = type_of_key(t, "soldier");
    unsigned rank = 1;
    const int code = ks_read_number(t, "soldierPromotionRank", 1, KS_VARIANT_RANKS, &rank);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        v->beyond[side] = everywhere_from(v, side, rank - 1);
    if (code == KS_OK && rank > 1 && soldier)
        hold_back(&soldier->betza);
    return code;
}

/* ---- Lines of the board ---- */

static void add_term(struct betza *betza, unsigned directions, unsigned range, enum betza_hop hop) {
    if (betza->count < BETZA_TERMS)
        betza->terms[betza->count++] = (struct betza_term){.far = 1,
                                                           .near = 1,
                                                           .directions = (uint8_t)directions,
                                                           .range = (uint8_t)range,
                                                           .modality = BETZA_MOVE | BETZA_CAPTURE,
                                                           .hop = (uint8_t)hop,
                                                           .diagonals = true};
}

static bool is_wazir(const struct betza *betza) {
    const struct betza_term *const term = betza->terms;
    return betza->count == 1 && term->far == 1 && term->near == 0 && term->range == 1 &&
           term->directions == ks_betza_all_directions(1, 0) &&
           term->modality == (BETZA_MOVE | BETZA_CAPTURE) && term->hop == BETZA_NO_HOP;
}

/* Pieces that move one square, or any number, along ranks and files do so along the lines too. */
static int read_lines(const struct variant_text *t) {
    static const char *const keys[] = {"wazir", "soldier", "rook", "janggiCannon"};
    ks_variant *const v = t->variant;
    const unsigned all = ks_betza_all_directions(1, 1), forward = 1u << FORWARD_LEFT | 1u << FORWARD_RIGHT;
    const struct value value = ks_find_value(t, "diagonalLines");
    const int code = ks_read_region(t, &value, &v->diagonals);
    if (code != KS_OK || is_empty_set(&v->diagonals))
        return code;
    if (v->royal != NO_TYPE && is_wazir(&v->types[v->royal].betza))
        add_term(&v->types[v->royal].betza, all, 1, BETZA_NO_HOP);
    for (unsigned i = 0; i < 4; i++) {
        struct piece_type *const type = type_of_key(t, keys[i]);
        if (type)
            add_term(&type->betza, i == 1 ? forward : all, i < 2 ? 1 : 0,
                     i == 3 ? BETZA_HOP_OTHERS : BETZA_NO_HOP);
    }
    return KS_OK;
}

/* ---- Cannons and generals ---- */

static void find_cannons(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    struct piece_type *const cannon = type_of_key(t, "janggiCannon");
    v->hurdle = NO_TYPE;
    if (!cannon)
        return;
    v->hurdle = (unsigned)(cannon - v->types);
    v->immune |= (uint32_t)1 << v->hurdle;
    for (unsigned i = 0; i < cannon->betza.count; i++)
        cannon->betza.terms[i].hop = BETZA_HOP_OTHERS;
}

/* ---- Passing, and the count of material ---- */

static void set_weights(const struct variant_text *t) {
    static const struct {
        const char *key;
        uint8_t weight;
    } janggi[] = {{"rook", 13},          {"janggiCannon", 7}, {"horse", 5},
                  {"janggiElephant", 3}, {"wazir", 3},        {"soldier", 2}};
    ks_variant *const v = t->variant;
    for (unsigned type = 0; type < v->type_count; type++)
        v->weights[type] = v->material != MATERIAL_JANGGI;
    for (unsigned i = 0; v->material == MATERIAL_JANGGI && i < sizeof janggi / sizeof *janggi; i++) {
        struct piece_type *const type = type_of_key(t, janggi[i].key);
        if (type)
            v->weights[type - v->types] = janggi[i].weight;
    }
}

static int read_passing(const struct variant_text *t) {
    static const char *const countings[] = {"none",          "janggi",        "unweighted",
                                            "whitedrawodds", "blackdrawodds", NULL};
    ks_variant *const v = t->variant;
    bool always = false, on_stalemate = false;
    unsigned counting = MATERIAL_UNCOUNTED;
    int code;
    if ((code = ks_read_bool(t, "pass", &always)) != KS_OK ||
        (code = ks_read_bool(t, "passOnStalemate", &on_stalemate)) != KS_OK ||
        (code = ks_read_bool(t, "bikjangRule", &v->bikjang)) != KS_OK ||
        (code = ks_read_word(t, "materialCounting", countings, &counting)) != KS_OK)
        return code;
    v->passing = on_stalemate ? PASS_ON_STALEMATE : always ? PASS_ALWAYS : PASS_NEVER;
    v->material = counting;
    set_weights(t);
    return KS_OK;
}

static int read_cambodian(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "cambodianMoves");
    const struct piece_type *const met = type_of_key(t, "fers"), *const rook = type_of_key(t, "rook");
    bool gates = false;
    int code;
    if ((code = ks_read_bool(t, "cambodianMoves", &v->cambodian)) != KS_OK ||
        (code = ks_read_bool(t, "gating", &gates)) != KS_OK)
        return code;
    v->met = v->cambodian && met ? (unsigned)(met - v->types) : NO_TYPE;
    v->leap_taker = v->cambodian && rook ? (unsigned)(rook - v->types) : NO_TYPE;
    return !v->cambodian || gates
               ? KS_OK
               : ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0, "expected gating = true as well");
}

int ks_variant_step_asian(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    int code;
    if ((code = ks_read_bool(t, "flyingGeneral", &v->faces)) != KS_OK ||
        (code = ks_read_types(t, "mutuallyImmuneTypes", &v->immune)) != KS_OK ||
        (code = read_soldiers(t)) != KS_OK || (code = read_cambodian(t)) != KS_OK)
        return code;
    find_cannons(t);
    code = read_passing(t);
    return code != KS_OK ? code : read_lines(t);
}
