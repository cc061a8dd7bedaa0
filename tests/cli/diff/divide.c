/* Tests how the lines of an engine's perft are read: moves with counts, totals, and all else. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/positions/divide.h"

static enum divide_line read_line(struct divide *divide, const char *line) {
    return divide_read(divide, line, strlen(line));
}

Test(divide, moves) {
    static const struct {
        const char *line, *text;
        uint64_t count;
    } lines[] = {
        {"e2e4: 20", "e2e4", 20},
        {"e2e4 20", "e2e4", 20},
        {"e2e4 - 20 ", "e2e4", 20},
        {"e2e4: - 20", "e2e4", 20},
        {"e2e4:20", "e2e4", 20},
        {"e7e8Q=1", "e7e8q", 1},
        {"a1a2: 18446744073709551615", "a1a2", UINT64_MAX},
        {"e9z1: 0", "e9z1", 0},
        {"e2-e4: 20", "e2-e4", 20},
        {"e2e4e2e4e2e4e2e4: 1", "e2e4e2e4e2e4e2e", 1},
        {"e2e4,e4e5: 21", "e2e4,e4e5", 21},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct divide divide = {0};
        cr_expect_eq(read_line(&divide, lines[i].line), DIVIDE_MOVE, "%s", lines[i].line);
        cr_assert_eq(divide.count, 1);
        cr_expect_str_eq(divide.entries[0].text, lines[i].text);
        cr_expect_eq(divide.entries[0].count, lines[i].count);
        cr_expect_not(divide.has_total);
    }
}

Test(divide, totals) {
    static const char *const lines[] = {"Nodes searched: 400",     "nodes 400", "Total: 400", "400", "  400 ",
                                        "TOTAL NODES = 400 (2 ms)"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct divide divide = {0};
        cr_expect_eq(read_line(&divide, lines[i]), DIVIDE_TOTAL, "%s", lines[i]);
        cr_expect(divide.has_total && divide.total == 400 && divide.count == 0, "%s", lines[i]);
    }
}

Test(divide, other_lines) {
    static const char *const lines[] = {"",
                                        " ",
                                        "info depth 1 nodes 20",
                                        "info nodes 20",
                                        "Nodes searched: many",
                                        "Nodes searched: 1.5",
                                        "400 ms",
                                        "Time: 400",
                                        "e2e4",
                                        "e2e4 e7e5",
                                        "e2: 20",
                                        "Nf3: 20",
                                        "-",
                                        "bestmove e2e4"};
    struct divide divide = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        cr_expect_eq(read_line(&divide, lines[i]), DIVIDE_OTHER, "%s", lines[i]);
    cr_expect(divide.count == 0 && !divide.has_total);
}

/* Below 0, larger than 64 bits, or no number after the colon. */
Test(divide, texts_that_are_not_counts) {
    static const char *const lines[] = {"e2e4: -1",
                                        "e2e4 -1",
                                        "e2e4 - -1",
                                        "e2e4=-20x",
                                        "e2e4: -20x",
                                        "e2e4:",
                                        "e2e4: many",
                                        "a1a2: 18446744073709551616",
                                        "a1a2: 99999999999999999999999999999999999999999",
                                        "Nodes searched: -1",
                                        "total=-400",
                                        "Nodes searched: 18446744073709551616",
                                        "18446744073709551616"};
    struct divide divide = {0};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        cr_expect_eq(read_line(&divide, lines[i]), DIVIDE_WRONG, "%s", lines[i]);
    cr_expect(divide.count == 0 && !divide.has_total);
}

Test(divide, more_moves_than_any_position_has) {
    struct divide divide = {0};
    for (unsigned i = 0; i < ANY_MOVES_MAX; i++)
        cr_assert_eq(read_line(&divide, "e2e4: 1"), DIVIDE_MOVE);
    cr_expect_eq(read_line(&divide, "e2e4: 1"), DIVIDE_FULL);
    cr_expect_eq(divide.count, ANY_MOVES_MAX);
}
