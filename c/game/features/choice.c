/* Which entries of training data become inputs of nets. */
#include "game/features/choice.h"

#include <stdbool.h>
#include <string.h>

#include "core/board/hashes.h"
#include "kingscan.h"

/* ---- Scores ---- */

/* Returns 2 to the power of a number from -1000 to 1000. */
static double power_of_two(int number) {
    const uint64_t bits = (uint64_t)(1023 + number) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Returns e to the power of x: of its whole part by the base 2, and of the rest by Taylor's series. */
static double exponential(double x) {
    const double bounded = x > 600 ? 600 : x < -600 ? -600 : x, log_2 = 0.693147180559945309417;
    const int whole = (int)(bounded / log_2 + (bounded < 0 ? -0.5 : 0.5));
    const double rest = bounded - whole * log_2;
    double sum = 1;
    for (int n = 14; n > 0; n--)
        sum = 1 + sum * rest / n;
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
    const double win = ks_sigmoid((x - a) / b), loss = ks_sigmoid((-x - a) / b);
    return result > 0 ? win : result < 0 ? loss : 1 - win - loss;
}

/* ---- Choice ---- */

/* Returns a number from 0 to 1, without 1. */
static double draw(uint64_t *state) {
    return (double)(splitmix64(state) >> 11) * power_of_two(-53);
}

/* Returns whether nothing known of an entry speaks against it. */
static bool is_wanted(const ks_features_choice *choice, const ks_data_batch *batch, size_t i) {
    enum { ASKED = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT };
    const unsigned kinds = batch->kinds[i], skips = choice->skips;
    return batch->scores[i] != KS_DATA_SKIPPED && (batch->known[i] & ASKED) == ASKED &&
           batch->plies[i] >= choice->ply_least &&
           !(skips & KS_FEATURES_SKIP_MOVELESS && kinds & KS_DATA_NO_MOVE) &&
           !(skips & KS_FEATURES_SKIP_CAPTURES && kinds & KS_DATA_CAPTURE && !(kinds & KS_DATA_EN_PASSANT)) &&
           !(skips & KS_FEATURES_SKIP_CHECKS && batch->checks[i / 64] >> i % 64 & 1);
}

/* Returns whether chance is for an entry: its share first, then its model. */
static bool is_drawn(const ks_features_choice *choice, const ks_data_batch *batch, size_t i,
                     uint64_t number) {
    const bool by_model = choice->skips & KS_FEATURES_SKIP_UNLIKELY;
    if (!(choice->skip_share > 0) && !by_model)
        return true;
    uint64_t state = number;
    state = splitmix64(&state) ^ choice->seed;
    if (draw(&state) < choice->skip_share)
        return false;
    return !by_model || draw(&state) >= 1 - probability(&choice->model, batch->scores[i], batch->plies[i],
                                                        batch->results[i]);
}

size_t ks_features_choose(const ks_features_choice *choice, const ks_data_batch *batch, uint64_t number,
                          uint64_t *chosen) {
    size_t count = 0;
    memset(chosen, 0, (batch->count + 63) / 64 * sizeof *chosen);
    for (size_t i = 0; i < batch->count; i++)
        if (is_wanted(choice, batch, i) && is_drawn(choice, batch, i, number + i)) {
            chosen[i / 64] |= (uint64_t)1 << i % 64;
            count++;
        }
    return count;
}
