/* Counters: how many legal replies there are to all legal moves of a node. ks_perft plays down to depth 2 and
 * leaves the last two plies to a counter, which sees a node's children together and needn't make them. */
#ifndef KS_COUNTERS_H
#define KS_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/processor/assembly.h"
#include "rules/node.h"

/* Returns the sum. White has the move in the node and black the replies: perft.c mirrors positions where it
 * is the other way round. */
typedef uint64_t ks_reply_counter(const struct node *node);

#define COUNTER(name, features, fast_pext, kernel, reach, about) ks_reply_counter ks_##name##_replies;
#include "rules/perft/counters.def"
#undef COUNTER

/* The positions that a counter counts in. Legal moves lead from such positions to such positions. */
enum counter_reach {
    /* Each side has one king, and the two don't stand side by side. */
    USUAL_KINGS,
    /* Besides, no pawn stands on a first or last row, a side has at most sixteen pieces, and the side that
     * isn't to move isn't in check: all positions but some that are read with KS_LENIENT. */
    ORDINARY
};

struct counter {
    const char *name, *about;
    ks_reply_counter *replies;
    unsigned features;  /* of the processor that it needs */
    bool fast_pext;     /* whether it needs that too */
    const char *kernel; /* the kernel that it goes with, or "any" */
    enum counter_reach reach;
};

/* All counters of this build, the fastest last; their number goes to *count. */
const struct counter *ks_counters(size_t *count);

/* Returns whether this processor can run the counter. */
bool ks_counter_usable(const struct counter *counter);

/* Returns whether the counter counts in this position, which has a king to move, and in all that follow from
 * it. */
bool ks_counter_reaches(const struct counter *counter, const ks_position *position);

/* Returns the fastest counter that goes with the kernel here. */
const struct counter *ks_counter_of_kernel(const ks_kernel *kernel);

/* Returns the fastest counter that goes with the kernel in use and reaches the position; NULL when none does.
 */
const struct counter *ks_counter_for(const ks_position *position);

/* ks_perft by this counter, which is usable and reaches the position. depth: 2 or more. */
uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth);

#endif
