/* Random variants, each as text for ks_variants_new and as a struct for the naive generator, and random
 * positions. */
#ifndef KS_TEST_VARIANT_RANDOM_H
#define KS_TEST_VARIANT_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "support/variants/naive.h"

enum { VARIANT_TEXT = 1 << 14 };

struct random_variant {
    struct naive_variant naive;
    char text[VARIANT_TEXT]; /* a section [random] without startFen */
    size_t length;
};

/* Draws a board from 4 by 4 to 12 by 10, and pieces and rules of every kind. The attack kernels support some
 * of them. */
void make_random_variant(uint64_t *state, struct random_variant *random);

/* Draws whether pieces turn into forms, and what may be dropped. */
void add_random_forms_and_drops(uint64_t *state, struct random_variant *random);

/* Draws whether there are gates, and pieces that come through them. */
void add_random_gates(uint64_t *state, struct random_variant *random);

/* Draws whether rooks also move along lines of the board. */
void add_random_lines(uint64_t *state, struct random_variant *random);

/* Draws whether there are walls, passes and goals. */
void add_random_ends(uint64_t *state, struct random_variant *random);

/* Draws a position in which each side has its king and the side not to move is not in check. Returns false
 * when none was found soon. */
bool make_random_position(uint64_t *state, const struct naive_variant *v, struct naive_position *p);

/* Opens gates of some pieces, and of all that castle, as far as FEN can tell them. */
void open_random_gates(uint64_t *state, const struct naive_variant *v, struct naive_position *p);

/* Puts pieces on random squares, with one king a side; kings may be attacked. */
void make_random_placement(uint64_t *state, const struct naive_variant *v, struct naive_position *p);

#endif
