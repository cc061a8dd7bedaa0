/* Writes JSON without blanks. One bit of state is enough for the commas: whether a value has just been
 * written beside the one that comes next. */
#include "cli/shared/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Puts what stands before a value. */
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

static void open(struct json *json, const char *name, const char *bracket) {
    begin(json, name);
    put(json->out, bracket, 1);
    json->needs_comma = false;
}

static void close(struct json *json, const char *bracket) {
    put(json->out, bracket, 1);
    json->needs_comma = true;
}

void json_open_object(struct json *json, const char *name) {
    open(json, name, "{");
}

void json_close_object(struct json *json) {
    close(json, "}");
}

void json_open_array(struct json *json, const char *name) {
    open(json, name, "[");
}

void json_close_array(struct json *json) {
    close(json, "]");
}

void json_text(struct json *json, const char *name, const char *text, size_t length) {
    begin(json, name);
    put_json(json->out, text, length);
}

void json_string(struct json *json, const char *name, const char *value) {
    if (value)
        json_text(json, name, value, strlen(value));
    else
        json_null(json, name);
}

static void put_word(struct json *json, const char *name, const char *word) {
    begin(json, name);
    put_string(json->out, word);
}

enum { DIGITS = 20 }; /* of a number of 64 bits, or 19 and a minus sign */

void json_unsigned(struct json *json, const char *name, uint64_t value) {
    char digits[DIGITS + 1];
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    put_word(json, name, digits);
}

void json_signed(struct json *json, const char *name, int64_t value) {
    char digits[DIGITS + 1];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    put_word(json, name, digits);
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

void json_bool(struct json *json, const char *name, bool value) {
    put_word(json, name, value ? "true" : "false");
}

void json_null(struct json *json, const char *name) {
    put_word(json, name, "null");
}

void json_end_line(struct json *json) {
    put(json->out, "\n", 1);
    json->needs_comma = false;
}
