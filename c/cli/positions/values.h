/* Values of tags that have an order: numbers, dates, times of day, and codes of openings. */
#ifndef KS_TAG_VALUES_H
#define KS_TAG_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* A text may be of several kinds: 2026 is a number and a date. When two texts share several, the first of
 * them in this order is the one they are compared by. */
enum value_kind {
    VALUE_NUMBER = 1, /* a decimal such as 2500, 0.6 or -3 */
    VALUE_DATE = 2, /* such as 2026.11.27, 2026-11 or 2026; a tag's may have ?? and 00 for what is unknown */
    VALUE_TIME = 4, /* such as 18:30 or 18:30:05 */
    VALUE_OPENING = 8 /* a code of ECO, such as B90 or B90a */
};

/* Returns the kinds of a text, as bits. Blanks around it do not matter. */
unsigned kinds_of_value(const char *text);

/* Whether a tag says that its value is unknown or that there is none: "", "?", "-", "????.??.??". */
bool is_unknown_value(const char *text);

/* Compares two texts of the same kind; *order is negative, 0 or positive. Dates and times are compared as far
 * as `b` goes. Returns false when `a` does not say, such as the date 2026.??.?? about a month. */
bool compare_as(enum value_kind kind, const char *a, const char *b, int *order);

/* Compares texts, in which neither blanks nor capital letters matter. */
int compare_texts(const char *a, const char *b);

/* Whether a part of the text is this one; neither blanks nor capital letters matter. */
bool has_part(const char *text, const char *part);

enum { KINDS_TEXT = 128 };

/* Writes what these kinds are called, such as "a number or a date such as 2026.11.27". Returns text. */
const char *name_kinds(unsigned kinds, char text[KINDS_TEXT]);

#endif
