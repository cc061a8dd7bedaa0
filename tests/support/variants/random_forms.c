/* Draws promoted forms, rules of drops and gates, and writes them as text. */
#include <stdio.h>
#include <string.h>

#include "support/random.h"
#include "support/variants/random.h"

enum { FORM_LABEL = 13 }; /* from the letter of a piece to that of its form in the naive generator */

static bool one_in(uint64_t *state, unsigned n) {
    return random_below(state, n) == 0;
}

static void put(struct random_variant *r, const char *text) {
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "%s", text);
}

/* Writes a yes-or-no key. */
static bool add_bool(uint64_t *state, struct random_variant *r, const char *key, unsigned n) {
    const bool yes = one_in(state, n);
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "%s = %s\n", key,
                                  yes ? "true" : "false");
    return yes;
}

/* ---- Promoted forms ---- */

static bool any_spares(const struct naive_variant *v) {
    for (int type = 0; type < v->type_count; type++)
        if (v->types[type].spares)
            return true;
    return false;
}

static void add_form(struct random_variant *r, int from, int to) {
    struct naive_variant *const v = &r->naive;
    struct naive_type *const form = &v->types[v->type_count];
    *form = v->types[to];
    form->label = (char)(v->types[from].label + FORM_LABEL);
    form->plain = from;
    form->form = -1;
    form->castles = form->promotes = false;
    v->types[from].form = v->type_count++;
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, " %c:%c",
                                  v->types[from].label, v->types[to].label);
}

/* Half of the pieces turn into one of the others; several may share a form. */
static void add_pairs(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    const int count = v->type_count;
    int targets[NAIVE_TYPES], target_count = 0;
    bool turns[NAIVE_TYPES];
    for (int type = 0; type < count; type++) {
        turns[type] = type != v->royal && one_in(state, 2);
        if (type != v->royal && !turns[type])
            targets[target_count++] = type;
    }
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "promotedPieceType =%s",
                                  target_count == 0 ? " -" : "");
    for (int type = 0; type < count && target_count > 0; type++)
        if (turns[type])
            add_form(r, type, targets[random_below(state, (unsigned)target_count)]);
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "\n");
}

static bool has_promoting_pawns(const struct naive_variant *v) {
    bool pawns = false, pieces = false;
    for (int type = 0; type < v->type_count; type++) {
        pawns |= v->types[type].promotes;
        pieces |= v->promotes_to[type];
    }
    return pawns && pieces;
}

/* ---- Drops ---- */

static void add_region(uint64_t *state, struct random_variant *r) {
    static const char *const keys[2][2] = {{"dropRegionWhite", "dropRegionBlack"},
                                           {"whiteDropRegion", "blackDropRegion"}};
    struct naive_variant *const v = &r->naive;
    for (int side = 0; side < 2; side++) {
        const bool all = one_in(state, 2);
        char *out = r->text + r->length;
        out += sprintf(out, "%s = a1", keys[one_in(state, 2)][side]);
        for (int square = 0; square < v->squares; square++) {
            const bool corner = square == v->squares - v->files; /* a1 */
            v->drop_region[side][square] = all || corner || !one_in(state, 3);
            if (v->drop_region[side][square])
                out += sprintf(out, " %c%d", 'a' + square % v->files, v->ranks - square / v->files);
        }
        *out++ = '\n';
        *out = '\0';
        r->length = (size_t)(out - r->text);
    }
}

static void add_limits(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    const int count = v->royal + 1; /* the forms come after these */
    v->no_doubled = one_in(state, 2) ? (int)random_below(state, (unsigned)count) : -1;
    v->doubled_count = (int)random_below(state, 3);
    if (v->no_doubled >= 0)
        r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length,
                                      "dropNoDoubled = %c\ndropNoDoubledCount = %d\n",
                                      v->types[v->no_doubled].label, v->doubled_count);
    if (!add_bool(state, r, "mustDrop", 6))
        return;
    const bool all = one_in(state, 2);
    const int must = (int)random_below(state, (unsigned)count);
    for (int type = 0; type < count; type++)
        v->musts[type] = all || type == must;
    r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "mustDropType = %c\n",
                                  all ? '*' : v->types[must].label);
}

/* Draws the rules of drops. Pieces that were pawns and are captured as pawns are left to other tests. */
static void add_drops(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    v->drops = add_bool(state, r, "pieceDrops", 2);
    if (!v->drops)
        return;
    v->to_hand = add_bool(state, r, "capturesToHand", 2);
    v->loop = has_promoting_pawns(v);
    if (v->loop)
        r->length += (size_t)snprintf(r->text + r->length, VARIANT_TEXT - r->length, "dropLoop = true\n");
    else
        v->loop = add_bool(state, r, "dropLoop", 2);
    v->drop_promoted = add_bool(state, r, "dropPromoted", 2);
    v->first_rank_drops = add_bool(state, r, "firstRankPawnDrops", 2);
    v->zone_drops = add_bool(state, r, "promotionZonePawnDrops", 2);
    add_region(state, r);
    add_limits(state, r);
}

/* Draws whether pieces come through gates, or FEN keeps gates that have no effect. FEN has no letter for the
 * gate of the eleventh file. */
void add_random_gates(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    v->gates = v->files <= 10 && one_in(state, 3);
    v->gating = v->gates && !one_in(state, 4);
    put(r, v->gates ? "gating = true\n" : "");
    put(r, v->gating ? "seirawanGating = true\n" : "");
    if (!v->gating || v->drops)
        return;
    v->first_rank_drops = !one_in(state, 4);
    put(r, v->first_rank_drops ? "firstRankPawnDrops = true\n" : "");
    v->zone_drops = add_bool(state, r, "promotionZonePawnDrops", 2);
    add_region(state, r);
}

void add_random_forms_and_drops(uint64_t *state, struct random_variant *r) {
    struct naive_variant *const v = &r->naive;
    for (int type = 0; type < v->type_count; type++) {
        v->types[type].plain = v->types[type].kind = type;
        v->types[type].form = -1;
    }
    if (v->explodes || one_in(state, 2))
        return;
    if (!any_spares(v)) {
        v->must_turn = add_bool(state, r, "mandatoryPiecePromotion", 2);
        v->turns_by_capture = add_bool(state, r, "piecePromotionOnCapture", 4);
        v->turns_back = add_bool(state, r, "pieceDemotion", 2);
        add_pairs(state, r);
    }
    add_drops(state, r);
}
