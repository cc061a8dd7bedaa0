/* Whether a move gives check, before it is made. */
#ifndef KS_GENERATOR_CHECK_H
#define KS_GENERATOR_CHECK_H

#include "rules/generator/sets.h"
#include "rules/position.h"

/* The pieces of the side that moves, after the move. */
struct attackers {
    uint64_t occupied, pawns, knights, orthogonal, diagonal;
};

ALWAYS_INLINE void put_attacker(struct attackers *attackers, unsigned white_code, uint64_t square) {
    attackers->occupied |= square;
    attackers->pawns |= white_code == KS_WHITE_PAWN ? square : 0;
    attackers->knights |= white_code == KS_WHITE_KNIGHT ? square : 0;
    attackers->orthogonal |= white_code == KS_WHITE_ROOK || white_code == KS_WHITE_QUEEN ? square : 0;
    attackers->diagonal |= white_code == KS_WHITE_BISHOP || white_code == KS_WHITE_QUEEN ? square : 0;
}

ALWAYS_INLINE struct attackers find_attackers(const ks_position *position, ks_move move, unsigned us) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const uint64_t *b = position->private_planes, own = ks_pieces_of(position, us);
    const bool castles = kind == KS_MOVE_CASTLING;
    const uint64_t left = bit(from) | (castles ? bit(to) : bit(capture_square(move)));
    const uint64_t staying = own & ~left;
    struct attackers attackers = {(b[0] | b[1] | b[2]) & ~left, b[0] & ~b[1] & ~b[2] & staying,
                                  b[1] & ~b[0] & ~b[2] & staying, b[2] & ~b[1] & staying,
                                  b[0] & (b[1] | b[2]) & staying};
    if (castles) {
        put_attacker(&attackers, KS_WHITE_KING, bit(castled_king(us, from, to)));
        put_attacker(&attackers, KS_WHITE_ROOK, bit(castled_rook(us, from, to)));
    } else {
        const unsigned code = position->board[from] & 7u;
        put_attacker(&attackers, is_promotion(move) ? KS_WHITE_KNIGHT + (kind & 3) : code, bit(to));
    }
    return attackers;
}

/* Answers for any move. */
ALWAYS_INLINE bool special_gives_check(const ks_position *position, ks_move move, unsigned king,
                                       unsigned us) {
    const struct attackers after = find_attackers(position, move, us);
    const uint64_t pawns = attack_left(bit(king), us ^ 1) | attack_right(bit(king), us ^ 1);
    return ((slide_orthogonally(king, after.occupied) & after.orthogonal) |
            (slide_diagonally(king, after.occupied) & after.diagonal) | (leaps_from(king) & after.knights) |
            (pawns & after.pawns)) != 0;
}

/* Returns whether a piece that leaves this square, the nearest to the king on a line, opens the line for a
 * slider, when these squares are occupied afterwards. */
ALWAYS_INLINE bool uncovers(const ks_position *position, unsigned king, unsigned from, uint64_t occupied,
                            unsigned us) {
    const uint64_t *b = position->private_planes, staying = ks_pieces_of(position, us) & ~bit(from);
    return (slide_orthogonally(king, occupied) & b[2] & ~b[1] & staying) |
           (slide_diagonally(king, occupied) & b[0] & (b[1] | b[2]) & staying);
}

/* us: the side to move. The other side has one king (precondition). */
ALWAYS_INLINE int gives_check(const ks_position *position, ks_move move, unsigned us) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), code = position->board[from];
    const unsigned king = ks_king_square(position, us ^ 1);
    const uint64_t left = ks_occupied(position) & ~bit(from);
    if (RARE(KS_MOVE_KIND(move) > KS_MOVE_DOUBLE_PUSH))
        return special_gives_check(position, move, king, us);
    const bool attacks =
        (ks_attacks_of[code][to] >> king & 1) & !(ks_lines_between[king][to] & left & ~bit(to));
    const bool covers = (ks_lines[king] >> from & 1) & !(ks_lines_between[king][from] & left);
    return attacks || (RARE(covers) && uncovers(position, king, from, left | bit(to), us));
}

#endif
