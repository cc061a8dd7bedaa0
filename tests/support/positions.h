/* The real positions of tests/data/positions.epd, each with its checkers as Stockfish reports them. */
#ifndef KS_TEST_POSITIONS_H
#define KS_TEST_POSITIONS_H

#include "kingscan.h"

typedef struct real_position {
    ks_position position;
    uint64_t checkers; /* as Stockfish reports them */
    const char *line;  /* without its line end */
} real_position;

/* Returns all positions of the file, which is read once; `count` receives their number. Fails the test when
 * the file cannot be read or has a wrong line. */
const real_position *real_positions(size_t *count);

#endif
