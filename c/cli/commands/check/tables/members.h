/* Lines that are JSON objects, such as those of JSON Lines. */
#ifndef KS_JSON_MEMBERS_H
#define KS_JSON_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/commands/check/tables/columns.h"
#include "kingscan.h"

/* Whether a text begins as an object does. */
bool is_json_object(const char *text, size_t length);

/* Finds a member of the object in a line, whose value is a string. The line is read up to there. Returns
 * false, and fills in *error, when there is no such member. A field is `quoted` when it has escapes. */
bool find_member(const char *line, size_t length, const char *name, struct field *field, ks_error *error);

/* Writes the value of a string with escapes, which has no more bytes than its text, and returns its length.
 * Escapes by number, which no position and no move needs, stay. */
size_t copy_unescaped(const char *line, const struct field *field, char *value);

#endif
