/* Fields end with a blank, and the last clock may end with the semicolon of an operation too. */
#include "cli/shared/positions/epd_parts.h"

#include <stdbool.h>

#include "cli/shared/span.h"
#include "core/characters.h"

static size_t skip_blanks(const char *text, size_t length, size_t at) {
    while (at < length && is_blank(text[at]))
        at++;
    return at;
}

static bytes16 ends_of_field(bytes16 bytes) {
    return bytes_equal_to(bytes, ' ') | bytes_equal_to(bytes, '\t') | bytes_equal_to(bytes, ';');
}

/* Returns the part that begins at `at`, up to a blank or a semicolon. */
static struct epd_part part_at(const char *text, size_t length, size_t at) {
    return (struct epd_part){at, end_of_span(text, length, at, ends_of_field) - at};
}

/* Whether counts of checks such as 3+3, or +0+0 where a sign begins them, are a part of the text. */
static bool are_check_counts(const char *text, struct epd_part part, bool sign) {
    const char *const counts = text + part.begin + sign;
    return part.length == (sign ? 4 : 3) && (!sign || text[part.begin] == '+') && is_digit(counts[0]) &&
           counts[1] == '+' && is_digit(counts[2]);
}

/* Lets counts of checks at `at` belong to the part before them. Returns where the next part begins. */
static size_t take_check_counts(const char *text, size_t length, size_t at, bool sign,
                                struct epd_part *part) {
    const struct epd_part counts = part_at(text, length, at);
    if (!are_check_counts(text, counts, sign))
        return at;
    part->length = counts.begin + counts.length - part->begin;
    return skip_blanks(text, length, counts.begin + counts.length);
}

void find_epd_parts(const char *text, size_t length, struct epd_parts *parts) {
    *parts = (struct epd_parts){0};
    length = length_without_line_end(text, length);
    size_t at = skip_blanks(text, length, 0);
    for (unsigned i = 0; i < 4 && !(i == 2 && at < length && is_digit(text[at])); i++) {
        parts->fields[parts->field_count++] = part_at(text, length, at);
        at = skip_blanks(text, length, at + parts->fields[i].length);
    }
    if (parts->field_count > 0)
        at = take_check_counts(text, length, at, false, &parts->fields[parts->field_count - 1]);
    while (parts->clock_count < 2 && at < length && is_digit(text[at])) {
        struct epd_part *clock = &parts->clocks[parts->clock_count++];
        *clock = part_at(text, length, at);
        at = skip_blanks(text, length, at + clock->length);
    }
    if (parts->clock_count == 2)
        at = take_check_counts(text, length, at, true, &parts->clocks[1]);
    while (length > at && is_blank(text[length - 1]))
        length--;
    parts->operations = (struct epd_part){at, length - at};
}
