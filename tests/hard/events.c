/* Defines the table of the events in tests/hard/events.def. */
#include "hard/events.h"

const struct event events[EVENTS] = {
#define EVENT(code, sentence, ...) {code, sentence, {__VA_ARGS__}},
#include "hard/events.def"
#undef EVENT
};

bool event_holds(const struct event *event, const struct trial *trial) {
    if (event->code != trial->code)
        return false;
    for (const int8_t *fact = event->facts; fact < event->facts + sizeof event->facts && *fact != 0; fact++)
        if (trial->facts[*fact < 0 ? -*fact : *fact] != (*fact > 0))
            return false;
    return true;
}
