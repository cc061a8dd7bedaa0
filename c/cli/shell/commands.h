/* Lists the subcommands, and reads the options of the file that KINGSCAN_CONFIG names. */
#ifndef KS_COMMANDS_H
#define KS_COMMANDS_H

#include "cli/args/command.h"

/* ---- Subcommands ---- */

/* The table of subcommands. */

/* NULL at the end. */
extern const struct command *const commands[];

/* Returns the command of this name. Any other is a usage error, which names the one that may be meant. */
const struct command *find_command(const char *name);

/* ---- Options that a person sets once ---- */

/* The options that a person sets once: a file that KINGSCAN_CONFIG names, an option a line. */

struct defaults {
    const char *file; /* NULL when there is none */
    char *text;
    struct default_option *options;
};

/* Reads the file. Blank lines, and lines that begin with '#', are skipped. Fails (see messages.h) when the
 * file can't be read or a line is no option. */
struct defaults read_defaults_file(void);

void free_defaults(struct defaults *defaults);

#endif
