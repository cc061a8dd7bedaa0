/* What a conversation in UCI has come to. */
#ifndef KS_UCI_STATE_H
#define KS_UCI_STATE_H

#include "cli/shared/output.h"
#include "cli/shared/positions/any_position.h"
#include "cli/shared/words.h"

struct uci {
    const ks_variants *variants; /* what UCI_Variant may be */
    struct any_position position;
    unsigned notation;          /* KS_CHESS960 once UCI_Chess960 is set */
    unsigned depth_limit;       /* of go perft */
    bool x_fen;                 /* of d: see any_write_shown_fen */
    uint64_t random;            /* the state from which moves are drawn: see numbers.h */
    bool waiting;               /* go infinite or go ponder waits for stop, */
    char chosen[ANY_MOVE_SIZE]; /* which this move answers */
    struct output *out;

    /* Called now and then while perft counts: hears what is said meanwhile, and returns whether perft is to
     * stop. NULL: nothing is heard. */
    bool (*hear)(struct uci *uci);
};

/* Says what is wrong, which may quote anything. */
void uci_error(struct uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many bytes of a word a message shows. A long word is cut. */
int shown_length(struct word word);

#endif
