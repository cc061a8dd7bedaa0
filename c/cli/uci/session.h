/* A conversation in UCI, line by line. */
#ifndef KS_UCI_SESSION_H
#define KS_UCI_SESSION_H

#include "cli/shared/output.h"
#include "cli/shared/positions/any_position.h"

struct uci {
    const ks_variants *variants; /* what UCI_Variant may be */
    struct any_position position;
    unsigned notation;    /* KS_CHESS960 once UCI_Chess960 is set */
    unsigned depth_limit; /* of go perft */
    bool x_fen;           /* of d: see any_write_shown_fen */
    struct output *out;
};

void uci_start(struct uci *uci, const ks_variants *variants, unsigned depth_limit, struct output *out);

/* Answers a line. Returns false when the line was "quit". A wrong line is answered by a line "info string
 * error: ...", and changes nothing. */
bool uci_answer(struct uci *uci, const char *line, size_t length);

#endif
