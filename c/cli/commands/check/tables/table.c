/* The first line of a file stays in memory as it is, with its names. */
#include "cli/commands/check/tables/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/text.h"
#include "cli/commands/check/tables/members.h"
#include "cli/io/input.h"
#include "core/text/characters.h"

/* ---- The first line ---- */

/* Keeps the first line of a text, unless it is too long to be read. */
static void keep_header(struct table *table, const char *text, size_t length) {
    const char *const newline = length > 0 ? memchr(text, '\n', length) : NULL;
    const size_t all = length_without_cr(text, newline ? (size_t)(newline - text) : length);
    table->header_length = all > LINE_LIMIT ? 0 : all;
    table->header = given(calloc(1, table->header_length + 1));
    if (table->header_length > 0)
        memcpy(table->header, text, table->header_length);
}

/* Returns the number of a column, found by its name if it has one. */
static uint64_t number_of(struct table *table, const struct column *column) {
    return column->name && !table->error[0] ? find_column_name(&table->names, column->name, table->error)
                                            : column->number;
}

/* The separator of a first line with names is that of all lines. */
static void find_named(struct table *table) {
    struct fields fields;
    if (table->choice->position.name || table->choice->moves.name) {
        start_fields(&fields, table->header, table->header_length, table->separator);
        table->separator = fields.separator;
    }
    table->column = number_of(table, &table->choice->position);
    table->moves = number_of(table, &table->choice->moves);
}

struct table *new_table(const struct column_choice *choice, const char *text, size_t length,
                        struct table *before) {
    struct table *const table = given(calloc(1, sizeof *table));
    table->before = before;
    table->choice = choice;
    table->separator = choice->separator;
    table->is_json = choice->position.name && is_json_object(text, length);
    if (table->is_json && choice->moves.number > 0)
        snprintf(table->error, sizeof table->error,
                 "members of JSON objects have names: expected one after --moves-column, found %" PRIu64,
                 choice->moves.number);
    if (table->is_json)
        return table;
    if (choice->header && is_chosen(&choice->position)) {
        keep_header(table, text, length);
        read_column_names(&table->names, table->header, table->header_length, table->separator);
    }
    find_named(table);
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

bool has_columns(const struct table *table) {
    return table->is_json || table->column > 0;
}

size_t offset_in_line(const struct position_text *position, size_t offset) {
    return position->moves > 0 && offset >= position->moves
               ? offset - position->moves + position->moves_offset
               : offset + position->offset;
}

/* Finds column `number`, or the member that is called as `column` is. what: has to be there. */
static bool find_value(const struct table *table, const char *line, size_t length,
                       const struct column *column, uint64_t number, const char *what, struct field *field,
                       ks_error *error) {
    struct fields fields;
    if (table->is_json)
        return find_member(line, length, column->name, field, error);
    start_fields(&fields, line, length, table->separator);
    const uint64_t columns = find_field(&fields, number, field);
    if (columns == number)
        return true;
    *error = (ks_error){.code = KS_ERROR_FIELD_MISSING, .offset = length};
    snprintf(error->message, sizeof error->message,
             "expected %s in column %" PRIu64 ", found no more than %" PRIu64, what, number, columns);
    return false;
}

static bool has_escapes(const struct table *table, const char *line, const struct field *field) {
    return table->is_json ? field->quoted : has_quotes(line, field);
}

static size_t copy_text(const struct table *table, const char *line, const struct field *field, char *text) {
    return (table->is_json ? copy_unescaped : copy_value)(line, field, text);
}

/* Replaces move numbers by blanks, and returns the length of the first `plies` moves. */
static size_t cut_moves(char *text, size_t length, uint64_t plies) {
    struct words words = {text, length, 0};
    for (struct word word; plies > 0 && (word = next_word(&words)).length > 0;) {
        char *const begin = text + (word.text - text);
        size_t number = strspn(begin, "0123456789");
        number = number < word.length && begin[number] == '.' ? number + strspn(begin + number, ".") : 0;
        memset(begin, ' ', number);
        plies -= number < word.length;
    }
    return words.at;
}

/* Joins the position and the moves of another column: "FEN moves MOVES". */
static bool add_moves(const struct table *table, const char *line, size_t length,
                      struct position_text *position, ks_error *error) {
    static const char word[] = " moves ";
    struct field field;
    if (!find_value(table, line, length, &table->choice->moves, table->moves, "moves", &field, error))
        return false;
    const size_t before = position->length + sizeof word - 1;
    char *const joined = given(calloc(1, before + field.length + 1));
    memcpy(joined, position->text, position->length);
    memcpy(joined + position->length, word, sizeof word - 1);
    const size_t all = copy_text(table, line, &field, joined + before);
    joined[before + all] = '\0';
    free(position->copy);
    *position = (struct position_text){
        joined,           before + cut_moves(joined + before, all, table->choice->plies),
        position->offset, joined,
        before,           field.begin};
    return true;
}

bool find_position(const struct table *table, const char *line, size_t length, struct position_text *position,
                   ks_error *error) {
    struct field field;
    *position = (struct position_text){.text = line, .length = length};
    if (!has_columns(table))
        return true;
    if (!find_value(table, line, length, &table->choice->position, table->column, "the FEN", &field, error))
        return false;
    *position =
        (struct position_text){.text = line + field.begin, .length = field.length, .offset = field.begin};
    if (has_escapes(table, line, &field)) {
        position->text = position->copy = given(calloc(1, field.length + 1));
        position->length = copy_text(table, line, &field, position->copy);
    }
    if (!is_chosen(&table->choice->moves) || add_moves(table, line, length, position, error))
        return true;
    free(position->copy);
    position->copy = NULL;
    return false;
}
