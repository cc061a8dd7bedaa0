/* Looks at the checkers, and at the position before a double push. */
#include "cli/random/plausible.h"

/* Whether the king of the side to move was in check already before the other side's double push. */
static bool was_in_check(const ks_position *position) {
    const unsigned us = position->side_to_move, over = position->en_passant;
    const int ahead = us == KS_WHITE ? 8 : -8; /* the way that the pawn went */
    ks_position before = *position;
    before.board[(int)over - ahead] = position->board[(int)over + ahead];
    before.board[(int)over + ahead] = KS_EMPTY;
    return ks_in_check(before.board, position->king[us], us);
}

bool is_plausible(const ks_position *position) {
    const unsigned us = position->side_to_move;
    const uint64_t checkers = ks_attackers(position->board, position->king[us], us ^ 1);
    if (__builtin_popcountll(checkers) > 2)
        return false;
    return position->en_passant == KS_NO_SQUARE || !was_in_check(position);
}
