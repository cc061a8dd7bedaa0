/* A divide: what a perft counts after each first move. It is counted by Kingscan, or read from what another
 * program prints. */
#ifndef KS_DIVIDE_H
#define KS_DIVIDE_H

#include "game/common/any_position.h"

enum {
    PERFT_DEPTH_MAX = 63, /* with two moves to choose from each time, 64 would be too many for 64 bits */
    DIVIDE_MOVE_SIZE = ANY_MOVE_SIZE
};

struct divide_entry {
    char text[DIVIDE_MOVE_SIZE]; /* in small letters; a longer text is cut */
    any_move move;               /* KS_NO_MOVE when only the text is known, or the move isn't legal */
    uint64_t count;
};

struct divide {
    size_t count;
    uint64_t total; /* as the program prints it */
    bool has_total;
    size_t listed; /* so many entries, the first ones, come from moves without a count; see divide_list */
    struct divide_entry entries[ANY_MOVES_MAX];
};

/* Whether a count has to end early. It is asked after at most three plies of chess, or one of a variant. */
struct divide_watch {
    bool (*must_end)(void *context); /* returns whether to end early */
    void *context;
};

/* DIVIDE_TOO_MANY: nothing is counted, since the position has more than ANY_MOVES_MAX moves, which no
 * position of chess has. */
enum divide_end { DIVIDE_DONE, DIVIDE_STOPPED, DIVIDE_TOO_MANY };

/* Counts what follows each move, and sorts the moves by their text. depth: 0 (no moves, total 1) or more;
 * notation: of enum ks_uci_flags. Ends early when interrupted (see waiting.h), or when the watch says so,
 * which may be NULL: then the counts are those until then. */
enum divide_end divide_count(const struct any_position *position, unsigned depth, unsigned notation,
                             const struct divide_watch *watch, struct divide *divide);

enum divide_line { DIVIDE_MOVE, DIVIDE_TOTAL, DIVIDE_OTHER, DIVIDE_WRONG, DIVIDE_FULL };

/* Takes up a line of a program's output. *divide is all zeros before the first line. A line is
 *
 *     e2e4: 20               a move, when it begins like a square; between it and the number stand blanks
 *                            and any of : - =
 *     Nodes searched: 400    the total, when the word nodes or total, in any case, stands before a number
 *     400                    the total, when there is nothing but a number
 *
 * Any other line is skipped, and so are those that begin with "info". Returns what the line is;
 * DIVIDE_WRONG: a move or a total, but no number from 0 to 2^64 - 1; DIVIDE_FULL: a move more than
 * ANY_MOVES_MAX. */
enum divide_line divide_read(struct divide *divide, const char *line, size_t length);

/* Reads the line of a program that may print moves alone, which count 1 each, instead of counts and a total.
 * A line with a count or a total takes back all moves without one. Does what divide_read does else. */
enum divide_line divide_list(struct divide *divide, const char *line, size_t length);

#endif
