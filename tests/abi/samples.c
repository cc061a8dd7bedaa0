/* What the checks ask about. */
#include "abi/checks.h"
#include "support/random.h"

/* Wide: what a byte means depends on its top bit, which swaps the colours. */
static void make_sets(ks_pieceset sets[SETS]) {
    for (int kind = 0; kind < SETS; kind++)
        sets[kind] = ks_chess_pieces;
    sets[1].a1_first = 1;
    sets[2].wide = 1;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned byte = 128; byte < 256; byte++)
            sets[2].classes[side][byte] = ks_chess_pieces.classes[side][byte ^ KS_BLACK_BIT];
}

const ks_pieceset *sample_set(size_t kind) {
    static ks_pieceset sets[SETS];
    if (!sets[2].wide)
        make_sets(sets);
    return &sets[kind % SETS];
}

const samples *all_samples(void) {
    static samples s;
    static uint64_t state;
    static int made;
    for (int i = 0; i < SAMPLES && !made; i++) {
        random_board(&state, KS_EMPTY, 1 + random_below(&state, 50), 255, s.boards[i]);
        s.squares[i] = (uint8_t)random_below(&state, KS_SQUARES);
        s.sides[i] = (uint8_t)random_below(&state, 2);
    }
    made = 1;
    return &s;
}
