/* Where pieces in hand may be dropped, but for the safety of the king. */
#ifndef KS_DROPS_H
#define KS_DROPS_H

#include "variant/definition.h"

/* Whether the side to move has to drop something, if it can. */
bool ks_variant_must_drop(const ks_variant *v, const ks_variant_position *position);

/* The squares on which a piece of this type in hand may be dropped by its region and by what else stands
 * there, be they empty or not. */
ks_squares ks_variant_droppable(const ks_variant *v, const ks_variant_position *position, unsigned type);

/* Those of these squares, which are empty, on which a piece in hand may come to stand as this type: it can
 * move from there again, and gives no mate that it may not give. has_move: ks_variant_has_move, which lies
 * above this. */
ks_squares ks_variant_drops_as(const ks_variant *v, const ks_variant_position *position, ks_squares squares,
                               unsigned type,
                               bool (*has_move)(const ks_variant *, const ks_variant_position *));

/* The squares of the files on which the side to move has too many pieces of the type that may not be doubled.
 */
ks_squares ks_variant_full_files(const ks_variant *v, const ks_variant_position *position);

#endif
