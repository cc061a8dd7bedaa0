/* require() ends a libFuzzer target with a message when a promise is broken. */
#ifndef KS_FUZZ_REQUIRE_H
#define KS_FUZZ_REQUIRE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "not kept: %s\n", what);
        abort();
    }
}

#endif
