/* For people a mismatch is printed as soon as it is found; for programs it is one more element of an array.
 */
#include "cli/diff/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/diff/mismatch_report.h"
#include "cli/shared/clock.h"
#include "cli/shared/stopping/interrupt.h"
#include "cli/shell/command.h"

void report_start(struct report *report, const struct diff *diff, bool wants_json) {
    report->diff = diff;
    report->wants_json = wants_json;
    report->json = json_start(&report->out);
    progress_start(&report->progress, isatty(STDERR_FILENO));
    if (wants_json) {
        json_open_object(&report->json, NULL);
        json_open_array(&report->json, "differences");
    }
}

/* ---- While it runs ---- */

static void look(void *context) {
    struct report *report = context;
    progress_show(&report->progress, report->diff->compared);
}

static void tell_mismatch(void *context, const struct mismatch *mismatch, const char *place) {
    struct report *report = context;
    const struct engine_settings *const engine = &report->diff->engine;
    progress_clear(&report->progress);
    if (report->wants_json) {
        json_open_object(&report->json, NULL);
        put_mismatch(&report->json, mismatch, engine, place);
        json_close_object(&report->json);
        return;
    }
    print_mismatch(mismatch, engine, place);
    putchar('\n');
    fflush(stdout);
}

static void tell_trouble(void *context, const char *trouble) {
    struct report *report = context;
    progress_clear(&report->progress);
    complain("%s", trouble);
    snprintf(report->trouble, sizeof report->trouble, "%s", trouble);
}

struct diff_listener report_listener(struct report *report) {
    return (struct diff_listener){report, tell_mismatch, tell_trouble, look};
}

/* ---- When it is over ---- */

static void print_end(const struct diff *diff) {
    printf("%" PRIu64 " position%s to depth %u, %" PRIu64 " nodes: ", diff->compared,
           diff->compared == 1 ? "" : "s", diff->depth, diff->nodes);
    if (diff->compared == 0)
        printf("nothing was compared");
    else if (diff->differences == 0)
        printf("no difference");
    else
        printf("%" PRIu64 " %s", diff->differences, diff->differences == 1 ? "differs" : "differ");
    if (diff->positions.random)
        printf("; seed %" PRIu64, diff->positions.seed);
    puts(interrupted ? "; interrupted" : "");
}

static void put_end(struct report *report) {
    const struct diff *diff = report->diff;
    struct json *const json = &report->json;
    json_close_array(json);
    json_unsigned(json, "depth", diff->depth);
    json_unsigned(json, "positions", diff->compared);
    json_unsigned(json, "nodes", diff->nodes);
    json_real(json, "seconds", seconds_now() - report->progress.begun, 3);
    json_unsigned(json, "skipped", diff->positions.skipped);
    json_unsigned(json, "rejected", diff->positions.rejections.all);
    if (diff->positions.random)
        json_digits(json, "seed", diff->positions.seed);
    if (diff->engine.variant)
        json_string(json, "variant", ks_variant_get_facts(diff->engine.variant).name);
    json_string(json, "trouble", *report->trouble ? report->trouble : NULL);
    json_bool(json, "interrupted", interrupted);
    json_close_object(json);
    json_end_line(json);
    flush_output(&report->out);
}

void report_end(struct report *report) {
    const struct diff *diff = report->diff;
    const uint64_t skipped = diff->positions.skipped;
    progress_clear(&report->progress);
    const bool nothing = diff->compared == 0 && !diff->failed && !interrupted;
    if (nothing && !diff->positions.failed) /* else it has been said why */
        tell_trouble(report, "no position was compared");
    if (report->wants_json)
        put_end(report);
    else if (!diff->failed && !nothing)
        print_end(diff);
    if (skipped && !diff->positions.random)
        complain("passed over %" PRIu64 " position%s Chess960, which the %s doesn't know", skipped,
                 skipped == 1 ? " that needs" : "s that need", diff->engine.script ? "script" : "engine");
}
