/* Text that is plainly a position, fast: nearly everything that collections of positions hold. */
#ifndef KS_PLAIN_FEN_H
#define KS_PLAIN_FEN_H

#include <stdbool.h>

#include "core/fen/placement.h"
#include "kingscan.h"

/* How many bytes have to be readable from the beginning of a text, whatever they are. */
enum { PLAIN_READABLE = 160 };

/* Reads a line of FEN or EPD that begins at text and ends with LF or CR LF. Returns the offset of that end,
 * or of the first EPD operation; `masks` and all of `position` but its key are filled in then, as by
 * ks_read_fen with any flags. Returns 0 when ks_read_fen has to be asked. */
size_t ks_read_plain_fen(ks_placement_reader *read_placement, const char *text, ks_position *position,
                         struct ks_piece_masks *masks);

/* Finds the rooks of castling letters (LETTER_WHITE_KINGSIDE and the like), as in ks_position, where kings
 * stand on the e-file and rooks in the corners. Returns whether they do. */
bool ks_grant_orthodox_rights(const uint8_t board[64], unsigned letters, uint8_t castling_rook[2][2]);

#endif
