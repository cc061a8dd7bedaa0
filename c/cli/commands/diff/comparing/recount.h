/* The second opinion about a difference: Kingscan counts again in another way before it blames an engine. */
#ifndef KS_DIFF_RECOUNT_H
#define KS_DIFF_RECOUNT_H

#include "cli/commands/diff/comparing/comparison.h"
#include "cli/commands/diff/engine/engine.h"

/* Asks the plain generator about a disagreement at the end of a replay, from comparing to this depth: which
 * moves are legal there, or what a perft counts after the move when every move is made. Returns whether
 * Kingscan's side of the disagreement holds; true also when interrupted. When it does not hold,
 * engine->trouble says so, and the replay ends at the position that Kingscan counts in two ways. */
bool recount_confirms(struct engine *engine, struct replay *replay, unsigned depth,
                      const struct disagreement *first);

/* Writes into engine->trouble that Kingscan's own counters disagree. nodes, plain_nodes: what two of them say
 * about a perft of this depth; equal when they list other moves. */
void recount_describe(struct engine *engine, unsigned depth, uint64_t nodes, uint64_t plain_nodes);

#endif
