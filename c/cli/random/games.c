/* Each game has its own seed, drawn at the end of the previous game, so that a game can be repeated alone. */
#include "cli/random/games.h"

#include "cli/random/chess_starts.h"
#include "cli/random/numbers.h"
#include "cli/random/play.h"
#include "cli/random/variant_starts.h"

enum { CHESS_PLIES = 80, VARIANT_PLIES = 200 };

static void begin_game(struct games *games) {
    games->state = games->seed;
    games->plies = 0;
    games->count++;
    if (games->variant)
        random_variant_start(&games->state, games->variant, &games->position);
    else
        games->fen_flags = random_chess_start(&games->state, &games->position.chess);
}

void games_start(struct games *games, const ks_variant *variant, uint64_t seed) {
    *games = (struct games){.variant = variant, .seed = seed};
    begin_game(games);
}

/* A lenient game ends after one move, since only the side to move has exactly one king for certain. */
static bool is_over(const struct games *games, size_t count) {
    if (count == 0 || games->plies == (games->variant ? VARIANT_PLIES : CHESS_PLIES))
        return true;
    return !games->variant &&
           (games->fen_flags & KS_LENIENT || ks_find_draw(&games->position.chess) == KS_DRAW_MATERIAL);
}

/* Captures count as plain: double pushes are preferred, so that en passant occurs too. */
static bool is_of_plain_kind(const struct any_position *position, any_move move) {
    (void)position;
    return KS_MOVE_KIND(move) == KS_MOVE_PLAIN;
}

void games_next(struct games *games, const any_move *moves, size_t count) {
    if (is_over(games, count)) {
        games->seed = splitmix64(&games->state);
        begin_game(games);
        return;
    }
    const any_move move = games->variant
                              ? random_move(&games->state, &games->position, moves, count)
                              : draw_move(&games->state, &games->position, moves, count, 4, is_of_plain_kind);
    any_make_move(&games->position, move);
    games->plies++;
}
