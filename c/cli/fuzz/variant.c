/* See fuzz_variant.h. */
#include "cli/fuzz/variant.h"

#include <string.h>

#include "cli/random/variant_positions.h"
#include "core/splitmix.h"
#include "variant/definition.h"

enum { VARIANT_GAME_PLIES = 200 };

bool knows_kernels(const ks_variant *variant) {
    return variant->has_pieceset;
}

/* The variant as it would be if no attack class were known to the kernels. */
static const ks_variant *without_kernels(const ks_variant *variant) {
    static struct ks_variant copy;
    copy = *variant;
    copy.has_pieceset = false;
    return &copy;
}

static void begin_game(struct variant_games *games) {
    games->state = games->seed;
    games->plies = 0;
    games->count++;
    random_variant_start(&games->state, games->variant, &games->position);
}

void variant_games_start(struct variant_games *games, const ks_variant *variant,
                         const ks_kernel *const *kernels, unsigned kernel_count, uint64_t seed) {
    *games = (struct variant_games){.variant = variant, .seed = seed};
    games->check.rules = &variant_library_rules;
    games->check.tables = knows_kernels(variant) ? without_kernels(variant) : NULL;
    games->check.kernel_count = kernel_count;
    memcpy(games->check.kernels, kernels, kernel_count * sizeof(const ks_kernel *));
    begin_game(games);
}

bool variant_games_play_on(struct variant_games *games, struct mistake *mistake) {
    any_move moves[ANY_MOVES_MAX];
    size_t count;
    if (!check_variant_position(&games->check, &games->position, moves, &count, mistake))
        return false;
    if (count > 0 && games->plies < VARIANT_GAME_PLIES) {
        any_make_move(&games->position, random_variant_move(&games->state, &games->position, moves, count));
        games->plies++;
    } else {
        games->seed = splitmix64(&games->state);
        begin_game(games);
    }
    return true;
}
