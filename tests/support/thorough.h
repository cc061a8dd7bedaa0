/* Whether the tests are to leave nothing out: THOROUGH is set in the environment. The suites say what they
 * then do more; all of it together takes an hour. */
#ifndef KS_TEST_THOROUGH_H
#define KS_TEST_THOROUGH_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool is_thorough(void) {
    return getenv("THOROUGH") != NULL;
}

#endif
