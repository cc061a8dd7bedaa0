/* The children of nodes on boards of two words, and the choice between both. */
#define KS_BUILD wide_again
#ifdef __x86_64__
#define KS_TWO_WORDS
#include "support/variants/children_tmpl.h"
#else
#include "support/variants/children.h"
#endif

const struct children_build *children_build_for(const ks_variant *v) {
#ifdef __x86_64__
    if (v->files > 8 || v->ranks > 8)
        return &ks_wide_again_children;
#endif
    (void)v;
    return &ks_narrow_again_children;
}
