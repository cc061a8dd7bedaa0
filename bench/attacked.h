/* All squares that a side attacks, and exchanges, as baselines/attacked.c finds them by each compiler. */
#ifndef BENCH_ATTACKED_H
#define BENCH_ATTACKED_H

#include "see.h"

typedef uint64_t attacked_function(const uint8_t board[64], unsigned by_side);

/* One file by one compiler. */
struct attacked_baseline {
    const char *compiler;
    const struct form *form;
    void (*start)(void);              /* fills its tables, once before anything else */
    attacked_function *magics, *pext; /* pext is NULL where the processor lacks it, and so are these: */
    see_function *see, *see_with_pins;
};

#endif
