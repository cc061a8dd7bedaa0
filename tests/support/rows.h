/* The rows of a table in a text file. */
#ifndef KS_TEST_ROWS_H
#define KS_TEST_ROWS_H

#include <stdbool.h>
#include <stdio.h>

/* Opens a table. The caller closes it. A test that can't have it fails. */
FILE *open_rows(const char *file);

/* Reads the next line that is no comment, with its end; false when there is none. */
bool next_row(FILE *rows, char *line, size_t size);

#endif
