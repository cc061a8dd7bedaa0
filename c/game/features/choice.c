/* Chooses which entries of training data become inputs of nets. */
#include "game/features/choice.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/hashes.h"
#include "game/data/marks.h"
#include "kingscan.h"

/* ---- Scores ---- */

/* Returns 2 to the power of a number from -1000 to 1000. */
static double power_of_two(int number) {
    const uint64_t bits = (uint64_t)(1023 + number) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Returns e to the power of x: of its whole part by the base 2, and of the rest by Taylor's series. No number
 * counts as a low one. */
static double exponential(double x) {
    const double bounded = x > 600 ? 600 : x > -600 ? x : -600, log_2 = 0.693147180559945309417;
    const int whole = (int)(bounded / log_2 + (bounded < 0 ? -0.5 : 0.5));
    const double rest = bounded - whole * log_2;
    static const double inverse[] = {1,       1.0 / 2, 1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,
                                     1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14};
    double sum = 1;
    for (unsigned n = sizeof inverse / sizeof *inverse; n > 0; n--)
        sum = 1 + sum * (rest * inverse[n - 1]);
    return sum * power_of_two(whole);
}

double ks_sigmoid(double x) {
    return 1 / (1 + exponential(-x));
}

static double polynomial(const double coefficients[4], double x) {
    return ((coefficients[0] * x + coefficients[1]) * x + coefficients[2]) * x + coefficients[3];
}

/* Returns the probability that a model gives to the result of an entry. */
static double probability(const ks_features_model *model, int score, unsigned ply, int result) {
    const double m = (ply < model->ply_most ? ply : model->ply_most) / 64.0;
    const double a = polynomial(model->a, m), b = polynomial(model->b, m) * model->spread;
    const double wide = score * model->score_factor, most = model->score_most;
    const double x = wide > most ? most : wide < -most ? -most : wide;
    const double win = result >= 0 ? ks_sigmoid((x - a) / b) : 0,
                 loss = result <= 0 ? ks_sigmoid((-x - a) / b) : 0;
    return result > 0 ? win : result < 0 ? loss : 1 - win - loss;
}

/* ---- Choice ---- */

/* A draw is a number of 53 bits. Returns the first one that is not below a share. */
static uint64_t first_draw_of(double share) {
    const double draws = share > 0 ? (share < 1 ? share : 1) * power_of_two(53) : 0;
    const uint64_t whole = (uint64_t)draws;
    return whole + ((double)whole < draws);
}

static uint64_t draw(uint64_t *state) {
    return splitmix64(state) >> 11;
}

/* Returns the state from which an entry's draws come. */
static uint64_t state_of(const ks_features_choice *choice, uint64_t number) {
    uint64_t state = number;
    return splitmix64(&state) ^ choice->seed;
}

_Static_assert(KS_DATA_CAPTURE == 1 && KS_DATA_EN_PASSANT == 2, "find_wanted shifts one to the other");

/* Returns which of up to 64 entries from i on nothing known of them speaks against. The loop has no branch,
 * so that the compiler makes vectors of it. */
static uint64_t find_wanted(const ks_features_choice *choice, const ks_data_batch *batch, size_t i,
                            unsigned n) {
    enum { ASKED = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT };
    const unsigned skips = choice->skips, last_ply = UINT16_MAX;
    const uint8_t *const kinds = batch->kinds + i, *const known = batch->known + i;
    const int16_t *const scores = batch->scores + i;
    const uint16_t *const plies = batch->plies + i;
    const uint8_t moveless = skips & KS_FEATURES_SKIP_MOVELESS ? KS_DATA_NO_MOVE : 0,
                  captures = skips & KS_FEATURES_SKIP_CAPTURES ? KS_DATA_CAPTURE : 0;
    const uint16_t least = (uint16_t)(choice->ply_least < last_ply ? choice->ply_least : last_ply);
    uint8_t unwanted[64] = {0};
    uint64_t marks[BATCH_WORDS];
    for (unsigned k = 0; k < n; k++) {
        const unsigned kind = kinds[k], not_passing = ~kind >> 1; /* 1 unless en passant */
        unwanted[k] = (uint8_t)((kind & moveless) | (kind & captures & not_passing) | (~known[k] & ASKED) |
                                (scores[k] == KS_DATA_SKIPPED) | (plies[k] < least));
    }
    mark_bytes(unwanted, n, 0xff, marks);
    const uint64_t all = n < 64 ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
    return choice->ply_least > last_ply
               ? 0
               : all & ~marks[0] & ~(skips & KS_FEATURES_SKIP_CHECKS ? batch->checks[i / 64] : 0);
}

/* Returns which of these entries chance is for: their share first, then their model. */
static uint64_t find_drawn(const ks_features_choice *choice, const ks_data_batch *batch, size_t i,
                           uint64_t number, uint64_t wanted) {
    const uint64_t first = first_draw_of(choice->skip_share);
    const bool by_model = choice->skips & KS_FEATURES_SKIP_UNLIKELY;
    uint64_t drawn = first > 0 ? 0 : wanted;
    for (uint64_t rest = first > 0 ? wanted : 0; rest; rest &= rest - 1) {
        const unsigned k = lowest_square(rest);
        uint64_t state = state_of(choice, number + k);
        drawn |= (uint64_t)(draw(&state) >= first) << k;
    }
    for (uint64_t rest = by_model ? drawn : 0; rest; rest &= rest - 1) {
        const unsigned k = lowest_square(rest);
        uint64_t state = state_of(choice, number + k);
        draw(&state); /* the share's */
        const double likely =
            probability(&choice->model, batch->scores[i + k], batch->plies[i + k], batch->results[i + k]);
        drawn &= ~((uint64_t)(draw(&state) < first_draw_of(1 - likely)) << k);
    }
    return drawn;
}

size_t ks_features_choose(const ks_features_choice *choice, const ks_data_batch *batch, uint64_t number,
                          uint64_t *chosen) {
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i += 64) {
        const unsigned n = batch->count - i < 64 ? (unsigned)(batch->count - i) : 64;
        const uint64_t wanted = find_wanted(choice, batch, i, n);
        chosen[i / 64] = find_drawn(choice, batch, i, number + i, wanted);
        count += (size_t)__builtin_popcountll(chosen[i / 64]);
    }
    return count;
}
