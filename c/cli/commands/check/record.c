/* A FEN is mostly one piece of the text, which is then used unread. */
#include "cli/commands/check/record.h"

#include <string.h>

#include "cli/positions/epd_parts.h"
#include "cli/positions/replay.h"
#include "core/fen/fields.h"

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
    replay_read_end(task->variant, text->text, text->length, task->reading.fen_flags, &position, NULL,
                    &error);
    record->fen =
        (struct part){record->written, any_write_shown_fen(&position, task->reading.x_fen, record->written)};
}

/* Whether the fourth field has a square, which is written only where a pawn may capture on it. */
static bool has_en_passant(const char *text, const struct epd_parts *parts) {
    return parts->field_count == 4 && parts->fields[3].length > 0 && text[parts->fields[3].begin] != '-';
}

void read_record(const struct check_task *task, const struct position_text *text, struct record *record) {
    const bool is_start = replay_is_start(text->text, text->length);
    if (is_start)
        record->parts = (struct epd_parts){.operations = {0, text->length}};
    else
        find_epd_parts(text->text, text->length, &record->parts);
    const struct epd_part operations = record->parts.operations;
    record->operations = (struct part){text->text + operations.begin, operations.length};
    record->moved = is_start || replay_has_moves(text->text, text->length, operations.begin);
    if (record->moved) { /* moves end at a semicolon */
        const char *const end = record->operations.text + record->operations.length;
        const char *const semicolon = memchr(record->operations.text, ';', record->operations.length);
        record->operations =
            semicolon ? (struct part){semicolon, (size_t)(end - semicolon)} : (struct part){end, 0};
    }
    if (record->moved || (!task->reading.x_fen && has_en_passant(text->text, &record->parts)) ||
        !find_fen(text->text, &record->parts, &record->fen) ||
        have_clocks(record->operations, record->parts.clock_count) ||
        !complete_clocks(record, record->parts.clock_count))
        write_fen(task, text, record);
}
