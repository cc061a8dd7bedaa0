/* What KS_POSSIBLE takes, against what python-chess says of mutated positions: tests/data/possible.tsv, made
 * by tests/peers/strict_against_python_chess.py. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"

enum { LINES_MIN = 1000, VALID_MIN = 400 };

Test(possible, is_what_python_chess_calls_valid) {
    static char line[256];
    unsigned lines = 0, found = 0;
    FILE *const file = fopen("tests/data/possible.tsv", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        ks_position position;
        char *const status = strchr(line, '\t');
        cr_assert_not_null(status, "%s", line);
        const int valid = strcmp(status, "\tVALID\n") == 0;
        const int code = ks_read_fen(line, (size_t)(status - line), KS_STRICT | KS_POSSIBLE, &position, NULL);
        cr_expect_eq(code == KS_OK, valid, "code %d: %s", code, line);
        lines++;
        found += code == KS_OK;
    }
    fclose(file);
    cr_assert_geq(lines, LINES_MIN);
    cr_assert_geq(found, VALID_MIN);
    cr_assert_geq(lines - found, VALID_MIN);
}

/* Text is judged as its lines are one by one. */
Test(possible, in_a_text_of_many_lines) {
    static char text[1 << 18];
    static ks_checked_line lines[1 << 12];
    ks_text_cursor cursor = {0, 0};
    FILE *const file = fopen("tests/data/possible.tsv", "r");
    cr_assert_not_null(file);
    const size_t n = fread(text, 1, sizeof text, file);
    fclose(file);
    for (char *tab = memchr(text, '\t', n); tab; tab = memchr(tab, '\t', (size_t)(text + n - tab)))
        memset(tab, ';', 1);
    const size_t count = ks_check_epd(text, n, KS_STRICT | KS_POSSIBLE, &cursor, lines, 1 << 12);
    cr_assert_geq(count, LINES_MIN);
    for (size_t i = 0; i < count; i++) {
        ks_position position;
        const int code =
            ks_read_fen(text + lines[i].offset, lines[i].length, KS_STRICT | KS_POSSIBLE, &position, NULL);
        cr_expect_eq(code == KS_OK, lines[i].verdict != KS_VERDICTS, "line %zu", i + 1);
        cr_expect(code != KS_OK || memcmp(text + lines[i].offset + lines[i].length - 5, "VALID", 5) == 0);
    }
}
