/* The reference generator, with which the fast ones are compared. */
#ifndef KS_MOVEGEN_REFERENCE_H
#define KS_MOVEGEN_REFERENCE_H

#include "kingscan.h"

/* Lists the moves of ks_legal_moves by the textbook's method: makes each pseudo-legal move, calls
 * ks_in_check, and takes the move back. */
size_t ks_legal_moves_reference(const ks_position *position, ks_move moves[KS_MOVES_MAX]);

#endif
