/* Runs `kingscan diff --walk`: shows the two divides of a position side by side, and follows the move that
 * somebody picks. */
#include "cli/commands/diff/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/mismatch.h"
#include "cli/platform/platform.h"
#include "game/common/text.h"

/* ==== Walks ==== */

/* Every step asks the engine anew, from the first position on. */

/* ---- The table ---- */

static const struct disagreement *about(const struct walk *walk, any_move move, const char *text) {
    for (size_t i = 0; i < walk->comparison.count; i++) {
        const struct disagreement *const disagreement = &walk->comparison.all[i];
        if (disagreement->kind != WRONG_TOTAL &&
            (move != KS_NO_MOVE ? disagreement->move == move : strcmp(disagreement->text, text) == 0))
            return disagreement;
    }
    return NULL;
}

static struct walk_row *find_row(struct walk *walk, any_move move) {
    for (size_t i = 0; i < walk->count; i++)
        if (walk->rows[i].move == move)
            return &walk->rows[i];
    return NULL;
}

static void add_row(struct walk *walk, const struct divide_entry *entry, bool ours) {
    struct walk_row *row = entry->move == KS_NO_MOVE ? NULL : find_row(walk, entry->move);
    if (!row) {
        row = &walk->rows[walk->count++];
        *row = (struct walk_row){.text = entry->text, .move = entry->move};
        row->disagreement = about(walk, entry->move, entry->text);
        walk->differing += row->disagreement != NULL;
    }
    *(ours ? &row->ours : &row->theirs) = true;
    *(ours ? &row->our_count : &row->their_count) = entry->count;
}

static int compare_rows(const void *a, const void *b) {
    return strcmp(((const struct walk_row *)a)->text, ((const struct walk_row *)b)->text);
}

static void fill_table(struct walk *walk) {
    walk->count = walk->differing = walk->selected = 0;
    for (size_t i = 0; i < walk->ours.count; i++)
        add_row(walk, &walk->ours.entries[i], true);
    for (size_t i = 0; i < walk->theirs.count; i++)
        add_row(walk, &walk->theirs.entries[i], false);
    qsort(walk->rows, walk->count, sizeof *walk->rows, compare_rows);
    while (walk->selected + 1 < walk->count && walk->differing > 0 &&
           !walk->rows[walk->selected].disagreement)
        walk->selected++;
}

/* Compares at the end of the replay. */
static enum walk_state look(struct walk *walk) {
    const struct any_position position = replay_end(&walk->replay);
    if (!engine_divide(&walk->engine, &walk->replay, walk->depth, &walk->theirs))
        return WALK_FAILED;
    if (divide_count(&position, walk->depth, engine_notation(&walk->engine, &walk->replay), NULL,
                     &walk->ours) == DIVIDE_TOO_MANY) {
        snprintf(walk->engine.trouble, sizeof walk->engine.trouble, "there are more than %d legal moves",
                 ANY_MOVES_MAX);
        return WALK_FAILED;
    }
    comparison_make(&position, &walk->ours, &walk->theirs, &walk->comparison);
    walk->has_differed |= walk->comparison.count > 0;
    fill_table(walk);
    return interrupted ? WALK_IS_OVER : WALK_GOES_ON;
}

/* ---- Steps ---- */

/* Returns the disagreement about the number after a move, or NULL. */
static const struct disagreement *wrong_count(const struct walk *walk, any_move move) {
    const struct disagreement *const found = about(walk, move, "");
    return found && found->kind == WRONG_COUNT ? found : NULL;
}

/* After the step to where nothing explains the number of the move before: is that number right? */
static enum walk_state doubt(struct walk *walk, const struct disagreement *wrong) {
    struct replay before = walk->replay;
    before.count--;
    if (recount_confirms(&walk->engine, &before, walk->depth + 1, wrong))
        return WALK_GOES_ON;
    char text[REPLAY_SIZE];
    char *const trouble = walk->engine.trouble;
    const size_t length = strlen(trouble), room = sizeof walk->engine.trouble - length;
    replay_write(&before, engine_notation(&walk->engine, &before), text);
    snprintf(trouble + length, room, " (position fen %.*s)", (int)room, text);
    return WALK_FAILED;
}

static enum walk_state follow(struct walk *walk, any_move move) {
    const struct disagreement *const found = wrong_count(walk, move);
    const struct disagreement wrong = found ? *found : (struct disagreement){0};
    if (walk->depth == 1 || walk->replay.count == REPLAY_MOVES) {
        snprintf(walk->message, sizeof walk->message,
                 "depth 1 is the last one: 'back' goes back, 'depth N' counts deeper");
        return WALK_GOES_ON;
    }
    walk->replay.moves[walk->replay.count++] = move;
    walk->depth--;
    const enum walk_state state = look(walk);
    return state == WALK_GOES_ON && found && walk->comparison.count == 0 ? doubt(walk, &wrong) : state;
}

/* Goes down by the selected row. */
static enum walk_state walk_into_row(struct walk *walk) {
    const struct any_position position = replay_end(&walk->replay);
    if (walk->count == 0)
        return WALK_GOES_ON;
    const struct walk_row *const row = &walk->rows[walk->selected];
    if (row->move != KS_NO_MOVE)
        return follow(walk, row->move);
    const int length = snprintf(walk->message, sizeof walk->message, "%s ", row->text);
    disagreement_explain(&position, row->disagreement, walk->message + length,
                         sizeof walk->message - (size_t)length);
    return WALK_GOES_ON;
}

/* Goes back by a move. */
static enum walk_state walk_back(struct walk *walk) {
    if (walk->replay.count == walk->start_count) {
        snprintf(walk->message, sizeof walk->message, "this is where the walk began");
        return WALK_GOES_ON;
    }
    walk->replay.count--;
    walk->depth += walk->depth < PERFT_DEPTH_MAX;
    return look(walk);
}

/* Follows the first move that differs, if there is anything below it. */
static enum walk_state follow_first(struct walk *walk) {
    if (walk->differing == 0) {
        snprintf(walk->message, sizeof walk->message, "no move differs here");
        return WALK_GOES_ON;
    }
    for (walk->selected = 0; !walk->rows[walk->selected].disagreement;)
        walk->selected++;
    return walk_into_row(walk);
}

/* ---- Commands ---- */

static enum walk_state set_depth(struct walk *walk, const char *text) {
    unsigned depth;
    char rest;
    if (sscanf(text, "%2u%c", &depth, &rest) != 1 || depth < 1 || depth > PERFT_DEPTH_MAX) {
        snprintf(walk->message, sizeof walk->message, "expected a depth from 1 to %d, found '%.40s'",
                 PERFT_DEPTH_MAX, text);
        return WALK_GOES_ON;
    }
    walk->depth = depth;
    return look(walk);
}

static enum walk_state play(struct walk *walk, const char *text) {
    const struct any_position position = replay_end(&walk->replay);
    any_move move;
    ks_error error;
    const int code = any_explain_move(&position, text, strlen(text), &move, &error);
    if (code == KS_OK)
        return follow(walk, move);
    if (code == KS_ERROR_MOVE_TEXT)
        snprintf(walk->message, sizeof walk->message,
                 "expected a move or a command, found '%.60s': see 'help'", text);
    else
        snprintf(walk->message, sizeof walk->message, "%s", error.message);
    return WALK_GOES_ON;
}

/* Takes a line: a move in UCI or SAN, or one of the commands that `help` lists. An empty line follows the
 * first move that differs. */
static enum walk_state walk_obey(struct walk *walk, const char *line) {
    walk->message[0] = '\0';
    line += strspn(line, " \t");
    if (*line == '\0')
        return follow_first(walk);
    if (strcmp(line, "quit") == 0 || strcmp(line, "q") == 0)
        return WALK_IS_OVER;
    if (strcmp(line, "back") == 0 || strcmp(line, "b") == 0 || strcmp(line, "..") == 0)
        return walk_back(walk);
    if (strncmp(line, "depth ", 6) == 0)
        return set_depth(walk, line + 6);
    if (strcmp(line, "look") == 0)
        return look(walk);
    if (strcmp(line, "help") == 0) {
        snprintf(walk->message, sizeof walk->message,
                 "a move goes down; an empty line follows the first difference; back, depth N, quit");
        return WALK_GOES_ON;
    }
    return play(walk, line);
}

/* ---- Words ---- */

/* Writes the line above the table: the depth, the position at the start and the moves. */
static void walk_write_title(const struct walk *walk, char text[WALK_TITLE_SIZE]) {
    text += sprintf(text, "depth %u: ", walk->depth);
    replay_write(&walk->replay, engine_notation(&walk->engine, &walk->replay), text);
}

static void write_count(bool there, uint64_t count, char text[24]) {
    if (there)
        snprintf(text, 24, "%" PRIu64, count);
    else
        snprintf(text, 24, "-");
}

/* Writes the rule of a move that only one side has; what differs in the others is seen. */
static const char *note_of(const struct walk *walk, const struct walk_row *row) {
    if (!row->disagreement)
        return "";
    return row->disagreement->kind == WRONG_COUNT ? "differs"
                                                  : disagreement_rule(&walk->replay, row->disagreement);
}

/* Writes a row, or the totals when it is NULL, and what is wrong with it. */
static void walk_write_row(const struct walk *walk, const struct walk_row *row, char *text, size_t size) {
    char ours[24], theirs[24];
    write_count(!row || row->ours, row ? row->our_count : walk->ours.total, ours);
    write_count(!row || row->theirs, row ? row->their_count : walk->theirs.total, theirs);
    const char *const note = row ? note_of(walk, row)
                             : walk->ours.total != walk->theirs.total || walk->comparison.count > 0
                                 ? "differs"
                                 : "";
    snprintf(text, size, "%-8s %14s %14s%s%s", row ? row->text : "total", ours, theirs, *note ? "  " : "",
             note);
}

/* ---- Comparisons on the way ---- */

/* The screen is drawn anew after each key. */

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
    char line[160] = "  ", title[WALK_TITLE_SIZE];
    walk_write_title(walk, title);
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

/* Draws the walk until it is over, with the keys of platform.h started. */
static enum walk_state walk_on_screen(struct walk *walk) {
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

/* ==== Runs ==== */

/* The walk from its first position to its end, by lines or on a screen. */

/* ---- By lines ---- */

static void print_line(const char *text) {
    print_escaped(text, stdout);
    putchar('\n');
}

static void print_table(const struct walk *walk) {
    char line[WALK_TITLE_SIZE];
    walk_write_title(walk, line);
    print_line(line);
    printf("%-8s %14s %14s\n", "move", "Kingscan", engine_word(walk->engine.settings));
    for (size_t i = 0; i < walk->count; i++) {
        walk_write_row(walk, &walk->rows[i], line, sizeof line);
        print_line(line);
    }
    walk_write_row(walk, NULL, line, sizeof line);
    print_line(line);
}

/* Reads commands, a line each. After each one stands its message, or the table of the new position. */
static enum walk_state walk_by_lines(struct walk *walk) {
    enum walk_state state = WALK_GOES_ON;
    char line[1 << 12];
    print_table(walk);
    while (state == WALK_GOES_ON && fflush(stdout) == 0 && !interrupted && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        state = walk_obey(walk, line);
        if (state != WALK_GOES_ON)
            break;
        if (*walk->message)
            print_line(walk->message);
        else
            print_table(walk);
    }
    return state;
}

/* ---- All ---- */

/* Reads the position in the operands: none is the start of the game. */
static void read_start(const ks_variant *variant, char *const *operands, struct replay *replay) {
    size_t size = sizeof "startpos";
    ks_error error;
    for (char *const *word = operands; *word; word++)
        size += strlen(*word) + 1;
    char *const text = given(calloc(size, 1));
    for (char *const *word = operands; *word; word++) {
        strcat(text, *text ? " " : "");
        strcat(text, *word);
    }
    if (!*text)
        strcpy(text, "startpos");
    if (replay_read(variant, text, strlen(text), 0, replay, &error) != KS_OK)
        usage_error("--walk: %s", error.message);
    free(text);
}

int walk_run(const struct diff *diff, char *const *operands) {
    struct walk *const walk = given(calloc(1, sizeof *walk));
    walk->engine.settings = &diff->engine;
    walk->depth = diff->depth;
    read_start(diff->engine.variant, operands, &walk->replay);
    walk->start_count = walk->replay.count;
    block_broken_pipes();
    catch_interrupts(NULL);
    enum walk_state state = walk_obey(walk, "look");
    if (state == WALK_GOES_ON && keys_start()) {
        state = walk_on_screen(walk);
        keys_end();
    } else if (state == WALK_GOES_ON) {
        state = walk_by_lines(walk);
    }
    if (state == WALK_FAILED && *walk->engine.trouble)
        complain("%s", walk->engine.trouble);
    engine_stop(&walk->engine);
    const bool differed = walk->has_differed;
    free(walk);
    return interrupted            ? STATUS_INTERRUPTED
           : state == WALK_FAILED ? STATUS_FAILED
           : differed             ? STATUS_FOUND
                                  : STATUS_GOOD;
}
