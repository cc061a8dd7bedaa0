/* Pieces and variants in words. */
#ifndef KS_DESCRIBE_H
#define KS_DESCRIBE_H

#include "variant/definition.h"
#include "variant/describe/writer.h"

/* What a piece may do, as goes on behind "The Cardinal may ". first_squares: what to call the squares of
 * first pushes. */
void ks_describe_betza(struct writer *w, const struct betza *betza, const char *first_squares);

/* "The Cardinal may leap as a Knight or move any number of squares diagonally until it reaches an occupied
 * square." and, of pawns, how they are promoted. */
void ks_describe_piece_type(struct writer *w, const ks_variant *v, unsigned index);

#endif
