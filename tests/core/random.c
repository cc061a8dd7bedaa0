/* Tests every kernel against the reference on random boards of several densities, ten million in a thorough
 * run. The random numbers start at the same seed in every run; a failure prints the board and its seed. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/kernels/difference.h"
#include "support/random.h"
#include "support/thorough.h"

static void compare_boards(unsigned fewest, unsigned most, uint8_t mask) {
    uint64_t state = 1000 * fewest + most;
    for (unsigned i = 0; i < amount_of(2000000); i++) {
        const uint64_t seed = state;
        uint8_t board[64];
        random_board(&state, KS_EMPTY, fewest + random_below(&state, most - fewest + 1), mask, board);
        const uint64_t random = next_random(&state);
        const unsigned square = random & 63, side = random >> 6 & 1;
        const char *wrong = reference_difference(&ks_chess_pieces, board, square, side);
        if (wrong)
            cr_assert_fail("board %u, seed 0x%016llx: %s", i, (unsigned long long)seed, wrong);
    }
}

Test(random, one_to_five_pieces) {
    compare_boards(1, 5, 15);
}

Test(random, as_in_endgames) {
    compare_boards(4, 14, 15);
}

Test(random, as_in_middlegames) {
    compare_boards(15, 40, 15);
}

Test(random, crowded) {
    compare_boards(40, 160, 15);
}

Test(random, bytes_of_all_values) {
    compare_boards(5, 120, 255);
}
