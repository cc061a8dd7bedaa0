/* Reads the promoted forms of pieces. Each form becomes a further type after all others: it moves and counts
 * as the type given for it, and is written as + and the piece's letter. */
#include <stdio.h>
#include <string.h>

#include "variant/read/steps.h"

/* ---- Pairs ---- */

/* Fails, with the place, when a piece of the pair is royal. to: NO_TYPE when the pair removes the form. */
static int check_pair(const struct variant_text *t, const struct value *value, size_t place, unsigned from,
                      unsigned to) {
    const ks_variant *const v = t->variant;
    if (to != NO_TYPE && (from == v->royal || to == v->royal))
        return ks_value_fail(t, value, KS_ERROR_VARIANT_PIECES, place,
                             "a royal piece cannot have or be a promoted form: %s", royal_name(v));
    return KS_OK;
}

static int read_pair(const struct variant_text *t, const struct value *value, reader *r, uint8_t *forms) {
    const size_t place = r->at;
    unsigned from, to = NO_TYPE;
    int code = ks_read_type(t, value, r, &from);
    if (code != KS_OK)
        return code;
    skip_blanks(r);
    if (peek(r) != ':')
        return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, r->at, "expected pairs such as p:g s:g");
    r->at++;
    skip_blanks(r);
    if (peek(r) == '-')
        r->at++;
    else if ((code = ks_read_type(t, value, r, &to)) != KS_OK)
        return code;
    skip_blanks(r);
    if (from == NO_TYPE)
        return KS_OK;
    forms[from] = (uint8_t)to;
    return check_pair(t, value, place, from, to);
}

static int read_pairs(const struct variant_text *t, const struct value *value, void *context) {
    uint8_t *const forms = context;
    reader r = {value->slice.text, value->slice.length, 0, NULL};
    int code = KS_OK;
    while (code == KS_OK && peek(&r) != END && !ks_slice_is(value->slice, "-"))
        code = read_pair(t, value, &r, forms);
    return code;
}

bool ks_has_or_is_form(const struct variant_text *t, unsigned type) {
    uint8_t forms[TYPES_MAX];
    ks_error unread;
    struct variant_text quiet = *t;
    ks_variant kingless = *t->variant;
    quiet.error = &unread;
    kingless.royal = NO_TYPE;
    quiet.variant = &kingless;
    memset(forms, NO_TYPE, sizeof forms);
    return ks_read_added_up(&quiet, "promotedPieceType", read_pairs, forms) == KS_OK &&
           (forms[type] != NO_TYPE || memchr(forms, (int)type, sizeof forms));
}

/* ---- The forms ---- */

static int add_form(const struct variant_text *t, unsigned from, unsigned to, bool loop) {
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "promotedPieceType");
    const struct piece_type plain = v->types[from];
    struct piece_type *const form = &v->types[v->type_count];
    if (v->type_count == TYPES_MAX)
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                             "expected at most %u pieces, promoted forms included", TYPES_MAX);
    *form = v->types[to];
    form->label = plain.label;
    form->letter = plain.letter;
    form->plain = (uint8_t)from;
    form->kind = (uint8_t)to;
    form->in_hand = (uint8_t)(loop ? to : from);
    form->promoted = NO_TYPE;
    form->promotes[KS_WHITE] = form->promotes[KS_BLACK] = false; /* a second time */
    snprintf(form->code_name, NAME_SIZE, "+%.*s", NAME_SIZE - 2, plain.code_name);
    snprintf(form->name, NAME_SIZE, "Promoted %.*s", NAME_SIZE - 10, plain.name);
    v->types[from].promoted = (uint8_t)v->type_count++;
    return KS_OK;
}

static int add_forms(const struct variant_text *t, const uint8_t *forms) {
    const ks_variant *const v = t->variant;
    const unsigned count = v->type_count;
    bool loop = false;
    int code = ks_read_bool(t, "dropLoop", &loop);
    for (unsigned from = 0; from < count && code == KS_OK; from++) {
        if (forms[from] == NO_TYPE)
            continue;
        const struct value value = ks_find_value(t, "promotedPieceType");
        code = forms[forms[from]] == NO_TYPE
                   ? add_form(t, from, forms[from], loop)
                   : ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                                   "%s is the promoted form of %s, so it can't have one itself",
                                   v->types[forms[from]].name, v->types[from].name);
    }
    return code;
}

/* Returns a set of types with the forms that count as one of them. */
static uint32_t with_forms(const ks_variant *v, uint32_t types) {
    for (unsigned type = 0; type < v->type_count; type++)
        types |= (types >> v->types[type].kind & 1) << type;
    return types;
}

/* ---- Names ---- */

static const char *take_promoted_name(ks_variant *v, unsigned type, struct slice name) {
    const unsigned form = v->types[type].promoted;
    return form == NO_TYPE ? "this piece has no promoted form" : ks_take_name(&v->types[form], name);
}

/* ---- All ---- */

int ks_variant_step_promoted(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    uint8_t forms[TYPES_MAX];
    int code;
    memset(forms, NO_TYPE, sizeof forms);
    if ((code = ks_read_bool(t, "mandatoryPiecePromotion", &v->must_turn)) != KS_OK ||
        (code = ks_read_bool(t, "piecePromotionOnCapture", &v->turns_by_capture)) != KS_OK ||
        (code = ks_read_bool(t, "pieceDemotion", &v->turns_back)) != KS_OK ||
        (code = ks_read_added_up(t, "promotedPieceType", read_pairs, forms)) != KS_OK)
        return code;
    const unsigned count = v->type_count;
    if ((code = add_forms(t, forms)) != KS_OK ||
        (code = ks_read_names(t, "promotedNames", take_promoted_name)) != KS_OK)
        return code;
    v->turns = v->type_count > count;
    for (unsigned type = 0; type < v->type_count; type++)
        v->types[type].turns =
            v->types[type].promoted != NO_TYPE || (v->turns_back && v->types[type].plain != type);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        v->flag.types[side] = with_forms(v, v->flag.types[side]);
    v->unblown = with_forms(v, v->unblown);
    v->fireproof = with_forms(v, v->fireproof);
    v->petrified = with_forms(v, v->petrified);
    v->connection.types = with_forms(v, v->connection.types);
    return KS_OK;
}
