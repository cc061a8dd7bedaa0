/* The positions on the way to an item: one in the main line, and one more in each variation around it. */
#ifndef KS_GAMES_LINE_H
#define KS_GAMES_LINE_H

#include <stdbool.h>

#include "kingscan/games.h"

/* A position now and before the last move, which a variation replaces. */
union station {
    ks_position chess;
    ks_variant_position variant;
};

struct level {
    union station now, before;
    bool moved; /* `before` is set */
};

struct line {
    const ks_variant *variant; /* NULL: chess */
    bool playable;             /* false: no position is known */
    unsigned depth;            /* of the level in use */
    struct level levels[KS_PGN_DEPTH_MAX + 1];
};

static inline struct level *current_level(struct line *line) {
    return &line->levels[line->depth];
}

static inline ks_position *current_position(struct line *line) {
    return &current_level(line)->now.chess;
}

/* Begins a variation, which replaces the last move. Returns false when there is none, or no room. */
static inline bool enter_variation(struct line *line) {
    const struct level *const level = current_level(line);
    if (!level->moved || line->depth == KS_PGN_DEPTH_MAX)
        return false;
    line->levels[++line->depth].now = level->before;
    current_level(line)->moved = false;
    return true;
}

#endif
