/* A position of chess or of a variant, drawn. */
#ifndef KS_DRAW_POSITION_H
#define KS_DRAW_POSITION_H

#include <stdio.h>

#include "cli/shared/any_position.h"

/* What gives check stands in brackets; in chess what is pinned in parentheses. style: as in draw.h. */
void draw_position(FILE *out, const struct any_position *position, unsigned style);

#endif
