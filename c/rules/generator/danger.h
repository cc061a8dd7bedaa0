/* The squares that the king may not enter: those that the enemy attacks when the king is away. With AVX-512
 * all eight directions are found at once, a direction a lane; else each asked square is tested alone. */
#ifndef KS_GENERATOR_DANGER_H
#define KS_GENERATOR_DANGER_H

#include "rules/generator/sets.h"

#ifdef __AVX512VBMI2__

#define LANE_SET(e, s, se, sw, w, n, nw, ne)                                                                 \
    _mm512_setr_epi64((long long)(e), (long long)(s), (long long)(se), (long long)(sw), (long long)(w),      \
                      (long long)(n), (long long)(nw), (long long)(ne))
#define ROTATE _mm512_rolv_epi64
#define OR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xfe)
#define OR_AND(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0xf8) /* a | (b & c) */
#define AND _mm512_and_si512
#define ALL_LANES(x) _mm512_set1_epi64((long long)(x))
enum { DIAGONAL_LANES = 0xcc };

struct enemies {
    __m512i occupied, kings, enemy, sliders, knights, pawns_and_kings; /* kings and the last: of both sides */
};

ALWAYS_INLINE struct enemies find_enemies(const struct sets *s, unsigned us) {
    const __m512i b0 = ALL_LANES(s->bits[0]), b1 = ALL_LANES(s->bits[1]), b2 = ALL_LANES(s->bits[2]),
                  b3 = ALL_LANES(s->bits[3]);
    const __m512i occupied = OR3(b0, b1, b2), kings = AND(b1, b2);
    const __m512i enemy = us == KS_WHITE ? b3 : _mm512_andnot_si512(b3, occupied);
    const __m512i orthogonal = _mm512_andnot_si512(b1, b2),
                  diagonal = _mm512_ternarylogic_epi64(b0, b1, b2, 0xe0); /* b0 & (b1 | b2) */
    const __m512i pawns = _mm512_ternarylogic_epi64(b0, b1, b2, 0x10);    /* b0 & ~b1 & ~b2 */
    return (struct enemies){
        .occupied = occupied,
        .kings = kings,
        .enemy = enemy,
        .sliders = AND(_mm512_mask_mov_epi64(orthogonal, DIAGONAL_LANES, diagonal), enemy),
        .knights = AND(_mm512_ternarylogic_epi64(b1, b0, b2, 0x10), enemy),
        .pawns_and_kings = _mm512_mask_or_epi64(kings, us == KS_WHITE ? 0x0c : 0xc0, kings, pawns)};
}

/* Sliders by the prefix of Kogge and Stone; one more shift attacks, of pawns and kings too. asked: not
 * used. Source: fill algorithms, by S. Cathcart and others (Chess Programming Wiki). */
ALWAYS_INLINE uint64_t find_danger(const struct sets *s, unsigned us, uint64_t asked) {
    const struct enemies enemies = find_enemies(s, us);
    const uint64_t file_a = file_mask(FILE_A), file_h = file_mask(FILE_H);
    const uint64_t a = ~file_a, h = ~file_h, top = ~(uint64_t)0 << 8, bottom = ~(uint64_t)0 >> 8;
    const uint64_t a2 = ~(file_a * 3), h2 = ~(file_a * 192), top2 = top << 8, bottom2 = bottom >> 8;
    const __m512i edge = LANE_SET(a, top, a & top, h & top, h, bottom, h & bottom, a & bottom);
    const __m512i by_1 = LANE_SET(1, 8, 9, 7, 63, 56, 55, 57), by_2 = LANE_SET(2, 16, 18, 14, 62, 48, 46, 50),
                  by_4 = LANE_SET(4, 32, 36, 28, 60, 32, 28, 36);
    const __m512i leap = LANE_SET(6, 10, 15, 17, 58, 54, 49, 47);
    const __m512i leap_edge =
        LANE_SET(h2 & top, a2 & top, h & top2, a & top2, a2 & bottom, h2 & bottom, a & bottom2, h & bottom2);
    const __m512i king = _mm512_andnot_si512(enemies.enemy, enemies.kings);
    __m512i free = _mm512_ternarylogic_epi64(enemies.occupied, king, edge, 0x82); /* ~(o ^ k) & e */
    __m512i reach = enemies.sliders;
    (void)asked;
    reach = OR_AND(reach, free, ROTATE(reach, by_1));
    free = AND(free, ROTATE(free, by_1));
    reach = OR_AND(reach, free, ROTATE(reach, by_2));
    free = AND(free, ROTATE(free, by_2));
    reach = OR_AND(reach, free, ROTATE(reach, by_4));
    reach = AND(ROTATE(OR_AND(reach, enemies.pawns_and_kings, enemies.enemy), by_1), edge);
    reach = OR_AND(reach, leap_edge, ROTATE(enemies.knights, leap));
    return (uint64_t)_mm512_reduce_or_epi64(reach);
}

#else

/* Returns the attacked ones among the asked squares. */
ALWAYS_INLINE uint64_t find_danger(const struct sets *s, unsigned us, uint64_t asked) {
    const uint64_t occupied = s->occupied ^ bit(s->king);
    uint64_t danger = 0;
    for (; asked; asked &= asked - 1) {
        const unsigned square = lowest_square(asked);
        const uint64_t attackers = near_attackers(s, square, us) |
                                   (slide_orthogonally(square, occupied) & s->orthogonal) |
                                   (slide_diagonally(square, occupied) & s->diagonal);
        danger |= attackers ? asked & -asked : 0;
    }
    return danger;
}

#endif
#endif
