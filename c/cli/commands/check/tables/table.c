/* The first line of a file stays in memory as it is, with its names. */
#include "cli/commands/check/tables/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/memory.h"
#include "core/text/characters.h"

/* ---- The first line ---- */

/* Keeps the first line of a block. */
static void keep_header(struct table *table, const struct block *block) {
    const char *const newline = memchr(block->text, '\n', block->length);
    const size_t all = newline ? (size_t)(newline - block->text) : block->length;
    table->header_length = block->kind == BLOCK_LINES ? length_without_cr(block->text, all) : 0;
    table->header = given(calloc(1, table->header_length + 1));
    memcpy(table->header, block->text, table->header_length);
}

/* Finds the column by its name. The separator of the first line is that of all lines. */
static void find_named(struct table *table, const char *name) {
    struct fields fields;
    start_fields(&fields, table->header, table->header_length, table->separator);
    table->separator = fields.separator;
    table->column = find_column_name(&table->names, name, table->error);
}

struct table *new_table(const struct column_choice *choice, const struct block *block, struct table *before) {
    struct table *const table = given(calloc(1, sizeof *table));
    table->before = before;
    table->column = choice->number;
    table->separator = choice->separator;
    if (choice->header && (choice->name || choice->number > 0)) {
        keep_header(table, block);
        read_column_names(&table->names, table->header, table->header_length, table->separator);
    }
    if (choice->name)
        find_named(table, choice->name);
    return table;
}

void free_tables(struct table *table) {
    while (table) {
        struct table *const before = table->before;
        free(table->header);
        free_column_names(&table->names);
        free(table);
        table = before;
    }
}

/* ---- The other lines ---- */

bool find_position(const struct table *table, const char *line, size_t length, struct position_text *position,
                   ks_error *error) {
    struct fields fields;
    struct field field;
    *position = (struct position_text){line, length, 0, NULL};
    if (table->column == 0)
        return true;
    start_fields(&fields, line, length, table->separator);
    const uint64_t columns = find_field(&fields, table->column, &field);
    if (columns < table->column) {
        *error = (ks_error){.code = KS_ERROR_FIELD_MISSING, .offset = length};
        snprintf(error->message, sizeof error->message,
                 "expected the FEN in column %" PRIu64 ", found no more than %" PRIu64, table->column,
                 columns);
        return false;
    }
    *position = (struct position_text){line + field.begin, field.length, field.begin, NULL};
    if (has_quotes(line, &field)) {
        position->text = position->copy = given(calloc(1, field.length));
        position->length = copy_value(line, &field, position->copy);
    }
    return true;
}

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
