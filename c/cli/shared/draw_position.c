/* Chooses between the drawing of chess and that of variants. */
#include "cli/shared/draw_position.h"

#include "cli/position/variant_commands.h"
#include "cli/shared/draw.h"

static void draw_chess(FILE *out, const ks_position *position, unsigned style) {
    const unsigned side = position->side_to_move;
    ks_king_lines lines;
    ks_king_scan(position->board, position->king[side], side, &lines);
    draw_board(out, position->board, &(struct board_marks){lines.checkers, lines.pinned}, style);
}

void draw_position(FILE *out, const struct any_position *position, unsigned style) {
    if (position->variant)
        draw_variant(out, position->variant, &position->varied, any_checkers(position), style);
    else
        draw_chess(out, &position->chess, style);
}
