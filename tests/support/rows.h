/* Reads the rows of a table in a text file. */
#ifndef KS_TEST_ROWS_H
#define KS_TEST_ROWS_H

#include <stdbool.h>
#include <stdio.h>

/* Opens a table, which the caller closes. Fails the test when the file cannot be opened. */
FILE *open_rows(const char *file);

/* Reads the next line that is no comment, with its line end; returns false when there is none. */
bool next_row(FILE *rows, char *line, size_t size);

#endif
