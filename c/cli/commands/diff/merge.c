/* kingscan diff --merge: reads reports of earlier runs, and makes one report of them. */
#include "cli/commands/diff/report.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "core/text/json.h"

/* A report is one value of JSON; a file may have several. Findings get into groups as in a run. */

/* A report of a file. */
struct read_report {
    char *text;
    size_t length;
    char *strings; /* the strings of the text that were asked for, which take no more room than it */
    size_t used;
};

/* A value in the text of a report. */
struct value {
    struct read_report *report;
    struct field field;
};

struct merge {
    struct diff *diff;
    struct report *report;
    struct read_report *reports; /* of all files */
    size_t report_count, report_room;
    uint64_t all; /* findings, equal ones too */
    double seconds;
};

/* ---- Values ---- */

static const char *text_at(struct value value) {
    return value.report->text + value.field.begin;
}

/* Finds the first member of this name. Returns false when there is none, or its value begins with none of
 * these characters. */
static bool find_value(struct value object, const char *name, const char *begins, struct value *value) {
    struct field key, found;
    for (size_t at = 0; ks_next_member(text_at(object), object.field.length, &at, &key, &found);)
        if (key.length == strlen(name) && memcmp(text_at(object) + key.begin, name, key.length) == 0) {
            found.begin += object.field.begin;
            *value = (struct value){object.report, found};
            return strchr(begins, *text_at(*value));
        }
    return false;
}

#define DIGITS "0123456789"

/* Returns the string that a member is; NULL when it is none. */
static const char *find_string(struct value object, const char *name) {
    struct value value;
    struct read_report *const report = object.report;
    if (!find_value(object, name, "\"", &value) || !ks_take_quotes(report->text, &value.field, SIZE_MAX))
        return NULL;
    char *const string = report->strings + report->used;
    const size_t length = ks_copy_unescaped(report->text, &value.field, string);
    string[length] = '\0';
    report->used += length + 1;
    return string;
}

/* Returns the string that a member is; "" when it is none. */
static const char *string_of(struct value object, const char *name) {
    const char *const string = find_string(object, name);
    return string ? string : "";
}

/* Reads a member that is a whole number of 64 bits. Returns false when it is none. */
static bool find_unsigned(struct value object, const char *name, uint64_t *number) {
    struct value value;
    char *end;
    if (!find_value(object, name, DIGITS, &value))
        return false;
    errno = 0;
    *number = strtoull(text_at(value), &end, 10);
    return errno == 0 && end == text_at(value) + value.field.length;
}

/* ---- Reports ---- */

static _Noreturn void refuse_report(const char *name, const char *what) {
    fail("%s: expected reports of 'kingscan diff --json', found %s", name, what);
}

/* Whether the report is of this run's variant. */
static bool has_variant(struct merge *m, struct value report) {
    const ks_variant *const variant = m->diff->positions.variant;
    const char *const name = find_string(report, "variant");
    return variant ? name && strcmp(name, ks_variant_get_facts(variant).name) == 0 : !name;
}

static struct value whole_report(struct read_report *report) {
    return (struct value){report, {.length = report->length}};
}

/* Adds the totals of a report. */
static void take_report(struct merge *m, const char *name, struct value report) {
    const char *const trouble = find_string(report, "trouble");
    struct value seconds, interrupted_word, differences;
    uint64_t depth, positions, nodes, skipped, rejected;
    if (find_string(report, "features"))
        refuse_report(name, "one about features");
    if (!find_value(report, "differences", "[", &differences) || !find_unsigned(report, "depth", &depth) ||
        !find_unsigned(report, "positions", &positions) || !find_unsigned(report, "nodes", &nodes) ||
        !find_unsigned(report, "skipped", &skipped) || !find_unsigned(report, "rejected", &rejected) ||
        !find_value(report, "seconds", "-" DIGITS, &seconds) ||
        !find_value(report, "interrupted", "tfn", &interrupted_word) || depth > PERFT_DEPTH_MAX)
        refuse_report(name, "something else");
    if (!has_variant(m, report))
        refuse_report(name, "one of another variant");
    if (m->report_count > 1 && depth != m->diff->depth)
        refuse_report(name, "another depth than before");
    m->diff->depth = (unsigned)depth;
    m->diff->compared += positions;
    m->diff->nodes += nodes;
    m->diff->positions.skipped += skipped;
    m->diff->positions.rejections.all += rejected;
    m->seconds += strtod(text_at(seconds), NULL);
    if (!*m->report->trouble && (trouble || *text_at(interrupted_word) == 't'))
        snprintf(m->report->trouble, sizeof m->report->trouble, "%s: %s", name,
                 trouble ? trouble : "the run was interrupted");
}

/* Keeps a copy of the text of a report. */
static struct read_report *keep_report(struct merge *m, const char *text, size_t length) {
    m->reports = with_room(m->reports, m->report_count, &m->report_room, sizeof *m->reports);
    struct read_report *const report = &m->reports[m->report_count++];
    *report = (struct read_report){
        .text = given(strndup(text, length)), .length = length, .strings = given(malloc(length + 1))};
    return report;
}

static void read_reports(struct merge *m, const char *name) {
    static const char space[] = " \t\r\n";
    size_t length, at;
    char *const text = read_input(name, SIZE_MAX, &length);
    const size_t end = strlen(text);
    if ((at = strspn(text, space)) == end)
        refuse_report(name, "nothing");
    while (at < end) {
        const size_t begin = at;
        char what[64];
        const bool whole = ks_take_json(text, end, &at);
        snprintf(what, sizeof what, "no JSON at byte %zu", at + 1);
        if (!whole)
            refuse_report(name, what);
        take_report(m, name, whole_report(keep_report(m, text + begin, at - begin)));
        at += strspn(text + at, space);
    }
    if (at < length)
        refuse_report(name, "a byte 0x00 among them");
    free(text);
}

/* ---- Findings ---- */

/* Reads the position and the moves of a finding. */
static bool read_replay(struct merge *m, const char *fen, const char *moves, struct replay *replay) {
    static char text[REPLAY_SIZE];
    const int length = snprintf(text, sizeof text, "%s%s%s", fen, *moves ? " moves " : "", moves);
    ks_error error;
    return length < (int)sizeof text &&
           replay_read(m->diff->positions.variant, text, (size_t)length, 0, replay, &error) == KS_OK;
}

/* Finds the next element of an array: see ks_next_element. */
static bool next_value(struct value array, size_t *at, struct value *element) {
    element->report = array.report;
    if (!ks_next_element(text_at(array), array.field.length, at, &element->field))
        return false;
    element->field.begin += array.field.begin;
    return true;
}

static void add_claims(struct value found, struct finding *finding) {
    const char *const rule = string_of(found, "rule");
    struct value list, claim;
    if (find_value(found, "disagreements", "[", &list))
        for (size_t at = 0; next_value(list, &at, &claim);)
            finding_disagreement(finding, string_of(claim, "kind"), string_of(claim, "rule"),
                                 string_of(claim, "move"), string_of(claim, "message"));
    for (size_t i = finding->claim_count; i-- > 0;)
        if (strcmp(finding->claims[i].rule, rule) == 0)
            finding->first = i;
}

static void take_finding(struct merge *m, struct value found) {
    static struct replay replay;
    static struct finding finding;
    const char *const fen = string_of(found, "fen"), *const moves = string_of(found, "moves");
    uint64_t depth;
    m->all++;
    if (!read_replay(m, fen, moves, &replay) || !find_unsigned(found, "depth", &depth))
        fail("a report has a difference that is none: expected a position with moves and a depth, found "
             "'%s' and '%s'",
             fen, moves);
    const struct mismatch_place where = {&replay, (unsigned)depth, string_of(found, "place"),
                                         string_of(found, "about")};
    finding_begin(&replay, &finding);
    add_claims(found, &finding);
    if (finding.claim_count == 0)
        fail("a report has a difference without disagreements: %s", fen);
    finding_end(&where, &finding);
    finding.repeat = given(strdup(string_of(found, "repeat")));
    report_finding(m->report, &where, &finding, true);
}

/* ---- All ---- */

int merge_reports(struct diff *diff, struct report *report, char *const *files, bool wants_json) {
    struct merge merge = {.diff = diff, .report = report}, *const m = &merge;
    for (; *files; files++)
        read_reports(m, *files);
    report_start(report, diff, wants_json);
    report->progress.begun -= m->seconds;
    for (size_t i = 0; i < m->report_count; i++) {
        struct value differences, found;
        if (find_value(whole_report(&m->reports[i]), "differences", "[", &differences))
            for (size_t at = 0; next_value(differences, &at, &found);)
                take_finding(m, found);
    }
    diff->differences = groups_positions(&report->groups);
    diff->agreed = diff->compared > m->all ? diff->compared - m->all : 0;
    diff->failed = *report->trouble != '\0';
    report_end(report);
    for (size_t i = 0; i < m->report_count; i++) {
        free(m->reports[i].text);
        free(m->reports[i].strings);
    }
    free(m->reports);
    if (diff->failed)
        complain("%s", report->trouble);
    return diff->failed || diff->compared == 0                           ? STATUS_FAILED
           : diff->differences > 0 || diff->positions.rejections.all > 0 ? STATUS_FOUND
                                                                         : STATUS_GOOD;
}
