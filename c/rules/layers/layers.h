/* Perft by layers: of all paths that lead to one position only the number is kept, so that what follows is
 * counted once. These functions take a position to those of the next layer; merge.h brings equal ones
 * together.
 */
#ifndef KS_LAYERS_H
#define KS_LAYERS_H

#include "rules/layers/packed.h"
#include "rules/perft/counters.h"

/* Packs a position. Returns false when it has more than 32 pieces. */
bool ks_pack(const ks_position *position, struct ks_packed *packed);

/* Unpacks it again; the clocks are those of a new game. */
void ks_unpack(const struct ks_packed *packed, ks_position *position);

/* A child and its group: a hash of all that stands on the squares of the side that has just moved. Positions
 * whose next layers meet have the same group, unless there is a capture: the side that moves next comes to
 * the same pieces in different ways, and the other one's stand still. */
struct ks_child {
    struct ks_packed position;
    uint64_t group;
};

/* Fills in the children of a position that a counter reaches; returns how many. */
size_t ks_expand(const struct ks_packed *packed, struct ks_child children[KS_MOVES_MAX]);

/* The group of a position, as ks_expand has given it. */
uint64_t ks_group(const struct ks_packed *packed);

/* ks_perft of a position that the counter reaches. depth: 2 or more. */
uint64_t ks_perft_packed(const struct counter *counter, const struct ks_packed *packed, unsigned depth);

#endif
