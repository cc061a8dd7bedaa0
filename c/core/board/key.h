/* The Zobrist key of a position, and the members of a position that follow from others. */
#ifndef KS_KEY_H
#define KS_KEY_H

#include <stdbool.h>

#include "kingscan.h"

/* The module for browsers fills these tables by ks_fill_keys. */
#ifdef KS_SMALL
#define KEYS extern __attribute__((visibility("hidden"))) uint64_t
void ks_fill_keys(void);
#else
#define KEYS extern __attribute__((visibility("hidden"))) const uint64_t
#endif

/* [code][square]: the number of a piece there, 0 for KS_EMPTY. Adding or removing a piece is one exclusive
 * or. */
KEYS ks_piece_keys[16][KS_SQUARES];

/* The numbers of a rook that may castle, by its square, of the file on which a pawn may capture en passant,
 * and of black to move. */
KEYS ks_castling_keys[KS_SQUARES];
KEYS ks_en_passant_keys[8];
KEYS ks_black_key;
#undef KEYS

/* The functions below read neither planes nor private_capturable, which may be missing. */

/* Returns whether a pawn of the side to move may legally capture on the en-passant square. */
bool ks_en_passant_is_legal(const ks_position *position);

/* Fills in all that follows from board, side to move, castling rooks and en-passant square: the planes,
 * private_capturable, the key, and the zeros. */
void ks_complete_position(ks_position *position);

#endif
