/* The checks of a position as a whole, be it from a text or from a board. */
#ifndef KS_FEN_CHECKS_H
#define KS_FEN_CHECKS_H

#include "kingscan.h"

/* Returns KS_OK or an error's code. The board, the side to move, rights and en-passant square are filled in
 * (precondition). flags: as of ks_read_fen. placement: the first field of the FEN, which begins at offset
 * `start` of the text; error->offset is then that of a piece's letter. NULL: there is no text, and
 * error->offset is a square. */
int ks_check_position(const ks_position *position, ks_fen_flags flags, const char *placement, size_t start,
                      ks_error *error);

#endif
