/* The children of a node of masks, as perft makes them, beside the positions that the plain generator makes:
 * what nodes carry along from move to move is compared with the position laid out anew. */
#ifndef KS_TEST_VARIANT_CHILDREN_H
#define KS_TEST_VARIANT_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"
#include "variant/definition/definition.h"

enum { DIFFERENCE_SIZE = 2048 };

/* A struct mask_node of either build. */
struct carried {
    _Alignas(16) unsigned char node[640];
};

struct children_build {
    /* Lays a position out anew. Returns false when it has what masks do not. */
    bool (*lay_out)(const ks_variant *v, const ks_variant_position *p, struct carried *laid);

    /* Lists the children of a node as perft makes them, at most `max`, and returns their number. */
    size_t (*list)(const ks_variant *v, const struct carried *parent, unsigned us, struct carried *children,
                   size_t max);

    /* Returns the child without what has no meaning, so that equal children have equal bytes.
     * us: the side to move in it. */
    struct carried (*settle)(const ks_variant *v, const struct carried *child, unsigned us);

    /* Returns whether settled nodes differ, and writes the first field that does and its bytes. */
    bool (*find_difference)(const struct carried *expected, const struct carried *found,
                            char text[DIFFERENCE_SIZE]);
};

extern const struct children_build ks_narrow_again_children;
#ifdef __x86_64__
extern const struct children_build ks_wide_again_children;
#endif

/* Returns the build for the board of a compiled variant. */
const struct children_build *children_build_for(const ks_variant *v);

#endif
