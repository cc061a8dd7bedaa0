/* Verdicts on many positions: a text with one a line, or strings with one each. The library
 * reads without the interpreter's lock. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

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

static int make_room(struct columns *columns, size_t more) {
    if (columns->count + more <= columns->room)
        return 1;
    const size_t room = 2 * columns->room + more;
    uint8_t *verdicts = realloc(columns->verdicts, room * sizeof *verdicts);
    if (verdicts)
        columns->verdicts = verdicts;
    uint64_t *checkers = realloc(columns->checkers, room * sizeof *checkers);
    if (checkers)
        columns->checkers = checkers;
    uint64_t *numbers = realloc(columns->numbers, room * sizeof *numbers);
    if (numbers)
        columns->numbers = numbers;
    if (!verdicts || !checkers || !numbers)
        return 0;
    columns->room = room;
    return 1;
}

/* Adds the error of ks_read_fen for a text to the errors, if there is room. Returns 0 when Python has an
 * exception. */
static int add_error(struct columns *columns, size_t index, const char *text, size_t length, unsigned flags) {
    ks_position position;
    ks_error error = {0};
    if (PyList_Size(columns->errors) >= columns->errors_most)
        return 1;
    ks_read_fen(text, length, flags, &position, &error);
    PyObject *message = message_of(&error);
    if (!message)
        return 0;
    PyObject *row = Py_BuildValue("nsnN", (Py_ssize_t)index, ks_error_name(error.code),
                                  (Py_ssize_t)error.offset, message);
    const int added = row && PyList_Append(columns->errors, row) == 0;
    Py_XDECREF(row);
    return added;
}

static PyObject *bytes_of(const void *data, size_t n) {
    return PyByteArray_FromStringAndSize(data, (Py_ssize_t)n);
}

/* Returns (verdicts, checkers, numbers, errors, more) and frees the columns. `more` is stolen, and NULL after
 * an exception. */
static PyObject *tuple_of(struct columns *columns, PyObject *more) {
    PyObject *found = NULL;
    if (more)
        found = Py_BuildValue("NNNON", bytes_of(columns->verdicts, columns->count),
                              bytes_of(columns->checkers, columns->count * sizeof *columns->checkers),
                              bytes_of(columns->numbers, columns->count * sizeof *columns->numbers),
                              columns->errors, more);
    free(columns->verdicts);
    free(columns->checkers);
    free(columns->numbers);
    Py_XDECREF(columns->errors);
    return found;
}

static void add_lines(struct columns *columns, const ks_checked_line *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        columns->verdicts[columns->count + i] = lines[i].verdict;
        columns->checkers[columns->count + i] = lines[i].checkers;
        columns->numbers[columns->count + i] = lines[i].number;
    }
}

/* ---- A text ---- */

/* Reads a chunk of the text's lines. Returns their number, or -1 with an exception. */
static Py_ssize_t read_chunk(struct columns *columns, const char *text, size_t length, unsigned flags,
                             ks_text_cursor *cursor, ks_checked_line *lines) {
    size_t count = 0;
    int ready;
    Py_BEGIN_ALLOW_THREADS;
    ready = make_room(columns, CHUNK_LINES);
    if (ready) {
        count = ks_check_epd(text, length, flags, cursor, lines, CHUNK_LINES);
        add_lines(columns, lines, count);
    }
    Py_END_ALLOW_THREADS;
    if (!ready) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < count; i++)
        if (lines[i].verdict == KS_VERDICTS &&
            !add_error(columns, columns->count + i, text + lines[i].offset, lines[i].length, flags))
            return -1;
    columns->count += count;
    return PyErr_CheckSignals() == 0 ? (Py_ssize_t)count : -1;
}

static int read_text(struct columns *columns, const char *text, size_t length, unsigned flags,
                     ks_text_cursor *cursor) {
    ks_checked_line *lines = malloc(CHUNK_LINES * sizeof *lines);
    Py_ssize_t count = -1;
    if (!lines)
        PyErr_NoMemory();
    else
        do
            count = read_chunk(columns, text, length, flags, cursor, lines);
        while (count == CHUNK_LINES);
    free(lines);
    return count >= 0;
}

PyObject *check_text(PyObject *module, PyObject *arguments) {
    (void)module;
    Py_buffer view;
    unsigned flags;
    Py_ssize_t errors_most;
    unsigned long long before;
    if (!PyArg_ParseTuple(arguments, "y*IKn", &view, &flags, &before, &errors_most))
        return NULL;
    struct columns columns = {.errors = PyList_New(0), .errors_most = errors_most};
    ks_text_cursor cursor = {0, before};
    PyObject *lines_read = NULL;
    char *copy = NULL;
    /* Nobody may change the text while it is read without the interpreter's lock. */
    if (!view.readonly && (copy = malloc((size_t)view.len + 1)) != NULL)
        memcpy(copy, view.buf, (size_t)view.len);
    if (!columns.errors || !flags_are_possible(flags))
        ;
    else if (!view.readonly && !copy)
        PyErr_NoMemory();
    else if (read_text(&columns, copy ? copy : view.buf, (size_t)view.len, flags, &cursor))
        lines_read = PyLong_FromUnsignedLongLong(cursor.line);
    free(copy);
    PyBuffer_Release(&view);
    return tuple_of(&columns, lines_read);
}

/* ---- Strings ---- */

/* Strings that are read together, one a line. */
struct joined {
    char *text;
    size_t length, room;
    size_t starts[CHUNK_LINES + 1]; /* [string]: where it begins */
    size_t count;
};

static int join(struct joined *joined, const char *text, size_t n) {
    if (n > 0 && text[n - 1] == '\n')
        n--;
    if (joined->length + n + 1 > joined->room) {
        const size_t room = 2 * joined->room + n + 1;
        char *grown = realloc(joined->text, room);
        if (!grown) {
            PyErr_NoMemory();
            return 0;
        }
        joined->text = grown;
        joined->room = room;
    }
    joined->starts[joined->count++] = joined->length;
    char *to = joined->text + joined->length;
    if (n > 0)
        memcpy(to, text, n);
    /* A line feed within a string does not end a line. No position has such a byte. */
    for (char *feed = to; n > 0 && (feed = memchr(feed, '\n', n - (size_t)(feed - to))) != NULL;)
        *feed = '\1';
    to[n] = '\n';
    joined->length += n + 1;
    return 1;
}

/* Returns the bytes of a string with surrogates; a surrogate that stands for a byte becomes that byte. Such a
 * string is no position, but not a wrong argument. */
static PyObject *encode_surrogates(PyObject *string) {
    PyErr_Clear();
    PyObject *bytes = PyUnicode_AsEncodedString(string, "utf-8", "surrogateescape");
    if (bytes || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
        return bytes;
    PyErr_Clear();
    return PyUnicode_AsEncodedString(string, "utf-8", "surrogatepass");
}

/* Takes the next string; `before` is the number of strings in earlier chunks. Returns 1; 0 at the end; -1
 * with an exception. */
static int join_next(struct joined *joined, size_t before, PyObject *iterator) {
    PyObject *item = PyIter_Next(iterator);
    if (!item)
        return PyErr_Occurred() ? -1 : 0;
    Py_ssize_t n = 0;
    char *bytes = NULL;
    const char *text = PyUnicode_Check(item) ? PyUnicode_AsUTF8AndSize(item, &n) : NULL;
    if (!text && PyUnicode_Check(item)) {
        PyObject *encoded = encode_surrogates(item);
        Py_DECREF(item);
        if (!(item = encoded))
            return -1;
    }
    if (!text && PyBytes_Check(item) && PyBytes_AsStringAndSize(item, &bytes, &n) == 0)
        text = bytes;
    else if (!text)
        PyErr_Format(PyExc_TypeError, "element %zu: expected str or bytes", before + joined->count);
    const int taken = text && join(joined, text, (size_t)n);
    Py_DECREF(item);
    return taken ? 1 : -1;
}

/* ks_check_epd skips blank lines and comments; as strings they are no positions. */
static void read_joined(struct columns *columns, const struct joined *joined, unsigned flags,
                        ks_checked_line *lines) {
    ks_text_cursor cursor = {0};
    for (size_t i = 0; i < joined->count; i++) {
        columns->verdicts[columns->count + i] = KS_VERDICTS;
        columns->checkers[columns->count + i] = 0;
        columns->numbers[columns->count + i] = columns->count + i + 1;
    }
    const size_t count = ks_check_epd(joined->text, joined->length, flags, &cursor, lines, CHUNK_LINES);
    for (size_t i = 0; i < count; i++) {
        const size_t index = columns->count + lines[i].number - 1;
        columns->verdicts[index] = lines[i].verdict;
        columns->checkers[index] = lines[i].checkers;
    }
}

static int read_strings(struct columns *columns, struct joined *joined, unsigned flags,
                        ks_checked_line *lines) {
    int ready;
    Py_BEGIN_ALLOW_THREADS;
    ready = make_room(columns, joined->count);
    if (ready)
        read_joined(columns, joined, flags, lines);
    Py_END_ALLOW_THREADS;
    if (!ready) {
        PyErr_NoMemory();
        return 0;
    }
    joined->starts[joined->count] = joined->length;
    for (size_t i = 0; i < joined->count; i++)
        if (columns->verdicts[columns->count + i] == KS_VERDICTS &&
            !add_error(columns, columns->count + i, joined->text + joined->starts[i],
                       joined->starts[i + 1] - joined->starts[i] - 1, flags))
            return 0;
    columns->count += joined->count;
    return PyErr_CheckSignals() == 0;
}

static int read_iterator(struct columns *columns, PyObject *iterator, unsigned flags) {
    struct joined *joined = calloc(1, sizeof *joined);
    ks_checked_line *lines = malloc(CHUNK_LINES * sizeof *lines);
    int taken = joined && lines ? 1 : -1;
    if (taken < 0)
        PyErr_NoMemory();
    while (taken > 0) {
        joined->count = joined->length = 0;
        while (joined->count < CHUNK_LINES && (taken = join_next(joined, columns->count, iterator)) > 0)
            ;
        if (taken >= 0 && joined->count > 0 && !read_strings(columns, joined, flags, lines))
            taken = -1;
    }
    free(lines);
    if (joined)
        free(joined->text);
    free(joined);
    return taken == 0;
}

PyObject *check_strings(PyObject *module, PyObject *arguments) {
    (void)module;
    PyObject *strings, *read = NULL;
    unsigned flags;
    Py_ssize_t errors_most;
    if (!PyArg_ParseTuple(arguments, "OIn", &strings, &flags, &errors_most))
        return NULL;
    PyObject *iterator = PyObject_GetIter(strings);
    if (!iterator)
        return NULL;
    struct columns columns = {.errors = PyList_New(0), .errors_most = errors_most};
    if (columns.errors && flags_are_possible(flags) && read_iterator(&columns, iterator, flags))
        read = PyLong_FromSize_t(columns.count);
    Py_DECREF(iterator);
    return tuple_of(&columns, read);
}
