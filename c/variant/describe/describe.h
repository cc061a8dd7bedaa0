/* Variants in words, and the writer that puts them together. */
#ifndef KS_DESCRIBE_H
#define KS_DESCRIBE_H

#include <stdarg.h>
#include <stdio.h>

#include "variant/definition/definition.h"

/* ---- The writer ---- */

/* Builds a text piece by piece in a buffer of any size. As with snprintf, text that does not fit is counted
 * and left out. */

struct writer {
    char *text;
    size_t room, length; /* length: of the whole text, even if it did not fit, without the terminating zero */
};

__attribute__((format(printf, 2, 3))) static inline void write_text(struct writer *w, const char *format,
                                                                    ...) {
    const size_t used = w->length < w->room ? w->length : w->room;
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(w->room ? w->text + used : NULL, w->room - used, format, values);
    va_end(values);
    w->length += length > 0 ? (size_t)length : 0;
}

/* Returns the words before item number `index` of `count`: "a, b or c". */
static inline const char *before_item(unsigned index, unsigned count) {
    return index == 0 ? "" : index + 1 == count ? " or " : ", ";
}

/* ---- Pieces ---- */

/* Pieces and variants in words. */

/* Writes the moves of a piece, as they follow "The Cardinal may ". first_squares: the words for the squares
 * of pawns' first pushes. */
void ks_describe_betza(struct writer *w, const struct betza *betza, const char *first_squares);

/* Writes the sentences about hands and drops. */
void ks_describe_drops(struct writer *w, const ks_variant *v);

/* Finds the ranks of a region, counted from white's side. Returns false when the region does not consist of
 * whole adjacent ranks. */
bool ks_describe_find_ranks(const ks_variant *v, const ks_variant_squares *region, unsigned *first,
                            unsigned *last);

/* Names a region of white's as it follows "on" and "from": "its 2nd rank" or "the squares d1 to f3". Returns
 * `otherwise` when the region is neither whole ranks nor a rectangle. */
const char *ks_describe_region(const ks_variant *v, const ks_variant_squares *region, const char *otherwise,
                               char text[40]);

/* Writes a region of white's as it follows `where`, such as "to". Adds black's when it is not the mirror
 * image: "its 1st rank (black's to its 4th rank)". */
void ks_describe_regions(struct writer *w, const ks_variant *v, const char *where,
                         const ks_variant_squares *white, const ks_variant_squares *black);

/* Writes the names of the types in a set: "Queen, Rook or Knight". */
void ks_describe_types(struct writer *w, const ks_variant *v, uint32_t types);

#endif
