/* Reading JSON (RFC 8259) where it stands in a text: lines of JSON Lines, and reports of earlier runs. A
 * value is an offset and a length, and nothing is copied until somebody asks for a string. */
#ifndef KS_TEXT_JSON_H
#define KS_TEXT_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* A part of a line: a value of JSON, or a column of a table. One that is quoted lies between its quotes, and
 * its text may not be its value. */
struct field {
    size_t begin, length;
    bool quoted;
};

/* ---- Whole values ---- */

/* Moves *at past white space, and past a value that is JSON to the last byte. Returns false when there is
 * none, with *at at the error. A value of more than 64 levels of brackets counts as none. */
bool ks_take_json(const char *text, size_t length, size_t *at);

/* Returns whether a text begins as an object does. */
bool ks_is_json_object(const char *text, size_t length);

/* Returns whether a text is an object, to the last byte. */
bool ks_is_whole_json_object(const char *text, size_t length);

/* ---- Members and elements ---- */

/* Finds the next member of an object that is whole (precondition). *at is 0 for the first member, and the
 * function moves it on. The name comes without its quotes, the value as it stands. Returns false when no
 * member is left. */
bool ks_next_member(const char *object, size_t length, size_t *at, struct field *name, struct field *value);

/* Finds the next element of an array in the same way. */
bool ks_next_element(const char *array, size_t length, size_t *at, struct field *value);

/* Finds a member of the object in a line. Its value has to be a string, and the field is what stands between
 * the quotes. The line is read up to there. Returns false, and fills in *error, when there is none. */
bool ks_find_member(const char *line, size_t length, const char *name, struct field *field, ks_error *error);

/* ---- Strings ---- */

/* Takes the quotes off a value. Returns false when the value is no string, or has more than `most` bytes
 * between its quotes. */
bool ks_take_quotes(const char *line, struct field *value, size_t most);

/* Writes the value of a string with escapes, which has no more bytes than its text, and returns its length.
 * The number 0 and halves of surrogate pairs, which Kingscan does not write, become U+FFFD. */
size_t ks_copy_unescaped(const char *line, const struct field *field, char *value);

#endif
