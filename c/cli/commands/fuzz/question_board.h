/* The board of a question in our own codes and in our order, as a position of chess where it is one. */
#ifndef KS_QUESTION_BOARD_H
#define KS_QUESTION_BOARD_H

#include "cli/commands/fuzz/differential.h"

/* A square, a set of squares and the name of a square as we number them; the question's board may begin with
 * a1. */
unsigned our_square(const struct question *question, unsigned square);
uint64_t our_squares(const struct question *question, uint64_t squares);
const char *name_of(const struct question *question, unsigned square);

/* Fills in the board and the side to move. Returns false when something on the board is no piece of chess. */
bool our_position(const struct question *question, ks_position *position);

/* Writes the first field of a position's FEN. */
void write_placement(const ks_position *position, char text[KS_FEN_SIZE]);

/* Sets the kings that are missing, the questioned one on its square. Returns true when the position is legal
 * then and the kernel still differs. */
bool add_kings(const struct difference *difference, ks_position *position);

#endif
