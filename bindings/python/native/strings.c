/* Verdicts on an iterable of strings, a position each: they are joined to a text. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

int join(struct joined *joined, const char *text, size_t n) {
    if (n > 0 && text[n - 1] == '\n')
        n--;
    if (joined->length + n + 1 > joined->room) {
        const size_t room = 2 * joined->room + n + 1;
        char *grown = realloc(joined->text, room);
        if (!grown)
            return 0;
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

/* Whether an item stands for one that is missing, as None, NaN and pandas' NA do: NaN differs from itself,
 * and NA answers with itself. */
int is_missing(PyObject *item) {
    if (item == Py_None)
        return 1;
    if (PyUnicode_Check(item) || PyBytes_Check(item))
        return 0;
    PyObject *differs = PyObject_RichCompare(item, item, Py_NE);
    const int missing = differs && (differs == item || PyObject_IsTrue(differs) == 1);
    PyErr_Clear();
    Py_XDECREF(differs);
    return missing;
}

/* Raises TypeError for what is no string. Things that are shown in a few words are quoted, others are named
 * by their type. */
static void refuse_item(PyObject *item, size_t number) {
    PyObject *shown = PyObject_Repr(item);
    Py_ssize_t n = 0;
    const char *text = shown ? PyUnicode_AsUTF8AndSize(shown, &n) : NULL;
    const int is_short = text && n <= 100 && !strchr(text, '\n');
    PyErr_Clear();
    if (is_short)
        PyErr_Format(PyExc_TypeError, "element %zu: expected str or bytes, found %U", number, shown);
    else
        PyErr_Format(PyExc_TypeError, "element %zu: expected str or bytes, found an object of %S", number,
                     (PyObject *)Py_TYPE(item));
    Py_XDECREF(shown);
}

const char *text_of_item(PyObject **item, Py_ssize_t *n, size_t number) {
    char *bytes = NULL;
    const char *text = PyUnicode_Check(*item) ? PyUnicode_AsUTF8AndSize(*item, n) : NULL;
    if (!text && PyUnicode_Check(*item)) {
        PyObject *encoded = encode_surrogates(*item);
        if (!encoded)
            return NULL;
        Py_DECREF(*item);
        *item = encoded;
    }
    if (!text && PyBytes_Check(*item) && PyBytes_AsStringAndSize(*item, &bytes, n) == 0)
        return bytes;
    if (!text)
        refuse_item(*item, number);
    return text;
}

/* Takes the next string; `before` is the number of strings in earlier chunks. Returns 1; 0 at the end; -1
 * with an exception. */
static int join_next(struct joined *joined, size_t before, PyObject *iterator) {
    PyObject *item = PyIter_Next(iterator);
    if (!item)
        return PyErr_Occurred() ? -1 : 0;
    Py_ssize_t n = 0;
    const char *text =
        PyUnicode_Check(item) ? PyUnicode_AsUTF8AndSize(item, &n) : NULL; /* mostly there is one */
    if (!text) {
        PyErr_Clear();
        text = is_missing(item) ? "" : text_of_item(&item, &n, before + joined->count);
    }
    const int taken = text && join(joined, text, (size_t)n);
    if (text && !taken)
        PyErr_NoMemory();
    Py_DECREF(item);
    return taken ? 1 : -1;
}

void check_joined(struct columns *columns, struct joined *joined, unsigned flags, ks_checked_line *lines) {
    ks_text_cursor cursor = {0};
    joined->starts[joined->count] = joined->length;
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
    for (size_t i = 0; columns->counted && i < joined->count; i++)
        count_row(columns, columns->count + i, joined->text + joined->starts[i],
                  joined->starts[i + 1] - joined->starts[i] - 1, flags);
}

static int read_strings(struct columns *columns, struct joined *joined, unsigned flags,
                        ks_checked_line *lines) {
    int ready;
    Py_BEGIN_ALLOW_THREADS;
    ready = make_room(columns, joined->count);
    if (ready)
        check_joined(columns, joined, flags, lines);
    Py_END_ALLOW_THREADS;
    if (!ready) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t i = 0; i < joined->count; i++)
        if (columns->verdicts[columns->count + i] == KS_VERDICTS &&
            !read_again(columns, columns->count + i, NULL, joined->text + joined->starts[i],
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
    int counted;
    Py_ssize_t errors_most;
    if (!PyArg_ParseTuple(arguments, "OInp", &strings, &flags, &errors_most, &counted))
        return NULL;
    PyObject *iterator = PyObject_GetIter(strings);
    if (!iterator)
        return NULL;
    struct columns columns = {.errors = PyList_New(0), .errors_most = errors_most, .counted = counted};
    if (columns.errors && flags_are_possible(flags) && read_iterator(&columns, iterator, flags))
        read = PyLong_FromSize_t(columns.count);
    Py_DECREF(iterator);
    return tuple_of(&columns, read);
}
