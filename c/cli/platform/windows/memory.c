/* The functions that posix/sys/mman.h and pages.h declare, by VirtualAlloc. */
#include "cli/platform/pages.h"

#include <errno.h>
#include <sys/mman.h>
#include <windows.h>

static DWORD page_access(int access) {
    return access & PROT_WRITE ? PAGE_READWRITE : access & PROT_READ ? PAGE_READONLY : PAGE_NOACCESS;
}

void *mmap(void *address, size_t length, int access, int flags, int descriptor, off_t offset) {
    (void)address, (void)flags, (void)descriptor, (void)offset;
    void *const memory = VirtualAlloc(NULL, length, MEM_RESERVE | MEM_COMMIT, page_access(access));
    if (!memory)
        errno = ENOMEM;
    return memory ? memory : MAP_FAILED;
}

int munmap(void *address, size_t length) {
    (void)length;
    return VirtualFree(address, 0, MEM_RELEASE) ? 0 : -1;
}

int mprotect(void *address, size_t length, int access) {
    DWORD before;
    return VirtualProtect(address, length, page_access(access), &before) ? 0 : -1;
}

/* Advice may be ignored. */
int madvise(void *address, size_t length, int advice) {
    (void)address, (void)length, (void)advice;
    return 0;
}

void *map_pages(size_t size) {
    void *const memory = mmap(NULL, size, PROT_READ | PROT_WRITE, 0, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void unmap_pages(void *memory, size_t size) {
    munmap(memory, size);
}
