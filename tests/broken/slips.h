/* Mistakes that no key of a variant says: what an engine gets wrong when it makes a move. */
#ifndef KS_BROKEN_SLIPS_H
#define KS_BROKEN_SLIPS_H

#include "kingscan.h"

/* Changes the position after a move, rightly made, to what the engine takes it for. */
typedef void slip(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after);

slip keep_dropped;            /* what is dropped stays in hand too */
slip keep_gated;              /* and so does what is put where a piece has left its first square */
slip close_gates_by_castling; /* whoever castles puts nothing behind pieces any more */
slip move_gate;               /* a piece that moves still counts as standing on its first square */
slip lose_walls;              /* after a move there are no walls */
slip forget_checks;           /* checks aren't counted */

#endif
