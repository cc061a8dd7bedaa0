/* The functions of string.h that the sources need, and qsort. Those of wasi-libc are faster on long texts,
 * and take 5 KB more. This file is compiled without builtins, which would turn a loop into a call of itself.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One instruction. */
void *memcpy(void *restrict to, const void *restrict from, size_t size) {
    return __builtin_memcpy(to, from, size);
}

void *memchr(const void *memory, int byte, size_t size) {
    const unsigned char *at = memory;
    for (; size > 0; at++, size--)
        if (*at == (unsigned char)byte)
            return (void *)(uintptr_t)at;
    return NULL;
}

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *left = a, *right = b;
    while (size > 0 && *left == *right)
        left++, right++, size--;
    return size > 0 ? *left - *right : 0;
}

/* ---- Strings ---- */

size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length])
        length++;
    return length;
}

size_t strlen(const char *text) {
    return strnlen(text, SIZE_MAX);
}

int strcmp(const char *a, const char *b) {
    return memcmp(a, b, strlen(a) + 1);
}

char *strchr(const char *text, int letter) {
    return memchr(text, letter, strlen(text) + 1);
}

size_t strcspn(const char *text, const char *letters) {
    size_t length = 0;
    while (!strchr(letters, text[length]))
        length++;
    return length;
}

int strncmp(const char *a, const char *b, size_t size) {
    const size_t length = strnlen(a, size);
    return memcmp(a, b, length < size ? length + 1 : size);
}

size_t strspn(const char *text, const char *letters) {
    size_t length = 0;
    while (text[length] && strchr(letters, text[length]))
        length++;
    return length;
}

char *strstr(const char *text, const char *part) {
    for (const size_t length = strlen(part); strlen(text) >= length; text++)
        if (memcmp(text, part, length) == 0)
            return (char *)(uintptr_t)text;
    return NULL;
}

char *stpcpy(char *restrict to, const char *restrict from) {
    const size_t length = strlen(from);
    return (char *)memcpy(to, from, length + 1) + length;
}

char *strcpy(char *restrict to, const char *restrict from) {
    stpcpy(to, from);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

/* ---- Sorting ---- */

static void exchange(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* Sorts by insertion: only the mistakes of a section are sorted, a few dozen at most. */
void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *const first = items;
    for (size_t i = 1; i < count; i++)
        for (unsigned char *at = first + i * size; at > first && compare(at - size, at) > 0; at -= size)
            exchange(at - size, at, size);
}
