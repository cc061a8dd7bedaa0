/* Finds where the rules of a variant let a piece in hand be dropped, and the pieces that a drop encloses. */
#ifndef KS_DROPS_H
#define KS_DROPS_H

#include "variant/definition/definition.h"

/* ---- Enclosing ---- */

/* The squares of drops that depend on the pieces around them: enclosingDrop. */

/* Returns the squares, empty or not, on which the rule lets the side to move drop a piece. */
ks_variant_squares ks_variant_enclosing_squares(const ks_variant *v, const ks_variant_position *position);

/* ---- Drops ---- */

/* The squares on which pieces in hand may be dropped, without regard to the safety of the king. */

/* Returns whether the side to move must drop a piece of the types of v->drop_limits.musts if it can. */
bool ks_variant_must_drop(const ks_variant *v, const ks_variant_position *position);

/* Returns the squares, empty or not, on which a piece of this type in hand may be dropped by its region and
 * by the other pieces on the board. */
ks_variant_squares ks_variant_droppable(const ks_variant *v, const ks_variant_position *position,
                                        unsigned type);

/* Returns the squares, out of empty ones, on which a piece may be dropped as this type: it can move again,
 * and gives no forbidden mate. has_move: ks_variant_has_move, which this file may not include. */
ks_variant_squares ks_variant_drops_as(const ks_variant *v, const ks_variant_position *position,
                                       ks_variant_squares squares, unsigned type,
                                       bool (*has_move)(const ks_variant *, const ks_variant_position *));

/* Returns the squares of the files with too many pieces of the side to move and of the type that may not be
 * doubled. */
ks_variant_squares ks_variant_full_files(const ks_variant *v, const ks_variant_position *position);

#endif
