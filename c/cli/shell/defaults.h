/* The options that a person sets once: a file that KINGSCAN_CONFIG names, an option a line. */
#ifndef KS_DEFAULTS_H
#define KS_DEFAULTS_H

#include "cli/args/command.h"

struct defaults {
    const char *file; /* NULL: there is none */
    char *text;
    struct default_option *options;
};

/* Reads the file. Blank lines, and lines that begin with '#', are skipped. Fails (see messages.h) when the
 * file can't be read or a line is no option. */
struct defaults read_defaults_file(void);

void free_defaults(struct defaults *defaults);

#endif
