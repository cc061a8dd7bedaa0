/* <string.h> with POSIX's additions to that of C. */
#ifndef KS_POSIX_STRING_H
#define KS_POSIX_STRING_H

#include <stdlib.h>
#include_next <string.h>

static inline char *stpcpy(char *to, const char *from) {
    const size_t length = strlen(from);
    return (char *)memcpy(to, from, length + 1) + length;
}

static inline char *strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *const copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

/* Returns signal(7)'s words for the signals that guard.c makes of exceptions. */
const char *strsignal(int number);

#endif
