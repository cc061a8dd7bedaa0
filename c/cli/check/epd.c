/* The line is copied field by field; only its operations are looked into, for the comments they have. */
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

/* The comments c0 to c9 that operations have, a bit each. */
static unsigned comments_of(const char *text, size_t length) {
    unsigned found = 0;
    int quoted = 0, at_opcode = 1;
    for (size_t i = 0; i < length; i++) {
        if (at_opcode && i + 2 <= length && text[i] == 'c' && is_digit(text[i + 1]) &&
            (i + 2 == length || is_blank(text[i + 2]) || text[i + 2] == ';'))
            found |= 1u << (text[i + 1] - '0');
        quoted ^= text[i] == '"';
        at_opcode = !quoted && (text[i] == ';' || (at_opcode && is_blank(text[i])));
    }
    return found;
}

void put_epd(struct output *out, const char *line, size_t length, const char *const *comments, size_t count) {
    size_t at = 0;
    for (unsigned field = 0; field < 4; field++) {
        at = skip_blanks(line, length, at);
        const size_t end = skip_field(line, length, at);
        if (field > 0)
            put(out, " ", 1);
        put(out, line + at, end - at);
        at = end;
    }
    at = put_clocks(out, line, length, at);
    while (at < length &&
           (line[at] == ';' || is_blank(line[at]))) /* semicolons before operations, not after */
        at++;
    while (length > at && is_blank(line[length - 1]))
        length--;
    if (length > at) {
        put(out, " ", 1);
        put(out, line + at, length - at);
        if (line[length - 1] != ';')
            put(out, ";", 1);
    }
    unsigned taken = comments_of(line + at, length - at);
    for (size_t i = 0; i < count && taken != 0x3ff; i++) {
        const unsigned free = (unsigned)__builtin_ctz(~taken);
        char opcode[8];
        sprintf(opcode, " c%u \"", free);
        put_string(out, opcode);
        put_string(out, comments[i]);
        put_string(out, "\";");
        taken |= 1u << free;
    }
    put(out, "\n", 1);
}
