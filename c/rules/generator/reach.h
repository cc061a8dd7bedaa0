/* The squares that sliders reach on an occupied board: by tables of two bytes a set with PEXT, and by
 * arithmetic. */
#ifndef KS_GENERATOR_REACH_H
#define KS_GENERATOR_REACH_H

#include "core/processor/processor.h"
#include "rules/generator/tables.h"
#include "rules/rays.h"

#ifdef KS_HAS_PEXT
/* Returns which squares of its own rays a slider reaches. */
ALWAYS_INLINE unsigned reach_along(const struct slides *slides, uint64_t occupied) {
    return slides->reach[extract_bits(occupied, slides->relevant)];
}

ALWAYS_INLINE uint64_t slide_orthogonally(unsigned square, uint64_t occupied) {
    const struct slides *slides = &ks_squares_of_sliders[square].orthogonal;
    return deposit_bits(reach_along(slides, occupied), slides->rays);
}

ALWAYS_INLINE uint64_t slide_diagonally(unsigned square, uint64_t occupied) {
    const struct slides *slides = &ks_squares_of_sliders[square].diagonal;
    return deposit_bits(reach_along(slides, occupied), slides->rays);
}

/* The squares that pieces reach on an empty board: a line of the cache for each square. */
ALWAYS_INLINE uint64_t orthogonal_rays(unsigned square) {
    return ks_squares_of_sliders[square].orthogonal.rays;
}

ALWAYS_INLINE uint64_t diagonal_rays(unsigned square) {
    return ks_squares_of_sliders[square].diagonal.rays;
}

ALWAYS_INLINE uint64_t leaps_from(unsigned square) {
    return ks_squares_of_sliders[square].leaps;
}

ALWAYS_INLINE uint64_t steps_from(unsigned square) {
    return ks_squares_of_sliders[square].steps;
}
#else
#define slide_orthogonally orthogonal_attacks_by_rays
#define slide_diagonally diagonal_attacks_by_rays
#define orthogonal_rays(square) ks_attacks_from[square][KS_WHITE_ROOK]
#define diagonal_rays(square) ks_attacks_from[square][KS_WHITE_BISHOP]
#define leaps_from(square) ks_leaps[square]
#define steps_from(square) ks_steps[square]
#endif

#endif
