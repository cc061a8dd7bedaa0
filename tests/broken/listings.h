/* Mistakes in listing moves, which no key of a variant can express. */
#ifndef KS_BROKEN_LISTINGS_H
#define KS_BROKEN_LISTINGS_H

#include <stddef.h>

#include "kingscan.h"

/* Changes the list of legal moves to the one that the engine has, of at most `room` moves. Returns its
 * length. */
typedef size_t listing(const ks_variant_position *position, ks_variant_move *moves, size_t count,
                       size_t room);

listing with_resting_ducks; /* the duck may stay where it is */
listing without_rook_gates; /* with castling a piece is put only on the king's square */

#endif
