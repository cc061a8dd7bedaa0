/* Tests the sources of random games: the starts of Chess960, and seeds that repeat games. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/fuzz/chess_check.h"
#include "cli/random/games.h"
#include "cli/random/positions.h"
#include "support/length.h"

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

Test(games, chess960_starts_have_their_numbers) {
    static const struct {
        unsigned number;
        const char *white;
    } starts[] = {{0, "/BBQNNRKR "}, {518, "/RNBQKBNR "}, {959, "/RKRNNQBB "}};
    for (size_t i = 0; i < LENGTH(starts); i++) {
        ks_position position;
        char text[KS_FEN_SIZE];
        chess960_start(starts[i].number, 518, &position);
        ks_write_x_fen(&position, text);
        cr_expect(strstr(text, starts[i].white), "%u: %s", starts[i].number, text);
        cr_expect_eq(strncmp(text, "rnbqkbnr/", 9), 0, "%s", text);
        cr_expect(strstr(text, " w KQkq - 0 1"), "%s", text);
    }
}

Test(games, chess960_starts_are_all_different) {
    char starts[CHESS960_STARTS][KS_FEN_SIZE];
    for (unsigned number = 0; number < CHESS960_STARTS; number++) {
        ks_position position;
        chess960_start(number, number, &position);
        ks_write_x_fen(&position, starts[number]);
    }
    qsort(starts, CHESS960_STARTS, sizeof *starts, by_text);
    for (unsigned i = 1; i < CHESS960_STARTS; i++)
        cr_expect_str_neq(starts[i - 1], starts[i]);
}

static void next_position(struct games *games) {
    any_move moves[ANY_MOVES_MAX];
    games_next(games, moves, any_legal_moves(&games->position, moves));
}

/* The seed of the game is enough to repeat a mistake. */
Test(games, seed_of_a_game_brings_it_back) {
    static struct games games, again;
    games_start(&games, NULL, 5);
    while (games.count < 20)
        next_position(&games);
    games_start(&again, NULL, games.seed);
    for (unsigned i = 0; i < 500; i++) {
        const char *field = differing_field(&games.position.chess, &again.position.chess);
        cr_assert_null(field, "position %u: %s", i, field);
        cr_assert_eq(games.seed, again.seed);
        next_position(&games);
        next_position(&again);
    }
}
