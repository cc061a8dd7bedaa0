/* Draws random numbers for tests, from the program's generator. */
#include "support/random.h"

#include <string.h>

#include "core/board/hashes.h"

uint64_t next_random(uint64_t *state) {
    return splitmix64(state);
}

unsigned random_below(uint64_t *state, unsigned limit) {
    return (unsigned)((next_random(state) >> 32) * limit >> 32);
}

void random_board(uint64_t *state, uint8_t empty, unsigned pieces, uint8_t mask, uint8_t board[64]) {
    memset(board, empty, 64);
    while (pieces-- > 0) {
        const uint64_t random = next_random(state);
        board[random >> 8 & 63] = (uint8_t)random & mask;
    }
}
