/* Reads the pieces of a variant, and their names. */
#include <stdio.h>
#include <string.h>

#include "variant/definition/squares.h"
#include "variant/read/betza.h"
#include "variant/read/steps.h"

/* ---- Pieces ---- */

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

int ks_read_names(const struct variant_text *t, const char *key, take_name *take) {
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

const char *ks_take_name(struct piece_type *type, struct slice name) {
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
    return ks_take_name(&v->types[type], name);
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
    if ((code = ks_read_names(t, "displayNames", take_display_name)) != KS_OK ||
        (code = ks_read_names(t, "notationLetters", take_letter)) != KS_OK ||
        (code = ks_read_names(t, "codeNames", take_code_name)) != KS_OK)
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
