/* Tests the quick reader of moves in UCI, by their squares. The exact reader, which has the last word,
 * answers alike when the quick one is turned off: the linker puts a function of this file before the
 * library's (WATCHED in tests.mk). */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/random/positions.h"
#include "rules/notation/notation.h"
#include "support/explain_copy.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

static bool is_off;

bool __real_ks_read_uci(const ks_position *position, const char *text, size_t length, ks_move *move);
bool __wrap_ks_read_uci(const ks_position *position, const char *text, size_t length, ks_move *move);
bool __wrap_ks_read_uci(const ks_position *position, const char *text, size_t length, ks_move *move) {
    return !is_off && __real_ks_read_uci(position, text, length, move);
}

struct answer {
    int code;
    ks_move move;
    ks_error error;
};

static struct answer ask(const ks_position *position, const char *text, size_t length, bool quickly) {
    struct answer answer = {.move = KS_NO_MOVE};
    is_off = !quickly;
    answer.code = explain_copy(position, text, length, &answer.move, &answer.error);
    is_off = false;
    return answer;
}

/* ---- All squares ---- */

/* Expects that what the quick reader reads is what the exact reader reads. */
static void expect_equal_readings(const ks_position *position) {
    static const char promotions[] = " nbrqkQ";
    char text[] = "a1a1q", fen[KS_FEN_SIZE];
    for (unsigned from = 0; from < KS_SQUARES; from++)
        for (unsigned to = 0; to < KS_SQUARES; to++)
            for (const char *promotion = promotions; *promotion; promotion++) {
                const size_t length = promotion == promotions ? 4 : 5;
                ks_move move;
                memcpy(text, ks_square_name(from), 2);
                memcpy(text + 2, ks_square_name(to), 2);
                text[4] = *promotion;
                if (!ks_read_uci(position, text, length, &move))
                    continue;
                const struct answer exact = ask(position, text, length, false);
                ks_write_x_fen(position, fen);
                cr_assert_eq(exact.code, KS_OK, "%s: %s: %s", fen, text, exact.error.message);
                cr_assert_eq(exact.move, move, "%s: %s", fen, text);
            }
}

/* Expects that each legal move is read as it is written. */
static void expect_readings_of_all_moves(const ks_position *position) {
    ks_move_list legal;
    ks_move move;
    char text[KS_UCI_SIZE], fen[KS_FEN_SIZE];
    for (size_t i = ks_legal_moves(position, &legal); i-- > 0;)
        for (unsigned flags = 0; flags <= KS_UCI_CHESS960; flags += KS_UCI_CHESS960) {
            const size_t length = ks_write_uci(position, legal.moves[i], flags, text);
            ks_write_x_fen(position, fen);
            cr_assert(ks_read_uci(position, text, length, &move), "%s: %s", fen, text);
            cr_assert_eq(move, legal.moves[i], "%s: %s", fen, text);
        }
}

static void expect_right_readings(const ks_position *position) {
    expect_equal_readings(position);
    expect_readings_of_all_moves(position);
}

Test(read_uci, all_squares_of_real_positions) {
    const size_t every = is_thorough() ? 1 : SLOW ? 400 : 10 * stride();
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += every)
        expect_right_readings(&real[i].position);
}

Test(read_uci, all_squares_of_the_hard_set) {
    each_hard_position(expect_right_readings);
}

/* Half of them are starts of Chess960, where castling has many forms; the others have pawns anywhere and
 * several enemy kings. */
Test(read_uci, all_squares_of_random_starts) {
    uint64_t state = 30;
    for (unsigned left = is_thorough() ? 100000 : SLOW ? 100 : 5000 / stride(); left > 0; left--) {
        ks_position position;
        random_chess_start(&state, &position);
        expect_right_readings(&position);
    }
}

/* Castling by the king's two squares is written where chess has it; the exact reader takes it from e1 and e8
 * with any rook. */
Test(read_uci, castling_is_read_as_it_is_written) {
    static const struct {
        const char *fen, *text;
        bool is_written, is_legal;
    } rows[] = {{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", true, true},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true, true},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", true, true},
                {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1b1", false, false},
                {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", false, false},
                {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", true, true},
                {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1g1", false, true},
                {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", true, true},
                {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", true, true},
                {"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1c1", false, true},
                {"4k3/8/8/8/8/8/8/3K3R w H - 0 1", "d1g1", false, false},
                {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", true, true},
                {"r3k3/4K3/8/8/8/8/8/8 w q - 0 1", "e7e8", false, false},
                {"3r2k1/4K3/8/8/8/8/8/8 w d - 0 1", "e7d8", true, true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_position position = read_position(rows[i].fen, KS_FEN_LENIENT);
        ks_move move;
        cr_expect_eq(ks_read_uci(&position, rows[i].text, 4, &move), rows[i].is_written, "%s: %s",
                     rows[i].fen, rows[i].text);
        cr_expect_eq(ask(&position, rows[i].text, 4, true).code == KS_OK, rows[i].is_legal, "%s: %s",
                     rows[i].fen, rows[i].text);
    }
}

/* ---- Any text ---- */

/* Changes letters of a move, mostly into other letters of moves, or its length. */
static size_t spoil(uint64_t *state, char text[8], size_t length) {
    static const char letters[] = "abcdefgh12345678nbrqkNBRQKOx=+-i90";
    for (unsigned changes = random_below(state, 3); changes > 0; changes--)
        text[random_below(state, 6)] = random_below(state, 20)
                                           ? letters[random_below(state, sizeof letters - 1)]
                                           : (char)random_below(state, 256);
    return random_below(state, 3) ? length : random_below(state, 7);
}

Test(read_uci, spoilt_moves_are_answered_as_by_the_exact_reader) {
    uint64_t state = 31;
    unsigned read = 0;
    for (unsigned left = is_thorough() ? 100000 : SLOW ? 200 : 4000 / stride(); left > 0; left--) {
        ks_position position;
        ks_move_list legal;
        random_chess_start(&state, &position);
        const size_t count = ks_legal_moves(&position, &legal);
        for (unsigned i = 0; i < 20 && count > 0; i++) {
            char text[8] = "e2e4q?!";
            const ks_move move = legal.moves[random_below(&state, (unsigned)count)];
            const size_t length = spoil(
                &state, text, ks_write_uci(&position, move, KS_UCI_CHESS960 * random_below(&state, 2), text));
            const struct answer quick = ask(&position, text, length, true),
                                exact = ask(&position, text, length, false);
            cr_assert_eq(quick.code, exact.code, "%s: %s", text, exact.error.message);
            cr_assert_eq(quick.move, exact.move, "%s", text);
            cr_assert_eq(quick.error.offset, exact.error.offset, "%s", text);
            cr_assert_str_eq(quick.error.message, exact.error.message, "%s", text);
            read += quick.code == KS_OK;
        }
    }
    cr_expect_gt(read, 20000 / stride());
}
