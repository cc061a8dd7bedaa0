/* Start positions of random games of chess: Chess960 with the same or with two different arrangements, the
 * same with some pieces removed, and all kinds of pieces scattered over the board. */
#ifndef KS_CHESS_STARTS_H
#define KS_CHESS_STARTS_H

#include <stdbool.h>

#include "kingscan.h"

/* Draws a start and changes *state: the same state gives the same start. Returns the flags (of enum
 * ks_fen_flag) with which ks_read_fen accepts the position: KS_LENIENT when pawns stand anywhere and only the
 * side to move must have exactly one king. */
unsigned random_chess_start(uint64_t *state, ks_position *position);

/* Reads a board, with 'w' or 'b' to move, as a position with every right of `castling`, written as in FEN,
 * and the en-passant square of this file (0 to 7), as far as the board allows them. Returns false when it is
 * not a valid position with these flags. */
bool read_drawn_board(const uint8_t board[KS_SQUARES], char side, const char *castling,
                      unsigned en_passant_file, unsigned flags, ks_position *position);

#endif
