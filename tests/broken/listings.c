/* Mistakes of engines in listing moves. */
#include "broken/listings.h"

#include <stdbool.h>

enum { WALL_SHIFT = 22 }; /* of a wall's square in a move */

static ks_variant_move with_wall(ks_variant_move move, unsigned square) {
    return (move & ~(127u << WALL_SHIFT)) | (ks_variant_move)square << WALL_SHIFT;
}

/* Returns the square of the duck; KS_VARIANT_SQUARES_MAX: it has none yet. */
static unsigned find_duck(const ks_variant_position *position) {
    unsigned square = 0;
    while (square < KS_VARIANT_SQUARES_MAX && position->board[square] != KS_VARIANT_WALL)
        square++;
    return square;
}

/* Adds one move for each run of moves that differ only in the duck's square. */
size_t with_resting_ducks(const ks_variant_position *position, ks_variant_move *moves, size_t count,
                          size_t room) {
    const unsigned duck = find_duck(position);
    const size_t listed = count;
    for (size_t i = 0; duck < KS_VARIANT_SQUARES_MAX && i < listed && count < room; i++)
        if (i == 0 || with_wall(moves[i], duck) != with_wall(moves[i - 1], duck))
            moves[count++] = with_wall(moves[i], duck);
    return count;
}

size_t without_rook_gates(const ks_variant_position *position, ks_variant_move *moves, size_t count,
                          size_t room) {
    size_t kept = 0;
    (void)position;
    (void)room;
    for (size_t i = 0; i < count; i++)
        if (!KS_VARIANT_MOVE_GATES_ROOK(moves[i]))
            moves[kept++] = moves[i];
    return kept;
}
