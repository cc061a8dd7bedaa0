/* Positions drawn in the terminal, and the names of squares as text and as JSON. */
#ifndef KS_DRAW_H
#define KS_DRAW_H

#include <stdio.h>

#include "cli/base/json.h"
#include "cli/base/output.h"
#include "game/common/any_position.h"
#include "game/common/rays.h"
#include "kingscan.h"

/* ---- Names of squares ---- */

/* Writes the names of the squares in the order of their numbers, with `between` between each two. variant:
 * NULL for chess. */
void put_square_names(struct output *out, const ks_variant *variant, ks_variant_squares squares,
                      const char *between);

/* Writes the names as a JSON array of strings. name: of json.h. */
void json_squares(struct json *json, const char *name, const ks_variant *variant, ks_variant_squares squares);

/* Reads the name of a square that a text begins with. Returns the text after it; NULL when there is no such
 * square. variant: NULL for chess. */
const char *read_square_name(const ks_variant *variant, const char *text, unsigned *square);

/* ---- Boards ---- */

enum draw_style { DRAW_FIGURINES = 1 << 0, DRAW_COLOUR = 1 << 1 };

/* Returns the style that standard output can show: figurines where the locale is UTF-8, colours as
 * wants_colour says. */
unsigned draw_style_of_stdout(void);

/* Draws the board with white below, with the names of ranks and files around it, and with the marks. style:
 * of draw_style_of_stdout. Figurines are drawn for chess alone; a variant's pieces are letters. */
void draw_position(struct output *out, const struct any_position *position, const struct board_marks *marks,
                   unsigned style);

/* Draws the same on standard output, in its colours. */
void show_drawing(const struct any_position *position, const struct board_marks *marks, unsigned style);

/* Draws the same through stdio. */
void print_drawing(const struct any_position *position, const struct board_marks *marks, unsigned style,
                   FILE *file);

#endif
