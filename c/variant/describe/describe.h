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

/* Writes the sentences about hands and drops. */
void ks_describe_drops(struct writer *w, const ks_variant *v);

/* Names a region of white's so that the name fits behind "on" and "from": "its 2nd rank" or "the squares d1
 * to f3". Returns `otherwise` when it is neither whole ranks nor a rectangle. */
const char *ks_describe_region(const ks_variant *v, const ks_squares *region, const char *otherwise,
                               char text[40]);

/* Writes a region of white's as behind a word such as "to", and black's besides where it isn't the same from
 * the other side: "its 1st rank (black's to its 4th rank)". */
void ks_describe_regions(struct writer *w, const ks_variant *v, const char *where, const ks_squares *white,
                         const ks_squares *black);

/* Writes the names of the types in a set: "Queen, Rook or Knight". */
void ks_describe_types(struct writer *w, const ks_variant *v, uint32_t types);

#endif
