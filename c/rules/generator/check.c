/* Whether a move gives check, before it is made: by the piece that moves, or by a slider whose line it
 * leaves. One function serves all processors and both colours: functions of one colour each, called by their
 * addresses and compiled with BMI, gave 0.8 times as many answers (AMD Zen 4). */
#include "rules/generator/generator.h"
#include "rules/generator/sets.h"
#include "rules/position.h"

#define BIT(square) ((uint64_t)1 << (square))

static __attribute__((noinline)) int choose_and_ask(const ks_position *position, ks_move move) {
    ks_generator_in_use(); /* chooses one */
    return ks_gives_check(position, move);
}

/* Returns whether one of these pieces is a slider that sees the king's square when these squares are
 * occupied. */
static bool is_seen(const ks_position *position, unsigned king, uint64_t pieces, uint64_t occupied) {
    const uint64_t *b = position->private_planes;
    uint64_t rest = ((ks_attacks_from[king][KS_WHITE_ROOK] & b[2] & ~b[1]) |
                     (ks_attacks_from[king][KS_WHITE_BISHOP] & b[0] & (b[1] | b[2]))) &
                    pieces;
    for (; rest; rest &= rest - 1)
        if ((ks_lines_between[king][lowest_square(rest)] & occupied) == (rest & -rest))
            return true;
    return false;
}

/* Answers for a piece that leaves a line on which it is the nearest to the king. */
static __attribute__((noinline)) int uncovers(const ks_position *position, ks_move move) {
    const unsigned us = position->side_to_move;
    const uint64_t left = bit(KS_MOVE_FROM(move));
    return is_seen(position, ks_king_square(position, us ^ 1), ks_pieces_of(position, us) & ~left,
                   (ks_occupied(position) & ~left) | bit(KS_MOVE_TO(move)));
}

/* Answers for castling, en passant and promotions. After castling, only the rook on its new square and the
 * king's old square matter: all else happens on the edge of the board, to both sides of the rook. */
static __attribute__((noinline)) int special_gives_check(const ks_position *position, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), kind = KS_MOVE_KIND(move), us = position->side_to_move;
    const unsigned king = ks_king_square(position, us ^ 1);
    unsigned to = KS_MOVE_TO(move), code = KS_WHITE_KNIGHT + (kind & 3);
    uint64_t left = bit(from);
    if (kind == KS_MOVE_CASTLING) {
        to = castled_rook(us, from, to);
        code = KS_WHITE_ROOK;
    } else if (kind == KS_MOVE_EN_PASSANT) {
        left |= bit(capture_square(move));
        code = position->board[from];
    }
    const uint64_t occupied = (ks_occupied(position) & ~left) | bit(to);
    return (ks_attacks_from[to][code] >> king & 1 && !(ks_lines_between[king][to] & occupied & ~bit(to))) ||
           is_seen(position, king, ks_pieces_of(position, us) & ~left, occupied);
}

/* 0.87 times as many answers when the function begins in the middle of a line of the cache. */
CACHE_LINE int ks_gives_check(const ks_position *position, ks_move move) {
    const uint64_t *b = position->private_planes, wide = move;
    const uint64_t kings = b[1] & b[2] & (b[3] ^ -(uint64_t)position->side_to_move); /* the other side's */
    if (RARE(!ks_generator_is_chosen()))
        return choose_and_ask(position, move);
    if (RARE(kings == 0 || kings & (kings - 1)))
        return 0;
    if (RARE(wide >> 13)) /* the kind is neither plain nor a double push */
        return special_gives_check(position, move);
    const uint64_t from = wide & 63, to = wide >> 6 & 63, king = lowest_square(kings);
    const uint64_t occupied = b[0] | b[1] | b[2], *const between = ks_lines_between[king];
    if (ks_attacks_from[to][position->board[from]] & kings &&
        !(between[to] & occupied & ~BIT(from) & ~BIT(to)))
        return 1;
    const uint64_t standing = between[from] & occupied; /* with the piece itself, when it is on a line */
    return standing && !(standing & (standing - 1)) ? uncovers(position, move) : 0;
}
