/* The draw that a line of positions reports. */
#ifndef KS_LINE_DRAW_H
#define KS_LINE_DRAW_H

#include "cli/commands/check/record.h"

/* Returns the reason why the game of a line is a draw, or why a player may claim one. verdict: that on the
 * line's position; record: its record, with the FEN. */
enum ks_draw find_line_draw(const struct check_task *task, const struct position_text *text,
                            enum ks_verdict verdict, const struct record *record);

#endif
