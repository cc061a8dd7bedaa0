/* JSON on its way to standard output, for every command that a program reads. The caller says what opens,
 * what stands in it and what closes; the writer puts names, commas, quotes and escapes.
 *
 *     struct json json = json_start(&out);
 *     json_open_object(&json, NULL);
 *     json_string(&json, "fen", fen);
 *     json_open_array(&json, "moves");
 *     json_string(&json, NULL, "e2e4");
 *     json_close_array(&json);
 *     json_close_object(&json);
 *     json_end_line(&json);               {"fen":"...","moves":["e2e4"]}
 */
#ifndef KS_JSON_H
#define KS_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/base/output.h"

struct json {
    struct output *out;
    bool needs_comma; /* before what comes next */
};

static inline struct json json_start(struct output *out) {
    return (struct json){.out = out};
}

/* name, in all functions below: the name of a member of an object, of characters that need no escape; NULL
 * for an element of an array, and for a value outside of objects and arrays. */

void json_open_object(struct json *json, const char *name);
void json_close_object(struct json *json);
void json_open_array(struct json *json, const char *name);
void json_close_array(struct json *json);

/* Writes a string. Without a value, there is no such member; an element of an array is null. Each byte that
 * is no UTF-8 becomes U+FFFD. */
void json_string(struct json *json, const char *name, const char *value);
/* Writes a text of length bytes as a string. */
void json_text(struct json *json, const char *name, const char *text, size_t length);

/* Writes such a text as the name of the member whose value comes next, by a function that gets NULL for its
 * name; or as an element of an array. */
void json_key(struct json *json, const char *text, size_t length);
void json_element(struct json *json, const char *text, size_t length);

/* Writes a value as it stands in other JSON. */
void json_raw(struct json *json, const char *text, size_t length);

void json_unsigned(struct json *json, const char *name, uint64_t value);
void json_signed(struct json *json, const char *name, int64_t value);
/* Writes a number as a string of digits, for seeds and the like: many readers of JSON lose the last digits of
 * numbers above 2^53. */
void json_digits(struct json *json, const char *name, uint64_t value);
/* Writes a number with so many digits after the point. */
void json_real(struct json *json, const char *name, double value, int decimals);
/* Writes seconds, with a fraction where there is one. */
void json_seconds(struct json *json, const char *name, uint32_t milliseconds);
void json_bool(struct json *json, const char *name, bool value);
/* Writes a string, or nothing when it is empty. */
void json_fact(struct json *json, const char *name, const char *value);

/* Writes an element without a value. A member is left out instead: docs/json.md. */
void json_null(struct json *json);

/* Ends the line of an outermost object or array. */
void json_end_line(struct json *json);

#endif
