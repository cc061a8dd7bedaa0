/* Tests all squares that a side attacks, and pairs of attacker and attacked: every build against the
 * reference on boards of any bytes, with and without piecesets, and the public functions. Tests of kernels
 * ask the builds about single squares too (support/kernels/difference.c); abi.c and memory.c watch their
 * calls. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "abi/area.h"
#include "core/kernels/attacked.h"
#include "core/kernels/family.h"
#include "kingscan.h"
#include "support/kernels/arrangement.h"
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

/* ---- Pairs ---- */

/* The bytes of `from` and `to` end at a page that nobody may touch: those behind the room of a call are
 * there, or keep what they hold. */
enum { UNTOUCHED = 0xa5 };
static uint8_t *pairs_end[2];

static void find_room(void) {
    for (unsigned i = 0; i < 2; i++)
        pairs_end[i] = new_area(KS_ATTACK_PAIRS_MAX).end;
}

/* Expects the first `room` pairs of the reference's, and its number, from a build. */
static void expect_pairs(size_t build, const uint8_t board[64], size_t room) {
    if (!pairs_end[0])
        find_room();
    uint8_t expected[2][KS_ATTACK_PAIRS_MAX];
    uint8_t *const from = pairs_end[0] - room, *const to = pairs_end[1] - room;
    const size_t all = ks_c_attack_pairs(board, expected[0], expected[1], KS_ATTACK_PAIRS_MAX);
    const size_t stored = all < room ? all : room;
    expect("number of pairs", build, board, 2, all, usable[build]->attack_pairs(board, from, to, room));
    for (size_t i = 0; i < stored; i++)
        expect("attack_pairs", build, board, 2, expected[0][i] * 64u + expected[1][i], from[i] * 64u + to[i]);
}

/* The same with the end of the room in the middle of memory. */
static void expect_untouched(size_t build, const uint8_t board[64], size_t room) {
    uint8_t from[KS_ATTACK_PAIRS_MAX + 64], to[KS_ATTACK_PAIRS_MAX + 64];
    memset(from, UNTOUCHED, sizeof from);
    memset(to, UNTOUCHED, sizeof to);
    (void)!usable[build]->attack_pairs(board, from, to, room);
    for (size_t i = room; i < sizeof from; i++)
        expect("attack_pairs behind its room", build, board, 2, UNTOUCHED * 257, from[i] * 256u + to[i]);
}

Test(attacked, pairs_on_boards_of_any_bytes) {
    uint64_t state = 5;
    for (unsigned i = 0; i < amount_of(200000); i++) {
        uint8_t board[64];
        draw_board(&state, board);
        const size_t room = random_below(&state, 4) ? KS_ATTACK_PAIRS_MAX : random_below(&state, 300);
        for (size_t b = 0; b < count; b++) {
            expect_pairs(b, board, room);
            if (i % 16 == 0)
                expect_untouched(b, board, room);
        }
    }
}

/* Every number of pairs that can have room, and none at all. */
Test(attacked, pairs_in_any_room) {
    uint64_t state = 6;
    for (unsigned i = 0; i < 200; i++) {
        uint8_t board[64];
        draw_board(&state, board);
        const size_t all = ks_c_attack_pairs(board, NULL, NULL, 0);
        for (size_t room = 0; room <= all + 20 && room <= KS_ATTACK_PAIRS_MAX; room++)
            for (size_t b = 0; b < count; b++) {
                expect_pairs(b, board, room);
                expect_untouched(b, board, room);
            }
        for (size_t b = 0; b < count; b++)
            expect("no room", b, board, 2, all, usable[b]->attack_pairs(board, NULL, NULL, 0));
    }
}

/* Boards on which each square has as many attackers as pieces allow. */
Test(attacked, pairs_of_crowded_boards) {
    for (unsigned code = 0; code < 256; code++)
        for (unsigned other = 0; other < 16; other++) {
            uint8_t board[64];
            for (unsigned square = 0; square < KS_SQUARES; square++)
                board[square] = (uint8_t)((square ^ square >> 3) & 1 ? other : code);
            for (size_t b = 0; b < count; b++)
                expect_pairs(b, board, KS_ATTACK_PAIRS_MAX);
        }
}

Test(attacked, pairs_in_real_positions) {
    size_t positions;
    const real_position *real = real_positions(&positions);
    for (size_t i = 0; i < positions; i += stride())
        for (size_t b = 0; b < count; b++)
            expect_pairs(b, real[i].position.board, KS_ATTACK_PAIRS_MAX);
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

/* The letters of FEN, or the codes of check.h. Pieces of other kinds attack nothing. */
static void describe_kinds(ks_pieceset *set, unsigned kinds, bool as_letters) {
    ks_piece pieces[LENGTH(chess_pieces)];
    for (size_t i = 0; i < LENGTH(pieces); i++) {
        pieces[i] = chess_pieces[i];
        if (!(kinds >> (pieces[i].code & 7) & 1))
            pieces[i].attacks = 0;
        if (as_letters)
            pieces[i].code = (uint8_t)ks_code_letter(pieces[i].code);
    }
    cr_assert_eq(ks_pieceset_init(set, pieces, LENGTH(pieces), KS_PIECESET_DEFAULT, NULL), KS_OK);
}

/* A set takes the place of a mask of kinds: ks_attacked_by for codes of any program. */
Test(attacked, by_some_kinds_of_a_set) {
    uint64_t state = 6;
    for (unsigned i = 0; i < amount_of(100000); i++) {
        const unsigned by_side = i & 1, kinds = random_below(&state, 128);
        const bool as_letters = random_below(&state, 2);
        uint8_t board[64], converted[64];
        ks_pieceset set;
        draw_board(&state, board);
        describe_kinds(&set, kinds, as_letters);
        for (unsigned square = 0; square < KS_SQUARES; square++)
            converted[square] = as_letters ? (uint8_t)ks_code_letter(board[square]) : board[square];
        const uint64_t expected = ks_attacked_by(board, by_side, kinds);
        for (size_t b = 0; b < count; b++)
            expect("attacked_set", b, converted, by_side, expected,
                   usable[b]->attacked_set(&set, converted, by_side));
    }
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

/* Both sides attack, and are attacked by their own side too; so do kings and pinned pieces. */
Test(attacked, pairs_are_what_the_header_says) {
    static const char expected[] = "e4d5 d1d5 d5e4 h1e4 e1d1 d1e1 h1e1 ";
    const ks_position *p = read_position("4k3/8/8/3p4/4P3/8/8/3RK2q w - - 0 1");
    char found[256] = "";
    uint8_t from[8], to[8];
    const size_t pairs = ks_attack_pairs(p->board, from, to, 8);
    for (size_t i = 0; i < pairs && i < 8; i++)
        sprintf(found + strlen(found), "%s%s ", ks_square_name(from[i]), ks_square_name(to[i]));
    cr_expect_str_eq(found, expected);
}
