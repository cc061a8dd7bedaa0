/* The rules that the hard set probes, each an event: something that is true of one move. */
#ifndef KS_HARD_EVENTS_H
#define KS_HARD_EVENTS_H

#include "hard/facts.h"

struct event {
    int code; /* what ks_explain_move says of the move */
    const char *sentence;
    int8_t facts[6]; /* that have to hold or, where negative, mustn't; then zeros */
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
