/* Chooses which entries of training data become inputs of nets. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/hashes.h"
#include "core/kernels/family.h"
#include "game/data/marks.h"
#include "game/features/tables.h"
#include "kingscan.h"

/* Adds entry i of a batch. */
static void ask(struct asked *asked, const ks_features_model *model, const ks_data_batch *batch, size_t i,
                unsigned place) {
    const unsigned n = asked->count++, ply = batch->plies[i];
    const int8_t result = batch->results[i];
    const double wide = batch->scores[i] * model->score_factor, most = model->score_most;
    asked->places[n] = (uint8_t)place;
    asked->scores[n] = wide > most ? most : wide < -most ? -most : wide;
    asked->plies[n] = (ply < model->ply_most ? ply : model->ply_most) / 64.0;
    asked->likely[n] = result == 0;
    asked->wins[n] = (result > 0) - (result == 0);
    asked->losses[n] = (result < 0) - (result == 0);
}

/* ---- Choice ---- */

/* Returns the state from which draws come. */
static uint64_t state_of(const ks_features_choice *choice, uint64_t number) {
    uint64_t state = number;
    return splitmix64(&state) ^ choice->seed;
}

/* Returns a number from 0 to 1, but not 1, for an entry. */
static double draw_of(const ks_features_choice *choice, uint64_t number) {
    uint64_t state = state_of(choice, number);
    return (double)(int64_t)(splitmix64(&state) >> 11) * 0x1p-53;
}

/* Returns which of the 64 entries from 64 * word on are passed over by their share. Each binary digit of the
 * share, from the lowest 1 on, costs one draw for all of them: it adds half of the others when it is 1, and
 * takes half of them away when it is 0. */
static uint64_t draw_word(const ks_features_choice *choice, uint64_t word) {
    enum { DIGITS = 53 };
    const double share = choice->skip_share;
    if (share >= 1)
        return ~(uint64_t)0;
    const uint64_t digits = share > 0 ? (uint64_t)(share * (double)bit(DIGITS)) : 0;
    uint64_t state = state_of(choice, ~word), passed = 0; /* ~: entries have numbers of their own */
    for (unsigned n = digits ? lowest_square(digits) : DIGITS; n < DIGITS; n++) {
        const uint64_t drawn = splitmix64(&state);
        passed = digits >> n & 1 ? passed | drawn : passed & drawn;
    }
    return passed;
}

/* The same from any entry on. */
static uint64_t draw_shares(const ks_features_choice *choice, uint64_t number) {
    const unsigned shift = number % 64;
    const uint64_t first = draw_word(choice, number / 64) >> shift;
    return shift ? first | draw_word(choice, (number + 64) / 64) << (64 - shift) : first;
}

_Static_assert(KS_DATA_CAPTURE == 1 && KS_DATA_EN_PASSANT == 2, "find_wanted shifts one to the other");

/* What is known of 64 entries. */
struct known_facts {
    uint8_t kinds[64], known[64];
    int16_t scores[64];
    uint16_t plies[64];
};

/* Returns which entries nothing known of them speaks against, but for checks. The loop has no branch and is
 * of one length, so that the compiler makes vectors of it. */
ALWAYS_INLINE uint64_t find_fit(const ks_features_choice *choice, const uint8_t kinds[64],
                                const uint8_t known[64], const int16_t scores[64], const uint16_t plies[64]) {
    enum { ASKED = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT };
    const uint8_t moveless = choice->skips & KS_FEATURES_SKIP_MOVELESS ? KS_DATA_NO_MOVE : 0,
                  captures = choice->skips & KS_FEATURES_SKIP_CAPTURES ? KS_DATA_CAPTURE : 0;
    const uint16_t least = (uint16_t)choice->ply_least;
    uint8_t unwanted[64];
    uint64_t marks[BATCH_WORDS];
    for (unsigned k = 0; k < 64; k++) {
        const uint8_t not_passing = (uint8_t)(~kinds[k] >> 1); /* 1 unless en passant */
        unwanted[k] = (uint8_t)((kinds[k] & moveless) | (kinds[k] & captures & not_passing) |
                                (~known[k] & ASKED) | (scores[k] == KS_DATA_SKIPPED) | (plies[k] < least));
    }
    mark_bytes(unwanted, 64, 0xff, marks);
    return ~marks[0];
}

/* Returns which of up to 64 entries from i on nothing known of them speaks against. */
static uint64_t find_wanted(const ks_features_choice *choice, const ks_data_batch *batch, size_t i,
                            unsigned n) {
    uint64_t checks = 0;
    if (choice->ply_least > UINT16_MAX)
        return 0;
    if (choice->skips & KS_FEATURES_SKIP_CHECKS)
        checks = batch->checks[i / 64];
    if (n == 64)
        return ~checks &
               find_fit(choice, batch->kinds + i, batch->known + i, batch->scores + i, batch->plies + i);
    struct known_facts some = {0};
    memcpy(some.kinds, batch->kinds + i, n * sizeof *some.kinds);
    memcpy(some.known, batch->known + i, n * sizeof *some.known);
    memcpy(some.scores, batch->scores + i, n * sizeof *some.scores);
    memcpy(some.plies, batch->plies + i, n * sizeof *some.plies);
    return ~checks & (bit(n) - 1) & find_fit(choice, some.kinds, some.known, some.scores, some.plies);
}

/* Returns which of these entries the model is for, by chance. */
static uint64_t find_likely_ones(const ks_features_choice *choice, const ks_data_batch *batch, size_t i,
                                 uint64_t number, uint64_t wanted) {
    const struct feature_filler *const filler = BUILD_IN_USE(features);
    struct asked asked;
    asked.count = 0;
    for (uint64_t rest = wanted; rest; rest &= rest - 1)
        ask(&asked, &choice->model, batch, i + lowest_square(rest), lowest_square(rest));
    for (unsigned n = asked.count; n % ASKED_AT_ONCE; n++)
        asked.plies[n] = asked.scores[n] = asked.likely[n] = asked.wins[n] = asked.losses[n] = 0;
    filler->find_likely(&choice->model, &asked);
    for (unsigned n = 0; n < asked.count; n++)
        wanted &=
            ~((uint64_t)(draw_of(choice, number + asked.places[n]) < 1 - asked.likely[n]) << asked.places[n]);
    return wanted;
}

size_t ks_features_choose(const ks_features_choice *choice, const ks_data_batch *batch, uint64_t number,
                          uint64_t *chosen) {
    size_t count = 0;
    for (size_t i = 0; i < batch->count; i += 64) {
        const unsigned n = batch->count - i < 64 ? (unsigned)(batch->count - i) : 64;
        const uint64_t wanted = find_wanted(choice, batch, i, n) & ~draw_shares(choice, number + i);
        chosen[i / 64] = choice->skips & KS_FEATURES_SKIP_UNLIKELY
                             ? find_likely_ones(choice, batch, i, number + i, wanted)
                             : wanted;
        count += (size_t)__builtin_popcountll(chosen[i / 64]);
    }
    return count;
}
