/* See fuzz_games.h. */
#include "cli/fuzz/games.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/draw.h"

void game_question(const struct games *games, unsigned number, struct question *question) {
    const ks_position *position = &games->position;
    *question = (struct question){
        .square = position->king[position->side_to_move], .side = position->side_to_move, .number = number};
    memcpy(question->board, position->board, KS_SQUARES);
}

bool play_on(struct games *games, struct mistake *mistake) {
    ks_move moves[KS_MOVES_MAX];
    size_t count;
    if (!check_position(&library_rules, &games->position, games->fen_flags, moves, &count, mistake))
        return false;
    games_next(games, moves, count);
    return true;
}

void print_mistake(const struct mistake *mistake) {
    const struct board_marks marks = find_marks(&mistake->position);
    char text[ANY_FEN_SIZE];
    any_write_fen(&mistake->position, text);
    printf("%s\n", mistake->text);
    print_drawing(&mistake->position, &marks, draw_style_of_stdout());
    printf("%-11s%s\n", "FEN", text);
}

void put_mistake(struct output *out, const struct mistake *mistake) {
    char text[ANY_FEN_SIZE];
    put_string(out, "\"message\":");
    put_json(out, mistake->text, strlen(mistake->text));
    put_string(out, ",\"fen\":");
    put_json(out, text, any_write_fen(&mistake->position, text));
}
