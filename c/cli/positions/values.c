/* Compares values of tags that have an order: numbers, dates, times of day, codes of openings. Numbers are
 * compared digit by digit, so neither their length nor their fraction is lost. */
#include "cli/positions/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/characters.h"

static size_t count_digits(const char *text) {
    return strspn(text, "0123456789");
}

static const char *skip_blanks(const char *text) {
    while (is_blank(*text))
        text++;
    return text;
}

static bool ends(const char *text) {
    return *skip_blanks(text) == '\0';
}

/* ---- Numbers ---- */

/* The digits without zeros that say nothing. */
struct number {
    bool negative;
    const char *whole, *fraction;
    size_t whole_length, fraction_length;
};

static bool read_decimal(const char *text, struct number *number) {
    text = skip_blanks(text);
    number->negative = *text == '-';
    text += *text == '-' || *text == '+';
    size_t digits = count_digits(text);
    const size_t zeros = strspn(text, "0");
    number->whole = text + zeros;
    number->whole_length = digits - zeros;
    text += digits;
    number->fraction = text + (*text == '.');
    number->fraction_length = *text == '.' ? count_digits(number->fraction) : 0;
    text = number->fraction + number->fraction_length;
    digits += number->fraction_length;
    while (number->fraction_length > 0 && number->fraction[number->fraction_length - 1] == '0')
        number->fraction_length--;
    return digits > 0 && ends(text);
}

/* Returns how two numbers compare, but for their signs. */
static int compare_sizes(const struct number *a, const struct number *b) {
    const size_t shared = a->fraction_length < b->fraction_length ? a->fraction_length : b->fraction_length;
    if (a->whole_length != b->whole_length)
        return a->whole_length < b->whole_length ? -1 : 1;
    int order = memcmp(a->whole, b->whole, a->whole_length);
    if (order == 0)
        order = memcmp(a->fraction, b->fraction, shared);
    return order != 0 ? order : (a->fraction_length > shared) - (b->fraction_length > shared);
}

static int compare_numbers(const struct number *a, const struct number *b) {
    const bool zeros = a->whole_length + a->fraction_length + b->whole_length + b->fraction_length == 0;
    if (zeros || a->negative != b->negative)
        return zeros ? 0 : a->negative ? -1 : 1;
    return a->negative ? compare_sizes(b, a) : compare_sizes(a, b);
}

/* ---- Dates and times ---- */

/* Year, month and day, or hour, minute and second; -1 is not known. */
struct moment {
    int parts[3];
    unsigned count;
};

/* Reads up to three numbers with a separator between. lengths has the most digits of each part, and last its
 * greatest number. Returns false when the text is something else. */
static bool read_parts(const char *text, const char *separators, const int lengths[3], const int last[3],
                       struct moment *moment) {
    text = skip_blanks(text);
    for (moment->count = 0; moment->count < 3; moment->count++) {
        const unsigned i = moment->count;
        if (i > 0 && (!*text || !strchr(separators, *text)))
            break;
        text += i > 0;
        const size_t digits = count_digits(text), length = digits > 0 ? digits : strspn(text, "?");
        if (length == 0 || length > (size_t)lengths[i])
            return false;
        moment->parts[i] = digits > 0 ? (int)strtoul(text, NULL, 10) : -1;
        if (moment->parts[i] > last[i])
            return false;
        text += length;
    }
    return ends(text);
}

/* Some programs write 00 for an unknown month or day. */
static bool read_date(const char *text, struct moment *date) {
    static const int lengths[] = {4, 2, 2}, last[] = {9999, 12, 31};
    if (strcspn(skip_blanks(text), ".-/ \t") != 4 || !read_parts(text, ".-/", lengths, last, date))
        return false;
    for (unsigned i = 1; i < date->count; i++)
        if (date->parts[i] == 0)
            date->parts[i] = -1;
    return date->parts[0] >= 0;
}

static bool read_time(const char *text, struct moment *time) {
    static const int lengths[] = {2, 2, 2}, last[] = {99, 59, 59};
    return !strchr(text, '?') && read_parts(text, ":", lengths, last, time) && time->count > 1;
}

static bool compare_moments(const struct moment *a, const struct moment *b, int *order) {
    *order = 0;
    for (unsigned i = 0; i < b->count && *order == 0; i++) {
        if (i >= a->count || a->parts[i] < 0 || b->parts[i] < 0)
            return false;
        *order = (a->parts[i] > b->parts[i]) - (a->parts[i] < b->parts[i]);
    }
    return true;
}

/* ---- Texts ---- */

static int lower(char c) {
    return to_lower((unsigned char)c);
}

int compare_texts(const char *a, const char *b) {
    for (;; a++, b++) {
        a = skip_blanks(a);
        b = skip_blanks(b);
        if (lower(*a) != lower(*b) || !*a)
            return lower(*a) - lower(*b);
    }
}

static bool begins_with(const char *text, const char *part) {
    for (;; text++, part++) {
        text = skip_blanks(text);
        part = skip_blanks(part);
        if (!*part)
            return true;
        if (lower(*text) != lower(*part))
            return false;
    }
}

bool has_part(const char *text, const char *part) {
    do
        if (begins_with(text, part))
            return true;
    while (*text++);
    return false;
}

/* A letter from A to E, two digits, and perhaps what a database adds. */
static bool is_opening(const char *text) {
    text = skip_blanks(text);
    return lower(*text) >= 'a' && lower(*text) <= 'e' && is_digit(text[1]) && is_digit(text[2]) &&
           ends(text + 3 + strspn(text + 3, "0123456789abcdefghijklmnopqrstuvwxyz"));
}

/* ---- Kinds ---- */

unsigned kinds_of_value(const char *text) {
    struct number number;
    struct moment moment;
    return (read_decimal(text, &number) ? VALUE_NUMBER : 0u) | (read_date(text, &moment) ? VALUE_DATE : 0u) |
           (read_time(text, &moment) ? VALUE_TIME : 0u) | (is_opening(text) ? VALUE_OPENING : 0u);
}

bool is_unknown_value(const char *text) {
    return text[strspn(text, "?-./: \t")] == '\0';
}

bool compare_as(enum value_kind kind, const char *a, const char *b, int *order) {
    struct number numbers[2];
    struct moment moments[2];
    if (kind == VALUE_NUMBER && read_decimal(a, &numbers[0]) && read_decimal(b, &numbers[1]))
        *order = compare_numbers(&numbers[0], &numbers[1]);
    else if (kind == VALUE_OPENING)
        *order = compare_texts(a, b);
    else {
        bool (*const read_moment)(const char *, struct moment *) = kind == VALUE_DATE ? read_date : read_time;
        return read_moment(a, &moments[0]) && read_moment(b, &moments[1]) &&
               compare_moments(&moments[0], &moments[1], order);
    }
    return true;
}

const char *name_kinds(unsigned kinds, char text[KINDS_TEXT]) {
    static const char *const names[] = {"a number", "a date such as 2026.11.27, 2026-11 or 2026",
                                        "a time such as 18:30", "an ECO code such as B90"};
    size_t length = 0;
    *text = '\0';
    for (unsigned i = 0; i < sizeof names / sizeof *names && length < KINDS_TEXT; i++)
        if (kinds & 1u << i)
            length += (size_t)snprintf(text + length, KINDS_TEXT - length, "%s%s", length > 0 ? ", or " : "",
                                       names[i]);
    return text;
}
