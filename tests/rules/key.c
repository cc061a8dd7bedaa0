/* Tests keys of positions: the facts that change them, and those that do not. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/hashes.h"
#include "core/board/key.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"

static uint64_t key_of(const char *text) {
    return read_position(text, 0).key;
}

Test(key, differences_that_count_change_it) {
    static const char *const different[] = {
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",  "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Qkq - 0 1",   "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3KR2 w Qkq - 0 1",   "r3k2r/8/8/3pp3/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/4P3/8/8/8/R3K2R w KQkq - 0 1",   "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
        "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",          "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1",
    };
    for (size_t i = 0; i < LENGTH(different); i++)
        for (size_t j = 0; j < i; j++)
            cr_expect_neq(key_of(different[i]), key_of(different[j]), "%s and %s", different[i],
                          different[j]);
}

Test(key, differences_that_do_not_count_leave_it) {
    cr_expect_eq(key_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), key_of("4k3/8/8/8/8/8/8/4K3 w - - 44 99"));
    cr_expect_eq(key_of("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), key_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
                 "nothing captures on d6");
    cr_expect_eq(key_of("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1"), key_of("4k3/8/8/p6P/8/8/8/4K3 w - - 0 1"),
                 "h5 is not beside a5");
    cr_expect_eq(key_of("4k3/8/7P/8/p6P/8/8/4K3 b - h3 0 1"), key_of("4k3/8/7P/8/p6P/8/8/4K3 b - - 0 1"),
                 "a4 is not beside h4");
}

static int by_value(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Two equal numbers would cancel out. */
Test(key, each_piece_and_right_has_another_number) {
    uint64_t numbers[12 * KS_SQUARES + KS_SQUARES + 8 + 2];
    size_t count = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        numbers[count++] = ks_castling_keys[square];
        for (unsigned code = KS_WHITE_PAWN; code <= KS_BLACK_KING; code++)
            if (ks_code_letter(code) != '.')
                numbers[count++] = ks_piece_keys[code][square];
    }
    for (unsigned file = 0; file < 8; file++)
        numbers[count++] = ks_en_passant_keys[file];
    numbers[count++] = ks_black_key;
    numbers[count++] = 0;
    cr_assert_eq(count, LENGTH(numbers));
    qsort(numbers, count, sizeof *numbers, by_value);
    for (size_t i = 1; i < count; i++)
        cr_expect_neq(numbers[i], numbers[i - 1], "%zu", i);
}

/* Keys stay what they are, so that they may be stored. */
Test(key, each_number_is_the_hash_of_its_meaning) {
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        cr_expect_eq(ks_piece_keys[KS_EMPTY][square], 0);
        for (unsigned code = KS_WHITE_PAWN; code < 16; code++)
            cr_expect_eq(ks_piece_keys[code][square], splitmix64_number(64 * code + square), "%u on %u", code,
                         square);
        cr_expect_eq(ks_castling_keys[square], splitmix64_number(1024 + square), "%u", square);
    }
    for (unsigned file = 0; file < 8; file++)
        cr_expect_eq(ks_en_passant_keys[file], splitmix64_number(1088 + file), "%u", file);
    cr_expect_eq(ks_black_key, splitmix64_number(1096));
}

/* Keys of chess stand in files, so they stay the same in all versions 1.x (kingscan.h). */
Test(key, numbers_that_stay) {
    cr_expect_eq(key_of(START), 0x0540070843177c00);
    cr_expect_eq(key_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
                 0x170ed98388f534c5);
    cr_expect_eq(key_of("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"), 0xd10674e3a6ca4a3d);
}

/* read_position fills the bytes between the fields with other values. */
Test(key, bytes_between_the_fields_do_not_matter) {
    ks_position position;
    memset(&position, 0x55, sizeof position);
    cr_assert_eq(ks_read_fen(START, strlen(START), 0, &position, NULL), KS_OK);
    cr_expect_eq(position.key, key_of(START));
    cr_expect_eq(position.key, ks_position_key(&position));
}

Test(key, transpositions_have_the_same_key) {
    static const char *const orders[2][4] = {{"g1f3", "g8f6", "b1c3", "b8c6"},
                                             {"b1c3", "b8c6", "g1f3", "g8f6"}};
    uint64_t keys[2];
    for (unsigned i = 0; i < 2; i++) {
        ks_position position = read_position(START, 0);
        ks_undo undo;
        for (unsigned ply = 0; ply < 4; ply++)
            ks_make_move(&position, move_of(orders[i][ply], KS_MOVE_PLAIN), &undo);
        keys[i] = position.key;
    }
    cr_expect_eq(keys[0], keys[1]);
}

static int by_key(const void *a, const void *b) {
    const real_position *const *one = a, *const *other = b;
    const uint64_t x = (*one)->position.key, y = (*other)->position.key;
    return (x > y) - (x < y);
}

/* Returns the length up to the en-passant field, which counts only when a capture is legal. */
static size_t length_of_board_and_rights(const char *line) {
    size_t length = 0;
    for (int fields = 0; fields < 3; fields++)
        length += strcspn(line + length, " ") + 1;
    return length;
}

Test(key, real_positions_with_the_same_key_are_the_same) {
    size_t count;
    const real_position *real = real_positions(&count);
    const real_position **sorted = malloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &real[i];
    qsort(sorted, count, sizeof *sorted, by_key);
    for (size_t i = 1; i < count; i++)
        if (by_key(&sorted[i - 1], &sorted[i]) == 0)
            cr_expect_eq(
                strncmp(sorted[i - 1]->line, sorted[i]->line, length_of_board_and_rights(sorted[i]->line)), 0,
                "%s\n%s", sorted[i - 1]->line, sorted[i]->line);
    free(sorted);
}
