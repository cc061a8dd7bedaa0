/* Makes the boards, squares, sides and sets that the checks of calling conventions use. */
#include "abi/checks.h"
#include "core/text/error.h"
#include "support/random.h"

/* Chess in the letters of FEN: a wide set with cells. */
static void make_letters(ks_pieceset *set) {
    static const uint8_t classes[6] = {KS_CLASS_PAWN,
                                       KS_CLASS_KNIGHT,
                                       KS_CLASS_DIAGONAL,
                                       KS_CLASS_ORTHOGONAL,
                                       KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL,
                                       KS_CLASS_WAZIR | KS_CLASS_FERZ};
    ks_piece pieces[12];
    for (unsigned i = 0; i < 12; i++)
        pieces[i] = (ks_piece){(uint8_t) "PNBRQKpnbrqk"[i], i < 6 ? KS_WHITE : KS_BLACK, classes[i % 6]};
    cannot_fail(ks_pieceset_init(set, pieces, 12, 0, NULL));
}

/* Wide: the top bit of a byte swaps the colours of the pieces. */
static void make_sets(ks_pieceset sets[SETS]) {
    for (int kind = 0; kind < SETS; kind++)
        sets[kind] = ks_chess_pieces;
    sets[1].a1_first = 1;
    make_letters(&sets[3]);
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
