/* The real positions of tests/data/positions.epd, each with its checkers as Stockfish reports them, and the
 * hard ones of c/cli/commands/diff/hard.epd. */
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

/* Calls `visit` with every position of the hard set, before its moves; under sanitizers, which are slow, with
 * every tenth. */
void each_hard_position(void (*visit)(const ks_position *position));

#endif
