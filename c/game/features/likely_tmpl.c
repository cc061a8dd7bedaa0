/* Finds the probability that a model gives to the results of entries, several of them at once. This file is
 * compiled several times. */
#include <string.h>

#include "game/features/likely.h"
#include "rules/build.h"

#ifdef KS_FOR_AVX512VBMI2
#define NUMBERS 8
#elif defined KS_FOR_AVX2
#define NUMBERS 4
#else
#define NUMBERS 2
#endif
#include "game/features/exponential_tmpl.h"

_Static_assert(ASKED_AT_ONCE % NUMBERS == 0, "each vector is filled");

ALWAYS_INLINE numbers load_numbers(const double *from) {
    numbers loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

ALWAYS_INLINE numbers polynomial(const double coefficients[4], numbers x) {
    numbers sum = all_numbers(coefficients[0]);
    for (unsigned n = 1; n < 4; n++)
        sum = sum * x + all_numbers(coefficients[n]);
    return sum;
}

void IN_BUILD(find_likely)(const ks_features_model *model, struct asked *asked) {
    const numbers one = all_numbers(1);
    for (unsigned n = 0; n < asked->count; n += NUMBERS) {
        const numbers m = load_numbers(asked->plies + n), x = load_numbers(asked->scores + n),
                      a = polynomial(model->a, m), b = polynomial(model->b, m) * all_numbers(model->spread),
                      win = one / (one + exponential((a - x) / b)),
                      loss = one / (one + exponential((a + x) / b));
        const numbers likely = load_numbers(asked->likely + n) +
                               (load_numbers(asked->wins + n) * win + load_numbers(asked->losses + n) * loss);
        memcpy(asked->likely + n, &likely, sizeof likely);
    }
}
