/* See random.h. */
#include "random.h"

#include <string.h>

uint64_t next_random(uint64_t *state) { /* splitmix64: G. Steele, D. Lea, C. Flood (2014) */
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
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
