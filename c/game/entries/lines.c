/* Turns lines of FEN, EPD and JSON, and lines by a pattern, into entries: a line is an entry, a fault, blank
 * or a comment. */
#include <stdlib.h>
#include <string.h>

#include "core/fen/epd.h"
#include "core/text/characters.h"
#include "core/text/error.h"
#include "core/text/fields.h"
#include "core/text/foreign.h"
#include "core/text/json.h"
#include "core/text/words.h"
#include "game/data/records.h"

/* ==== Patterns ==== */

/* A pattern of columns has name=field, a pattern of members is an object of JSON with fields as values, and
 * any other one is a line as it is written. */

/* What a part of a line says. */
enum pattern_field {
    FIELD_FEN,
    FIELD_MOVE,
    FIELD_PLY,
    FIELD_WHITE_SCORE,
    FIELD_MOVER_SCORE,
    FIELD_WHITE_RESULT, /* 1.0, 0.5, 0.0 */
    FIELD_MOVER_RESULT,
    FIELD_WHITE_SIGN, /* 1, 0, -1 */
    FIELD_MOVER_SIGN,
    FIELD_SKIP, /* something else */
    FIELDS
};

/* A field, and what stands before it: a text in lines, or the name of its column or member. */
struct pattern_part {
    enum pattern_field field;
    size_t begin, length; /* in the text of the pattern */
};

enum { PATTERN_SIZE = 512, PATTERN_PARTS = 32 };

struct pattern {
    enum { PATTERN_OF_LINES, PATTERN_OF_COLUMNS, PATTERN_OF_MEMBERS } kind;
    char text[PATTERN_SIZE];
    struct pattern_part parts[PATTERN_PARTS];
    unsigned count;
    size_t tail;    /* of lines: what stands behind the last field begins here */
    unsigned given; /* bit n: of enum pattern_field */
    /* Likewise, of JSON Lines: a line need not have it, and then it begins at 0. Their numbers have no
     * quotes. */
    unsigned optional;
    char separator;                 /* of columns: in the file that is read; 0 before its first line */
    unsigned column[PATTERN_PARTS]; /* likewise: where each one stands, from 0 */
};

/* ---- Reading ---- */

static const char *const names[FIELDS] = {"fen",         "move",         "ply",          "white-score",
                                          "mover-score", "white-result", "mover-result", "white-sign",
                                          "mover-sign",  "skip"};

static bool has_name(const char *text, size_t length, const char *name) {
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (to_lower(text[i]) != name[i])
            return false;
    return true;
}

/* Returns the length of the word at an index: letters, and - between them. */
static size_t word_at(const char *text, size_t at) {
    size_t length = 0;
    while (is_letter(text[at + length]) ||
           (length > 0 && text[at + length] == '-' && is_letter(text[at + length + 1])))
        length++;
    return length;
}

/* Returns the field of a name, or FIELDS. */
static enum pattern_field find_field(const char *text, size_t length) {
    enum pattern_field field = FIELD_FEN;
    while (field < FIELDS && !has_name(text, length, names[field]))
        field++;
    return field;
}

static int refuse(ks_error *error, size_t at, const char *sentence) {
    return ks_fail(error, KS_ERROR_DATA_FORMAT, at, "%s", sentence);
}

/* Returns the field of another kind of view, or the same fact as a number or a sign; FIELDS: none. */
static unsigned rivals_of(enum pattern_field field) {
    enum {
        RESULTS =
            1 << FIELD_WHITE_RESULT | 1 << FIELD_MOVER_RESULT | 1 << FIELD_WHITE_SIGN | 1 << FIELD_MOVER_SIGN,
        SCORES = 1 << FIELD_WHITE_SCORE | 1 << FIELD_MOVER_SCORE
    };
    const unsigned one = 1u << field;
    return one & RESULTS ? RESULTS : one & SCORES ? SCORES : field == FIELD_SKIP ? 0 : one;
}

/* Adds a field that the word at an index names. before is where what stands before it begins. */
static int add_field(struct pattern *pattern, size_t before, size_t before_length, size_t at, size_t length,
                     ks_error *error) {
    const char *const word = pattern->text + at;
    const enum pattern_field field = find_field(word, length);
    if (has_name(word, length, "score") || has_name(word, length, "result") || has_name(word, length, "sign"))
        return ks_fail(error, KS_ERROR_DATA_FORMAT, at,
                       "expected white-%.*s or mover-%.*s: whose view is it?", (int)length, word, (int)length,
                       word);
    if (field == FIELDS)
        return refuse(error, at,
                      "expected fen, move, ply, white-score, mover-score, white-result, mover-result, "
                      "white-sign, mover-sign or skip");
    if (pattern->given & rivals_of(field))
        return refuse(error, at, "a field before has this fact already");
    if (pattern->count == PATTERN_PARTS)
        return refuse(error, at, "the pattern has too many fields");
    pattern->parts[pattern->count++] = (struct pattern_part){field, before, before_length};
    pattern->given |= 1u << field;
    return KS_OK;
}

/* Reads a line as it is written, in which the names of fields stand for their values. */
static int read_texts(struct pattern *pattern, ks_error *error) {
    const char *const text = pattern->text;
    size_t before = 0, at = 0, length;
    while (text[at]) {
        length = word_at(text, at);
        if (length == 0) {
            at++;
            continue;
        }
        if (pattern->count > 0 && at == before)
            return refuse(error, at, "expected something between two fields");
        const int code = add_field(pattern, before, at - before, at, length, error);
        if (code != KS_OK)
            return code;
        before = at += length;
    }
    pattern->tail = before;
    return KS_OK;
}

static size_t skip_blanks(const char *text, size_t at) {
    while (is_blank(text[at]))
        at++;
    return at;
}

/* Reads the first name of some, and its field. *at goes from where it begins to what follows. */
static int read_named(struct pattern *pattern, bool quoted, size_t *at, ks_error *error) {
    const char *const text = pattern->text;
    const size_t begin = skip_blanks(text, *at), name = begin + quoted,
                 length = quoted && text[begin] != '"' ? 0 : strcspn(text + name, quoted ? "\"\\" : "=,");
    if (length == 0 || text[name + length] != (quoted ? '"' : '='))
        return refuse(error, begin,
                      quoted ? "expected the name of a member in quotes"
                             : "expected NAME=FIELD, such as cp=white-score");
    const size_t sign = quoted ? skip_blanks(text, name + length + 1) : name + length;
    if (quoted && text[sign] != ':')
        return refuse(error, sign, "expected a colon behind the name of a member");
    const size_t word = skip_blanks(text, sign + 1), word_length = word_at(text, word);
    *at = skip_blanks(text, word + word_length);
    return add_field(pattern, name, length, word, word_length, error);
}

/* Reads name=field, or with quotes {"name": field}, with commas between them. */
static int read_names(struct pattern *pattern, bool quoted, ks_error *error) {
    const char *const text = pattern->text;
    size_t at = quoted; /* behind the brace */
    for (;; at++) {
        const int code = read_named(pattern, quoted, &at, error);
        if (code != KS_OK)
            return code;
        if (text[at] == ',')
            continue;
        if (quoted ? text[at] == '}' && !text[skip_blanks(text, at + 1)] : !text[at])
            return KS_OK;
        return refuse(error, at,
                      quoted ? "expected } at the end of the pattern"
                             : "expected a comma before the next NAME=FIELD");
    }
}

/* Returns KS_OK, or KS_ERROR_DATA_FORMAT with an offset in the text. */
static int read_pattern(const char *text, struct pattern *pattern, ks_error *error) {
    const size_t length = strlen(text);
    *pattern = (struct pattern){.kind = *text == '{'        ? PATTERN_OF_MEMBERS
                                        : strchr(text, '=') ? PATTERN_OF_COLUMNS
                                                            : PATTERN_OF_LINES};
    if (length >= PATTERN_SIZE)
        return refuse(error, PATTERN_SIZE - 1, "the pattern is too long");
    memcpy(pattern->text, text, length + 1);
    const int code = pattern->kind == PATTERN_OF_LINES
                         ? read_texts(pattern, error)
                         : read_names(pattern, pattern->kind == PATTERN_OF_MEMBERS, error);
    return code != KS_OK || pattern->given >> FIELD_FEN & 1
               ? code
               : refuse(error, length, "expected the field fen in the pattern");
}

/* ---- Lines ---- */

/* Passes a text of the pattern in a line. Blanks in it stand for any number of blanks, even none. Returns
 * whether it is there; else *at is where it ends. */
static bool pass_text(const char *text, size_t length, const char *line, size_t end, size_t *at) {
    for (size_t i = 0; i < length; i++) {
        while (*at < end && is_blank(line[*at]))
            ++*at;
        if (is_blank(text[i]))
            continue;
        if (*at == end || line[*at] != text[i])
            return false;
        ++*at;
    }
    while (*at < end && is_blank(line[*at]))
        ++*at;
    return true;
}

/* Returns where a value ends before a text of the pattern: at its first character that is no blank. A value
 * that blanks end is a word; a FEN then has six of them. */
static size_t end_of_value(enum pattern_field field, const char *text, size_t length, const char *line,
                           size_t at, size_t end, bool last) {
    size_t sign = 0, words = field == FIELD_FEN ? 6 : 1;
    while (sign < length && is_blank(text[sign]))
        sign++;
    if (sign < length) {
        const char *const found = memchr(line + at, text[sign], end - at);
        at = found ? (size_t)(found - line) : end;
    } else if (last && length == 0) {
        at = end;
    } else {
        for (; words > 0; words--) {
            while (at < end && is_blank(line[at]))
                at++;
            while (at < end && !is_blank(line[at]))
                at++;
        }
    }
    return at;
}

static void trim(const char *line, struct field *value) {
    while (value->length > 0 && is_blank(line[value->begin])) {
        value->begin++;
        value->length--;
    }
    while (value->length > 0 && is_blank(line[value->begin + value->length - 1]))
        value->length--;
}

static int refuse_text(const struct pattern *pattern, size_t begin, size_t length, size_t at,
                       ks_error *error) {
    struct field text = {.begin = begin, .length = length};
    trim(pattern->text, &text);
    return text.length == 0 ? ks_fail(error, KS_ERROR_DATA_KEY, at, "expected the end of the line")
                            : ks_fail(error, KS_ERROR_DATA_KEY, at, "expected '%.*s' as in the pattern",
                                      (int)text.length, pattern->text + text.begin);
}

static int match_line(const struct pattern *pattern, const char *line, size_t end,
                      struct field values[FIELDS], ks_error *error) {
    const char *const text = pattern->text;
    const size_t tail = strlen(text + pattern->tail);
    size_t at = 0;
    for (unsigned n = 0; n < pattern->count; n++) {
        const struct pattern_part *const part = &pattern->parts[n], *const next = part + 1;
        const bool last = n + 1 == pattern->count;
        if (!pass_text(text + part->begin, part->length, line, end, &at))
            return refuse_text(pattern, part->begin, part->length, at, error);
        const size_t stop = end_of_value(part->field, text + (last ? pattern->tail : next->begin),
                                         last ? tail : next->length, line, at, end, last);
        values[part->field] = (struct field){.begin = at, .length = stop - at};
        trim(line, &values[part->field]);
        at = stop;
    }
    return pass_text(text + pattern->tail, tail, line, end, &at) && at == end
               ? KS_OK
               : refuse_text(pattern, pattern->tail, at < end && tail > 0 ? tail : 0, at, error);
}

/* ---- Columns ---- */

/* Returns whether a field is a name of the pattern. */
static bool is_column(const char *line, const struct field *field, const char *name, size_t length) {
    return field->length == length && memcmp(line + field->begin, name, length) == 0;
}

/* Finds the columns of a pattern in the first line of a file. */
static int find_columns(struct pattern *pattern, const char *line, size_t length, ks_error *error) {
    struct fields fields;
    struct field field;
    pattern->separator = separator_of(line, length);
    for (unsigned n = 0; n < pattern->count; n++) {
        const struct pattern_part *const part = &pattern->parts[n];
        const char *const name = pattern->text + part->begin;
        unsigned number = 0, found = 0;
        start_fields(&fields, line, length, pattern->separator);
        for (; take_field(&fields, &field); number++)
            if (is_column(line, &field, name, part->length) && found++ == 0)
                pattern->column[n] = number;
        if (found != 1)
            return ks_fail(error, KS_ERROR_DATA_FORMAT, 0, "expected a column '%.*s' in the first line%s",
                           (int)part->length, name, found > 1 ? " once" : "");
    }
    return KS_OK;
}

static int match_columns(const struct pattern *pattern, const char *line, size_t length,
                         struct field values[FIELDS], ks_error *error) {
    struct fields fields;
    struct field field;
    unsigned number = 0, missing = pattern->count;
    start_fields(&fields, line, length, pattern->separator);
    for (; take_field(&fields, &field); number++)
        for (unsigned n = 0; n < pattern->count; n++)
            if (pattern->column[n] == number) {
                values[pattern->parts[n].field] = field;
                missing--;
            }
    return missing == 0
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_KEY, length, "expected as many columns as in the first line");
}

/* ---- Members ---- */

static int match_members(const struct pattern *pattern, const char *line, size_t length,
                         struct field values[FIELDS], ks_error *error) {
    struct field name, value;
    unsigned found = 0;
    if (!ks_is_whole_json_object(line, length))
        return ks_fail(error, KS_ERROR_DATA_KEY, 0, "expected a JSON object such as {\"fen\":\"...\"}");
    for (size_t at = 0; ks_next_member(line, length, &at, &name, &value);)
        for (unsigned n = 0; n < pattern->count; n++) {
            const struct pattern_part *const part = &pattern->parts[n];
            if (!is_column(line, &name, pattern->text + part->begin, part->length))
                continue;
            if (found >> n & 1)
                return ks_fail(error, KS_ERROR_DATA_KEY, name.begin, "the object has this member already");
            if (!pattern->optional || part->field <= FIELD_MOVE)
                ks_take_quotes(line, &value, SIZE_MAX);
            values[part->field] = value;
            found |= 1u << n;
        }
    for (unsigned n = 0; n < pattern->count; n++)
        if (!(found >> n & 1) && !(pattern->optional >> pattern->parts[n].field & 1))
            return ks_fail(error, KS_ERROR_DATA_KEY, length, "expected a member %.*s in the object",
                           (int)pattern->parts[n].length, pattern->text + pattern->parts[n].begin);
    return KS_OK;
}

/* Finds the values of a line. values[field] is where the value of a field stands; its length is 0 for those
 * that the pattern lacks. */
static int match_pattern(const struct pattern *pattern, const char *line, size_t length,
                         struct field values[FIELDS], ks_error *error) {
    memset(values, 0, FIELDS * sizeof *values);
    return pattern->kind == PATTERN_OF_MEMBERS   ? match_members(pattern, line, length, values, error)
           : pattern->kind == PATTERN_OF_COLUMNS ? match_columns(pattern, line, length, values, error)
                                                 : match_line(pattern, line, length, values, error);
}

/* ==== Values ==== */

/* What a line says, and how many lines have been read. */
struct lines {
    ks_position position;
    ks_move move;           /* or KS_NO_MOVE */
    int score, ply, result; /* `result` is as the side to move sees it */
    unsigned known;         /* with a pattern: enum ks_data_facts, or-ed */
    uint64_t count;
    struct pattern pattern; /* without fields before ks_data_use_pattern */
    bool begun;             /* its columns have been looked for */
};

enum { LINE_AND_END = LINE_LIMIT + 2 };

/* JSON Lines are lines by this pattern, and need not say a move or a ply. */
static void use_json_pattern(struct pattern *pattern) {
    ks_error error;
    read_pattern("{\"fen\":fen,\"score\":mover-score,\"result\":mover-sign,\"move\":move,\"ply\":ply}",
                 pattern, &error);
    pattern->optional = 1 << FIELD_MOVE | 1 << FIELD_PLY;
}

/* The buffer of a stream holds a line of any length, and what is read of the next ones. */
bool ks_open_lines(struct ks_data *data) {
    struct source *const source = &data->source;
    if (source->read) {
        uint8_t *const larger = realloc(source->buffer, LINE_AND_END + SOURCE_BUFFER);
        if (!larger)
            return false;
        source->bytes = source->buffer = larger;
        source->room = LINE_AND_END + SOURCE_BUFFER;
    }
    data->lines = new_part(sizeof *data->lines);
    if (data->lines && data->format == KS_DATA_JSONL)
        use_json_pattern(&data->lines->pattern);
    return data->lines && ks_open_records(data);
}

/* Returns the ply that the move number tells. */
static int ply_of(const ks_position *position) {
    const int number = position->fullmove_number > 0 ? position->fullmove_number : 1;
    return 2 * (number - 1) + (int)position->side_to_move;
}

/* ---- EPD ---- */

/* The first move of bm counts. */
static int read_best_move(const char *operations, size_t length, struct lines *said, ks_error *error) {
    struct epd_part found;
    if (!ks_find_operation(operations, length, "bm", &found))
        return KS_OK;
    struct words words = {operations, found.begin + found.length, found.begin};
    const struct word word = next_word(&words);
    const int code = ks_read_move(&said->position, word.text, word.length, &said->move, error);
    if (code != KS_OK)
        error->offset += found.begin;
    return code;
}

static int read_operations(const char *line, size_t length, struct lines *said, ks_error *error) {
    struct epd_parts parts;
    ks_find_epd_parts(line, length, &parts);
    const char *const operations = line + parts.operations.begin;
    const size_t all = parts.operations.length;
    int code = read_best_move(operations, all, said, error);
    if (code == KS_OK)
        code = ks_read_score_operation(operations, all, &said->score, error);
    if (code == KS_OK)
        code = ks_read_result_operation(operations, all, &said->result, error);
    if (code != KS_OK)
        error->offset += parts.operations.begin;
    if (said->position.side_to_move == KS_BLACK)
        said->result = -said->result;
    return code;
}

/* ---- Values by a pattern ---- */

int ks_data_use_pattern(ks_data *data, const char *pattern, ks_error *error) {
    struct pattern found;
    if (data->format != KS_DATA_TEXT)
        return ks_fail(error, KS_ERROR_DATA_FORMAT, 0, "expected the format text, found %s",
                       data->rules->name);
    const int code = read_pattern(pattern, &found, error);
    if (code == KS_OK)
        data->lines->pattern = found;
    return code;
}

static int take_number(const char *line, struct field value, int least, int most, int *number,
                       ks_error *error) {
    return read_whole_number(line + value.begin, value.length, least, most, number)
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_KEY, value.begin, "expected a number from %d to %d", least,
                         most);
}

/* Turns what white sees. Returns whether the number can be turned. */
static bool turn_for_mover(const struct lines *said, int *number) {
    if (said->position.side_to_move == KS_BLACK)
        *number = -*number;
    return *number >= INT16_MIN && *number <= INT16_MAX;
}

/* Reads 1.0, 0.5 and 0.0, in brackets or not. */
static int take_points(const char *line, struct field value, int *result, ks_error *error) {
    const char *text = line + value.begin;
    size_t length = value.length;
    if (length > 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    *result = is_listed("1.0 1", text, length) - is_listed("0.0 0", text, length);
    return *result != 0 || is_listed("0.5 1/2", text, length)
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_RESULT, value.begin,
                         "expected a result such as 1.0, 0.5 or 0.0; a pattern calls 1, 0 and -1 a sign");
}

/* A record may have an illegal move, which is an error in a line that somebody has a pattern for. */
static int take_move(const char *line, struct field value, struct lines *said, ks_error *error) {
    if (said->pattern.optional && (value.length < 4 || line[value.begin - 1] != '"'))
        return ks_fail(error, KS_ERROR_DATA_MOVE, value.begin, "expected a move such as \"e2e4\"");
    if (said->pattern.optional)
        return ks_read_move_of_record(&said->position, line + value.begin, value.length, &said->move)
                   ? KS_OK
                   : ks_fail(error, KS_ERROR_DATA_MOVE, value.begin, "%s",
                             ks_sentence_of_record(KS_ERROR_DATA_MOVE));
    if (is_listed("- 0000 (none)", line + value.begin, value.length))
        return KS_OK;
    const int code = ks_read_move(&said->position, line + value.begin, value.length, &said->move, error);
    if (code != KS_OK)
        error->offset += value.begin;
    return code;
}

/* Takes the FEN over, whose text may have escapes of JSON. */
static int take_position(const char *line, struct field value, bool is_json, struct lines *said,
                         ks_error *error) {
    enum { FEN_MAX = 512 };
    char text[FEN_MAX];
    if (value.length > FEN_MAX)
        return ks_fail(error, KS_ERROR_DATA_KEY, value.begin, "expected a FEN of at most %d bytes", FEN_MAX);
    if (!is_json)
        memcpy(text, line + value.begin, value.length);
    const size_t length = is_json ? ks_copy_unescaped(line, &value, text) : value.length;
    const int code = ks_read_fen(text, length, KS_FEN_DEFAULT, &said->position, error);
    if (code != KS_OK)
        error->offset += value.begin;
    return code;
}

/* Takes a score or a sign over. */
static int take_view(const char *line, struct field value, int most, bool of_white, struct lines *said,
                     int *number, ks_error *error) {
    const int code = take_number(line, value, -most - (most > 1), most, number, error);
    if (code != KS_OK || !of_white || turn_for_mover(said, number))
        return code;
    return ks_fail(error, KS_ERROR_DATA_KEY, value.begin, "expected a number that black can have, too");
}

/* Takes the value of a field over. The position is there already. */
static int take_value(const char *line, enum pattern_field field, struct field value, struct lines *said,
                      ks_error *error) {
    int code;
    switch (field) {
    case FIELD_MOVE:
        return take_move(line, value, said, error);
    case FIELD_PLY:
        return take_number(line, value, 0, UINT16_MAX, &said->ply, error);
    case FIELD_WHITE_SCORE:
    case FIELD_MOVER_SCORE:
        said->known |= KS_DATA_HAS_SCORE;
        return take_view(line, value, INT16_MAX, field == FIELD_WHITE_SCORE, said, &said->score, error);
    case FIELD_WHITE_SIGN:
    case FIELD_MOVER_SIGN:
        said->known |= KS_DATA_HAS_RESULT;
        return take_view(line, value, 1, field == FIELD_WHITE_SIGN, said, &said->result, error);
    case FIELD_WHITE_RESULT:
    case FIELD_MOVER_RESULT:
        said->known |= KS_DATA_HAS_RESULT;
        code = take_points(line, value, &said->result, error);
        if (field == FIELD_WHITE_RESULT)
            (void)turn_for_mover(said, &said->result);
        return code;
    default:
        return KS_OK;
    }
}

static int read_by_pattern(const char *line, size_t length, struct lines *said, ks_error *error) {
    const struct pattern *const pattern = &said->pattern;
    struct field values[FIELDS];
    int code = match_pattern(pattern, line, length, values, error);
    if (code == KS_OK)
        code = take_position(line, values[FIELD_FEN], pattern->kind == PATTERN_OF_MEMBERS, said, error);
    if (code != KS_OK)
        return code;
    said->known = KS_DATA_HAS_SIDE | KS_DATA_HAS_RIGHTS | KS_DATA_HAS_CLOCKS | KS_DATA_HAS_PLY;
    said->ply = ply_of(&said->position);
    for (enum pattern_field field = FIELD_FEN; field < FIELDS && code == KS_OK; field++)
        if (pattern->given >> field & 1 && !(pattern->optional >> field & 1 && values[field].begin == 0))
            code = take_value(line, field, values[field], said, error);
    said->known |= said->move != KS_NO_MOVE ? (unsigned)KS_DATA_HAS_MOVE : 0u;
    return code;
}

/* ==== Each line ==== */

static int read_line(ks_data_format format, const char *line, size_t length, struct lines *said,
                     ks_error *error) {
    int code;
    said->move = KS_NO_MOVE;
    said->score = said->result = 0;
    if (said->pattern.count > 0) {
        code = read_by_pattern(line, length, said, error);
    } else {
        code = ks_read_fen(line, length, KS_FEN_DEFAULT, &said->position, error);
        if (code == KS_OK && format == KS_DATA_EPD)
            code = read_operations(line, length, said, error);
        said->ply = code == KS_OK ? ply_of(&said->position) : 0;
    }
    return code == KS_OK && said->ply > UINT16_MAX
               ? ks_fail(error, KS_ERROR_FULLMOVE_NUMBER, 0, "the move number is above %d", UINT16_MAX / 2)
               : code;
}

static void add(struct ks_data *data, uint64_t offset) {
    const struct lines *const said = data->lines;
    const ks_position *const position = &said->position;
    struct columns *const c = data->own;
    const unsigned n = c->count, king[2] = {ks_king_of(position, KS_WHITE), ks_king_of(position, KS_BLACK)};
    add_position(c, position, king, said->move, KS_DATA_FIRST);
    c->scores[n] = (int16_t)said->score;
    c->plies[n] = (uint16_t)said->ply;
    c->results[n] = (int8_t)said->result;
    c->known[n] = (uint8_t)said->known;
    c->offsets[n] = offset;
    c->lines[n] = said->count;
}

static void note(struct ks_data *data, const ks_error *error, uint64_t offset) {
    data->fault = (struct fault){
        .error = *error,
        .place = {.offset = offset + error->offset, .chain = data->records, .line = data->lines->count}};
}

/* Looks for the columns of a pattern in the first line that is not blank. Returns whether the line is done
 * with. A file that lacks them ends there, and so does one without a pattern. */
static bool begin_pattern(struct ks_data *data, const char *line, size_t length, uint64_t offset) {
    struct lines *const lines = data->lines;
    ks_error error;
    int code = KS_OK;
    if (lines->begun || data->format != KS_DATA_TEXT)
        return false;
    lines->begun = true;
    if (lines->pattern.count == 0)
        code = ks_fail(&error, KS_ERROR_DATA_FORMAT, 0, "expected a pattern before lines are read");
    else if (lines->pattern.kind == PATTERN_OF_COLUMNS)
        code = find_columns(&lines->pattern, line, length, &error);
    if (code != KS_OK) {
        note(data, &error, offset);
        data->over = true;
    }
    return code != KS_OK || lines->pattern.kind == PATTERN_OF_COLUMNS;
}

/* Reads the next line, whatever it says. Returns false at the end. */
static bool take_line(struct ks_data *data) {
    struct lines *const lines = data->lines;
    struct source_line found;
    ks_error error;
    if (!ks_source_find_line(&data->source, LINE_AND_END, &found))
        return false;
    const size_t marked = lines->count++ == 0 ? byte_order_mark(found.text, found.length) : 0,
                 length = found.length - marked;
    const uint64_t offset = data->source.offset + marked;
    const bool whole = found.whole && found.length <= LINE_LIMIT;
    const char *const line = found.text + marked;
    const bool says = !whole || !is_blank_or_comment(line, length);
    if (says && !(whole && begin_pattern(data, line, length, offset))) {
        const int code =
            whole ? read_line(data->format, line, length, lines, &error)
                  : ks_fail(&error, KS_ERROR_DATA_KEY, 0, "expected a line of at most %d bytes", LINE_LIMIT);
        if (code == KS_OK)
            add(data, offset);
        else
            note(data, &error, offset);
        data->records++;
    }
    ks_source_skip_line(&data->source, &found);
    return true;
}

bool ks_next_of_lines(struct ks_data *data) {
    struct columns *const c = data->own;
    c->count = 0;
    c->chain = data->records;
    data->columns = c;
    while (c->count < KS_DATA_BATCH_MAX && data->fault.error.code == KS_OK && take_line(data))
        continue;
    return c->count > 0 || data->fault.error.code != KS_OK;
}
