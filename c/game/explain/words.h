/* The words with which explanations of variants name pieces, squares and rules. */
#ifndef KS_EXPLAIN_WORDS_H
#define KS_EXPLAIN_WORDS_H

#include "rules/explain/wording.h"
#include "variant/definition/definition.h"

/* Returns a type's name in small letters, such as "silver general"; "king" for NO_TYPE. */
struct words ks_noun_of(const ks_variant *v, unsigned type);

/* Returns the name with its article. Names are the user's, and most that begin with U sound like unicorn. */
struct words ks_a_noun_of(const ks_variant *v, unsigned type);

/* Returns the name of several such pieces. */
struct words ks_plural_of(const ks_variant *v, unsigned type);

/* Names what stands on a square, as in "the bishop on f1". */
struct words ks_the_piece(const ks_variant *v, const ks_variant_position *position, unsigned square);

/* Lists types from the last to the first, as in "a queen, rook or knight"; "" where they don't fit. */
struct words ks_list_types(const ks_variant *v, uint32_t types);

/* Lists squares, as in "f3, h3 and b1"; as many as fit. */
struct words ks_list_squares(const ks_variant *v, ks_variant_squares squares);

/* Names the ranks of a region, as in "rank 8" or "ranks 7 to 9"; "" where it isn't whole ranks. */
struct words ks_name_ranks(const ks_variant *v, const ks_variant_squares *region);

/* Says how a type moves, as in "a bishop moves along diagonals". */
void ks_say_rule(const ks_variant *v, unsigned type, char *text, size_t room);

#endif
