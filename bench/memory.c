/* Allocates memory in whole lines of the cache, or ends the program. */
#include <stdlib.h>

#include "bench.h"
#include "cli/base/messages.h"

void *allocate(size_t size) {
    enum { CACHE_LINE = 64 };
    const size_t rounded = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    void *memory = aligned_alloc(CACHE_LINE, rounded);
    if (!memory)
        fail("out of memory: %zu MiB more are needed", (rounded >> 20) + 1);
    return memory;
}
