/* All squares that a side attacks: every build against the reference on boards of any bytes, with and without
 * piecesets, and the public functions. Tests of kernels ask the builds about single squares too
 * (support/kernels/difference.c); abi.c and memory.c watch their calls. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "core/kernels/attacked.h"
#include "core/kernels/family.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/thorough.h"

static const struct attacked_build *usable[TIERS];
static size_t count;

static void find_builds(void) {
    const void *found[TIERS];
    count = ks_usable_builds(ks_attacked_builds, found);
    for (size_t i = 0; i < count; i++)
        usable[i] = found[i];
}

TestSuite(attacked, .init = find_builds);

/* Expects two masks to be equal, and prints the board otherwise. */
static void expect(const char *what, size_t build, const uint8_t board[64], unsigned by_side,
                   uint64_t expected, uint64_t found) {
    char bytes[2 * KS_SQUARES + 1] = "";
    if (expected == found)
        return;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        sprintf(bytes + 2 * square, "%02x", board[square]);
    cr_assert_fail("%s of build %zu, side %u: expected 0x%016llx, found 0x%016llx: %s", what, build, by_side,
                   (unsigned long long)expected, (unsigned long long)found, bytes);
}

/* Fills a board with few or many pieces, of any bytes. */
static void draw_board(uint64_t *state, uint8_t board[64]) {
    random_board(state, KS_EMPTY, 1 + random_below(state, 80), 255, board);
}

/* ---- The builds ---- */

Test(attacked, boards_of_any_bytes) {
    uint64_t state = 1;
    for (unsigned i = 0; i < amount_of(1600000); i++) {
        uint8_t board[64];
        const unsigned by_side = i & 1;
        draw_board(&state, board);
        const uint64_t expected = ks_c_attacked(board, by_side);
        for (size_t b = 0; b < count; b++)
            expect("attacked", b, board, by_side, expected, usable[b]->attacked(board, by_side));
    }
}

Test(attacked, by_some_kinds_of_pieces) {
    uint64_t state = 2;
    for (unsigned i = 0; i < amount_of(1600000); i++) {
        uint8_t board[64];
        const unsigned by_side = i & 1, kinds = (unsigned)next_random(&state);
        draw_board(&state, board);
        const uint64_t expected = ks_c_attacked_by(board, by_side, kinds);
        for (size_t b = 0; b < count; b++)
            expect("attacked_by", b, board, by_side, expected, usable[b]->attacked_by(board, by_side, kinds));
    }
}

/* Draws pieces of any classes for most codes, or for most of those below sixteen. Returns a byte that means
 * an empty square. */
static uint8_t draw_set(uint64_t *state, ks_pieceset *set) {
    const bool wide = random_below(state, 2);
    const unsigned codes = wide ? 256 : 16, empty = random_below(state, codes);
    ks_piece pieces[256];
    size_t listed = 0;
    for (unsigned code = 0; code < codes; code++)
        if (code != empty && random_below(state, 4))
            pieces[listed++] = (ks_piece){(uint8_t)code, (uint8_t)random_below(state, 2),
                                          (uint8_t)(next_random(state) & (KS_CLASS_OWN - 1))};
    const ks_pieceset_flags flags = (random_below(state, 2) ? KS_PIECESET_A1_FIRST : KS_PIECESET_DEFAULT) |
                                    (wide ? KS_PIECESET_WIDE : KS_PIECESET_DEFAULT);
    cr_assert_eq(ks_pieceset_init(set, pieces, listed, flags, NULL), KS_OK);
    return (uint8_t)empty;
}

Test(attacked, with_piecesets) {
    uint64_t state = 3;
    for (unsigned i = 0; i < amount_of(16000); i++) {
        ks_pieceset set;
        const uint8_t empty = draw_set(&state, &set);
        for (unsigned k = 0; k < 100; k++) {
            uint8_t board[64];
            const unsigned by_side = k & 1;
            random_board(&state, empty, 1 + random_below(&state, 80), 255, board);
            const uint64_t expected = ks_c_attacked_set(&set, board, by_side);
            for (size_t b = 0; b < count; b++)
                expect("attacked_set", b, board, by_side, expected,
                       usable[b]->attacked_set(&set, board, by_side));
        }
    }
}

/* ---- The public functions ---- */

static const ks_position *read_position(const char *fen) {
    static ks_position position;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_DEFAULT, &position, NULL), KS_OK);
    return &position;
}

static uint64_t squares(const char *names) {
    uint64_t found = 0;
    for (; *names; names += names[2] ? 3 : 2)
        found |= (uint64_t)1 << KS_SQUARE(names[0] - 'a', '8' - names[1]);
    return found;
}

/* Own pieces and the enemy king's square are attacked, the king stops a slider, a pin does not matter, and
 * nobody attacks en passant. */
Test(attacked, counts_what_the_header_says) {
    const ks_position *p = read_position("4k3/8/8/3pP3/8/8/8/R3K2q w Q d6 0 1");
    const uint64_t rook = squares("a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1"), pawn = squares("d6 f6");
    cr_expect_eq(ks_attacked(p->board, KS_WHITE), rook | pawn | squares("d1 d2 e2 f2 f1"));
    cr_expect_eq(ks_attacked_by(p->board, KS_WHITE, 1 << KS_WHITE_ROOK), rook);
    cr_expect_eq(ks_attacked_by(p->board, KS_WHITE, 1 << KS_WHITE_PAWN | ~0xffu), pawn);
    cr_expect_eq(ks_attacked_by(p->board, KS_WHITE, 0), 0);
    cr_expect_eq(ks_attacked_by(p->board, KS_BLACK, 1 << KS_WHITE_PAWN), squares("c4 e4"));
    cr_expect_eq(ks_attacked_by(p->board, KS_BLACK, 1 << KS_WHITE_QUEEN) & squares("d1 e1 f1"),
                 squares("e1 f1"), "the king stops the queen");
}

Test(attacked, from_boards_that_begin_with_a1) {
    const ks_position *p = read_position("4k3/8/8/3pP3/8/8/8/R3K2q w Q d6 0 1");
    uint8_t from_a1[64];
    ks_pieceset set = ks_chess_pieces;
    set.a1_first = 1;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        from_a1[square] = p->board[square ^ 56];
    for (unsigned by_side = KS_WHITE; by_side <= KS_BLACK; by_side++)
        cr_expect_eq(ks_attacked_set(&set, from_a1, by_side),
                     __builtin_bswap64(ks_attacked(p->board, by_side)));
}

Test(attacked, batches_of_any_stride) {
    enum { BOARDS = 50 };
    static const size_t strides[] = {64, 65, 100, 128};
    uint8_t memory[BOARDS * 128], by_sides[BOARDS];
    uint64_t found[BOARDS + 1], state = 4;
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = random_below(&state, 3) ? KS_EMPTY : (uint8_t)next_random(&state);
    for (size_t i = 0; i < BOARDS; i++)
        by_sides[i] = (uint8_t)random_below(&state, 2);
    for (size_t s = 0; s < LENGTH(strides); s++)
        for (size_t n = 0; n <= BOARDS; n++) {
            memset(found, 0x55, sizeof found);
            ks_attacked_batch(memory, strides[s], by_sides, n, found);
            for (size_t i = 0; i < n; i++)
                expect("attacked_batch", i, memory + i * strides[s], by_sides[i],
                       ks_c_attacked(memory + i * strides[s], by_sides[i]), found[i]);
            cr_expect_eq(found[n], UINT64_C(0x5555555555555555));
        }
    ks_attacked_batch(NULL, 64, NULL, 0, NULL);
}

Test(attacked, in_real_positions) {
    size_t positions;
    const real_position *real = real_positions(&positions);
    for (size_t i = 0; i < positions; i += stride())
        for (unsigned by_side = KS_WHITE; by_side <= KS_BLACK; by_side++)
            expect("ks_attacked", i, real[i].position.board, by_side,
                   ks_c_attacked(real[i].position.board, by_side),
                   ks_attacked(real[i].position.board, by_side));
}
