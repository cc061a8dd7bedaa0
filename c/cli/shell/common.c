/* Options that every command has. All but --color print something and end the program. */
#include "cli/shell/common.h"

#include <stdlib.h>

#include "cli/args/values.h"
#include "cli/base/colour.h"
#include "cli/base/messages.h"
#include "cli/shell/commands.h"
#include "cli/shell/help.h"

static void read_colour(const struct option_value *value, void *field) {
    (void)field;
    set_colour_mode((enum colour_mode)value_choice(value));
}

/* Returns the command that is asked about, before or after the option; NULL: the program. */
static const struct command *subject(const struct option_value *value) {
    const struct arguments *const arguments = value->arguments;
    enum { AFTER = 2 };
    if (arguments->command->run)
        return arguments->command;
    return arguments->argc > AFTER ? find_command(arguments->argv[AFTER]) : NULL;
}

static _Noreturn void end(void) {
    finish_standard_output();
    exit(STATUS_GOOD);
}

static void answer_help(const struct option_value *value, void *field) {
    (void)field;
    (value->by_letter ? print_short_help : print_help)(value->arguments->program, subject(value));
    end();
}

static void answer_man(const struct option_value *value, void *field) {
    (void)field;
    print_man_page(value->arguments->program, subject(value));
    end();
}

static void answer_version(const struct option_value *value, void *field) {
    (void)value, (void)field;
    print_version();
    end();
}

const struct command_option common_options[] = {
    {"color", 0, "auto|always|never",
     "when to print colours (auto)\n"
     "auto: on a terminal, if the environment allows it.",
     READ_BY(read_colour)},
    {"help", 'h', NULL, "print help: a line per option with -h, all with --help", READ_BY(answer_help)},
    {"man", 0, NULL, "print the man page, in roff", READ_BY(answer_man)},
    {"version", 'V', NULL, "print the version", READ_BY(answer_version)},
    {0},
};
