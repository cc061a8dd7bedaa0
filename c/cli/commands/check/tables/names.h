/* The names of columns in the first line of a table. */
#ifndef KS_COLUMN_NAMES_H
#define KS_COLUMN_NAMES_H

#include "cli/commands/check/tables/columns.h"

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

/* Reads the names from a line, whose separator is known. */
void read_column_names(struct column_names *columns, const char *line, size_t length, char separator);
void free_column_names(struct column_names *columns);

enum { COLUMN_ERROR_SIZE = 768 };

/* Returns the number of the column of this name, from 1: the one that is written so, else the one that is
 * written so but for capital letters. Returns 0, and writes an error, when there is none or more than one. */
uint64_t find_column_name(const struct column_names *columns, const char *name,
                          char error[COLUMN_ERROR_SIZE]);

/* Returns the number of the only column that is called "fen", in capital letters or not; 0 when there is no
 * such column. */
uint64_t find_fen_column(const char *line, size_t length, char separator);

#endif
