/* The options of every command; help as text and man pages in roff, made from the tables of the commands and
 * their texts. */
#ifndef KS_HELP_H
#define KS_HELP_H

#include "cli/args/command.h"

/* ==== Options of every command ==== */

/* The options of every command. */

extern const struct command_option common_options[];

/* ==== Help ==== */

/* ---- Of a command; NULL: of the program ---- */

/* Prints a line for each option, which fits on a screen. */
void print_short_help(const struct program *program, const struct command *command);

#endif
