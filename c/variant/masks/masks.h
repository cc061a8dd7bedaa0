/* The compiled form of variants, its builds, and perft of positions by it. */
#ifndef KS_MASKS_MASKS_H
#define KS_MASKS_MASKS_H

#include <stdbool.h>

#include "kingscan.h"
#include "rules/build.h"
#include "variant/definition/definition.h"

/* ---- Builds ---- */

/* The builds of the compiled form: for any processor, for those with a fast PEXT, and for boards of more than
 * 8 by 8 squares on these. */

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

/* ---- All builds ---- */

/* The compiled form of variants, and perft of positions by it. */

/* Compiles a variant whose tables and start have been read. Leaves v->compiled NULL when it has a rule or a
 * piece that masks do not serve, or a board that they do not serve on this processor. Returns false when
 * there is no memory. */
bool ks_variant_compile(ks_variant *v);

/* Returns the build for a variant, which is compiled, on this processor. */
ks_masks_perft *ks_choose_masks_perft(const ks_variant *v);

/* Counts perft of a position in one of the builds for the variant. depth: at least 1. Returns false when the
 * variant is not compiled, or when no game from the start reaches the position: it has pieces of other types,
 * or not the kings of the rules. */
bool ks_variant_count_by_masks(ks_masks_perft *build, const ks_variant *v,
                               const ks_variant_position *position, unsigned depth, uint64_t *nodes);

/* Returns whether the variant is compiled, and its masks are faster than walking in this build. */
bool ks_variant_masks_pay(ks_masks_perft *build, const ks_variant *v);

#endif
