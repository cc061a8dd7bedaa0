/* Which path a call takes. The slow path is right too, so all other tests would pass if a fast one silently
 * stopped working; these tests count its calls. The linker puts the functions of this file before the
 * library's of the same names (WATCHED in the Makefile). */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <string.h>

#include "core/fen/fields.h"
#include "kingscan.h"
#include "rules/movegen_reference.h"
#include "rules/second_look.h"
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
WATCH(int, ks_read_side, (reader * r, uint8_t *side), (r, side))
WATCH(size_t, ks_read_castling_letters, (const char *text, size_t at, ks_position *position),
      (text, at, position))

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
    const ks_position position = read_position(fen, KS_LENIENT);
    ks_move moves[KS_MOVES_MAX];
    CALLS(ks_legal_moves_reference);
    ks_legal_moves(&position, moves);
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
