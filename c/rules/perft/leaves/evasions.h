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

/* Returns the number of moves of these pieces to a square, without en passant. */
ALWAYS_INLINE unsigned count_moves_to(const struct leaves *leaves, unsigned square, uint64_t occupied,
                                      uint64_t movers) {
    const uint64_t target = bit(square), pawns = movers & leaves->black_pawns;
    const uint64_t pieces = movers & ((ks_leaps[square] & leaves->black_knights) |
                                      (orthogonal_attacks(square, occupied) & leaves->black_orthogonal) |
                                      (diagonal_attacks(square, occupied) & leaves->black_diagonal));
    uint64_t from = push(target, KS_WHITE) & pawns;
    if (target & occupied)
        from = (attack_left(target, KS_WHITE) | attack_right(target, KS_WHITE)) & pawns;
    else if (target & row_mask(3) && !(push(target, KS_WHITE) & occupied))
        from |= push(push(target, KS_WHITE), KS_WHITE) & pawns;
    const unsigned moves = (unsigned)__builtin_popcountll(from);
    return (unsigned)__builtin_popcountll(pieces) + (target & row_mask(7) ? 4 * moves : moves);
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
    uint64_t count = 0;
    for (; answers; answers &= answers - 1)
        count += count_moves_to(leaves, lowest_square(answers), occupied, movers);
    return count;
}

static uint64_t count_evasions(const struct leaves *leaves) {
    uint64_t count = 0;
    for (size_t i = 0; i < leaves->checked_count; i++)
        for (unsigned rest = leaves->checked[i].lanes; rest; rest &= rest - 1)
            count += count_evasions_of(leaves, &leaves->checked[i], lowest_square(rest));
    return count;
}

#endif
