/* Fields of a line, with a tab between each two. */
#ifndef KS_FIELDS_H
#define KS_FIELDS_H

#include <stddef.h>
#include <string.h>

struct field {
    size_t at, length; /* where in the line */
};

/* Finds the first fields of a line. Returns how many the line has; max + 1 when they are more than max. */
static inline unsigned find_fields(const char *line, size_t length, struct field *fields, unsigned max) {
    unsigned count = 0;
    for (size_t at = 0;; at++) {
        if (count == max)
            return max + 1;
        const char *const tab = memchr(line + at, '\t', length - at);
        const size_t end = tab ? (size_t)(tab - line) : length;
        fields[count++] = (struct field){at, end - at};
        if (!tab)
            return count;
        at = end;
    }
}

#endif
