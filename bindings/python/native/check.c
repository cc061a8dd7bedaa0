/* Verdicts on many positions: a text with one a line, or a table with one a row. The library reads without
 * the interpreter's lock. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/characters.h"
#include "game/common/replay.h"
#include "position.h"

/* ---- Results ---- */

static int make_room_for_counts(struct columns *columns, size_t room) {
    uint16_t *moves = realloc(columns->moves, room * sizeof *moves);
    if (moves)
        columns->moves = moves;
    uint16_t *captures = realloc(columns->captures, room * sizeof *captures);
    if (captures)
        columns->captures = captures;
    return moves && captures;
}

int make_room(struct columns *columns, size_t more) {
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
    if (!verdicts || !checkers || !numbers || (columns->counted && !make_room_for_counts(columns, room)))
        return 0;
    columns->room = room;
    return 1;
}

static int add_error(struct columns *columns, size_t index, const ks_error *error) {
    if (PyList_Size(columns->errors) >= columns->errors_most)
        return 1;
    PyObject *message = message_of(error);
    if (!message)
        return 0;
    PyObject *row = Py_BuildValue("nsnN", (Py_ssize_t)index, ks_error_name(error->code),
                                  (Py_ssize_t)error->offset, message);
    const int added = row && PyList_Append(columns->errors, row) == 0;
    Py_XDECREF(row);
    return added;
}

void count_row(struct columns *columns, size_t index, const char *text, size_t length, unsigned flags) {
    struct any_position position;
    ks_error error;
    columns->moves[index] = columns->captures[index] = 0;
    if (columns->verdicts[index] < KS_VERDICTS &&
        replay_read_end(NULL, text, length, flags, &position, NULL, &error) == KS_OK)
        count_moves(&position, &columns->moves[index], &columns->captures[index]);
}

int read_again(struct columns *columns, size_t index, const struct table *table, const char *line,
               size_t length, unsigned flags) {
    struct position_text found = {.text = line, .length = length};
    struct any_position position;
    ks_variant_squares checkers;
    ks_error error;
    if (table && !find_position(table, line, length, &found, &error)) {
        if (error.code != KS_ERROR_MEMORY)
            return add_error(columns, index, &error);
        PyErr_NoMemory();
        return 0;
    }
    const int code = replay_read_end(NULL, found.text, found.length, flags, &position, NULL, &error);
    if (code == KS_OK) {
        columns->verdicts[index] = (uint8_t)any_judge(&position, &checkers);
        columns->checkers[index] = checkers.half[0];
        if (columns->counted)
            count_moves(&position, &columns->moves[index], &columns->captures[index]);
    } else
        error.offset = offset_in_line(&found, error.offset);
    free(found.copy);
    return code == KS_OK || add_error(columns, index, &error);
}

static PyObject *bytes_of(const void *data, size_t n) {
    return PyByteArray_FromStringAndSize(data, (Py_ssize_t)n);
}

PyObject *tuple_of(struct columns *columns, PyObject *more) {
    PyObject *found = NULL;
    const size_t counts = columns->counted ? columns->count : 0;
    if (more)
        found = Py_BuildValue("NNNNNON", bytes_of(columns->verdicts, columns->count),
                              bytes_of(columns->checkers, columns->count * sizeof *columns->checkers),
                              bytes_of(columns->numbers, columns->count * sizeof *columns->numbers),
                              bytes_of(columns->moves, counts * sizeof *columns->moves),
                              bytes_of(columns->captures, counts * sizeof *columns->captures),
                              columns->errors, more);
    free(columns->verdicts);
    free(columns->checkers);
    free(columns->numbers);
    free(columns->moves);
    free(columns->captures);
    Py_XDECREF(columns->errors);
    return found;
}

/* ---- A text ---- */

struct text {
    const char *bytes;
    size_t length;
    const struct table *table; /* NULL: whole lines are positions */
    unsigned flags;
    ks_text_cursor cursor;
};

/* Fills in the places of the next lines that are not skipped, and joins their positions; a row without one
 * becomes a blank line. Returns their number, or CHUNK_LINES + 1 when there is no memory. */
static size_t take_rows(struct text *text, struct joined *joined, ks_checked_line *rows) {
    joined->count = joined->length = 0;
    while (joined->count < CHUNK_LINES && text->cursor.offset < text->length) {
        const char *line = text->bytes + text->cursor.offset;
        const char *feed = memchr(line, '\n', text->length - text->cursor.offset);
        const size_t all = feed ? (size_t)(feed - line) : text->length - text->cursor.offset;
        const size_t length = length_without_cr(line, all);
        struct position_text found = {.length = 0};
        ks_error error;
        rows[joined->count] =
            (ks_checked_line){.offset = text->cursor.offset, .length = length, .number = ++text->cursor.line};
        text->cursor.offset += all + (feed != NULL);
        if (is_blank_or_comment(line, length))
            continue;
        const int is_there = find_position(text->table, line, length, &found, &error);
        const int added = join(joined, found.text, is_there ? found.length : 0);
        free(found.copy);
        if (!added)
            return CHUNK_LINES + 1;
    }
    return joined->count;
}

/* Judges the next rows of a table. */
static size_t check_rows(struct columns *columns, struct text *text, struct joined *joined,
                         ks_checked_line *rows, ks_checked_line *lines) {
    const size_t count = take_rows(text, joined, rows);
    if (count <= CHUNK_LINES) {
        check_joined(columns, joined, text->flags, lines);
        for (size_t i = 0; i < count; i++)
            columns->numbers[columns->count + i] = rows[i].number;
    }
    return count;
}

/* Judges the next lines; rows: room for their places. */
static size_t check_lines(struct columns *columns, struct text *text, ks_checked_line *rows) {
    const size_t count =
        ks_check_epd(text->bytes, text->length, text->flags, &text->cursor, rows, CHUNK_LINES);
    for (size_t i = 0; i < count; i++) {
        columns->verdicts[columns->count + i] = rows[i].verdict;
        columns->checkers[columns->count + i] = rows[i].checkers;
        columns->numbers[columns->count + i] = rows[i].number;
        if (columns->counted)
            count_row(columns, columns->count + i, text->bytes + rows[i].offset, rows[i].length, text->flags);
    }
    return count;
}

/* What a chunk needs. */
struct room {
    ks_checked_line rows[CHUNK_LINES], lines[CHUNK_LINES];
    struct joined joined;
};

/* Reads a chunk of lines. Returns their number, or -1 with an exception. */
static Py_ssize_t read_chunk(struct columns *columns, struct text *text, struct room *room) {
    size_t count = CHUNK_LINES + 1;
    Py_BEGIN_ALLOW_THREADS;
    if (make_room(columns, CHUNK_LINES))
        count = text->table ? check_rows(columns, text, &room->joined, room->rows, room->lines)
                            : check_lines(columns, text, room->rows);
    Py_END_ALLOW_THREADS;
    if (count > CHUNK_LINES) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < count; i++)
        if (columns->verdicts[columns->count + i] == KS_VERDICTS &&
            !read_again(columns, columns->count + i, text->table, text->bytes + room->rows[i].offset,
                        room->rows[i].length, text->flags))
            return -1;
    columns->count += count;
    return PyErr_CheckSignals() == 0 ? (Py_ssize_t)count : -1;
}

static int read_text(struct columns *columns, struct text *text) {
    struct room *room = malloc(sizeof *room);
    Py_ssize_t count = -1;
    if (!room)
        PyErr_NoMemory();
    else {
        room->joined = (struct joined){0};
        do
            count = read_chunk(columns, text, room);
        while (count == CHUNK_LINES);
        free(room->joined.text);
    }
    free(room);
    return count >= 0;
}

PyObject *check_text(PyObject *module, PyObject *arguments) {
    buffer_view view;
    Py_ssize_t errors_most;
    unsigned long long before;
    int counted;
    PyObject *buffer, *table, *lines_read = NULL;
    struct text text = {.length = 0};
    if (!PyArg_ParseTuple(arguments, "OIKnOp", &buffer, &text.flags, &before, &errors_most, &table, &counted))
        return NULL;
    text.table = table_of(state_of(module), table);
    if (PyErr_Occurred() || !flags_are_possible(text.flags) ||
        PyObject_GetBuffer(buffer, &view, BUFFER_SIMPLE) != 0)
        return NULL;
    struct columns columns = {.errors = PyList_New(0), .errors_most = errors_most, .counted = counted};
    char *copy = NULL;
    text.bytes = view.buf;
    text.length = (size_t)view.len;
    text.cursor.line = before;
    /* Nobody may change the text while it is read without the interpreter's lock. */
    if (!view.readonly && (copy = malloc(text.length + 1)) != NULL)
        text.bytes = memcpy(copy, view.buf, text.length);
    if (!view.readonly && !copy)
        PyErr_NoMemory();
    else if (columns.errors && read_text(&columns, &text))
        lines_read = PyLong_FromUnsignedLongLong(text.cursor.line);
    free(copy);
    PyBuffer_Release(&view);
    return tuple_of(&columns, lines_read);
}
