/* Results on their way into Python: verdicts on many positions, and the reasons for those that cannot be
 * read. */
#ifndef KINGSCAN_PYTHON_CHECK_H
#define KINGSCAN_PYTHON_CHECK_H

#include "game/common/table.h"
#include "module.h"

/* The number of lines that are read at once without the interpreter's lock, in a fraction of a millisecond;
 * their results stay in the cache. (16 times as many take 1.1 times the time.) */
enum { CHUNK_LINES = 1 << 12 };

/* The results so far: three columns, and the first lines that could not be read. */
struct columns {
    uint8_t *verdicts;
    uint64_t *checkers, *numbers;
    size_t count, room;
    PyObject *errors; /* list of (index, code, offset, message) */
    Py_ssize_t errors_most;
};

/* Makes room for more results. Returns 0 when there is no memory. Needs no lock of the interpreter. */
int make_room(struct columns *columns, size_t more);

/* Reads again a line in which ks_check_epd has found no position, as the program does: with the moves after
 * it. Sets the result of this index, or adds the error if there is room. table: NULL for whole lines. Returns
 * 0 with an exception. */
int read_again(struct columns *columns, size_t index, const struct table *table, const char *line,
               size_t length, unsigned flags);

/* Returns (verdicts, checkers, numbers, errors, more) and frees the columns. `more` is stolen, and NULL after
 * an exception. */
PyObject *tuple_of(struct columns *columns, PyObject *more);

/* Positions that are read together, one a line. */
struct joined {
    char *text;
    size_t length, room;
    size_t starts[CHUNK_LINES + 1]; /* [position]: where it begins */
    size_t count;
};

/* Adds a text without its line feed. Returns 0 when there is no memory. */
int join(struct joined *joined, const char *text, size_t n);

/* Judges them; ks_check_epd skips blank lines and comments, which are no positions here. */
void check_joined(struct columns *columns, const struct joined *joined, unsigned flags,
                  ks_checked_line *lines);

/* The table of a Table; NULL for None. Sets an exception when the object is neither. */
const struct table *table_of(struct module_state *state, PyObject *object);

#endif
