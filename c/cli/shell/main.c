/* kingscan: prepares what all commands rely on, and runs one of them. */
#include <string.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"
#include "cli/shell/commands.h"
#include "cli/shell/help.h"

static const struct program program = {commands, common_options};

static int run_command(int argc, char **argv) {
    const struct command *const command = find_command(argv[0]);
    set_message_name("kingscan", command->name);
    struct defaults defaults = command->options ? read_defaults_file() : (struct defaults){0};
    struct arguments arguments = {.program = &program,
                                  .command = command,
                                  .defaults_file = defaults.file,
                                  .defaults = defaults.options,
                                  .argc = argc,
                                  .argv = argv};
    const int status = command->run(&arguments);
    free_defaults(&defaults);
    return status;
}

/* Answers options that come first, in place of a command. */
static int run_without_command(int argc, char **argv) {
    static const struct command_operand operands[] = {{.name = "COMMAND", .many = true}, {0}};
    static const struct command none = {.name = "kingscan", .operands = operands};
    const char *const first = argv[1];
    struct arguments arguments = {.program = &program, .command = &none, .argc = argc, .argv = argv};
    read_options(&arguments, NULL);
    usage_error("expected a command before '%s'", first);
}

int main(int argc, char **argv) {
    argv = start_program(argv);
    set_program_name(argv[0]);
    set_message_name("kingscan", NULL);
    if (argc < 2) {
        print_short_help(&program, NULL);
        finish_standard_output();
        return STATUS_FAILED;
    }
    if (strcmp(argv[1], "version") == 0) /* as people try first */
        argv[1] = "--version";
    const int status = argv[1][0] == '-' ? run_without_command(argc, argv) : run_command(argc - 1, argv + 1);
    finish_standard_output();
    return status;
}
