/* Positions drawn in the terminal. */
#ifndef KS_DRAW_H
#define KS_DRAW_H

#include "cli/shared/output.h"
#include "cli/shared/positions/any_position.h"

enum draw_style { DRAW_FIGURINES = 1 << 0, DRAW_COLOUR = 1 << 1 };

/* What standard output can show: figurines where the locale is UTF-8, colours on a terminal unless the
 * environment's NO_COLOR says otherwise. */
unsigned draw_style_of_stdout(void);

/* Squares to be marked: those of checkers stand in brackets, those of pinned pieces in parentheses. */
struct board_marks {
    ks_squares brackets, parentheses;
};

struct board_marks find_marks(const struct any_position *position);

/* Draws the board with white below, with the names of ranks and files around it, and with the marks. style:
 * of draw_style_of_stdout. Figurines are drawn for chess alone; a variant's pieces are letters. */
void draw_position(struct output *out, const struct any_position *position, const struct board_marks *marks,
                   unsigned style);

/* Draws the same on standard output, after what stdio still holds for it. */
void print_drawing(const struct any_position *position, const struct board_marks *marks, unsigned style);

#endif
