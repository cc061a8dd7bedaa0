/* What a perft counts after each first move: "divide". Ours, and that of somebody whose output is read. */
#ifndef KS_DIVIDE_H
#define KS_DIVIDE_H

#include "cli/shared/any_position.h"

enum {
    PERFT_DEPTH_MAX = 63, /* with two moves to choose from each time, 64 would be too many for 64 bits */
    DIVIDE_MOVE_SIZE = 12
};

struct divide_entry {
    char text[DIVIDE_MOVE_SIZE]; /* in small letters; a longer one is cut */
    any_move move;               /* KS_NO_MOVE when it is only text so far, or not legal */
    uint64_t count;
};

struct divide {
    size_t count;
    uint64_t total; /* as it is said */
    bool has_total;
    struct divide_entry entries[ANY_MOVES_MAX];
};

/* Counts, with moves sorted by their text. depth: 0 (no moves, total 1) and more; notation: of enum
 * ks_notation_flag. Ends early when interrupted: see interrupt.h. False: there are more moves than it has
 * room for, which no position of chess has; nothing is counted. */
bool divide_count(const struct any_position *position, unsigned depth, unsigned notation,
                  struct divide *divide);

enum divide_line { DIVIDE_MOVE, DIVIDE_TOTAL, DIVIDE_OTHER, DIVIDE_FULL };

/* Takes up a line of somebody's output. Begin with all zeros.
 *     e2e4: 20               a move: it begins like a square; before the number any of : - = and blanks
 *     Nodes searched: 400    the total: it has the word nodes or total before a number, whatever the case,
 *     400                    or is one
 * and any other line is passed over, those that begin with "info" too. DIVIDE_FULL: more moves than any
 * position has. */
enum divide_line divide_read(struct divide *divide, const char *line, size_t length);

#endif
