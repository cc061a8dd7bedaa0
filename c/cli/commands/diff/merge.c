/* Reports of several runs become one. */
#include "cli/commands/diff/merge.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/diff/report.h"
#include "cli/io/input.h"
#include "core/text/characters.h"

/* ==== Values of JSON ==== */

/* Source: RFC 8259. Strings are unescaped where they stand. */

enum { DEPTH_MAX = 16 };

static struct json_value *read_value(char *text, size_t *at, unsigned depth);

bool json_at_end(const char *text, size_t *at) {
    *at += strspn(text + *at, " \t\r\n");
    return text[*at] == '\0';
}

static bool skip(const char *text, size_t *at, char c) {
    json_at_end(text, at);
    if (text[*at] != c)
        return false;
    ++*at;
    return true;
}

/* All values stay as long as the program runs. */
static struct json_value *new_value(enum json_kind kind) {
    static struct json_value *last;
    struct json_value *const value = given(calloc(1, sizeof *value));
    value->kind = kind;
    value->older = last;
    last = value;
    return value;
}

/* ---- Strings ---- */

static bool read_hex(const char *digits, unsigned *code) {
    *code = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char c = digits[i], small = (char)(c | 0x20);
        if (!is_digit(c) && (small < 'a' || small > 'f'))
            return false;
        *code = *code << 4 | (unsigned)(is_digit(c) ? c - '0' : small - 'a' + 10);
    }
    return true;
}

/* Writes a character as UTF-8. Returns where it ends. Halves of surrogate pairs, which Kingscan doesn't
 * write, become U+FFFD. */
static char *put_character(char *out, unsigned code) {
    if (code >= 0xd800 && code <= 0xdfff)
        code = 0xfffd;
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* Reads the escape at text[*at], after its backslash, to *out. */
static bool read_escape(const char *text, size_t *at, char **out) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char c = text[*at], *const letter = c ? strchr(letters, c) : NULL;
    unsigned code;
    if (letter) {
        *(*out)++ = meant[letter - letters];
        ++*at;
        return true;
    }
    if (c != 'u' || !read_hex(text + *at + 1, &code) || code == 0)
        return false;
    *out = put_character(*out, code);
    *at += 5;
    return true;
}

/* Reads the string after an opening quote. Returns NULL when it isn't one. */
static const char *read_string(char *text, size_t *at) {
    char *const start = text + *at, *out = start;
    while (text[*at] != '"') {
        if ((unsigned char)text[*at] < ' ')
            return NULL;
        if (text[*at] != '\\')
            *out++ = text[(*at)++];
        else if (++*at, !read_escape(text, at, &out))
            return NULL;
    }
    ++*at;
    *out = '\0';
    return start;
}

/* ---- Values ---- */

/* Reads the items of an array or object up to its end. */
static struct json_value *read_items(char *text, size_t *at, unsigned depth, struct json_value *value,
                                     char end) {
    struct json_value **link = &value->first;
    if (skip(text, at, end))
        return value;
    do {
        const char *name = NULL;
        if (value->kind == JSON_OBJECT &&
            (!skip(text, at, '"') || !(name = read_string(text, at)) || !skip(text, at, ':')))
            return NULL;
        *link = read_value(text, at, depth);
        if (!*link)
            return NULL;
        (*link)->name = name;
        link = &(*link)->next;
    } while (skip(text, at, ','));
    return skip(text, at, end) ? value : NULL;
}

/* Reads a word or a number, and keeps a copy, since what follows it may have no room for a zero. */
static struct json_value *read_plain(const char *text, size_t *at) {
    const size_t length = strspn(text + *at, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    const bool number = text[*at] == '-' || is_digit(text[*at]);
    struct json_value *const value = new_value(number ? JSON_NUMBER : JSON_WORD);
    value->text = given(strndup(text + *at, length));
    const bool known = number || strcmp(value->text, "null") == 0 || strcmp(value->text, "true") == 0 ||
                       strcmp(value->text, "false") == 0;
    *at += known ? length : 0;
    return known ? value : NULL;
}

static struct json_value *read_value(char *text, size_t *at, unsigned depth) {
    if (depth == DEPTH_MAX)
        return NULL;
    if (skip(text, at, '{'))
        return read_items(text, at, depth + 1, new_value(JSON_OBJECT), '}');
    if (skip(text, at, '['))
        return read_items(text, at, depth + 1, new_value(JSON_ARRAY), ']');
    if (!skip(text, at, '"'))
        return read_plain(text, at);
    struct json_value *const value = new_value(JSON_STRING);
    value->text = read_string(text, at);
    return value->text ? value : NULL;
}

struct json_value *json_read(char *text, size_t *at) {
    return read_value(text, at, 0);
}

/* ---- Members ---- */

const struct json_value *json_member(const struct json_value *object, const char *name, enum json_kind kind) {
    const struct json_value *member = object->kind == JSON_OBJECT ? object->first : NULL;
    while (member && strcmp(member->name, name) != 0)
        member = member->next;
    return member && member->kind == kind ? member : NULL;
}

const char *json_member_text(const struct json_value *object, const char *name) {
    const struct json_value *const member = json_member(object, name, JSON_STRING);
    return member ? member->text : NULL;
}

bool json_member_unsigned(const struct json_value *object, const char *name, uint64_t *number) {
    const struct json_value *const member = json_member(object, name, JSON_NUMBER);
    char *end;
    if (!member || !is_digit(*member->text))
        return false;
    errno = 0;
    *number = strtoull(member->text, &end, 10);
    return errno == 0 && *end == '\0';
}

/* ==== Merging ==== */

/* A report is one line of JSON; a file may have several. Findings get into groups as those of a run do. */

struct merge {
    struct diff *diff;
    struct report *report;
    const struct json_value **reports; /* of all files */
    size_t report_count, report_room;
    uint64_t all; /* findings, equal ones too */
    double seconds;
};

/* ---- Reports ---- */

static _Noreturn void refuse_report(const char *name, const char *what) {
    fail("%s: expected reports of 'kingscan diff --json', found %s", name, what);
}

/* Whether the report is of this run's variant. */
static bool has_variant(struct merge *m, const struct json_value *report) {
    const ks_variant *const variant = m->diff->positions.variant;
    const char *const name = json_member_text(report, "variant");
    return variant ? name && strcmp(name, ks_variant_get_facts(variant).name) == 0 : !name;
}

/* Adds the totals of a report, and keeps it. */
static void take_report(struct merge *m, const char *name, const struct json_value *report) {
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
    if (!has_variant(m, report))
        refuse_report(name, "one of another variant");
    if (m->report_count > 0 && depth != m->diff->depth)
        refuse_report(name, "another depth than before");
    m->diff->depth = (unsigned)depth;
    m->diff->compared += positions;
    m->diff->nodes += nodes;
    m->diff->positions.skipped += skipped;
    m->diff->positions.rejections.all += rejected;
    m->seconds += strtod(seconds->text, NULL);
    if (!*m->report->trouble && (trouble || strcmp(interrupted_word->text, "true") == 0))
        snprintf(m->report->trouble, sizeof m->report->trouble, "%s: %s", name,
                 trouble ? trouble : "the run was interrupted");
    m->reports = with_room(m->reports, m->report_count, &m->report_room, sizeof *m->reports);
    m->reports[m->report_count++] = report;
}

static void read_reports(struct merge *m, const char *name) {
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
        take_report(m, name, report);
    }
    if (at < length)
        refuse_report(name, "a byte 0x00 among them");
}

/* ---- Findings ---- */

static const char *text_of(const struct json_value *found, const char *name) {
    const char *const text = json_member_text(found, name);
    return text ? text : "";
}

/* Reads the position and the moves of a finding. */
static bool read_replay(struct merge *m, const struct json_value *found, struct replay *replay) {
    static char text[REPLAY_SIZE];
    const char *const fen = text_of(found, "fen"), *const moves = text_of(found, "moves");
    const int length = snprintf(text, sizeof text, "%s%s%s", fen, *moves ? " moves " : "", moves);
    ks_error error;
    return length < (int)sizeof text &&
           replay_read(m->diff->positions.variant, text, (size_t)length, 0, replay, &error) == KS_OK;
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

static void take_finding(struct merge *m, const struct json_value *found) {
    static struct replay replay;
    static struct finding finding;
    uint64_t depth;
    m->all++;
    if (!read_replay(m, found, &replay) || !json_member_unsigned(found, "depth", &depth))
        fail("a report has a difference that is none: expected a position with moves and a depth, found "
             "'%s' and '%s'",
             text_of(found, "fen"), text_of(found, "moves"));
    const struct mismatch_place where = {&replay, (unsigned)depth, text_of(found, "place"),
                                         text_of(found, "about")};
    finding_begin(&replay, &finding);
    add_claims(found, &finding);
    if (finding.claim_count == 0)
        fail("a report has a difference without disagreements: %s", text_of(found, "fen"));
    finding_end(&where, &finding);
    finding.repeat = given(strdup(text_of(found, "repeat")));
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
        const struct json_value *const differences = json_member(m->reports[i], "differences", JSON_ARRAY);
        for (const struct json_value *found = differences->first; found; found = found->next)
            take_finding(m, found);
    }
    diff->differences = groups_positions(&report->groups);
    diff->agreed = diff->compared > m->all ? diff->compared - m->all : 0;
    diff->failed = *report->trouble != '\0';
    report_end(report);
    free(m->reports);
    if (diff->failed)
        complain("%s", report->trouble);
    return diff->failed || diff->compared == 0                           ? STATUS_FAILED
           : diff->differences > 0 || diff->positions.rejections.all > 0 ? STATUS_FOUND
                                                                         : STATUS_GOOD;
}
