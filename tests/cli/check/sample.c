/* Tests that kingscan check --sample takes the same positions by the same seed from data of all kinds, by the
 * draws that the tests make themselves. */
#define _GNU_SOURCE /* mempcpy */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/run.h"

/* Splitmix64 (G. Steele, D. Lea, C. Flood, 2014), started at the seed: a number from 0 to 1. */
static double draw(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

/* Expects the drawn lines of the output that there is without --sample. */
static void expect_sample(const char *input) {
    char command[256];
    uint64_t state = 7;
    size_t all = 0, taken = 0;
    snprintf(command, sizeof command, "$KINGSCAN check --print fen %s", input);
    struct ran ran = run_shell(command);
    cr_assert_eq(ran.status, 0, "%s", ran.err);
    char *const expected = calloc(1, ran.out_length + 1);
    cr_assert(expected);
    char *to = expected;
    for (const char *line = ran.out, *end; *line; line = end, all++) {
        end = strchr(line, '\n') + 1;
        if (draw(&state) < 0.25) {
            to = mempcpy(to, line, (size_t)(end - line));
            taken++;
        }
    }
    cr_assert(taken > 0 && taken < all, "%zu of %zu", taken, all);
    snprintf(command, sizeof command, "$KINGSCAN check --print fen --sample .25 --seed 7 --jobs 2 %s", input);
    expect_run(command, 0, expected, "");
    snprintf(command, sizeof command,
             "$KINGSCAN check --count --sample .25 --seed 7 %s | sed -n 's/^total.\\([0-9]*\\).*/\\1/p'",
             input);
    char count[32];
    snprintf(count, sizeof count, "%zu\n", taken);
    expect_run(command, 0, count, "");
    free(expected);
    free_ran(&ran);
}

Test(check_sample, lines_games_and_data) {
    expect_sample("tests/data/positions.epd");
    expect_sample("tests/data/opera.pgn");
    expect_sample("examples/data.plain examples/data.plain examples/data.plain examples/data.plain");
}
