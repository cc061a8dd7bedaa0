/* Writes a game: kingscan/pgn.py lists its items, and this file plays them for the library's writer of PGN.
 */
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "move.h"
#include "position.h"

/* A game on its way from lists to a text. Its texts belong to the lists. */
struct draft {
    struct module_state *state;
    ks_pgn_tag *tags;
    ks_pgn_item *items;
    size_t tag_count, item_count;
    unsigned depth; /* of the variation, 0 in the main line */
    struct {
        struct any_position now, before; /* before: the move that a variation replaces */
    } levels[KS_PGN_DEPTH_MAX + 1];
};

/* ---- Tags ---- */

/* Reads a list of names and values. Returns 0 with an exception. */
static int read_tags(struct draft *draft, PyObject *list) {
    const Py_ssize_t count = PyList_Size(list);
    draft->tags = malloc(((size_t)count + 1) * sizeof *draft->tags);
    if (!draft->tags)
        return PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        ks_pgn_tag *const tag = &draft->tags[draft->tag_count++];
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "yy", &tag->name, &tag->value))
            return 0;
    }
    return 1;
}

/* ---- Items ---- */

/* Plays a move of the line that is being read. Returns 0 with an exception. */
static int play(struct draft *draft, const char *text, size_t length, ks_pgn_item *item) {
    struct any_position *const now = &draft->levels[draft->depth].now;
    const struct any_position before = *now;
    any_move move = KS_NO_MOVE;
    ks_error error;
    const int passes = length == strlen(NULL_MOVE) && memcmp(text, NULL_MOVE, length) == 0;
    draft->levels[draft->depth].before = before;
    if (passes && !now->variant && !any_checkers(now).half[0]) {
        item->kind = KS_PGN_NULL_MOVE;
        ks_after_null_move(&before.chess, &now->chess);
        return 1;
    }
    if (any_explain_move(now, text, length, &move, &error) != KS_OK) {
        raise_error(draft->state->move_error, &error);
        return 0;
    }
    item->kind = KS_PGN_MOVE;
    item->move = now->variant ? KS_NO_MOVE : (ks_move)move;
    item->variant_move = now->variant ? move : KS_NO_MOVE;
    any_make_move(now, move);
    return 1;
}

static int begin_variation(struct draft *draft) {
    if (draft->depth >= KS_PGN_DEPTH_MAX) {
        PyErr_Format(PyExc_ValueError, "expected variations in at most %d others", KS_PGN_DEPTH_MAX);
        return 0;
    }
    draft->levels[draft->depth + 1].now = draft->levels[draft->depth].before;
    draft->depth++;
    return 1;
}

/* Reads an item: its kind, the bytes of its text, and its number. Returns 0 with an exception. */
static int read_item(struct draft *draft, PyObject *tuple) {
    ks_pgn_item *const item = &draft->items[draft->item_count++];
    const char *kind, *text;
    Py_ssize_t length;
    unsigned number;
    if (!PyArg_ParseTuple(tuple, "sy#I", &kind, &text, &length, &number))
        return 0;
    *item = (ks_pgn_item){.text = text, .length = (uint32_t)length, .number = number};
    switch (kind[0]) {
    case 'm':
        return play(draft, text, (size_t)length, item);
    case 'c':
        item->kind = KS_PGN_COMMENT;
        return 1;
    case 'n':
        item->kind = KS_PGN_NAG;
        return 1;
    case '(':
        item->kind = KS_PGN_BEGIN;
        return begin_variation(draft);
    default:
        item->kind = KS_PGN_END;
        draft->depth--;
        return 1;
    }
}

static int read_items(struct draft *draft, PyObject *list) {
    const Py_ssize_t count = PyList_Size(list);
    draft->items = malloc(((size_t)count + 1) * sizeof *draft->items);
    if (!draft->items)
        return PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; i < count; i++)
        if (!read_item(draft, PyList_GetItem(list, i)))
            return 0;
    return 1;
}

/* ---- All ---- */

static PyObject *write_text(const ks_pgn_game *game) {
    const size_t length = ks_pgn_write(game, NULL, 0);
    char *const text = malloc(length + 1);
    if (!text)
        return PyErr_NoMemory();
    ks_pgn_write(game, text, length + 1);
    PyObject *const written = PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "surrogateescape");
    free(text);
    return written;
}

PyObject *write_game(PyObject *module, PyObject *arguments) {
    struct draft *const draft = aligned_alloc(_Alignof(struct draft), sizeof *draft); /* as a position asks */
    PyObject *tags, *position, *items, *written = NULL;
    unsigned result;
    if (!draft)
        return PyErr_NoMemory();
    memset(draft, 0, sizeof *draft);
    draft->state = state_of(module);
    if (PyArg_ParseTuple(arguments, "O!O!O!I", &PyList_Type, &tags, draft->state->position, &position,
                         &PyList_Type, &items, &result)) {
        const struct any_position start = draft->levels[0].now = *as_position(position)->now;
        if (read_tags(draft, tags) && read_items(draft, items))
            written = write_text(&(ks_pgn_game){.tags = draft->tags,
                                                .tag_count = draft->tag_count,
                                                .start = &start.chess,
                                                .items = draft->items,
                                                .item_count = draft->item_count,
                                                .result = (enum ks_outcome)result,
                                                .variant = start.variant,
                                                .variant_start = &start.varied});
    }
    free(draft->tags);
    free(draft->items);
    free(draft);
    return written;
}
