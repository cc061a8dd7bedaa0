/* kingscan check --sum: the sum of tables of parts is the table of all. */
#include <criterion/criterion.h>

#include "support/run.h"

#define POSITIONS "\"$top/tests/data/positions.epd\""
#define IN_PARTS                                                                                             \
    "top=$PWD\n" IN_NEW_DIRECTORY "split -n l/7 " POSITIONS " part.\n"                                       \
    "for part in part.*; do $KINGSCAN check --count $part >$part.table; done\n"

Test(check_sum, parts_add_up_to_the_whole) {
    expect_run(IN_PARTS
               "cat part.*.table | $KINGSCAN check --sum >sum; $KINGSCAN check --sum part.*.table >same\n"
               "$KINGSCAN check --count " POSITIONS " | cmp - sum; cmp sum same",
               0, "", "");
    expect_run(
        "printf 'safe\\t1\\ncheck\\t2\\ndouble-check\\t3\\ncheckmate\\t4\\nstalemate\\t5\\ntotal\\t15\\n' | "
        "$KINGSCAN check --sum --json",
        0, "{\"safe\":1,\"check\":2,\"double-check\":3,\"checkmate\":4,\"stalemate\":5,\"total\":15}\n", "");
}

#define TABLE                                                                                                \
    "printf 'safe\\t1\\ncheck\\t2\\ndouble-check\\t3\\ncheckmate\\t4\\nstalemate\\t5\\ntotal\\t15\\n'"

#define TABLE_OF(safe, check, total)                                                                         \
    "printf 'safe\\t" safe "\\ncheck\\t" check                                                               \
    "\\ndouble-check\\t0\\ncheckmate\\t0\\nstalemate\\t0\\ntotal\\t" total "\\n'\n"
#define MOST "18446744073709551615"

Test(check_sum, sums_beyond_64_bits_are_errors) {
    expect_run("{ " TABLE_OF(MOST, "1", "0") "} | $KINGSCAN check --sum", 1, "",
               "-:6:1: error: expected the sum of the rows\n");
    expect_run("{ " TABLE_OF(MOST, "0", MOST) TABLE_OF("0", "1", "1") "} | $KINGSCAN check --sum", 1, "",
               "-:12:1: error: the sum of all tables is larger than 64 bits can hold\n");
    expect_run("{ " TABLE_OF(MOST, "0", MOST) "} | $KINGSCAN check --sum | tail -n 1 | cut -f 2", 0,
               MOST "\n", "");
}

Test(check_sum, wrong_tables_have_no_sum) {
    expect_run(TABLE " | sed 2d | $KINGSCAN check --sum 2>&1 | head -n 1", 0,
               "-:2:1: error: expected 'check', a tab and a count, as 'kingscan check --count' prints\n", "");
    expect_run(TABLE " | sed 2s/2/3/ | $KINGSCAN check --sum", 1, "",
               "-:6:1: error: expected the sum of the rows\n");
    expect_run(TABLE " | head -n 4 | $KINGSCAN check --sum", 1, "",
               "-:4:1: error: the table is cut short: expected its total\n");
    expect_run(TABLE " | sed s/1$/18446744073709551616/ | $KINGSCAN check --sum 2>&1 | head -n 1", 0,
               "-:1:1: error: expected 'safe', a tab and a count, as 'kingscan check --count' prints\n", "");
    expect_run("$KINGSCAN check --sum </dev/null", 1, "",
               "-:1:1: error: expected a table as 'kingscan check --count' prints, found none\n");
    expect_run("$KINGSCAN check --sum /nowhere", 2, "",
               "kingscan check: /nowhere: No such file or directory\n");
    expect_run("$KINGSCAN check --sum --count </dev/null", 2, "",
               "kingscan check: --sum doesn't go with --count\ntry 'kingscan check --help'\n");
}
