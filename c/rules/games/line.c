/* Moves that have been played, made. */
#include "rules/games/line.h"

void ks_catch_up(struct pgn_line *line) {
    struct level *const level = current_level(line);
    ks_undo undo;
    if (line->made == line->given)
        return;
    for (; line->made < line->given; line->made++)
        ks_make_move(&level->now.chess, line->played[line->made].move, &undo);
    level->before.chess = undo.private_before;
    level->moved = true;
}
