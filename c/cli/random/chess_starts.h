/* Positions of chess that random games start from: Chess960 with the same or with two different arrangements,
 * such starts with pieces taken off, and pieces of all sorts strewn over the board. */
#ifndef KS_CHESS_STARTS_H
#define KS_CHESS_STARTS_H

#include <stdbool.h>

#include "kingscan.h"

/* Draws one, and changes *state: the same state brings the same start. Returns the flags (of enum
 * ks_fen_flag) with which ks_read_fen takes it: KS_LENIENT where pawns stand anywhere and only the side to
 * move need have its one king. */
unsigned random_chess_start(uint64_t *state, ks_position *position);

/* Reads a board, with 'w' or 'b' to move, as a position that has every right of `castling`, written as in
 * FEN, and the en-passant square of this file (0 to 7), as far as the board is fit for it. Returns false when
 * it is no position with these flags. */
bool read_drawn_board(const uint8_t board[KS_SQUARES], char side, const char *castling,
                      unsigned en_passant_file, unsigned flags, ks_position *position);

#endif
