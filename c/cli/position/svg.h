/* Boards drawn as pictures. */
#ifndef KS_SVG_H
#define KS_SVG_H

#include <stdint.h>
#include <stdio.h>

#include "cli/shared/draw.h"
#include "kingscan.h"

/* The board as an SVG picture, white below, with the names of ranks and files and a dot beside the side to
 * move. Squares in brackets are red, those in parentheses framed in blue. title: a line for readers that
 * see no picture. */
void draw_svg(FILE *out, const ks_position *position, const struct board_marks *marks, const char *title);

#endif
