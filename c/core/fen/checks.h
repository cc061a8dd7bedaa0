/* The checks whether a position can occur in a game: the checks of every reader, and the tests of
 * KS_FEN_POSSIBLE. */
#ifndef KS_FEN_CHECKS_H
#define KS_FEN_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* ---- Positions that can occur ---- */

/* The tests of KS_FEN_POSSIBLE: could a position occur in a game? */

/* The reason why a position is impossible. */
struct impossibility {
    int code; /* enum ks_error_code; KS_OK: the position is possible */
    const char *expected, *found;
    unsigned square; /* of a piece that is part of the reason */
};

/* Returns true when a position without a check could occur in a game. Returns false otherwise, and also when
 * only ks_read_fen can decide. Fast. placement: the text of the board, length bytes; eight bytes after them
 * can be read. */
bool ks_is_plainly_possible(const uint8_t board[64], const char *placement, size_t length);

/* ---- Checks of every reader ---- */

/* The checks of a position as a whole, be it from a text or from a board. */

/* Returns KS_OK or an error's code. The board, the side to move, rights and en-passant square are filled in
 * (precondition). flags are as in ks_read_fen. placement is the first field of the FEN, which begins at
 * offset `start` of the text; error->offset is then the offset of a piece's letter. It is NULL when there is
 * no text, and error->offset is a square. */
int ks_check_position(const ks_position *position, ks_fen_flags flags, const char *placement, size_t start,
                      ks_error *error);

#endif
