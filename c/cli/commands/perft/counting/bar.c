/* Writes one line of a terminal over and over. */
#include "cli/commands/perft/counting/bar.h"

#include <stdio.h>

#include "cli/base/waiting.h"

void show_bar(double share, double seconds, double millions_a_second) {
    static const char full[] = "##############################", empty[] = "..............................";
    const int length = (int)sizeof full - 1, filled = share < 1 ? (int)(share * length) : length;
    char left[TIME_LEFT_SIZE];
    write_time_left(share, seconds, left);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f%%  %.1f million nodes a second, %s left\033[K", filled, full,
            length - filled, empty, share * 100, millions_a_second, left);
}

void hide_bar(void) {
    fputs("\r\033[K", stderr);
}
