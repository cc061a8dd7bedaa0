/* Source: RFC 8259. Strings are unescaped where they stand. */
#include "cli/commands/diff/merge/json_value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/characters.h"

enum { DEPTH_MAX = 16 };

static struct json_value *read_value(char *text, size_t *at, unsigned depth);

bool json_at_end(const char *text, size_t *at) {
    *at += strspn(text + *at, " \t\r\n");
    return text[*at] == '\0';
}

static bool skip(const char *text, size_t *at, char c) {
    json_at_end(text, at);
    if (text[*at] != c)
        return false;
    ++*at;
    return true;
}

/* All values stay as long as the program runs. */
static struct json_value *new_value(enum json_kind kind) {
    static struct json_value *last;
    struct json_value *const value = given(calloc(1, sizeof *value));
    value->kind = kind;
    value->older = last;
    last = value;
    return value;
}

/* ---- Strings ---- */

static bool read_hex(const char *digits, unsigned *code) {
    *code = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char c = digits[i], small = (char)(c | 0x20);
        if (!is_digit(c) && (small < 'a' || small > 'f'))
            return false;
        *code = *code << 4 | (unsigned)(is_digit(c) ? c - '0' : small - 'a' + 10);
    }
    return true;
}

/* Writes a character as UTF-8. Returns where it ends. Halves of surrogate pairs, which Kingscan doesn't
 * write, become U+FFFD. */
static char *put_character(char *out, unsigned code) {
    if (code >= 0xd800 && code <= 0xdfff)
        code = 0xfffd;
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* Reads the escape at text[*at], after its backslash, to *out. */
static bool read_escape(const char *text, size_t *at, char **out) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char c = text[*at], *const letter = c ? strchr(letters, c) : NULL;
    unsigned code;
    if (letter) {
        *(*out)++ = meant[letter - letters];
        ++*at;
        return true;
    }
    if (c != 'u' || !read_hex(text + *at + 1, &code) || code == 0)
        return false;
    *out = put_character(*out, code);
    *at += 5;
    return true;
}

/* Reads the string after an opening quote. Returns NULL when it isn't one. */
static const char *read_string(char *text, size_t *at) {
    char *const start = text + *at, *out = start;
    while (text[*at] != '"') {
        if ((unsigned char)text[*at] < ' ')
            return NULL;
        if (text[*at] != '\\')
            *out++ = text[(*at)++];
        else if (++*at, !read_escape(text, at, &out))
            return NULL;
    }
    ++*at;
    *out = '\0';
    return start;
}

/* ---- Values ---- */

/* Reads the items of an array or object up to its end. */
static struct json_value *read_items(char *text, size_t *at, unsigned depth, struct json_value *value,
                                     char end) {
    struct json_value **link = &value->first;
    if (skip(text, at, end))
        return value;
    do {
        const char *name = NULL;
        if (value->kind == JSON_OBJECT &&
            (!skip(text, at, '"') || !(name = read_string(text, at)) || !skip(text, at, ':')))
            return NULL;
        *link = read_value(text, at, depth);
        if (!*link)
            return NULL;
        (*link)->name = name;
        link = &(*link)->next;
    } while (skip(text, at, ','));
    return skip(text, at, end) ? value : NULL;
}

/* Reads a word or a number, and keeps a copy, since what follows it may have no room for a zero. */
static struct json_value *read_plain(const char *text, size_t *at) {
    const size_t length = strspn(text + *at, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    const bool number = text[*at] == '-' || is_digit(text[*at]);
    struct json_value *const value = new_value(number ? JSON_NUMBER : JSON_WORD);
    value->text = given(strndup(text + *at, length));
    const bool known = number || strcmp(value->text, "null") == 0 || strcmp(value->text, "true") == 0 ||
                       strcmp(value->text, "false") == 0;
    *at += known ? length : 0;
    return known ? value : NULL;
}

static struct json_value *read_value(char *text, size_t *at, unsigned depth) {
    if (depth == DEPTH_MAX)
        return NULL;
    if (skip(text, at, '{'))
        return read_items(text, at, depth + 1, new_value(JSON_OBJECT), '}');
    if (skip(text, at, '['))
        return read_items(text, at, depth + 1, new_value(JSON_ARRAY), ']');
    if (!skip(text, at, '"'))
        return read_plain(text, at);
    struct json_value *const value = new_value(JSON_STRING);
    value->text = read_string(text, at);
    return value->text ? value : NULL;
}

struct json_value *json_read(char *text, size_t *at) {
    return read_value(text, at, 0);
}

/* ---- Members ---- */

const struct json_value *json_member(const struct json_value *object, const char *name, enum json_kind kind) {
    const struct json_value *member = object->kind == JSON_OBJECT ? object->first : NULL;
    while (member && strcmp(member->name, name) != 0)
        member = member->next;
    return member && member->kind == kind ? member : NULL;
}

const char *json_member_text(const struct json_value *object, const char *name) {
    const struct json_value *const member = json_member(object, name, JSON_STRING);
    return member ? member->text : NULL;
}

bool json_member_unsigned(const struct json_value *object, const char *name, uint64_t *number) {
    const struct json_value *const member = json_member(object, name, JSON_NUMBER);
    char *end;
    if (!member || !is_digit(*member->text))
        return false;
    errno = 0;
    *number = strtoull(member->text, &end, 10);
    return errno == 0 && *end == '\0';
}
