/* Reads the file of real positions and the checkers that its comments name, and the file of hard ones. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/fen.h"
#include "support/positions.h"
#include "support/sanitized.h"

static const char positions_file[] = "tests/data/positions.epd";

/* Returns the whole file, ended by a zero. */
static char *read_positions(void) {
    FILE *file = fopen(positions_file, "rb");
    cr_assert(file, "%s can't be opened; tests run in the root of the repository", positions_file);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    char *text = malloc(size + 1);
    rewind(file);
    cr_assert_eq(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* Reads the squares of `c0 "checkers e4,h5";` or `c0 "checkers -";`. */
static uint64_t read_checkers(const char *line) {
    static const char key[] = " c0 \"checkers ";
    const char *at = strstr(line, key);
    cr_assert(at, "%s: no checkers in: %s", positions_file, line);
    at += strlen(key);
    if (strcmp(at, "-\";") == 0)
        return 0;
    uint64_t checkers = 0;
    for (;; at += 3) {
        const int square = at[0] - 'a' + 8 * ('8' - at[1]);
        cr_assert(square >= 0 && square < KS_SQUARES, "%s: no square in: %s", positions_file, line);
        checkers |= UINT64_C(1) << square;
        if (at[2] != ',')
            break;
    }
    cr_assert_str_eq(at + 2, "\";", "%s: unexpected end of: %s", positions_file, line);
    return checkers;
}

static void read_real_position(const char *line, real_position *out) {
    ks_error error;
    const int code = ks_read_fen(line, strlen(line), KS_FEN_RIGHTS, &out->position, &error);
    cr_assert_eq(code, KS_OK, "%s: %s at %zu of: %s", positions_file, error.message, error.offset, line);
    out->checkers = read_checkers(line);
    out->line = line;
}

const real_position *real_positions(size_t *count) {
    static real_position *positions;
    static size_t found;
    size_t room = 0;
    if (!positions)
        for (char *line = strtok(read_positions(), "\n"); line; line = strtok(NULL, "\n")) {
            if (*line == '#')
                continue;
            if (found == room) {
                room = room ? 2 * room : 1024;
                positions = realloc(positions, room * sizeof *positions);
            }
            read_real_position(line, &positions[found++]);
        }
    *count = found;
    return positions;
}

void each_hard_position(void (*visit)(const ks_position *position)) {
    FILE *file = fopen("c/cli/commands/diff/hard.epd", "r");
    char line[512];
    unsigned positions = 0;
    cr_assert(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n' || positions++ % (SLOW ? 10 : 1))
            continue;
        line[strcspn(line, ";\n")] = '\0';
        char *const moves = strstr(line, " moves ");
        if (moves)
            *moves = '\0';
        const ks_position position = read_position(line, 0);
        visit(&position);
    }
    fclose(file);
    cr_assert_gt(positions, 200);
}
