/* Compares KS_FEN_POSSIBLE with python-chess on mutated positions: tests/data/possible.tsv, written by
 * tests/peers/strict_against_python_chess.py. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/random.h"

enum { LINES_MIN = 1000, VALID_MIN = 400, TEXT_MAX = 1 << 18 };

static size_t read_text(char text[TEXT_MAX]) {
    FILE *const file = fopen("tests/data/possible.tsv", "r");
    cr_assert_not_null(file);
    const size_t n = fread(text, 1, TEXT_MAX, file);
    fclose(file);
    return n;
}

Test(possible, agrees_with_python_chess) {
    static char line[256];
    unsigned lines = 0, found = 0;
    FILE *const file = fopen("tests/data/possible.tsv", "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        ks_position position;
        char *const status = strchr(line, '\t');
        cr_assert_not_null(status, "%s", line);
        const int valid = strcmp(status, "\tVALID\n") == 0;
        const int code =
            ks_read_fen(line, (size_t)(status - line), KS_FEN_RIGHTS | KS_FEN_POSSIBLE, &position, NULL);
        cr_expect_eq(code == KS_OK, valid, "code %d: %s", code, line);
        lines++;
        found += code == KS_OK;
    }
    fclose(file);
    cr_assert_geq(lines, LINES_MIN);
    cr_assert_geq(found, VALID_MIN);
    cr_assert_geq(lines - found, VALID_MIN);
}

/* A text has the answers of its single lines. */
Test(possible, in_a_text_of_many_lines) {
    static char text[TEXT_MAX];
    static ks_checked_line lines[1 << 12];
    ks_text_cursor cursor = {0, 0};
    const size_t n = read_text(text);
    for (char *tab = memchr(text, '\t', n); tab; tab = memchr(tab, '\t', (size_t)(text + n - tab)))
        memset(tab, ';', 1);
    const size_t count = ks_check_epd(text, n, KS_FEN_RIGHTS | KS_FEN_POSSIBLE, &cursor, lines, 1 << 12);
    cr_assert_geq(count, LINES_MIN);
    for (size_t i = 0; i < count; i++) {
        ks_position position;
        const int code = ks_read_fen(text + lines[i].offset, lines[i].length, KS_FEN_RIGHTS | KS_FEN_POSSIBLE,
                                     &position, NULL);
        cr_expect_eq(code == KS_OK, lines[i].verdict != KS_VERDICTS, "line %zu", i + 1);
        cr_expect(code != KS_OK || memcmp(text + lines[i].offset + lines[i].length - 5, "VALID", 5) == 0);
    }
}

/* Writes white men on rows and black ones on the opposite rows: pawns on four rows, knights on two, from
 * which none gives check. */
static void put_men(char board[64], unsigned side, unsigned pawns, unsigned knights, uint64_t *random) {
    const unsigned flip = side == KS_WHITE ? 0 : 56;
    for (unsigned left = pawns + knights; left > 0;) {
        const bool is_pawn = left <= pawns;
        char *const square =
            &board[(is_pawn ? 16 + random_below(random, 32) : 48 + random_below(random, 16)) ^ flip];
        if (*square != '.')
            continue;
        *square = (is_pawn ? "Pp" : "Nn")[side];
        left--;
    }
}

/* The rows of the men do not matter. */
Test(possible, men_are_counted) {
    enum { LINES = 1 << 10 };
    static char text[LINES * 80 + 100];
    static ks_checked_line lines[LINES];
    ks_text_cursor cursor = {0, 0};
    uint64_t random = 1;
    size_t n = 0, possible = 0;
    for (unsigned i = 0; i < LINES; i++) {
        char board[65] = "";
        memset(board, '.', 64);
        board[KS_SQUARE(0, 7)] = 'K';
        board[KS_SQUARE(7, 0)] = 'k';
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            put_men(board, side, 5 + random_below(&random, 5), 5 + random_below(&random, 5), &random);
        for (unsigned row = 0; row < 8; row++) {
            for (unsigned file = 0; file < 8; file++) {
                const char c = board[8 * row + file];
                if (c != '.')
                    text[n++] = c;
                else if (file > 0 && board[8 * row + file - 1] == '.')
                    text[n - 1]++;
                else
                    text[n++] = '1';
            }
            text[n++] = row < 7 ? '/' : ' ';
        }
        n += (size_t)sprintf(text + n, "%c - -\n", "wb"[random_below(&random, 2)]);
    }
    cr_assert_eq(ks_check_epd(text, n, KS_FEN_POSSIBLE, &cursor, lines, LINES), LINES);
    for (size_t i = 0; i < LINES; i++) {
        ks_position position;
        const int code =
            ks_read_fen(text + lines[i].offset, lines[i].length, KS_FEN_POSSIBLE, &position, NULL);
        cr_expect_eq(code == KS_OK, lines[i].verdict != KS_VERDICTS, "%.*s", (int)lines[i].length,
                     text + lines[i].offset);
        possible += code == KS_OK;
    }
    cr_expect(possible > LINES / 10 && possible < LINES / 2, "%zu", possible);
}

/* Writes copies of a line in which one digit of the placement is replaced by two digits with its sum. Returns
 * the end of the copies. */
static char *write_split_digits(char *out, const char *line, size_t length) {
    for (size_t i = 0; line[i] != ' '; i++)
        if (line[i] >= '2' && line[i] <= '8')
            out +=
                sprintf(out, "%.*s1%c%.*s\n", (int)i, line, line[i] - 1, (int)(length - i - 1), line + i + 1);
    return out;
}

/* The lines are otherwise valid, so that nothing else is rejected. */
Test(possible, no_two_digits_side_by_side) {
    static char text[TEXT_MAX], split[8 * TEXT_MAX];
    static ks_checked_line lines[1 << 15];
    const size_t n = read_text(text);
    char *end = split;
    ks_text_cursor cursor = {0, 0};
    for (const char *line = text, *next; line < text + n; line = next) {
        const char *const tab = memchr(line, '\t', (size_t)(text + n - line));
        next = strchr(tab, '\n') + 1;
        if (strncmp(tab, "\tVALID\n", 7) == 0 && end < split + sizeof split - 2048)
            end = write_split_digits(end, line, (size_t)(tab - line));
    }
    const size_t count =
        ks_check_epd(split, (size_t)(end - split), KS_FEN_RIGHTS | KS_FEN_POSSIBLE, &cursor, lines, 1 << 15);
    cr_assert_geq(count, LINES_MIN);
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(lines[i].verdict, KS_VERDICTS, "%.*s", (int)lines[i].length, split + lines[i].offset);
    cursor = (ks_text_cursor){0, 0};
    cr_assert_eq(ks_check_epd(split, (size_t)(end - split), KS_FEN_RIGHTS, &cursor, lines, 1 << 15), count);
    for (size_t i = 0; i < count; i++)
        cr_expect_neq(lines[i].verdict, KS_VERDICTS, "%.*s", (int)lines[i].length, split + lines[i].offset);
}
