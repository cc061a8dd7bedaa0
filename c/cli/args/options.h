/* The option that a word of the command line names. */
#ifndef KS_OPTIONS_H
#define KS_OPTIONS_H

#include "cli/args/command.h"

/* Return the option of a command, or of all commands; NULL when there is none. */
const struct command_option *find_long_option(const struct program *program, const struct command *command,
                                              const char *name, size_t length);
const struct command_option *find_short_option(const struct program *program, const struct command *command,
                                               char letter);

#endif
