/* A comment may come in pieces, so the commands are read when the game has ended. */
#include "game/common/remarks.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/characters.h"

/* ==== Commands ==== */

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
static bool read_eval(struct value value, struct commands *commands) {
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

static bool is_name(const struct value *name, const char *other) {
    return name->length == strlen(other) && memcmp(name->text, other, name->length) == 0;
}

static void read_command(struct value name, struct value value, struct commands *commands) {
    struct commands read = *commands;
    if (is_name(&name, "clk"))
        read.has_clock = read_time(value, &read.clock) || commands->has_clock;
    else if (is_name(&name, "emt"))
        read.has_elapsed = read_time(value, &read.elapsed) || commands->has_elapsed;
    else if (is_name(&name, "eval"))
        read.has_eval = read_eval(value, &read) || commands->has_eval;
    else if (is_name(&name, "csl"))
        read.squares = (struct marks){value.text, value.length};
    else if (is_name(&name, "cal"))
        read.arrows = (struct marks){value.text, value.length};
    *commands = read;
}

static void trim_begin(struct value *value) {
    while (value->length > 0 && (unsigned char)*value->text <= ' ')
        skip(value, *value->text);
}

static size_t length_without_blanks(const char *text, size_t length) {
    while (length > 0 && (unsigned char)text[length - 1] <= ' ')
        length--;
    return length;
}

static void trim(struct value *value) {
    trim_begin(value);
    value->length = length_without_blanks(value->text, value->length);
}

void read_commands(const char *comment, size_t length, struct commands *commands) {
    const char *const end = comment + length;
    const char *at = comment, *close;
    *commands = (struct commands){0};
    while (at < end && (at = memchr(at, '[', (size_t)(end - at))) != NULL) {
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

/* ==== A game ==== */

static void add_empty(struct remarks *remarks) {
    if (remarks->count == remarks->room) {
        const size_t room = 2 * remarks->room + 64;
        struct remark *const all = realloc(remarks->all, room * sizeof *all);
        remarks->failed |= !all;
        if (!all)
            return;
        remarks->all = all;
        remarks->room = room;
    }
    remarks->all[remarks->count++] =
        (struct remark){.text = remarks->texts.used, .glyphs = remarks->glyphs.used};
}

void start_remarks(struct remarks *remarks) {
    remarks->count = remarks->texts.used = remarks->glyphs.used = 0;
    add_empty(remarks);
}

void add_move_with_remarks(struct remarks *remarks) {
    add_empty(remarks);
}

/* Drops blanks at the end of the comments so far, which are the last text. */
static void trim_end(struct remarks *remarks, struct remark *last) {
    if (last->length > 0)
        last->length = length_without_blanks(remarks->texts.bytes + last->text, last->length);
    remarks->texts.used = last->text + last->length;
}

void add_remark(struct remarks *remarks, const ks_pgn_item *item) {
    if (remarks->failed)
        return;
    struct remark *const last = &remarks->all[remarks->count - 1];
    if (item->kind == KS_PGN_NAG) {
        add_bytes(&remarks->glyphs, (const char *)&item->number, sizeof item->number);
        last->glyph_count++;
    } else if (item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON) {
        struct value piece = {item->text, item->length};
        if (item->kind == KS_PGN_COMMENT) {
            trim_begin(&piece);
            trim_end(remarks, last);
        }
        if (item->kind == KS_PGN_COMMENT && last->length > 0 && piece.length > 0)
            add_bytes(&remarks->texts, " ", 1);
        add_bytes(&remarks->texts, piece.text, piece.length);
        last->length = remarks->texts.used - last->text;
    }
    remarks->failed |= remarks->texts.failed || remarks->glyphs.failed;
}

void end_remarks(struct remarks *remarks) {
    for (size_t move = 0; move < remarks->count; move++) {
        size_t length;
        const char *const comment = comment_of(remarks, move, &length);
        remarks->all[move].length = length = length_without_blanks(comment, length);
        read_commands(comment, length, &remarks->all[move].commands);
    }
}

const char *comment_of(const struct remarks *remarks, size_t move, size_t *length) {
    *length = remarks->all[move].length;
    return *length > 0 ? remarks->texts.bytes + remarks->all[move].text : "";
}

uint32_t glyph_of(const struct remarks *remarks, size_t move, size_t index) {
    uint32_t glyph;
    memcpy(&glyph, remarks->glyphs.bytes + remarks->all[move].glyphs + index * sizeof glyph, sizeof glyph);
    return glyph;
}

void free_remarks(struct remarks *remarks) {
    free(remarks->all);
    free(remarks->texts.bytes);
    free(remarks->glyphs.bytes);
}
