/* The table of subcommands. */
#ifndef KS_COMMANDS_H
#define KS_COMMANDS_H

#include "cli/args/command.h"

/* NULL at the end. */
extern const struct command *const commands[];

/* Returns the command of this name. Any other is a usage error, which names the one that may be meant. */
const struct command *find_command(const char *name);

#endif
