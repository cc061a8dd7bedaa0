/* Large pages, where the system has them: in pages of 4 KiB, each access would wait for the page tables too.
 */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#include "cli/platform/pages.h"

#include <sys/mman.h>

void *map_pages(size_t size) {
    void *const memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}

void unmap_pages(void *memory, size_t size) {
    munmap(memory, size);
}
