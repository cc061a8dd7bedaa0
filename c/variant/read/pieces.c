/* Reads the keys of pieces: which there are, what they become, what they take, and where they may go. */
#include "variant/read/pieces.h"

#include <stdio.h>
#include <string.h>

#include "variant/definition/squares.h"
#include "variant/read/betza.h"
#include "variant/read/steps.h"

/* ==== Pieces ==== */

/* Reads the pieces of a variant, and their names. */

/* ---- The key of a piece ---- */

/* Reads the letter of a piece, as a small one. Sets *has_moves to whether a colon and moves follow. */
static int read_piece_value(const struct variant_text *t, const struct piece_key *piece,
                            const struct value *value, int *label, bool *has_moves) {
    const char *const text = value->slice.text;
    const size_t length = value->slice.length;
    *label = length ? *text | 0x20 : 0;
    *has_moves = length > 1 && text[1] == ':';
    if (*label >= 'a' && *label <= 'z' && (*has_moves ? piece->may_say_moves : length == 1 && piece->betza))
        return KS_OK;
    return ks_value_refuse(t, value,
                           !piece->may_say_moves ? "a letter, or -"
                           : piece->betza        ? "a letter, perhaps with moves as in k:N"
                                                 : "a letter with moves such as c:mRcpR, or -");
}

static int read_moves(const struct variant_text *t, const struct value *value, struct betza *betza) {
    enum { BEFORE = 2 }; /* the letter and the colon */
    ks_error error;
    const int code = ks_read_betza(value->slice.text + BEFORE, value->slice.length - BEFORE, betza, &error);
    return code == KS_OK ? KS_OK : ks_value_fail(t, value, code, error.offset + BEFORE, "%s", error.message);
}

/* Fails when the section that gives the piece its letter also gives it to another one. */
static int check_letter(const struct variant_text *t, const struct value *value, unsigned piece, int label) {
    const struct lineup *const there = t->lineups[value->depth];
    char text[PIECE_KEY_SIZE];
    return there->present >> piece & 1
               ? KS_OK
               : ks_value_fail(t, value, KS_ERROR_VARIANT_PIECES, 0, "the letter '%c' already belongs to %s",
                               label, ks_key_of_piece(there->piece[label - 'a'], text).key);
}

/* Adds the piece if its key is given, unless a nearer section gives its letter to another piece. */
static int add_type(const struct variant_text *t, unsigned piece) {
    char text[PIECE_KEY_SIZE];
    const struct piece_key key = ks_key_of_piece(piece, text);
    const struct value value = ks_find_value(t, key.key);
    ks_variant *const v = t->variant;
    int label, code;
    bool has_moves;
    t->type_of_piece[piece] = NO_TYPE;
    if (!value.slice.text || ks_slice_is(value.slice, "-"))
        return KS_OK;
    if ((code = read_piece_value(t, &key, &value, &label, &has_moves)) != KS_OK ||
        (code = check_letter(t, &value, piece, label)) != KS_OK || !(t->lineups[0]->present >> piece & 1))
        return code;
    t->type_of_piece[piece] = (uint8_t)v->type_count;
    const uint8_t number = (uint8_t)v->type_count++; /* there are no more letters than TYPES_MAX */
    struct piece_type *const type = &v->types[number];
    type->plain = type->kind = type->in_hand = number;
    type->promoted = NO_TYPE;
    type->label = (char)label;
    type->letter = (char)(label - 'a' + 'A');
    snprintf(type->code_name, NAME_SIZE, "%s", key.key);
    snprintf(type->name, NAME_SIZE, key.name, type->letter);
    if (has_moves)
        return read_moves(t, &value, &type->betza);
    return *key.betza ? ks_read_betza(key.betza, strlen(key.betza), &type->betza, NULL) : KS_OK;
}

int ks_variant_step_pieces(const struct variant_text *t) {
    static const char *const king[] = {"king", NULL};
    ks_variant *const v = t->variant;
    int code = KS_OK;
    for (unsigned piece = 0; piece < ks_piece_count() && code == KS_OK; piece++)
        code = add_type(t, piece);
    if (code != KS_OK)
        return code;
    const uint32_t royal = ks_types_of_keys(t, king);
    v->royal = royal ? (unsigned)__builtin_ctz(royal) : NO_TYPE;
    return KS_OK;
}

/* ---- Names ---- */

/* Reads a value such as "a: Cardinal, c: Marshall", and passes each name to `take`. */
static int read_names(const struct variant_text *t, const char *key, take_name *take) {
    const struct value value = ks_find_value(t, key);
    reader r = {value.slice.text, value.slice.length, 0, NULL};
    if (!value.slice.text)
        return KS_OK;
    do {
        unsigned index;
        skip_blanks(&r);
        const int code = ks_read_type(t, &value, &r, &index);
        if (code != KS_OK)
            return code;
        skip_blanks(&r);
        if (peek(&r) != ':')
            return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, r.at, "expected ':' and a name");
        r.at++;
        skip_blanks(&r);
        const size_t start = r.at;
        while (peek(&r) != END && peek(&r) != ',')
            r.at++;
        const struct slice name = {r.text + start, r.at - start};
        const char *const wrong = index == NO_TYPE ? NULL : take(t->variant, index, name);
        if (wrong)
            return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, start, "%s", wrong);
    } while (peek(&r) == ',' && ++r.at);
    return KS_OK;
}

/* Keeps the name of a type for people, as a take_name does. */
static const char *keep_name(struct piece_type *type, struct slice name) {
    while (name.length && is_blank(name.text[name.length - 1]))
        name.length--;
    if (name.length == 0 || name.length >= NAME_SIZE)
        return "expected a name of 1 to 31 bytes";
    for (size_t i = 0; i < name.length; i++)
        if ((unsigned char)name.text[i] < ' ' || name.text[i] == 127)
            return "expected a name, found a control character";
    snprintf(type->name, NAME_SIZE, "%.*s", (int)name.length, name.text);
    return NULL;
}

static const char *take_display_name(ks_variant *v, unsigned type, struct slice name) {
    return keep_name(&v->types[type], name);
}

static const char *take_code_name(ks_variant *v, unsigned type, struct slice name) {
    for (size_t i = 0; i < name.length; i++)
        if (!ks_is_word_character(name.text[i]))
            return "expected a name of letters, digits, - and _";
    if (name.length == 0 || name.length >= NAME_SIZE)
        return "expected a name of 1 to 31 letters";
    snprintf(v->types[type].code_name, NAME_SIZE, "%.*s", (int)name.length, name.text);
    return NULL;
}

static const char *take_letter(ks_variant *v, unsigned type, struct slice name) {
    const char lower = name.length == 1 ? (char)(*name.text | 0x20) : '\0';
    if (lower < 'a' || lower > 'z')
        return "expected a letter";
    v->types[type].letter = (char)(lower - 'a' + 'A');
    return NULL;
}

int ks_variant_step_names(const struct variant_text *t) {
    const ks_variant *const v = t->variant;
    int code;
    if ((code = read_names(t, "displayNames", take_display_name)) != KS_OK ||
        (code = read_names(t, "notationLetters", take_letter)) != KS_OK ||
        (code = read_names(t, "codeNames", take_code_name)) != KS_OK)
        return code;
    for (unsigned type = 0; type < v->type_count; type++)
        for (unsigned other = 0; other < type; other++) {
            const struct value value = ks_find_value(t, "notationLetters");
            if (v->types[type].letter == v->types[other].letter)
                return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                                     "%s and %s both have the letter %c", v->types[other].name,
                                     v->types[type].name, v->types[type].letter);
        }
    return KS_OK;
}

/* ==== Promotion ==== */

/* Reads the promoted forms of pieces. Each form becomes a further type after all others: it moves and counts
 * as the type given for it, and is written as + and the piece's letter. */

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

/* ---- Names of forms ---- */

static const char *take_promoted_name(ks_variant *v, unsigned type, struct slice name) {
    const unsigned form = v->types[type].promoted;
    return form == NO_TYPE ? "this piece has no promoted form" : keep_name(&v->types[form], name);
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
        (code = read_names(t, "promotedNames", take_promoted_name)) != KS_OK)
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

/* ==== Captures ==== */

/* Reads the special rules on captures and checks. */

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

/* ==== Regions ==== */

/* Reads the regions of pieces, and whether pieces may get stuck. */

enum { MOBILITY_KEY_SIZE = PIECE_KEY_SIZE + 24 };

static const char *key_of(unsigned side, unsigned piece, char key[MOBILITY_KEY_SIZE]) {
    char text[PIECE_KEY_SIZE];
    const char *const name = ks_key_of_piece(piece, text).key;
    snprintf(key, MOBILITY_KEY_SIZE, "mobilityRegion%s%c%s", side == KS_WHITE ? "White" : "Black",
             *name - 'a' + 'A', name + 1);
    return key;
}

bool ks_is_mobility_key(struct slice wanted) {
    char key[MOBILITY_KEY_SIZE];
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned piece = 0; piece < ks_piece_count(); piece++)
            if (ks_slice_is(wanted, key_of(side, piece, key)))
                return true;
    return false;
}

static int read_region_of(const struct variant_text *t, unsigned side, unsigned piece) {
    struct piece_type *const type = &t->variant->types[t->type_of_piece[piece]];
    char key[MOBILITY_KEY_SIZE];
    const struct value value = ks_find_value(t, key_of(side, piece, key));
    for (unsigned square = 0; square < t->variant->squares; square++)
        add_square(&type->region[side], square);
    type->confined |= value.slice.text != NULL;
    return ks_read_region(t, &value, &type->region[side]);
}

int ks_variant_step_mobility(const struct variant_text *t) {
    int code = ks_read_bool(t, "immobilityIllegal", &t->variant->must_stay_mobile);
    for (unsigned piece = 0; piece < ks_piece_count() && code == KS_OK; piece++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++)
            if (t->type_of_piece[piece] != NO_TYPE)
                code = read_region_of(t, side, piece);
    return code;
}
