/* The walk from its first position to its end, by lines or on a screen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/text.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/walking/screen.h"
#include "cli/commands/diff/walking/walk.h"
#include "cli/platform/platform.h"

/* ---- By lines ---- */

static void print_line(const char *text) {
    print_escaped(text, stdout);
    putchar('\n');
}

static void print_table(const struct walk *walk) {
    char line[REPLAY_SIZE + 32];
    walk_write_title(walk, line, sizeof line);
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
