/* Declares the baselines with kept bitboards for attacks and exchanges, built once by each compiler. */
#ifndef BENCH_ATTACKED_H
#define BENCH_ATTACKED_H

#include "see.h"

typedef uint64_t attacked_function(const uint8_t board[64], unsigned by_side);
typedef size_t pairs_function(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room);

/* One file by one compiler. */
struct attacked_baseline {
    const char *compiler;
    const struct form *form;
    void (*start)(void); /* fills its tables, once before anything else */
    attacked_function *magics;
    pairs_function *magic_pairs;
    /* These are NULL where the processor lacks PEXT. */
    attacked_function *pext;
    pairs_function *pext_pairs;
    see_function *see, *see_with_pins;
};

#endif
