/* Fields are skipped from the left until the wanted one. */
#include "cli/check/columns.h"

#include <stdbool.h>
#include <string.h>

/* The end of the field of CSV that begins at `at`: the next comma that isn't quoted, or the end of the line.
 */
static size_t end_of_csv_field(const char *line, size_t length, size_t at) {
    bool quoted = false;
    for (; at < length && (quoted || line[at] != ','); at++)
        quoted ^= line[at] == '"';
    return at;
}

static size_t end_of_tsv_field(const char *line, size_t length, size_t at) {
    const char *tab = memchr(line + at, '\t', length - at);
    return tab ? (size_t)(tab - line) : length;
}

uint64_t find_column(const char *line, size_t length, uint64_t number, size_t *begin, size_t *field_length) {
    const bool tabs = length > 0 && memchr(line, '\t', length) != NULL;
    size_t at = 0;
    for (uint64_t column = 1;; column++) {
        const size_t end = tabs ? end_of_tsv_field(line, length, at) : end_of_csv_field(line, length, at);
        if (column == number || end == length) {
            const bool quoted = !tabs && end - at >= 2 && line[at] == '"' && line[end - 1] == '"';
            *begin = at + (size_t)quoted;
            *field_length = end - at - 2 * (size_t)quoted;
            return column;
        }
        at = end + 1;
    }
}
