/* The cells of a wide pieceset. */
#ifndef KS_CORE_CELLS_H
#define KS_CORE_CELLS_H

#include "kingscan.h"

/* Gives the wide set cells, if its codes fit into them: sets `cells` and, when that is 1, what kingscan.h
 * says of the fields behind it. classes and a1_first are filled in (precondition), the rest is 0. */
void ks_find_cells(ks_pieceset *set);
#endif
