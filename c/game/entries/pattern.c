/* Reads patterns of lines, and finds the values in a line. A pattern of columns has name=field, a pattern of
 * members is an object of JSON with fields as values, and any other one is a line as it is written. */
#include "game/entries/pattern.h"

#include <stdint.h>
#include <string.h>

#include "core/text/characters.h"
#include "core/text/error.h"
#include "core/text/fields.h"

/* ==== Patterns ==== */

static const char *const names[FIELDS] = {"fen",         "move",         "ply",          "white-score",
                                          "mover-score", "white-result", "mover-result", "white-sign",
                                          "mover-sign",  "skip"};

static bool has_name(const char *text, size_t length, const char *name) {
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (to_lower(text[i]) != name[i])
            return false;
    return true;
}

/* Returns the length of the word at an index: letters, and - between them. */
static size_t word_at(const char *text, size_t at) {
    size_t length = 0;
    while (is_letter(text[at + length]) ||
           (length > 0 && text[at + length] == '-' && is_letter(text[at + length + 1])))
        length++;
    return length;
}

/* Returns the field of a name, or FIELDS. */
static enum pattern_field find_field(const char *text, size_t length) {
    enum pattern_field field = FIELD_FEN;
    while (field < FIELDS && !has_name(text, length, names[field]))
        field++;
    return field;
}

static int refuse(ks_error *error, size_t at, const char *sentence) {
    return ks_fail(error, KS_ERROR_DATA_FORMAT, at, "%s", sentence);
}

/* Returns the field of another kind of view, or the same fact as a number or a sign; FIELDS: none. */
static unsigned rivals_of(enum pattern_field field) {
    enum {
        RESULTS =
            1 << FIELD_WHITE_RESULT | 1 << FIELD_MOVER_RESULT | 1 << FIELD_WHITE_SIGN | 1 << FIELD_MOVER_SIGN,
        SCORES = 1 << FIELD_WHITE_SCORE | 1 << FIELD_MOVER_SCORE
    };
    const unsigned one = 1u << field;
    return one & RESULTS ? RESULTS : one & SCORES ? SCORES : field == FIELD_SKIP ? 0 : one;
}

/* Adds a field that the word at an index names. before is where what stands before it begins. */
static int add_field(struct pattern *pattern, size_t before, size_t before_length, size_t at, size_t length,
                     ks_error *error) {
    const char *const word = pattern->text + at;
    const enum pattern_field field = find_field(word, length);
    if (has_name(word, length, "score") || has_name(word, length, "result") || has_name(word, length, "sign"))
        return ks_fail(error, KS_ERROR_DATA_FORMAT, at,
                       "expected white-%.*s or mover-%.*s: whose view is it?", (int)length, word, (int)length,
                       word);
    if (field == FIELDS)
        return refuse(error, at,
                      "expected fen, move, ply, white-score, mover-score, white-result, mover-result, "
                      "white-sign, mover-sign or skip");
    if (pattern->given & rivals_of(field))
        return refuse(error, at, "a field before has this fact already");
    if (pattern->count == PATTERN_PARTS)
        return refuse(error, at, "the pattern has too many fields");
    pattern->parts[pattern->count++] = (struct pattern_part){field, before, before_length};
    pattern->given |= 1u << field;
    return KS_OK;
}

/* Reads a line as it is written, in which the names of fields stand for their values. */
static int read_line(struct pattern *pattern, ks_error *error) {
    const char *const text = pattern->text;
    size_t before = 0, at = 0, length;
    while (text[at]) {
        length = word_at(text, at);
        if (length == 0) {
            at++;
            continue;
        }
        if (pattern->count > 0 && at == before)
            return refuse(error, at, "expected something between two fields");
        const int code = add_field(pattern, before, at - before, at, length, error);
        if (code != KS_OK)
            return code;
        before = at += length;
    }
    pattern->tail = before;
    return KS_OK;
}

static size_t skip_blanks(const char *text, size_t at) {
    while (is_blank(text[at]))
        at++;
    return at;
}

/* Reads the first name of some, and its field. *at goes from where it begins to what follows. */
static int read_named(struct pattern *pattern, bool quoted, size_t *at, ks_error *error) {
    const char *const text = pattern->text;
    const size_t begin = skip_blanks(text, *at), name = begin + quoted,
                 length = quoted && text[begin] != '"' ? 0 : strcspn(text + name, quoted ? "\"\\" : "=,");
    if (length == 0 || text[name + length] != (quoted ? '"' : '='))
        return refuse(error, begin,
                      quoted ? "expected the name of a member in quotes"
                             : "expected NAME=FIELD, such as cp=white-score");
    const size_t sign = quoted ? skip_blanks(text, name + length + 1) : name + length;
    if (quoted && text[sign] != ':')
        return refuse(error, sign, "expected a colon behind the name of a member");
    const size_t word = skip_blanks(text, sign + 1), word_length = word_at(text, word);
    *at = skip_blanks(text, word + word_length);
    return add_field(pattern, name, length, word, word_length, error);
}

/* Reads name=field, or with quotes {"name": field}, with commas between them. */
static int read_names(struct pattern *pattern, bool quoted, ks_error *error) {
    const char *const text = pattern->text;
    size_t at = quoted; /* behind the brace */
    for (;; at++) {
        const int code = read_named(pattern, quoted, &at, error);
        if (code != KS_OK)
            return code;
        if (text[at] == ',')
            continue;
        if (quoted ? text[at] == '}' && !text[skip_blanks(text, at + 1)] : !text[at])
            return KS_OK;
        return refuse(error, at,
                      quoted ? "expected } at the end of the pattern"
                             : "expected a comma before the next NAME=FIELD");
    }
}

int ks_read_pattern(const char *text, struct pattern *pattern, ks_error *error) {
    const size_t length = strlen(text);
    *pattern = (struct pattern){.kind = *text == '{'        ? PATTERN_OF_MEMBERS
                                        : strchr(text, '=') ? PATTERN_OF_COLUMNS
                                                            : PATTERN_OF_LINES};
    if (length >= PATTERN_SIZE)
        return refuse(error, PATTERN_SIZE - 1, "the pattern is too long");
    memcpy(pattern->text, text, length + 1);
    const int code = pattern->kind == PATTERN_OF_LINES
                         ? read_line(pattern, error)
                         : read_names(pattern, pattern->kind == PATTERN_OF_MEMBERS, error);
    return code != KS_OK || pattern->given >> FIELD_FEN & 1
               ? code
               : refuse(error, length, "expected the field fen in the pattern");
}

/* ==== Lines ==== */

/* Passes a text of the pattern in a line. Blanks in it stand for any number of blanks, even none. Returns
 * whether it is there; else *at is where it ends. */
static bool pass_text(const char *text, size_t length, const char *line, size_t end, size_t *at) {
    for (size_t i = 0; i < length; i++) {
        while (*at < end && is_blank(line[*at]))
            ++*at;
        if (is_blank(text[i]))
            continue;
        if (*at == end || line[*at] != text[i])
            return false;
        ++*at;
    }
    while (*at < end && is_blank(line[*at]))
        ++*at;
    return true;
}

/* Returns where a value ends before a text of the pattern: at its first character that is no blank. A value
 * that blanks end is a word; a FEN then has six of them. */
static size_t end_of_value(enum pattern_field field, const char *text, size_t length, const char *line,
                           size_t at, size_t end, bool last) {
    size_t sign = 0, words = field == FIELD_FEN ? 6 : 1;
    while (sign < length && is_blank(text[sign]))
        sign++;
    if (sign < length) {
        const char *const found = memchr(line + at, text[sign], end - at);
        at = found ? (size_t)(found - line) : end;
    } else if (last && length == 0) {
        at = end;
    } else {
        for (; words > 0; words--) {
            while (at < end && is_blank(line[at]))
                at++;
            while (at < end && !is_blank(line[at]))
                at++;
        }
    }
    return at;
}

static void trim(const char *line, struct field *value) {
    while (value->length > 0 && is_blank(line[value->begin])) {
        value->begin++;
        value->length--;
    }
    while (value->length > 0 && is_blank(line[value->begin + value->length - 1]))
        value->length--;
}

static int refuse_text(const struct pattern *pattern, size_t begin, size_t length, size_t at,
                       ks_error *error) {
    struct field text = {.begin = begin, .length = length};
    trim(pattern->text, &text);
    return text.length == 0 ? ks_fail(error, KS_ERROR_DATA_KEY, at, "expected the end of the line")
                            : ks_fail(error, KS_ERROR_DATA_KEY, at, "expected '%.*s' as in the pattern",
                                      (int)text.length, pattern->text + text.begin);
}

static int match_line(const struct pattern *pattern, const char *line, size_t end,
                      struct field values[FIELDS], ks_error *error) {
    const char *const text = pattern->text;
    const size_t tail = strlen(text + pattern->tail);
    size_t at = 0;
    for (unsigned n = 0; n < pattern->count; n++) {
        const struct pattern_part *const part = &pattern->parts[n], *const next = part + 1;
        const bool last = n + 1 == pattern->count;
        if (!pass_text(text + part->begin, part->length, line, end, &at))
            return refuse_text(pattern, part->begin, part->length, at, error);
        const size_t stop = end_of_value(part->field, text + (last ? pattern->tail : next->begin),
                                         last ? tail : next->length, line, at, end, last);
        values[part->field] = (struct field){.begin = at, .length = stop - at};
        trim(line, &values[part->field]);
        at = stop;
    }
    return pass_text(text + pattern->tail, tail, line, end, &at) && at == end
               ? KS_OK
               : refuse_text(pattern, pattern->tail, at < end && tail > 0 ? tail : 0, at, error);
}

/* ==== Columns ==== */

/* Returns whether a field is a name of the pattern. */
static bool is_column(const char *line, const struct field *field, const char *name, size_t length) {
    return field->length == length && memcmp(line + field->begin, name, length) == 0;
}

int ks_find_columns(struct pattern *pattern, const char *line, size_t length, ks_error *error) {
    struct fields fields;
    struct field field;
    pattern->separator = separator_of(line, length);
    for (unsigned n = 0; n < pattern->count; n++) {
        const struct pattern_part *const part = &pattern->parts[n];
        const char *const name = pattern->text + part->begin;
        unsigned number = 0, found = 0;
        start_fields(&fields, line, length, pattern->separator);
        for (; take_field(&fields, &field); number++)
            if (is_column(line, &field, name, part->length) && found++ == 0)
                pattern->column[n] = number;
        if (found != 1)
            return ks_fail(error, KS_ERROR_DATA_FORMAT, 0, "expected a column '%.*s' in the first line%s",
                           (int)part->length, name, found > 1 ? " once" : "");
    }
    return KS_OK;
}

static int match_columns(const struct pattern *pattern, const char *line, size_t length,
                         struct field values[FIELDS], ks_error *error) {
    struct fields fields;
    struct field field;
    unsigned number = 0, missing = pattern->count;
    start_fields(&fields, line, length, pattern->separator);
    for (; take_field(&fields, &field); number++)
        for (unsigned n = 0; n < pattern->count; n++)
            if (pattern->column[n] == number) {
                values[pattern->parts[n].field] = field;
                missing--;
            }
    return missing == 0
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_KEY, length, "expected as many columns as in the first line");
}

/* ==== Members ==== */

static int match_members(const struct pattern *pattern, const char *line, size_t length,
                         struct field values[FIELDS], ks_error *error) {
    struct field name, value;
    unsigned found = 0;
    if (!ks_is_whole_json_object(line, length))
        return ks_fail(error, KS_ERROR_DATA_KEY, 0, "expected a JSON object such as {\"fen\":\"...\"}");
    for (size_t at = 0; ks_next_member(line, length, &at, &name, &value);)
        for (unsigned n = 0; n < pattern->count; n++) {
            const struct pattern_part *const part = &pattern->parts[n];
            if (!is_column(line, &name, pattern->text + part->begin, part->length))
                continue;
            if (found >> n & 1)
                return ks_fail(error, KS_ERROR_DATA_KEY, name.begin, "the object has this member already");
            if (!pattern->optional || part->field <= FIELD_MOVE)
                ks_take_quotes(line, &value, SIZE_MAX);
            values[part->field] = value;
            found |= 1u << n;
        }
    for (unsigned n = 0; n < pattern->count; n++)
        if (!(found >> n & 1) && !(pattern->optional >> pattern->parts[n].field & 1))
            return ks_fail(error, KS_ERROR_DATA_KEY, length, "expected a member %.*s in the object",
                           (int)pattern->parts[n].length, pattern->text + pattern->parts[n].begin);
    return KS_OK;
}

int ks_match_pattern(const struct pattern *pattern, const char *line, size_t length,
                     struct field values[FIELDS], ks_error *error) {
    memset(values, 0, FIELDS * sizeof *values);
    return pattern->kind == PATTERN_OF_MEMBERS   ? match_members(pattern, line, length, values, error)
           : pattern->kind == PATTERN_OF_COLUMNS ? match_columns(pattern, line, length, values, error)
                                                 : match_line(pattern, line, length, values, error);
}
