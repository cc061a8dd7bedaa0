/* Memory for the boards, and the exit with a message. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    exit(2);
}

void *allocate(size_t size) {
    enum { CACHE_LINE = 64 };
    const size_t rounded = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    void *memory = aligned_alloc(CACHE_LINE, rounded);
    if (!memory)
        fail("out of memory: %zu MiB more are needed", (rounded >> 20) + 1);
    return memory;
}
