/* The tags of a game that a user names, as fields of a line or as members of an object. */
#ifndef KS_TAG_FIELDS_H
#define KS_TAG_FIELDS_H

#include "cli/base/json.h"
#include "kingscan.h"

/* names: with commas between them; NULL: none. A tag that the game does not have is an empty field, or null.
 */

/* Writes a tab before each value. */
void put_tag_fields(struct output *out, ks_pgn *pgn, const char *names);

/* Writes an object "tags", unless names is NULL. */
void put_tag_members(struct json *json, ks_pgn *pgn, const char *names);

#endif
