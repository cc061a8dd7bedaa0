/* The columns of a line besides that of the position. */
#ifndef KS_OTHER_COLUMNS_H
#define KS_OTHER_COLUMNS_H

#include "cli/base/json.h"
#include "cli/commands/check/tables/table.h"

/* Writes the values of the other columns: as an object of names and values, or as an array where there are no
 * names. */
void put_columns(struct json *json, const struct table *table, const char *line, size_t length);

#endif
