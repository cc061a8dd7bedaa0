/* Moves made and taken back, counted, and explained. */
#include "position.h"

#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "game/pgn/reader.h"
#include "move.h"

/* ---- Room ---- */

/* Returns an array of `count` items, moved where it had no room for one more; NULL with an exception. */
static void *roomy(void *items, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return items;
    void *moved = realloc(items, (2 * *room + 16) * size);
    if (!moved)
        return PyErr_NoMemory();
    *room = 2 * *room + 16;
    return moved;
}

int add_key(PyObject *self) {
    struct position *position = as_position(self);
    uint64_t *keys = roomy(position->keys, position->key_count, &position->key_room, sizeof *keys);
    if (!keys)
        return 0;
    position->keys = keys;
    position->keys[position->key_count++] = any_key(position->now);
    return 1;
}

/* ---- Which move ---- */

/* Whether a Move is a legal move here by its code. Else its text decides. */
static int is_legal_by_code(const struct any_position *now, const struct move *move) {
    if (move->variant != now->variant || move->code == KS_NO_MOVE)
        return 0;
    return now->variant ? any_is_legal(now, move->code) : ks_is_legal(&now->chess, (ks_move)move->code);
}

int find_move(PyObject *self, PyObject *argument, any_move *move, ks_error *error) {
    const struct position *position = as_position(self);
    const char *text;
    Py_ssize_t length;
    if (Py_TYPE(argument) == position->state->move) {
        text = as_move(argument)->text;
        length = (Py_ssize_t)strlen(text);
        *move = as_move(argument)->code;
        if (is_legal_by_code(position->now, as_move(argument)))
            return KS_OK;
    } else if (!PyUnicode_Check(argument)) {
        PyErr_Format(PyExc_TypeError, "move: expected a Move, or a str in UCI or SAN, found %R", argument);
        return -1;
    } else if (!(text = PyUnicode_AsUTF8AndSize(argument, &length)))
        return -1;
    const int code = any_explain_move(position->now, text, (size_t)length, move, error);
    if (code == KS_OK || !ks_is_null_move(text, (size_t)length))
        return code;
    return ks_fail(error, KS_ERROR_PGN_NULL_MOVE, 0, "a null move is no legal move: push_null() makes one");
}

/* No move at all, several, or one that the rules forbid. */
static PyObject *kind_of_error(const struct module_state *state, int code) {
    return code == KS_ERROR_MOVE_TEXT || code == KS_ERROR_OFF_BOARD ? state->invalid_move
           : code == KS_ERROR_AMBIGUOUS                             ? state->ambiguous_move
                                                                    : state->illegal_move;
}

int require_move(PyObject *self, PyObject *argument, any_move *move) {
    ks_error error;
    const int code = find_move(self, argument, move, &error);
    if (code > KS_OK)
        raise_error(kind_of_error(as_position(self)->state, code), &error);
    return code == KS_OK;
}

/* ---- Made and taken back ---- */

/* A move of chess is taken back by the position before it. KS_NO_MOVE passes. */
static void make_in_place(struct any_position *now, struct made *made) {
    if (now->variant) {
        ks_variant_undo undo;
        ks_variant_make_move(now->variant, &now->varied, made->code, &undo);
        memcpy(made->undo, &undo, sizeof undo);
    } else {
        const ks_position before = now->chess;
        if (made->code == KS_NO_MOVE)
            ks_after_null_move(&before, &now->chess);
        else
            ks_after_move(&before, (ks_move)made->code, &now->chess);
        memcpy(made->undo, &before, sizeof before);
    }
}

void unmake_move(struct any_position *now, const struct made *made) {
    if (now->variant) {
        ks_variant_undo undo;
        memcpy(&undo, made->undo, sizeof undo);
        ks_variant_unmake_move(now->variant, &now->varied, made->code, &undo);
    } else
        memcpy(&now->chess, made->undo, sizeof now->chess);
}

/* Makes a legal move or passes. move: the Move, of which the position takes over a reference; NULL with an
 * exception. Returns it, or NULL with an exception. */
static PyObject *make_known_move(PyObject *self, any_move code, PyObject *move) {
    struct position *position = as_position(self);
    if (!move)
        return NULL;
    struct made *made = roomy(position->made, position->count, &position->made_room, sizeof *made);
    if (!made)
        return drop(move);
    position->made = made;
    made += position->count;
    made->code = code;
    made->move = move;
    make_in_place(position->now, made);
    if (!add_key(self)) {
        unmake_move(position->now, made);
        return drop(move);
    }
    position->count++;
    return move;
}

PyObject *make_legal_move(PyObject *self, any_move move) {
    const struct position *position = as_position(self);
    return make_known_move(self, move, move_object(position->state, position->now, move, position->notation));
}

PyObject *position_push_null(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct position *position = as_position(self);
    const int is_chess = !position->now->variant;
    ks_error error;
    if (!is_chess || any_checkers(position->now).half[0]) {
        ks_fail(&error, KS_ERROR_PGN_NULL_MOVE, 0, "a null move is %s",
                is_chess ? "impossible in check" : "known in chess alone");
        return raise_error(position->state->illegal_move, &error);
    }
    if (!make_known_move(self, KS_NO_MOVE, null_move_object(position->state)))
        return NULL;
    Py_RETURN_NONE;
}

PyObject *position_push(PyObject *self, PyObject *argument) {
    any_move move;
    if (!require_move(self, argument, &move) || !make_legal_move(self, move))
        return NULL;
    Py_INCREF(Py_None);
    return Py_None;
}

PyObject *position_push_text(PyObject *self, PyObject *text) {
    any_move move;
    PyObject *made = require_move(self, text, &move) ? make_legal_move(self, move) : NULL;
    Py_XINCREF(made);
    return made;
}

PyObject *position_pop(PyObject *self, PyObject *ignored) {
    (void)ignored;
    struct position *position = as_position(self);
    if (position->count == 0)
        return PyErr_Format(PyExc_IndexError, "no move to take back");
    const struct made *made = &position->made[--position->count];
    unmake_move(position->now, made);
    position->key_count--;
    return made->move;
}

PyObject *position_peek(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct position *position = as_position(self);
    if (position->count == 0)
        return PyErr_Format(PyExc_IndexError, "no move to take back");
    PyObject *move = position->made[position->count - 1].move;
    Py_INCREF(move);
    return move;
}

PyObject *position_move_stack(PyObject *self, void *ignored) {
    (void)ignored;
    const struct position *position = as_position(self);
    PyObject *stack = PyTuple_New((Py_ssize_t)position->count);
    for (size_t i = 0; stack && i < position->count; i++) {
        Py_INCREF(position->made[i].move);
        if (PyTuple_SetItem(stack, (Py_ssize_t)i, position->made[i].move) != 0)
            Py_CLEAR(stack);
    }
    return stack;
}

PyObject *position_explain(PyObject *self, PyObject *argument) {
    any_move move;
    ks_error error;
    const int code = find_move(self, argument, &move, &error);
    if (code < 0)
        return NULL;
    if (code == KS_OK) {
        Py_INCREF(Py_None);
        return Py_None;
    }
    PyObject *message = message_of(&error);
    return message ? Py_BuildValue("sN", ks_error_name(code), message) : NULL;
}

/* ---- Counting ---- */

/* A depth that takes well below a second is counted at once; between such counts the interpreter handles
 * signals. A move of a variant may take some hundred times as long. */
enum { DEPTH_AT_ONCE = 4, DEPTH_AT_ONCE_OF_VARIANTS = 3, DEPTH_MOST = 60 };

/* Adds to *nodes, without the interpreter's lock. Returns 0 with an exception. */
static int count_nodes(const struct any_position *position, unsigned depth, uint64_t *nodes) {
    if (depth <= (position->variant ? DEPTH_AT_ONCE_OF_VARIANTS : DEPTH_AT_ONCE)) {
        Py_BEGIN_ALLOW_THREADS;
        *nodes += any_perft(position, depth);
        Py_END_ALLOW_THREADS;
        return PyErr_CheckSignals() == 0;
    }
    size_t count;
    int counted = 1;
    any_move *moves = any_list_moves(position, &count);
    if (!moves)
        return PyErr_NoMemory() != NULL;
    for (size_t i = 0; counted && i < count; i++) {
        struct any_position child = *position;
        any_make_move(&child, moves[i]);
        counted = count_nodes(&child, depth - 1, nodes);
    }
    free(moves);
    return counted;
}

PyObject *position_perft(PyObject *self, PyObject *number) {
    const long depth = PyLong_AsLong(number);
    const struct any_position position = *as_position(self)->now; /* others may push and pop meanwhile */
    uint64_t nodes = 0;
    if (depth == -1 && PyErr_Occurred())
        return NULL;
    if (depth < 0 || depth > DEPTH_MOST)
        return PyErr_Format(PyExc_ValueError, "depth: expected 0 to %d, found %ld", DEPTH_MOST, depth);
    return count_nodes(&position, (unsigned)depth, &nodes) ? PyLong_FromUnsignedLongLong(nodes) : NULL;
}
