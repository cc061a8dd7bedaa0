/* Boards as planes of bits, as nets take them: a byte for each piece and square, 1 where it stands there. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game/common/replay.h"

enum { PLANES = 12, PLANES_BYTES = PLANES * KS_SQUARES };

static void set_planes(const uint8_t board[KS_SQUARES], uint8_t *planes) {
    memset(planes, 0, PLANES_BYTES);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (board[square]) { /* 1-6 white, 9-14 black */
            const unsigned code = board[square], plane = code < 8 ? code - 1 : code - 3;
            planes[plane * KS_SQUARES + square] = 1;
        }
}

struct planes {
    uint8_t *bytes;
    size_t count, room; /* of positions */
};

static int make_room_for_planes(struct planes *planes) {
    if (planes->count < planes->room)
        return 1;
    const size_t room = 2 * planes->room + 64;
    uint8_t *bytes = realloc(planes->bytes, room * PLANES_BYTES);
    if (!bytes) {
        PyErr_NoMemory();
        return 0;
    }
    planes->bytes = bytes;
    planes->room = room;
    return 1;
}

/* Raises FenError with the number of the position before the message. */
static void refuse_position(PyObject *module, size_t number, ks_error *error) {
    ks_error numbered = *error;
    snprintf(numbered.message, sizeof numbered.message, "element %zu: %.*s", number,
             (int)sizeof error->message - 40, error->message);
    raise_error(state_of(module)->fen_error, &numbered);
}

/* Adds the planes of an item. Returns 0 with an exception. raises: an item without a position is one; else it
 * has no piece. */
static int add_planes(PyObject *module, struct planes *planes, PyObject **item, unsigned flags, int raises) {
    struct any_position position;
    ks_error error;
    Py_ssize_t n = 0;
    const char *text = is_missing(*item) ? "" : text_of_item(item, &n, planes->count);
    if (!text || !make_room_for_planes(planes))
        return 0;
    if (replay_read_end(NULL, text, (size_t)n, flags, &position, NULL, &error) != KS_OK) {
        memset(position.chess.board, KS_EMPTY, sizeof position.chess.board);
        if (raises) {
            refuse_position(module, planes->count, &error);
            return 0;
        }
    }
    set_planes(position.chess.board, planes->bytes + planes->count * PLANES_BYTES);
    planes->count++;
    return planes->count % CHUNK_LINES != 0 || PyErr_CheckSignals() == 0;
}

PyObject *fill_planes(PyObject *module, PyObject *arguments) {
    PyObject *strings, *item, *found = NULL;
    unsigned flags;
    int raises;
    struct planes planes = {0};
    if (!PyArg_ParseTuple(arguments, "OIp", &strings, &flags, &raises) || !flags_are_possible(flags))
        return NULL;
    PyObject *iterator = PyObject_GetIter(strings);
    int good = iterator != NULL;
    while (good && (item = PyIter_Next(iterator)) != NULL) {
        good = add_planes(module, &planes, &item, flags, raises);
        Py_DECREF(item);
    }
    if (good && !PyErr_Occurred())
        found = PyByteArray_FromStringAndSize((const char *)planes.bytes,
                                              (Py_ssize_t)(planes.count * PLANES_BYTES));
    free(planes.bytes);
    Py_XDECREF(iterator);
    return found;
}
