/* Sets of squares as text. */
#ifndef KS_SQUARES_H
#define KS_SQUARES_H

#include <stdint.h>

#include "cli/shared/json.h"
#include "cli/shared/output.h"
#include "kingscan.h"

/* The squares as a,b,c in the order of their numbers; "-" when there is none. */
void put_squares(struct output *out, uint64_t squares);
/* The same as a JSON array of strings. */
void put_squares_json(struct output *out, uint64_t squares);

/* An array of the names of squares, in the order of their numbers. variant: NULL for chess. */
void json_squares(struct json *json, const char *name, const ks_variant *variant, ks_squares squares);

/* The squares of a variant in the same way, each between two quotes; nothing when there is none. */
void put_variant_squares(struct output *out, const ks_variant *variant, ks_squares squares,
                         const char *quote);

#endif
