/* Which of two draws counts. */
#ifndef KS_DRAWS_H
#define KS_DRAWS_H

#include "kingscan.h"

enum { THREEFOLD = 2, FIVEFOLD = 4 }; /* earlier occurrences of a position */

/* Returns a draw that ends the game before one that may be claimed, and else the first before a repetition.
 */
static inline enum ks_draw ks_choose_draw(enum ks_draw draw, enum ks_draw repetition) {
    const int ends = draw == KS_DRAW_MATERIAL || draw == KS_DRAW_SEVENTY_FIVE_MOVES;
    return draw == KS_DRAW_NONE || (!ends && repetition == KS_DRAW_FIVEFOLD) ? repetition : draw;
}

/* Returns the draw of a position that occurred so often before, by the rule of three. */
static inline enum ks_draw ks_draw_by_repetition(unsigned repetitions) {
    return repetitions >= FIVEFOLD    ? KS_DRAW_FIVEFOLD
           : repetitions >= THREEFOLD ? KS_DRAW_THREEFOLD
                                      : KS_DRAW_NONE;
}

#endif
