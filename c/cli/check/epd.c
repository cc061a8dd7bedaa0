/* Fields are copied as they are. Operations are searched for the comments that they have, and copied too. */
#include "cli/check/epd.h"

#include <string.h>

#include "cli/shared/positions/epd_parts.h"
#include "cli/shared/words.h"
#include "core/characters.h"

static void put_part(struct output *out, const char *line, struct epd_part part) {
    put(out, line + part.begin, part.length);
}

/* Whether the four fields stand in the line as they are written. */
static bool are_as_written(const char *line, const struct epd_parts *parts) {
    bool single = parts->field_count == 4;
    for (unsigned i = 1; i < parts->field_count; i++)
        single &= parts->fields[i].begin == parts->fields[i - 1].begin + parts->fields[i - 1].length + 1 &&
                  line[parts->fields[i].begin - 1] == ' ';
    return single;
}

static void put_fields(struct output *out, const char *line, const struct epd_parts *parts) {
    const struct epd_part *first = &parts->fields[0], *last = &parts->fields[3];
    if (are_as_written(line, parts)) {
        put(out, line + first->begin, last->begin + last->length - first->begin);
        return;
    }
    for (unsigned i = 0; i < parts->field_count; i++) {
        put(out, " ", i > 0);
        put_part(out, line, parts->fields[i]);
    }
    if (parts->field_count < 4)
        put_string(out, " - -");
}

/* The checks given, such as +0+0, which may stand behind the last clock; NULL when there are none. */
static const char *find_given_checks(const char *line, const struct epd_parts *parts) {
    const struct epd_part last = parts->clocks[1];
    return parts->clock_count == 2 ? memchr(line + last.begin, '+', last.length) : NULL;
}

/* Those still to give, as a field: 3+3. wins: how many win. */
static void put_checks(struct output *out, const char *given, unsigned wins) {
    const unsigned white = (unsigned)(given[1] - '0'), black = (unsigned)(given[3] - '0');
    if (white <= wins && black <= wins)
        put_format(out, " %u+%u", wins - white, wins - black);
}

static void put_clocks(struct output *out, const char *line, const struct epd_parts *parts) {
    static const char *const opcodes[2] = {" hmvc ", " fmvn "};
    const char *const checks = find_given_checks(line, parts);
    for (unsigned i = 0; i < parts->clock_count; i++) {
        struct epd_part clock = parts->clocks[i];
        if (i == 1 && checks)
            clock.length = (size_t)(checks - line) - clock.begin;
        while (clock.length > 0 && is_blank(line[clock.begin + clock.length - 1]))
            clock.length--;
        put_string(out, opcodes[i]);
        put_part(out, line, clock);
        put(out, ";", 1);
    }
}

/* Which of the comments c0 to c9 operations have: bit n for cn. */
static unsigned comments_of(const char *text, size_t length) {
    unsigned found = 0;
    bool quoted = false, at_opcode = true;
    if (!memchr(text, 'c', length))
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (at_opcode && i + 2 <= length && text[i] == 'c' && is_digit(text[i + 1]) &&
            (i + 2 == length || is_blank(text[i + 2]) || text[i + 2] == ';'))
            found |= 1u << (text[i + 1] - '0');
        quoted ^= text[i] == '"';
        at_opcode = !quoted && (text[i] == ';' || (at_opcode && is_blank(text[i])));
    }
    return found;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether a quote that begins in a text doesn't end there. */
static bool ends_quoted(const char *text, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++)
        quoted ^= text[i] == '"';
    return quoted;
}

/* Whether a text can stand behind the fields of a position: a number would be a clock there, a word "moves"
 * be followed by moves, and anything else an error. */
static bool is_operation(const char *text, size_t length) {
    struct words words = {text, length, 0};
    return is_letter(*text) && !word_is(next_word(&words), "moves");
}

/* Semicolons stand behind operations, and one before what is none. */
void add_operations(struct output *out, struct epd_line *epd, const char *text, size_t length) {
    while (length > 0 && (*text == ';' || is_blank(*text))) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    if (length == 0)
        return;
    epd->comments_taken |= comments_of(text, length);
    put_string(out, is_operation(text, length) ? " " : " ; ");
    put(out, text, length);
    if (ends_quoted(text, length))
        put_string(out, "\";");
    else if (text[length - 1] != ';')
        put(out, ";", 1);
}

void begin_epd(struct output *out, struct epd_line *epd, const char *line, const struct epd_parts *parts,
               unsigned checks) {
    const char *const given = find_given_checks(line, parts);
    put_fields(out, line, parts);
    if (given)
        put_checks(out, given, checks);
    put_clocks(out, line, parts);
    epd->comments_taken = 0;
    add_operations(out, epd, line + parts->operations.begin, parts->operations.length);
}

bool begin_comment(struct output *out, struct epd_line *epd) {
    if (epd->comments_taken == 0x3ff)
        return false;
    const unsigned free = (unsigned)__builtin_ctz(~epd->comments_taken);
    const char opcode[] = {' ', 'c', (char)('0' + free), ' ', '"'};
    put(out, opcode, sizeof opcode);
    epd->comments_taken |= 1u << free;
    return true;
}

void end_comment(struct output *out) {
    put_string(out, "\";");
}
