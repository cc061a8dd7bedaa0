/* Reads the values of keys. A value is searched along the chain of inheritance, and its errors name the
 * section that it comes from. */
#include "variant/read/values.h"

#include <stdio.h>
#include <string.h>

#include "core/text/characters.h"
#include "variant/definition/squares.h"

/* ---- Keys and places ---- */

/* Finds the value of a key in one section: the last one when there are several. */
static bool find_at_depth(const struct variant_text *t, size_t depth, const char *key, struct value *value) {
    for (size_t i = t->chain[depth]->count; i-- > 0;) {
        const struct ini_entry *const entry = &t->chain[depth]->entries[i];
        if (ks_slice_is(entry->key, key)) {
            *value = (struct value){entry->key, entry->value, depth};
            return true;
        }
    }
    return false;
}

struct value ks_find_value(const struct variant_text *t, const char *key) {
    struct value value;
    for (size_t depth = 0; depth < t->depth; depth++)
        if (find_at_depth(t, depth, key, &value))
            return value;
    return (struct value){{key, strlen(key)}, {NULL, 0}, t->depth};
}

int ks_read_added_up(const struct variant_text *t, const char *key, value_reader *read, void *context) {
    struct value value;
    int code = KS_OK;
    for (size_t depth = t->depth; depth-- > 0 && code == KS_OK;)
        if (find_at_depth(t, depth, key, &value))
            code = read(t, &value, context);
    return code;
}

struct value ks_find_either(const struct variant_text *t, const char *key, const char *other) {
    const struct value first = ks_find_value(t, key), second = ks_find_value(t, other);
    return second.depth < first.depth ? second : first;
}

static bool is_in_text(const struct variant_text *t, const char *place) {
    return t->text && place && place >= t->text && place <= t->text + t->length;
}

static size_t offset_of_section(const struct variant_text *t) {
    const char *const name = t->chain[0]->name.text;
    return is_in_text(t, name) ? (size_t)(name - t->text) : 0;
}

int ks_value_fail(const struct variant_text *t, const struct value *value, int code, size_t offset,
                  const char *format, ...) {
    char message[sizeof t->error->message], whose[NAME_SIZE + 20] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!value->slice.text)
        snprintf(whose, sizeof whose, " by default");
    else if (value->depth > 0)
        snprintf(whose, sizeof whose, ", inherited by %s", t->variant->name);
    const size_t place = is_in_text(t, value->slice.text) ? (size_t)(value->slice.text - t->text) + offset
                                                          : offset_of_section(t);
    return ks_fail(t->error, code, place, "%.*s%s: %s", (int)value->key.length, value->key.text, whose,
                   message);
}

int ks_value_doubt(const struct variant_text *t, const struct value *value, int code, size_t offset,
                   const char *message) {
    struct variant_text doubted = *t;
    if (!t->doubt)
        return ks_value_fail(t, value, code, offset, "%s", message);
    doubted.error = t->doubt;
    if (t->doubt->code == KS_OK)
        ks_value_fail(&doubted, value, code, offset, "%s", message);
    return KS_OK;
}

int ks_value_refuse(const struct variant_text *t, const struct value *value, const char *expected) {
    enum { SHOWN = 40 };
    const int length = value->slice.length > SHOWN ? SHOWN : (int)value->slice.length;
    if (length == 0)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, 0, "expected %s, found nothing", expected);
    return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, 0, "expected %s, found '%.*s'", expected, length,
                         value->slice.text);
}

int ks_variant_fail(const struct variant_text *t, int code, const char *format, ...) {
    char message[sizeof t->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return ks_fail(t->error, code, offset_of_section(t), "%.*s: %s", (int)t->chain[0]->name.length,
                   t->chain[0]->name.text, message);
}

/* ---- Single values ---- */

int ks_read_word(const struct variant_text *t, const char *key, const char *const *words, unsigned *index) {
    const struct value value = ks_find_value(t, key);
    char expected[80] = "";
    if (!value.slice.text)
        return KS_OK;
    for (unsigned i = 0; words[i]; i++) {
        if (ks_slice_is(value.slice, words[i])) {
            *index = i;
            return KS_OK;
        }
        strcat(strcat(expected, i == 0 ? "" : words[i + 1] ? ", " : " or "), words[i]);
    }
    return ks_value_refuse(t, &value, expected);
}

int ks_read_bool(const struct variant_text *t, const char *key, bool *answer) {
    static const char *const words[] = {"false", "true", NULL};
    unsigned index = *answer;
    const int code = ks_read_word(t, key, words, &index);
    *answer = index;
    return code;
}

/* Reads the whole slice as a number. Returns false when it is no number, or above `most`. */
static bool is_number(struct slice slice, unsigned most, unsigned *number) {
    reader r = {slice.text, slice.length, 0, NULL};
    *number = 0;
    for (; is_digit(peek(&r)) && *number <= most; r.at++)
        *number = *number * 10 + (unsigned)(peek(&r) - '0');
    return slice.length > 0 && r.at == slice.length && *number <= most;
}

int ks_read_number(const struct variant_text *t, const char *key, unsigned least, unsigned most,
                   unsigned *number) {
    const struct value value = ks_find_value(t, key);
    unsigned found;
    char expected[48];
    if (!value.slice.text)
        return KS_OK;
    snprintf(expected, sizeof expected, "a number from %u to %u", least, most);
    if (!is_number(value.slice, most, &found) || found < least)
        return ks_value_refuse(t, &value, expected);
    *number = found;
    return KS_OK;
}

int ks_read_file(const struct variant_text *t, const char *key, unsigned files, unsigned *file) {
    const struct value value = ks_find_value(t, key);
    unsigned found;
    char expected[48];
    if (!value.slice.text)
        return KS_OK;
    snprintf(expected, sizeof expected, "a file, a to %c or 1 to %u", (char)('a' + files - 1), files);
    if (value.slice.length == 1 && *value.slice.text >= 'a' && *value.slice.text < 'a' + (int)files)
        found = (unsigned)(*value.slice.text - 'a') + 1;
    else if (!is_number(value.slice, files, &found) || found == 0)
        return ks_value_refuse(t, &value, expected);
    *file = found - 1;
    return KS_OK;
}

/* ---- Regions ---- */

/* Reads one word of a region: a file or *, then a rank or *. Sets *beyond to whether the squares are outside
 * the variant's board. */
static bool read_area(const ks_variant *v, reader *r, ks_variant_squares *squares, bool *beyond) {
    const int first = peek(r);
    unsigned rank = 0;
    const unsigned file = (unsigned)(first - 'a');
    if (first != '*' && file >= KS_VARIANT_FILES_MAX)
        return false;
    r->at++;
    if (peek(r) == '*')
        r->at++;
    else if (first != '*' || !at_field_end(r)) {
        while (is_digit(peek(r)) && rank <= KS_VARIANT_RANKS_MAX)
            rank = rank * 10 + (unsigned)(r->text[r->at++] - '0');
        if (rank == 0 || rank > KS_VARIANT_RANKS_MAX)
            return false;
    }
    *beyond = (first != '*' && file >= v->files) || rank > v->ranks;
    for (unsigned square = 0; square < v->squares; square++)
        if ((first == '*' || square % v->files == file) &&
            (rank == 0 || square / v->files == v->ranks - rank))
            add_square(squares, square);
    return at_field_end(r);
}

int ks_read_region(const struct variant_text *t, const struct value *value, ks_variant_squares *squares) {
    static const char expected[] = "expected squares of the board such as *3, a* or a3, or -";
    reader r = {value->slice.text, value->slice.length, 0, NULL};
    ks_variant_squares found = {{0}};
    int code = KS_OK;
    if (!value->slice.text)
        return KS_OK;
    if (value->slice.length == 0)
        return ks_value_refuse(t, value, "squares of the board such as *3, a* or a3, or -");
    for (; code == KS_OK && peek(&r) != END && !ks_slice_is(value->slice, "-"); skip_blanks(&r)) {
        const size_t start = r.at;
        bool beyond;
        if (!read_area(t->variant, &r, &found, &beyond))
            code = ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, start, "%s", expected);
        else if (beyond && value->depth == 0) /* the board of a variant that inherits may be smaller */
            code = ks_value_doubt(t, value, KS_ERROR_VARIANT_VALUE, start, expected);
    }
    *squares = found;
    return code;
}

/* ---- Pieces ---- */

/* Returns the type of a piece in a value of this depth. */
static unsigned type_of_piece(const struct variant_text *t, unsigned piece, size_t depth) {
    for (size_t i = 0; i <= depth && i < t->depth; i++)
        if (!(t->lineups[i]->present >> piece & 1))
            return NO_TYPE;
    return t->type_of_piece[piece];
}

int ks_read_type(const struct variant_text *t, const struct value *value, reader *r, unsigned *type) {
    const int c = peek(r);
    const unsigned piece = is_letter(c) ? t->lineups[value->depth]->piece[(c | 0x20) - 'a'] : NO_PIECE;
    if (piece == NO_PIECE && (value->depth == 0 || !is_letter(c)))
        return c > ' ' && c < 127
                   ? ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, r->at,
                                   "expected the letter of a piece, found '%c'", c)
                   : ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, r->at, "expected the letter of a piece");
    *type = piece == NO_PIECE ? NO_TYPE : type_of_piece(t, piece, value->depth);
    r->at++;
    return KS_OK;
}

uint32_t ks_types_of_keys(const struct variant_text *t, const char *const *keys) {
    uint32_t types = 0;
    for (; *keys; keys++) {
        const unsigned piece = ks_piece_of_key((struct slice){*keys, strlen(*keys)});
        const unsigned type = type_of_piece(t, piece, t->depth);
        if (type != NO_TYPE)
            types |= (uint32_t)1 << type;
    }
    return types;
}

int ks_read_types(const struct variant_text *t, const char *key, uint32_t *types) {
    const struct value value = ks_find_value(t, key);
    return ks_read_type_list(t, &value, types);
}

struct value ks_find_value_of_side(const struct variant_text *t, const char *const keys[4], unsigned side) {
    struct value value = ks_find_value(t, keys[side]);
    for (unsigned i = 2; i < 4 && keys[i]; i++) {
        const struct value other = ks_find_value(t, keys[i]);
        if (other.depth < value.depth)
            value = other;
    }
    return value;
}

int ks_read_types_of_sides(const struct variant_text *t, const char *const keys[4], uint32_t types[2]) {
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_value_of_side(t, keys, side);
        code = ks_read_type_list(t, &value, &types[side]);
    }
    return code;
}

int ks_read_type_list(const struct variant_text *t, const struct value *value, uint32_t *types) {
    reader r = {value->slice.text, value->slice.length, 0, NULL};
    uint32_t found = 0;
    if (!value->slice.text)
        return KS_OK;
    if (value->slice.length == 0)
        return ks_value_refuse(t, value, "letters of pieces, or -");
    if (ks_slice_is(value->slice, "*")) {
        *types = all_types(t->variant);
        return KS_OK;
    }
    while (peek(&r) != END && !ks_slice_is(value->slice, "-")) {
        unsigned type;
        const int code = ks_read_type(t, value, &r, &type);
        if (code != KS_OK)
            return code;
        if (type != NO_TYPE)
            found |= (uint32_t)1 << type;
        skip_blanks(&r);
    }
    *types = found;
    return KS_OK;
}
