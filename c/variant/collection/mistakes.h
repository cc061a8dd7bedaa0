/* All mistakes of a section, for its author, who wants to see them in one go. */
#ifndef KS_MISTAKES_H
#define KS_MISTAKES_H

#include "variant/collection/making.h"

enum { MISTAKES_MAX = 16 /* of a section */ };

/* Finds the mistakes of a section in the order of the text. first: its first one. Returns how many there are,
 * at least 1. Changes the lines with mistakes, so that no variant may be made from the section afterwards. */
size_t ks_find_mistakes(struct making *m, struct ini_section *section, const ks_error *first,
                        ks_error mistakes[MISTAKES_MAX]);

#endif
