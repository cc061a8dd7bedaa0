/* Judges a single line, and says what a position is a draw by. */
#include "cli/commands/check/line.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/positions/games_file.h"
#include "core/fen/fields.h"
#include "core/text/characters.h"
#include "game/common/replay.h"
#include "game/common/text.h"
#include "rules/check_epd.h"

/* ==== Records ==== */

/* A FEN is mostly one piece of the text, which is then used unread. */

/* Returns whether a part is empty or stands one blank after *last. A part that is not empty becomes *last. */
static bool goes_on(const char *text, const struct epd_part *part, const struct epd_part **last) {
    if (part->length == 0)
        return true;
    const bool whole = follows(text, part, *last);
    *last = part;
    return whole;
}

/* Finds the FEN in a text. Returns false when it isn't in one piece. */
static bool find_fen(const char *text, const struct epd_parts *parts, struct part *fen) {
    const struct epd_part *last = &parts->fields[0];
    bool whole = parts->field_count == 4;
    for (unsigned i = 1; i < 4 && whole; i++)
        whole = goes_on(text, &parts->fields[i], &last);
    whole = whole && goes_on(text, &parts->checks_left, &last);
    for (unsigned i = 0; i < parts->clock_count && whole; i++)
        whole = goes_on(text, &parts->clocks[i], &last);
    if (parts->checks_given.length > 0) /* after two clocks, both of which FEN has */
        whole = whole && parts->clock_count == 2 && goes_on(text, &parts->checks_given, &last);
    *fen = (struct part){text + parts->fields[0].begin, last->begin + last->length - parts->fields[0].begin};
    return whole;
}

/* Whether operations have the clocks that a FEN lacks. (Few have a v, as hmvc and fmvn do: the search for it
 * saves a tenth of the time.) */
static bool have_clocks(struct part operations, unsigned clock_count) {
    reader r = {operations.text, operations.length, 0, NULL};
    uint16_t halfmove_clock = 0, fullmove_number = 1;
    if (clock_count == 2 || !memchr(operations.text, 'v', operations.length))
        return false;
    ks_read_clock_operations(&r, clock_count, &halfmove_clock, &fullmove_number);
    return halfmove_clock != 0 || fullmove_number != 1;
}

/* Adds the clocks that a FEN lacks, as they are at the start of a game. */
static bool complete_clocks(struct record *record, unsigned clock_count) {
    static const char *const missing[] = {" 0 1", " 1", ""};
    const size_t length = strlen(missing[clock_count]);
    if (length == 0)
        return true;
    if (record->fen.length + length >= sizeof record->written)
        return false;
    memcpy(record->written, record->fen.text, record->fen.length);
    memcpy(record->written + record->fen.length, missing[clock_count], length);
    record->fen = (struct part){record->written, record->fen.length + length};
    return true;
}

static void write_fen(const struct check_task *task, const struct position_text *text,
                      struct record *record) {
    struct any_position position;
    ks_error error;
    any_move last;
    replay_read_last(task->variant, text->text, text->length, task->reading.fen_flags, &position, &last,
                     &error);
    record->fen.text = record->written;
    record->fen.length = write_fen_by(&position, task->reading.fen_ep, last, record->written);
}

/* Whether the fourth field has a square, which is written only where a pawn may capture on it. */
static bool has_en_passant(const char *text, const struct epd_parts *parts) {
    return parts->field_count == 4 && parts->fields[3].length > 0 && text[parts->fields[3].begin] != '-';
}

/* Returns the operations of a text, and fills in its other parts. *moved: moves stand before them. */
static struct part find_operations(const struct position_text *text, struct epd_parts *parts, bool *moved) {
    const bool is_start = replay_is_start(text->text, text->length);
    if (is_start)
        *parts = (struct epd_parts){.operations = {0, text->length}};
    else
        ks_find_epd_parts(text->text, text->length, parts);
    const struct part all = {text->text + parts->operations.begin, parts->operations.length};
    *moved = is_start || replay_has_moves(text->text, text->length, parts->operations.begin);
    if (!*moved)
        return all;
    const char *const semicolon = memchr(all.text, ';', all.length); /* where moves end */
    return semicolon ? (struct part){semicolon, all.length - (size_t)(semicolon - all.text)}
                     : (struct part){all.text + all.length, 0};
}

/* Fills in a record of a position that has been read without error. Its parts lie in the text and
 * in itself. */
static void read_record(const struct check_task *task, const struct position_text *text,
                        struct record *record) {
    record->operations = find_operations(text, &record->parts, &record->moved);
    if (record->moved ||
        (task->reading.fen_ep == FEN_EP_LEGAL && has_en_passant(text->text, &record->parts)) ||
        !find_fen(text->text, &record->parts, &record->fen) ||
        have_clocks(record->operations, record->parts.clock_count) ||
        !complete_clocks(record, record->parts.clock_count))
        write_fen(task, text, record);
}

/* ==== Draws ==== */

/* Most positions of chess are seen from the text to be no draws; the others are read again. */

/* Returns whether a FEN has no pawn, rook or queen: any of them can mate, with help. */
static bool lacks_mating_pieces(struct part fen) {
    static const bool mates[256] = {
        ['P'] = true, ['p'] = true, ['R'] = true, ['r'] = true, ['Q'] = true, ['q'] = true};
    for (size_t i = 0; i < fen.length && !is_blank(fen.text[i]); i++)
        if (mates[(uint8_t)fen.text[i]])
            return false;
    return true;
}

/* Returns whether the clock of a FEN, its last field but one, has the three digits of fifty moves. */
static bool has_long_clock(struct part fen) {
    size_t end = fen.length;
    while (end > 0 && !is_blank(fen.text[end - 1])) /* the number of the move */
        end--;
    while (end > 0 && is_blank(fen.text[end - 1]))
        end--;
    size_t begin = end;
    while (begin > 0 && !is_blank(fen.text[begin - 1]))
        begin--;
    return end - begin >= 3;
}

static enum ks_draw reread_draw(const struct check_task *task, const struct position_text *text,
                                enum ks_verdict verdict) {
    struct any_position position;
    struct history history = {0};
    ks_error error;
    expect_memory(replay_read_end(task->variant, text->text, text->length, task->reading.fen_flags, &position,
                                  &history, &error) != KS_ERROR_MEMORY);
    const enum ks_draw draw = history_find_draw(&history, &position, verdict);
    history_free(&history);
    return draw;
}

/* Returns the reason why the game of a line is a draw, or why a player may claim one. verdict: that on the
 * line's position; record: its record, with the FEN. */
static enum ks_draw find_line_draw(const struct check_task *task, const struct position_text *text,
                                   enum ks_verdict verdict, const struct record *record) {
    const bool suspect = task->variant || record->moved || verdict == KS_STALEMATE ||
                         lacks_mating_pieces(record->fen) || has_long_clock(record->fen);
    return suspect ? reread_draw(task, text, verdict) : KS_DRAW_NONE;
}

/* ==== Lines ==== */

/* Whole lines of chess go to ks_check_epd as they are, many at a time; columns and variants go a line at a
 * time. */

/* ---- From a line to a position ---- */

bool read_line_position(const struct check_task *task, const struct table *table, const char *line,
                        size_t length, struct any_position *position, ks_error *error) {
    struct position_text found;
    if (!find_position(table, line, length, &found, error)) {
        expect_memory(error->code != KS_ERROR_MEMORY);
        return false;
    }
    const int code = replay_read_end(task->variant, found.text, found.length, task->reading.fen_flags,
                                     position, NULL, error);
    error->offset = offset_in_line(&found, error->offset);
    free(found.copy);
    return code == KS_OK;
}

bool check_line(const struct check_task *task, const struct table *table, const char *line,
                ks_checked_line *checked, struct position_key *key, ks_error *error) {
    struct any_position position;
    ks_variant_squares checkers = {{0}};
    if (!read_line_position(task, table, line, checked->length, &position, error))
        return false;
    checked->verdict = (uint8_t)any_judge(&position, task->variant ? NULL : &checkers);
    checked->checkers = checkers.half[0]; /* of a variant, they may not fit: see checkers_of */
    if (key)
        *key = make_position_key(&position);
    return true;
}

/* Does what check_lines does, for a column or a variant. */
static size_t check_one_by_one(const struct check_task *task, const struct table *table, const char *text,
                               size_t length, ks_text_cursor *cursor, ks_checked_line *lines,
                               struct position_key *keys, size_t max) {
    size_t count = 0;
    ks_error error;
    while (count < max && cursor->offset < length) {
        const char *line = text + cursor->offset;
        const char *newline = memchr(line, '\n', length - cursor->offset);
        const size_t all = newline ? (size_t)(newline - line) : length - cursor->offset;
        ks_checked_line *checked = &lines[count];
        *checked = (ks_checked_line){.offset = cursor->offset,
                                     .length = length_without_cr(line, all),
                                     .number = ++cursor->line,
                                     .verdict = KS_VERDICTS};
        cursor->offset += newline ? all + 1 : all;
        if (is_blank_or_comment(line, checked->length))
            continue;
        check_line(task, table, line, checked, keys ? &keys[count] : NULL, &error);
        count++;
    }
    return count;
}

size_t check_lines(const struct check_task *task, const struct table *table, const char *text, size_t length,
                   ks_text_cursor *cursor, ks_checked_line *lines, struct position_key *keys, size_t max) {
    return has_columns(table) || task->variant
               ? check_one_by_one(task, table, text, length, cursor, lines, keys, max)
               : ks_check_epd_with_keys(text, length, task->reading.fen_flags, cursor, lines, keys, max);
}

/* ---- Other questions about a line ---- */

/* The checkers in a line with a known verdict. In a variant they are found again, since a checked line has no
 * room for those on a larger board. */
static ks_variant_squares checkers_of(const struct check_task *task, const struct table *table,
                                      const ks_checked_line *checked, const char *line) {
    struct any_position position;
    ks_error error;
    if (!task->variant)
        return (ks_variant_squares){{checked->checkers}};
    read_line_position(task, table, line, checked->length, &position, &error);
    return any_checkers(&position);
}

/* Adds the moves after the position in SAN; nothing when there are none. */
static void add_moves_in_san(const struct check_task *task, const struct position_text *text,
                             struct buffer *san) {
    ks_error error;
    replay_add_san(task->variant, text->text, text->length, task->reading.fen_flags, san, &error);
    expect_memory(!san->failed);
}

static void put_json_with_moves(struct output *out, const struct check_task *task,
                                const struct checked *checked, const struct position_text *text,
                                const struct record *record, const struct place *place) {
    struct buffer san = {0};
    if (record->moved)
        add_moves_in_san(task, text, &san);
    put_json(out, checked, find_line_draw(task, text, checked->verdict, record), record,
             san.used > 0 ? &san : NULL, place);
    free(san.bytes);
}

static void put_moves(struct output *out, const struct check_task *task, const struct position_text *text) {
    struct buffer san = {0};
    add_moves_in_san(task, text, &san);
    put_line_of_text(out, san.used > 0 ? san.bytes : "-", san.used > 0 ? san.used : 1);
    free(san.bytes);
}

/* ---- Rows of tables ---- */

void put_table_header(struct output *out, const struct check_task *task, const struct table *table) {
    const struct table *const before = table->before;
    if (!table->header || task->count || task->format != FORMAT_LINE ||
        (before && before->header && before->header_length == table->header_length &&
         memcmp(before->header, table->header, table->header_length) == 0))
        return;
    put(out, table->header, table->header_length);
    if (task->add_fen) {
        struct fields fields; /* which know the separator of this line, too */
        start_fields(&fields, table->header, table->header_length, table->separator);
        put(out, &fields.separator, 1);
        put_string(out, "fen_after");
    }
    put(out, "\n", 1);
}

/* Adds a field to a row. It is quoted where it has the separator in it, such as a blank. */
static void put_last_field(struct output *out, char separator, struct part field) {
    const bool quoted = memchr(field.text, separator, field.length) != NULL;
    put(out, &separator, 1);
    put_string(out, quoted ? "\"" : "");
    put(out, field.text, field.length);
    put_string(out, quoted ? "\"\n" : "\n");
}

static void put_row_with_fen(struct output *out, const struct check_task *task, const struct checked *checked,
                             const struct table *table, struct part fen) {
    struct fields fields;
    if (task->format == FORMAT_TSV) {
        put_verdict(out, checked);
        put(out, fen.text, fen.length);
        put(out, "\t", 1);
        put_line_of_text(out, checked->line, checked->length);
    } else {
        start_fields(&fields, checked->line, checked->length, table->separator);
        put(out, checked->line, checked->length);
        put_last_field(out, fields.separator, fen);
    }
}

/* ---- Lines that are written ---- */

/* Writes a line whose text is not all that is written. */
static void put_text(struct output *out, const struct check_task *task, const struct checked *checked,
                     const struct position_text *text, const struct place *place) {
    struct any_position position;
    struct record record;
    ks_error error;
    if (task->format == FORMAT_KEY) {
        replay_read_end(NULL, text->text, text->length, task->reading.fen_flags, &position, NULL, &error);
        put_key(out, &position.chess);
        return;
    }
    if (task->format == FORMAT_SAN) {
        put_moves(out, task, text);
        return;
    }
    read_record(task, text, &record);
    if (task->add_fen)
        put_row_with_fen(out, task, checked, place->table, record.fen);
    else if (task->format == FORMAT_JSON)
        put_json_with_moves(out, task, checked, text, &record, place);
    else if (task->format == FORMAT_EPD)
        put_epd(out, checked, &record, text);
    else
        put_line_of_text(out, record.fen.text, record.fen.length);
}

void put_line(struct output *out, const struct check_task *task, const ks_checked_line *checked,
              const char *line, const struct place *place) {
    const struct checked found = {.variant = task->variant,
                                  .verdict = checked->verdict,
                                  .checkers = checkers_of(task, place->table, checked, line),
                                  .line = line,
                                  .length = checked->length};
    struct position_text text;
    ks_error error;
    if (task->format == FORMAT_LINE && !task->add_fen) {
        put_line_of_text(out, line, checked->length);
    } else if (task->format == FORMAT_TSV && !task->add_fen) {
        put_verdict(out, &found);
        put_line_of_text(out, line, checked->length);
    } else {
        expect_memory(find_position(place->table, line, checked->length, &text, &error));
        put_text(out, task, &found, &text, place);
        free(text.copy);
    }
}

/* ==== Choices ==== */

/* A line of EPD says by its operations what an entry of training data says: bm has the best move, ce the
 * score, c9 the result. In a table the move is the one that follows those that are made. */

/* A line with a known position. */
struct asked_line {
    struct entry_facts facts;
    const struct position_text *text;
    struct any_position position; /* after the moves */
    struct epd_parts parts;
    bool moved;
    struct part operations;
    ks_error *error;
};

/* Whether the number of the move is known: it is in the FEN, or moves lead on from the start of games. */
static bool has_move_number(const struct asked_line *line) {
    struct epd_part found;
    return replay_is_start(line->text->text, line->text->length) || line->parts.clock_count == 2 ||
           (!line->moved &&
            ks_find_operation(line->operations.text, line->operations.length, "fmvn", &found));
}

static void find_ply(struct asked_line *line) {
    const struct any_position *const position = &line->position;
    const unsigned number =
        position->variant ? position->varied.fullmove_number : position->chess.fullmove_number;
    if (!has_move_number(line))
        return;
    line->facts.ply = 2 * (int64_t)(number > 0 ? number - 1 : 0) + line->facts.side;
    line->facts.known |= KS_DATA_HAS_PLY;
}

/* Adds the kinds of a move in the text. Returns false when it is no move. */
static bool add_kinds(struct asked_line *line, const char *move, size_t length) {
    any_move found = KS_NO_MOVE;
    const int code = any_explain_move(&line->position, move, length, &found, line->error);
    if (code == KS_ERROR_MOVE_TEXT || code == KS_ERROR_OFF_BOARD) {
        line->error->offset += (size_t)(move - line->text->text);
        return false;
    }
    line->facts.moves |= code == KS_OK ? kinds_of_any_move(&line->position, found) : 1u << MOVE_ILLEGAL;
    return true;
}

/* Several best moves have the kinds of all of them. */
static bool find_moves(struct asked_line *line) {
    const struct position_text *const text = line->text;
    struct epd_part found;
    size_t begin, length;
    if (text->moves > 0 && find_next_move(text, &begin, &length)) {
        if (!add_kinds(line, text->text + begin, length))
            return false;
    } else if (text->moves == 0 &&
               ks_find_operation(line->operations.text, line->operations.length, "bm", &found)) {
        struct words words = {line->operations.text, found.begin + found.length, found.begin};
        for (struct word word; (word = next_word(&words)).length > 0;)
            if (!add_kinds(line, word.text, word.length))
                return false;
    }
    if (line->facts.moves == 0)
        line->facts.moves = kinds_of_any_move(&line->position, KS_NO_MOVE);
    line->facts.known |= KS_DATA_HAS_MOVE;
    return true;
}

/* Reads the operation that says a fact, if the line has it. Returns false when it says something else. */
static bool find_number(struct asked_line *line, read_operation *read_operand, int *number, unsigned fact) {
    const struct part operations = line->operations;
    const int code = read_operand(operations.text, operations.length, number, line->error);
    line->error->offset += (size_t)(operations.text - line->text->text);
    line->facts.known |= code == KS_OK ? fact : 0;
    return code == KS_OK || code == KS_ERROR_FIELD_MISSING;
}

static bool find_result(struct asked_line *line) {
    if (!find_number(line, ks_read_result_operation, &line->facts.result, KS_DATA_HAS_RESULT))
        return false;
    if (line->facts.side == KS_BLACK)
        line->facts.result = -line->facts.result;
    return true;
}

static bool find_in_line(struct entry_facts *facts, unsigned asked) {
    struct asked_line *const line = (struct asked_line *)facts;
    find_facts_of_position(facts, &line->position, asked);
    if (asked & KS_DATA_HAS_PLY)
        find_ply(line);
    return (!(asked & KS_DATA_HAS_SCORE) ||
            find_number(line, ks_read_score_operation, &facts->score, KS_DATA_HAS_SCORE)) &&
           (!(asked & KS_DATA_HAS_RESULT) || find_result(line)) &&
           (!(asked & KS_DATA_HAS_MOVE) || find_moves(line));
}

enum entry_fit choose_line(const struct check_task *task, const struct table *table, const char *line,
                           size_t length, struct choice_counts *counts, ks_error *error) {
    struct position_text text;
    struct asked_line asked = {.facts.find = find_in_line, .text = &text, .error = error};
    expect_memory(find_position(table, line, length, &text, error));
    expect_memory(replay_read_end(task->variant, text.text, text.length, task->reading.fen_flags,
                                  &asked.position, NULL, error) == KS_OK);
    asked.operations = find_operations(&text, &asked.parts, &asked.moved);
    const enum entry_fit fit = ks_fits(&task->choosing.choice, &asked.facts, counts);
    error->offset = fit == ENTRY_WRONG ? offset_in_line(&text, error->offset) : 0;
    free(text.copy);
    return fit;
}
