/* The fields of a line of TSV, of CSV, or with another separator. A field that is quoted (RFC 4180) lies
 * between its quotes, and "" in it means ". Quotes have no meaning when tabs are the separators. */
#ifndef KS_TEXT_FIELDS_H
#define KS_TEXT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/text/json.h"

/* The separator by the line itself: a tab when it has any, else a comma, else a semicolon. */
enum { SEPARATOR_OF_LINE = 0 };

/* A line of length bytes, and where its next field begins. It is read from the left. */
struct fields {
    const char *line;
    size_t length, at;
    char separator;
    bool ended;
};

static inline char separator_of(const char *line, size_t length) {
    return length == 0 ? ',' : memchr(line, '\t', length) ? '\t' : memchr(line, ',', length) ? ',' : ';';
}

static inline void start_fields(struct fields *fields, const char *line, size_t length, char separator) {
    *fields = (struct fields){line, length, 0,
                              separator == SEPARATOR_OF_LINE ? separator_of(line, length) : separator, false};
}

static inline size_t end_of_plain_field(const struct fields *fields) {
    const char *const end = memchr(fields->line + fields->at, fields->separator, fields->length - fields->at);
    return end ? (size_t)(end - fields->line) : fields->length;
}

/* Returns the offset of the next separator that isn't quoted, or of the end of the line. Only a field that
 * begins with a quote is quoted: 12" is not. */
static inline size_t end_of_quoting_field(const struct fields *fields) {
    size_t at = fields->at;
    bool quoted = false;
    if (at == fields->length || fields->line[at] != '"')
        return end_of_plain_field(fields);
    for (; at < fields->length && (quoted || fields->line[at] != fields->separator); at++)
        quoted ^= fields->line[at] == '"';
    return at;
}

/* Takes the next field; a line has at least one. Returns false when there is none left. */
static inline bool take_field(struct fields *fields, struct field *field) {
    if (fields->ended)
        return false;
    const bool quoting = fields->separator != '\t';
    const char *const text = fields->line + fields->at;
    const size_t end = quoting ? end_of_quoting_field(fields) : end_of_plain_field(fields);
    const size_t length = end - fields->at;
    const bool quoted = quoting && length >= 2 && text[0] == '"' && text[length - 1] == '"';
    *field = (struct field){fields->at + (size_t)quoted, length - 2 * (size_t)quoted, quoted};
    fields->ended = end == fields->length;
    fields->at = end + 1;
    return true;
}

#endif
