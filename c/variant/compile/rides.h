/* Compiles the moves of a piece that other pieces may block, and that are no slides of all lengths: see
 * rides.h. */
#ifndef KS_COMPILE_RIDES_H
#define KS_COMPILE_RIDES_H

#include "rules/build.h"
#include "variant/masks/compiled.h"

#define ks_masks_add_rides IN_BUILD(masks_add_rides)

/* Adds the rides of a type, which is a kind. Returns false when masks do not serve one of them. */
bool ks_masks_add_rides(const ks_variant *v, struct compiled *c, unsigned type);

#endif
