/* The two builds of perft by masks: for any processor, and for those with a fast PEXT. */
#ifndef KS_MASK_BUILDS_H
#define KS_MASK_BUILDS_H

#include <stdint.h>

#include "rules/build.h"

struct compiled;
struct mask_node;

/* Counts perft of a node; us: the side to move; depth: at least 1. */
typedef uint64_t ks_masks_perft(const struct compiled *c, const struct mask_node *n, unsigned us,
                                unsigned depth);

ks_masks_perft ks_any_masks_perft;
#ifdef __x86_64__
ks_masks_perft ks_fast_masks_perft;
#endif

/* Returns the build for this processor. */
ks_masks_perft *ks_choose_masks_perft(void);

#endif
