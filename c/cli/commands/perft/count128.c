/* Counts of 128 bits as text. */
#include "cli/commands/perft/count128.h"

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "core/text/characters.h"
#include "game/common/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Counts of 128 bits ---- */

/* The C library prints and reads no number of 128 bits. */

size_t write_count128(count128 count, char text[COUNT128_SIZE]) {
    char digits[COUNT128_SIZE];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    /* Most counts fit into 64 bits, which are divided much faster. */
    for (; count > UINT64_MAX; count /= 10)
        digits[--first] = (char)('0' + (unsigned)(count % 10));
    uint64_t rest = (uint64_t)count;
    do
        digits[--first] = (char)('0' + rest % 10);
    while (rest /= 10);
    memcpy(text, digits + first, sizeof digits - first);
    return sizeof digits - 1 - first;
}

bool read_count128(const char *text, size_t length, count128 *count) {
    const count128 most = ~(count128)0;
    *count = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(text[i] - '0');
        if (digit > 9 || *count > most / 10 || *count * 10 > most - digit)
            return false;
        *count = *count * 10 + digit;
    }
    return length > 0;
}
