/* Finds the parts and operations of a line of EPD. */
#include "core/fen/epd.h"

#include <string.h>

#include "core/text/error.h"
#include "core/text/words.h"

/* ==== Parts of a line ==== */

/* Fields end with a blank, and the last clock may end with the semicolon of an operation too. */

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

static bool is_field_end(const char *text, size_t length, size_t at) {
    return at == length || is_blank(text[at]) || text[at] == ';';
}

/* Takes counts of checks at `at`, if there are any: 3+3, or +0+0 where a sign begins them. Returns where the
 * next part begins. */
static size_t take_check_counts(const char *text, size_t length, size_t at, bool sign,
                                struct epd_part *counts) {
    const size_t first = at + sign, end = first + 3;
    if (end > length || (sign && text[at] != '+') || !is_digit(text[first]) || text[first + 1] != '+' ||
        !is_digit(text[first + 2]) || !is_field_end(text, length, end))
        return at;
    *counts = (struct epd_part){at, end - at};
    return skip_blanks(text, length, end);
}

static bool is_digit_at(const char *text, size_t length, size_t at) {
    return at < length && is_digit(text[at]);
}

/* Takes up to `max` numbers at *at, and moves *at past them. Returns how many there are. */
static unsigned take_numbers(const char *text, size_t length, size_t *at, unsigned max,
                             struct epd_part *numbers) {
    unsigned count = 0;
    for (; count < max && is_digit_at(text, length, *at); count++) {
        numbers[count] = part_at(text, length, *at);
        *at = skip_blanks(text, length, *at + numbers[count].length);
    }
    return count;
}

/* Skips the first of three numbers that may follow when the fourth field is missing: after how many moves the
 * game is a draw. */
static size_t skip_counting_limit(const char *text, size_t length, size_t at) {
    struct epd_part numbers[3];
    size_t after = at;
    return take_numbers(text, length, &after, 3, numbers) == 3 ? numbers[1].begin : at;
}

void ks_find_epd_parts(const char *text, size_t length, struct epd_parts *parts) {
    *parts = (struct epd_parts){0};
    length = length_without_line_end(text, length);
    size_t at = skip_blanks(text, length, 0);
    for (unsigned i = 0; i < 4 && !(i >= 2 && is_digit_at(text, length, at)); i++) {
        parts->fields[parts->field_count++] = part_at(text, length, at);
        at = skip_blanks(text, length, at + parts->fields[i].length);
    }
    at = take_check_counts(text, length, at, false, &parts->checks_left);
    if (parts->field_count == 3 && parts->checks_left.length == 0)
        at = skip_counting_limit(text, length, at);
    parts->clock_count = take_numbers(text, length, &at, 2, parts->clocks);
    at = take_check_counts(text, length, at, true, &parts->checks_given);
    while (length > at && is_blank(text[length - 1]))
        length--;
    parts->operations = (struct epd_part){at, length - at};
}

/* Clocks have at most five digits, so they are copied eight bytes at a time. */
size_t ks_turn_fen_into_epd(char *fen, size_t length) {
    enum { CLOCK = 8 };
    char halfmoves[CLOCK], moves[CLOCK];
    size_t number = length, clock;
    while (fen[number - 1] != ' ')
        number--;
    for (clock = number - 1; fen[clock - 1] != ' ';)
        clock--;
    memcpy(halfmoves, fen + clock, CLOCK);
    memcpy(moves, fen + number, CLOCK);
    char *out = fen + clock;
    memcpy(out, "hmvc ", 5);
    memcpy(out + 5, halfmoves, CLOCK);
    out += 5 + (number - 1 - clock);
    memcpy(out, "; fmvn ", 7);
    memcpy(out + 7, moves, CLOCK);
    out += 7 + (length - number);
    *out++ = ';';
    return (size_t)(out - fen);
}

/* ==== Operations of EPD ==== */

/* Returns where the operation at `at` ends: at its semicolon, or where the text does. A semicolon in quotes
 * ends none. */
static size_t end_of_operation(const char *text, size_t length, size_t at) {
    bool quoted = false;
    for (; at < length && (quoted || text[at] != ';'); at++)
        quoted ^= text[at] == '"';
    return at;
}

static struct epd_part without_blanks(const char *text, size_t begin, size_t end) {
    while (begin < end && is_blank(text[begin]))
        begin++;
    while (end > begin && is_blank(text[end - 1]))
        end--;
    return (struct epd_part){begin, end - begin};
}

bool ks_find_operation(const char *operations, size_t length, const char *name, struct epd_part *operands) {
    for (size_t at = 0; at < length;) {
        const size_t end = end_of_operation(operations, length, at);
        struct words words = {operations, end, at};
        if (word_is(next_word(&words), name)) {
            *operands = without_blanks(operations, words.at, end);
            return true;
        }
        at = end + 1;
    }
    return false;
}

static int find_needed(const char *operations, size_t length, const char *name, const char *meaning,
                       struct epd_part *operands, ks_error *error) {
    return ks_find_operation(operations, length, name, operands)
               ? KS_OK
               : ks_fail(error, KS_ERROR_FIELD_MISSING, length, "expected the operation %s, %s", name,
                         meaning);
}

int ks_read_score_operation(const char *operations, size_t length, int *score, ks_error *error) {
    struct epd_part found;
    const int code = find_needed(operations, length, "ce", "the score", &found, error);
    if (code != KS_OK)
        return code;
    return read_whole_number(operations + found.begin, found.length, INT16_MIN, INT16_MAX, score)
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_KEY, found.begin, "expected a score from -32768 to 32767");
}

static bool read_result(const char *text, size_t length, int *result) {
    static const char *const results[3] = {"\"0-1\"", "\"1/2-1/2\"", "\"1-0\""};
    for (int i = 0; i < 3; i++)
        if (length == strlen(results[i]) && memcmp(text, results[i], length) == 0) {
            *result = i - 1;
            return true;
        }
    return false;
}

int ks_read_result_operation(const char *operations, size_t length, int *result, ks_error *error) {
    struct epd_part found;
    const int code = find_needed(operations, length, "c9", "the result", &found, error);
    if (code != KS_OK)
        return code;
    return read_result(operations + found.begin, found.length, result)
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_RESULT, found.begin,
                         "expected the result \"1-0\", \"1/2-1/2\" or \"0-1\"");
}
