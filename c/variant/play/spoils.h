/* The pieces that a capture brings into hands: the captured one, and those that explode with it. Each goes to
 * the hand of its owner's opponent. */
#ifndef KS_SPOILS_H
#define KS_SPOILS_H

#include "variant/definition/definition.h"

/* Adds `by` of each such piece to the hands: 1 when a capture is made, -1 when it is taken back. undo: what
 * the capture has recorded, with everything that it has taken and blown up. side_to_move: the capturing side.
 */
void ks_variant_share_spoils(const ks_variant *v, ks_variant_position *position, ks_variant_move move,
                             const ks_variant_undo *undo, int by);

#endif
