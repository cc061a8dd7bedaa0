/* Chooses between the checks of chess and of variants. */
#include "cli/commands/fuzz/games.h"

#include <string.h>

#include "cli/commands/fuzz/chess_check.h"

void game_question(const struct games *games, unsigned number, struct question *question) {
    const ks_position *position = &games->position.chess;
    *question = (struct question){.square = (uint8_t)ks_king_square(position, position->side_to_move),
                                  .side = position->side_to_move,
                                  .number = number};
    memcpy(question->board, position->board, KS_SQUARES);
}

bool play_on(struct games *games, const struct variant_check *check, struct mistake *mistake) {
    struct move_list moves;
    const struct any_position *const position = &games->position;
    const bool right = games->variant ? check_variant_position(check, position, &moves, mistake)
                                      : check_chess_position(&chess_library_rules, position, games->fen_flags,
                                                             &moves, mistake);
    if (right)
        games_next(games, moves.moves, moves.count);
    return right;
}
