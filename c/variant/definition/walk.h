/* How a piece moves along a line, and what blocks it. Both moves and attacks are found here; an attack
 * assumes that there is a piece to capture. */
#ifndef KS_WALK_H
#define KS_WALK_H

#include "variant/definition/definition.h"

enum { ALL_HOPPED = 0xff }; /* no code's type; a wall's code has type 0 */

struct walk {
    const uint8_t *next, *end; /* in the pool of the line */
    unsigned hop;
    unsigned barred; /* the type that is not hopped over, as in codes; ALL_HOPPED: none */
    bool may_stop;   /* false until the hurdle has been passed */
};

static inline struct walk start_walk_in(const ks_variant *v, const uint8_t *pool, const struct line *line) {
    const uint8_t *const first = pool + line->first;
    return (struct walk){first, first + line->count, line->hop,
                         line->hop == BETZA_HOP_OTHERS ? v->hurdle + 1 : ALL_HOPPED,
                         line->hop == BETZA_NO_HOP};
}

static inline struct walk start_walk(const ks_variant *v, const struct line *line) {
    return start_walk_in(v, v->pool, line);
}

/* Returns the next square on which the piece may end: by a move if the square is empty, else by a capture.
 * Returns KS_NOWHERE at the end of the line. */
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

/* Return the first line of the piece with this code from a square, and the end of its lines. */
static inline const struct line *first_line(const ks_variant *v, unsigned code, unsigned square) {
    return v->lines + v->lines_of[code * v->squares + square];
}

static inline const struct line *end_of_lines(const ks_variant *v, unsigned code, unsigned square) {
    return v->lines + v->lines_of[code * v->squares + square + 1];
}

#endif
