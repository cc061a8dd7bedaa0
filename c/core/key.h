/* The Zobrist key of a position, in the two parts that change differently: pieces come and go one by one, the
 * rest is small enough to be taken out whole and put back whole. */
#ifndef KS_KEY_H
#define KS_KEY_H

#include <stdbool.h>

#include "kingscan.h"

/* The number of a piece on a square, 0 for KS_EMPTY. Each piece more, or less, is one exclusive or. */
uint64_t ks_piece_key(unsigned code, unsigned square);

/* The part of everything else: side to move, castling rooks, en-passant file. */
uint64_t ks_state_key(const ks_position *position);

/* Returns whether there is an en-passant square and a pawn of the side to move attacks it. */
bool ks_en_passant_threatens(const ks_position *position);

/* Returns whether such a pawn may capture there: its king is safe then. */
bool ks_en_passant_is_legal(const ks_position *position);

#endif
