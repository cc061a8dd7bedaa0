/* What the text of a position says of it: its FEN, and EPD's operations. */
#ifndef KS_RECORD_H
#define KS_RECORD_H

#include "cli/check/tables/table.h"
#include "cli/shared/positions/any_position.h"
#include "cli/shared/positions/epd_parts.h"

struct part {
    const char *text;
    size_t length;
};

struct record {
    bool moved; /* the position is one behind moves, or it is the start of games, which the text doesn't have
                   in FEN */
    struct epd_parts parts; /* of the text, unless moved */
    struct part fen;        /* with clocks; when not moved, as the text has it */
    struct part operations; /* may begin with semicolons and blanks */
    char written[ANY_FEN_SIZE];
};

/* Fills in a record of a position that has been read without error. Its parts lie in the text and in itself.
 */
void read_record(const struct check_task *task, const struct position_text *text, struct record *record);

#endif
