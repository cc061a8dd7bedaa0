/* Random games of a variant as `kingscan fuzz --variant` tries them. */
#ifndef KS_FUZZ_VARIANT_H
#define KS_FUZZ_VARIANT_H

#include "cli/fuzz/variant_check.h"

struct variant_games {
    const ks_variant *variant;
    struct variant_check check;
    uint64_t seed; /* of this game: all that is needed to have it again */
    uint64_t state;
    uint64_t count; /* games begun */
    struct any_position position;
    unsigned plies; /* made in this game */
};

/* Whether the attack kernels answer for a variant; then they are compared with the tables. */
bool knows_kernels(const ks_variant *variant);

/* The same seed brings the same games. kernels: at most VARIANT_CHECK_KERNELS of them. */
void variant_games_start(struct variant_games *games, const ks_variant *variant,
                         const ks_kernel *const *kernels, unsigned kernel_count, uint64_t seed);

/* Checks the position that the game has come to, and plays on, or begins the next game. False: there is a
 * mistake, and the game stays. */
bool variant_games_play_on(struct variant_games *games, struct mistake *mistake);

#endif
