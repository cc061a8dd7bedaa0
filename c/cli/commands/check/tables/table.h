/* A file whose lines are the rows of a table: the column of the positions, and the names of all columns. */
#ifndef KS_TABLE_H
#define KS_TABLE_H

#include "cli/commands/check/tables/columns.h"
#include "cli/commands/check/tables/names.h"
#include "kingscan.h"

struct table {
    const struct column_choice *choice;
    bool is_json;    /* lines are objects, and columns their members */
    uint64_t column; /* of the positions, from 1; 0: see find_position, or `error` */
    uint64_t moves;  /* likewise of the moves; 0: there are none */
    char separator;
    char *header; /* the first line, if that has names; else NULL */
    size_t header_length;
    struct column_names names;
    char error[COLUMN_ERROR_SIZE]; /* why the file cannot be read: no column has the name; empty: it can */
    struct table *before;          /* that of the file before */
};

/* Makes the table of the file that begins with a text of length bytes, which has the first line; NULL and 0
 * when nothing was read. before: the table of the file before, or NULL. The caller frees it when no worker
 * needs it. */
struct table *new_table(const struct column_choice *choice, const char *text, size_t length,
                        struct table *before);

/* Frees a table and those before. */
void free_tables(struct table *table);

/* The text of a position in a line: all of it, or the value of its column, with " moves " and those of
 * another column after it. */
struct position_text {
    const char *text;
    size_t length;
    size_t offset;       /* in the line */
    char *copy;          /* to be freed; NULL when the text lies in the line */
    size_t moves;        /* where those of another column begin in the text; 0: nowhere */
    size_t moves_offset; /* in the line */
};

/* Whether positions are only a part of each line. */
bool has_columns(const struct table *table);

/* Returns the offset in the line of a byte of the text. */
size_t offset_in_line(const struct position_text *position, size_t offset);

/* Finds the position in a line. Returns false, and fills in *error, when there is no such column. */
bool find_position(const struct table *table, const char *line, size_t length, struct position_text *position,
                   ks_error *error);

#endif
