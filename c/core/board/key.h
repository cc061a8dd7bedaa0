/* The Zobrist key of a position, and the members of a position that follow from others. */
#ifndef KS_KEY_H
#define KS_KEY_H

#include <stdbool.h>

#include "kingscan.h"

/* Returns the number of a piece on a square, 0 for KS_EMPTY. Adding or removing a piece is one exclusive
 * or. */
uint64_t ks_piece_key(unsigned code, unsigned square);

/* Return the numbers of a rook that may castle, of the file on which a pawn may capture en passant, and of
 * black to move. */
uint64_t ks_castling_key(unsigned rook);
uint64_t ks_en_passant_key(unsigned file);
uint64_t ks_black_key(void);

/* The functions below read neither planes nor private_capturable, which may be missing. */

/* Returns whether there is an en-passant square and a pawn of the side to move attacks it. */
bool ks_en_passant_threatens(const ks_position *position);

/* Returns whether such a pawn may legally capture there. */
bool ks_en_passant_is_legal(const ks_position *position);

/* Fills in all that follows from board, side to move, castling rooks and en-passant square: the planes,
 * private_capturable, the key, and the zeros. */
void ks_complete_position(ks_position *position);

#endif
