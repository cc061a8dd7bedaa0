/* A line is read, and written as a record of .plain. An error of a line waits in a list until the reader of
 * these records comes to that line, where the record is one that cannot be read. */
#include "cli/positions/data_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/fen/epd.h"
#include "core/text/characters.h"
#include "core/text/error.h"
#include "core/text/foreign.h"
#include "core/text/growing.h"
#include "core/text/json.h"
#include "game/common/text.h"
#include "game/data/parts.h"

/* ==== Formats ==== */

static const char *const text_names[OUTPUT_FORMATS - TEXT_FEN] = {"fen", "epd", "jsonl"};

const char *output_format_name(unsigned format) {
    return is_text(format) ? text_names[format - TEXT_FEN] : ks_data_format_name((ks_data_format)format);
}

unsigned find_text_format(const char *file) {
    const size_t length = file ? ks_name_without_compression(file, strlen(file)) : 0;
    for (unsigned format = TEXT_FEN; format < OUTPUT_FORMATS; format++) {
        const char *const name = text_names[format - TEXT_FEN];
        const size_t size = strlen(name);
        if (length > size && file[length - size - 1] == '.' && memcmp(file + length - size, name, size) == 0)
            return format;
    }
    return KS_DATA_UNKNOWN;
}

unsigned facts_of_format(unsigned format) {
    const unsigned every = DATA_HAS_SCORE | DATA_HAS_RESULT;
    return !is_text(format)     ? ks_data_facts_of((ks_data_format)format) | every
           : format == TEXT_FEN ? ks_data_facts_of(KS_DATA_PLAIN) & ~(unsigned)KS_DATA_HAS_MOVE
                                : ks_data_facts_of(KS_DATA_PLAIN) | every;
}

/* ==== Lines as entries ==== */

enum { RECORD_LINES = 6, RECORD_MAX = 256, READ_SIZE = 1 << 16 };

struct line_error {
    uint64_t line;
    ks_error error;
};

struct data_lines {
    unsigned format;
    ks_data_source *source;
    void *context;
    char *text; /* bytes that were read, `length` of them; the next line begins at `at` */
    size_t length, at, room;
    bool at_end, failed;
    uint64_t line;
    uint64_t line_bytes, record_bytes; /* of all lines so far, and of their records */
    char record[RECORD_MAX];           /* `filled` bytes; `given` of them have been handed out */
    size_t filled, given;
    struct line_error *errors; /* those from first_error on, in the order of lines */
    size_t first_error, error_count, error_room;
};

struct data_lines *open_data_lines(unsigned format, ks_data_source *source, void *context) {
    struct data_lines *const lines = given(calloc(1, sizeof *lines));
    *lines = (struct data_lines){.format = format, .source = source, .context = context};
    return lines;
}

void close_data_lines(struct data_lines *lines) {
    if (!lines)
        return;
    free(lines->text);
    free(lines->errors);
    free(lines);
}

/* ---- The text ---- */

/* Reads on after the text that is there. Returns false when no more comes. */
static bool read_on(struct data_lines *lines) {
    if (lines->at_end || lines->failed)
        return false;
    lines->length -= lines->at;
    if (lines->length > 0)
        memmove(lines->text, lines->text + lines->at, lines->length);
    lines->at = 0;
    lines->text = given(grown(lines->text, lines->length, READ_SIZE, &lines->room, 1));
    const size_t got = lines->source(lines->context, lines->text + lines->length, READ_SIZE);
    lines->failed = got == KS_DATA_FAILED;
    lines->at_end = got == 0;
    lines->length += lines->failed ? 0 : got;
    return !lines->at_end && !lines->failed;
}

/* Finds the next line, without its end. Returns false when there is none. *whole: it is no longer than lines
 * may be. */
static bool next_line(struct data_lines *lines, const char **line, size_t *length, bool *whole) {
    size_t searched = 0;
    const char *end;
    *whole = true;
    while (!(end = lines->length > lines->at + searched ? memchr(lines->text + lines->at + searched, '\n',
                                                                 lines->length - lines->at - searched)
                                                        : NULL)) {
        searched = lines->length - lines->at;
        if (searched > LINE_LIMIT) { /* what is there of it goes */
            *whole = false;
            lines->at = lines->length;
            searched = 0;
        }
        if (!read_on(lines))
            break;
    }
    const size_t begin = lines->at, rest = lines->length - begin;
    if (!end && (lines->failed || (rest == 0 && *whole)))
        return false;
    const size_t all = end ? (size_t)(end - lines->text) - begin : rest;
    *line = lines->text + begin;
    *length = all > 0 ? length_without_cr(*line, all) : 0;
    *whole &= *length <= LINE_LIMIT;
    lines->at = begin + all + (end != NULL);
    return true;
}

/* ---- Moves ---- */

size_t write_entry_uci(const ks_position *position, ks_move move, ks_uci_flags flags,
                       char text[KS_UCI_SIZE]) {
    const struct any_position any = {.chess = *position};
    return ks_write_uci(position, move, any_is_chess960(&any) ? KS_UCI_CHESS960 : flags, text);
}

/* ---- Records ---- */

/* What a line says. */
struct said {
    ks_position position;
    char move[KS_UCI_SIZE]; /* empty when there is none */
    int score, ply, result; /* `result` is as the side to move sees it */
};

/* The ply that the move number tells. */
static int ply_of(const ks_position *position) {
    const int number = position->fullmove_number > 0 ? position->fullmove_number : 1;
    return 2 * (number - 1) + (int)position->side_to_move;
}

/* The first move of bm counts. */
static int read_best_move(const char *operations, size_t length, struct said *said, ks_error *error) {
    struct epd_part found;
    ks_move move;
    if (!ks_find_operation(operations, length, "bm", &found))
        return KS_OK;
    struct words words = {operations, found.begin + found.length, found.begin};
    const struct word word = next_word(&words);
    const int code = ks_explain_move(&said->position, word.text, word.length, &move, error);
    if (code != KS_OK)
        error->offset += found.begin;
    else
        ks_write_uci(&said->position, move, KS_UCI_CHESS960, said->move);
    return code;
}

static int read_epd(const char *line, size_t length, struct said *said, ks_error *error) {
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

/* ---- JSON ---- */

enum member { MEMBER_FEN, MEMBER_MOVE, MEMBER_SCORE, MEMBER_PLY, MEMBER_RESULT, MEMBERS };
static const char *const member_names[MEMBERS] = {"fen", "move", "score", "ply", "result"};

static int take_fen(const char *line, struct field value, struct said *said, ks_error *error) {
    enum { FEN_MAX = 512 };
    char text[FEN_MAX];
    if (!ks_take_quotes(line, &value, sizeof text))
        return ks_fail(error, KS_ERROR_DATA_KEY, value.begin, "expected a FEN of at most %d bytes in quotes",
                       FEN_MAX);
    const size_t length = ks_copy_unescaped(line, &value, text);
    const int code = ks_read_fen(text, length, KS_FEN_DEFAULT, &said->position, error);
    if (code != KS_OK)
        error->offset += value.begin;
    return code;
}

static int take_move(const char *line, struct field value, struct said *said, ks_error *error) {
    if (!ks_take_quotes(line, &value, KS_UCI_SIZE - 1) || value.length < 4)
        return ks_fail(error, KS_ERROR_DATA_MOVE, value.begin, "expected a move such as \"e2e4\"");
    memcpy(said->move, line + value.begin, value.length);
    return KS_OK;
}

static int take_number(const char *line, struct field value, int least, int most, int *number,
                       ks_error *error) {
    return read_whole_number(line + value.begin, value.length, least, most, number)
               ? KS_OK
               : ks_fail(error, KS_ERROR_DATA_KEY, value.begin, "expected a number from %d to %d", least,
                         most);
}

static int take_member(const char *line, enum member member, struct field value, struct said *said,
                       ks_error *error) {
    switch (member) {
    case MEMBER_FEN:
        return take_fen(line, value, said, error);
    case MEMBER_MOVE:
        return take_move(line, value, said, error);
    case MEMBER_SCORE:
        return take_number(line, value, INT16_MIN, INT16_MAX, &said->score, error);
    case MEMBER_PLY:
        return take_number(line, value, 0, UINT16_MAX, &said->ply, error);
    case MEMBER_RESULT:
        return take_number(line, value, -1, 1, &said->result, error);
    default: /* a member of somebody else's */
        return KS_OK;
    }
}

static enum member find_name(const char *line, const struct field *name) {
    enum member member = MEMBER_FEN;
    while (member < MEMBERS && !(strlen(member_names[member]) == name->length &&
                                 memcmp(line + name->begin, member_names[member], name->length) == 0))
        member++;
    return member;
}

static int read_json(const char *line, size_t length, struct said *said, ks_error *error) {
    enum { NEEDED = 1 << MEMBER_FEN | 1 << MEMBER_SCORE | 1 << MEMBER_RESULT };
    struct field name, value;
    unsigned given = 0;
    size_t at = 0;
    if (!ks_is_whole_json_object(line, length))
        return ks_fail(error, KS_ERROR_DATA_KEY, 0, "expected a JSON object such as {\"fen\":\"...\"}");
    while (ks_next_member(line, length, &at, &name, &value)) {
        const enum member member = find_name(line, &name);
        if (member < MEMBERS && given >> member & 1)
            return ks_fail(error, KS_ERROR_DATA_KEY, name.begin, "the object has this member already");
        given |= 1u << member;
        const int code = take_member(line, member, value, said, error);
        if (code != KS_OK)
            return code;
    }
    for (enum member member = MEMBER_FEN; member < MEMBERS; member++)
        if (NEEDED & ~given & 1u << member)
            return ks_fail(error, KS_ERROR_DATA_KEY, length, "expected a member %s in the object",
                           member_names[member]);
    if (!(given >> MEMBER_PLY & 1))
        said->ply = ply_of(&said->position);
    return KS_OK;
}

/* ---- Each line ---- */

static int read_line(const struct data_lines *lines, const char *line, size_t length, struct said *said,
                     ks_error *error) {
    *said = (struct said){.move = ""};
    if (lines->format == TEXT_JSONL)
        return read_json(line, length, said, error);
    int code = ks_read_fen(line, length, KS_FEN_DEFAULT, &said->position, error);
    if (code == KS_OK && lines->format == TEXT_EPD)
        code = read_epd(line, length, said, error);
    if (code == KS_OK)
        said->ply = ply_of(&said->position);
    return code == KS_OK && said->ply > UINT16_MAX
               ? ks_fail(error, KS_ERROR_FULLMOVE_NUMBER, 0, "the move number is above %d", UINT16_MAX / 2)
               : code;
}

static size_t write_record(const struct said *said, char record[RECORD_MAX]) {
    char fen[KS_FEN_SIZE];
    ks_write_x_fen(&said->position, fen);
    return (size_t)snprintf(record, RECORD_MAX, "fen %s\n%s%s\nscore %d\nply %d\nresult %d\ne\n", fen,
                            said->move[0] ? "move " : "", said->move, said->score, said->ply, said->result);
}

/* Errors that have been taken give room to others. */
static void note_error(struct data_lines *lines, const ks_error *error) {
    const size_t left = lines->error_count - lines->first_error;
    if (lines->first_error > left) {
        memmove(lines->errors, lines->errors + lines->first_error, left * sizeof *lines->errors);
        lines->first_error = 0;
        lines->error_count = left;
    }
    lines->errors =
        given(grown(lines->errors, lines->error_count, 1, &lines->error_room, sizeof *lines->errors));
    lines->errors[lines->error_count++] = (struct line_error){lines->line, *error};
}

/* Makes the record of a line. */
static void make_record(struct data_lines *lines, const char *line, size_t length, bool whole) {
    static const char none[] = "\n\n\n\n\n\n", bad[] = "?\n\n\n\n\ne\n";
    struct said said;
    ks_error error;
    lines->filled = sizeof none - 1;
    memcpy(lines->record, none, lines->filled);
    if (whole && is_blank_or_comment(line, length))
        return;
    if ((whole ? read_line(lines, line, length, &said, &error)
               : ks_fail(&error, KS_ERROR_DATA_KEY, 0, "expected a line of at most %d bytes", LINE_LIMIT)) ==
        KS_OK) {
        lines->filled = write_record(&said, lines->record);
        return;
    }
    lines->filled = sizeof bad - 1;
    memcpy(lines->record, bad, lines->filled);
    note_error(lines, &error);
}

/* Makes the record of the next line. Returns false at the end of the text. */
static bool next_record(struct data_lines *lines) {
    const char *line;
    size_t length;
    bool whole;
    lines->given = lines->filled = 0;
    if (!next_line(lines, &line, &length, &whole))
        return false;
    const size_t marked = lines->line++ == 0 ? byte_order_mark(line, length) : 0;
    make_record(lines, line + marked, length - marked, whole);
    lines->line_bytes += length + 1;
    lines->record_bytes += lines->filled;
    return true;
}

uint64_t size_as_records(const struct data_lines *lines, uint64_t size) {
    return lines->line_bytes > 0
               ? (uint64_t)((double)size * (double)lines->record_bytes / (double)lines->line_bytes)
               : size;
}

size_t read_lines_as_plain(void *context, void *buffer, size_t room) {
    struct data_lines *const lines = context;
    char *const out = buffer;
    size_t got = 0;
    while (got < room && (lines->given < lines->filled || next_record(lines))) {
        const size_t left = lines->filled - lines->given, taken = left < room - got ? left : room - got;
        memcpy(out + got, lines->record + lines->given, taken);
        lines->given += taken;
        got += taken;
    }
    return got == 0 && lines->failed ? KS_DATA_FAILED : got;
}

uint64_t line_of_text(uint64_t line) {
    return (line - 1) / RECORD_LINES + 1;
}

bool take_line_error(struct data_lines *lines, uint64_t line, ks_error *error) {
    while (lines->first_error < lines->error_count) {
        const struct line_error *const first = &lines->errors[lines->first_error];
        if (first->line > line)
            return false;
        *error = first->error;
        const bool found = first->line == line;
        if (++lines->first_error == lines->error_count)
            lines->first_error = lines->error_count = 0;
        if (found)
            return true;
    }
    return false;
}
