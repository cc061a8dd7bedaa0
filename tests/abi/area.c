/* Maps memory between two pages that may not be accessed. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "abi/area.h"

#include <stdlib.h>

#include "cli/platform/posix.h"

enum { PAGE = 4096 };

void protect_area(const area *a, int access) {
    if (mprotect(a->begin, (size_t)(a->end - a->begin), access) != 0)
        abort();
}

area new_area(size_t bytes) {
    const size_t size = (bytes + PAGE - 1) / PAGE * PAGE;
    uint8_t *begin = mmap(NULL, size + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED)
        abort();
    const area a = {begin + PAGE, begin + PAGE + size};
    protect_area(&a, PROT_READ | PROT_WRITE);
    return a;
}
