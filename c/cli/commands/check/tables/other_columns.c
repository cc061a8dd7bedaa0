/* Names come from the first line of the file; columns without one have their number. */
#include "cli/commands/check/tables/other_columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"

/* Writes the value of a field as a string. */
static void put_value(struct json *json, const char *line, const struct field *field) {
    char *const copy = has_quotes(line, field) ? given(calloc(1, field->length)) : NULL;
    const char *const value = copy ? copy : line + field->begin;
    json_element(json, value, copy ? copy_value(line, field, copy) : field->length);
    free(copy);
}

/* Writes the name of column `number`: its name in the first line, with the number if another column has that
 * name, or the number alone. */
static void put_name(struct json *json, const struct column_names *columns, uint64_t number) {
    char digits[40];
    if (number > columns->count) {
        json_key(json, digits, (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number));
        return;
    }
    const struct column_name *const name = &columns->names[number - 1];
    if (!name->repeated) {
        json_key(json, name->text, name->length);
        return;
    }
    const size_t suffix = (size_t)snprintf(digits, sizeof digits, " (column %" PRIu64 ")", number);
    char *const key = given(malloc(name->length + suffix));
    memcpy(key, name->text, name->length);
    memcpy(key + name->length, digits, suffix);
    json_key(json, key, name->length + suffix);
    free(key);
}

void put_columns(struct json *json, const struct table *table, const char *line, size_t length) {
    struct fields fields;
    struct field field;
    (table->header ? json_open_object : json_open_array)(json, "columns");
    start_fields(&fields, line, length, table->separator);
    for (uint64_t number = 1; take_field(&fields, &field); number++) {
        if (number == table->column)
            continue;
        if (table->header)
            put_name(json, &table->names, number);
        put_value(json, line, &field);
    }
    (table->header ? json_close_object : json_close_array)(json);
}
