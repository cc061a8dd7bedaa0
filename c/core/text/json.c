/* Reads JSON (RFC 8259) where it stands in a text. */
#include "core/text/json.h"

#include <stdio.h>
#include <string.h>

#include "core/text/characters.h"
#include "core/text/suggest.h"
#include "core/text/utf8.h"

/* A text that is read from the left. */
struct scan {
    const char *line;
    size_t length, at;
};

static bool is_space(char c) {
    return is_blank(c) || c == '\r' || c == '\n';
}

/* Returns whether the next byte is one of these. */
static bool has(const struct scan *scan, const char *any) {
    return scan->at < scan->length && scan->line[scan->at] && strchr(any, scan->line[scan->at]);
}

static void skip_space(struct scan *scan) {
    while (scan->at < scan->length && is_space(scan->line[scan->at]))
        scan->at++;
}

/* Moves past a byte and the white space before it, if it is there. */
static bool take(struct scan *scan, char c) {
    skip_space(scan);
    const bool is = scan->at < scan->length && scan->line[scan->at] == c;
    scan->at += is;
    return is;
}

/* ==== Values that are skipped ==== */

/* Values that nobody asks for are skipped by their brackets and quotes. */

/* Moves past a string. */
static bool take_string(struct scan *scan, struct field *field) {
    if (!take(scan, '"'))
        return false;
    *field = (struct field){.begin = scan->at};
    for (; scan->at < scan->length && scan->line[scan->at] != '"'; scan->at++)
        if (scan->line[scan->at] == '\\') {
            field->quoted = true;
            scan->at++;
        }
    if (scan->at >= scan->length)
        return false;
    field->length = scan->at++ - field->begin;
    return true;
}

/* Moves past a value of any kind. Returns false when the line ends before. */
static bool skip_value(struct scan *scan) {
    struct field string;
    size_t depth = 0;
    for (skip_space(scan); scan->at < scan->length; scan->at++) {
        const char c = scan->line[scan->at];
        if (depth == 0 && (c == ',' || c == '}'))
            return true;
        if (c == '{' || c == '[')
            depth++;
        if (c == '}' || c == ']')
            depth--;
        if (c == '"') {
            if (!take_string(scan, &string))
                return false;
            scan->at--;
        }
    }
    return false;
}

/* ==== Members by name ==== */

bool ks_is_json_object(const char *text, size_t length) {
    struct scan scan = {text, length, 0};
    return take(&scan, '{');
}

static bool refuse(const struct scan *scan, ks_error *error, const char *expected, const char *name) {
    *error = (ks_error){.code = KS_ERROR_FIELD_MISSING,
                        .offset = scan->at < scan->length ? scan->at : scan->length};
    snprintf(error->message, sizeof error->message, "expected %s '%.60s'", expected, name);
    return false;
}

/* Adds the names of the object's members that are near to the one that it lacks. The members have been read
 * (precondition). */
static void suggest_members(const char *line, size_t length, const char *name, ks_error *error) {
    enum { MEMBERS = 64, COPY = 32 };
    char copies[MEMBERS][COPY], suggestion[SUGGESTION_SIZE];
    struct choices choices = {.count = 0};
    struct field key, value;
    const size_t used = strlen(error->message);
    for (size_t at = 0; choices.count < MEMBERS && ks_next_member(line, length, &at, &key, &value);)
        if (key.length < COPY) {
            char *const copy = copies[choices.count];
            snprintf(copy, COPY, "%.*s", (int)key.length, line + key.begin);
            ks_add_choice(&choices, copy);
        }
    ks_suggest(name, "", &choices, suggestion);
    if (strlen(suggestion) < sizeof error->message - used)
        strcpy(error->message + used, suggestion);
}

bool ks_find_member(const char *line, size_t length, const char *name, struct field *field, ks_error *error) {
    struct scan scan = {line, length, 0};
    if (!take(&scan, '{'))
        return refuse(&scan, error, "a JSON object with the member", name);
    do {
        struct field key;
        if (!take_string(&scan, &key) || !take(&scan, ':'))
            return refuse(&scan, error, "the next member of a JSON object with the member", name);
        if (key.length == strlen(name) && memcmp(line + key.begin, name, key.length) == 0)
            return take_string(&scan, field) || refuse(&scan, error, "a string as the value of", name);
        if (!skip_value(&scan))
            return refuse(&scan, error, "the rest of a JSON object with the member", name);
    } while (take(&scan, ','));
    refuse(&scan, error, "the member", name);
    suggest_members(line, length, name, error);
    return false;
}

bool ks_next_member(const char *object, size_t length, size_t *at, struct field *name, struct field *value) {
    struct scan scan = {object, length, *at};
    if (!take(&scan, *at == 0 ? '{' : ',') || !take_string(&scan, name) || !take(&scan, ':'))
        return false;
    skip_space(&scan);
    *value = (struct field){.begin = scan.at};
    skip_value(&scan);
    *at = scan.at;
    value->length = scan.at - value->begin;
    while (value->length > 0 && is_space(object[value->begin + value->length - 1]))
        value->length--;
    return true;
}

/* ==== Whole values ==== */

/* Moves past a backslash and what it escapes. */
static bool take_escape(struct scan *scan) {
    static const char hexadecimal[] = "0123456789abcdefABCDEF";
    const char c = scan->at + 1 < scan->length ? scan->line[scan->at + 1] : '\0';
    scan->at += 2;
    if (c != 'u')
        return c != '\0' && strchr("\"\\/bfnrt", c);
    for (unsigned i = 0; i < 4; i++, scan->at++)
        if (scan->at >= scan->length || !scan->line[scan->at] || !strchr(hexadecimal, scan->line[scan->at]))
            return false;
    return true;
}

static bool take_whole_string(struct scan *scan) {
    if (!take(scan, '"'))
        return false;
    while (scan->at < scan->length && scan->line[scan->at] != '"') {
        const char *const at = scan->line + scan->at;
        const size_t length = ks_utf8_length(at, scan->length - scan->at);
        if ((unsigned char)*at < ' ' || length == 0)
            return false;
        if (*at != '\\')
            scan->at += length;
        else if (!take_escape(scan))
            return false;
    }
    return take(scan, '"');
}

static size_t take_digits(struct scan *scan) {
    const size_t begin = scan->at;
    while (scan->at < scan->length && is_digit(scan->line[scan->at]))
        scan->at++;
    return scan->at - begin;
}

static bool take_number(struct scan *scan) {
    scan->at += has(scan, "-");
    const bool zero = has(scan, "0");
    const size_t digits = take_digits(scan);
    if (digits == 0 || (zero && digits > 1))
        return false;
    if (has(scan, ".")) {
        scan->at++;
        if (take_digits(scan) == 0)
            return false;
    }
    if (!has(scan, "eE"))
        return true;
    scan->at++;
    scan->at += has(scan, "+-");
    return take_digits(scan) > 0;
}

static bool take_word(struct scan *scan, const char *word) {
    const size_t length = strlen(word);
    if (scan->length - scan->at < length || memcmp(scan->line + scan->at, word, length) != 0)
        return false;
    scan->at += length;
    return true;
}

enum { LEVELS_MAX = 64 };

static bool take_whole_value(struct scan *scan, unsigned level) {
    skip_space(scan);
    if (has(scan, "\""))
        return take_whole_string(scan);
    if (!has(scan, "{["))
        return take_word(scan, "true") || take_word(scan, "false") || take_word(scan, "null") ||
               take_number(scan);
    const bool object = has(scan, "{");
    const char end = object ? '}' : ']';
    scan->at++;
    if (level == LEVELS_MAX || take(scan, end))
        return level < LEVELS_MAX;
    do
        if ((object && !(take_whole_string(scan) && take(scan, ':'))) || !take_whole_value(scan, level + 1))
            return false;
    while (take(scan, ','));
    return take(scan, end);
}

bool ks_take_json(const char *text, size_t length, size_t *at) {
    struct scan scan = {text, length, *at};
    const bool whole = take_whole_value(&scan, 0);
    *at = scan.at;
    return whole;
}

bool ks_is_whole_json_object(const char *text, size_t length) {
    struct scan scan = {text, length, 0};
    const bool whole = ks_is_json_object(text, length) && take_whole_value(&scan, 0);
    skip_space(&scan);
    return whole && scan.at == length;
}

bool ks_next_element(const char *array, size_t length, size_t *at, struct field *value) {
    struct scan scan = {array, length, *at};
    if (!take(&scan, *at == 0 ? '[' : ','))
        return false;
    skip_space(&scan);
    *value = (struct field){.begin = scan.at};
    const bool found = take_whole_value(&scan, 0);
    *at = scan.at;
    value->length = scan.at - value->begin;
    return found;
}

/* ==== Strings ==== */

bool ks_take_quotes(const char *line, struct field *value, size_t most) {
    if (value->length < 2 || line[value->begin] != '"' || value->length - 2 > most)
        return false;
    value->begin++;
    value->length -= 2;
    return true;
}

/* Returns the number of four hexadecimal digits. */
static unsigned read_hexadecimal(const char *digits) {
    unsigned number = 0;
    for (unsigned i = 0; i < 4; i++)
        number =
            number << 4 | (unsigned)(is_digit(digits[i]) ? digits[i] - '0' : to_lower(digits[i]) - 'a' + 10);
    return number;
}

/* Writes a character as UTF-8, in at most three bytes. Returns how many they are. */
static size_t write_character(unsigned code, char *out) {
    enum { REPLACEMENT = 0xfffd };
    if (code == 0 || (code >= 0xd800 && code <= 0xdfff))
        code = REPLACEMENT;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        memcpy(out, (const char[]){(char)(0xc0 | code >> 6), (char)(0x80 | (code & 0x3f))}, 2);
        return 2;
    }
    memcpy(out,
           (const char[]){(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)),
                          (char)(0x80 | (code & 0x3f))},
           3);
    return 3;
}

size_t ks_copy_unescaped(const char *line, const struct field *field, char *value) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    struct scan scan = {line + field->begin, field->length, 0};
    size_t length = 0;
    while (scan.at < scan.length) {
        const size_t begin = scan.at;
        if (scan.line[begin] != '\\' || !take_escape(&scan)) {
            value[length++] = scan.line[begin];
            scan.at = begin + 1;
        } else if (scan.line[begin + 1] == 'u') {
            length += write_character(read_hexadecimal(scan.line + begin + 2), value + length);
        } else {
            value[length++] = meant[strchr(letters, scan.line[begin + 1]) - letters];
        }
    }
    return length;
}
