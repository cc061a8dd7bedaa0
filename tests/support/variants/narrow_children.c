/* The children of nodes on boards of one word. */
#include "variant/masks/masks.h"

extern const struct children_build narrow_children;
#define CHILDREN_BUILD narrow_children

/* These are static here, so that the compiler leaves out the leaves that only they call. */
#define ks_any_masks_perft again_perft
#define ks_any_masks_count again_count
#define ks_any_masks_pay again_pay
static __attribute__((unused)) ks_masks_perft again_perft;
static __attribute__((unused)) ks_masks_count again_count;
static __attribute__((unused)) ks_masks_pay again_pay;
#include "support/variants/children_tmpl.h"
