/* Mistakes in making a move, which no key of a variant can express. */
#ifndef KS_BROKEN_SLIPS_H
#define KS_BROKEN_SLIPS_H

#include "kingscan.h"

/* Changes the correct position after a move to the one that the engine has. */
typedef void slip(const ks_variant_position *before, ks_variant_move move, ks_variant_position *after);

slip keep_dropped;            /* a dropped piece stays in hand too */
slip keep_gated;              /* so does a piece that is put on a first square */
slip close_gates_by_castling; /* castling ends the side's gating */
slip move_gate;               /* the square to which a piece moves becomes a gate */
slip lose_walls;              /* a move removes all walls */
slip keep_leaps;              /* a king keeps its first leap before a rook */
slip forget_passes;           /* no pass is remembered */
slip forget_checks;           /* checks are not counted */
slip count_checks_twice;      /* each check counts as two */

#endif
