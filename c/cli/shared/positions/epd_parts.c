/* Fields end with a blank, and the last clock may end with the semicolon of an operation too. */
#include "cli/shared/positions/epd_parts.h"

#include "cli/shared/span.h"
#include "core/characters.h"

static size_t skip_blanks(const char *text, size_t length, size_t at) {
    while (at < length && is_blank(text[at]))
        at++;
    return at;
}

static __m128i ends_of_field(__m128i bytes) {
    return _mm_or_si128(bytes_equal_to(bytes, ' '),
                        _mm_or_si128(bytes_equal_to(bytes, '\t'), bytes_equal_to(bytes, ';')));
}

/* Returns the part that begins at `at`, up to a blank or a semicolon. */
static struct epd_part part_at(const char *text, size_t length, size_t at) {
    return (struct epd_part){at, end_of_span(text, length, at, ends_of_field) - at};
}

void find_epd_parts(const char *text, size_t length, struct epd_parts *parts) {
    *parts = (struct epd_parts){0};
    length = length_without_line_end(text, length);
    size_t at = skip_blanks(text, length, 0);
    for (unsigned i = 0; i < 4 && !(i == 2 && at < length && is_digit(text[at])); i++) {
        parts->fields[parts->field_count++] = part_at(text, length, at);
        at = skip_blanks(text, length, at + parts->fields[i].length);
    }
    while (parts->clock_count < 2 && at < length && is_digit(text[at])) {
        struct epd_part *clock = &parts->clocks[parts->clock_count++];
        *clock = part_at(text, length, at);
        at = skip_blanks(text, length, at + clock->length);
    }
    while (length > at && is_blank(text[length - 1]))
        length--;
    parts->operations = (struct epd_part){at, length - at};
}
