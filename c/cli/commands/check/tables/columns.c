/* A line is read from the left, field by field. */
#include "cli/commands/check/tables/columns.h"

#include <string.h>

static char separator_of(const char *line, size_t length) {
    return length == 0 ? ',' : memchr(line, '\t', length) ? '\t' : memchr(line, ',', length) ? ',' : ';';
}

void start_fields(struct fields *fields, const char *line, size_t length, char separator) {
    *fields = (struct fields){line, length, 0,
                              separator == SEPARATOR_OF_LINE ? separator_of(line, length) : separator, false};
}

static size_t end_of_plain_field(const struct fields *fields) {
    const char *const end = memchr(fields->line + fields->at, fields->separator, fields->length - fields->at);
    return end ? (size_t)(end - fields->line) : fields->length;
}

/* The offset of the next separator that isn't quoted, or of the end of the line. Only a field that begins
 * with a quote is quoted: 12" is not. */
static size_t end_of_quoting_field(const struct fields *fields) {
    size_t at = fields->at;
    bool quoted = false;
    if (at == fields->length || fields->line[at] != '"')
        return end_of_plain_field(fields);
    for (; at < fields->length && (quoted || fields->line[at] != fields->separator); at++)
        quoted ^= fields->line[at] == '"';
    return at;
}

bool take_field(struct fields *fields, struct field *field) {
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

uint64_t find_field(struct fields *fields, uint64_t number, struct field *field) {
    uint64_t found = 0;
    while (found < number && take_field(fields, field))
        found++;
    return found;
}

bool has_quotes(const char *line, const struct field *field) {
    return field->quoted && field->length > 0 && memchr(line + field->begin, '"', field->length);
}

size_t copy_value(const char *line, const struct field *field, char *value) {
    size_t length = 0;
    for (size_t i = 0; i < field->length; i++) {
        const char c = line[field->begin + i];
        value[length++] = c;
        i += field->quoted && c == '"' && i + 1 < field->length && line[field->begin + i + 1] == '"';
    }
    return length;
}
