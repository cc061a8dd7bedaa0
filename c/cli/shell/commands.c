/* Lists the subcommands, and reads the options of the file that KINGSCAN_CONFIG names. */
#include "cli/shell/commands.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "core/text/suggest.h"

/* ---- Subcommands ---- */

/* A new command is a row here. */

extern const struct command check_command, games_command, show_command, moves_command, move_command,
    perft_command, diff_command, uci_command, variants_command, kernels_command, fuzz_command,
    completions_command, help_command, stats_command, convert_command, features_command;

const struct command *const commands[] = {&check_command,
                                          &stats_command,
                                          &convert_command,
                                          &games_command,
                                          &show_command,
                                          &moves_command,
                                          &move_command,
                                          &perft_command,
                                          &diff_command,
                                          &fuzz_command,
                                          &uci_command,
                                          &variants_command,
                                          &features_command,
                                          &kernels_command,
                                          &completions_command,
                                          &help_command,
                                          NULL};

const struct command *find_command(const char *name) {
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    for (const struct command *const *row = commands; *row; row++) {
        if (strcmp((*row)->name, name) == 0)
            return *row;
        ks_add_choice(&choices, (*row)->name);
    }
    usage_error("unknown command '%s'%s", name, ks_suggest(name, "", &choices, suggestion));
}

/* ---- Options that a person sets once ---- */

/* The lines of the file are cut in place, into words as a command line has them. */

enum { FILE_LIMIT = 1 << 20 };

static size_t count_lines(const char *text) {
    size_t count = 1;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* Returns the line without blanks around it. */
static char *trim(char *line) {
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]))
        length--;
    line[length] = '\0';
    return line;
}

/* The table ends where the lines do. */
static void cut_lines(struct defaults *defaults) {
    struct default_option *next = defaults->options;
    unsigned number = 1;
    for (char *line = defaults->text, *rest; line; line = rest, number++) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        char *const word = trim(line);
        if (*word == '\0' || *word == '#')
            continue;
        if (strncmp(word, "--", 2) != 0 || !word[2])
            fail("%s:%u: expected an option such as --jobs=2, found '%s'", defaults->file, number, word);
        *next++ = (struct default_option){word, number};
    }
    *next = (struct default_option){0};
}

struct defaults read_defaults_file(void) {
    struct defaults defaults = {getenv("KINGSCAN_CONFIG"), NULL, NULL};
    if (!defaults.file || !*defaults.file)
        return (struct defaults){0};
    size_t length;
    defaults.text = read_input(defaults.file, FILE_LIMIT, &length);
    if (strlen(defaults.text) != length)
        fail("%s: expected text, found a byte 0", defaults.file);
    defaults.options = given(malloc((count_lines(defaults.text) + 1) * sizeof *defaults.options));
    cut_lines(&defaults);
    return defaults;
}

void free_defaults(struct defaults *defaults) {
    free(defaults->options);
    free(defaults->text);
}
