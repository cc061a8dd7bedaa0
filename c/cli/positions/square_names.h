/* The names of the squares of a set, of chess or of a variant, as text and as JSON. */
#ifndef KS_SQUARE_NAMES_H
#define KS_SQUARE_NAMES_H

#include "cli/base/json.h"
#include "cli/base/output.h"
#include "kingscan.h"

/* Writes the names of the squares in the order of their numbers, with `between` between each two. variant:
 * NULL for chess. */
void put_square_names(struct output *out, const ks_variant *variant, ks_squares squares, const char *between);

/* Writes the names as a JSON array of strings. name: of json.h. */
void json_squares(struct json *json, const char *name, const ks_variant *variant, ks_squares squares);

/* Reads the name of a square that a text begins with. Returns the text after it; NULL when there is no such
 * square. variant: NULL for chess. */
const char *read_square_name(const ks_variant *variant, const char *text, unsigned *square);

#endif
