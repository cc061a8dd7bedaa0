/* Finds the probabilities that a model gives to the results of entries. */
#ifndef KS_FEATURES_LIKELY_H
#define KS_FEATURES_LIKELY_H

#include <stdint.h>

#include "kingscan.h"

enum { ASKED_AT_ONCE = 8 };

/* Entries whose probabilities are asked for; zeros up to a multiple of ASKED_AT_ONCE. */
struct asked {
    unsigned count;
    uint8_t places[64];           /* in a word of marks */
    double scores[64], plies[64]; /* as the model bounds and scales them; plies by 64 */
    double wins[64], losses[64];  /* the factors of both probabilities: a draw has -1, and 1 besides */
    double likely[64];
};

/* Add the probability that a model gives to the results of entries. All builds find the same. */
void ks_any_find_likely(const ks_features_model *model, struct asked *asked);
void ks_avx2_find_likely(const ks_features_model *model, struct asked *asked);
void ks_avx512_find_likely(const ks_features_model *model, struct asked *asked);

#endif
