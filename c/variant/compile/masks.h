/* The compiled form of variants, and perft of positions by it. */
#ifndef KS_VARIANT_MASKS_H
#define KS_VARIANT_MASKS_H

#include "variant/definition/definition.h"
#include "variant/masks/builds.h"

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
