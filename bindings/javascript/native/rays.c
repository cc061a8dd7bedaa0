/* Finds the squares that sliders attack, in functions, since c/rules/attacks.h inlined a hundred times is
 * larger. */
#include "rules/attacks.h"

uint64_t orthogonal_attacks_by_rays(unsigned square, uint64_t occupied) {
    return orthogonal_attacks_here(square, occupied);
}

uint64_t diagonal_attacks_by_rays(unsigned square, uint64_t occupied) {
    return diagonal_attacks_here(square, occupied);
}
