/* Shows progress in one line. It begins with a carriage return, and ends by clearing what is left of a longer
 * one. */
#include "cli/shared/progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/shared/clock.h"

void progress_start(struct progress *progress, bool wanted) {
    const double now = seconds_now();
    *progress = (struct progress){.wanted = wanted, .begun = now, .next = now + 1};
}

void progress_show(struct progress *progress, uint64_t positions) {
    const double interval = 0.1, now = seconds_now();
    if (!progress->wanted || now < progress->next)
        return;
    fprintf(stderr, "\r%" PRIu64 " positions, %.0f a second\033[K", positions,
            (double)positions / (now - progress->begun));
    progress->shown = true;
    progress->next = now + interval;
}

void progress_clear(struct progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
