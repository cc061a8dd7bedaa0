/* Reads the rows of a table in a text file: the lines that don't begin with '#'. */
#include "support/rows.h"

#include <criterion/criterion.h>

FILE *open_rows(const char *file) {
    FILE *const rows = fopen(file, "r");
    cr_assert(rows, "cannot read %s", file);
    return rows;
}

bool next_row(FILE *rows, char *line, size_t size) {
    while (fgets(line, (int)size, rows))
        if (*line != '#')
            return true;
    return false;
}
