/* Lists the rules that the set of hard positions has to show, and tests which of them a move shows. Each is
 * an event of events.def. */
#ifndef KS_HARD_EVENTS_H
#define KS_HARD_EVENTS_H

#include "hard/facts.h"

struct event {
    int code; /* of ks_read_move for the move */
    const char *sentence;
    int8_t facts[6]; /* they must hold or, if negative, must not; then zeros */
};

enum {
#define EVENT(code, sentence, ...) +1
    EVENTS = 0
#include "hard/events.def"
#undef EVENT
};

extern const struct event events[EVENTS];

bool event_holds(const struct event *event, const struct trial *trial);

#endif
