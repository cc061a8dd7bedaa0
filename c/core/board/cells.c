/* The sixteen cells of a wide pieceset: each code of a piece gets its cell, and no two codes share one. A
 * vector kernel looks up a table of sixteen bytes in one instruction.
 *
 * The codes with the same upper half form a row; their lower halves differ. Each row is xored with its
 * displacement. A search, largest row first, finds displacements that leave every cell to one code. (Tarjan
 * and Yao, "Storing a sparse table", 1979, with xor for their sum.) */
#include "core/board/cells.h"

#include <stdbool.h>

enum {
    HALVES = 16,      /* values of half a code; cells */
    TRIES_MOST = 4096 /* displacements tried; chess sets need some dozens */
};

/* The rows that have codes, largest first, and the displacements tried at present. */
struct search {
    uint16_t members[HALVES]; /* [upper half]: bit n: the code with lower half n is a piece */
    uint8_t order[HALVES];    /* upper halves that have members */
    unsigned rows;
    uint8_t displacement[HALVES]; /* [upper half] */
    unsigned tries;
};

static uint16_t displaced(uint16_t members, unsigned displacement) {
    uint16_t cells = 0;
    for (unsigned lower = 0; lower < HALVES; lower++)
        if (members >> lower & 1)
            cells |= (uint16_t)(1 << (lower ^ displacement));
    return cells;
}

/* Displaces the rows from order[row] on into free cells. Returns false when that is impossible. */
static bool place(struct search *s, unsigned row, uint16_t taken) {
    if (row == s->rows)
        return true;
    const unsigned upper = s->order[row];
    for (unsigned displacement = 0; displacement < HALVES; displacement++) {
        if (++s->tries > TRIES_MOST)
            return false;
        const uint16_t cells = displaced(s->members[upper], displacement);
        s->displacement[upper] = (uint8_t)displacement;
        if (!(cells & taken) && place(s, row + 1, taken | cells))
            return true;
    }
    return false;
}

static void find_rows(struct search *s, const ks_pieceset *set) {
    for (unsigned code = 0; code < 256; code++)
        if (set->classes[KS_WHITE][code])
            s->members[code >> 4] |= (uint16_t)(1 << (code & 15));
    for (int size = HALVES; size > 0; size--)
        for (unsigned upper = 0; upper < HALVES; upper++)
            if (__builtin_popcount(s->members[upper]) == size)
                s->order[s->rows++] = (uint8_t)upper;
}

static void fill_cells(ks_pieceset *set) {
    for (unsigned code = 0; code < 256; code++) {
        const unsigned cell = code ^ set->cell_of_upper[code >> 4];
        if (!set->classes[KS_WHITE][code])
            continue;
        set->cell_upper[cell] = (uint8_t)(code >> 4);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            for (unsigned copy = 0; copy < 2; copy++)
                set->cell_classes[side ^ set->a1_first][copy * HALVES + cell] = set->classes[side][code];
    }
}

void ks_find_cells(ks_pieceset *set) {
    struct search s = {.rows = 0};
    find_rows(&s, set);
    if (!place(&s, 0, 0))
        return;
    set->cells = 1;
    for (unsigned upper = 0; upper < HALVES; upper++)
        set->cell_of_upper[upper] = (uint8_t)(upper << 4 | s.displacement[upper]);
    fill_cells(set);
}
