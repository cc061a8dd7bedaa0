/* The lines of a file as rows of a table, with separators or as JSON objects: the columns, their names, and
 * the positions in them. */
#ifndef KS_COMMON_TABLE_H
#define KS_COMMON_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text/fields.h"
#include "kingscan.h"

/* A column of a table. */
struct column {
    uint64_t number;  /* from 1; 0: none, or see `name` */
    const char *name; /* what the first line of each file calls the column, instead of a number; or NULL */
};

/* The columns of a table that have the positions, and moves to be made from them. */
struct column_choice {
    struct column position; /* without one, games start as usual where there are moves, and the line is a
                               position elsewhere */
    struct column moves;    /* without one, there are no moves */
    uint64_t plies;         /* so many of the moves are made */
    char separator;         /* of columns, or SEPARATOR_OF_LINE */
    bool header;            /* the first line of each file is skipped; set with a name too */
};

static inline bool is_chosen(const struct column *column) {
    return column->number > 0 || column->name;
}

/* Returns whether lines are rows. */
static inline bool has_table(const struct column_choice *choice) {
    return is_chosen(&choice->position) || is_chosen(&choice->moves);
}

/* Whether the text of a field isn't its value. */
bool has_quotes(const char *line, const struct field *field);

/* Writes the value of a field, which has no more bytes than its text, and returns its length. */
size_t copy_value(const char *line, const struct field *field, char *value);

/* ---- Names of columns ---- */

/* The names of columns in the first line of a table. */

struct column_name {
    const char *text;
    size_t length;
    bool repeated; /* a column before has the same name */
};

/* All zeros: a table without names. */
struct column_names {
    char *texts; /* of all names, without the quotes of their fields */
    struct column_name *names;
    size_t count, room;
};

enum { COLUMN_ERROR_SIZE = 768 };

/* Returns the number of the only column that is called "fen", in capital letters or not; 0 when there is no
 * such column. */
uint64_t find_fen_column(const char *line, size_t length, char separator);

/* ---- Positions in lines ---- */

/* A file with rows of a table as its lines: the column of the positions, and the names of all columns. */

struct table {
    const struct column_choice *choice;
    bool is_json;    /* lines are objects, and columns their members */
    uint64_t column; /* of the positions, from 1; 0: see find_position, or `error` */
    uint64_t moves;  /* likewise of the moves; 0: there are none */
    char separator;
    char *header; /* the first line, if that has names; NULL otherwise */
    size_t header_length;
    struct column_names names;
    char error[COLUMN_ERROR_SIZE]; /* why the file cannot be read: no column has the name; empty: it can */
    struct table *before;          /* the table of the file before */
};

/* Makes the table of the file that begins with a text of length bytes, which has the first line; NULL and 0
 * when nothing was read. before: the table of the file before, or NULL. The caller frees it when no worker
 * needs it. NULL when there is no memory. */
struct table *new_table(const struct column_choice *choice, const char *text, size_t length,
                        struct table *before);

/* Frees a table and those before. */
void free_tables(struct table *table);

/* The text of a position in a line: all of it, or the value of its column, with " moves " and the moves of
 * another column after it. */
struct position_text {
    const char *text;
    size_t length;
    size_t offset;       /* in the line */
    char *copy;          /* to be freed; NULL when the text lies in the line */
    size_t moves;        /* where the moves of another column begin in the text; 0 when there are none */
    size_t left;         /* bytes after the text, of moves of that column that are not made */
    size_t moves_offset; /* in the line */
};

/* Whether positions are only a part of each line. */
bool has_columns(const struct table *table);

/* Returns the offset in the line of a byte of the text. */
size_t offset_in_line(const struct position_text *position, size_t offset);

/* Finds the move of another column that follows those that are made. *begin: its offset in the text, or
 * behind it. Returns false when there is none. */
bool find_next_move(const struct position_text *position, size_t *begin, size_t *length);

/* Finds the position in a line. Returns false, and fills in *error, when there is no such column,
 * or no memory (KS_ERROR_MEMORY); then nothing is to be freed. */
bool find_position(const struct table *table, const char *line, size_t length, struct position_text *position,
                   ks_error *error);

#endif
