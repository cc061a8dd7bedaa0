/* Whether one piece may go from one square to another: its own rule, what stands on the board, and its king's
 * safety. Castling is asked elsewhere. */
#ifndef KS_EXPLAIN_ATTEMPT_H
#define KS_EXPLAIN_ATTEMPT_H

#include "kingscan.h"

struct attempt {
    const ks_position *position;
    unsigned us, from, to;
    unsigned piece, promotion; /* white codes */
    ks_error *error;           /* or NULL */
};

/* Returns KS_OK and sets `move` when the attempt breaks no rule; else the code of the first rule that it
 * breaks, with a sentence in a->error. */
int ks_explain_attempt(const struct attempt *a, ks_move *move);

/* Returns KS_OK when the piece may and need not be promoted as the attempt says; else as above. */
int ks_check_promotion(const struct attempt *a);

#endif
