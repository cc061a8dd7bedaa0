/* Writes a judged line: as TSV, JSON or EPD, or as it was. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/check/line.h"
#include "cli/positions/draw.h"
#include "cli/positions/games_file.h"
#include "core/text/characters.h"
#include "core/text/json.h"
#include "game/common/any_position.h"
#include "game/common/replay.h"
#include "game/common/text.h"

/* ==== Other columns of a table ==== */

/* Names come from the first line of the file; columns without one have their number. */

/* Writes the value of a field as a string. */
static void put_value(struct json *json, const char *line, const struct field *field) {
    char *const copy = has_quotes(line, field) ? given(calloc(1, field->length)) : NULL;
    const char *const value = copy ? copy : line + field->begin;
    json_element(json, value, copy ? copy_value(line, field, copy) : field->length);
    free(copy);
}

/* Writes the name of column `number`: its name in the first line, with the number if another column has that
 * name, or the number alone. */
static void put_name(struct json *json, const struct column_names *columns, uint64_t number) {
    char digits[40];
    if (number > columns->count) {
        json_key(json, digits, (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number));
        return;
    }
    const struct column_name *const name = &columns->names[number - 1];
    if (!name->repeated) {
        json_key(json, name->text, name->length);
        return;
    }
    const size_t suffix = (size_t)snprintf(digits, sizeof digits, " (column %" PRIu64 ")", number);
    char *const key = given(malloc(name->length + suffix));
    memcpy(key, name->text, name->length);
    memcpy(key + name->length, digits, suffix);
    json_key(json, key, name->length + suffix);
    free(key);
}

/* Writes the values of the other columns: as an object of names and values, or as an array where there are no
 * names. */
static void put_columns(struct json *json, const struct table *table, const char *line, size_t length) {
    struct fields fields;
    struct field field;
    (table->header ? json_open_object : json_open_array)(json, "columns");
    start_fields(&fields, line, length, table->separator);
    for (uint64_t number = 1; take_field(&fields, &field); number++) {
        if (number == table->column)
            continue;
        if (table->header)
            put_name(json, &table->names, number);
        put_value(json, line, &field);
    }
    (table->header ? json_close_object : json_close_array)(json);
}

/* Writes the members of a JSON object as they stand there, but for the member with the position, if one has
 * it. */
static void put_members(struct json *json, const struct table *table, const char *line, size_t length) {
    const char *const position = table->choice->position.name;
    struct field name, value;
    size_t at = 0;
    json_open_object(json, "columns");
    while (ks_next_member(line, length, &at, &name, &value))
        if (!position || name.length != strlen(position) ||
            memcmp(line + name.begin, position, name.length) != 0) {
            json_raw(json, line + name.begin - 1, name.length + 2);
            put(json->out, ":", 1);
            json->needs_comma = false;
            json_raw(json, line + value.begin, value.length);
        }
    json_close_object(json);
}

/* ==== EPD ==== */

/* Fields are copied as they are. Operations are searched for the comments that they have, and copied too.
 * *taken are the comments that a line has; bit n: cn. */

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
        put(out, line + parts->fields[i].begin, parts->fields[i].length);
    }
    for (unsigned i = parts->field_count; i < 4; i++)
        put_string(out, " -");
}

/* Checks that are given become those left to give, which follow the fields: 3+3. wins: how many win. */
static void put_checks(struct output *out, const char *line, const struct epd_parts *parts, unsigned wins) {
    const char *const given = line + parts->checks_given.begin;
    if (parts->checks_left.length > 0) {
        put(out, " ", 1);
        put(out, line + parts->checks_left.begin, parts->checks_left.length);
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
        put(out, line + parts->clocks[i].begin, parts->clocks[i].length);
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
static void add_operations(struct output *out, unsigned *taken, const char *text, size_t length) {
    while (length > 0 && (*text == ';' || is_blank(*text))) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    if (length == 0)
        return;
    *taken |= comments_of(text, length);
    put_string(out, is_operation(text, length) ? " " : " ; ");
    put(out, text, length);
    if (ends_quoted(text, length))
        put_string(out, "\";");
    else if (text[length - 1] != ';')
        put(out, ";", 1);
}

/* Begins the first of the comments c0 to c9 that isn't there yet; its text follows, then its end. Returns
 * false when the line has them all; then nothing is written. */
static bool begin_comment(struct output *out, unsigned *taken) {
    if (*taken == 0x3ff)
        return false;
    const unsigned free = (unsigned)__builtin_ctz(~*taken);
    const char opcode[] = {' ', 'c', (char)('0' + free), ' ', '"'};
    put(out, opcode, sizeof opcode);
    *taken |= 1u << free;
    return true;
}

/* ==== Formats ==== */

/* Each format that has lines has a function. */

/* ---- Lines ---- */

void put_verdict(struct output *out, const struct checked *checked) {
    if (checked->verdict == KS_SAFE) { /* most are */
        put(out, "safe\t-\t", 7);
        return;
    }
    put_string(out, ks_verdict_name(checked->verdict));
    put(out, "\t", 1);
    if (squares_empty(checked->checkers))
        put(out, "-", 1);
    put_square_names(out, checked->variant, checked->checkers, ",");
    put(out, "\t", 1);
}

/* Writes operations, without what precedes the first. */
static void put_operations(struct json *json, struct part operations) {
    while (operations.length > 0 && (*operations.text == ';' || is_blank(*operations.text))) {
        operations.text++;
        operations.length--;
    }
    if (operations.length > 0)
        json_text(json, "operations", operations.text, operations.length);
}

static struct json begin_judged(struct output *out, const struct checked *checked, enum ks_draw draw,
                                const char *fen, size_t length) {
    static const char safe[] = "{\"verdict\":\"safe\",\"checkers\":[]";
    struct json json = json_start(out);
    if (checked->verdict == KS_SAFE) { /* most are */
        put(out, safe, sizeof safe - 1);
        json.needs_comma = true;
    } else {
        json_open_object(&json, NULL);
        json_string(&json, "verdict", ks_verdict_name(checked->verdict));
        json_squares(&json, "checkers", checked->variant, checked->checkers);
    }
    if (draw != KS_DRAW_NONE)
        json_string(&json, "draw", ks_draw_name(draw));
    json_text(&json, "fen", fen, length);
    return json;
}

void put_json(struct output *out, const struct checked *checked, enum ks_draw draw,
              const struct record *record, const struct buffer *san, const struct place *place) {
    struct json json = begin_judged(out, checked, draw, record->fen.text, record->fen.length);
    if (san)
        json_text(&json, "moves_san", san->bytes, san->used);
    json_string(&json, "file", place->file);
    json_unsigned(&json, "number", place->number);
    json_text(&json, "line", checked->line, checked->length);
    put_operations(&json, record->operations);
    if (place->table->is_json && ks_is_whole_json_object(checked->line, checked->length))
        put_members(&json, place->table, checked->line, checked->length);
    else if (place->table->column > 0 || place->table->moves > 0)
        put_columns(&json, place->table, checked->line, checked->length);
    json_close_object(&json);
    json_end_line(&json);
}

/* How many checks win; 0 where they aren't counted. */
static unsigned counted_checks(const struct checked *checked) {
    const uint8_t *const left = checked->variant ? ks_variant_get_start(checked->variant)->checks_left : NULL;
    return !left ? 0 : left[KS_WHITE] > left[KS_BLACK] ? left[KS_WHITE] : left[KS_BLACK];
}

/* Writes the verdict into one comment, the checkers into another, and ends the line. */
static void put_verdict_comments(struct output *out, unsigned *taken, const struct checked *checked) {
    if (begin_comment(out, taken)) {
        put_string(out, ks_verdict_name(checked->verdict));
        put_string(out, "\";");
    }
    if (!squares_empty(checked->checkers) && begin_comment(out, taken)) {
        put_string(out, "checkers ");
        put_square_names(out, checked->variant, checked->checkers, ",");
        put_string(out, "\";");
    }
    put(out, "\n", 1);
}

/* EPD has no moves: it has the FEN of the last position instead. */
void put_epd(struct output *out, const struct checked *checked, struct record *record,
             const struct position_text *text) {
    unsigned taken = 0;
    if (record->moved) {
        put(out, record->written, ks_turn_fen_into_epd(record->written, record->fen.length));
    } else {
        put_fields(out, text->text, &record->parts);
        put_checks(out, text->text, &record->parts, counted_checks(checked));
        put_clocks(out, text->text, &record->parts);
    }
    add_operations(out, &taken, record->operations.text, record->operations.length);
    put_verdict_comments(out, &taken, checked);
}

void put_line_of_text(struct output *out, const char *text, size_t length) {
    put(out, text, length);
    put(out, "\n", 1);
}

void put_key(struct output *out, const ks_position *position) {
    put_format(out, "%016" PRIx64 "\n", ks_polyglot_key(position));
}

/* ---- Positions ---- */

/* Makes EPD of a FEN where the output goes on. */
static void put_epd_of_fen(struct output *out, const struct checked *checked) {
    static const char safe[] = " c0 \"safe\";\n";
    char *const line = out->bytes + out->used;
    const size_t length = ks_turn_fen_into_epd(line, checked->length);
    unsigned taken = 0;
    out->used += length;
    if (checked->verdict != KS_SAFE)
        put_verdict_comments(out, &taken, checked);
    else /* most are */
        put(out, safe, sizeof safe - 1);
}

/* A position of a variant has no key, and "-" stands there. */
struct json put_position(struct output *out, const struct check_task *task,
                         const struct any_position *position, any_move last, enum ks_draw draw,
                         struct checked *checked) {
    const bool has_key = task->format == FORMAT_KEY;
    char own[ANY_FEN_SIZE];
    struct json json = {0};
    if (has_key && !position->variant) {
        put_key(out, &position->chess);
        return json;
    }
    char *const text = task->format == FORMAT_EPD ? place_in(out, ANY_FEN_SIZE + EPD_OF_FEN) : own;
    checked->variant = position->variant;
    checked->line = text;
    checked->length = write_fen_by(position, task->reading.fen_ep, last, text);
    if (task->format == FORMAT_JSON)
        return begin_judged(out, checked, draw, text, checked->length);
    if (task->format == FORMAT_EPD) {
        put_epd_of_fen(out, checked);
    } else if (task->format == FORMAT_TSV) {
        put_verdict(out, checked);
        put(out, text, checked->length);
    } else {
        put_line_of_text(out, has_key ? "-" : text, has_key ? 1 : checked->length);
    }
    return json;
}

/* ---- Marks ---- */

static void put_byte(struct output *out, unsigned byte) {
    put(out, &(char){(char)byte}, 1);
}

void put_mark(struct output *out, enum check_format format, struct marks *marks, unsigned mark, bool asked) {
    if (format == FORMAT_BYTES) {
        put_byte(out, mark);
        return;
    }
    marks->bits |= (unsigned)asked << marks->count;
    if (++marks->count == 8)
        finish_marks(out, marks);
}

void finish_marks(struct output *out, struct marks *marks) {
    if (marks->count > 0)
        put_byte(out, marks->bits);
    *marks = (struct marks){0, 0};
}
