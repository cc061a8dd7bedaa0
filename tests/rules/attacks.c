/* Tests the inline attacks of kingscan/attacks.h, beside walks from square to square. */
#include <criterion/criterion.h>
#include <inttypes.h>

#include "kingscan.h"
#include "support/random.h"

/* Steps as columns and rows. */
static const int knight[][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int king[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};

/* The squares that steps reach, repeated up to an occupied square or the edge when it slides. */
static uint64_t walk(unsigned square, const int (*steps)[2], unsigned count, int slides, uint64_t occupied) {
    uint64_t found = 0;
    for (unsigned i = 0; i < count; i++) {
        int file = (int)(square & 7) + steps[i][0], row = (int)(square >> 3) + steps[i][1];
        for (; file >= 0 && file < 8 && row >= 0 && row < 8; file += steps[i][0], row += steps[i][1]) {
            const uint64_t there = (uint64_t)1 << (8 * row + file);
            found |= there;
            if (!slides || occupied & there)
                break;
        }
    }
    return found;
}

Test(attacks, of_leapers_and_pawns) {
    static const int white[][2] = {{1, -1}, {-1, -1}}, black[][2] = {{1, 1}, {-1, 1}};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        cr_expect_eq(ks_knight_attacks(square), walk(square, knight, 8, 0, 0), "knight %u", square);
        cr_expect_eq(ks_king_attacks(square), walk(square, king, 8, 0, 0), "king %u", square);
        cr_expect_eq(ks_pawn_attacks(square, KS_WHITE), walk(square, white, 2, 0, 0), "pawn %u", square);
        cr_expect_eq(ks_pawn_attacks(square, KS_BLACK), walk(square, black, 2, 0, 0), "pawn %u", square);
    }
}

Test(attacks, of_sliders_past_others) {
    uint64_t seed = 1;
    for (unsigned round = 0; round < 3000; round++) {
        uint64_t occupied = next_random(&seed);
        for (unsigned sparser = round % 4; sparser > 0; sparser--)
            occupied &= next_random(&seed);
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            cr_assert_eq(ks_rook_attacks(square, occupied), walk(square, king, 4, 1, occupied),
                         "rook %u, %016" PRIx64, square, occupied);
            cr_assert_eq(ks_bishop_attacks(square, occupied), walk(square, king + 4, 4, 1, occupied),
                         "bishop %u, %016" PRIx64, square, occupied);
            cr_assert_eq(ks_queen_attacks(square, occupied), walk(square, king, 8, 1, occupied), "queen");
        }
    }
}

Test(attacks, lines_and_what_is_between) {
    for (unsigned a = 0; a < KS_SQUARES; a++)
        for (unsigned b = 0; b < KS_SQUARES; b++) {
            uint64_t line = 0, between = 0;
            for (unsigned i = 0; i < 8; i += 2) {
                const uint64_t there = walk(a, king + i, 2, 1, 0);
                if (there >> b & 1)
                    line = there | (uint64_t)1 << a;
            }
            for (unsigned i = 0; i < 8; i++) {
                const uint64_t there = walk(a, king + i, 1, 1, (uint64_t)1 << b);
                if (there >> b & 1)
                    between = there & ~((uint64_t)1 << b);
            }
            cr_assert_eq(ks_line_through(a, b), line, "%u %u", a, b);
            cr_assert_eq(ks_squares_between(a, b), between, "%u %u", a, b);
        }
    cr_expect_eq(ks_highest_of(UINT64_C(0x8000000000000001)), UINT64_C(1) << 63);
    cr_expect_eq(ks_highest_of(1), 1);
}
