/* Says whether the tests leave nothing out: THOROUGH is set in the environment. Each suite says what it adds
 * then; everything together takes an hour. */
#ifndef KS_TEST_THOROUGH_H
#define KS_TEST_THOROUGH_H

#include <stdbool.h>
#include <stdlib.h>

#include "support/sanitized.h"

static inline bool is_thorough(void) {
    return getenv("THOROUGH") != NULL;
}

/* The number of cases to try when a thorough run tries so many. Few do in make test, which is short. */
static inline unsigned amount_of(unsigned thorough) {
    return is_thorough() ? thorough : thorough / (SLOW ? 50 : getenv("TEST_USUAL") ? 20 : 4);
}

/* The step of tests that visit all variants. There are many, and under sanitizers, which are slow, every
 * fourth is visited. */
enum { VARIANTS_A_STEP = SLOW ? 4 : 1 };

#endif
