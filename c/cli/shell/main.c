/* kingscan: prepares what all commands rely on, and runs one of them. */
#include "cli/platform/start.h"
#include "cli/shell/commands.h"

static int run_command(int argc, char **argv) {
    const struct command *const command = find_command(argv[0]);
    set_message_name(command);
    struct arguments arguments = {.command = command, .argc = argc, .argv = argv};
    return command->run(&arguments);
}

/* Answers options that stand in front, where no command does. */
static int run_without_command(int argc, char **argv) {
    static const struct command_operand operands[] = {{"COMMAND", true}, {0}};
    static const struct command program = {.name = "kingscan", .operands = operands};
    const char *const first = argv[1];
    struct arguments arguments = {.command = &program, .argc = argc, .argv = argv};
    next_option(&arguments);
    usage_error("expected a command in front of '%s'", first);
}

int main(int argc, char **argv) {
    argv = start_program(argv);
    set_program_name(argv[0]);
    set_message_name(NULL);
    if (argc < 2)
        usage_error("expected a command");
    const int status = argv[1][0] == '-' ? run_without_command(argc, argv) : run_command(argc - 1, argv + 1);
    finish_standard_output();
    return status;
}
