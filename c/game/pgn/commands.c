/* The commands that servers and engines write into comments. */

#include <stdbool.h>
#include <string.h>

#include "core/text/characters.h"
#include "kingscan/pgn.h"

/* The rest of a command's value. */
struct value {
    const char *text;
    size_t length;
};

static bool skip(struct value *value, char c) {
    if (value->length == 0 || *value->text != c)
        return false;
    value->text++;
    value->length--;
    return true;
}

/* Reads digits, at most nine. Returns how many. */
static unsigned read_digits(struct value *value, uint32_t *number) {
    unsigned digits = 0;
    for (*number = 0; digits < 9 && value->length > 0 && is_digit(*value->text); digits++) {
        *number = 10 * *number + (uint32_t)(*value->text - '0');
        skip(value, *value->text);
    }
    return digits;
}

/* Reads so many digits behind a point, if there is one; further ones are skipped. */
static uint32_t read_fraction(struct value *value, unsigned digits) {
    uint32_t fraction = 0;
    const bool point = skip(value, '.');
    for (unsigned i = 0; i < digits; i++) {
        const bool digit = point && value->length > 0 && is_digit(*value->text);
        fraction = 10 * fraction + (digit ? (uint32_t)(*value->text - '0') : 0);
        if (digit)
            skip(value, *value->text);
    }
    while (point && value->length > 0 && is_digit(*value->text))
        skip(value, *value->text);
    return fraction;
}

/* Reads hours, minutes and seconds; the first or two may be missing. */
static bool read_time(struct value value, uint32_t *milliseconds) {
    enum { LONGEST = 1000000 /* seconds */ };
    uint64_t seconds = 0;
    uint32_t part;
    for (unsigned parts = 0; parts < 3; parts++) {
        if (read_digits(&value, &part) == 0)
            return false;
        seconds = 60 * seconds + part;
        if (!skip(&value, ':'))
            break;
    }
    if (seconds > LONGEST)
        return false;
    *milliseconds = (uint32_t)(1000 * seconds) + read_fraction(&value, 3);
    return value.length == 0;
}

/* Reads pawns such as -0.24, or moves to a mate such as #-3; perhaps with the depth. */
static bool read_eval(struct value value, ks_pgn_commands *commands) {
    enum { LARGEST = 1000000 };
    const bool mate = skip(&value, '#'), minus = skip(&value, '-');
    uint32_t whole, depth;
    if (!minus)
        skip(&value, '+');
    const unsigned digits = read_digits(&value, &whole);
    if (whole > LARGEST || (digits == 0 && (mate || value.length == 0 || *value.text != '.')))
        return false;
    const int32_t number = (int32_t)(mate ? whole : 100 * whole + read_fraction(&value, 2));
    if (skip(&value, ',') && read_digits(&value, &depth) == 0)
        return false;
    if (value.length > 0)
        return false;
    commands->mate = mate ? (minus ? -number : number) : 0;
    commands->eval = mate ? 0 : minus ? -number : number;
    return true;
}

/* ---- Commands as most are written ---- */

/* KS_SMALL: the module for browsers has the general forms alone. */
#ifdef KS_SMALL

static const char *read_usual(const char *at, const char *end, ks_pgn_commands *commands) {
    (void)at, (void)end, (void)commands;
    return NULL;
}

#else

/* These functions read what nearly all commands are, without the general form of each part. Each returns
 * where the command ends, or NULL when it is written in another way. end: of the comment. */

/* Returns the number of two digits; 100 or more when one of them is none. */
static unsigned two_digits(const char *text) {
    const unsigned tens = (unsigned)(uint8_t)text[0] - '0', ones = (unsigned)(uint8_t)text[1] - '0';
    return tens < 10 && ones < 10 ? 10 * tens + ones : 100;
}

/* Reads hours in one digit or two, minutes and seconds, perhaps with a tenth: 0:03:00] and 1:02:03.5]. */
static const char *read_usual_time(const char *at, const char *end, uint32_t *milliseconds) {
    enum { AFTER_HOURS = 7 /* :03:00] */, WITH_TENTH = AFTER_HOURS + 2 };
    if (end - at < 1 + AFTER_HOURS || !is_digit(*at))
        return NULL;
    unsigned hours = (unsigned)(*at++ - '0');
    if (is_digit(*at))
        hours = 10 * hours + (unsigned)(*at++ - '0');
    if (end - at < AFTER_HOURS)
        return NULL;
    const unsigned minutes = two_digits(at + 1), seconds = two_digits(at + 4);
    if (at[0] != ':' || at[3] != ':' || minutes >= 100 || seconds >= 100)
        return NULL;
    *milliseconds = 1000 * (60 * (60 * hours + minutes) + seconds);
    if (at[6] == '.' && end - at >= WITH_TENTH && is_digit(at[7])) {
        *milliseconds += 100 * (unsigned)(at[7] - '0');
        at += 2;
    }
    return at[6] == ']' ? at + 7 : NULL;
}

/* Reads up to four digits and two behind a point: -0.24]; or moves to a mate in two digits: #-3]. */
static const char *read_usual_eval(const char *at, const char *end, ks_pgn_commands *commands) {
    enum { SHORTEST = 3 /* #3] */, AFTER_WHOLE = 4 /* .24] */ };
    int32_t number = 0;
    if (end - at < SHORTEST)
        return NULL;
    const bool mate = *at == '#';
    at += mate;
    const bool minus = *at == '-';
    at += minus;
    const char *const digits = at;
    while (at < digits + 4 && at < end && is_digit(*at))
        number = 10 * number + (*at++ - '0');
    if (at == digits || end - at < (mate ? 1 : AFTER_WHOLE))
        return NULL;
    if (!mate) {
        const unsigned cents = two_digits(at + 1);
        if (*at != '.' || cents >= 100)
            return NULL;
        number = 100 * number + (int32_t)cents;
        at += 3;
    }
    if (*at != ']')
        return NULL;
    number = minus ? -number : number;
    commands->eval = mate ? 0 : number;
    commands->mate = mate ? number : 0;
    commands->has_eval = true;
    return at + 1;
}

/* at: behind the percent sign. */
static const char *read_usual(const char *at, const char *end, ks_pgn_commands *commands) {
    enum { SHORTEST = 5 };
    const char *next = NULL;
    uint32_t time;
    if (end - at < SHORTEST)
        return NULL;
    if (memcmp(at, "clk ", 4) == 0) {
        next = read_usual_time(at + 4, end, &time);
        if (next) {
            commands->clock = time;
            commands->has_clock = true;
        }
    } else if (memcmp(at, "eval", 4) == 0 && at[4] == ' ') {
        next = read_usual_eval(at + 5, end, commands);
    } else if (memcmp(at, "emt ", 4) == 0) {
        next = read_usual_time(at + 4, end, &time);
        if (next) {
            commands->elapsed = time;
            commands->has_elapsed = true;
        }
    }
    return next;
}

#endif

/* ---- All commands ---- */

static bool is_name(const struct value *name, const char *other) {
    return name->length == strlen(other) && memcmp(name->text, other, name->length) == 0;
}

static void read_command(struct value name, struct value value, ks_pgn_commands *commands) {
    ks_pgn_commands read = *commands;
    if (is_name(&name, "clk"))
        read.has_clock = read_time(value, &read.clock) || commands->has_clock;
    else if (is_name(&name, "emt"))
        read.has_elapsed = read_time(value, &read.elapsed) || commands->has_elapsed;
    else if (is_name(&name, "eval"))
        read.has_eval = read_eval(value, &read) || commands->has_eval;
    else if (is_name(&name, "csl"))
        read.squares = value.text, read.squares_length = value.length;
    else if (is_name(&name, "cal"))
        read.arrows = value.text, read.arrows_length = value.length;
    *commands = read;
}

static void trim(struct value *value) {
    while (value->length > 0 && (unsigned char)*value->text <= ' ')
        skip(value, *value->text);
    while (value->length > 0 && (unsigned char)value->text[value->length - 1] <= ' ')
        value->length--;
}

/* Returns the next bracket, or NULL. Mostly it is the second character, or none is left. */
static inline const char *find_bracket(const char *at, const char *end) {
    if (end - at < 2)
        return NULL; /* not even an empty command fits */
    return at[0] != '[' && at[1] == '[' ? at + 1 : memchr(at, '[', (size_t)(end - at));
}

void ks_pgn_read_commands(const char *comment, size_t length, ks_pgn_commands *commands) {
    const char *const end = comment + length;
    const char *at = comment, *close;
    *commands = (ks_pgn_commands){0};
    while ((at = find_bracket(at, end)) != NULL) {
        const char *const next = end - at > 2 && at[1] == '%' ? read_usual(at + 2, end, commands) : NULL;
        if (next) {
            at = next;
            continue;
        }
        at++;
        if (at == end || *at != '%' || !(close = memchr(at, ']', (size_t)(end - at))))
            continue;
        struct value name = {at + 1, 0};
        while (name.text + name.length < close && (unsigned char)name.text[name.length] > ' ')
            name.length++;
        struct value value = {name.text + name.length, (size_t)(close - name.text) - name.length};
        trim(&value);
        read_command(name, value, commands);
        at = close;
    }
}
