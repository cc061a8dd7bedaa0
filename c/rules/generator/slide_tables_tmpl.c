/* Defines the tables with which the generator looks up attacks of sliders by PEXT: 240 KiB. */
#include <stdbool.h>

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/generator/tables.h"

#ifdef KS_HAS_PEXT

enum { ORTHOGONAL_SETS = 102400, DIAGONAL_SETS = 5248 }; /* relevant sets of pieces, over all squares */

struct square ks_squares_of_sliders[64];
CACHE_LINE struct near_square ks_near_squares[64];
CACHE_LINE uint8_t ks_shuffles[256][16];
static uint16_t orthogonal_reach[ORTHOGONAL_SETS], diagonal_reach[DIAGONAL_SETS];

static bool ascends(unsigned direction) {
    return direction >= EAST && direction <= SOUTH_WEST;
}

/* Returns a ray without its last square: a piece there blocks no square. */
static uint64_t without_end(uint64_t ray, unsigned direction) {
    if (!ray)
        return 0;
    return ray & ~(ascends(direction) ? bit(63 - (unsigned)__builtin_clzll(ray)) : ray & -ray);
}

/* Lists what is reached along one ray, as bits of all rays, for each set of pieces on its relevant squares,
 * in the order of their PEXT numbers. */
static void list_reach(uint64_t ray, unsigned direction, uint64_t rays, uint16_t list[64]) {
    const uint64_t relevant = without_end(ray, direction);
    uint64_t set = 0;
    do {
        uint64_t reached = ray;
        if (set && ascends(direction))
            reached &= (set & -set) | ((set & -set) - 1);
        else if (set)
            reached &= ~(uint64_t)0 << (63 - (unsigned)__builtin_clzll(set));
        *list++ = (uint16_t)extract_bits(reached, rays);
        set = (set - relevant) & relevant;
    } while (set);
}

/* Fills in the reach along four rays: the union of those along each. */
static uint16_t *fill_slides(struct slides *slides, unsigned square, unsigned first, uint16_t *next) {
    uint64_t relevant[4];
    uint16_t lists[4][64];
    *slides = (struct slides){.reach = next};
    for (unsigned i = 0; i < 4; i++)
        slides->rays |= ks_rays[square][first + 2 * i];
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t ray = ks_rays[square][first + 2 * i];
        relevant[i] = without_end(ray, first + 2 * i);
        slides->relevant |= relevant[i];
        list_reach(ray, first + 2 * i, slides->rays, lists[i]);
    }
    uint64_t set = 0;
    do {
        unsigned reach = 0;
        for (unsigned i = 0; i < 4; i++)
            reach |= lists[i][extract_bits(set, relevant[i])];
        *next++ = (uint16_t)reach;
        set = (set - slides->relevant) & slides->relevant;
    } while (set);
    return next;
}

static void fill_moves(ks_move *moves, unsigned square, uint64_t targets) {
    for (; targets; targets &= targets - 1)
        *moves++ = KS_MOVE(square, lowest_square(targets), KS_MOVE_PLAIN);
}

static void fill_shuffle(unsigned set) {
    unsigned at = 0;
    for (unsigned i = 0; i < 8; i++)
        if (set >> i & 1) {
            ks_shuffles[set][at++] = (uint8_t)(2 * i);
            ks_shuffles[set][at++] = (uint8_t)(2 * i + 1);
        }
}

void ks_fill_slide_tables(void) {
    uint16_t *orthogonal = orthogonal_reach, *diagonal = diagonal_reach;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        struct square *at = &ks_squares_of_sliders[square];
        orthogonal = fill_slides(&at->orthogonal, square, NORTH, orthogonal);
        diagonal = fill_slides(&at->diagonal, square, NORTH_EAST, diagonal);
        at->leaps = ks_leaps[square];
        at->steps = ks_steps[square];
        fill_moves(at->orthogonal_moves, square, at->orthogonal.rays);
        fill_moves(at->diagonal_moves, square, at->diagonal.rays);
        fill_moves(ks_near_squares[square].leaps, square, ks_leaps[square]);
        fill_moves(ks_near_squares[square].steps, square, ks_steps[square]);
    }
    for (unsigned set = 0; set < 256; set++)
        fill_shuffle(set);
}

#endif
