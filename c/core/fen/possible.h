/* Whether a position could stand in a game: what KS_POSSIBLE asks besides. */
#ifndef KS_FEN_POSSIBLE_H
#define KS_FEN_POSSIBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* What is impossible about a position. */
struct impossibility {
    int code; /* enum ks_error_code; KS_OK: nothing is */
    const char *expected, *found;
    unsigned square; /* of a piece that is part of it */
};

/* position: one that ks_read_fen takes with KS_STRICT, but for its key. */
struct impossibility ks_find_impossibility(const ks_position *position);

/* Whether a position in which no king is in check could stand in a game, by its board and the text of that:
 * length bytes, behind which eight more can be read. Fast; false also where ks_read_fen has to be asked. */
bool ks_is_plainly_possible(const uint8_t board[64], const char *placement, size_t length);

#endif
