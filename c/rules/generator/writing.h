/* How moves are listed, in three ways that give the same order: whole registers compressed by VPCOMPRESSW,
 * eight moves at once by PSHUFB, and one after the other. Registers are stored whole, so up to KS_MOVES_PAST
 * moves after the last one are overwritten. There is no loop over targets in the first two, and so no branch
 * that cannot be predicted where it ends. */
#ifndef KS_GENERATOR_WRITING_H
#define KS_GENERATOR_WRITING_H

#include "core/board/geometry.h"
#include "core/processor/processor.h"
#include "rules/generator/reach.h"
#include "rules/generator/tables.h"

#ifdef __AVX512VBMI2__
#define KS_COMPRESSES
#endif

/* The purpose is a constant in every call. */
enum purpose { LIST, COUNT };

struct moves {
    ks_move *next; /* LIST: the place of the next move */
    size_t count;  /* COUNT: the number of moves found */
};

ALWAYS_INLINE unsigned size_of_set(uint64_t set) {
    return (unsigned)__builtin_popcountll(set);
}

ALWAYS_INLINE void add_move(struct moves *moves, enum purpose purpose, ks_move move) {
    if (purpose == LIST)
        *moves->next++ = move;
    else
        moves->count++;
}

#ifdef KS_HAS_PEXT

/* ---- Rows of moves, of which a set picks some ---- */

ALWAYS_INLINE void write_8(struct moves *moves, const ks_move row[8], unsigned set) {
    const __m128i all = _mm_loadu_si128((const __m128i *)(const void *)row);
#ifdef KS_COMPRESSES
    const __m128i front = _mm_maskz_compress_epi16((__mmask8)set, all);
#else
    const __m128i front =
        _mm_shuffle_epi8(all, _mm_load_si128((const __m128i *)(const void *)ks_shuffles[set]));
#endif
    _mm_storeu_si128((__m128i *)(void *)moves->next, front);
    moves->next += size_of_set(set);
}

ALWAYS_INLINE void write_16(struct moves *moves, const ks_move row[16], unsigned set) {
#ifdef KS_COMPRESSES
    const __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)row);
    _mm256_storeu_si256((__m256i *)(void *)moves->next, _mm256_maskz_compress_epi16((__mmask16)set, all));
    moves->next += size_of_set(set);
#else
    write_8(moves, row, set & 255);
    write_8(moves, row + 8, set >> 8);
#endif
}

/* A queen's moves: both rows, which stand side by side. */
ALWAYS_INLINE void write_32(struct moves *moves, const struct square *at, unsigned orthogonal,
                            unsigned diagonal) {
#ifdef KS_COMPRESSES
    const unsigned set = orthogonal | diagonal << 16;
    const __m512i all = _mm512_load_si512(at->orthogonal_moves);
    _mm512_storeu_si512(moves->next, _mm512_maskz_compress_epi16(set, all));
    moves->next += size_of_set(set);
#else
    write_16(moves, at->orthogonal_moves, orthogonal);
    write_16(moves, at->diagonal_moves, diagonal);
#endif
}

/* ---- Pieces ---- */

/* The functions below add the moves from a square to the allowed ones. */

ALWAYS_INLINE void add_leaps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    const uint64_t leaps = ks_squares_of_sliders[from].leaps;
    if (purpose == LIST)
        write_8(moves, ks_near_squares[from].leaps, (unsigned)extract_bits(allowed, leaps));
    else
        moves->count += size_of_set(allowed & leaps);
}

ALWAYS_INLINE void add_steps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    const uint64_t steps = ks_squares_of_sliders[from].steps;
    if (purpose == LIST)
        write_8(moves, ks_near_squares[from].steps, (unsigned)extract_bits(allowed, steps));
    else
        moves->count += size_of_set(allowed & steps);
}

ALWAYS_INLINE unsigned allowed_reach(const struct slides *slides, uint64_t occupied, uint64_t allowed) {
    return reach_along(slides, occupied) & (unsigned)extract_bits(allowed, slides->rays);
}

ALWAYS_INLINE void add_orthogonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                         uint64_t occupied, uint64_t allowed) {
    const struct square *at = &ks_squares_of_sliders[from];
    const unsigned set = allowed_reach(&at->orthogonal, occupied, allowed);
    if (purpose == LIST)
        write_16(moves, at->orthogonal_moves, set);
    else
        moves->count += size_of_set(set);
}

ALWAYS_INLINE void add_diagonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                       uint64_t occupied, uint64_t allowed) {
    const struct square *at = &ks_squares_of_sliders[from];
    const unsigned set = allowed_reach(&at->diagonal, occupied, allowed);
    if (purpose == LIST)
        write_16(moves, at->diagonal_moves, set);
    else
        moves->count += size_of_set(set);
}

ALWAYS_INLINE void add_queen_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                    uint64_t occupied, uint64_t allowed) {
    const struct square *at = &ks_squares_of_sliders[from];
    const unsigned orthogonal = allowed_reach(&at->orthogonal, occupied, allowed);
    const unsigned diagonal = allowed_reach(&at->diagonal, occupied, allowed);
    if (purpose == LIST)
        write_32(moves, at, orthogonal, diagonal);
    else
        moves->count += size_of_set(orthogonal | diagonal << 16);
}

#else

ALWAYS_INLINE void add_targets(struct moves *moves, enum purpose purpose, unsigned from, uint64_t targets) {
    if (purpose == COUNT)
        moves->count += size_of_set(targets);
    else
        for (; targets; targets &= targets - 1)
            *moves->next++ = KS_MOVE(from, lowest_square(targets), KS_MOVE_PLAIN);
}

ALWAYS_INLINE void add_leaps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    add_targets(moves, purpose, from, ks_leaps[from] & allowed);
}

ALWAYS_INLINE void add_steps(struct moves *moves, enum purpose purpose, unsigned from, uint64_t allowed) {
    add_targets(moves, purpose, from, ks_steps[from] & allowed);
}

ALWAYS_INLINE void add_orthogonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                         uint64_t occupied, uint64_t allowed) {
    add_targets(moves, purpose, from, slide_orthogonally(from, occupied) & allowed);
}

ALWAYS_INLINE void add_diagonal_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                       uint64_t occupied, uint64_t allowed) {
    add_targets(moves, purpose, from, slide_diagonally(from, occupied) & allowed);
}

ALWAYS_INLINE void add_queen_slides(struct moves *moves, enum purpose purpose, unsigned from,
                                    uint64_t occupied, uint64_t allowed) {
    add_orthogonal_slides(moves, purpose, from, occupied, allowed);
    add_diagonal_slides(moves, purpose, from, occupied, allowed);
}

#endif

/* Adds a move from each of these squares, `step` squares on. Four are written at once, however many there
 * are, when the lowest bit of no bits is defined. */
ALWAYS_INLINE void add_by_step(struct moves *moves, enum purpose purpose, uint64_t from, int step,
                               unsigned kind) {
    const unsigned rest = (unsigned)(64 * step) + 4096 * kind; /* KS_MOVE(f, f + step, kind) is 65 f + rest */
    const unsigned count = size_of_set(from);
    if (purpose == COUNT) {
        moves->count += count;
        return;
    }
#ifdef __BMI__
    for (ks_move *at = moves->next; from; at += 4)
        for (unsigned i = 0; i < 4; i++, from &= from - 1)
            at[i] = (ks_move)(65 * (unsigned)_tzcnt_u64(from) + rest);
#else
    for (ks_move *at = moves->next; from; from &= from - 1)
        *at++ = (ks_move)(65 * lowest_square(from) + rest);
#endif
    moves->next += count;
}

#endif
