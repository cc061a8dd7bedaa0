/* Names that are there twice are found by sorting, since a first line may have half a million columns. */
#include "cli/commands/check/tables/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/base/messages.h"
#include "core/text/suggest.h"

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

static void mark_repeated(struct column_names *columns) {
    struct column_name **const sorted = given(calloc(columns->count + 1, sizeof *sorted));
    for (size_t i = 0; i < columns->count; i++)
        sorted[i] = &columns->names[i];
    qsort(sorted, columns->count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < columns->count; i++)
        sorted[i]->repeated = is_same(sorted[i - 1], sorted[i]);
    free(sorted);
}

void read_column_names(struct column_names *columns, const char *line, size_t length, char separator) {
    struct fields fields;
    struct field field;
    char *text = columns->texts = given(calloc(length + 1, 1));
    start_fields(&fields, line, length, separator);
    while (take_field(&fields, &field)) {
        columns->names = with_room(columns->names, columns->count, &columns->room, sizeof *columns->names);
        columns->names[columns->count++] = (struct column_name){text, copy_value(line, &field, text), false};
        text += columns->names[columns->count - 1].length;
    }
    mark_repeated(columns);
}

void free_column_names(struct column_names *columns) {
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

uint64_t find_column_name(const struct column_names *columns, const char *name,
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
    read_column_names(&columns, line, length, separator);
    const uint64_t number = columns.count > 1 ? find_column_name(&columns, "fen", error) : 0;
    free_column_names(&columns);
    return number;
}
