/* The children of nodes on boards of two words, and the choice between both. */
#define KS_BUILD wide
#include "support/variants/children.h"
#include "variant/masks/masks.h"

extern const struct children_build narrow_children, wide_children;

#ifdef __x86_64__
#define KS_TWO_WORDS
#define CHILDREN_BUILD wide_children

/* As in narrow_children.c. */
#define ks_wide_masks_perft again_perft
#define ks_wide_masks_count again_count
#define ks_wide_masks_pay again_pay
static __attribute__((unused)) ks_masks_perft again_perft;
static __attribute__((unused)) ks_masks_count again_count;
static __attribute__((unused)) ks_masks_pay again_pay;
#include "support/variants/children_tmpl.h"
#endif

const struct children_build *children_build_for(const ks_variant *v) {
#ifdef __x86_64__
    if (v->files > 8 || v->ranks > 8)
        return &wide_children;
#endif
    (void)v;
    return &narrow_children;
}
