/* The squares of drops that depend on the pieces around them: enclosingDrop. */
#ifndef KS_ENCLOSING_H
#define KS_ENCLOSING_H

#include "variant/definition/definition.h"

/* Returns the squares, empty or not, on which the rule lets the side to move drop a piece. */
ks_squares ks_variant_enclosing_squares(const ks_variant *v, const ks_variant_position *position);

#endif
