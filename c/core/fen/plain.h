/* A fast reader of positions in the usual form, which is nearly all that collections of positions hold. */
#ifndef KS_PLAIN_FEN_H
#define KS_PLAIN_FEN_H

#include <stdbool.h>

#include "core/fen/readers.h"
#include "kingscan.h"

/* The number of readable bytes from the beginning of a text, of any value. */
enum { PLAIN_READABLE = 160 };

/* Reads a line of FEN or EPD that begins at text and ends with LF or CR LF. Fills in `masks`, and all of
 * `position` but what ks_complete_position does, as ks_read_fen does with any flags. Returns the offset of
 * the line's end or of the first EPD operation. Returns 0 when only ks_read_fen can decide. */
size_t ks_read_plain_fen(ks_placement_reader *read_placement, const char *text, ks_position *position,
                         struct ks_piece_masks *masks);

/* Sets *rooks to the squares of the corner rooks of castling letters (LETTER_WHITE_KINGSIDE and
 * the like). Returns whether these rooks stand there, and their kings on the e-file. */
bool ks_grant_orthodox_rights(const uint8_t board[64], unsigned letters, uint64_t *rooks);

#endif
