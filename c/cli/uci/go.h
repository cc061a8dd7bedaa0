/* "go" and what ends it. */
#ifndef KS_UCI_GO_H
#define KS_UCI_GO_H

#include "cli/uci/state.h"

/* Answers "go". rest: the words behind it. perft counts; anything else is answered by a legal move by chance,
 * at once unless it is infinite or ponders. */
void uci_go(struct uci *uci, struct words *rest);

/* Tells the move that waits, if one does. */
void uci_stop(struct uci *uci);

#endif
