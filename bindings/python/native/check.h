/* Results on their way into Python: verdicts on many positions, and the reasons for those that cannot be
 * read. */
#ifndef KINGSCAN_PYTHON_CHECK_H
#define KINGSCAN_PYTHON_CHECK_H

#include "game/common/table.h"
#include "module.h"

/* The number of lines that are read at once without the interpreter's lock, in a fraction of a millisecond;
 * their results stay in the cache. (16 times as many take 1.1 times the time.) */
enum { CHUNK_LINES = 1 << 12 };

/* The results so far, in columns, and the first lines that could not be read. */
struct columns {
    uint8_t *verdicts;
    uint64_t *checkers, *numbers;
    uint16_t *moves, *captures; /* how many are legal; NULL unless `counted` */
    size_t count, room;
    int counted;
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

/* Fills in the counts of a row: 0 when its text has no verdict. Needs no lock of the interpreter. */
void count_row(struct columns *columns, size_t index, const char *text, size_t length, unsigned flags);

/* Returns (verdicts, checkers, numbers, moves, captures, errors, more) and frees the columns. `more` is
 * stolen, and NULL after an exception. */
PyObject *tuple_of(struct columns *columns, PyObject *more);

/* Positions that are read together, one a line. */
struct joined {
    char *text;
    size_t length, room;
    size_t starts[CHUNK_LINES + 1]; /* [position]: where it begins; and the end, when they are checked */
    size_t count;
};

/* Adds a text without its line feed. Returns 0 when there is no memory. */
int join(struct joined *joined, const char *text, size_t n);

/* Returns the text of a string, with its length in *n: of str or bytes. An object of other bytes may take the
 * place of *item. number: of the item, for TypeError. Returns NULL with an exception. */
__attribute__((noinline)) const char *text_of_item(PyObject **item, Py_ssize_t *n, size_t number);

/* Whether an item stands for one that is missing, as None does. */
int is_missing(PyObject *item);

/* Judges them; ks_check_epd skips blank lines and comments, which are no positions here. */
void check_joined(struct columns *columns, struct joined *joined, unsigned flags, ks_checked_line *lines);

/* The table of a Table; NULL for None. Sets an exception when the object is neither. */
const struct table *table_of(struct module_state *state, PyObject *object);

#endif
