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

/* make test and sanitizers try every so many of a test's cases, such as all variants. The stage thorough
 * tries all, in each suite that asks here. */
static inline unsigned stride(void) {
    return SLOW ? 20 : getenv("TEST_USUAL") ? 4 : 1;
}

#endif
