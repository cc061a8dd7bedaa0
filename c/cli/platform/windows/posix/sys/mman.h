/* mmap(2) of memory without a file. */
#ifndef KS_POSIX_MMAN_H
#define KS_POSIX_MMAN_H

#include <stddef.h>
#include <sys/types.h>

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2 };
enum { MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, MAP_NORESERVE = 0x4000 };
enum { MADV_DONTNEED = 4, MADV_HUGEPAGE = 14 };

#define MAP_FAILED ((void *)-1)

void *mmap(void *address, size_t length, int access, int flags, int descriptor, off_t offset);
int munmap(void *address, size_t length);
int mprotect(void *address, size_t length, int access);
int madvise(void *address, size_t length, int advice);

#endif
