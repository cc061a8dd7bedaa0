/* Tests the cells, tables by which kernels look up codes of a whole byte: which piecesets have them,
 * and a byte in the cell of another code is an empty square. */
#include <criterion/criterion.h>
#include <stdbool.h>

#include "kingscan.h"
#include "support/kernels/difference.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"

/* Returns a wide set of `count` rooks with these codes, every second one black. */
static ks_pieceset rooks(const uint8_t *codes, size_t count, unsigned flags) {
    ks_piece pieces[256];
    ks_pieceset set;
    for (size_t i = 0; i < count; i++)
        pieces[i] = (ks_piece){codes[i], i % 2 ? KS_BLACK : KS_WHITE, KS_CLASS_ORTHOGONAL};
    cr_assert_eq(ks_pieceset_init(&set, pieces, count, flags | KS_PIECESET_WIDE, NULL), KS_OK);
    return set;
}

/* Returns the classes that the cells give a byte, against the king of this side. */
static unsigned by_cell(const ks_pieceset *set, unsigned side, unsigned byte) {
    const unsigned cell = byte ^ set->cell_of_upper[byte >> 4];
    cr_assert_lt(cell, 16u, "byte 0x%02x belongs into cell %u", byte, cell);
    const uint8_t *classes = set->cell_classes[side ^ set->a1_first];
    cr_assert_eq(classes[cell], classes[cell + 16], "cell %u, second time", cell);
    return set->cell_upper[cell] == byte >> 4 ? classes[cell] : 0;
}

static void expect_cells_like_classes(const ks_pieceset *set) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned byte = 0; byte < 256; byte++)
            cr_assert_eq(by_cell(set, side, byte), set->classes[side][byte],
                         "byte 0x%02x, against side %u: expected 0x%02x, found 0x%02x", byte, side,
                         set->classes[side][byte], by_cell(set, side, byte));
}

Test(cells, the_usual_ways_to_write_chess_have_them) {
    static const uint8_t ways[][12] = {
        "PNBRQKpnbrqk" /* FEN */,
        {1, 2, 3, 4, 5, 6, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0xfa},
        {0, 1, 2, 3, 4, 5, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85},
        {1, 2, 3, 4, 5, 6, 17, 18, 19, 20, 21, 22},
        {9, 10, 11, 12, 13, 14, 17, 18, 19, 20, 21, 22},
        {1, 2, 4, 8, 16, 32, 0x81, 0x82, 0x84, 0x88, 0x90, 0xa0},
        {1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14},
    };
    for (size_t i = 0; i < LENGTH(ways); i++)
        for (unsigned flags = 0; flags <= KS_PIECESET_A1_FIRST; flags += KS_PIECESET_A1_FIRST) {
            const ks_pieceset set = rooks(ways[i], 12, flags);
            cr_assert_eq(set.cells, 1, "way %zu", i);
            expect_cells_like_classes(&set);
        }
}

Test(cells, narrow_sets_need_none) {
    cr_assert_eq(ks_chess_pieces.cells, 0);
}

Test(cells, more_codes_than_cells) {
    uint8_t codes[17];
    for (unsigned i = 0; i < 17; i++)
        codes[i] = (uint8_t)(i * 15);
    cr_assert_eq(rooks(codes, 17, 0).cells, 0);
    cr_assert_eq(rooks(codes, 16, 0).cells, 1);
}

/* Three codes 0, 1, 2 of a row occupy one quarter of the cells, however they are displaced: there is no room
 * for a fifth row. */
Test(cells, few_codes_that_do_not_fit) {
    uint8_t codes[15];
    for (unsigned i = 0; i < 15; i++)
        codes[i] = (uint8_t)(i / 3 * 16 + i % 3);
    cr_assert_eq(rooks(codes, 12, 0).cells, 1);
    cr_assert_eq(rooks(codes, 15, 0).cells, 0);
}

/* ---- Random sets ---- */

static ks_pieceset random_set(uint64_t *state, size_t most) {
    ks_piece pieces[256];
    bool listed[256] = {false};
    size_t count = 0;
    ks_pieceset set;
    for (size_t wanted = 1 + random_below(state, (unsigned)most); count < wanted;) {
        const uint8_t code = (uint8_t)next_random(state);
        if (listed[code])
            continue;
        listed[code] = true;
        pieces[count++] = (ks_piece){code, (uint8_t)random_below(state, 2), (uint8_t)random_below(state, 64)};
    }
    cr_assert_eq(ks_pieceset_init(&set, pieces, count,
                                  (random_below(state, 2) ? KS_PIECESET_A1_FIRST : 0) | KS_PIECESET_WIDE,
                                  NULL),
                 KS_OK);
    return set;
}

/* Draws bytes of all values: most lie in some code's cell and mean an empty square. */
static void expect_kernels_agree(const ks_pieceset *set, uint64_t *state) {
    for (int i = 0; i < (SLOW ? 20 : 200); i++) {
        uint8_t board[64];
        random_board(state, (uint8_t)next_random(state), 1 + random_below(state, 100), 255, board);
        for (unsigned square = 0; square < KS_SQUARES; square++)
            while (random_below(state, 3) == 0 && !set->classes[KS_WHITE][board[square]])
                board[square] = (uint8_t)next_random(state);
        const char *wrong =
            reference_difference(set, board, random_below(state, KS_SQUARES), random_below(state, 2));
        cr_assert(!wrong, "%s", wrong);
    }
}

Test(cells, random_sets) {
    uint64_t state = 131;
    unsigned with_cells = 0, without = 0;
    for (int i = 0; i < (SLOW ? 100 : 1000); i++) {
        const ks_pieceset set = random_set(&state, 18);
        if (set.cells)
            expect_cells_like_classes(&set);
        with_cells += set.cells == 1;
        without += set.cells == 0;
        expect_kernels_agree(&set, &state);
    }
    cr_assert(with_cells > without && without > 0, "%u sets with cells, %u without", with_cells, without);
}
