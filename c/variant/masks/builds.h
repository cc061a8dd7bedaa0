/* The builds of the compiled form: for any processor, for those with a fast PEXT, and for boards of more than
 * 8 by 8 squares on these. */
#ifndef KS_MASK_BUILDS_H
#define KS_MASK_BUILDS_H

#include <stdbool.h>

#include "kingscan.h"
#include "rules/build.h"

struct compiled;
struct mask_node;

/* Counts perft of a node; us: the side to move; depth: at least 1. */
typedef uint64_t ks_masks_perft(const struct compiled *c, const struct mask_node *n, unsigned us,
                                unsigned depth);
typedef bool ks_masks_compile(const ks_variant *v, struct compiled **compiled);
typedef bool ks_masks_count(ks_masks_perft *build, const ks_variant *v, const ks_variant_position *position,
                            unsigned depth, uint64_t *nodes);
typedef bool ks_masks_pay(ks_masks_perft *build, const ks_variant *v);

ks_masks_perft ks_any_masks_perft;
ks_masks_compile ks_any_masks_compile;
ks_masks_count ks_any_masks_count;
ks_masks_pay ks_any_masks_pay;
#ifdef __x86_64__
ks_masks_perft ks_fast_masks_perft;
ks_masks_perft ks_wide_masks_perft;
ks_masks_compile ks_wide_masks_compile;
ks_masks_count ks_wide_masks_count;
ks_masks_pay ks_wide_masks_pay;
#endif

/* Returns whether the processor has a fast PEXT. */
bool ks_masks_may_be_fast(void);

/* Returns the build for boards of up to 8 by 8 squares, whose tables are filled then. */
ks_masks_perft *ks_choose_narrow_perft(void);

#endif
