/* Lets one allocation of the program fail, that of the number in FAIL_AT, from 1: build/failing is `kingscan`
 * with this file. All calls count, also those of libc, such as for the buffer of a file; so do pages and
 * threads. Those of child processes do not. A byte goes to descriptor 9 when the allocation fails. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/sanitized.h"

enum { MARK = 9 };

static unsigned long failing;
static pid_t self;
static atomic_ulong calls;

__attribute__((constructor)) static void begin(void) {
    const char *const at = getenv("FAIL_AT");
    failing = at ? strtoul(at, NULL, 10) : 0;
    self = getpid();
}

static bool fails(void) {
    if (!failing || ++calls != failing || getpid() != self)
        return false;
    if (write(MARK, "!", 1) != 1)
        abort();
    errno = ENOMEM;
    return true;
}

/* Declares a function that the linker puts before the one of this name. */
#define INSTEAD(result, name, parameters)                                                                    \
    result __real_##name parameters;                                                                         \
    result __wrap_##name parameters;                                                                         \
    result __wrap_##name parameters

/* ---- Pages and threads ---- */

INSTEAD(void *, mmap, (void *address, size_t length, int access, int flags, int descriptor, off_t offset)) {
    return fails() ? MAP_FAILED : __real_mmap(address, length, access, flags, descriptor, offset);
}

INSTEAD(int, pthread_create,
        (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)) {
    return fails() ? EAGAIN : __real_pthread_create(thread, attributes, start, argument);
}

/* ---- Memory ---- */

#if SANITIZED
/* Libraries keep the functions of the sanitizer, which checks what it has allocated. */
INSTEAD(void *, malloc, (size_t size)) {
    return fails() ? NULL : __real_malloc(size);
}

INSTEAD(void *, calloc, (size_t count, size_t size)) {
    return fails() ? NULL : __real_calloc(count, size);
}

INSTEAD(void *, realloc, (void *memory, size_t size)) {
    return fails() ? NULL : __real_realloc(memory, size);
}

INSTEAD(char *, strdup, (const char *text)) {
    return fails() ? NULL : __real_strdup(text);
}

INSTEAD(char *, strndup, (const char *text, size_t most)) {
    return fails() ? NULL : __real_strndup(text, most);
}
#else
/* libc calls these too, since they are exported. */
#pragma GCC visibility push(default)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t nmemb, size_t size);
void *__libc_realloc(void *ptr, size_t size);

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size) {
    return fails() ? NULL : __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size) {
    return fails() ? NULL : __libc_realloc(ptr, size);
}
#pragma GCC visibility pop
#endif
