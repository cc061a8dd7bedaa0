/* The checksum is the hash of core/text/hash.h, which programs in other languages that check the ledger can
 * have in a few lines. */
#include "cli/commands/perft/units/ledger.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/board/hashes.h"
#include "core/text/characters.h"

static void write_checksum(const char *line, size_t length, char text[CHECKSUM_DIGITS]) {
    uint64_t sum = hash_text(line, length);
    for (unsigned i = CHECKSUM_DIGITS; i-- > 0; sum >>= 4)
        text[i] = "0123456789abcdef"[sum & 15];
}

bool read_entry(const char *line, struct field field, struct entry *entry) {
    const char *const text = line + field.at;
    entry->last = field.length > 0 && text[field.length - 1] == '.';
    const size_t digits = field.length - entry->last;
    entry->number = 0;
    for (size_t i = 0; i < digits; i++) {
        if (!is_digit(text[i]) || entry->number >= UINT64_MAX / 10 - 1)
            return false;
        entry->number = entry->number * 10 + (unsigned)(text[i] - '0');
    }
    return entry->number > 0;
}

bool is_checked(const char *line, struct field checksum) {
    char expected[CHECKSUM_DIGITS];
    if (checksum.length != CHECKSUM_DIGITS)
        return false;
    write_checksum(line, checksum.at - 1, expected);
    return memcmp(expected, line + checksum.at, CHECKSUM_DIGITS) == 0;
}

size_t write_entry(struct entry entry, char text[ENTRY_SIZE]) {
    return (size_t)snprintf(text, ENTRY_SIZE, "\t%" PRIu64 "%s", entry.number, entry.last ? "." : "");
}

size_t add_checksum(char *line, size_t length) {
    line[length] = '\t';
    write_checksum(line, length, line + length + 1);
    line[length + CHECKSUM_DIGITS + 1] = '\n';
    return length + CHECKSUM_DIGITS + 2;
}
