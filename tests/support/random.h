/* Draws random numbers and boards for tests, the same in every run. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

uint64_t next_random(uint64_t *state);
unsigned random_below(uint64_t *state, unsigned limit);

/* Fills `board` with the byte `empty`, draws `pieces` squares, with repetition, and stores a random byte &
 * mask on each. */
void random_board(uint64_t *state, uint8_t empty, unsigned pieces, uint8_t mask, uint8_t board[64]);

#endif
