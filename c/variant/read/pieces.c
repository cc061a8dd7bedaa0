/* Reads the pieces of a variant, and their names. */
#include <stdio.h>
#include <string.h>

#include "variant/read/steps.h"
#include "variant/squares.h"

/* ---- Keys ---- */

enum { CUSTOM_PIECES = 25, KEY_SIZE = 16 };

/* A key of a piece, and what it says when its value is a letter alone. */
struct piece_key {
    const char *key, *betza, *name; /* betza: NULL when the value has to say it */
    bool may_say_moves;
};

/* The pieces whose key says how they move. */
static const struct piece_key known_pieces[] = {
#define PIECE(key, betza, name) {#key, betza, name, false},
#include "variant/read/pieces.def"
#undef PIECE
};

enum { KNOWN_PIECES = sizeof known_pieces / sizeof *known_pieces };

static const char *custom_key(unsigned number, char key[KEY_SIZE]) {
    snprintf(key, KEY_SIZE, "customPiece%u", number % 100);
    return key;
}

bool ks_is_piece_key(struct slice key) {
    char custom[KEY_SIZE];
    for (size_t i = 0; i < KNOWN_PIECES; i++)
        if (ks_slice_is(key, known_pieces[i].key))
            return true;
    for (unsigned number = 1; number <= CUSTOM_PIECES; number++)
        if (ks_slice_is(key, custom_key(number, custom)))
            return true;
    return false;
}

/* ---- Pieces ---- */

/* Reads the letter of a piece, as a small one. *has_moves: whether a colon and moves follow it. */
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

/* Adds the piece if its key is there. */
static int add_type(const struct variant_text *t, const struct piece_key *piece) {
    const struct value value = ks_find_value(t, piece->key);
    ks_variant *const v = t->variant;
    int label;
    bool has_moves;
    if (!value.slice.text || ks_slice_is(value.slice, "-"))
        return KS_OK;
    const int code = read_piece_value(t, piece, &value, &label, &has_moves);
    if (code != KS_OK)
        return code;
    const unsigned other = ks_variant_type_of_label(v, label);
    if (other != NO_TYPE)
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0, "the letter '%c' is that of %s already",
                             label, v->types[other].code_name);
    struct piece_type *const type = &v->types[v->type_count++]; /* there are no more letters than TYPES_MAX */
    type->label = (char)label;
    type->letter = (char)(label - 'a' + 'A');
    snprintf(type->code_name, NAME_SIZE, "%s", piece->key);
    snprintf(type->name, NAME_SIZE, piece->name, type->letter);
    return has_moves ? read_moves(t, &value, &type->betza)
                     : ks_read_betza(piece->betza, strlen(piece->betza), &type->betza, NULL);
}

int ks_variant_step_pieces(const struct variant_text *t) {
    static const struct piece_key king = {"king", "K", "King", true};
    ks_variant *const v = t->variant;
    int code = KS_OK;
    for (size_t i = 0; i < KNOWN_PIECES && code == KS_OK; i++)
        code = add_type(t, &known_pieces[i]);
    for (unsigned number = 1; number <= CUSTOM_PIECES && code == KS_OK; number++) {
        char key[KEY_SIZE];
        code = add_type(t, &(struct piece_key){custom_key(number, key), NULL, "Piece %c", true});
    }
    v->royal = v->type_count;
    if (code == KS_OK)
        code = add_type(t, &king);
    if (code == KS_OK && v->royal == v->type_count)
        return ks_variant_fail(t, KS_ERROR_VARIANT_PIECES,
                               "expected a royal piece, such as king = k, found none");
    return code;
}

/* ---- Names ---- */

/* Reads a value such as "a: Cardinal, c: Marshall". take(type, name) keeps one name; it returns NULL, or what
 * is wrong with the name. */
static int read_names(const struct variant_text *t, const char *key,
                      const char *(*take)(struct piece_type *, struct slice)) {
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
        const char *const wrong = index == NO_TYPE ? NULL : take(&t->variant->types[index], name);
        if (wrong)
            return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, start, "%s", wrong);
    } while (peek(&r) == ',' && ++r.at);
    return KS_OK;
}

static const char *take_name(struct piece_type *type, struct slice name) {
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

static const char *take_code_name(struct piece_type *type, struct slice name) {
    for (size_t i = 0; i < name.length; i++)
        if (!ks_is_word_character(name.text[i]))
            return "expected a name of letters, digits, - and _";
    if (name.length == 0 || name.length >= NAME_SIZE)
        return "expected a name of 1 to 31 letters";
    snprintf(type->code_name, NAME_SIZE, "%.*s", (int)name.length, name.text);
    return NULL;
}

static const char *take_letter(struct piece_type *type, struct slice name) {
    const char lower = name.length == 1 ? (char)(*name.text | 0x20) : '\0';
    if (lower < 'a' || lower > 'z')
        return "expected a letter";
    type->letter = (char)(lower - 'a' + 'A');
    return NULL;
}

int ks_variant_step_names(const struct variant_text *t) {
    const ks_variant *const v = t->variant;
    int code;
    if ((code = read_names(t, "displayNames", take_name)) != KS_OK ||
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
