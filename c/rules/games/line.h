/* The positions on the way to an item: one in the main line, and one more in each variation around it. */
#ifndef KS_GAMES_LINE_H
#define KS_GAMES_LINE_H

#include "rules/games/quick.h"

/* A position now and before the last move, which a variation replaces. undo: chess, too. */
union station {
    ks_position chess;
    ks_undo undo;
    ks_variant_position variant;
};

struct level {
    union station now, before;
    bool moved; /* `before` is set */
};

enum { PLAYED_MAX = 256 };

/* made, given, played_ahead: of the moves in `played`, those that the level in use has, those that have been
 * items, and all. The level gets the moves given when it is asked for. */
struct pgn_line {
    const ks_variant *variant; /* NULL: chess */
    bool playable;             /* false: no position is known */
    unsigned depth;            /* of the level in use */
    struct level levels[KS_PGN_DEPTH_MAX + 1];

    /* Moves of chess, played on `quick` alone. */
    const struct player *player; /* NULL: there is none */
    bool quick_started;          /* else `quick` is another position */
    struct quick quick;
    unsigned made, given, played_ahead;
    unsigned first_ahead; /* the first move that quick.lanes.checks tells of */
    struct played played[PLAYED_MAX];
    uint64_t checkers[PLAYED_MAX]; /* of the king that a move played attacks */
};

/* Makes the level in use (words.c). */
void ks_catch_up(struct pgn_line *line);

static inline struct level *current_level(struct pgn_line *line) {
    return &line->levels[line->depth];
}

static inline ks_position *current_position(struct pgn_line *line) {
    if (line->made < line->given)
        ks_catch_up(line);
    return &current_level(line)->now.chess;
}

/* Forgets the moves that were not made, since the level in use is another or has changed. */
static inline void forget_played(struct pgn_line *line) {
    line->quick_started = false;
    line->made = line->given = line->played_ahead = 0;
}

/* Begins a variation, which replaces the last move. Returns false when there is none, or no room. */
static inline bool enter_variation(struct pgn_line *line) {
    const struct level *const level = current_level(line);
    ks_catch_up(line);
    if (!level->moved || line->depth == KS_PGN_DEPTH_MAX)
        return false;
    line->levels[++line->depth].now = level->before;
    current_level(line)->moved = false;
    forget_played(line);
    return true;
}

/* Goes back to the level at a smaller depth. */
static inline void leave_variation(struct pgn_line *line, unsigned depth) {
    forget_played(line);
    line->depth = depth;
}

#endif
