/* Moves made and taken back, keys, draws and verdicts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fuzz/game_check.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static ks_position read_position(const char *text, unsigned flags) {
    ks_position position;
    ks_error error = {0};
    memset(&position, 0xaa, sizeof position);
    cr_assert_eq(ks_read_fen(text, strlen(text), flags, &position, &error), KS_OK, "%s: %s", text,
                 error.message);
    return position;
}

/* "e2e4" and its kind. */
static ks_move move_of(const char *squares, unsigned kind) {
    const unsigned from = KS_SQUARE(squares[0] - 'a', '8' - squares[1]);
    return KS_MOVE(from, KS_SQUARE(squares[2] - 'a', '8' - squares[3]), kind);
}

/* ---- What a move does ---- */

static const struct made {
    const char *before, *squares;
    unsigned kind;
    const char *after;
} made[] = {
    {START, "g1f3", KS_MOVE_PLAIN, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"},
    {"4k3/8/8/8/8/8/8/R3K3 b Q - 5 9", "e8d7", KS_MOVE_PLAIN, "8/3k4/8/8/8/8/8/R3K3 w Q - 6 10"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 7 3", "e2e3", KS_MOVE_PLAIN, "4k3/8/8/8/8/4P3/8/4K3 b - - 0 3"},
    {"4k3/8/8/8/3n4/4P3/8/4K3 w - - 7 3", "e3d4", KS_MOVE_PLAIN, "4k3/8/8/8/3P4/8/8/4K3 b - - 0 3"},
    {"4k3/8/8/8/3n4/8/4N3/4K3 w - - 7 3", "e2d4", KS_MOVE_PLAIN, "4k3/8/8/8/3N4/8/8/4K3 b - - 0 3"},

    /* The en-passant square is kept where a pawn stands ready, pinned or not, and is gone after any move. */
    {START, "e2e4", KS_MOVE_DOUBLE_PUSH, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2"},
    {"4k3/8/8/8/5p2/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 2"},
    {"4k3/p7/8/1P6/8/8/8/4K3 b - - 4 2", "a7a5", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 3"},
    {"4k3/p7/7P/7P/8/8/8/4K3 b - - 4 2", "a7a5", KS_MOVE_DOUBLE_PUSH, "4k3/8/7P/p6P/8/8/8/4K3 w - - 0 3"},
    {"4k3/7p/8/8/P7/8/8/4K3 b - - 4 2", "h7h5", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/7p/P7/8/8/4K3 w - - 0 3"},
    {"4k3/8/8/8/3n4/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/3nP3/8/8/4K3 b - - 0 2"},
    {"4k3/8/8/8/3P4/8/4P3/4K3 w - - 4 2", "e2e4", KS_MOVE_DOUBLE_PUSH, "4k3/8/8/8/3PP3/8/8/4K3 b - - 0 2"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "e8e7", KS_MOVE_PLAIN, "8/4k3/8/8/3pP3/8/8/4K3 w - - 1 3"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2", "d4e3", KS_MOVE_EN_PASSANT, "4k3/8/8/8/8/4p3/8/4K3 w - - 0 3"},
    {"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 3", "b5a6", KS_MOVE_EN_PASSANT, "4k3/8/P7/8/8/8/8/4K3 b - - 0 3"},

    {"4k3/P7/8/8/8/8/8/4K3 w - - 3 3", "a7a8", KS_MOVE_TO_QUEEN, "Q3k3/8/8/8/8/8/8/4K3 b - - 0 3"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 3 3", "a7a8", KS_MOVE_TO_KNIGHT, "N3k3/8/8/8/8/8/8/4K3 b - - 0 3"},
    {"4k3/8/8/8/8/8/p7/1R2K3 b - - 3 3", "a2b1", KS_MOVE_TO_BISHOP, "4k3/8/8/8/8/8/8/1b2K3 w - - 0 4"},
    {"4k3/8/8/8/8/8/p7/1R2K3 b - - 3 3", "a2a1", KS_MOVE_TO_ROOK, "4k3/8/8/8/8/8/8/rR2K3 w - - 0 4"},

    /* Castling rights go with the king, the rook, and the rook's capturer. */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "e1e2", KS_MOVE_PLAIN, "r3k2r/8/8/8/8/8/4K3/R6R b kq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "h1g1", KS_MOVE_PLAIN, "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1", "a8b8", KS_MOVE_PLAIN, "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 2 2"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "h1h8", KS_MOVE_PLAIN, "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
    {"1r2k1rr/8/8/8/8/8/8/4K3 b gb - 1 1", "h8h7", KS_MOVE_PLAIN, "1r2k1r1/7r/8/8/8/8/8/4K3 w kq - 2 2"},

    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "e1h1", KS_MOVE_CASTLING, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1 1", "e1a1", KS_MOVE_CASTLING, "r3k2r/8/8/8/8/8/8/2KR3R b kq - 2 1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1", "e8h8", KS_MOVE_CASTLING, "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 2 2"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 1 1", "e8a8", KS_MOVE_CASTLING, "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 2 2"},
    /* Chess960: king and rook change places; the king stays; the rook stays; they jump over each other. */
    {"4k3/8/8/8/8/8/8/5KR1 w K - 1 1", "f1g1", KS_MOVE_CASTLING, "4k3/8/8/8/8/8/8/5RK1 b - - 2 1"},
    {"4k3/8/8/8/8/8/8/6KR w K - 1 1", "g1h1", KS_MOVE_CASTLING, "4k3/8/8/8/8/8/8/5RK1 b - - 2 1"},
    {"4k3/8/8/8/8/8/8/3RK3 w Q - 1 1", "e1d1", KS_MOVE_CASTLING, "4k3/8/8/8/8/8/8/2KR4 b - - 2 1"},
    {"rk6/8/8/8/8/8/8/4K3 b q - 1 1", "b8a8", KS_MOVE_CASTLING, "2kr4/8/8/8/8/8/8/4K3 w - - 2 2"},
    {"1rk5/8/8/8/8/8/8/4K3 b q - 1 1", "c8b8", KS_MOVE_CASTLING, "2kr4/8/8/8/8/8/8/4K3 w - - 2 2"},

    /* Clocks stay at their end. */
    {"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "e8e7", KS_MOVE_PLAIN, "8/4k3/8/8/8/8/8/4K3 w - - 65535 65535"},
};

Test(position, moves_do_what_they_should_and_are_taken_back) {
    for (size_t i = 0; i < LENGTH(made); i++) {
        const ks_position before = read_position(made[i].before, 0);
        const ks_move move = move_of(made[i].squares, made[i].kind);
        ks_position position = before;
        ks_undo undo;
        char text[KS_FEN_SIZE];
        ks_make_move(&position, move, &undo);
        ks_write_fen(&position, text);
        cr_expect_str_eq(text, made[i].after, "%s %s\nexpected %s\nfound    %s", made[i].before,
                         made[i].squares, made[i].after, text);
        cr_expect_eq(position.key, ks_position_key(&position), "%s %s", made[i].before, made[i].squares);
        ks_unmake_move(&position, move, &undo);
        const char *field = differing_field(&position, &before);
        cr_expect_null(field, "%s %s: %s", made[i].before, made[i].squares, field);
    }
}

Test(position, every_field_counts_when_positions_are_compared) {
    const ks_position position = read_position("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 7 9", 0);
    cr_expect_null(differing_field(&position, &position));
#define EXPECT_DIFFERING(member, name)                                                                       \
    do {                                                                                                     \
        ks_position other = position;                                                                        \
        other.member ^= 1;                                                                                   \
        cr_expect_str_eq(differing_field(&position, &other), name);                                          \
    } while (0)
    EXPECT_DIFFERING(board[63], "board");
    EXPECT_DIFFERING(side_to_move, "side to move");
    EXPECT_DIFFERING(king[1], "king's square");
    EXPECT_DIFFERING(castling_rook[1][1], "castling right");
    EXPECT_DIFFERING(en_passant, "en-passant square");
    EXPECT_DIFFERING(halfmove_clock, "halfmove clock");
    EXPECT_DIFFERING(fullmove_number, "fullmove number");
    EXPECT_DIFFERING(key, "key");
#undef EXPECT_DIFFERING
}

/* ---- Keys ---- */

static uint64_t key_of(const char *text) {
    return read_position(text, 0).key;
}

Test(key, whatever_tells_positions_apart_changes_it) {
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

Test(key, what_does_not_matter_leaves_it) {
    cr_expect_eq(key_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), key_of("4k3/8/8/8/8/8/8/4K3 w - - 44 99"));
    cr_expect_eq(key_of("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), key_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
                 "nothing captures on d6");
    cr_expect_eq(key_of("4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1"), key_of("4k3/8/8/p6P/8/8/8/4K3 w - - 0 1"),
                 "h5 is not beside a5");
    cr_expect_eq(key_of("4k3/8/7P/8/p6P/8/8/4K3 b - h3 0 1"), key_of("4k3/8/7P/8/p6P/8/8/4K3 b - - 0 1"),
                 "a4 is not beside h4");
}

/* read_position fills the bytes between the fields with others than this. */
Test(key, bytes_between_the_fields_do_not_matter) {
    ks_position position;
    memset(&position, 0x55, sizeof position);
    cr_assert_eq(ks_read_fen(START, strlen(START), 0, &position, NULL), KS_OK);
    cr_expect_eq(position.key, key_of(START));
    cr_expect_eq(position.key, ks_position_key(&position));
}

Test(key, other_orders_of_the_same_moves_lead_to_the_same) {
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

/* Up to the en-passant field, which the key looks at more closely. */
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

/* ---- Draws ---- */

static void expect_draw(const char *text, enum ks_draw expected) {
    const ks_position position = read_position(text, KS_LENIENT);
    cr_expect_eq(ks_find_draw(&position), expected, "%s", text);
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

/* Knights go out and back: the start position comes again after every fourth ply. */
Test(draws, repetition) {
    static const char *const round[4] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    ks_position position = read_position(START, 0);
    uint64_t keys[32] = {position.key};
    ks_undo undo;
    for (unsigned ply = 1; ply < LENGTH(keys); ply++) {
        ks_make_move(&position, move_of(round[(ply - 1) % 4], KS_MOVE_PLAIN), &undo);
        keys[ply] = position.key;
        cr_expect_eq(ks_repetitions(keys, ply + 1, position.halfmove_clock), ply / 4, "ply %u", ply);
    }
}

Test(draws, repetition_is_looked_for_as_far_as_the_clock_and_the_game_go) {
    static const uint64_t keys[] = {7, 1, 7, 2, 7, 3, 7};
    cr_expect_eq(ks_repetitions(keys, 0, 100), 0);
    cr_expect_eq(ks_repetitions(keys, 1, 100), 0);
    cr_expect_eq(ks_repetitions(keys, 7, 100), 3);
    cr_expect_eq(ks_repetitions(keys, 7, 6), 3);
    cr_expect_eq(ks_repetitions(keys, 7, 5), 2);
    cr_expect_eq(ks_repetitions(keys, 7, 1), 0);
    cr_expect_eq(ks_repetitions(keys, 6, 100), 0);
}

/* The right to capture en passant makes the first of these another position. */
Test(draws, repetition_minds_en_passant) {
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
    cr_expect_eq(ks_repetitions(keys, 5, 4), 0);
    cr_expect_eq(ks_repetitions(keys, 9, 8), 1);
}

/* ---- Verdicts ---- */

static void expect_verdict(const char *text, enum ks_verdict expected, int checker_count) {
    const ks_position position = read_position(text, KS_LENIENT);
    uint64_t checkers = ~UINT64_C(0);
    const enum ks_verdict found = ks_judge(&position, &checkers);
    cr_expect_eq(found, expected, "%s: expected %s, found %s", text, ks_verdict_name(expected),
                 ks_verdict_name(found));
    cr_expect_eq(__builtin_popcountll(checkers), checker_count, "%s: checkers 0x%llx", text,
                 (unsigned long long)checkers);
    cr_expect_eq(ks_judge(&position, NULL), expected);
}

Test(verdict, each) {
    expect_verdict(START, KS_SAFE, 0);
    expect_verdict("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", KS_CHECK, 1);
    expect_verdict("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", KS_CHECKMATE, 1);
    expect_verdict("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", KS_STALEMATE, 0);
    expect_verdict("7k/5Q2/6K1/8/8/p7/8/8 b - - 0 1", KS_SAFE, 0);
    expect_verdict("4k3/8/8/8/8/5n2/4r3/4K3 w - - 0 1", KS_DOUBLE_CHECK, 2);
    expect_verdict("2k5/3r4/8/8/8/4b3/8/2KR4 w - - 0 1", KS_CHECK, 1);
    expect_verdict("5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", KS_SAFE, 0);
}

Test(verdict, mate_by_double_check) {
    expect_verdict("3qkb2/3p1p2/5N2/8/8/8/8/4R1K1 b - - 0 1", KS_CHECKMATE, 2);
    expect_verdict("4kb2/3p1p2/5N2/8/8/8/8/4R1K1 b - - 0 1", KS_DOUBLE_CHECK, 2);
}

Test(verdict, en_passant_may_be_the_only_move) {
    expect_verdict("8/KN6/8/1k6/2Pp4/PP3B2/8/8 b - c3 0 1", KS_CHECK, 1);
    expect_verdict("8/KN6/8/1k6/2Pp4/PP3B2/8/8 b - - 0 1", KS_CHECKMATE, 1);
}

/* Every real position, by listing. */
Test(verdict, agrees_with_the_lists_of_moves) {
    size_t count, found[KS_VERDICTS] = {0};
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        ks_move moves[KS_MOVES_MAX];
        uint64_t checkers;
        const size_t legal = ks_legal_moves_reference(&real[i].position, moves);
        const enum ks_verdict verdict = ks_judge(&real[i].position, &checkers);
        const int times = __builtin_popcountll(real[i].checkers);
        const enum ks_verdict expected = legal   ? times == 0   ? KS_SAFE
                                                   : times == 1 ? KS_CHECK
                                                                : KS_DOUBLE_CHECK
                                         : times ? KS_CHECKMATE
                                                 : KS_STALEMATE;
        cr_assert_eq(verdict, expected, "%s: found %s", real[i].line, ks_verdict_name(verdict));
        cr_assert_eq(checkers, real[i].checkers, "%s", real[i].line);
        found[verdict]++;
    }
    cr_expect(found[KS_SAFE] && found[KS_CHECK] && found[KS_DOUBLE_CHECK]);
}
