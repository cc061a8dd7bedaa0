/* The tests of KS_FEN_POSSIBLE: could a position occur in a game? */
#ifndef KS_FEN_POSSIBLE_H
#define KS_FEN_POSSIBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* The reason why a position is impossible. */
struct impossibility {
    int code; /* enum ks_error_code; KS_OK: the position is possible */
    const char *expected, *found;
    unsigned square; /* of a piece that is part of the reason */
};

/* Returns the first reason found. position: as ks_read_fen accepts it with KS_FEN_RIGHTS; its key may be
 * missing. */
struct impossibility ks_find_impossibility(const ks_position *position);

/* Returns true when a position without a check could occur in a game. Returns false otherwise, and also when
 * only ks_read_fen can decide. Fast. placement: the text of the board, length bytes; eight bytes after them
 * can be read. */
bool ks_is_plainly_possible(const uint8_t board[64], const char *placement, size_t length);

#endif
