/* Perft of a position by the compiled form of its variant. */
#ifndef KS_VARIANT_MASKS_H
#define KS_VARIANT_MASKS_H

#include "variant/definition/definition.h"
#include "variant/masks/builds.h"

/* Counts perft of a position in one of the builds. depth: at least 1. Returns false when the variant is not
 * compiled, or when no game from the start reaches the position: it has pieces of other types, or not the
 * kings of the rules. */
bool ks_variant_count_by_masks(ks_masks_perft *build, const ks_variant *v,
                               const ks_variant_position *position, unsigned depth, uint64_t *nodes);

/* Returns whether the variant is compiled, and its masks are faster than walking in this build. */
bool ks_variant_masks_pay(ks_masks_perft *build, const ks_variant *v);

#endif
