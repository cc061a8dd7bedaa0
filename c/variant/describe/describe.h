/* Pieces and variants in words. */
#ifndef KS_DESCRIBE_H
#define KS_DESCRIBE_H

#include "variant/definition.h"
#include "variant/describe/writer.h"

/* Writes what a piece may do, to follow "The Cardinal may ". first_squares: what the text calls the squares
 * from which first pushes are made. */
void ks_describe_betza(struct writer *w, const struct betza *betza, const char *first_squares);

/* Writes sentences such as "The Cardinal may leap as a Knight or move any number of squares diagonally until
 * it reaches an occupied square." For a type that promotes they also say how. */
void ks_describe_piece_type(struct writer *w, const ks_variant *v, unsigned index);

#endif
