/* The positions of tests/hard/composed.def, for either colour. */
#ifndef KS_HARD_COMPOSED_H
#define KS_HARD_COMPOSED_H

#include "kingscan.h"

enum {
#define COMPOSED(...) +1
    COMPOSED_POSITIONS = 0
#include "hard/composed.def"
#undef COMPOSED
};

/* A position as text: four fields of FEN, moves in UCI (perhaps none), and the move that shows the rule of
 * the sentence. */
struct composed {
    const char *sentence;
    int code; /* of ks_read_move for the move */
    char position[KS_FEN_SIZE], moves[128], move[KS_UCI_SIZE];
};

/* number: below COMPOSED_POSITIONS. exchanged: with the colours swapped. */
struct composed composed_position(unsigned number, unsigned exchanged);

/* Returns the position after the moves. */
ks_position composed_end(const struct composed *composed);

#endif
