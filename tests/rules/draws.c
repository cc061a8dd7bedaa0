/* Tests draws by material, by the clock and by repetition. */
#include <criterion/criterion.h>

#include "support/fen.h"
#include "support/length.h"

static void expect_draw(const char *text, enum ks_draw expected) {
    const ks_position position = read_position(text, KS_FEN_LENIENT);
    cr_expect_eq(ks_find_draw(&position, KS_SAFE, NULL, 0), expected, "%s", text);
}

Test(draws, material) {
    static const char *const draws[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",      "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "3nk3/8/8/8/8/8/8/4K3 w - - 0 1",     "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/8/4K3 b - - 0 1",     "4k3/8/8/8/8/8/4B3/4KB2 w - - 0 1",
        "4k1b1/8/8/8/8/8/4B3/4KB2 w - - 0 1", "4k3/8/8/8/8/B7/1B6/2B1K1b1 w - - 200 1",
    };
    static const char *const others[] = {
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",   "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",   "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3q4/K7 w - - 0 1",    "4k3/8/8/8/8/8/3r4/K7 w - - 0 1",
        "4k3/8/8/8/8/8/4NN2/4K3 w - - 0 1",  "3nk3/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3BN3/4K3 w - - 0 1",  "3bk3/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/3BB3/4K3 w - - 0 1",  "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4kb2/8/8/8/8/8/4N3/4KB2 w - - 0 1",
    };
    for (size_t i = 0; i < LENGTH(draws); i++)
        expect_draw(draws[i], KS_DRAW_MATERIAL);
    for (size_t i = 0; i < LENGTH(others); i++)
        expect_draw(others[i], KS_DRAW_NONE);
}

Test(draws, clock) {
    expect_draw("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", KS_DRAW_NONE);
    expect_draw("4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", KS_DRAW_FIFTY_MOVES);
    expect_draw("4k3/8/8/8/8/8/4P3/4K3 b - - 149 80", KS_DRAW_FIFTY_MOVES);
    expect_draw("4k3/8/8/8/8/8/4P3/4K3 b - - 150 80", KS_DRAW_SEVENTY_FIVE_MOVES);
    expect_draw("4k3/8/8/8/8/8/4P3/4K3 b - - 65535 80", KS_DRAW_SEVENTY_FIVE_MOVES);
}

/* Knights move out and back: the start position occurs again after every fourth ply. */
Test(draws, repetition) {
    static const char *const round[4] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    ks_position position = read_position(START, 0);
    uint64_t keys[32] = {position.key};
    ks_undo undo;
    for (unsigned ply = 1; ply < LENGTH(keys); ply++) {
        ks_make_move(&position, move_of(round[(ply - 1) % 4], KS_MOVE_PLAIN), &undo);
        keys[ply] = position.key;
        cr_expect_eq(ks_count_repetitions(keys, ply + 1, position.halfmove_clock), ply / 4, "ply %u", ply);
    }
}

Test(draws, repetition_ends_at_the_last_irreversible_move) {
    static const uint64_t keys[] = {7, 1, 7, 2, 7, 3, 7};
    cr_expect_eq(ks_count_repetitions(keys, 0, 100), 0);
    cr_expect_eq(ks_count_repetitions(keys, 1, 100), 0);
    cr_expect_eq(ks_count_repetitions(keys, 7, 100), 3);
    cr_expect_eq(ks_count_repetitions(keys, 7, 6), 3);
    cr_expect_eq(ks_count_repetitions(keys, 7, 5), 2);
    cr_expect_eq(ks_count_repetitions(keys, 7, 1), 0);
    cr_expect_eq(ks_count_repetitions(keys, 6, 100), 0);
}

/* The right to capture en passant makes the first of these a different position. */
Test(draws, rights_to_capture_en_passant_count) {
    static const char *const round[4] = {"e8e7", "e1e2", "e7e8", "e2e1"};
    ks_position position = read_position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 0);
    uint64_t keys[9];
    ks_undo undo;
    ks_make_move(&position, move_of("e2e4", KS_MOVE_DOUBLE_PUSH), &undo);
    keys[0] = position.key;
    for (unsigned ply = 1; ply < 9; ply++) {
        ks_make_move(&position, move_of(round[(ply - 1) % 4], KS_MOVE_PLAIN), &undo);
        keys[ply] = position.key;
    }
    cr_expect_eq(ks_count_repetitions(keys, 5, 4), 0);
    cr_expect_eq(ks_count_repetitions(keys, 9, 8), 1);
}

/* A pinned pawn next to a double push cannot capture, so the position occurs three times. */
Test(draws, a_pinned_pawn_has_no_right_to_capture) {
    static const char *const round[4] = {"d8e8", "e1f1", "e8d8", "f1e1"};
    ks_position position = read_position("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", 0);
    uint64_t keys[9];
    ks_undo undo;
    ks_make_move(&position, move_of("e2e4", KS_MOVE_DOUBLE_PUSH), &undo);
    keys[0] = position.key;
    for (unsigned ply = 1; ply < 9; ply++) {
        ks_make_move(&position, move_of(round[(ply - 1) % 4], KS_MOVE_PLAIN), &undo);
        keys[ply] = position.key;
    }
    cr_expect_eq(ks_count_repetitions(keys, 5, 4), 1);
    cr_expect_eq(ks_count_repetitions(keys, 9, 8), 2);
}

static enum ks_draw draw_of_game(const char *fen, const uint64_t *keys, size_t count) {
    const ks_position position = read_position(fen, 0);
    return ks_find_draw(&position, ks_judge(&position, NULL), keys, count);
}

/* The position occurs three times in the last nine keys, and five times in all. */
Test(draws, of_games) {
    static const uint64_t keys[] = {7, 1, 2, 3, 7, 1, 2, 3, 7, 1, 2, 3, 7, 1, 2, 3, 7};
    static const struct {
        const char *fen;
        size_t count; /* of the last keys */
        enum ks_draw draw;
    } rows[] = {
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 20 80", 0, KS_DRAW_NONE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 20 80", 5, KS_DRAW_NONE},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 20 80", 9, KS_DRAW_THREEFOLD},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 20 80", 13, KS_DRAW_THREEFOLD},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 20 80", 17, KS_DRAW_FIVEFOLD},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 12 80", 17, KS_DRAW_THREEFOLD},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", 9, KS_DRAW_FIFTY_MOVES},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", 17, KS_DRAW_FIVEFOLD},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 150 80", 17, KS_DRAW_SEVENTY_FIVE_MOVES},
        {"4k3/8/8/8/8/8/8/4K3 w - - 20 80", 17, KS_DRAW_MATERIAL},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 150 80", 17, KS_DRAW_STALEMATE},
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 150 80", 17, KS_DRAW_NONE},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        cr_expect_eq(draw_of_game(rows[i].fen, keys + LENGTH(keys) - rows[i].count, rows[i].count),
                     rows[i].draw, "%s: %zu keys", rows[i].fen, rows[i].count);
    cr_expect_eq(draw_of_game(KINGS, NULL, 0), KS_DRAW_MATERIAL);
}

Test(draws, names) {
    cr_expect_null(ks_draw_name(KS_DRAW_NONE));
    for (enum ks_draw draw = KS_DRAW_NONE + 1; draw <= KS_DRAW_RULE; draw++)
        for (enum ks_draw other = KS_DRAW_NONE + 1; other < draw; other++)
            cr_expect_str_neq(ks_draw_name(draw), ks_draw_name(other));
}
