/* Reports mismatches: on the terminal, as JSON, and as pages. */
#include "cli/commands/diff/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/positions/draw.h"
#include "cli/reports/reports.h"
#include "core/board/geometry.h"
#include "game/common/text.h"
#include "rules/position.h"

/* ---- All of them ---- */

/* For programs a mismatch is one more element of an array. For people the first one of a group is drawn at
 * once, so that they need not wait for the end of a long run. */

enum { FACT_COLUMNS = 14 }; /* of the names of facts */

static void start_files(struct report *report) {
    static char subject[1 << 12];
    const struct engine_settings *const engine = &report->diff->engine;
    snprintf(subject, sizeof subject, "Kingscan’s moves%s%s, and those of %s", engine->variant ? " of " : "",
             engine->variant ? ks_variant_get_facts(engine->variant).name : "", engine->command);
    reports_start(&report->reports, &(struct run_title){.command = "kingscan diff", .subject = subject});
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
    char left[TIME_LEFT_SIZE], groups[40];
    if (!progress_is_due(&report->progress))
        return;
    write_time_left(positions_share(&diff->positions), seconds_now() - report->progress.begun, left);
    snprintf(groups, sizeof groups, " in %zu group%s", report->groups.count,
             report->groups.count == 1 ? "" : "s");
    progress_write(&report->progress,
                   "%" PRIu64 " positions, %.1f million nodes, %" PRIu64 " differ%s, %s left", diff->compared,
                   (double)diff->nodes / 1e6, diff->differences, report->groups.count > 0 ? groups : "",
                   left);
}

static void draw_finding(const struct finding *finding) {
    const struct text_style style = {draw_style_of_stdout(), FACT_COLUMNS, true};
    print_finding(finding, &style, stdout);
    putchar('\n');
    fflush(stdout);
}

void report_finding(struct report *report, const struct mismatch_place *where, struct finding *finding,
                    bool once) {
    size_t group;
    const enum group_news news = groups_note(&report->groups, where, finding, &group);
    if (report->wants_json && (news == NEW_FINDING || !once)) {
        json_open_object(&report->json, NULL);
        put_mismatch(&report->json, where, finding);
        json_unsigned(&report->json, "group", group);
        json_close_object(&report->json);
    }
    if (!report->wants_json && report->groups.all[group - 1].count == 1 && news != NOTHING_NEW)
        draw_finding(finding);
    groups_keep(&report->groups, where, finding, group);
}

static void report_mismatch(void *context, const struct mismatch *mismatch, const struct origin *origin) {
    static struct finding finding; /* still known where a failure ends the program */
    struct report *report = context;
    const struct mismatch_place where = {&mismatch->replay, mismatch->depth, origin->place, origin->about};
    finding_from_mismatch(mismatch, &report->diff->engine, &where, &finding);
    report_finding(report, &where, &finding, false);
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

/* ---- When it is over: for people ---- */

/* The groups of one rule. */
struct rule_groups {
    const char *rule;
    size_t groups, positions;
    const struct group *smallest;
};

/* Adds up the groups with the rule of group `first`. Returns false when an earlier group has that rule. */
static bool add_up_rule(const struct groups *groups, size_t first, struct rule_groups *sum) {
    *sum = (struct rule_groups){.rule = group_rule(&groups->all[first])};
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *const group = &groups->all[i];
        if (strcmp(group_rule(group), sum->rule) != 0)
            continue;
        if (i < first)
            return false;
        sum->groups++;
        sum->positions += group->count;
        if (!sum->smallest || group_is_smaller(group, sum->smallest))
            sum->smallest = group;
    }
    return true;
}

static void print_table(const struct groups *groups) {
    static const char *const heading = "rule";
    struct rule_groups sum;
    size_t width = strlen(heading);
    for (size_t i = 0; i < groups->count; i++)
        if (strlen(group_rule(&groups->all[i])) > width)
            width = strlen(group_rule(&groups->all[i]));
    printf("%-*s  groups  positions  smallest core\n", (int)width, heading);
    for (size_t i = 0; i < groups->count; i++)
        if (add_up_rule(groups, i, &sum)) {
            print_escaped(sum.rule, stdout);
            printf("%*s  %6zu  %9zu  %s\n", (int)(width - strlen(sum.rule)), "", sum.groups, sum.positions,
                   sum.smallest->core_text);
        }
    putchar('\n');
}

static void print_fact(const char *name, const char *text) {
    printf("%-*s", FACT_COLUMNS, name);
    print_escaped(text, stdout);
    putchar('\n');
}

/* Prints what is known of a group since its first finding was drawn. */
static void print_rest(const struct group *group) {
    char *const places = group_places(group, group->members[0].place);
    print_claim_line(&group->core.claims[group->core.first], stdout);
    if (group->moves < group->first_moves || group->pieces < group->first_pieces) {
        print_fact("smallest core", group->core_text);
        print_fact("repeat", group->core.repeat);
    }
    print_fact("also from", places);
    putchar('\n');
    free(places);
}

static void print_groups(const struct report *report) {
    const struct groups *const groups = &report->groups;
    for (size_t i = 0; i < groups->count; i++)
        if (groups->all[i].count > 1)
            print_rest(&groups->all[i]);
    if (groups_positions(groups) > 1)
        print_table(groups);
}

/* Writes ", in 3 groups" when there is more than one difference, and nothing otherwise. */
static const char *in_groups(const struct report *report, char text[40]) {
    const size_t count = report->groups.count;
    snprintf(text, 40, ", in %zu group%s", count, count == 1 ? "" : "s");
    return report->diff->differences > 1 ? text : "";
}

static void print_end(const struct report *report) {
    const struct diff *const diff = report->diff;
    char groups[40];
    printf("%" PRIu64 " position%s to depth %u, %" PRIu64 " nodes: ", diff->compared,
           diff->compared == 1 ? "" : "s", diff->depth, diff->nodes);
    if (diff->compared == 0)
        printf("nothing was compared");
    else if (diff->differences == 0)
        printf("no difference");
    else
        printf("%" PRIu64 " %s%s", diff->differences, diff->differences == 1 ? "differs" : "differ",
               in_groups(report, groups));
    if (diff->positions.random)
        printf("; seed %" PRIu64, diff->positions.seed);
    puts(interrupted ? "; interrupted" : "");
}

/* ---- When it is over: files ---- */

static void add_groups(struct report *report) {
    struct rule_groups sum;
    for (size_t i = 0; i < report->groups.count; i++) {
        if (!add_up_rule(&report->groups, i, &sum))
            continue;
        if (groups_positions(&report->groups) > 1)
            reports_rule(&report->reports, &(struct run_rule){sum.rule, sum.groups, sum.positions});
        for (size_t j = i; j < report->groups.count; j++)
            if (strcmp(group_rule(&report->groups.all[j]), sum.rule) == 0)
                reports_add(&report->reports, &report->groups.all[j].core);
    }
}

/* Writes the verdict of a page: "1 of 333 positions differs". */
static void write_verdict(const struct report *report, char *text, size_t size) {
    const struct diff *const diff = report->diff;
    char groups[40], found[NUMBER_SIZE], all[NUMBER_SIZE];
    if (diff->compared == 0)
        snprintf(text, size, "Nothing was compared");
    else if (diff->differences == 0)
        snprintf(text, size, "No difference");
    else
        snprintf(text, size, "%s of %s position%s differ%s%s", write_number(diff->differences, true, found),
                 write_number(diff->compared, true, all), diff->compared == 1 ? "" : "s",
                 diff->differences == 1 ? "s" : "", in_groups(report, groups));
}

const char *write_skipped(const struct diff *diff, char text[SKIPPED_SIZE]) {
    const uint64_t skipped = diff->positions.skipped;
    snprintf(text, SKIPPED_SIZE, "skipped %" PRIu64 " position%s Chess960, which the %s doesn't know",
             skipped, skipped == 1 ? " that needs" : "s that need", engine_word(&diff->engine));
    return skipped > 0 ? text : "";
}

static void add_totals(const struct report *report, double seconds, struct facts *facts) {
    const struct diff *const diff = report->diff;
    char skipped[SKIPPED_SIZE];
    add_fact(facts, "positions", FACT_NUMBER, "%" PRIu64, diff->compared);
    add_fact(facts, "differ", FACT_NUMBER, "%" PRIu64, diff->differences);
    if (report->groups.count > 0)
        add_fact(facts, "groups", FACT_NUMBER, "%zu", report->groups.count);
    add_fact(facts, "depth", FACT_NUMBER, "%u", diff->depth);
    add_fact(facts, "nodes", FACT_NUMBER, "%" PRIu64, diff->nodes);
    add_fact(facts, "seconds", FACT_WORDS, "%.1f", seconds);
    if (diff->positions.random)
        add_fact(facts, "seed", FACT_WORDS, "%" PRIu64, diff->positions.seed);
    if (diff->positions.rejections.all > 0)
        add_fact(facts, "lines rejected", FACT_NUMBER, "%" PRIu64, diff->positions.rejections.all);
    if (*write_skipped(diff, skipped))
        add_fact(facts, "skipped", FACT_NOTE, "%s", skipped);
}

static void end_files(struct report *report) {
    const struct diff *const diff = report->diff;
    const uint64_t agreed = diff->agreed;
    const double seconds = seconds_now() - report->progress.begun;
    char verdict[160], passed[96];
    struct facts totals = {0};
    write_verdict(report, verdict, sizeof verdict);
    snprintf(passed, sizeof passed, "%" PRIu64 " position%s agree%s to depth %u", agreed,
             agreed == 1 ? "" : "s", agreed == 1 ? "s" : "", diff->depth);
    add_groups(report);
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

void put_totals(struct json *json, const struct diff *diff, double begun) {
    json_unsigned(json, "depth", diff->depth);
    json_unsigned(json, "positions", diff->compared);
    json_unsigned(json, "nodes", diff->nodes);
    json_real(json, "seconds", seconds_now() - begun, 3);
    json_unsigned(json, "skipped", diff->positions.skipped);
    json_unsigned(json, "rejected", diff->positions.rejections.all);
    if (diff->positions.random)
        json_digits(json, "seed", diff->positions.seed);
}

static void put_end(struct report *report) {
    const struct diff *diff = report->diff;
    struct json *const json = &report->json;
    json_close_array(json);
    put_totals(json, diff, report->progress.begun);
    if (diff->engine.variant)
        json_string(json, "variant", ks_variant_get_facts(diff->engine.variant).name);
    json_fact(json, "trouble", report->trouble);
    json_bool(json, "interrupted", interrupted);
    json_close_object(json);
    json_end_line(json);
    flush_output(&standard_output);
}

void report_end(struct report *report) {
    const struct diff *diff = report->diff;
    char skipped[SKIPPED_SIZE];
    progress_clear(&report->progress);
    const bool nothing =
        diff->compared == 0 && !diff->failed && !interrupted && !positions_are_of_others(&diff->positions);
    if (nothing && !diff->positions.failed) /* else the reason has been printed */
        report_trouble(report, "no position was compared");
    if (diff->positions.failed && !*report->trouble)
        snprintf(report->trouble, sizeof report->trouble, "%s", diff->positions.trouble);
    for (size_t i = 0; i < report->groups.count; i++)
        group_finish(&report->groups.all[i]);
    if (report->wants_json)
        put_end(report);
    else
        print_groups(report);
    if (!report->wants_json && !diff->failed && !nothing)
        print_end(report);
    if (*write_skipped(diff, skipped) && !diff->positions.random)
        complain("%s", skipped);
    end_files(report);
    groups_free(&report->groups);
}
