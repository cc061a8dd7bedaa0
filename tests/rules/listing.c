/* Tests lists of moves: how far the array is written, what is listed of some moves alone, and moves that are
 * asked about before they are made. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/random/games.h"
#include "cli/random/positions.h"
#include "core/board/key.h"
#include "rules/generator/generator.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"

/* ---- Room ---- */

/* Lists, and looks at what lies further behind the last move than a generator stores. */
static void look_behind(const struct generator *generator, const ks_position *position) {
    const struct selection everything = {~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, true};
    const unsigned us = position->side_to_move;
    const size_t count = generator->count_legal_moves[us](position);
    ks_move_list list;
    memset(list.moves, 0xff, sizeof list.moves); /* no move has bit 15 */
    cr_assert_eq(generator->legal_moves[us](position, &list), count, "%s", generator->name);
    cr_assert_eq(generator->selected_moves[us](position, &everything, &list), count, "%s", generator->name);
    for (size_t i = count + MOVES_PAST; i < KS_MOVES_MAX; i++)
        cr_assert_eq(list.moves[i], 0xffff, "%s", generator->name);
}

Test(listing, stores_little_past_the_last_move) {
    static const char *const texts[] = {START,
                                        KIWIPETE,
                                        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
                                        "8/8/8/8/8/8/8/K6k w - - 0 1",
                                        "r3k2r/PPPPPPPP/8/8/8/8/pppppppp/R3K2R w KQkq - 0 1",
                                        "QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q2K3Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1"};
    static struct games games;
    const void *generators[TIERS];
    const size_t count = ks_usable_generators(generators);
    for (size_t i = 0; i < count; i++) {
        for (size_t text = 0; text < LENGTH(texts); text++) {
            const ks_position position = read_position(texts[text], KS_FEN_LENIENT);
            look_behind(generators[i], &position);
        }
        games_start(&games, NULL, 5);
        for (unsigned left = SLOW ? 500 : 5000; left > 0; left--) {
            ks_move_list legal;
            any_move any[KS_MOVES_MAX];
            const ks_position *const position = &games.position.chess;
            const size_t listed = ks_legal_moves(position, &legal);
            if (__builtin_popcountll(ks_squares_of(
                    position, position->side_to_move == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING)) == 1)
                look_behind(generators[i], position);
            for (size_t move = 0; move < listed; move++)
                any[move] = legal.moves[move];
            games_next(&games, any, listed);
        }
    }
}

/* ---- Some moves alone ---- */

static void expect_between(const ks_position *position, uint64_t from, uint64_t to) {
    ks_move_list legal, between;
    size_t wanted = 0;
    const size_t count = ks_legal_moves(position, &legal),
                 found = ks_legal_moves_between(position, from, to, &between);
    for (size_t i = 0; i < count; i++)
        if (from >> KS_MOVE_FROM(legal.moves[i]) & 1 && to >> KS_MOVE_TO(legal.moves[i]) & 1) {
            cr_assert_lt(wanted, found);
            cr_assert_eq(between.moves[wanted++], legal.moves[i]);
        }
    cr_assert_eq(wanted, found);
}

Test(listing, moves_between_sets_of_squares) {
    static const char *const texts[] = {START,
                                        KIWIPETE,
                                        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
                                        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
                                        "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
                                        "4k3/8/8/8/8/8/5n2/R3K2R w KQ - 0 1"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position position = read_position(texts[i], 0);
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            const uint64_t one = (uint64_t)1 << square;
            expect_between(&position, one, ~(uint64_t)0);
            expect_between(&position, ~(uint64_t)0, one);
            expect_between(&position, 0x00ffffffffff0000 ^ one, 0xffff000000ffffff ^ one);
        }
        expect_between(&position, 0, ~(uint64_t)0);
    }
}

/* ---- One move ---- */

/* Any number may be asked about, such as a move from a table. */
static void expect_each_number(const ks_position *position) {
    static uint8_t legal[1 << 16];
    ks_move_list list;
    char text[KS_FEN_SIZE];
    const size_t count = ks_legal_moves(position, &list);
    for (size_t i = 0; i < count; i++)
        legal[list.moves[i]] = 1;
    for (unsigned move = 0; move < 1 << 16; move++)
        if (ks_is_legal(position, (ks_move)move) != legal[move]) {
            ks_write_x_fen(position, text);
            cr_assert_fail("%s: %x", text, move);
        }
    for (size_t i = 0; i < count; i++)
        legal[list.moves[i]] = 0;
}

Test(listing, every_number_is_legal_or_not) {
    static const char *const texts[] = {START,
                                        KIWIPETE,
                                        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
                                        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
                                        "4k3/8/8/8/8/8/5n2/R3K2R w KQ - 0 1",
                                        "4k3/8/8/1b6/8/3r4/4N3/R3KR2 w Q - 0 1",
                                        "1rkr4/8/8/8/8/8/8/R1K1R3 w EA - 0 1",
                                        "4k3/8/8/8/8/8/8/qRK4R w HB - 0 1",
                                        "4k3/8/8/8/8/8/8/R3KR1q w FA - 0 1"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position position = read_position(texts[i], 0);
        expect_each_number(&position);
    }
}

Test(listing, every_number_is_legal_or_not_in_the_hard_set) {
    each_hard_position(expect_each_number);
}

Test(listing, every_number_is_legal_or_not_on_lenient_boards_and_after_their_moves) {
    uint64_t state = 8;
    for (unsigned left = SLOW ? 50 : 1500; left > 0;) {
        ks_position position, after;
        ks_move_list legal;
        if (!(random_chess_start(&state, &position) & KS_FEN_LENIENT))
            continue;
        expect_each_number(&position);
        const size_t count = ks_legal_moves(&position, &legal);
        if (count > 0) {
            ks_after_move(&position, legal.moves[random_below(&state, (unsigned)count)], &after);
            expect_each_number(&after);
        }
        left--;
    }
}

Test(listing, every_number_is_legal_or_not_in_chess960) {
    for (unsigned number = 0; number < CHESS960_STARTS; number += SLOW ? 40 : 1) {
        ks_position position;
        chess960_start(number, CHESS960_STARTS - 1 - number, &position);
        for (unsigned square = 0; square < 8; square++) /* so that the kings castle */
            if (position.board[square + 56] != KS_WHITE_KING && position.board[square + 56] != KS_WHITE_ROOK)
                position.board[square + 56] = KS_EMPTY;
        ks_complete_position(&position);
        expect_each_number(&position);
    }
}

/* Each question chooses the generator when it is the first. */
Test(listing, whether_a_move_is_legal_may_be_asked_first) {
    const ks_position position = read_position(START, 0);
    cr_expect(ks_is_legal(&position, move_of("g1f3", KS_MOVE_PLAIN)));
}

Test(listing, whether_a_move_gives_check_may_be_asked_first) {
    const ks_position position = read_position("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 0);
    cr_expect(ks_gives_check(&position, move_of("a1a8", KS_MOVE_PLAIN)));
}

Test(listing, check_is_given_to_a_single_king) {
    static const struct {
        const char *fen;
        int check;
    } rows[] = {{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1},
                {"8/8/8/8/8/8/8/R3K3 w - - 0 1", 0},
                {"4k1k1/8/8/8/8/8/8/R3K3 w - - 0 1", 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_position position = read_position(rows[i].fen, KS_FEN_LENIENT);
        cr_expect_eq(ks_gives_check(&position, move_of("a1a8", KS_MOVE_PLAIN)), rows[i].check, "%s",
                     rows[i].fen);
    }
}

/* Moves that give check are those of the legal moves, in their order, by every generator. */
static void expect_checks(const ks_position *position, const void *const *generators, size_t count) {
    const unsigned us = position->side_to_move, king = ks_king_of(position, us ^ 1);
    ks_move_list list, checks;
    const size_t legal = ks_legal_moves(position, &list);
    ks_move *const moves = list.moves;
    size_t wanted = 0;
    if (ks_in_check(position->board, king, us ^ 1))
        return;
    for (size_t i = 0; i < legal; i++)
        if (ks_gives_check(position, moves[i]))
            moves[wanted++] = moves[i];
    cr_assert_eq(ks_legal_checks(position, &checks), wanted);
    cr_assert_eq(memcmp(checks.moves, moves, wanted * sizeof *moves), 0);
    for (size_t g = 0; g < count; g++) {
        const struct generator *const generator = generators[g];
        bool uncertain;
        const size_t listed = generator->moves_for_checks[us](position, &checks, &uncertain);
        size_t found = 0;
        for (size_t i = 0; i < listed; i++)
            if ((!uncertain && KS_MOVE_KIND(checks.moves[i]) <= KS_MOVE_DOUBLE_PUSH) ||
                ks_gives_check(position, checks.moves[i])) {
                cr_assert_lt(found, wanted, "%s", generator->name);
                cr_assert_eq(checks.moves[i], moves[found++], "%s", generator->name);
            }
        cr_assert_eq(found, wanted, "%s", generator->name);
    }
}

static const void *all_generators[TIERS];
static size_t generators_count;

static void expect_checks_of_all(const ks_position *position) {
    if (__builtin_popcountll(ks_squares_of(position, KS_WHITE_KING)) == 1 &&
        __builtin_popcountll(ks_squares_of(position, KS_BLACK_KING)) == 1)
        expect_checks(position, all_generators, generators_count);
}

Test(listing, moves_that_give_check) {
    static const char *const texts[] = {
        "k7/8/8/8/8/8/6P1/4K2R w K - 0 1",                                     /* castling */
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",  "8/8/8/R2pP2k/8/8/8/K7 w - d6 0 1", /* en passant opens a line */
        "3k4/1P6/8/8/8/8/8/K7 w - - 0 1",                                      /* promotions */
        "8/3P4/8/3k4/8/8/8/K7 w - - 0 1",  "k7/8/8/3N4/4B3/8/8/K7 w - - 0 1",  /* uncovered */
        "k7/8/8/8/K7/R7/8/8 w - - 0 1"};                                       /* by the king */
    static struct games games;
    size_t count;
    const real_position *const real = real_positions(&count);
    generators_count = ks_usable_generators(all_generators);
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position position = read_position(texts[i], 0);
        expect_checks_of_all(&position);
    }
    for (size_t i = 0; i < count; i += SLOW ? 20 : 1)
        expect_checks_of_all(&real[i].position);
    each_hard_position(expect_checks_of_all);
    games_start(&games, NULL, 6);
    for (unsigned left = SLOW ? 500 : 50000; left > 0; left--) {
        ks_move_list list;
        any_move any[KS_MOVES_MAX];
        const size_t listed = ks_legal_moves(&games.position.chess, &list);
        expect_checks_of_all(&games.position.chess);
        for (size_t move = 0; move < listed; move++)
            any[move] = list.moves[move];
        games_next(&games, any, listed);
    }
}

Test(listing, checks_are_none_without_one_king_to_check) {
    ks_move_list list;
    const ks_position none = read_position("8/8/8/8/8/8/8/K6Q w - - 0 1", KS_FEN_LENIENT),
                      two = read_position("k1k5/8/8/8/8/8/8/K6Q w - - 0 1", KS_FEN_LENIENT);
    cr_expect_eq(ks_legal_checks(&none, &list), 0);
    cr_expect_eq(ks_legal_checks(&two, &list), 0);
}

/* The reference lists the moves of a side with two kings. */
Test(listing, moves_are_selected_for_a_side_with_two_kings) {
    const ks_position before = read_position("k1k5/8/8/8/3p4/8/4P3/4K3 w - - 0 1", KS_FEN_LENIENT);
    const uint64_t pawn = (uint64_t)1 << KS_SQUARE(3, 4), passed = (uint64_t)1 << KS_SQUARE(4, 5);
    ks_position position;
    ks_move_list legal;
    ks_after_move(&before, move_of("e2e4", KS_MOVE_DOUBLE_PUSH), &position);
    cr_assert_eq(ks_legal_captures(&position, &legal), 1);
    cr_expect_eq(legal.moves[0], move_of("d4e3", KS_MOVE_EN_PASSANT));
    cr_expect_eq(ks_legal_moves_between(&position, pawn, ~(uint64_t)0, &legal), 2);
    cr_expect_eq(ks_legal_moves_between(&position, pawn << 1, ~(uint64_t)0, &legal), 0);
    cr_expect_eq(ks_legal_moves_between(&position, pawn, passed, &legal), 1);
    cr_expect_eq(ks_legal_moves_between(&position, pawn, ~passed, &legal), 1);
    cr_expect_eq(ks_legal_moves_between(&position, passed, ~(uint64_t)0, &legal), 0);
    const size_t all = ks_legal_moves(&position, &legal);
    cr_expect_eq(ks_legal_moves_between(&position, ~pawn, ~(uint64_t)0, &legal), all - 2);
}

/* ---- Passing ---- */

Test(listing, a_null_move_changes_the_side_and_is_taken_back) {
    static const char *const texts[][2] = {
        {"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 8 9"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 1 2"}};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position before = read_position(texts[i][0], 0), expected = read_position(texts[i][1], 0);
        ks_position after, played = before;
        ks_undo undo;
        ks_after_null_move(&before, &after);
        ks_make_null_move(&played, &undo);
        cr_expect_eq(memcmp(&after, &expected, sizeof after), 0, "%s", texts[i][0]);
        cr_expect_eq(memcmp(&played, &expected, sizeof played), 0, "%s", texts[i][0]);
        ks_unmake_move(&played, &undo);
        cr_expect_eq(memcmp(&played, &before, sizeof played), 0, "%s", texts[i][0]);
    }
}

Test(listing, every_generator_passes_alike) {
    const void *generators[TIERS];
    const size_t count = ks_usable_generators(generators);
    const ks_position before = read_position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 7 9", 0);
    ks_position expected, after;
    ks_after_null_move(&before, &expected);
    for (size_t i = 0; i < count; i++) {
        ks_position played = before;
        ks_undo undo;
        const struct generator *const generator = generators[i];
        generator->after_null_move(&before, &after);
        generator->make_null_move(&played, &undo);
        cr_expect_eq(memcmp(&after, &expected, sizeof after), 0, "%s", generator->name);
        cr_expect_eq(memcmp(&played, &expected, sizeof played), 0, "%s", generator->name);
        generator->copy(&played, &undo.private_before);
        cr_expect_eq(memcmp(&played, &before, sizeof played), 0, "%s", generator->name);
    }
}

/* ---- A board that a caller has ---- */

Test(listing, a_board_makes_the_position_that_its_fen_makes) {
    static const char *const texts[] = {START, KIWIPETE, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
                                        "1rkr4/8/8/8/8/8/8/R1K1R3 b EAdb - 0 1"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position read = read_position(texts[i], 0);
        uint8_t board[KS_SQUARES];
        ks_position made;
        memset(&made, 0x55, sizeof made);
        for (unsigned square = 0; square < KS_SQUARES; square++)
            board[square] =
                (uint8_t)(read.board[square] ? read.board[square] | 0x50 : (square % 3 ? 0xa8 : 0x0f));
        cr_assert_eq(ks_position_from_board(board, read.side_to_move, ks_castling_rooks(&read),
                                            read.en_passant, KS_FEN_RIGHTS | KS_FEN_POSSIBLE, &made, NULL),
                     KS_OK);
        cr_expect_eq(memcmp(&made, &read, sizeof made), 0, "%s", texts[i]);
    }
}

Test(listing, what_cannot_be_is_dropped_from_a_board_or_refused) {
    ks_position bare = read_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 0), made;
    ks_error error;
    const uint64_t corner = (uint64_t)1 << KS_SQUARE(7, 7);
    cr_assert_eq(ks_position_from_board(bare.board, KS_WHITE, corner, KS_SQUARE(3, 2), 0, &made, &error),
                 KS_OK);
    cr_expect_eq(memcmp(&made, &bare, sizeof made), 0);
    cr_expect_eq(
        ks_position_from_board(bare.board, KS_WHITE, corner, KS_NO_SQUARE, KS_FEN_RIGHTS, &made, &error),
        KS_ERROR_CASTLING_RIGHT);
    cr_expect_eq(error.offset, KS_SQUARE(7, 7));
    cr_expect_eq(
        ks_position_from_board(bare.board, KS_WHITE, 0, KS_SQUARE(3, 2), KS_FEN_RIGHTS, &made, &error),
        KS_ERROR_EN_PASSANT_SQUARE);
    bare.board[KS_SQUARE(0, 0)] = KS_WHITE_PAWN;
    cr_expect_eq(ks_position_from_board(bare.board, KS_WHITE, 0, KS_NO_SQUARE, 0, &made, &error),
                 KS_ERROR_PAWN_RANK);
    cr_expect_eq(error.offset, KS_SQUARE(0, 0));
    bare.board[KS_SQUARE(4, 0)] = KS_EMPTY;
    cr_expect_eq(ks_position_from_board(bare.board, KS_WHITE, 0, KS_NO_SQUARE, 0, &made, &error),
                 KS_ERROR_NO_KING);
    cr_expect_eq(ks_position_from_board(bare.board, KS_WHITE, 0, KS_NO_SQUARE, KS_FEN_LENIENT, &made, &error),
                 KS_OK);
    cr_expect_eq(ks_king_of(&made, KS_BLACK), KS_NO_SQUARE);
}
