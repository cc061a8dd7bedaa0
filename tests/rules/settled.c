/* Compares every build's answer about settled positions, and the whole, with the definition, which asks the
 * reference about each capture. */
#include "rules/generator/settled.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>

#include "cli/random/games.h"
#include "rules/exchange_reference.h"
#include "rules/generator/generator.h"
#include "rules/position.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/thorough.h"

static const void *generators[TIERS];
static size_t count;

static void find_builds(void) {
    count = ks_usable_generators(generators);
}

TestSuite(settled, .init = find_builds);

/* ---- The definition ---- */

static bool wins(const ks_position *position, ks_move move, int least) {
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        return false;
    return is_promotion(move) || (position->board[capture_square(move)] != KS_EMPTY &&
                                  ks_see_reference(position, move, ks_usual_values, true) >= least);
}

/* Asks moves from some squares to some. passing says whether those en passant count. */
static bool any_wins(const ks_position *position, uint64_t from, uint64_t to, bool passing, int least) {
    ks_move_list list;
    ks_legal_moves(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        const ks_move move = list.moves[i];
        if ((passing || KS_MOVE_KIND(move) != KS_MOVE_EN_PASSANT) && from >> KS_MOVE_FROM(move) & 1 &&
            to >> KS_MOVE_TO(move) & 1 && wins(position, move, least))
            return true;
    }
    return false;
}

/* ---- The builds ---- */

static void complain(const char *who, const ks_position *position, int least, bool settled) {
    char fen[KS_FEN_SIZE];
    ks_write_x_fen(position, fen);
    cr_assert_fail("%s: %s with %d: expected %s", who, fen, least, settled ? "settled" : "unsettled");
}

static void expect_build(const struct generator *generator, const ks_position *position, int least,
                         bool winning) {
    struct captures captures = {0, 0};
    const enum settling settling =
        generator->settling(position->board, position->side_to_move, least, &captures);
    const bool found = settling == ASK_CAPTURES ? any_wins(position, captures.from, captures.to, false, least)
                                                : settling == UNSETTLED;
    if (found != winning)
        complain(generator->name, position, least, !winning);
}

static void expect_answers(const ks_position *position, int least) {
    const uint64_t all = ~(uint64_t)0;
    const bool checked = checkers_of(position), winning = any_wins(position, all, all, false, least);
    const bool settled = !checked && !any_wins(position, all, all, true, least);
    for (size_t g = 0; g < count && !checked; g++)
        expect_build(generators[g], position, least, winning);
    if (ks_is_settled(position, least) != settled)
        complain("ks_is_settled", position, least, settled);
    if (!checked && position->private_capturable == KS_NO_SQUARE &&
        ks_is_settled_board(position->board, position->side_to_move, least) != settled)
        complain("ks_is_settled_board", position, least, settled);
}

static void expect_settled(const ks_position *position) {
    static const int far[] = {INT_MIN, INT_MAX, -901, 901};
    static uint64_t state = 1;
    expect_answers(position, 0);
    expect_answers(position, random_below(&state, 8) ? (int)random_below(&state, 41) * 50 - 1000
                                                     : far[random_below(&state, LENGTH(far))]);
}

Test(settled, agrees_in_random_games) {
    static struct games games;
    games_start(&games, NULL, 2);
    for (unsigned left = amount_of(100000); left > 0; left--) {
        ks_move_list legal;
        any_move any[KS_MOVES_MAX];
        const size_t listed = ks_legal_moves(&games.position.chess, &legal);
        expect_settled(&games.position.chess);
        for (size_t i = 0; i < listed; i++)
            any[i] = legal.moves[i];
        games_next(&games, any, listed);
    }
}

Test(settled, agrees_on_hard_positions) {
    each_hard_position(expect_settled);
}

Test(settled, agrees_on_real_positions) {
    size_t positions;
    const real_position *const real = real_positions(&positions);
    for (size_t i = 0; i < positions; i += stride())
        expect_settled(&real[i].position);
}

/* Few pieces: kings, and sliders that look at them through others. Some have no king, or two. */
Test(settled, agrees_on_strewn_boards) {
    static const uint8_t pieces[] = {KS_WHITE_BISHOP, KS_WHITE_ROOK,  KS_WHITE_QUEEN,  KS_WHITE_KNIGHT,
                                     KS_WHITE_PAWN,   KS_BLACK_QUEEN, KS_BLACK_ROOK,   KS_BLACK_BISHOP,
                                     KS_BLACK_PAWN,   KS_BLACK_PAWN,  KS_BLACK_KNIGHT, KS_BLACK_KING};
    uint64_t state = 3;
    for (unsigned left = amount_of(200000); left > 0; left--) {
        uint8_t board[64] = {0};
        ks_position position;
        const unsigned kinds = (unsigned)LENGTH(pieces) - (random_below(&state, 16) > 0);
        for (unsigned more = random_below(&state, 24); more > 0; more--)
            board[random_below(&state, KS_SQUARES)] = pieces[random_below(&state, kinds)];
        board[random_below(&state, KS_SQUARES)] = KS_BLACK_KING;
        board[random_below(&state, KS_SQUARES)] = KS_WHITE_KING;
        if (ks_position_from_board(board, KS_WHITE, 0, KS_NO_SQUARE, KS_FEN_LENIENT, &position, NULL) ==
            KS_OK)
            expect_settled(&position);
    }
}
