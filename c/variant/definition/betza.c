/* The directions of leaps. */
#include "variant/definition/betza.h"

enum { ALONG_DIAGONALS = 0x0f, ALONG_LINES = 0x55, OBLIQUE = 0xff };

unsigned ks_betza_all_directions(unsigned far, unsigned near) {
    return near == 0 ? ALONG_LINES : near == far ? ALONG_DIAGONALS : OBLIQUE;
}

void ks_betza_leap(const struct betza_term *term, enum betza_direction direction, int *files, int *ranks) {
    const int far = direction & 2 ? -term->far : term->far, near = direction & 1 ? term->near : -term->near;
    if (direction < LEFT_FORWARD) {
        *files = near;
        *ranks = far;
    } else {
        *files = -far;
        *ranks = -near;
    }
}
