/* The screen is drawn anew after each key. */
#include "cli/commands/diff/walking/screen.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/output.h"
#include "cli/base/text.h"
#include "cli/platform/platform.h"

enum { LINES_AROUND = 6, TYPED_MAX = 60 };

static const char keys_line[] =
    "up and down choose, right follows, left goes back, or type a move, back, depth N, quit";

static size_t rows_shown(void) {
    const unsigned lines = keys_screen_lines();
    return lines > LINES_AROUND + 1 ? lines - LINES_AROUND : 1;
}

/* Draws a line, in bold or reversed where the terminal can. */
static void draw_line(const char *text, const char *style) {
    const bool styled = *style && wants_colour(STDOUT_FILENO);
    fputs(styled ? style : "", stdout);
    print_escaped(text, stdout);
    fputs(styled ? "\033[0m\033[K\n" : "\033[K\n", stdout);
}

static void draw_rows(const struct walk *walk) {
    const size_t shown = rows_shown();
    const size_t first = walk->selected < shown ? 0 : walk->selected - shown + 1;
    for (size_t i = first; i < walk->count && i < first + shown; i++) {
        const struct walk_row *const row = &walk->rows[i];
        char line[160];
        const int at = snprintf(line, sizeof line, "%c ", i == walk->selected ? '>' : ' ');
        walk_write_row(walk, row, line + at, sizeof line - (size_t)at);
        draw_line(line, i == walk->selected ? "\033[7m" : row->disagreement ? "\033[1m" : "");
    }
}

static void draw(const struct walk *walk, const char *typed) {
    char line[160] = "  ", title[REPLAY_SIZE + 32];
    walk_write_title(walk, title, sizeof title);
    fputs("\033[H", stdout);
    draw_line(title, "");
    snprintf(line, sizeof line, "  %-8s %14s %14s", "move", "Kingscan", engine_word(walk->engine.settings));
    draw_line(line, "");
    draw_rows(walk);
    line[2] = '\0';
    walk_write_row(walk, NULL, line + 2, sizeof line - 2);
    draw_line(line, walk->comparison.count > 0 ? "\033[1m" : "");
    draw_line(*walk->message ? walk->message : keys_line, "");
    fputs("> ", stdout);
    print_escaped(typed, stdout);
    fputs("\033[K\033[J", stdout);
    fflush(stdout);
}

static void select_row(struct walk *walk, long step) {
    const long last = (long)walk->count - 1, wanted = (long)walk->selected + step;
    if (walk->count > 0)
        walk->selected = (size_t)(wanted < 0 ? 0 : wanted > last ? last : wanted);
}

static void type(char typed[TYPED_MAX], int key) {
    const size_t length = strlen(typed);
    if (key == KEY_ERASE && length > 0)
        typed[length - 1] = '\0';
    else if (key >= ' ' && key < 127 && length + 1 < TYPED_MAX) {
        typed[length] = (char)key;
        typed[length + 1] = '\0';
    }
}

/* Does what a key says, other than typing. */
static enum walk_state press(struct walk *walk, int key, char typed[TYPED_MAX]) {
    char line[TYPED_MAX];
    walk->message[0] = '\0';
    switch (key) {
    case KEY_UP:
    case KEY_DOWN:
        select_row(walk, key == KEY_UP ? -1 : 1);
        return WALK_GOES_ON;
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
        select_row(walk, (key == KEY_PAGE_UP ? -1 : 1) * (long)rows_shown());
        return WALK_GOES_ON;
    case KEY_LEFT:
        return walk_back(walk);
    case KEY_RIGHT:
        return walk_into_row(walk);
    case KEY_ENTER:
        memcpy(line, typed, sizeof line);
        typed[0] = '\0';
        return *line ? walk_obey(walk, line) : walk_into_row(walk);
    default:
        type(typed, key);
        return WALK_GOES_ON;
    }
}

enum walk_state walk_on_screen(struct walk *walk) {
    char typed[TYPED_MAX] = "";
    enum walk_state state = WALK_GOES_ON;
    fputs("\033[2J", stdout);
    while (state == WALK_GOES_ON) {
        draw(walk, typed);
        const int key = keys_read();
        state = key == KEY_NONE ? WALK_IS_OVER : press(walk, key, typed);
    }
    putchar('\n');
    return state;
}
