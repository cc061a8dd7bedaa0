/* Finds out whether an enemy sees a square, as a king has to know. Only those enemies are asked about that
 * would see it on an empty board, mostly one or none. */
#ifndef KS_GENERATOR_SAFETY_H
#define KS_GENERATOR_SAFETY_H

#include "rules/generator/sets_tmpl.h"
#include "rules/position.h"

/* Squares are 64-bit numbers here, which index tables without being extended. */
typedef uint64_t square;

#define BIT(square) ((uint64_t)1 << (square))

/* Returns whether one of these enemies attacks a square of `us` when these squares are occupied. */
ALWAYS_INLINE bool is_attacked(const ks_position *position, square at, uint64_t enemies, uint64_t occupied,
                               unsigned us) {
    const uint64_t *b = position->private_planes, *const attacks = ks_attacks_from[at];
    uint64_t rest =
        ((attacks[KS_WHITE_ROOK] & b[2] & ~b[1]) | (attacks[KS_WHITE_BISHOP] & b[0] & (b[1] | b[2])) |
         (attacks[KS_WHITE_KNIGHT] & b[1] & ~b[0] & ~b[2]) | (attacks[KS_WHITE_KING] & b[1] & b[2]) |
         (attacks[code_of(KS_WHITE_PAWN, us)] & b[0])) & /* bishops and queens attack there too */
        enemies;
    for (; rest; rest &= rest - 1)
        if (!(ks_lines_between[at][lowest_square(rest)] & occupied & ~(rest & -rest)))
            return true;
    return false;
}

/* Returns whether the king is safe after a move that is no capture en passant. king: its square then; own:
 * the pieces of `us` before. */
ALWAYS_INLINE bool leaves_king_safe(const ks_position *position, square from, square to, square king,
                                    uint64_t own, unsigned us) {
    const uint64_t occupied = ks_occupied(position);
    return !is_attacked(position, king, occupied & ~own & ~BIT(to), (occupied & ~BIT(from)) | BIT(to), us);
}

#endif
