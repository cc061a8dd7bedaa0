/* The moves that the compiled generator finds: counted, or listed as sheaves, whose moves differ in their
 * targets alone. */
#ifndef KS_MASK_FOUND_H
#define KS_MASK_FOUND_H

#include "variant/masks/node.h"

enum purpose { LIST, COUNT };

/* A pawn's sheaf has a step: each pawn comes from the square at distance -step from its target. The others
 * have one origin. */
struct sheaf {
    mask targets;
    int8_t step;
    uint8_t becomes;    /* the kind after the move, which is another one in promotions and turns */
    uint8_t from, kind; /* of a drop in the promoted form: the kind in hand, and that form */
    uint8_t way;        /* enum way */
};

enum way {
    WAY_PLAIN,
    WAY_FIRST_PUSH,
    WAY_EN_PASSANT,
    WAY_CASTLING,
    WAY_DROP,
    WAY_DROP_TURNED,
    WAY_PASS,
    WAY_WALL,
    WAY_TURN,
    WAY_CROWNING,
    WAY_PROMOTION /* of pieces that are no pawns of chess */
};

enum {
    SHEAVES_MAX = MASK_SQUARES + MASK_SQUARES * 6
}; /* a piece has one; pawns that are bound, up to six each */

struct found {
    uint64_t count, captures; /* COUNT: of all moves, and of captures when these are forced */
    struct sheaf *next;       /* LIST */
    const struct sheaf *first;
    bool forced; /* a piece must be dropped: there are no other moves */
};

/* Tells whether code is compiled for one purpose and these traits, and not shared by many. */
#define IS_SPECIAL(purpose, traits) ((purpose) == COUNT || __builtin_constant_p(traits))

ALWAYS_INLINE void add_sheaf(struct found *f, mask targets, int step, unsigned from, unsigned kind,
                             enum way way) {
    if (targets)
        *f->next++ =
            (struct sheaf){targets, (int8_t)step, (uint8_t)kind, (uint8_t)from, (uint8_t)kind, (uint8_t)way};
}

/* Adds moves of a piece that becomes another. */
static inline void add_change(struct found *f, mask targets, unsigned from, unsigned kind, unsigned becomes,
                              enum way way) {
    if (targets)
        *f->next++ = (struct sheaf){targets, 0, (uint8_t)becomes, (uint8_t)from, (uint8_t)kind, (uint8_t)way};
}

#endif
