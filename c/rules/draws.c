/* Draws that don't need a search: by material, by the clock, by repetition. */
#include <stdbool.h>

#include "kingscan.h"

enum { FIFTY_MOVES = 100, SEVENTY_FIVE_MOVES = 150 }; /* of each side: plies */

/* Returns whether nothing is left but kings and a single knight, or bishops that all go on squares of one
 * colour. */
static bool is_material_insufficient(const ks_position *position) {
    unsigned knights = 0, bishops[2] = {0}; /* [colour of the square] */
    for (unsigned square = 0; square < KS_SQUARES; square++)
        switch (position->board[square] & ~(unsigned)KS_BLACK_BIT) {
        case KS_EMPTY:
        case KS_WHITE_KING:
            break;
        case KS_WHITE_KNIGHT:
            knights++;
            break;
        case KS_WHITE_BISHOP:
            bishops[(square ^ square >> 3) & 1]++;
            break;
        default:
            return false;
        }
    return knights + (bishops[0] > 0) + (bishops[1] > 0) <= 1;
}

enum ks_draw ks_find_draw(const ks_position *position) {
    if (is_material_insufficient(position))
        return KS_DRAW_MATERIAL;
    if (position->halfmove_clock >= SEVENTY_FIVE_MOVES)
        return KS_DRAW_SEVENTY_FIVE_MOVES;
    return position->halfmove_clock >= FIFTY_MOVES ? KS_DRAW_FIFTY_MOVES : KS_DRAW_NONE;
}

unsigned ks_repetitions(const uint64_t *keys, size_t count, unsigned halfmove_clock) {
    unsigned found = 0;
    for (size_t back = 2; back <= halfmove_clock && back < count; back += 2) /* the same side is to move */
        found += keys[count - 1 - back] == keys[count - 1];
    return found;
}
