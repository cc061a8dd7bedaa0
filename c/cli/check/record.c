/* A FEN is mostly one piece of the text, and then it isn't read. */
#include "cli/check/record.h"

#include <string.h>

#include "cli/shared/positions/epd_parts.h"
#include "cli/shared/positions/replay.h"

/* Whether a part stands one blank behind another. */
static bool follows(const char *text, const struct epd_part *part, const struct epd_part *other) {
    const size_t end = other->begin + other->length;
    return part->begin == end + 1 && text[end] == ' ';
}

/* Finds the FEN as it stands in a text. Returns false when it isn't in one piece. */
static bool find_fen(const char *text, const struct epd_parts *parts, struct part *fen) {
    const struct epd_part *last = &parts->fields[3];
    bool whole = parts->field_count == 4;
    for (unsigned i = 1; i < 4 && whole; i++)
        whole = follows(text, &parts->fields[i], &parts->fields[i - 1]);
    for (unsigned i = 0; i < parts->clock_count && whole; last = &parts->clocks[i++])
        whole = follows(text, &parts->clocks[i], last);
    *fen = (struct part){text + parts->fields[0].begin, last->begin + last->length - parts->fields[0].begin};
    return whole;
}

/* Adds the clocks that a FEN lacks. */
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
    replay_read_end(task->variant, text->text, text->length, task->fen_flags, &position, &error);
    record->fen =
        (struct part){record->written, any_write_shown_fen(&position, task->x_fen, record->written)};
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
    if (record->moved || !find_fen(text->text, &record->parts, &record->fen) ||
        !complete_clocks(record, record->parts.clock_count))
        write_fen(task, text, record);
}
