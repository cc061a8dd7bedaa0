/* Tests the packed positions of perft --layers: they keep everything that a FEN without clocks has and
 * nothing else, and their children are those of the generator. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/key.h"
#include "rules/perft/packed.h"
#include "rules/perft/perft.h"
#include "support/length.h"
#include "support/positions.h"

static ks_position read_position(const char *fen) {
    ks_position position;
    ks_error error;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), 0, &position, &error), KS_OK, "%s", fen);
    return position;
}

/* Writes the position that `packed` holds as a FEN without clocks. */
static void write_unpacked(const struct ks_packed *packed, char text[KS_FEN_SIZE]) {
    ks_position position;
    ks_unpack(packed, &position);
    ks_complete_position(&position);
    cr_assert_eq(position.key, ks_position_key(&position));
    ks_write_x_fen(&position, text);
}

static void expect_packed(const ks_position *position) {
    char fen[KS_FEN_SIZE], unpacked[KS_FEN_SIZE];
    struct ks_packed packed;
    ks_position fresh = *position;
    fresh.halfmove_clock = 0;
    fresh.fullmove_number = 1;
    ks_write_fen(&fresh, fen);
    cr_assert(ks_pack(position, &packed), "%s", fen);
    write_unpacked(&packed, unpacked);
    cr_assert_str_eq(unpacked, fen);
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct ks_packed));
}

/* Expects each child once, equal to the packed position after ks_make_move, in the group of that packed
 * position. */
static void expect_children(const ks_position *position) {
    static struct ks_child children[KS_MOVES_MAX];
    static struct ks_packed found[KS_MOVES_MAX], expected[KS_MOVES_MAX];
    struct ks_packed packed;
    ks_move_list legal;
    ks_pack(position, &packed);
    const size_t count = ks_legal_moves(position, &legal);
    cr_assert_eq(ks_expand(&packed, children), count);
    for (size_t i = 0; i < count; i++) {
        ks_position child = *position;
        ks_undo undo;
        ks_make_move(&child, legal.moves[i], &undo);
        ks_pack(&child, &expected[i]);
        found[i] = children[i].position;
        cr_assert_eq(children[i].group, ks_group(&children[i].position));
    }
    qsort(found, count, sizeof *found, compare);
    qsort(expected, count, sizeof *expected, compare);
    cr_assert_eq(memcmp(found, expected, count * sizeof *found), 0);
}

static const char *const fens[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 0 1",
    "rk2r3/8/8/8/8/8/8/7K b kq - 0 1",
    "rk1rr3/8/8/8/8/8/8/7K b d - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 1",
    "8/8/8/8/k2Pp2Q/8/8/4K3 b - d3 0 1",
    "8/8/8/8/3Pp3/8/8/k3K3 b - d3 0 1",
    "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
};

Test(packed_layers, corners) {
    for (size_t i = 0; i < LENGTH(fens); i++) {
        const ks_position position = read_position(fens[i]);
        expect_packed(&position);
        expect_children(&position);
    }
}

Test(packed_layers, real_positions) {
    size_t count;
    const real_position *const positions = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        expect_packed(&positions[i].position);
        expect_children(&positions[i].position);
    }
}

/* Each fact that distinguishes positions is kept, one at a time. */
Test(packed_layers, different_positions_differ) {
    static const char *const different[] = {
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq -",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq -",  "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk -",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQq -",   "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kkq -",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b Qkq -",   "r3k2r/8/8/8/3pP3/8/8/R3K2R b - -",
        "r3k2r/8/8/8/4P3/8/8/R3K2R b - -",      "r3k2r/8/8/8/3PP3/8/8/R3K2R b - -",
        "r3k2r/8/8/8/3nP3/8/8/R3K2R b - -",     "r3k2r/8/8/8/2p1P3/8/8/R3K2R b - -"};
    for (size_t i = 0; i < LENGTH(different); i++)
        for (size_t j = 0; j < i; j++) {
            struct ks_packed a, b;
            const ks_position one = read_position(different[i]), other = read_position(different[j]);
            ks_pack(&one, &a);
            ks_pack(&other, &b);
            cr_expect(!is_same_position(&a, &b), "%s and %s", different[i], different[j]);
        }
}

/* A group is identified by the pieces of the side that has moved. */
Test(packed_layers, groups_of_different_pieces_differ) {
    static const char *const sides[] = {"PNBRQ", "pnbrq"};
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        uint64_t groups[5];
        for (unsigned i = 0; i < 5; i++) {
            char fen[64];
            struct ks_packed packed;
            snprintf(fen, sizeof fen, "4k3/8/8/8/8/5%c2/8/4K3 %c - -", sides[side][i],
                     side == KS_WHITE ? 'b' : 'w');
            const ks_position position = read_position(fen);
            cr_assert(ks_pack(&position, &packed));
            groups[i] = ks_group(&packed);
            for (unsigned j = 0; j < i; j++)
                cr_expect_neq(groups[j], groups[i], "%c and %c", sides[side][j], sides[side][i]);
        }
    }
}

/* Expects the boards of two positions in the order of their texts, by this build. */
static void expect_order(const struct perft_build *build, const ks_position *one, const ks_position *other) {
    char texts[2][KS_FEN_SIZE];
    struct ks_packed a, b;
    uint64_t first = 0, second = 0;
    ks_write_fen(one, texts[0]);
    ks_write_fen(other, texts[1]);
    *strchr(texts[0], ' ') = *strchr(texts[1], ' ') = '\0';
    cr_assert(build->pack(one, &a) && build->pack(other, &b));
    for (unsigned pair = 0; pair < 4 && first == second; pair++) {
        first = build->order_of_rows(&a, pair);
        second = build->order_of_rows(&b, pair);
        cr_assert(first && second);
    }
    const int order = strcmp(texts[0], texts[1]);
    cr_assert_eq((order > 0) - (order < 0), (first > second) - (first < second), "%s and %s", texts[0],
                 texts[1]);
}

/* Both builds pack alike, and neighbours and others are in order. */
Test(packed_layers, boards_in_the_order_of_their_texts) {
    const struct perft_build *const builds[] = {&ks_any_perft_build, ks_perft_build_in_use()};
    size_t count;
    const real_position *const positions = real_positions(&count);
    for (size_t i = 1; i < count; i++) {
        const ks_position *const one = &positions[i].position, *const near = &positions[i - 1].position;
        ks_position child = *one;
        ks_move_list legal;
        ks_undo undo;
        if (ks_legal_moves(one, &legal) > 0)
            ks_make_move(&child, legal.moves[0], &undo);
        for (unsigned build = 0; build < LENGTH(builds); build++) {
            expect_order(builds[build], one, near);
            expect_order(builds[build], one, &child);
            expect_order(builds[build], one, &positions[i * 7919 % count].position);
        }
    }
}

Test(packed_layers, too_many_pieces) {
    struct ks_packed packed;
    const ks_position full = read_position("nnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnn2/8/8/k7/7K b - -");
    const ks_position more = read_position("nnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnn1/8/8/k7/7K b - -");
    cr_expect(ks_pack(&full, &packed));
    expect_packed(&full);
    cr_expect(!ks_pack(&more, &packed));
}

/* A table of sixteen slots, in which many entries are displaced from their slots. The memory after it stays
 * unchanged. */
Test(packed_layers, meetings) {
    uint32_t slots[17] = {[16] = 1};
    struct ks_counted entries[8];
    struct ks_meeting meeting = {slots, 15, 0, entries};
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 24; i++) {
            const struct ks_packed packed = {i % 7, {round, 0}};
            ks_meet(&meeting, &packed, hash_of_packed(&packed), i);
        }
        cr_assert_eq(meeting.count, 7);
        for (unsigned i = 0; i < 7; i++)
            cr_expect_eq(entries[i].count, i < 3 ? 4 * i + 42 : 3 * i + 21);
        ks_empty_meeting(&meeting);
        cr_assert_eq(meeting.count, 0);
        for (unsigned i = 0; i < 16; i++)
            cr_expect_eq(slots[i], 0);
        cr_assert_eq(slots[16], 1);
    }
}

/* Few entries in a large table are taken out one by one. They have the same slot, so each is displaced
 * further. */
Test(packed_layers, few_meetings) {
    enum { SLOTS = 1024, FEW = SLOTS / 32 - 1 };
    static uint32_t slots[SLOTS];
    struct ks_counted entries[FEW];
    struct ks_meeting meeting = {slots, SLOTS - 1, 0, entries};
    for (uint64_t i = 0; meeting.count < FEW; i++) {
        const struct ks_packed packed = {i, {0, 0}};
        if ((hash_of_packed(&packed) & meeting.mask) % 512 < 3)
            ks_meet(&meeting, &packed, hash_of_packed(&packed), 1);
    }
    ks_empty_meeting(&meeting);
    cr_assert_eq(meeting.count, 0);
    for (unsigned i = 0; i < SLOTS; i++)
        cr_expect_eq(slots[i], 0);
}
