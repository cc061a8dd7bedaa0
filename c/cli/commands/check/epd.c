/* Fields are copied as they are. Operations are searched for the comments that they have, and copied too. */
#include "cli/commands/check/epd.h"

#include <string.h>

#include "cli/base/text.h"
#include "cli/positions/epd_parts.h"
#include "core/text/characters.h"

static void put_part(struct output *out, const char *line, struct epd_part part) {
    put(out, line + part.begin, part.length);
}

/* Whether the line has the four fields as they are written. */
static bool are_as_written(const char *line, const struct epd_parts *parts) {
    bool single = parts->field_count == 4;
    for (unsigned i = 1; i < parts->field_count; i++)
        single &= follows(line, &parts->fields[i], &parts->fields[i - 1]);
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
    for (unsigned i = parts->field_count; i < 4; i++)
        put_string(out, " -");
}

/* Checks that are given become those left to give, which follow the fields: 3+3. wins: how many win. */
static void put_checks(struct output *out, const char *line, const struct epd_parts *parts, unsigned wins) {
    const char *const given = line + parts->checks_given.begin;
    if (parts->checks_left.length > 0) {
        put(out, " ", 1);
        put_part(out, line, parts->checks_left);
    } else if (parts->checks_given.length > 0) {
        const unsigned white = (unsigned)(given[1] - '0'), black = (unsigned)(given[3] - '0');
        if (white <= wins && black <= wins)
            put_format(out, " %u+%u", wins - white, wins - black);
    }
}

static void put_clocks(struct output *out, const char *line, const struct epd_parts *parts) {
    static const char *const opcodes[2] = {" hmvc ", " fmvn "};
    for (unsigned i = 0; i < parts->clock_count; i++) {
        put_string(out, opcodes[i]);
        put_part(out, line, parts->clocks[i]);
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

/* Whether a text can follow the fields of a position. A number would be a clock there, the word "moves" would
 * need moves, and anything else would be an error. */
static bool is_operation(const char *text, size_t length) {
    struct words words = {text, length, 0};
    return is_letter(*text) && !word_is(next_word(&words), "moves");
}

/* Each operation ends with a semicolon; a text that is none has one before it. */
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
    put_fields(out, line, parts);
    put_checks(out, line, parts, checks);
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
