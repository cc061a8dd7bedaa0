/* Fields are copied as they are. Operations are searched for the comments that they have, and copied too. */
#include "cli/check/epd.h"

#include <stdio.h>

#include "core/characters.h"

static size_t skip_blanks(const char *line, size_t length, size_t at) {
    while (at < length && is_blank(line[at]))
        at++;
    return at;
}

static size_t skip_field(const char *line, size_t length, size_t at) {
    while (at < length && !is_blank(line[at]) && line[at] != ';')
        at++;
    return at;
}

/* Writes the clocks at `at`, if there are any; returns where the operations begin. */
static size_t put_clocks(struct output *out, const char *line, size_t length, size_t at) {
    static const char *const opcodes[2] = {" hmvc ", " fmvn "};
    for (unsigned i = 0; i < 2; i++) {
        at = skip_blanks(line, length, at);
        if (at == length || !is_digit(line[at]))
            break;
        const size_t end = skip_field(line, length, at);
        put_string(out, opcodes[i]);
        put(out, line + at, end - at);
        put(out, ";", 1);
        at = end;
    }
    return skip_blanks(line, length, at);
}

/* Which of the comments c0 to c9 operations have: bit n for cn. */
static unsigned comments_of(const char *text, size_t length) {
    unsigned found = 0;
    bool quoted = false, at_opcode = true;
    for (size_t i = 0; i < length; i++) {
        if (at_opcode && i + 2 <= length && text[i] == 'c' && is_digit(text[i + 1]) &&
            (i + 2 == length || is_blank(text[i + 2]) || text[i + 2] == ';'))
            found |= 1u << (text[i + 1] - '0');
        quoted ^= text[i] == '"';
        at_opcode = !quoted && (text[i] == ';' || (at_opcode && is_blank(text[i])));
    }
    return found;
}

/* Writes the four fields; returns where they end. In a variant, the castling and en-passant fields may be
 * left out together, and then there is a clock in their place. */
static size_t put_fields(struct output *out, const char *line, size_t length) {
    size_t at = 0;
    for (unsigned field = 0; field < 4; field++) {
        at = skip_blanks(line, length, at);
        if (field == 2 && at < length && is_digit(line[at])) {
            put_string(out, " - -");
            return at;
        }
        const size_t end = skip_field(line, length, at);
        if (field > 0)
            put(out, " ", 1);
        put(out, line + at, end - at);
        at = end;
    }
    return at;
}

void begin_epd(struct output *out, struct epd_line *epd, const char *line, size_t length) {
    size_t at = put_clocks(out, line, length, put_fields(out, line, length));
    while (at < length &&
           (line[at] == ';' || is_blank(line[at]))) /* semicolons before operations, not after */
        at++;
    while (length > at && is_blank(line[length - 1]))
        length--;
    epd->comments_taken = comments_of(line + at, length - at);
    if (length == at)
        return;
    put(out, " ", 1);
    put(out, line + at, length - at);
    if (line[length - 1] != ';')
        put(out, ";", 1);
}

bool begin_comment(struct output *out, struct epd_line *epd) {
    if (epd->comments_taken == 0x3ff)
        return false;
    const unsigned free = (unsigned)__builtin_ctz(~epd->comments_taken);
    char opcode[8];
    sprintf(opcode, " c%u \"", free);
    put_string(out, opcode);
    epd->comments_taken |= 1u << free;
    return true;
}

void end_comment(struct output *out) {
    put_string(out, "\";");
}
