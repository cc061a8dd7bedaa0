/* Ways in which programs write pieces as bytes, for boards that kernels are asked about with a pieceset. */
#ifndef KS_SPELLINGS_H
#define KS_SPELLINGS_H

#include "cli/random/numbers.h"
#include "kingscan.h"

/* A set, and how it writes each byte of a board in our own codes. */
struct spelling {
    ks_pieceset set;
    uint8_t byte[256];
};

enum { BOARD_SPELLINGS = 8 };

/* Makes half of them as known programs write chess, and draws the others at random. */
void make_spellings(struct xoshiro *random, struct spelling spellings[BOARD_SPELLINGS]);

#endif
