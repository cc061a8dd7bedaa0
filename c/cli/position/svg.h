/* Boards drawn as pictures. */
#ifndef KS_SVG_H
#define KS_SVG_H

#include "cli/shared/positions/draw.h"

/* Draws the board as an SVG picture, white below, with the names of ranks and files and a dot beside the side
 * to move. Squares marked by brackets are red; those marked by parentheses have a blue frame. Pieces are
 * figures in chess and letters in a variant. title: a line for readers who can't see the picture. */
void draw_svg(struct output *out, const struct any_position *position, const struct board_marks *marks,
              const char *title);

#endif
