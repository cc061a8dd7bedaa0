/* Sets of squares of boards of up to 128 squares. */
#ifndef KS_VARIANT_SQUARE_SETS_H
#define KS_VARIANT_SQUARE_SETS_H

#include <stdbool.h>

#include "kingscan.h"

static inline bool has_square(const ks_squares *set, unsigned square) {
    return set->half[square >> 6] >> (square & 63) & 1;
}

/* A branch chooses the half of the set: indexing the halves keeps the set in memory, and perft took 1.2 to
 * 1.5 times as long (AMD Zen 4). */
static inline void add_square(ks_squares *set, unsigned square) {
    if (square < 64)
        set->half[0] |= (uint64_t)1 << square;
    else
        set->half[1] |= (uint64_t)1 << (square & 63);
}

static inline void remove_square(ks_squares *set, unsigned square) {
    if (square < 64)
        set->half[0] &= ~((uint64_t)1 << square);
    else
        set->half[1] &= ~((uint64_t)1 << (square & 63));
}

static inline ks_squares set_of_square(unsigned square) {
    ks_squares set = {{0}};
    add_square(&set, square);
    return set;
}

static inline bool is_empty_set(const ks_squares *set) {
    return (set->half[0] | set->half[1]) == 0;
}

/* Returns whether every square of `part` is in `whole`. */
static inline bool is_subset(const ks_squares *part, const ks_squares *whole) {
    return ((part->half[0] & ~whole->half[0]) | (part->half[1] & ~whole->half[1])) == 0;
}

static inline ks_squares both(ks_squares a, ks_squares b) {
    return (ks_squares){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}

static inline ks_squares either(ks_squares a, ks_squares b) {
    return (ks_squares){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}

static inline ks_squares without(ks_squares a, ks_squares b) {
    return (ks_squares){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

/* Processors without POPCNT use a loop: the compiler would call a function, and most sets are small. */
static inline unsigned count_squares(const ks_squares *set) {
#ifdef __POPCNT__
    return (unsigned)(__builtin_popcountll(set->half[0]) + __builtin_popcountll(set->half[1]));
#else
    unsigned count = 0;
    for (uint64_t left = set->half[0]; left; left &= left - 1)
        count++;
    for (uint64_t left = set->half[1]; left; left &= left - 1)
        count++;
    return count;
#endif
}

/* Removes the lowest square from a set that is not empty (precondition), and returns it. */
static inline unsigned take_square(ks_squares *set) {
    if (set->half[0]) {
        const unsigned square = (unsigned)__builtin_ctzll(set->half[0]);
        set->half[0] &= set->half[0] - 1;
        return square;
    }
    const unsigned square = 64 + (unsigned)__builtin_ctzll(set->half[1]);
    set->half[1] &= set->half[1] - 1;
    return square;
}

#endif
