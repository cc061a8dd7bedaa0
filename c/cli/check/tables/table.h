/* A file whose lines are the rows of a table: where the positions stand in them, and what its first line
 * calls the columns. */
#ifndef KS_TABLE_H
#define KS_TABLE_H

#include "cli/check/blocks.h"
#include "cli/check/tables/columns.h"
#include "cli/check/task.h"
#include "cli/shared/json.h"
#include "kingscan.h"

struct table {
    uint64_t column; /* of the positions, from 1; 0: a line is a position, or see `missing` */
    char separator;
    bool missing; /* the column that is asked for isn't there: the file can't be read */
    char *header; /* the first line, if that has names; else NULL */
    size_t header_length;
    struct table *before; /* that of the file before */
};

/* Makes the table of the file that a block begins. before: that of the file before, or NULL. The caller frees
 * it when no worker needs it. */
struct table *new_table(const struct check_task *task, const struct block *block, struct table *before);

/* Frees a table and those before. */
void free_tables(struct table *table);

/* Says that the column that is asked for is missing, and which ones there are. */
void complain_of_column(const struct table *table, const struct check_task *task, const char *file);

/* The text of a position in a line: all of it, or the value of its column. */
struct position_text {
    const char *text;
    size_t length;
    size_t offset; /* in the line */
    char *copy;    /* to be freed; NULL when the text lies in the line */
};

/* Finds the position in a line. Returns false, and fills in *error, when there is no such column. */
bool find_position(const struct table *table, const char *line, size_t length, struct position_text *position,
                   ks_error *error);

/* Writes the values of the other columns: as an object of names and values, or as an array where there are no
 * names. */
void put_columns(struct json *json, const struct table *table, const char *line, size_t length);

#endif
