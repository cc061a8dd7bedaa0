/* A hash of a text. Source: FNV-1a with 64 bits, by G. Fowler, L. C. Noll and K.-P. Vo; it is a few lines in
 * any language. */
#ifndef KS_HASH_H
#define KS_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_text(const char *text, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
