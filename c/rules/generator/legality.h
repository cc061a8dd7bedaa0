/* Whether one move is legal, without a list. Any move may be asked about. */
#ifndef KS_GENERATOR_LEGALITY_H
#define KS_GENERATOR_LEGALITY_H

#include "rules/generator/list.h"
#include "rules/position.h"

/* Returns whether a piece that stands on `from` reaches `to`, pawns by captures alone. */
ALWAYS_INLINE bool reaches(unsigned code, unsigned from, unsigned to, uint64_t occupied) {
    return ks_attacks_of[code][from] >> to & 1 && !(ks_lines_between[from][to] & occupied & ~bit(to));
}

/* Returns whether a pawn may make a move of this kind if its king allows it. */
ALWAYS_INLINE bool is_pawn_move(const struct sets *s, unsigned from, unsigned to, unsigned kind,
                                unsigned us) {
    const uint64_t last = row_mask(back_row(us ^ 1)), empty = ~s->occupied;
    const uint64_t once = push(bit(from), us) & empty;
    const uint64_t twice = push(once & row_mask(us == KS_WHITE ? 5 : 2), us) & empty;
    const uint64_t captures = (attack_left(bit(from), us) | attack_right(bit(from), us)) & s->enemy;
    if (kind == KS_MOVE_DOUBLE_PUSH)
        return twice >> to & 1;
    return ((once | captures) & (kind == KS_MOVE_PLAIN ? ~last : last)) >> to & 1;
}

/* Returns whether the king is not attacked after a move that is neither castling nor en passant. */
ALWAYS_INLINE bool leaves_king_safe(const struct sets *s, unsigned from, unsigned to, unsigned us) {
    const unsigned king = from == s->king ? to : s->king;
    const uint64_t occupied = (s->occupied & ~bit(from)) | bit(to), staying = ~bit(to);
    return !((near_attackers(s, king, us) | (slide_orthogonally(king, occupied) & s->orthogonal) |
              (slide_diagonally(king, occupied) & s->diagonal)) &
             staying);
}

/* Castling and en passant are few: they are listed. */
ALWAYS_INLINE bool is_listed(const ks_position *position, const struct sets *s, ks_move move, unsigned us) {
    const bool castles = KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
    const struct selection selection = {bit(KS_MOVE_FROM(move)), castles ? 0 : bit(KS_MOVE_TO(move)),
                                        castles ? bit(KS_MOVE_TO(move)) : 0,
                                        position->private_capturable == KS_MOVE_TO(move)};
    ks_move listed[8 + KS_MOVES_PAST];
    struct moves moves = {.next = listed};
    add_legal_moves(&moves, LIST, position, s, &selection, us);
    while (moves.next > listed)
        if (*--moves.next == move)
            return true;
    return false;
}

ALWAYS_INLINE int is_legal(const ks_position *position, ks_move move, unsigned us) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move), kind = KS_MOVE_KIND(move);
    const unsigned code = position->board[from];
    const struct sets s = find_sets(position, us);
    if (!(s.own >> from & 1) || move >> 15)
        return 0;
    if (RARE(kind == KS_MOVE_CASTLING || kind == KS_MOVE_EN_PASSANT))
        return is_listed(position, &s, move, us);
    if ((s.own | kings_of(&s)) >> to & 1)
        return 0;
    const bool moves = code == code_of(KS_WHITE_PAWN, us)
                           ? is_pawn_move(&s, from, to, kind, us)
                           : kind == KS_MOVE_PLAIN && reaches(code, from, to, s.occupied);
    return moves && leaves_king_safe(&s, from, to, us);
}

#endif
