/* Turns lines of FEN, EPD and JSON, and lines by a pattern, into entries: a line is an entry, a fault, blank
 * or a comment. */
#include <stdlib.h>
#include <string.h>

#include "core/fen/epd.h"
#include "core/text/error.h"
#include "core/text/foreign.h"
#include "core/text/json.h"
#include "core/text/words.h"
#include "game/data/records.h"
#include "game/entries/pattern.h"

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
    ks_read_pattern("{\"fen\":fen,\"score\":mover-score,\"result\":mover-sign,\"move\":move,\"ply\":ply}",
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

/* ==== EPD ==== */

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

/* ==== Patterns ==== */

int ks_data_use_pattern(ks_data *data, const char *pattern, ks_error *error) {
    struct pattern found;
    if (data->format != KS_DATA_TEXT)
        return ks_fail(error, KS_ERROR_DATA_FORMAT, 0, "expected the format text, found %s",
                       data->rules->name);
    const int code = ks_read_pattern(pattern, &found, error);
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
    int code = ks_match_pattern(pattern, line, length, values, error);
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

static int check_ply(const struct lines *said, ks_error *error) {
    return said->ply <= UINT16_MAX
               ? KS_OK
               : ks_fail(error, KS_ERROR_FULLMOVE_NUMBER, 0, "the move number is above %d", UINT16_MAX / 2);
}

static int read_line(ks_data_format format, const char *line, size_t length, struct lines *said,
                     ks_error *error) {
    said->move = KS_NO_MOVE;
    said->score = said->result = 0;
    if (said->pattern.count > 0) {
        const int code = read_by_pattern(line, length, said, error);
        return code == KS_OK ? check_ply(said, error) : code;
    }
    int code = ks_read_fen(line, length, KS_FEN_DEFAULT, &said->position, error);
    if (code == KS_OK && format == KS_DATA_EPD)
        code = read_operations(line, length, said, error);
    if (code != KS_OK)
        return code;
    said->ply = ply_of(&said->position);
    return check_ply(said, error);
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
        code = ks_find_columns(&lines->pattern, line, length, &error);
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
