/* kingscan diff --merge: the reports of several runs become one, which has equal findings once. */
#ifndef KS_DIFF_MERGE_H
#define KS_DIFF_MERGE_H

#include <stdbool.h>

#include "cli/commands/diff/report.h"

/* Merges the reports that runs with --json have written into the files, NULL at the end. diff has the variant
 * of the runs; the rest is filled in. Returns the exit status. Fails when a file can't be read, is no such
 * report, or is of another depth or variant than the first. */
int merge_reports(struct diff *diff, struct report *report, char *const *files, bool wants_json);

#endif
