/* The changes that a move of white makes to black's replies to a null move. Each function takes all targets
 * of a piece together and returns the sum over them, mostly by popcounts. The changes of a move's leaving and
 * of its landing are independent and add up, unless a function says otherwise. */
#ifndef KS_CHANGES_H
#define KS_CHANGES_H

#include <stdlib.h>

#include "rules/perft/black_pieces.h"

#define OUT_OF_LINE static __attribute__((noinline))

/* The origin of moves: one square, or for pawns the square at a fixed distance from each target. */
struct origin {
    unsigned square;
    int step; /* target - origin; 0: the origin is `square` */
};

ALWAYS_INLINE unsigned origin_of(struct origin origin, unsigned to) {
    return origin.step ? (unsigned)((int)to - origin.step) : origin.square;
}

/* Returns the squares that a white piece attacks. */
ALWAYS_INLINE uint64_t attacks_of(unsigned code, unsigned square, uint64_t occupied) {
    switch (code) {
    case KS_WHITE_PAWN:
        return attack_left(bit(square), KS_WHITE) | attack_right(bit(square), KS_WHITE);
    case KS_WHITE_KNIGHT:
        return ks_leaps[square];
    case KS_WHITE_BISHOP:
        return diagonal_attacks(square, occupied);
    case KS_WHITE_ROOK:
        return orthogonal_attacks(square, occupied);
    case KS_WHITE_QUEEN:
        return orthogonal_attacks(square, occupied) | diagonal_attacks(square, occupied);
    default:
        return ks_steps[square];
    }
}

/* ---- Landing ---- */

/* Returns the number of moves of a black piece other than the king to squares of the mask. */
ALWAYS_INLINE int mobility_of(const struct null_move *null, uint64_t piece, uint64_t occupied, uint64_t white,
                              uint64_t mask) {
    const uint64_t targets = ~(occupied & ~white) & mask;
    const unsigned square = lowest_square(piece);
    if (piece & pieces_of(null->node, KS_WHITE_PAWN, KS_BLACK)) {
        const uint64_t once = push(piece, KS_BLACK) & ~occupied & mask;
        return count_pawn_targets(attack_left(piece, KS_BLACK) & white & mask,
                                  attack_right(piece, KS_BLACK) & white & mask, once,
                                  push(once & black_gate(), KS_BLACK) & ~occupied & mask);
    }
    if (piece & pieces_of(null->node, KS_WHITE_KNIGHT, KS_BLACK))
        return size_of(ks_leaps[square] & targets);
    int mobility = 0;
    if (piece & orthogonal_sliders(null->node, KS_BLACK))
        mobility += size_of(orthogonal_attacks(square, occupied) & targets);
    if (piece & diagonal_sliders(null->node, KS_BLACK))
        mobility += size_of(diagonal_attacks(square, occupied) & targets);
    return mobility;
}

/* A captured piece has no moves, but its defenders may recapture. */
ALWAYS_INLINE int64_t after_captures(const struct null_move *null, uint64_t targets) {
    const uint64_t pawns = pieces_of(null->node, KS_WHITE_PAWN, KS_BLACK);
    int64_t sum = tally_sum(&null->defenders, targets);
    for (uint64_t rest = targets; rest; rest &= rest - 1)
        sum -= rest & -rest & pawns
                   ? mobility_of(null, rest & -rest, null->occupied, null->white, ~(uint64_t)0)
                   : null->mobility[lowest_square(rest)];
    return sum;
}

ALWAYS_INLINE int64_t after_landing(const struct null_move *null, uint64_t targets) {
    const uint64_t captures = targets & null->black, quiet = targets ^ captures;
    const int64_t sum =
        (int64_t)null->replies * size_of(targets) + 2 * size_of(quiet) - tally_sum(&null->losses, quiet);
    return captures ? sum + after_captures(null, captures) : sum;
}

/* ---- Leaving ---- */

/* Returns the targets that matter to a black pawn blocked by the leaving piece: these moves are played
 * out. */
ALWAYS_INLINE uint64_t hindered_targets(const struct null_move *null, uint64_t from) {
    const uint64_t behind = push(from, KS_WHITE), beyond = push(from & black_gate(), KS_BLACK);
    return (from & null->pawns_forward ? behind | beyond : 0) |
           (from & null->pawns_twice ? behind | push(behind, KS_WHITE) : 0);
}

/* Black's pawns may advance, and can no longer capture the piece on its origin. A captured pawn could not do
 * that anyway. */
ALWAYS_INLINE int64_t after_leaving_pawns(const struct null_move *null, uint64_t from, uint64_t targets) {
    const uint64_t left = from & null->pawns_left ? attack_right(from, KS_WHITE) : 0;
    const uint64_t right = from & null->pawns_right ? attack_left(from, KS_WHITE) : 0;
    const bool opens = from & (null->pawns_forward | null->pawns_twice);
    const bool opens_twice = from & null->pawns_forward & black_gate() && push(from, KS_BLACK) & null->empty;
    return (opens + opens_twice - (left != 0) - (right != 0)) * (int64_t)size_of(targets) +
           size_of(targets & left) + size_of(targets & right);
}

ALWAYS_INLINE unsigned distance(unsigned a, unsigned b) {
    const int rows = abs((int)(a >> 3) - (int)(b >> 3));
    return (unsigned)(rows ? rows : abs((int)a - (int)b));
}

/* A black slider sees farther. line: its line through the square; opened: the squares that it sees in
 * addition. A piece that moves away along the line can be captured at its new square; a piece that moves
 * towards the slider opens nothing. */
ALWAYS_INLINE int64_t after_opening(const struct null_move *null, unsigned from, uint64_t targets,
                                    uint64_t opened, uint64_t line) {
    int64_t sum = (int64_t)size_of(opened & ~null->black) * size_of(targets & ~line);
    for (uint64_t rest = targets & opened; rest; rest &= rest - 1)
        sum += distance(from, lowest_square(rest));
    return sum;
}

ALWAYS_INLINE int64_t after_leaving(const struct null_move *null, unsigned from, uint64_t targets) {
    const uint64_t without = null->occupied ^ bit(from);
    int64_t sum = after_leaving_pawns(null, bit(from), targets);
    uint64_t sliders = orthogonal_attacks(from, null->occupied) & null->free_orthogonal;
    for (; sliders; sliders &= sliders - 1) {
        const unsigned slider = lowest_square(sliders);
        const uint64_t line = (orthogonal_attacks(slider, 0) & orthogonal_attacks(from, 0)) | bit(slider);
        sum += after_opening(
            null, from, targets,
            orthogonal_attacks(slider, without) & ~orthogonal_attacks(slider, null->occupied), line);
    }
    sliders = diagonal_attacks(from, null->occupied) & null->free_diagonal;
    for (; sliders; sliders &= sliders - 1) {
        const unsigned slider = lowest_square(sliders);
        const uint64_t line = (diagonal_attacks(slider, 0) & diagonal_attacks(from, 0)) | bit(slider);
        sum += after_opening(null, from, targets,
                             diagonal_attacks(slider, without) & ~diagonal_attacks(slider, null->occupied),
                             line);
    }
    return sum;
}

/* ---- Pins ---- */

/* A pinner leaves the line: the pinned piece has all its moves in the position after the move. */
OUT_OF_LINE int64_t after_unpinning(const struct null_move *null, unsigned from, uint64_t targets,
                                    uint64_t line) {
    const uint64_t pinned = line & null->black, occupied = null->occupied ^ bit(from);
    const uint64_t white = null->white ^ bit(from);
    const int before = mobility_of(null, pinned, null->occupied, null->white, line);
    int64_t sum = 0;
    for (uint64_t rest = targets; rest; rest &= rest - 1) {
        const uint64_t to = rest & -rest;
        sum += mobility_of(null, pinned, occupied | to, white | to, ~(uint64_t)0) - before;
    }
    return sum;
}

/* A slider lands at the end of a line with one black piece, possibly by capturing another one. */
OUT_OF_LINE int64_t after_pinning(const struct null_move *null, unsigned from, uint64_t to, uint64_t line) {
    const uint64_t pinned = line & null->black & ~to;
    const uint64_t occupied = (null->occupied ^ bit(from)) | to, white = (null->white ^ bit(from)) | to;
    return mobility_of(null, pinned, occupied, white, line) -
           mobility_of(null, pinned, occupied, white, ~(uint64_t)0);
}

ALWAYS_INLINE int64_t after_pins(const struct null_move *null, unsigned code, unsigned from,
                                 uint64_t targets) {
    int64_t sum = 0;
    if (code == KS_WHITE_ROOK || code == KS_WHITE_QUEEN)
        for (uint64_t rest = targets & null->pins_orthogonally; rest; rest &= rest - 1)
            sum += after_pinning(null, from, rest & -rest, orthogonal_line(null->king, lowest_square(rest)));
    if (code == KS_WHITE_BISHOP || code == KS_WHITE_QUEEN)
        for (uint64_t rest = targets & null->pins_diagonally; rest; rest &= rest - 1)
            sum += after_pinning(null, from, rest & -rest, diagonal_line(null->king, lowest_square(rest)));
    return sum;
}

/* ---- Black's king ---- */

/* Counts the king's moves anew. */
OUT_OF_LINE int king_moves_after(const struct null_move *null, unsigned code, uint64_t from, uint64_t to) {
    const struct node *node = null->node;
    const uint64_t moved = from | to, occupied = (null->without_king & ~from) | to;
    const bool queen = code == KS_WHITE_QUEEN;
    const struct force force = {
        null->white_orthogonal ^ (queen || code == KS_WHITE_ROOK ? moved : 0),
        null->white_diagonal ^ (queen || code == KS_WHITE_BISHOP ? moved : 0),
        pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE) ^ (code == KS_WHITE_KNIGHT ? moved : 0),
        pieces_of(node, KS_WHITE_PAWN, KS_WHITE) ^ (code == KS_WHITE_PAWN ? moved : 0),
        pieces_of(node, KS_WHITE_KING, KS_WHITE) ^ (code == KS_WHITE_KING ? moved : 0),
    };
    const uint64_t steps = null->steps | (ks_steps[null->king] & to);
    const uint64_t safe = safe_squares(&force, null->watched | steps, KS_WHITE, occupied);
    return count_king_moves(null, steps, safe);
}

/* Returns the sum of the king's moves over all targets. shields: whether the leaving piece is one of
 * null->shields. */
ALWAYS_INLINE int64_t all_king_moves_after(const struct null_move *null, unsigned code, struct origin origin,
                                           uint64_t targets, bool shields) {
    const uint64_t anew = shields ? targets : targets & null->covers;
    const uint64_t near = targets & null->near[code] & ~anew;
    int64_t sum = (int64_t)null->king_moves * size_of(targets & ~anew & ~near);
    for (uint64_t rest = near; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        const uint64_t occupied = null->without_king & ~bit(origin_of(origin, to));
        sum += count_king_moves(null, null->steps, null->safe & ~attacks_of(code, to, occupied));
    }
    for (uint64_t rest = anew; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        sum += king_moves_after(null, code, bit(origin_of(origin, to)), rest & -rest);
    }
    return sum;
}

#endif
