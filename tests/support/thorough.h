/* Whether the tests are to leave nothing out: THOROUGH is set in the environment. The suites say what they
 * then do more; all of it together takes an hour. */
#ifndef KS_TEST_THOROUGH_H
#define KS_TEST_THOROUGH_H

#include <stdbool.h>
#include <stdlib.h>

#include "support/sanitized.h"

static inline bool is_thorough(void) {
    return getenv("THOROUGH") != NULL;
}

/* How many cases of a kind to try, of so many in a thorough run. */
static inline unsigned amount_of(unsigned thorough) {
    return is_thorough() ? thorough : thorough / (SLOW ? 50 : 4);
}

/* There are many variants, and sanitizers are slow: under them a test of all looks at every fourth. */
enum { VARIANTS_A_STEP = SLOW ? 4 : 1 };

#endif
