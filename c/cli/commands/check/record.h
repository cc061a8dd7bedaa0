/* The parts of a position's text: its FEN, and EPD's operations. */
#ifndef KS_RECORD_H
#define KS_RECORD_H

#include "cli/commands/check/tables/table.h"
#include "cli/commands/check/task.h"
#include "cli/positions/any_position.h"
#include "cli/positions/epd_parts.h"

struct part {
    const char *text;
    size_t length;
};

struct record {
    bool moved; /* the position comes after moves, or is the start of games, which the text doesn't have in
                   FEN */
    struct epd_parts parts; /* of the text, unless moved */
    struct part fen;        /* with clocks; when not moved, as the text has it */
    struct part operations; /* may begin with semicolons and blanks */
    char written[ANY_FEN_SIZE];
};

/* Fills in a record of a position that has been read without error. Its parts lie in the text and in itself.
 */
void read_record(const struct check_task *task, const struct position_text *text, struct record *record);

#endif
