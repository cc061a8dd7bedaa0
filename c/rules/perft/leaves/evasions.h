/* Counts the answers to checks by black's pieces other than the king, child by child, since checks are
 * few. */
#ifndef KS_LEAVES_EVASIONS_H
#define KS_LEAVES_EVASIONS_H

#include "rules/perft/leaves/leaves.h"
#include "rules/perft/sliders.h"

/* Returns the square of the nearest piece on a ray of the king. */
ALWAYS_INLINE unsigned nearest_square(const struct leaves *leaves, const uint8_t nearest[8], unsigned ray) {
    return ks_ray_squares[leaves->king][8 * ray + lowest_square(nearest[ray])];
}

/* Returns the number of moves of black's pawns to the answers, without en passant. */
ALWAYS_INLINE unsigned count_pawn_answers(uint64_t pawns, uint64_t answers, uint64_t occupied) {
    const uint64_t captures = answers & occupied, once = push(pawns, KS_BLACK) & ~occupied;
    const uint64_t left = attack_left(pawns, KS_BLACK) & captures;
    const uint64_t right = attack_right(pawns, KS_BLACK) & captures, pushed = once & answers;
    const uint64_t twice = push(once & row_mask(2), KS_BLACK) & ~occupied & answers, goal = row_mask(7);
    return (unsigned)(_mm_popcnt_u64(left | pushed) + _mm_popcnt_u64(right | twice) +
                      3 * (_mm_popcnt_u64((left | pushed) & goal) + _mm_popcnt_u64(right & goal)));
}

/* Returns the number of moves of these pieces to the answers: empty squares or a white piece. */
ALWAYS_INLINE unsigned count_answers(const struct leaves *leaves, uint64_t answers, uint64_t occupied,
                                     uint64_t movers) {
    unsigned count = count_pawn_answers(movers & leaves->black_pawns, answers, occupied);
    for (uint64_t rest = movers & leaves->black_knights; rest; rest &= rest - 1)
        count += (unsigned)_mm_popcnt_u64(ks_leaps[lowest_square(rest)] & answers);
    for (uint64_t rest = movers & leaves->black_orthogonal; rest; rest &= rest - 1)
        count += (unsigned)_mm_popcnt_u64(orthogonal_attacks(lowest_square(rest), occupied) & answers);
    for (uint64_t rest = movers & leaves->black_diagonal; rest; rest &= rest - 1)
        count += (unsigned)_mm_popcnt_u64(diagonal_attacks(lowest_square(rest), occupied) & answers);
    return count;
}

/* Return the squares that a child's move leaves, and those that it enters: in castling, the rook's and the
 * king's. */
ALWAYS_INLINE uint64_t squares_left(const struct leaves *leaves, unsigned child) {
    const unsigned kind = leaves->children.kind[child];
    return bit(leaves->children.from[child]) | (kind > KING ? leaves->white_king : 0);
}

ALWAYS_INLINE uint64_t squares_entered(const struct leaves *leaves, unsigned child) {
    const unsigned kind = leaves->children.kind[child];
    return bit(leaves->children.to[child]) | (kind == CASTLING_KINGSIDE    ? bit(KS_SQUARE(6, 7))
                                              : kind == CASTLING_QUEENSIDE ? bit(KS_SQUARE(2, 7))
                                                                           : 0);
}

static uint64_t count_evasions_of(const struct leaves *leaves, const struct checked_group *checked,
                                  unsigned lane) {
    const uint8_t *nearest = checked->nearest + 8 * lane;
    const unsigned child = checked->first + lane, sliding = checked->sliding >> 8 * lane & 255;
    const bool near_checker = checked->near_checker >> lane & 1;
    if (sliding & (sliding - 1) || (sliding && near_checker))
        return 0; /* a double check */
    const uint64_t entered = squares_entered(leaves, child);
    const uint64_t occupied = (leaves->occupied & ~squares_left(leaves, child)) | entered;
    uint64_t movers = ~entered, answers = entered;
    for (unsigned pins = checked->pins >> 8 * lane & 255; pins; pins &= pins - 1)
        movers &= ~bit(nearest_square(leaves, nearest, lowest_square(pins)));
    if (sliding) {
        const unsigned ray = lowest_square(sliding), checker = nearest_square(leaves, nearest, ray);
        answers = ks_rays[leaves->king][ray] & ~ks_rays[checker][ray]; /* up to the checker */
    }
    return count_answers(leaves, answers, occupied, movers);
}

static uint64_t count_evasions(const struct leaves *leaves) {
    uint64_t count = 0;
    for (size_t i = 0; i < leaves->checked_count; i++)
        for (unsigned rest = leaves->checked[i].lanes; rest; rest &= rest - 1)
            count += count_evasions_of(leaves, &leaves->checked[i], lowest_square(rest));
    return count;
}

#endif
