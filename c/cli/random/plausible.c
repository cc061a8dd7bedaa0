/* Tests the checkers, and the position before a double push. */
#include "cli/random/plausible.h"

#include <string.h>

/* Returns whether the king of the side to move was in check already before the other side's double push. */
static bool was_in_check(const ks_position *position) {
    const unsigned us = position->side_to_move, over = position->en_passant;
    const int ahead = us == KS_WHITE ? 8 : -8; /* the direction of the pawn */
    uint8_t before[KS_SQUARES];
    memcpy(before, position->board, sizeof before);
    before[(int)over - ahead] = position->board[(int)over + ahead];
    before[(int)over + ahead] = KS_EMPTY;
    return ks_in_check(before, ks_king_square(position, us), us);
}

bool is_plausible(const ks_position *position) {
    const unsigned us = position->side_to_move;
    const uint64_t checkers = ks_attackers(position->board, ks_king_square(position, us), us ^ 1);
    if (__builtin_popcountll(checkers) > 2)
        return false;
    return position->en_passant == KS_NO_SQUARE || !was_in_check(position);
}
