/* "go" and what ends it. */
#ifndef KS_UCI_GO_H
#define KS_UCI_GO_H

#include "cli/commands/uci/state.h"

/* Answers "go". rest: the words after it. perft counts; anything else is answered by a random legal move, at
 * once unless it is infinite or ponders. */
void uci_go(struct uci *uci, struct words *rest);

/* Prints the move that waits, if one does. */
void uci_stop(struct uci *uci);

#endif
