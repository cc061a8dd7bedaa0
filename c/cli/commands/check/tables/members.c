/* Source: RFC 8259. Values that are not asked for are skipped by their brackets and quotes. */
#include "cli/commands/check/tables/members.h"

#include <stdio.h>
#include <string.h>

#include "core/text/characters.h"

/* A line that is read from the left. */
struct scan {
    const char *line;
    size_t length, at;
};

static void skip_space(struct scan *scan) {
    while (scan->at < scan->length && is_blank(scan->line[scan->at]))
        scan->at++;
}

/* Moves past a byte and the white space before it, if it is there. */
static bool take(struct scan *scan, char c) {
    skip_space(scan);
    const bool is = scan->at < scan->length && scan->line[scan->at] == c;
    scan->at += is;
    return is;
}

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

bool is_json_object(const char *text, size_t length) {
    struct scan scan = {text, length, 0};
    return take(&scan, '{');
}

static bool refuse(const struct scan *scan, ks_error *error, const char *expected, const char *name) {
    *error = (ks_error){.code = KS_ERROR_FIELD_MISSING,
                        .offset = scan->at < scan->length ? scan->at : scan->length};
    snprintf(error->message, sizeof error->message, "expected %s '%.60s'", expected, name);
    return false;
}

bool find_member(const char *line, size_t length, const char *name, struct field *field, ks_error *error) {
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
    return refuse(&scan, error, "the member", name);
}

size_t copy_unescaped(const char *line, const struct field *field, char *value) {
    const char *const text = line + field->begin;
    size_t length = 0;
    for (size_t i = 0; i < field->length; i++) {
        const bool escape = text[i] == '\\' && i + 1 < field->length && strchr("\"\\/", text[i + 1]);
        i += escape;
        value[length++] = text[i];
    }
    return length;
}
