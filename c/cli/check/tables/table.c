/* The first line of a file stays in memory as it is. Its fields are found again where their names are needed.
 */
#include "cli/check/tables/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/memory.h"
#include "cli/shell/command.h"
#include "core/characters.h"

/* ---- The first line ---- */

/* Keeps the first line of a block. */
static void keep_header(struct table *table, const struct block *block) {
    const char *const newline = memchr(block->text, '\n', block->length);
    const size_t all = newline ? (size_t)(newline - block->text) : block->length;
    table->header_length = block->kind == BLOCK_LINES ? length_without_cr(block->text, all) : 0;
    table->header = given(calloc(1, table->header_length + 1));
    memcpy(table->header, block->text, table->header_length);
}

/* How text is compared: strncmp, or strncasecmp. */
typedef int comparison(const char *a, const char *b, size_t length);

static bool is_called(const char *line, const struct field *field, const char *name, comparison *compare) {
    char *const value = given(calloc(1, field->length + 1));
    const size_t length = copy_value(line, field, value);
    const bool is = length == strlen(name) && compare(value, name, length) == 0;
    free(value);
    return is;
}

/* Finds the first column of this name. */
static void find_named(struct table *table, const char *name, comparison *compare) {
    struct fields fields;
    struct field field;
    start_fields(&fields, table->header, table->header_length, table->separator);
    table->separator = fields.separator; /* of the names, and so of all fields of the file */
    table->missing = true;
    for (uint64_t number = 1; table->missing && take_field(&fields, &field); number++)
        if (is_called(table->header, &field, name, compare)) {
            table->column = number;
            table->missing = false;
        }
}

struct table *new_table(const struct check_task *task, const struct block *block, struct table *before) {
    struct table *const table = given(calloc(1, sizeof *table));
    table->before = before;
    table->column = task->column;
    table->separator = task->separator;
    if (task->header && (task->column_name || task->column > 0))
        keep_header(table, block);
    if (task->column_name)
        find_named(table, task->column_name, strncmp);
    if (table->missing)
        find_named(table, task->column_name, strncasecmp);
    return table;
}

void free_tables(struct table *table) {
    while (table) {
        struct table *const before = table->before;
        free(table->header);
        free(table);
        table = before;
    }
}

void complain_of_column(const struct table *table, const struct check_task *task, const char *file) {
    enum { SHOWN = 200 };
    char message[512];
    const bool cut = table->header_length > SHOWN;
    snprintf(message, sizeof message, "expected a column called '%.100s', found '%.*s'%s", task->column_name,
             cut ? SHOWN : (int)table->header_length, table->header, cut ? " ..." : "");
    complain_at(file, 1, 0, message);
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

/* Writes the value of a field as a string, or as the name of what comes next. */
static void put_value(struct json *json, const char *line, const struct field *field, bool name) {
    char *const copy = has_quotes(line, field) ? given(calloc(1, field->length)) : NULL;
    const char *const value = copy ? copy : line + field->begin;
    const size_t length = copy ? copy_value(line, field, copy) : field->length;
    (name ? json_key : json_element)(json, value, length);
    free(copy);
}

/* Writes the name of column `number`: what the next field of the first line says, or the number. */
static void put_name(struct json *json, const struct table *table, struct fields *names, uint64_t number) {
    struct field name;
    char digits[24];
    if (take_field(names, &name)) {
        put_value(json, table->header, &name, true);
        return;
    }
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    json_key(json, digits, (size_t)length);
}

void put_columns(struct json *json, const struct table *table, const char *line, size_t length) {
    struct fields names, fields;
    struct field field;
    (table->header ? json_open_object : json_open_array)(json, "columns");
    if (table->header)
        start_fields(&names, table->header, table->header_length, table->separator);
    start_fields(&fields, line, length, table->separator);
    for (uint64_t number = 1; take_field(&fields, &field); number++)
        if (number != table->column) {
            if (table->header)
                put_name(json, table, &names, number);
            put_value(json, line, &field, false);
        } else if (table->header) {
            take_field(&names, &(struct field){0});
        }
    (table->header ? json_close_object : json_close_array)(json);
}
