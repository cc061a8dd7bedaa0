/* A new command is a row here. */
#include "cli/shell/commands.h"

#include <string.h>

#include "cli/base/messages.h"
#include "core/text/suggest.h"

extern const struct command check_command, games_command, show_command, moves_command, move_command,
    perft_command, diff_command, uci_command, variants_command, kernels_command, fuzz_command,
    completions_command, help_command;

const struct command *const commands[] = {&check_command,   &games_command,
                                          &show_command,    &moves_command,
                                          &move_command,    &perft_command,
                                          &diff_command,    &fuzz_command,
                                          &uci_command,     &variants_command,
                                          &kernels_command, &completions_command,
                                          &help_command,    NULL};

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
