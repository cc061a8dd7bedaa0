/* Letters of pieces with two meanings: one in a variant's notation, another in FEN. */
#ifndef KS_POSITIONS_LETTERS_H
#define KS_POSITIONS_LETTERS_H

#include <stdbool.h>

#include "kingscan/variants.h"

enum { OTHER_LETTER_SIZE = 192 };

/* Writes what is to be added to an answer about a move when its first letter is another piece's in the other
 * notation; "" when it is not. fairy says that moves are read with FEN's letters, as Fairy-Stockfish writes
 * them. message says why the move is illegal, and is NULL for a legal one. */
void write_other_letter(const ks_variant *variant, bool fairy, char letter, const char *message,
                        char hint[OTHER_LETTER_SIZE]);

#endif
