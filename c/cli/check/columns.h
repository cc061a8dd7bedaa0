/* A field of a line of TSV or CSV. */
#ifndef KS_COLUMNS_H
#define KS_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/* Finds column `number`, from 1, of a line: fields are separated by tabs when the line has any, else by
 * commas. A field of CSV may be quoted (RFC 4180); the quotes don't belong to it. Its place goes to *begin
 * and *field_length. Returns the number of columns looked at: `number`, or fewer when the line has no more.
 */
uint64_t find_column(const char *line, size_t length, uint64_t number, size_t *begin, size_t *field_length);

#endif
