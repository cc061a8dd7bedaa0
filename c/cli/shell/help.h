/* What the program says about itself: help as text, and man pages in roff, both from the tables that describe
 * the commands. */
#ifndef KS_HELP_H
#define KS_HELP_H

#include "cli/shell/command.h"

/* ---- Of a command; NULL: of the program ---- */

/* Prints a line for each option, which fits on a screen. */
void print_short_help(const struct command *command);
/* Prints all but what 'kingscan help topics' says. */
void print_help(const struct command *command);
void print_man_page(const struct command *command);
/* Prints what stands behind a command's name in its usage, a line. Not of the program. */
void print_operands(const struct command *command);
/* Prints the version of the program. */
void print_version(const struct command *command);

/* ---- Of all commands ---- */

/* Prints what holds in all commands. */
void print_topics(void);

/* A part of a page. What is NULL isn't there. */
struct help_section {
    const char *title; /* NULL ends a table of them */
    const char *text;  /* paragraphs, one a line */
    const struct command_option *options;
    const struct command_term *terms;
};

/* What holds in all commands. */
extern const struct help_section help_topics[];

/* What the program is, in one line without a full stop and in paragraphs. */
extern const char program_summary[], program_description[];

#endif
