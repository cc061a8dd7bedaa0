/* A conversation in UCI, line by line. */
#ifndef KS_UCI_SESSION_H
#define KS_UCI_SESSION_H

#include "cli/commands/uci/state.h"

void uci_start(struct uci *uci, const ks_variants *variants, unsigned depth_limit, struct output *out);

/* Answers a line. Returns false when the line was "quit". A wrong line is answered by a line "info string
 * error: ...", and changes nothing. */
bool uci_answer(struct uci *uci, const char *line, size_t length);

#endif
