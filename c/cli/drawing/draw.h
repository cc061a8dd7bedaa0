/* Positions drawn in the terminal. */
#ifndef KS_DRAW_H
#define KS_DRAW_H

#include <stdio.h>

#include "cli/base/output.h"
#include "cli/drawing/rays.h"
#include "cli/positions/any_position.h"

enum draw_style { DRAW_FIGURINES = 1 << 0, DRAW_COLOUR = 1 << 1 };

/* Returns the style that standard output can show: figurines where the locale is UTF-8, colours as
 * wants_colour says. */
unsigned draw_style_of_stdout(void);

/* Squares to be marked: checkers get brackets, pinned pieces parentheses. rays: drawn too, unless there are
 * none. */
struct board_marks {
    ks_squares brackets, parentheses;
    struct rays rays;
};

/* Returns the checkers and the pinned pieces, without rays. */
static inline struct board_marks find_marks(const struct any_position *position) {
    return (struct board_marks){.brackets = any_checkers(position), .parentheses = any_pinned(position)};
}

/* Draws the board with white below, with the names of ranks and files around it, and with the marks. style:
 * of draw_style_of_stdout. Figurines are drawn for chess alone; a variant's pieces are letters. */
void draw_position(struct output *out, const struct any_position *position, const struct board_marks *marks,
                   unsigned style);

/* Draws the same through stdio. */
void print_drawing(const struct any_position *position, const struct board_marks *marks, unsigned style,
                   FILE *file);

#endif
