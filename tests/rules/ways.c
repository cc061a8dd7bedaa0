/* Tests which path a call takes. The slow path is right too, so all other tests would pass if a fast one
 * silently stopped working; these tests count its calls. The linker puts the functions of this file before
 * the library's of the same names (WATCHED in tests/tests.mk). */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <string.h>

#include "core/fen/fields.h"
#include "game/pgn/reader.h"
#include "kingscan.h"
#include "rules/explain/move_text.h"
#include "rules/movegen_reference.h"
#include "rules/verdict.h"
#include "support/fen.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/positions.h"

#define WATCH(result, name, parameters, arguments)                                                           \
    static atomic_uint calls_of_##name;                                                                      \
    result __real_##name parameters;                                                                         \
    result __wrap_##name parameters;                                                                         \
    result __wrap_##name parameters {                                                                        \
        atomic_fetch_add_explicit(&calls_of_##name, 1, memory_order_relaxed);                                \
        return __real_##name arguments;                                                                      \
    }

WATCH(size_t, ks_legal_moves_reference, (const ks_position *position, ks_move moves[KS_MOVES_MAX]),
      (position, moves))
WATCH(enum ks_verdict, ks_judge, (const ks_position *position, uint64_t *checkers), (position, checkers))
WATCH(int, ks_read_fen,
      (const char *text, size_t length, unsigned flags, ks_position *position, ks_error *error),
      (text, length, flags, position, error))
WATCH(int, ks_read_said, (const char *text, size_t length, struct said *said, ks_error *error),
      (text, length, said, error))
WATCH(int, ks_read_side, (reader * r, uint8_t *side), (r, side))
WATCH(size_t, ks_read_castling_letters, (const char *text, size_t at, ks_position *position),
      (text, at, position))

WATCH(size_t, ks_legal_moves_between,
      (const ks_position *position, uint64_t from, uint64_t to, ks_move_list *list),
      (position, from, to, list))
WATCH(bool, ks_read_token, (struct ks_pgn * pgn), (pgn))

/* Boards that are looked at again: those where any move settles the verdict, and the others. */
static atomic_uint calls_of_look_for_a_move, calls_of_second_look;
void __real_ks_settle_verdicts(struct second_look *looks, size_t count);
void __wrap_ks_settle_verdicts(struct second_look *looks, size_t count);
void __wrap_ks_settle_verdicts(struct second_look *looks, size_t count) {
    for (size_t i = 0; i < count; i++)
        atomic_fetch_add_explicit(looks[i].quiet ? &calls_of_look_for_a_move : &calls_of_second_look, 1,
                                  memory_order_relaxed);
    __real_ks_settle_verdicts(looks, count);
}

/* The number of calls of a function, or of boards, since the last use of CALLS. */
#define CALLS(name) atomic_exchange(&calls_of_##name, 0)

/* ---- Moves ---- */

/* Asks each question about moves once; returns the number of questions that the reference answered. */
static unsigned questions_to_the_reference(const char *fen) {
    const ks_position position = read_position(fen, KS_FEN_LENIENT);
    ks_move_list legal;
    CALLS(ks_legal_moves_reference);
    ks_legal_moves(&position, &legal);
    unsigned asked = CALLS(ks_legal_moves_reference) > 0;
    ks_has_legal_move(&position);
    asked += CALLS(ks_legal_moves_reference) > 0;
    ks_perft(&position, 2);
    return asked + (CALLS(ks_legal_moves_reference) > 0);
}

Test(ways, moves_are_found_by_the_fast_generator) {
    static const char *const texts[] = {START, KIWIPETE, KINGS, "4k3/QQQ5/8/8/8/8/8/4K3 w - - 0 1",
                                        "4k3/qqq5/8/8/8/8/8/3QK3 b - - 0 1"};
    for (size_t i = 0; i < LENGTH(texts); i++)
        cr_expect_eq(questions_to_the_reference(texts[i]), 0, "%s", texts[i]);
}

/* The side to move always has one king, so only the second ply of perft is the reference's. */
Test(ways, the_reference_finds_moves_against_no_king_or_several) {
    cr_expect_eq(questions_to_the_reference("8/1p6/8/8/8/8/8/K7 w - - 0 1"), 1);
    cr_expect_eq(questions_to_the_reference("8/1q6/8/8/8/8/8/K7 w - - 0 1"), 1);
    cr_expect_eq(questions_to_the_reference("kk6/8/8/8/8/8/8/K7 w - - 0 1"), 1);
    cr_expect_eq(questions_to_the_reference("k7/8/8/8/8/8/8/KK6 b - - 0 1"), 1);
    cr_expect_eq(questions_to_the_reference("k7/8/8/8/8/8/8/Q7 b - - 0 1"), 1);
}

/* Every legal move as SAN, also with "!?" instead of marks of check, and as UCI. */
Test(ways, usual_moves_are_read_by_the_short_way) {
    static const char *const texts[] = {START,
                                        KIWIPETE,
                                        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
                                        "r3k2r/P6P/8/3pP3/8/8/p6p/R3K2R w KQkq d6 0 1",
                                        "r3k2r/P6P/8/8/3pP3/8/p6p/R3K2R b KQkq e3 0 1",
                                        "4k3/8/8/R6R/8/R1N1N3/8/1K6 w - - 0 1",
                                        "3k4/1P6/8/8/8/8/8/R3R1K1 w - - 0 1"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        const ks_position position = read_position(texts[i], 0);
        ks_move_list legal;
        ks_move move;
        for (size_t left = ks_legal_moves(&position, &legal); left > 0; left--) {
            char text[KS_SAN_SIZE + 2];
            size_t length = ks_write_san(&position, legal.moves[left - 1], text);
            CALLS(ks_read_said);
            cr_assert_eq(ks_read_move(&position, text, length, &move, NULL), KS_OK, "%s", text);
            cr_expect_eq(move, legal.moves[left - 1], "%s", text);
            length = strcspn(text, "+#");
            strcpy(text + length, "!?");
            cr_assert_eq(ks_read_move(&position, text, length + 2, &move, NULL), KS_OK, "%s", text);
            cr_expect_eq(move, legal.moves[left - 1], "%s", text);
            length = ks_write_uci(&position, legal.moves[left - 1], 0, text);
            cr_assert_eq(ks_read_move(&position, text, length, &move, NULL), KS_OK, "%s", text);
            cr_expect_eq(move, legal.moves[left - 1], "%s", text);
            cr_expect_eq(CALLS(ks_read_said), 0, "%s", text);
        }
    }
}

/* ---- Text ---- */

enum way { PLAIN, BY_LETTERS, EXACT };

static enum way way_of(const char *fen) {
    ks_position position;
    CALLS(ks_read_castling_letters);
    CALLS(ks_read_side);
    cr_assert_eq(ks_read_fen(fen, strlen(fen), 0, &position, NULL), KS_OK, "%s", fen);
    const unsigned letters = CALLS(ks_read_castling_letters);
    return CALLS(ks_read_side) ? EXACT : letters ? BY_LETTERS : PLAIN;
}

Test(ways, lines_are_read_in_the_expected_way) {
    static const struct {
        const char *fen;
        enum way way;
    } lines[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", PLAIN}, {"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 345", PLAIN},
        {"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", PLAIN},    {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", BY_LETTERS},
        {"r2k3r/8/8/8/8/8/8/R3K2R w KQ - 0 1", PLAIN},   {"r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", BY_LETTERS},
        {"r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", EXACT},     {"4k3/8/8/8/8/8/8/4K3  w - - 0 1", EXACT},
    };
    for (size_t i = 0; i < LENGTH(lines); i++)
        cr_expect_eq(way_of(lines[i].fen), lines[i].way, "%s: %d", lines[i].fen, way_of(lines[i].fen));
}

/* Joins real lines. The last bytes of a text are read one by one, so the caller adds some lines at the
 * end. */
static size_t join_lines(char *text, size_t size, const real_position *real, size_t count) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(real[i].line);
        cr_assert_lt(n + length + 1, size);
        memcpy(text + n, real[i].line, length);
        text[n + length] = '\n';
        n += length + 1;
    }
    return n;
}

/* Every kernel reads 3 of 2000 lines exactly and settles them by listing moves; 721 lines need a look for a
 * move, 223 a second look. */
Test(ways, the_first_look_settles_most_real_lines) {
    enum { LINES = 2000, BEHIND = 8 };
    static char text[(LINES + BEHIND) * 160];
    static ks_checked_line checked[LINES];
    const ks_kernel *kernels[KERNELS_MAX];
    size_t count;
    const real_position *real = real_positions(&count);
    const size_t n = join_lines(text, sizeof text, real, LINES + BEHIND);
    for (size_t i = usable_kernels(kernels); i-- > 0;) {
        ks_text_cursor cursor = {0};
        cr_assert_eq(ks_kernel_select(kernels[i]->name, NULL), KS_OK);
        CALLS(ks_read_fen), CALLS(ks_judge), CALLS(look_for_a_move), CALLS(second_look);
        cr_assert_eq(ks_check_epd(text, n, 0, &cursor, checked, LINES), LINES);
        cr_expect_leq(CALLS(ks_read_fen), LINES / 100, "%s", kernels[i]->name);
        cr_expect_leq(CALLS(ks_judge), LINES / 100, "%s", kernels[i]->name);
        cr_expect_leq(CALLS(look_for_a_move), LINES / 2, "%s", kernels[i]->name);
        cr_expect_leq(CALLS(second_look), LINES / 5, "%s", kernels[i]->name);
    }
}

/* ---- Games ---- */

/* Plays the moves of a game; returns the number of moves for which the generator was asked. */
static unsigned moves_by_the_generator(const char *text, unsigned moves) {
    ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), 0, NULL);
    unsigned count = 0;
    CALLS(ks_legal_moves_between), CALLS(ks_read_token);
    cr_assert(ks_pgn_next_game(pgn));
    while (ks_pgn_next_move(pgn))
        count++;
    cr_expect_null(ks_pgn_get_error(pgn), "%s: %s", text, ks_pgn_get_error(pgn)->message);
    cr_expect_eq(count, moves, "%s: %u", text, count);
    ks_pgn_close(pgn);
    return CALLS(ks_legal_moves_between);
}

Test(ways, usual_moves_are_played_without_the_generator) {
    static const char usual[] =
        "1. e4 { [%clk 0:03:00] } d5 2. exd5 Qxd5 3. Nc3! Qa5?! 4. Nge2 { a knight ( two could go } Nf6 5. "
        "d4 Bg4 6. "
        "f3 Nbd7 7. fxg4 Nxg4 8. h3 e5 9. hxg4 exd4 10. Qxd4 c5 11. Qe4+ Be7 12. Kd1 O-O-O+ 13. Nd5 Rhe8 14. "
        "Rh5 "
        "Nf6 15. Qf5+ Kb8 16. Qxf6?? gxf6 17. Bd2 Rxd5 18. Rxd5 Qa4 19. Kc1 Rd8 20. Rxd8+ Bxd8 *";
    const ks_kernel *kernels[KERNELS_MAX];
    for (size_t i = usable_kernels(kernels); i-- > 0;) {
        cr_assert_eq(ks_kernel_select(kernels[i]->name, NULL), KS_OK);
        cr_expect_eq(moves_by_the_generator(usual, 40), 1, "%s: castling alone", kernels[i]->name);
        cr_expect_eq(moves_by_the_generator("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nge7 4. Ng1 1-0", 7), 0);
        cr_expect_eq(
            moves_by_the_generator("1. d4 Nf6 2. Nc3 e6 3. Bg5 Bb4 4. Nf3 Qe7 5. Ne5 Qd8 6. Nf3 *", 11), 0);
        cr_expect_eq(moves_by_the_generator("[FEN \"4k3/8/8/8/8/8/1r6/K7 w - - 0 1\"] Kxb2 Kd7 Kc3 *", 3), 0);
        cr_expect_eq(moves_by_the_generator("[FEN \"3rk3/8/8/8/8/8/3R4/R2K4 w - - 0 1\"] Rd7 Rc8 *", 2), 0);
        cr_expect_eq(moves_by_the_generator("[FEN \"4k3/8/8/1b6/2Q5/8/4K3/8 w - - 0 1\"] Qxb5+ Kd8 *", 2), 0);
    }
}

/* The exact reader sees what stands between the words and means something. */
Test(ways, words_are_found_ahead) {
    const ks_kernel *kernels[KERNELS_MAX];
    for (size_t i = usable_kernels(kernels); i-- > 0;) {
        cr_assert_eq(ks_kernel_select(kernels[i]->name, NULL), KS_OK);
        moves_by_the_generator("1. e4 { a } e5 $1 { b } 2. Nf3\r\n\tNc6 3. Bb5 {c}{d} a6 1-0", 6);
        cr_expect_leq(CALLS(ks_read_token), 1, "%s: the result", kernels[i]->name);
        moves_by_the_generator("1. e4 (1. d4) e5 2. Nf3 Nc6 3. Bb5 a6", 6);
        cr_expect_leq(CALLS(ks_read_token), 10, "%s: a variation and the end", kernels[i]->name);
    }
}

Test(ways, games_are_skipped_without_their_words) {
    static const char text[] =
        "1. e4 { a } e5 { b } 2. Nf3 Nc6 3. Bb5 {c} a6 1-0 1. d4 Ke4 2. Nf3 Nf6 3. Bf4 *";
    ks_pgn *const pgn = ks_pgn_open_memory(text, strlen(text), 0, NULL);
    CALLS(ks_read_token);
    cr_assert(ks_pgn_next_game(pgn));
    cr_assert(ks_pgn_next_game(pgn));
    cr_expect_leq(CALLS(ks_read_token), 1);
    while (ks_pgn_next_item(pgn))
        ;
    cr_expect_leq(CALLS(ks_read_token), 1, "an illegal move");
    ks_pgn_close(pgn);
}
