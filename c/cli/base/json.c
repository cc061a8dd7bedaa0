/* Writes JSON without blanks. One bit of state is enough for the commas: whether a value precedes the next
 * one. */
#include "cli/base/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/text/utf8.h"
#include "game/common/text.h"

/* ---- Strings ---- */

/* Bytes that are escaped: control characters and bytes beyond ASCII, both below a space as signed bytes;
 * quotes and backslashes. */
static bytes16 ends_of_plain_text(bytes16 bytes) {
    typedef int8_t signed_bytes __attribute__((vector_size(16)));
    return (bytes16)((signed_bytes)bytes < ' ') | bytes_equal_to(bytes, '"') | bytes_equal_to(bytes, '\\');
}

/* Writes a byte that has to be escaped, or is no UTF-8. */
static void put_escape(struct output *out, unsigned char c) {
    static const char digits[] = "0123456789abcdef";
    if (c >= 0x80)
        put(out, "\\ufffd", 6);
    else if (c == '"' || c == '\\')
        put(out, (const char[]){'\\', (char)c}, 2);
    else
        put(out, (const char[]){'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]}, 6);
}

/* Writes a string in quotes. Each byte that is no UTF-8 becomes U+FFFD. */
static void put_quoted(struct output *out, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    put(out, "\"", 1);
    for (size_t i = 0; i < length;) {
        size_t end = end_of_span(text, length, i, ends_of_plain_text);
        if (end == i && bytes[i] >= 0x80)
            end += ks_utf8_length(text + i, length - i);
        put(out, text + i, end - i);
        if (end == i)
            put_escape(out, bytes[end++]);
        i = end;
    }
    put(out, "\"", 1);
}

/* ---- Values ---- */

/* Writes a comma if one is due, and the name of a member. */
static void begin(struct json *json, const char *name) {
    if (json->needs_comma)
        put(json->out, ",", 1);
    json->needs_comma = true;
    if (name) {
        put(json->out, "\"", 1);
        put_string(json->out, name);
        put(json->out, "\":", 2);
    }
}

static void open_with(struct json *json, const char *name, const char *bracket) {
    begin(json, name);
    put(json->out, bracket, 1);
    json->needs_comma = false;
}

static void close_with(struct json *json, const char *bracket) {
    put(json->out, bracket, 1);
    json->needs_comma = true;
}

void json_open_object(struct json *json, const char *name) {
    open_with(json, name, "{");
}

void json_close_object(struct json *json) {
    close_with(json, "}");
}

void json_open_array(struct json *json, const char *name) {
    open_with(json, name, "[");
}

void json_close_array(struct json *json) {
    close_with(json, "]");
}

void json_text(struct json *json, const char *name, const char *text, size_t length) {
    begin(json, name);
    put_quoted(json->out, text, length);
}

void json_key(struct json *json, const char *text, size_t length) {
    json_text(json, NULL, text, length);
    put(json->out, ":", 1);
    json->needs_comma = false;
}

void json_element(struct json *json, const char *text, size_t length) {
    json_text(json, NULL, text, length);
}

void json_string(struct json *json, const char *name, const char *value) {
    if (value)
        json_text(json, name, value, strlen(value));
    else if (!name)
        json_null(json);
}

void json_fact(struct json *json, const char *name, const char *value) {
    json_string(json, name, *value ? value : NULL);
}

static void put_word(struct json *json, const char *name, const char *word) {
    begin(json, name);
    put_string(json->out, word);
}

enum { DIGITS = 20 }; /* of the largest number of 64 bits; as many as 19 and a minus sign */

void json_raw(struct json *json, const char *text, size_t length) {
    begin(json, NULL);
    put(json->out, text, length);
}

/* Writes a number before its end, without snprintf: a line of check --json has several. Returns its first
 * digit. */
static char *write_before(char *end, uint64_t value) {
    do
        *--end = (char)('0' + value % 10);
    while (value /= 10);
    return end;
}

void json_unsigned(struct json *json, const char *name, uint64_t value) {
    char digits[DIGITS], *const end = digits + DIGITS, *const first = write_before(end, value);
    begin(json, name);
    put(json->out, first, (size_t)(end - first));
}

void json_signed(struct json *json, const char *name, int64_t value) {
    char digits[DIGITS], *const end = digits + DIGITS,
                                *first = write_before(end, value < 0 ? -(uint64_t)value : (uint64_t)value);
    if (value < 0)
        *--first = '-';
    begin(json, name);
    put(json->out, first, (size_t)(end - first));
}

void json_digits(struct json *json, const char *name, uint64_t value) {
    char digits[DIGITS + 1];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    json_string(json, name, digits);
}

void json_real(struct json *json, const char *name, double value, int decimals) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    put_word(json, name, digits);
}

void json_seconds(struct json *json, const char *name, uint32_t milliseconds) {
    if (milliseconds % 1000 == 0)
        json_unsigned(json, name, milliseconds / 1000);
    else
        json_real(json, name, milliseconds / 1000.0, 3);
}

void json_bool(struct json *json, const char *name, bool value) {
    put_word(json, name, value ? "true" : "false");
}

void json_null(struct json *json) {
    put_word(json, NULL, "null");
}

void json_end_line(struct json *json) {
    put(json->out, "\n", 1);
    json->needs_comma = false;
}
