/* Finds the set of features that a command line names. */
#ifndef KS_FEATURE_SET_H
#define KS_FEATURE_SET_H

#include "cli/args/options.h"
#include "kingscan.h"

/* A row for a command's table of options: the file with descriptions. */
#define DESCRIPTIONS_OPTION(task, member)                                                                    \
    { "descriptions", 0, "FILE", TEXT_INTO(task, member) }

/* Returns the set of a name. file has descriptions that come before those of the program, or is NULL. Says
 * what is wrong, and does not return, when there is no such set. */
ks_features *require_features(const char *name, const char *file);

/* Adds the names of the sets that come with the program. */
void list_sets(struct choices *choices, char *const *line);

#endif
