/* Positions of variants whose masks are to be compared, and their counts by walking. Tests choose other cases
 * by the environment: TEST_VARIANTS=FILE the sections of a file in place of the bundled variants, TEST_SEED=N
 * other random numbers. */
#ifndef KS_TEST_VARIANT_MASKS_H
#define KS_TEST_VARIANT_MASKS_H

#include <stdbool.h>

#include "variant/masks/masks.h"

enum { VARIANT_MOVES = 1 << 16 };

/* Returns a number of the environment, or the usual one. */
unsigned number_from(const char *name, unsigned usual);

/* Returns the seed for tests that usually take this one. */
uint64_t seed_of(unsigned usual);

/* Returns the bundled variants and those of the sections, or of the file that is asked for. *first is the
 * first to compare. sections: may be NULL. */
ks_variants *read_compared(const char *sections, size_t *first);

/* Returns the build for any processor or the one for this. Large boards have one build alone. */
ks_masks_perft *build_for(const ks_variant *v, bool any);

/* Counts by the plain generator, which makes every move. */
uint64_t count_by_walking(const ks_variant *v, const ks_variant_position *p, unsigned depth);

/* Puts a piece on a square, unless one stands there. */
void put_piece(const ks_variant *v, ks_variant_position *p, unsigned square, unsigned type, unsigned side);

/* Strews pieces over the board, half of the kings on their squares of the start, with rights, hands, gates,
 * marks and walls as the variant has them. */
ks_variant_position strew_pieces(const ks_variant *v, uint64_t *random);

/* Gives each side its castling rights with the nearest rooks of its king's row. */
void grant_castling(const ks_variant *v, ks_variant_position *p);

/* Draws hands, marks of promoted pieces, passes and gates. */
void draw_possessions(const ks_variant *v, ks_variant_position *p, uint64_t *random);

#endif
