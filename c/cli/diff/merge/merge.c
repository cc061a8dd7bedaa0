/* A report is one line of JSON; several may stand in a file. A finding is the same as another when position,
 * moves, depth and disagreements are. */
#include "cli/diff/merge/merge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diff/merge/json_value.h"
#include "cli/diff/mismatch_report.h"
#include "cli/shared/input/input.h"
#include "cli/shared/memory.h"
#include "cli/shell/command.h"

static struct {
    struct diff *diff;
    struct report *report;
    const struct json_value **reports; /* of all files */
    const struct json_value **found;   /* the findings that were told */
    size_t report_count, report_room, found_count, found_room;
    uint64_t all; /* findings, equal ones too */
    double seconds;
} merge;

/* ---- Reports ---- */

static _Noreturn void refuse_report(const char *name, const char *what) {
    fail("%s: expected reports of 'kingscan diff --json', found %s", name, what);
}

/* Whether the report is of this run's variant. */
static bool has_variant(const struct json_value *report) {
    const ks_variant *const variant = merge.diff->positions.variant;
    const char *const name = json_member_text(report, "variant");
    return variant ? name && strcmp(name, ks_variant_get_facts(variant).name) == 0 : !name;
}

/* Adds the totals of a report, and keeps it. */
static void take_report(const char *name, const struct json_value *report) {
    const struct json_value *const seconds = json_member(report, "seconds", JSON_NUMBER);
    const char *const trouble = json_member_text(report, "trouble");
    const struct json_value *const interrupted_word = json_member(report, "interrupted", JSON_WORD);
    uint64_t depth, positions, nodes, skipped, rejected;
    if (!json_member(report, "differences", JSON_ARRAY) || !json_member_unsigned(report, "depth", &depth) ||
        !json_member_unsigned(report, "positions", &positions) ||
        !json_member_unsigned(report, "nodes", &nodes) ||
        !json_member_unsigned(report, "skipped", &skipped) ||
        !json_member_unsigned(report, "rejected", &rejected) || !seconds || !interrupted_word ||
        depth > PERFT_DEPTH_MAX)
        refuse_report(name, "something else");
    if (!has_variant(report))
        refuse_report(name, "one of another variant");
    if (merge.report_count > 0 && depth != merge.diff->depth)
        refuse_report(name, "another depth than before");
    merge.diff->depth = (unsigned)depth;
    merge.diff->compared += positions;
    merge.diff->nodes += nodes;
    merge.diff->positions.skipped += skipped;
    merge.diff->positions.rejections.all += rejected;
    merge.seconds += strtod(seconds->text, NULL);
    if (!*merge.report->trouble && (trouble || strcmp(interrupted_word->text, "true") == 0))
        snprintf(merge.report->trouble, sizeof merge.report->trouble, "%s: %s", name,
                 trouble ? trouble : "the run was interrupted");
    merge.reports = with_room(merge.reports, merge.report_count, &merge.report_room, sizeof *merge.reports);
    merge.reports[merge.report_count++] = report;
}

static void read_reports(const char *name) {
    size_t length, at = 0;
    char *const text = read_input(name, SIZE_MAX, &length);
    if (json_at_end(text, &at))
        refuse_report(name, "nothing");
    while (!json_at_end(text, &at)) {
        const struct json_value *const report = json_read(text, &at);
        char what[64];
        snprintf(what, sizeof what, "no JSON at byte %zu", at + 1);
        if (!report)
            refuse_report(name, what);
        take_report(name, report);
    }
    if (at < length)
        refuse_report(name, "a byte 0x00 among them");
}

/* ---- Findings ---- */

/* Whether two values are the same but for the place where something was found, and the command that finds it
 * again, which are of a run. */
static bool is_same(const struct json_value *a, const struct json_value *b) {
    if (a->kind != b->kind || (a->name && b->name && strcmp(a->name, b->name) != 0))
        return false;
    if (a->name && (strcmp(a->name, "place") == 0 || strcmp(a->name, "repeat") == 0))
        return true;
    if (a->text && strcmp(a->text, b->text) != 0)
        return false;
    const struct json_value *one = a->first, *other = b->first;
    for (; one && other && is_same(one, other); one = one->next)
        other = other->next;
    return !one && !other;
}

static bool was_told(const struct json_value *found) {
    for (size_t i = 0; i < merge.found_count; i++)
        if (is_same(merge.found[i], found))
            return true;
    return false;
}

static const char *text_of(const struct json_value *found, const char *name) {
    const char *const text = json_member_text(found, name);
    return text ? text : "";
}

/* Reads the position and the moves of a finding. */
static bool read_replay(const struct json_value *found, struct replay *replay) {
    static char text[REPLAY_SIZE];
    const char *const fen = text_of(found, "fen"), *const moves = text_of(found, "moves");
    const int length = snprintf(text, sizeof text, "%s%s%s", fen, *moves ? " moves " : "", moves);
    ks_error error;
    return length < (int)sizeof text &&
           replay_read(merge.diff->positions.variant, text, (size_t)length, 0, replay, &error) == KS_OK;
}

static void add_claims(const struct json_value *found, struct finding *finding) {
    const struct json_value *const list = json_member(found, "disagreements", JSON_ARRAY);
    for (const struct json_value *claim = list ? list->first : NULL; claim; claim = claim->next)
        finding_disagreement(finding, text_of(claim, "kind"), text_of(claim, "rule"), text_of(claim, "move"),
                             text_of(claim, "message"));
    for (size_t i = finding->claim_count; i-- > 0;)
        if (strcmp(finding->claims[i].rule, text_of(found, "rule")) == 0)
            finding->first = i;
}

static void tell(const struct json_value *found) {
    static struct replay replay;
    static struct finding finding;
    uint64_t depth;
    if (!read_replay(found, &replay) || !json_member_unsigned(found, "depth", &depth))
        fail("a report has a difference that is none: expected a position with moves and a depth, found "
             "'%s' and '%s'",
             text_of(found, "fen"), text_of(found, "moves"));
    finding_begin(&replay, &finding);
    add_claims(found, &finding);
    if (finding.claim_count == 0)
        fail("a report has a difference without disagreements: %s", text_of(found, "fen"));
    finding_end(&replay, text_of(found, "place"), &finding);
    finding.repeat = given(strdup(text_of(found, "repeat")));
    report_finding(merge.report, &(struct mismatch_place){&replay, (unsigned)depth, text_of(found, "place")},
                   &finding);
    finding_free(&finding);
}

static void tell_once(const struct json_value *found) {
    merge.all++;
    if (was_told(found))
        return;
    merge.found = with_room(merge.found, merge.found_count, &merge.found_room, sizeof *merge.found);
    merge.found[merge.found_count++] = found;
    tell(found);
}

/* ---- All ---- */

int merge_reports(struct diff *diff, struct report *report, char *const *files, bool wants_json) {
    merge.diff = diff;
    merge.report = report;
    for (; *files; files++)
        read_reports(*files);
    report_start(report, diff, wants_json);
    report->progress.begun -= merge.seconds;
    for (size_t i = 0; i < merge.report_count; i++) {
        const struct json_value *const differences = json_member(merge.reports[i], "differences", JSON_ARRAY);
        for (const struct json_value *found = differences->first; found; found = found->next)
            tell_once(found);
    }
    diff->differences = merge.found_count;
    diff->agreed = diff->compared > merge.all ? diff->compared - merge.all : 0;
    diff->failed = *report->trouble != '\0';
    report_end(report);
    if (diff->failed)
        complain("%s", report->trouble);
    return diff->failed || diff->compared == 0                           ? STATUS_FAILED
           : diff->differences > 0 || diff->positions.rejections.all > 0 ? STATUS_FOUND
                                                                         : STATUS_GOOD;
}
