/* kingscan: has the table of subcommands, and runs one of them. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/shell/command.h"
#include "kingscan.h"

extern const struct command check_command, show_command, moves_command, move_command, perft_command,
    diff_command, uci_command, variants_command, kernels_command, fuzz_command;

static const struct command *const commands[] = {&check_command,
                                                 &show_command,
                                                 &moves_command,
                                                 &move_command,
                                                 &perft_command,
                                                 &diff_command,
                                                 &uci_command,
                                                 &variants_command,
                                                 &kernels_command,
                                                 &fuzz_command,
                                                 NULL};

static const struct command *find_command(const char *name) {
    const struct command *const *row = commands;
    while (*row && strcmp((*row)->name, name) != 0)
        row++;
    return *row;
}

static int run_command(int argc, char **argv) {
    const struct command *command = find_command(argv[0]);
    if (!command)
        usage_error(argv[0][0] == '-' ? "unknown option '%s'" : "unknown command '%s'", argv[0]);
    set_message_name(command);
    struct arguments arguments = {.command = command, .argc = argc, .argv = argv};
    return command->run(&arguments);
}

static bool is_option(const char *word, unsigned option) {
    const struct command_option *row = &common_options[option];
    return (strncmp(word, "--", 2) == 0 && strcmp(word + 2, row->name) == 0) ||
           (row->letter && word[0] == '-' && word[1] == row->letter && word[2] == '\0');
}

/* Opens the standard streams that are closed, so that no other file gets their numbers. They fail when they
 * are used, as closed ones do: the input is for writing, the outputs are for reading. */
static void open_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Gives each thread the same stack, whatever ulimit -s says: the C library puts its thread-local variables
 * there too, and starts it even where they don't fit. */
static void set_thread_stacks(void) {
    enum { BYTES = 1 << 23 };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, BYTES);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

int main(int argc, char **argv) {
    open_standard_streams();
    set_thread_stacks();
    signal(SIGPIPE, SIG_DFL); /* a filter ends with its reader, even if its parent ignored SIGPIPE */
    set_message_name(NULL);
    if (argc < 2)
        usage_error("expected a command");
    int status = STATUS_GOOD;
    if (is_option(argv[1], OPTION_HELP))
        print_program_help(commands);
    else if (is_option(argv[1], OPTION_MAN))
        print_program_man_page(commands);
    else if (strcmp(argv[1], "--version") == 0)
        printf("kingscan %s\n", ks_version());
    else
        status = run_command(argc - 1, argv + 1);
    finish_standard_output();
    return status;
}
