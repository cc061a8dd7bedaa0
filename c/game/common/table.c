/* Reads tables, line by line: columns, their names, and positions in them. The first line of a file stays in
 * memory as it is, with its names. Names that are there twice are found by sorting, since a first line may
 * have half a million columns. */
#include "game/common/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text/characters.h"
#include "core/text/error.h"
#include "core/text/growing.h"
#include "core/text/suggest.h"
#include "game/common/text.h"

/* ==== Fields ==== */

/* Finds field `number`, from 1. Returns how many fields were read: `number`, or fewer when the line has
 * no more. */
static uint64_t find_field(struct fields *fields, uint64_t number, struct field *field) {
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

/* ==== Names of columns ==== */

/* Names that are there twice are found by sorting, since a first line may have half a million columns. */

/* ---- Reading ---- */

/* Compares by text, then by place. */
static int compare_names(const void *a, const void *b) {
    const struct column_name *const one = *(const struct column_name *const *)a;
    const struct column_name *const other = *(const struct column_name *const *)b;
    const size_t common = one->length < other->length ? one->length : other->length;
    const int order = memcmp(one->text, other->text, common);
    if (order != 0 || one->length != other->length)
        return order != 0 ? order : one->length < other->length ? -1 : 1;
    return one < other ? -1 : 1;
}

static bool is_same(const struct column_name *a, const struct column_name *b) {
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

static bool mark_repeated(struct column_names *columns) {
    struct column_name **const sorted = calloc(columns->count + 1, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < columns->count; i++)
        sorted[i] = &columns->names[i];
    qsort(sorted, columns->count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < columns->count; i++)
        sorted[i]->repeated = is_same(sorted[i - 1], sorted[i]);
    free(sorted);
    return true;
}

static bool make_room_for_name(struct column_names *columns) {
    struct column_name *const names = grown(columns->names, columns->count, 1, &columns->room, sizeof *names);
    if (names)
        columns->names = names;
    return names;
}

/* Reads the names from a line with this separator. Returns false when there is no memory. */
static bool read_column_names(struct column_names *columns, const char *line, size_t length, char separator) {
    struct fields fields;
    struct field field;
    char *text = columns->texts = calloc(length + 1, 1);
    if (!text)
        return false;
    start_fields(&fields, line, length, separator);
    while (take_field(&fields, &field)) {
        if (!make_room_for_name(columns))
            return false;
        columns->names[columns->count++] = (struct column_name){text, copy_value(line, &field, text), false};
        text += columns->names[columns->count - 1].length;
    }
    return mark_repeated(columns);
}

static void free_column_names(struct column_names *columns) {
    free(columns->texts);
    free(columns->names);
}

/* ---- Finding ---- */

/* A comparison of texts: strncmp, or strncasecmp. */
typedef int comparison(const char *a, const char *b, size_t length);

static bool is_called(const struct column_name *column, const char *name, comparison *compare) {
    return column->length == strlen(name) && compare(column->text, name, column->length) == 0;
}

/* Returns how many columns have the name; the first is *first, the second *second, from 1. */
static size_t count_called(const struct column_names *columns, const char *name, comparison *compare,
                           size_t *first, size_t *second) {
    size_t count = 0;
    for (size_t i = 0; i < columns->count; i++)
        if (is_called(&columns->names[i], name, compare) && ++count <= 2)
            *(count == 1 ? first : second) = i + 1;
    return count;
}

/* Writes the names with commas between them, as far as there is room. */
static void list_names(const struct column_names *columns, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < columns->count; i++) {
        const struct column_name *const name = &columns->names[i];
        if (length + name->length + sizeof ",..." > size) {
            snprintf(text + length, size - length, "%s...", i > 0 ? "," : "");
            return;
        }
        length += (size_t)snprintf(text + length, size - length, "%s%.*s", i > 0 ? "," : "",
                                   (int)name->length, name->text);
    }
}

static void say_missing(const struct column_names *columns, const char *name, char error[COLUMN_ERROR_SIZE]) {
    enum { COPY = 64 };
    char list[208], suggestion[SUGGESTION_SIZE], copies[CHOICES_MAX][COPY];
    struct choices choices = {.count = 0};
    for (size_t i = 0; i < columns->count && i < CHOICES_MAX; i++) {
        snprintf(copies[i], COPY, "%.*s", (int)columns->names[i].length, columns->names[i].text);
        ks_add_choice(&choices, copies[i]);
    }
    list_names(columns, list, sizeof list);
    snprintf(error, COLUMN_ERROR_SIZE, "expected a column called '%.100s', found '%s'%s", name, list,
             ks_suggest(name, "", &choices, suggestion));
}

/* Returns the number of the column of this name, from 1: the one that is written so, else the one that is
 * written so but for capital letters. Returns 0, and writes an error, when there is none or more than one. */
static uint64_t find_column_name(const struct column_names *columns, const char *name,
                                 char error[COLUMN_ERROR_SIZE]) {
    static comparison *const comparisons[] = {strncmp, strncasecmp};
    size_t first = 0, second = 0;
    for (unsigned i = 0; i < 2; i++) {
        const size_t count = count_called(columns, name, comparisons[i], &first, &second);
        if (count == 1)
            return first;
        if (count > 1) {
            snprintf(
                error, COLUMN_ERROR_SIZE,
                "expected one column called '%.100s', found columns %zu and %zu; --column takes a number too",
                name, first, second);
            return 0;
        }
    }
    say_missing(columns, name, error);
    return 0;
}

uint64_t find_fen_column(const char *line, size_t length, char separator) {
    char error[COLUMN_ERROR_SIZE];
    struct column_names columns = {0};
    const bool were_read = read_column_names(&columns, line, length, separator);
    const uint64_t number = were_read && columns.count > 1 ? find_column_name(&columns, "fen", error) : 0;
    free_column_names(&columns);
    return number;
}

/* ==== Positions in lines ==== */

/* The first line of a file stays in memory as it is, with its names. */

/* ---- The first line ---- */

/* Keeps the first line of a text, unless it is too long to be read. Returns false when there is no memory. */
static bool keep_header(struct table *table, const char *text, size_t length) {
    const char *const newline = length > 0 ? memchr(text, '\n', length) : NULL;
    const size_t all = length_without_cr(text, newline ? (size_t)(newline - text) : length);
    table->header_length = all > LINE_LIMIT ? 0 : all;
    table->header = calloc(1, table->header_length + 1);
    if (table->header && table->header_length > 0)
        memcpy(table->header, text, table->header_length);
    return table->header;
}

/* Returns the number of a column, found by its name if it has one. */
static uint64_t number_of(struct table *table, const struct column *column) {
    return column->name && !table->error[0] ? find_column_name(&table->names, column->name, table->error)
                                            : column->number;
}

/* All lines have the separator of a first line with names. */
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
    struct table *const table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->before = before;
    table->choice = choice;
    table->separator = choice->separator;
    table->is_json = (choice->position.name || (!is_chosen(&choice->position) && choice->moves.name)) &&
                     ks_is_json_object(text, length);
    if (table->is_json && choice->moves.number > 0)
        snprintf(table->error, sizeof table->error,
                 "members of JSON objects have names: expected one after --moves-column, found %" PRIu64,
                 choice->moves.number);
    if (table->is_json)
        return table;
    if (choice->header && has_table(choice)) {
        if (!keep_header(table, text, length) ||
            !read_column_names(&table->names, table->header, table->header_length, table->separator)) {
            table->before = NULL;
            free_tables(table);
            return NULL;
        }
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
    return table->is_json || table->column > 0 || table->moves > 0;
}

size_t offset_in_line(const struct position_text *position, size_t offset) {
    return position->moves > 0 && offset >= position->moves
               ? offset - position->moves + position->moves_offset
               : offset + position->offset;
}

static bool lacks_memory(ks_error *error) {
    ks_fail(error, KS_ERROR_MEMORY, 0, "not enough memory for a line");
    return false;
}

/* Finds a member of the object in a line, which may have been cut off: its end is looked at, and what is not
 * asked about is not read. */
static bool find_member(const char *line, size_t length, const char *name, struct field *field,
                        ks_error *error) {
    size_t end = length;
    while (end > 0 && is_blank(line[end - 1]))
        end--;
    if (!ks_find_member(line, length, name, field, error))
        return false;
    return line[end - 1] == '}' ||
           ks_fail(error, KS_ERROR_FIELD_MISSING, end, "expected the end of the JSON object, '}'") == KS_OK;
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
    return (table->is_json ? ks_copy_unescaped : copy_value)(line, field, text);
}

/* Returns how many bytes of a word are a move number with its dots. */
static size_t number_before_move(struct word word) {
    size_t length = 0;
    while (length < word.length && is_digit(word.text[length]))
        length++;
    if (length == word.length || word.text[length] != '.')
        return 0;
    while (length < word.length && word.text[length] == '.')
        length++;
    return length;
}

/* Replaces move numbers by blanks, and returns the length of the first `plies` moves. */
static size_t cut_moves(char *text, size_t length, uint64_t plies) {
    struct words words = {text, length, 0};
    for (struct word word; plies > 0 && (word = next_word(&words)).length > 0;) {
        const size_t number = number_before_move(word);
        memset(text + (word.text - text), ' ', number);
        plies -= number < word.length;
    }
    return words.at;
}

bool find_next_move(const struct position_text *position, size_t *begin, size_t *length) {
    struct words words = {position->text, position->length + position->left, position->length};
    for (struct word word; (word = next_word(&words)).length > 0;) {
        const size_t number = number_before_move(word);
        *begin = (size_t)(word.text - position->text) + number;
        *length = word.length - number;
        if (*length > 0)
            return true;
    }
    return false;
}

/* Joins the position and the moves of another column: "FEN moves MOVES". */
static bool add_moves(const struct table *table, const char *line, size_t length,
                      struct position_text *position, ks_error *error) {
    static const char word[] = " moves ";
    struct field field;
    if (!find_value(table, line, length, &table->choice->moves, table->moves, "moves", &field, error))
        return false;
    const size_t before = position->length + sizeof word - 1;
    char *const joined = calloc(1, before + field.length + 1);
    if (!joined)
        return lacks_memory(error);
    memcpy(joined, position->text, position->length);
    memcpy(joined + position->length, word, sizeof word - 1);
    const size_t all = copy_text(table, line, &field, joined + before);
    joined[before + all] = '\0';
    free(position->copy);
    const size_t made = cut_moves(joined + before, all, table->choice->plies);
    *position = (struct position_text){.text = joined,
                                       .length = before + made,
                                       .offset = position->offset,
                                       .copy = joined,
                                       .moves = before,
                                       .left = all - made,
                                       .moves_offset = field.begin};
    return true;
}

bool find_position(const struct table *table, const char *line, size_t length, struct position_text *position,
                   ks_error *error) {
    struct field field;
    *position = (struct position_text){.text = line, .length = length};
    if (!has_columns(table))
        return true;
    if (!is_chosen(&table->choice->position)) {
        *position = (struct position_text){.text = "startpos", .length = strlen("startpos")};
        return add_moves(table, line, length, position, error);
    }
    if (!find_value(table, line, length, &table->choice->position, table->column, "the FEN", &field, error))
        return false;
    *position =
        (struct position_text){.text = line + field.begin, .length = field.length, .offset = field.begin};
    if (has_escapes(table, line, &field)) {
        position->text = position->copy = calloc(1, field.length + 1);
        if (!position->copy)
            return lacks_memory(error);
        position->length = copy_text(table, line, &field, position->copy);
    }
    if (!is_chosen(&table->choice->moves) || add_moves(table, line, length, position, error))
        return true;
    free(position->copy);
    position->copy = NULL;
    return false;
}
