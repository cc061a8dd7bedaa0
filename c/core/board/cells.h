/* The cells of a wide pieceset. */
#ifndef KS_CORE_CELLS_H
#define KS_CORE_CELLS_H

#include "kingscan.h"

/* Gives the wide set cells if its codes fit into them: sets `cells` to 1 and fills in the members after it.
 * classes and a1_first are filled in, and all other members are 0 (preconditions). */
void ks_find_cells(ks_pieceset *set);
#endif
