/* The bytes of other programs for pieces, for boards that kernels read with a pieceset. */
#ifndef KS_SPELLINGS_H
#define KS_SPELLINGS_H

#include "cli/random/numbers.h"
#include "kingscan.h"

/* A set, and its bytes for Kingscan's codes. */
struct spelling {
    ks_pieceset set;
    uint8_t byte[256];
};

enum { BOARD_SPELLINGS = 8 };

/* Makes half of them like those of known programs, and draws the others at random. */
void make_spellings(struct xoshiro *random, struct spelling spellings[BOARD_SPELLINGS]);

#endif
