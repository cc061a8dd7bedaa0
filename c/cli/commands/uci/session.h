/* A conversation of `kingscan uci`: its state, and the answers to its commands. */
#ifndef KS_UCI_SESSION_H
#define KS_UCI_SESSION_H

#include "cli/base/output.h"
#include "game/common/replay.h"
#include "game/common/text.h"

/* ---- State ---- */

struct uci {
    const ks_variants *variants; /* what UCI_Variant may be */
    struct any_position position;
    struct history history;     /* the positions up to this one */
    unsigned notation;          /* KS_UCI_CHESS960 once UCI_Chess960 is set */
    unsigned depth_limit;       /* of go perft */
    bool x_fen;                 /* of d: see any_write_shown_fen */
    uint64_t random;            /* the state from which moves are drawn: see numbers.h */
    bool waiting;               /* go infinite or go ponder waits for stop, */
    char chosen[ANY_MOVE_SIZE]; /* which this move answers */
    struct output *out;

    /* Called now and then while perft counts: reads new lines, and returns whether perft should stop. NULL:
     * lines wait. */
    bool (*hear)(struct uci *uci);
};

/* ---- Commands ---- */

/* A conversation in UCI, line by line. */

void uci_start(struct uci *uci, const ks_variants *variants, unsigned depth_limit, struct output *out);

/* Answers a line. Returns false when the line was "quit". A wrong line is answered by a line "info string
 * error: ...", and changes nothing. */
bool uci_answer(struct uci *uci, const char *line, size_t length);

#endif
