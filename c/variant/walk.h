/* How a piece goes along a line, and what blocks it. Moves and attacks both ask here; an attack asks as if
 * there were something to capture. */
#ifndef KS_WALK_H
#define KS_WALK_H

#include "variant/definition.h"

enum { ALL_HOPPED = 0xff }; /* no type as codes have it; a wall's code has 0 there */

struct walk {
    const uint8_t *next, *end; /* in the variant's pool */
    unsigned hop;
    unsigned barred; /* the type that isn't hopped over, as codes have it; ALL_HOPPED: there is none */
    bool may_stop;   /* false until the piece to hop over has been passed */
};

static inline struct walk start_walk(const ks_variant *v, const struct line *line) {
    const uint8_t *const first = v->pool + line->first;
    return (struct walk){first, first + line->count, line->hop,
                         line->hop == BETZA_HOP_OTHERS ? v->hurdle + 1 : ALL_HOPPED,
                         line->hop == BETZA_NO_HOP};
}

/* The next square on which the piece may end: by a move when it is empty, by a capture when something stands
 * there. KS_NOWHERE when there is none left. */
static inline unsigned next_stop(struct walk *walk, const uint8_t *board) {
    while (walk->next < walk->end) {
        const unsigned entry = *walk->next++, square = entry & ~(unsigned)PASSED;
        const bool occupied = board[square] != 0;
        if (entry & PASSED && walk->may_stop) {
            if (occupied || walk->hop == BETZA_HOP_BESIDE)
                break;
        } else if (walk->may_stop) {
            if (occupied || walk->hop == BETZA_HOP_BESIDE)
                walk->end = walk->next;
            return square;
        } else if (occupied) {
            if (board[square] >> 1 == walk->barred)
                break;
            walk->may_stop = true;
        }
    }
    return KS_NOWHERE;
}

/* The lines of what stands on a square. */
static inline const struct line *first_line(const ks_variant *v, unsigned code, unsigned square) {
    return v->lines + v->lines_of[code * v->squares + square];
}

static inline const struct line *end_of_lines(const ks_variant *v, unsigned code, unsigned square) {
    return v->lines + v->lines_of[code * v->squares + square + 1];
}

#endif
