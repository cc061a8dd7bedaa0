/* Tests the random boards of `kingscan fuzz`: they are repeated by their seed, differ from each other, and
 * are of every kind. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "cli/random/boards.h"
#include "support/kernels/question.h"
#include "support/kernels/usable.h"

static void expect_same_boards(struct boards *a, struct boards *b, unsigned count) {
    struct question p, q;
    for (unsigned i = 0; i < count; i++) {
        boards_next(a, &p);
        boards_next(b, &q);
        cr_assert(same_question(&p, &q), "board %u", i);
    }
}

Test(boards, same_seed_brings_the_same_boards) {
    static struct boards a, b;
    boards_start(&a, 7);
    boards_start(&b, 7);
    expect_same_boards(&a, &b, 2 * BOARD_ROUND + 100);
}

Test(boards, seed_of_a_round_brings_it_back) {
    static struct boards a, b;
    struct question question;
    boards_start(&a, 7);
    for (unsigned i = 0; i < BOARD_ROUND; i++)
        boards_next(&a, &question);
    b = a;
    boards_next(&b, &question);
    cr_assert_neq(b.seed, 7);
    boards_start(&b, b.seed);
    expect_same_boards(&a, &b, BOARD_ROUND);
}

static uint64_t hash(const struct question *question) {
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (unsigned i = 0; i < KS_SQUARES; i++)
        h = (h ^ question->board[i]) * 1099511628211u;
    return h;
}

static int by_value(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* "boards tried" would otherwise exaggerate. The few that occur again are almost empty, or other spellings of
 * a set. */
Test(boards, nearly_all_are_different) {
    enum { COUNT = 200000 };
    static struct boards boards;
    static uint64_t hashes[COUNT];
    struct question question;
    unsigned different = 1;
    boards_start(&boards, 3);
    for (unsigned i = 0; i < COUNT; i++) {
        boards_next(&boards, &question);
        hashes[i] = hash(&question);
    }
    qsort(hashes, COUNT, sizeof *hashes, by_value);
    for (unsigned i = 1; i < COUNT; i++)
        different += hashes[i] != hashes[i - 1];
    cr_expect(different > COUNT / 100 * 95, "%u of %d boards are different", different, COUNT);
}

Test(boards, all_kinds_of_questions_come) {
    static struct boards boards;
    struct question question;
    unsigned squares[KS_SQUARES] = {0}, sides[2] = {0}, sets[2][2] = {{0}}, attacked[2] = {0}, any_bytes = 0,
             few = 0, many = 0;
    boards_start(&boards, 5);
    for (unsigned i = 0; i < 100000; i++) {
        unsigned pieces = 0;
        boards_next(&boards, &question);
        squares[question.square]++;
        sides[question.side]++;
        any_bytes += question.any_bytes;
        if (question.set) {
            sets[question.set->wide][question.set->a1_first]++;
            continue;
        }
        for (unsigned square = 0; square < KS_SQUARES; square++)
            pieces += question.board[square] != KS_EMPTY;
        few += pieces <= 4;
        many += pieces >= 40;
        attacked[reference()->in_check(question.board, question.square, question.side)]++;
    }
    for (unsigned square = 0; square < KS_SQUARES; square++)
        cr_expect(squares[square] > 100, "square %u is asked %u times", square, squares[square]);
    for (unsigned i = 0; i < 2; i++) {
        cr_expect(sides[i] > 40000);
        cr_expect(attacked[i] > 20000);
        cr_expect(sets[i][0] > 1000 && sets[i][1] > 1000);
    }
    cr_expect(any_bytes > 5000 && few > 5000 && many > 5000);
}
