/* The builds of perft, and the one in use: any, or fast, for processors with a fast PEXT. Below are the
 * internal functions that depend on this choice. */
#ifndef KS_PERFT_BUILDS_H
#define KS_PERFT_BUILDS_H

#include "rules/build.h"
#include "rules/perft/counters.h"
#include "rules/perft/packed.h"

struct perft_build {
    uint64_t (*perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
    /* The same as ks_expand and the functions after it. */
    size_t (*expand)(const struct ks_packed *packed, struct ks_child *children);
    uint64_t (*group)(const struct ks_packed *packed);
    uint64_t (*perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);
};

extern const struct perft_build ks_any_perft_build;
#ifdef __x86_64__
extern const struct perft_build ks_fast_perft_build;
#endif

/* Returns the build for a processor with these features, and the one in use. */
const struct perft_build *ks_perft_build_for(unsigned features, bool fast_pext);
const struct perft_build *ks_perft_build_in_use(void);

/* Does the same as ks_perft with this counter, which is usable and reaches the position (preconditions).
 * depth: 2 or more. */
uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth);

/* ---- Perft by layers: paths that meet in a position are merged (merge.h) ---- */

/* Fills in the children of a position that a counter reaches, and returns their number. */
size_t ks_expand(const struct ks_packed *packed, struct ks_child children[KS_MOVES_MAX]);

/* Returns the group of a position, as ks_expand sets it. */
uint64_t ks_group(const struct ks_packed *packed);

/* Returns ks_perft of a position that the counter reaches. depth: 2 or more. */
uint64_t ks_perft_packed(const struct counter *counter, const struct ks_packed *packed, unsigned depth);

#endif
