/* Boards drawn as pictures. */
#ifndef KS_SVG_H
#define KS_SVG_H

#include "cli/shared/positions/draw.h"

/* The board as an SVG picture, white below, with the names of ranks and files and a dot beside the side to
 * move. Squares in brackets are red, those in parentheses framed in blue. Pieces are figures in chess,
 * letters in a variant. title: a line for readers that see no picture. */
void draw_svg(struct output *out, const struct any_position *position, const struct board_marks *marks,
              const char *title);

#endif
