/* Compares every build of exchanges with the reference in random games and on hard positions, and tests the
 * definition rule by rule, and what the public functions do with any number.
 * bindings/python/tests/test_exchange.py compares them with a list of captures in Python. */
#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>

#include "cli/random/games.h"
#include "rules/exchange_reference.h"
#include "rules/generator/generator.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/thorough.h"

static const int16_t usual[8] = {0, 100, 300, 300, 500, 900, 0, 0};

static const void *generators[TIERS];
static size_t count;

static void find_builds(void) {
    count = ks_usable_generators(generators);
}

TestSuite(exchange, .init = find_builds);

/* ---- The builds ---- */

static void complain(const char *who, const ks_position *position, ks_move move, bool pinned, int expected,
                     int found) {
    char fen[KS_FEN_SIZE], text[KS_UCI_SIZE];
    ks_write_x_fen(position, fen);
    ks_write_uci(position, move, KS_UCI_CHESS960, text);
    cr_assert_fail("%s: %s %s%s: expected %d, found %d", who, fen, text, pinned ? " with pins" : "", expected,
                   found);
}

static void expect_threshold(const struct generator *generator, const ks_position *position, ks_move move,
                             const int16_t values[8], bool pinned, int expected, int threshold) {
    const int found = generator->see_at_least[pinned](position, move, values, threshold);
    if (found != (expected >= threshold))
        complain(generator->name, position, move, pinned, expected, threshold - !found);
}

static void expect_exchange(const ks_position *position, ks_move move, const int16_t values[8],
                            int threshold) {
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        return;
    for (unsigned pinned = 0; pinned < 2; pinned++) {
        const int expected = ks_see_reference(position, move, values, pinned);
        for (size_t g = 0; g < count; g++) {
            const struct generator *const generator = generators[g];
            const int found = generator->see(position, move, values, pinned);
            if (found != expected)
                complain(generator->name, position, move, pinned, expected, found);
            for (int near = -1; near <= 1; near++)
                expect_threshold(generator, position, move, values, pinned, expected, expected + near);
            expect_threshold(generator, position, move, values, pinned, expected, threshold);
        }
    }
}

/* Draws the usual values, small ones with many equal pairs, or any. */
static void draw_values(uint64_t *state, int16_t values[8]) {
    const unsigned sort = random_below(state, 4);
    memcpy(values, usual, sizeof usual);
    for (unsigned kind = 0; kind < 8 && sort >= 2; kind++)
        values[kind] = (int16_t)(sort == 2 ? random_below(state, 7) : next_random(state));
}

static void expect_all_moves(const ks_position *position, uint64_t *state) {
    static const int far[] = {INT_MIN, INT_MAX, -100000, 100000};
    ks_move_list list;
    ks_legal_moves(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        int16_t values[8];
        draw_values(state, values);
        expect_exchange(position, list.moves[i], values,
                        random_below(state, 4) ? (int)random_below(state, 2001) - 1000
                                               : far[random_below(state, LENGTH(far))]);
    }
}

/* Games begin with pieces strewn over the board, too. */
Test(exchange, builds_agree_in_random_games) {
    static struct games games;
    uint64_t state = 1;
    games_start(&games, NULL, 1);
    for (unsigned left = amount_of(100000); left > 0; left--) {
        ks_move_list legal;
        any_move any[KS_MOVES_MAX];
        const size_t listed = ks_legal_moves(&games.position.chess, &legal);
        expect_all_moves(&games.position.chess, &state);
        for (size_t i = 0; i < listed; i++)
            any[i] = legal.moves[i];
        games_next(&games, any, listed);
    }
}

static void expect_hard(const ks_position *position) {
    static uint64_t state = 2;
    expect_all_moves(position, &state);
}

Test(exchange, builds_agree_on_hard_positions) {
    each_hard_position(expect_hard);
}

/* Many sliders of a kind look at a square from all sides, through each other, past kings or none. */
Test(exchange, builds_agree_on_boards_full_of_sliders) {
    static const uint8_t pieces[] = {KS_EMPTY,       KS_EMPTY,       KS_WHITE_BISHOP, KS_WHITE_ROOK,
                                     KS_WHITE_QUEEN, KS_BLACK_QUEEN, KS_BLACK_ROOK,   KS_BLACK_BISHOP,
                                     KS_BLACK_PAWN,  KS_WHITE_PAWN,  KS_WHITE_KNIGHT, KS_BLACK_KNIGHT};
    uint64_t state = 3;
    for (unsigned left = amount_of(40000); left > 0; left--) {
        uint8_t board[64];
        ks_position position;
        for (unsigned square = 0; square < KS_SQUARES; square++)
            board[square] = pieces[random_below(&state, LENGTH(pieces))];
        board[random_below(&state, KS_SQUARES)] = KS_WHITE_KING;
        for (unsigned kings = random_below(&state, 3); kings > 0; kings--)
            board[random_below(&state, KS_SQUARES)] = KS_BLACK_KING;
        if (ks_position_from_board(board, KS_WHITE, 0, KS_NO_SQUARE, KS_FEN_LENIENT, &position, NULL) ==
            KS_OK)
            expect_all_moves(&position, &state);
    }
}

Test(exchange, builds_agree_on_real_positions) {
    size_t positions;
    const real_position *const real = real_positions(&positions);
    for (size_t i = 0; i < positions; i += 8 * stride()) {
        ks_move_list list;
        ks_legal_captures(&real[i].position, &list);
        for (size_t k = 0; k < list.count; k++)
            expect_exchange(&real[i].position, list.moves[k], usual, 0);
    }
}

/* ---- The definition ---- */

struct example {
    const char *fen, *move;
    unsigned kind;
    int wins, wins_with_pins;
};

static void expect_examples(const struct example *examples, size_t length) {
    for (const struct example *e = examples; e < examples + length; e++) {
        const ks_position position = read_position(e->fen, KS_FEN_LENIENT);
        const ks_move move = move_of(e->move, e->kind);
        cr_assert(ks_is_legal(&position, move), "%s %s", e->fen, e->move);
        for (unsigned pinned = 0; pinned < 2; pinned++) {
            const ks_see_flags flags = pinned ? KS_SEE_PINS : KS_SEE_DEFAULT;
            const int expected = pinned ? e->wins_with_pins : e->wins;
            const int all[] = {
                ks_see(&position, move, NULL, flags), ks_see(&position, move, NULL, flags | KS_SEE_LEGAL),
                ks_see(&position, move, usual, flags),
                KS_MOVE_KIND(move) == KS_MOVE_CASTLING ? 0
                                                       : ks_see_reference(&position, move, usual, pinned)};
            for (size_t i = 0; i < LENGTH(all); i++)
                if (all[i] != expected)
                    complain("an example", &position, move, pinned, expected, all[i]);
            for (int threshold = -1000; threshold <= 1000; threshold += 50)
                cr_assert_eq(ks_see_at_least(&position, move, NULL, threshold, flags), expected >= threshold);
        }
    }
}

Test(exchange, each_side_takes_with_the_least_or_stops) {
    static const struct example examples[] = {
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", KS_MOVE_PLAIN, 100, 100},
        {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", KS_MOVE_PLAIN, 0, 0},
        {"4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", KS_MOVE_PLAIN, -800, -800},
        {"4k3/8/8/8/3p4/8/8/4K1N1 w - - 0 1", "g1f3", KS_MOVE_PLAIN, 0, 0},
        {"4k3/8/8/8/4p3/8/8/4K1N1 w - - 0 1", "g1f3", KS_MOVE_PLAIN, -300, -300},
        {"4k3/8/8/6p1/4p3/8/6P1/4K1N1 w - - 0 1", "g1f3", KS_MOVE_PLAIN, -200, -200},
        /* the rook behind the rook, and the queen behind the bishop, take part */
        {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", KS_MOVE_PLAIN, 100, 100},
        {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", KS_MOVE_PLAIN, -400, -400},
        {"4k3/8/4p3/3n4/8/5B2/6Q1/4K3 w - - 0 1", "f3d5", KS_MOVE_PLAIN, 100, 100},
    };
    expect_examples(examples, LENGTH(examples));
}

Test(exchange, a_king_takes_last_and_only_when_nothing_takes_it_back) {
    static const struct example examples[] = {
        {"8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", KS_MOVE_PLAIN, -400, -400},
        {"8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", KS_MOVE_PLAIN, 100, 100},
        /* The bishop on g8 sees d5 through the king, when that has left e6. (The king is in check, which is
         * possible with KS_FEN_LENIENT alone.) */
        {"6B1/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", KS_MOVE_PLAIN, 100, 100},
        {"6b1/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", KS_MOVE_PLAIN, -400, -400},
        /* the shield on c6 keeps the white king from e5, although it cannot take there */
        {"2k5/8/2n5/5K2/8/8/8/2R1r3 b - - 0 1", "e1e5", KS_MOVE_PLAIN, 0, 0},
    };
    expect_examples(examples, LENGTH(examples));
}

Test(exchange, en_passant_promotions_and_castling) {
    static const struct example examples[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", KS_MOVE_EN_PASSANT, 100, 100},
        {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", KS_MOVE_EN_PASSANT, 0, 0},
        /* the rook on d1 sees d6 when the pawn has left d5 */
        {"4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", KS_MOVE_EN_PASSANT, 100, 100},
        {"8/1P6/8/8/8/8/8/K6k w - - 0 1", "b7b8", KS_MOVE_TO_QUEEN, 800, 800},
        {"8/1P6/8/8/8/8/8/K6k w - - 0 1", "b7b8", KS_MOVE_TO_KNIGHT, 200, 200},
        {"r7/1P6/8/8/8/8/8/K6k w - - 0 1", "b7a8", KS_MOVE_TO_QUEEN, 1300, 1300},
        {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8", KS_MOVE_TO_ROOK, 900, 900},
        {"1rr4k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8", KS_MOVE_TO_ROOK, 400, 400},
        {"1rr4k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8", KS_MOVE_TO_QUEEN, 400, 400},
        /* a pawn that takes later does not promote */
        {"1nb4k/P7/8/8/8/8/8/KR6 w - - 0 1", "b1b8", KS_MOVE_PLAIN, 300, 300},
        {"r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", KS_MOVE_CASTLING, 0, 0},
    };
    expect_examples(examples, LENGTH(examples));
}

Test(exchange, shields_do_not_take_while_a_pinner_stands) {
    static const struct example examples[] = {
        {"4k3/4n3/8/3p4/8/4R3/6B1/4K3 w - - 0 1", "g2d5", KS_MOVE_PLAIN, -200, 100},
        /* the pinner itself takes, and pins no more */
        {"3qk3/3n4/8/1B2p3/8/8/8/4R1K1 w - - 0 1", "e1e5", KS_MOVE_PLAIN, -400, 100},
        {"4k3/4n3/8/3p4/8/8/4R1B1/4K3 w - - 0 1", "g2d5", KS_MOVE_PLAIN, -200, 100},
        {"4k3/8/4n3/8/3p4/8/8/K2RR3 w - - 0 1", "d1d4", KS_MOVE_PLAIN, -400, 100},
        {"4k3/4n3/8/4r3/8/8/4Q3/K3R3 w - - 0 1", "e2e5", KS_MOVE_PLAIN, 500, 500},
        /* sliders see through each other: the queen behind the rook pins, too */
        {"4k3/8/4n3/8/3pR3/8/4Q3/K7 w - - 0 1", "e4d4", KS_MOVE_PLAIN, -400, 100},
        {"4k3/8/4n3/8/3pR3/8/8/K7 w - - 0 1", "e4d4", KS_MOVE_PLAIN, -400, -400},
    };
    expect_examples(examples, LENGTH(examples));
}

/* The order of a kind is from a1 to h8, and that of equal values from pawns to queens. */
Test(exchange, equal_pieces_take_in_order) {
    static const int16_t flat[8] = {0, 300, 300, 300, 300, 300, 0, 0};
    ks_position position = read_position("k2r4/3q4/3Q4/8/2QpP3/8/8/3K4 b - - 0 1", KS_FEN_LENIENT);
    uint64_t state = 4;
    expect_all_moves(&position, &state);
    position = read_position("k7/8/1q6/2p5/3B4/8/8/2R3K1 w - - 0 1", KS_FEN_DEFAULT);
    cr_expect_eq(ks_see(&position, move_of("d4c5", KS_MOVE_PLAIN), flat, 0), 300);
    cr_expect_eq(ks_see(&position, move_of("c1c5", KS_MOVE_PLAIN), flat, 0), 300);
    cr_expect_eq(ks_see(&position, move_of("c1c5", KS_MOVE_PLAIN), NULL, 0), 100);
}

/* ---- The public functions ---- */

/* The elements of kinds that nobody values mean nothing. */
Test(exchange, values_of_a_caller) {
    static const int16_t values[8] = {99, 1, 3, 3, 5, 9, -77, 55};
    const ks_position position = read_position("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", KS_FEN_DEFAULT);
    cr_expect_eq(ks_see(&position, move_of("d1d5", KS_MOVE_PLAIN), values, 0), -8);
    cr_expect_eq(ks_see(&position, move_of("e1e2", KS_MOVE_PLAIN), values, 0), 0);
    cr_expect(!ks_see_at_least(&position, move_of("d1d5", KS_MOVE_PLAIN), values, -7, 0));
    cr_expect(ks_see_at_least(&position, move_of("d1d5", KS_MOVE_PLAIN), values, -8, 0));
}

/* Numbers that are no legal move win nothing. */
Test(exchange, any_number_is_answered) {
    static const char *const texts[] = {KIWIPETE, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
                                        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position position = read_position(texts[i], KS_FEN_DEFAULT);
        for (unsigned number = 0; number < 1 << 16; number++) {
            const ks_move move = (ks_move)number;
            const bool counts = ks_is_legal(&position, move) && KS_MOVE_KIND(move) != KS_MOVE_CASTLING;
            const int expected = counts ? ks_see_reference(&position, move, usual, true) : 0;
            cr_assert_eq(ks_see(&position, move, NULL, KS_SEE_PINS), expected, "%s: %x", texts[i], number);
            cr_assert(ks_see_at_least(&position, move, NULL, expected, KS_SEE_PINS));
            cr_assert(!ks_see_at_least(&position, move, NULL, expected + 1, KS_SEE_PINS));
        }
    }
}

/* Every kernel's name chooses a build. */
Test(exchange, each_kernel_answers) {
    const ks_position position = read_position(KIWIPETE, KS_FEN_DEFAULT);
    size_t kernels;
    const ks_kernel *const *const all = ks_kernel_get_all(&kernels);
    for (size_t i = 0; i < kernels; i++)
        if (ks_kernel_select(all[i]->name, NULL) == KS_OK) {
            cr_expect_eq(ks_see(&position, move_of("f3f6", KS_MOVE_PLAIN), NULL, 0), -600);
            cr_expect(ks_see_at_least(&position, move_of("e2a6", KS_MOVE_PLAIN), NULL, 0, 0));
        }
    ks_kernel_select(NULL, NULL);
}
