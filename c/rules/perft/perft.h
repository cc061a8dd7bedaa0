/* Perft in its parts: a recursion, built for several processors, and counters, which take over the last two
 * plies. */
#ifndef KS_PERFT_PERFT_H
#define KS_PERFT_PERFT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/processor/cpu.h"
#include "rules/build.h"
#include "rules/perft/node.h"
#include "rules/perft/packed.h"

/* ==== Counters ==== */

/* Counters of the legal replies to all legal moves of a node. ks_perft plays down to depth 2 and leaves the
 * last two plies to a counter, which takes a node's children together and need not make them. */

/* Returns the sum of the replies. White is to move in the node, and black replies: perft.c mirrors other
 * positions. */
typedef uint64_t ks_reply_counter(const struct node *node);

#define COUNTER(tier, reach, about) ks_reply_counter ks_##tier##_replies;
#include "rules/perft/counters.def"
#undef COUNTER

/* The positions that a counter accepts. A legal move leads from such a position to another one. */
enum counter_reach {
    /* Each side has one king, and the two are not adjacent. */
    USUAL_KINGS,
    /* The same, and no pawn stands on a first or last row, a side has at most sixteen pieces, and the side
     * not to move is not in check: all positions except some that are read with KS_FEN_LENIENT. */
    ORDINARY
};

struct counter {
    const char *name, *about;
    ks_reply_counter *replies;
    enum counter_reach reach;
};

/* Returns whether the counter accepts this position, whose side to move has a king, and all that follow from
 * it. */
bool ks_counter_reaches(const struct counter *counter, const ks_position *position);

/* Returns the fastest counter that may be used and reaches the position; NULL when none does. */
const struct counter *ks_counter_for(const ks_position *position);

/* ==== Builds ==== */

/* A build of perft. The functions below depend on the one in use. */

struct perft_build {
    uint64_t (*perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
    /* The same as the functions for packed positions that begin with ks_. */
    size_t (*expand)(const struct ks_packed *packed, struct ks_child *children);
    uint64_t (*group)(const struct ks_packed *packed);
    uint64_t (*perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);
    bool (*pack)(const ks_position *position, struct ks_packed *packed);
    void (*unpack)(const struct ks_packed *packed, ks_position *position);
    uint64_t (*order_of_rows)(const struct ks_packed *packed, unsigned pair);
};

extern const struct perft_build ks_any_perft_build, ks_fast_perft_build;

/* Returns the build in use. */
const struct perft_build *ks_perft_build_in_use(void);

/* Does the same as ks_perft with this counter, which is usable and reaches the position (preconditions).
 * depth: 2 or more. */
uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth);

/* ---- Perft by layers: paths that meet in a position are merged (packed.h) ---- */

/* Fills in the children of a position that a counter reaches, and returns their number. */
size_t ks_expand(const struct ks_packed *packed, struct ks_child children[KS_MOVES_MAX]);

/* Returns the group of a position, as ks_expand sets it. */
uint64_t ks_group(const struct ks_packed *packed);

/* Returns ks_perft of a position that the counter reaches. depth: 2 or more. */
uint64_t ks_perft_packed(const struct counter *counter, const struct ks_packed *packed, unsigned depth);

#endif
