/* For people a mismatch is printed as soon as it is found; for programs it is one more element of an array.
 */
#include "cli/commands/diff/comparing/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/base/clock.h"
#include "cli/base/interrupt.h"
#include "cli/base/messages.h"
#include "cli/reports/text.h"

static void start_files(struct report *report) {
    static char subject[1 << 12];
    const struct engine_settings *const engine = &report->diff->engine;
    snprintf(subject, sizeof subject, "Kingscan’s moves%s%s, and those of %s", engine->variant ? " of " : "",
             engine->variant ? ks_variant_get_facts(engine->variant).name : "", engine->command);
    reports_start(&report->reports, &(struct run_title){"kingscan diff", subject});
}

void report_start(struct report *report, const struct diff *diff, bool wants_json) {
    report->diff = diff;
    report->wants_json = wants_json;
    report->json = json_start(&standard_output);
    progress_start(&report->progress, isatty(STDERR_FILENO));
    if (wants_json) {
        json_open_object(&report->json, NULL);
        json_open_array(&report->json, "differences");
    }
    start_files(report);
}

/* ---- While it runs ---- */

static void look(void *context) {
    struct report *const report = context;
    const struct diff *const diff = report->diff;
    char left[TIME_LEFT_SIZE];
    if (!progress_is_due(&report->progress))
        return;
    write_time_left(positions_share(&diff->positions), seconds_now() - report->progress.begun, left);
    progress_write(&report->progress,
                   "%" PRIu64 " positions, %.1f million nodes, %" PRIu64 " differ, %s left", diff->compared,
                   (double)diff->nodes / 1e6, diff->differences, left);
}

void report_finding(struct report *report, const struct mismatch_place *where,
                    const struct finding *finding) {
    if (report->wants_json) {
        json_open_object(&report->json, NULL);
        put_mismatch(&report->json, where, finding);
        json_close_object(&report->json);
    } else {
        const struct text_style style = {draw_style_of_stdout(), 14, true};
        print_finding(finding, &style, stdout);
        putchar('\n');
        fflush(stdout);
    }
    reports_add(&report->reports, finding);
}

static void report_mismatch(void *context, const struct mismatch *mismatch, const char *place) {
    static struct finding finding;
    struct report *report = context;
    progress_clear(&report->progress);
    finding_from_mismatch(mismatch, &report->diff->engine, place, &finding);
    report_finding(report, &(struct mismatch_place){&mismatch->replay, mismatch->depth, place}, &finding);
    finding_free(&finding);
}

static void report_trouble(void *context, const char *trouble) {
    struct report *report = context;
    progress_clear(&report->progress);
    complain("%s", trouble);
    snprintf(report->trouble, sizeof report->trouble, "%s", trouble);
}

struct diff_listener report_listener(struct report *report) {
    return (struct diff_listener){report, report_mismatch, report_trouble, look};
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

/* Writes the verdict of a page: "1 of 333 positions differs". */
static void write_verdict(const struct diff *diff, char *text, size_t size) {
    if (diff->compared == 0)
        snprintf(text, size, "Nothing was compared");
    else if (diff->differences == 0)
        snprintf(text, size, "No difference");
    else
        snprintf(text, size, "%" PRIu64 " of %" PRIu64 " position%s differ%s", diff->differences,
                 diff->compared, diff->compared == 1 ? "" : "s", diff->differences == 1 ? "s" : "");
}

static void add_totals(const struct report *report, double seconds, struct facts *facts) {
    const struct diff *const diff = report->diff;
    add_fact(facts, "positions", FACT_WORDS, "%" PRIu64, diff->compared);
    add_fact(facts, "differ", FACT_WORDS, "%" PRIu64, diff->differences);
    add_fact(facts, "depth", FACT_WORDS, "%u", diff->depth);
    add_fact(facts, "nodes", FACT_WORDS, "%" PRIu64, diff->nodes);
    add_fact(facts, "seconds", FACT_WORDS, "%.1f", seconds);
    if (diff->positions.random)
        add_fact(facts, "seed", FACT_WORDS, "%" PRIu64, diff->positions.seed);
    if (diff->positions.rejections.all > 0)
        add_fact(facts, "lines rejected", FACT_WORDS, "%" PRIu64, diff->positions.rejections.all);
    if (diff->positions.skipped > 0)
        add_fact(facts, "need Chess960", FACT_WORDS, "%" PRIu64, diff->positions.skipped);
}

static void end_files(struct report *report) {
    const struct diff *const diff = report->diff;
    const uint64_t agreed = diff->agreed;
    const double seconds = seconds_now() - report->progress.begun;
    char verdict[96], passed[96];
    struct facts totals = {0};
    write_verdict(diff, verdict, sizeof verdict);
    snprintf(passed, sizeof passed, "%" PRIu64 " position%s agree%s to depth %u", agreed,
             agreed == 1 ? "" : "s", agreed == 1 ? "s" : "", diff->depth);
    add_totals(report, seconds, &totals);
    const struct run_end end = {.verdict = verdict,
                                .good = diff->compared > 0 && diff->differences == 0 && !*report->trouble,
                                .passed = agreed > 0 ? passed : NULL,
                                .trouble = *report->trouble ? report->trouble : NULL,
                                .interrupted = interrupted,
                                .seconds = seconds,
                                .facts = &totals};
    reports_end(&report->reports, &end);
    facts_free(&totals);
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
    flush_output(&standard_output);
}

void report_end(struct report *report) {
    const struct diff *diff = report->diff;
    const uint64_t skipped = diff->positions.skipped;
    progress_clear(&report->progress);
    const bool nothing =
        diff->compared == 0 && !diff->failed && !interrupted && !positions_are_of_others(&diff->positions);
    if (nothing && !diff->positions.failed) /* else the reason has been printed */
        report_trouble(report, "no position was compared");
    if (diff->positions.failed && !*report->trouble)
        snprintf(report->trouble, sizeof report->trouble, "%s", diff->positions.trouble);
    if (report->wants_json)
        put_end(report);
    else if (!diff->failed && !nothing)
        print_end(diff);
    if (skipped && !diff->positions.random)
        complain("skipped %" PRIu64 " position%s Chess960, which the %s doesn't know", skipped,
                 skipped == 1 ? " that needs" : "s that need", diff->engine.script ? "script" : "engine");
    end_files(report);
}
