/* The report of a run of `kingscan diff`, to people and to programs. */
#ifndef KS_DIFF_REPORT_H
#define KS_DIFF_REPORT_H

#include "cli/base/json.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/groups.h"
#include "cli/commands/diff/mismatch.h"
#include "cli/commands/diff/mistake.h"
#include "cli/commands/diff/run.h"
#include "cli/reports/reports.h"
#include "game/common/replay.h"

/* ---- All of them ---- */

/* The reports of a run of `kingscan diff`: the progress, and what was found. A program gets each mismatch as
 * it is found; people get the first one of each group, and the groups at the end. */

struct report {
    const struct diff *diff;
    bool wants_json;
    struct progress progress;
    struct json json;
    struct groups groups;   /* of the findings */
    struct reports reports; /* the files that are wanted: to be set before the start */
    char trouble[DIFF_TROUBLE_SIZE];
};

/* Begins the report of a run that has not begun. wants_json: else it is for people. */
void report_start(struct report *report, const struct diff *diff, bool wants_json);

/* Reports one finding, and frees it. once: a program does not get the same finding from another
 * place again. */
void report_finding(struct report *report, const struct mismatch_place *where, struct finding *finding,
                    bool once);

/* Returns the functions that diff_run calls. */
struct diff_listener report_listener(struct report *report);

enum { SKIPPED_SIZE = 96 };

/* Writes which positions were skipped, and returns the text; "" when none was. */
const char *write_skipped(const struct diff *diff, char text[SKIPPED_SIZE]);

/* Adds the numbers of a run that began at a time, which every report ends with, to the object. */
void put_totals(struct json *json, const struct diff *diff, double begun);

/* Ends the report of a run that has ended. */
void report_end(struct report *report);

/* Merges the reports that runs with --json have written into the files, NULL at the end. diff has the variant
 * of the runs; the rest is filled in. Returns the exit status. Fails when a file can't be read, is no such
 * report, or is of another depth or variant than the first. */
int merge_reports(struct diff *diff, struct report *report, char *const *files, bool wants_json);

#endif
