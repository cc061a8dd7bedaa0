/* Reports of several runs become one. */
#ifndef KS_DIFF_MERGE_H
#define KS_DIFF_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/commands/diff/report.h"

/* ---- Values of JSON ---- */

/* Reads JSON, as `kingscan diff --json` writes it, into values that can be asked for by name. */

enum json_kind { JSON_WORD /* null, true, false */, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_kind kind;
    const char *name;                /* of a member of an object; else NULL */
    const char *text;                /* of a word, a number or a string, with a final zero */
    struct json_value *first, *next; /* the first item inside; the next one beside */
    struct json_value *older;        /* any value that was read before */
};

/* Reads the value at text[*at], after white space, and moves *at past it. The text, which ends with a zero,
 * is changed, and has to stay. Returns NULL when there is no value, with *at at the error. */
struct json_value *json_read(char *text, size_t *at);

/* Moves *at over white space. Returns whether the text ends there. */
bool json_at_end(const char *text, size_t *at);

/* Returns the member of this name and kind; NULL when there is none. */
const struct json_value *json_member(const struct json_value *object, const char *name, enum json_kind kind);

/* Returns the text of a member that is a string; NULL when it is none. */
const char *json_member_text(const struct json_value *object, const char *name);

/* Reads a member that is a whole number of 64 bits. Returns false when it is none. */
bool json_member_unsigned(const struct json_value *object, const char *name, uint64_t *number);

/* ---- Merging ---- */

/* kingscan diff --merge: the reports of several runs become one, which has equal findings once. */

/* Merges the reports that runs with --json have written into the files, NULL at the end. diff: its variant is
 * that of the runs; the rest is filled in. Returns the exit status. Fails when a file can't be read, is no
 * such report, or is of another depth or variant than the first. */
int merge_reports(struct diff *diff, struct report *report, char *const *files, bool wants_json);

#endif
