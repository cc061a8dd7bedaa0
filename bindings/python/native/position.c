/* The type Position: a position with its legal moves, and a stack of the moves made. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* Python's objects and realloc's blocks are not aligned as an undo and a position are. */
struct made {
    ks_move move;
    unsigned char undo[sizeof(ks_undo)];
};

struct position {
    PyObject_HEAD struct made *made; /* the moves that can be taken back */
    size_t count, room;
    uint64_t *keys; /* of the positions up to this one, those before a copy included */
    size_t key_count, key_room;
    unsigned notation; /* of enum ks_notation_flag */
    unsigned char now[sizeof(ks_position) + 63];
};

static struct position *position_of(PyObject *self) {
    return (struct position *)self;
}

/* Returns the position itself, at the first multiple of 64 bytes in its room. */
static ks_position *now_of(PyObject *self) {
    return (ks_position *)(((uintptr_t)position_of(self)->now + 63) & ~(uintptr_t)63);
}

static struct module_state *state_of_type(PyTypeObject *type) {
    return PyType_GetModuleState(type);
}

/* ---- Room ---- */

/* Returns an array of `count` items, moved where it had no room for one more; NULL with an exception. */
static void *with_room(void *items, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return items;
    void *moved = realloc(items, (2 * *room + 16) * size);
    if (!moved)
        return PyErr_NoMemory();
    *room = 2 * *room + 16;
    return moved;
}

/* Adds the key of the position as it is now. Returns 0 with an exception. */
static int add_key(PyObject *self) {
    struct position *position = position_of(self);
    uint64_t *keys =
        with_room(position->keys, position->key_count, &position->key_room, sizeof *position->keys);
    if (!keys)
        return 0;
    position->keys = keys;
    position->keys[position->key_count++] = now_of(self)->key;
    return 1;
}

static PyObject *drop(PyObject *object) {
    Py_DECREF(object);
    return NULL;
}

/* ---- Made, copied, freed ---- */

static PyObject *new_position(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"fen", "strict", "lenient", "possible", "chess960", NULL};
    const char *text = KS_START_FEN;
    Py_ssize_t length = sizeof KS_START_FEN - 1;
    int strict = 0, lenient = 0, possible = 0, chess960 = 0;
    ks_position now;
    ks_error error;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|s#$pppp:Position", names, &text, &length, &strict,
                                     &lenient, &possible, &chess960))
        return NULL;
    const unsigned flags =
        (strict ? KS_STRICT : 0u) | (lenient ? KS_LENIENT : 0u) | (possible ? KS_POSSIBLE : 0u);
    if (!flags_are_possible(flags))
        return NULL;
    if (ks_read_fen(text, (size_t)length, flags, &now, &error) != KS_OK)
        return raise_error(state_of_type(type)->fen_error, &error);
    PyObject *self = PyType_GenericAlloc(type, 0);
    if (!self)
        return NULL;
    *now_of(self) = now;
    position_of(self)->notation = chess960 ? KS_CHESS960 : 0u;
    return add_key(self) ? self : drop(self);
}

/* Gives a new position the keys of another one. Returns 0 with an exception. */
static int copy_keys(const struct position *from, struct position *to) {
    const size_t size = from->key_count * sizeof *to->keys;
    to->keys = malloc(size);
    if (!to->keys) {
        PyErr_NoMemory();
        return 0;
    }
    memcpy(to->keys, from->keys, size);
    to->key_count = to->key_room = from->key_count;
    return 1;
}

static PyObject *copy_position(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *copy = PyType_GenericAlloc(Py_TYPE(self), 0);
    if (!copy)
        return NULL;
    *now_of(copy) = *now_of(self);
    position_of(copy)->notation = position_of(self)->notation;
    return copy_keys(position_of(self), position_of(copy)) ? copy : drop(copy);
}

static void free_position(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    free(position_of(self)->made);
    free(position_of(self)->keys);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* ---- Text ---- */

static PyObject *fen_of(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[KS_FEN_SIZE];
    const size_t length = ks_write_fen(now_of(self), text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

static PyObject *represent(PyObject *self) {
    char text[KS_FEN_SIZE];
    ks_write_fen(now_of(self), text);
    return PyUnicode_FromFormat("Position('%s')", text);
}

static PyObject *write_move(PyObject *self, ks_move move, int san) {
    char text[KS_SAN_SIZE];
    const size_t length = san ? ks_write_san(now_of(self), move, text)
                              : ks_write_uci(now_of(self), move, position_of(self)->notation, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

/* Finds the move of a text. Returns an error's code; or -1 with an exception. */
static int find_move(PyObject *self, PyObject *text, ks_move *move, ks_error *error) {
    Py_ssize_t length;
    const char *utf8 = PyUnicode_AsUTF8AndSize(text, &length);
    return utf8 ? ks_explain_move(now_of(self), utf8, (size_t)length, move, error) : -1;
}

/* ---- Moves ---- */

static PyObject *legal_moves(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"san", NULL};
    int san = 0;
    ks_move moves[KS_MOVES_MAX];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$p:legal_moves", names, &san))
        return NULL;
    const size_t count = ks_legal_moves(now_of(self), moves);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *text = write_move(self, moves[i], san);
        if (!text || PyList_SetItem(list, (Py_ssize_t)i, text) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *push(PyObject *self, PyObject *text) {
    struct position *position = position_of(self);
    ks_move move;
    ks_error error;
    const int code = find_move(self, text, &move, &error);
    if (code < 0)
        return NULL;
    if (code != KS_OK)
        return raise_error(state_of_type(Py_TYPE(self))->move_error, &error);
    struct made *made = with_room(position->made, position->count, &position->room, sizeof *made);
    if (!made)
        return NULL;
    position->made = made;
    ks_undo undo;
    ks_make_move(now_of(self), move, &undo);
    if (!add_key(self)) {
        ks_unmake_move(now_of(self), move, &undo);
        return NULL;
    }
    made += position->count++;
    made->move = move;
    memcpy(made->undo, &undo, sizeof undo);
    Py_RETURN_NONE;
}

static PyObject *pop(PyObject *self, PyObject *ignored) {
    (void)ignored;
    struct position *position = position_of(self);
    if (position->count == 0)
        return PyErr_Format(PyExc_IndexError, "no move to take back");
    const struct made *made = &position->made[--position->count];
    ks_undo undo;
    memcpy(&undo, made->undo, sizeof undo);
    ks_unmake_move(now_of(self), made->move, &undo);
    position->key_count--;
    return write_move(self, made->move, 0);
}

static PyObject *explain(PyObject *self, PyObject *text) {
    ks_move move;
    ks_error error;
    const int code = find_move(self, text, &move, &error);
    if (code < 0)
        return NULL;
    if (code == KS_OK)
        Py_RETURN_NONE;
    PyObject *message = message_of(&error);
    return message ? Py_BuildValue("sN", ks_error_name(code), message) : NULL;
}

/* ---- Counting ---- */

/* A depth that takes well below a second is counted at once; between such counts the interpreter handles
 * signals. */
enum { DEPTH_AT_ONCE = 4, DEPTH_MOST = 60 };

/* Adds to *nodes, without the interpreter's lock. Returns 0 with an exception. */
static int count_nodes(const ks_position *position, unsigned depth, uint64_t *nodes) {
    if (depth <= DEPTH_AT_ONCE) {
        Py_BEGIN_ALLOW_THREADS;
        *nodes += ks_perft(position, depth);
        Py_END_ALLOW_THREADS;
        return PyErr_CheckSignals() == 0;
    }
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        ks_position child;
        ks_after_move(position, moves[i], &child);
        if (!count_nodes(&child, depth - 1, nodes))
            return 0;
    }
    return 1;
}

static PyObject *perft(PyObject *self, PyObject *number) {
    const long depth = PyLong_AsLong(number);
    const ks_position position = *now_of(self); /* others may push and pop meanwhile */
    uint64_t nodes = 0;
    if (depth == -1 && PyErr_Occurred())
        return NULL;
    if (depth < 0 || depth > DEPTH_MOST)
        return PyErr_Format(PyExc_ValueError, "depth: expected 0 to %d, found %ld", DEPTH_MOST, depth);
    return count_nodes(&position, (unsigned)depth, &nodes) ? PyLong_FromUnsignedLongLong(nodes) : NULL;
}

/* ---- Facts ---- */

static PyObject *verdict(PyObject *self, void *ignored) {
    (void)ignored;
    return PyObject_CallFunction(state_of_type(Py_TYPE(self))->verdict, "i",
                                 (int)ks_judge(now_of(self), NULL));
}

static PyObject *draw(PyObject *self, void *ignored) {
    (void)ignored;
    const struct position *position = position_of(self);
    const ks_position *now = now_of(self);
    const enum ks_draw found =
        ks_find_game_draw(now, ks_judge(now, NULL), position->keys, position->key_count);
    return Py_BuildValue("z", ks_draw_name(found));
}

static PyObject *checkers(PyObject *self, void *ignored) {
    (void)ignored;
    uint64_t mask;
    ks_judge(now_of(self), &mask);
    return names_of_squares(mask);
}

static PyObject *board(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBytes_FromStringAndSize((const char *)now_of(self)->board, KS_SQUARES);
}

static PyObject *turn(PyObject *self, void *ignored) {
    (void)ignored;
    return PyUnicode_FromString(now_of(self)->side_to_move == KS_WHITE ? "white" : "black");
}

static PyObject *key(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLongLong(now_of(self)->key);
}

static PyObject *ply(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromSize_t(position_of(self)->count);
}

static PyMethodDef methods[] = {
    {"fen", fen_of, METH_NOARGS, "fen($self)\n--\n\nThe position as a FEN of six fields."},
    {"legal_moves", (PyCFunction)(void (*)(void))legal_moves, METH_VARARGS | METH_KEYWORDS,
     "legal_moves($self, *, san=False)\n--\n\nA list of the legal moves, in UCI or in SAN, in no particular "
     "order."},
    {"push", push, METH_O,
     "push($self, move, /)\n--\n\nMakes a move, given in UCI or SAN. Raises MoveError when the move isn't "
     "legal: its text says\n"
     "why, its attribute `code` is the rule in one word, such as 'piece-pinned'."},
    {"pop", pop, METH_NOARGS,
     "pop($self)\n--\n\nTakes back the last move and returns the move in UCI. Raises IndexError when there "
     "is none."},
    {"explain", explain, METH_O,
     "explain($self, move, /)\n--\n\nWhy a move, given in UCI or SAN, isn't legal: (code, sentence). None: "
     "the move is legal."},
    {"perft", perft, METH_O,
     "perft($self, depth, /)\n--\n\nThe number of sequences of so many legal moves, depth 0 to 60. Other "
     "threads run meanwhile."},
    {"copy", copy_position, METH_NOARGS, "copy($self)\n--\n\nA copy, without moves to take back."},
    {"__copy__", copy_position, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"verdict", verdict, NULL, "The Verdict on the side to move.", NULL},
    {"draw", draw, NULL,
     "Why the game is a draw, or why a player may claim one: 'stalemate', 'insufficient-material',\n"
     "'fifty-moves', 'seventy-five-moves', 'threefold-repetition' or 'fivefold-repetition'; or None.\n"
     "Repetitions are found among the positions since the FEN.",
     NULL},
    {"checkers", checkers, NULL, "The squares of the pieces that give check, such as ('e4',).", NULL},
    {"board", board, NULL,
     "The 64 bytes of the board from a8 to h1: 0 empty, 1-6 white pawn, knight, bishop, rook, queen, king, "
     "9-14 black ones.",
     NULL},
    {"turn", turn, NULL, "'white' or 'black': the side to move.", NULL},
    {"key", key, NULL, "The Zobrist key, 64 bits: equal positions have equal keys.", NULL},
    {"ply", ply, NULL, "How many moves pop can take back.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static const char position_doc[] =
    "Position(fen=START, *, strict=False, lenient=False, possible=False, chess960=False)\n--\n\n"
    "A position, with its legal moves and a stack of moves made.\n\n"
    "fen       FEN or EPD, Shredder-FEN too; without it, the start of a game\n"
    "strict    castling letters and en-passant squares that can't be are errors; else they are dropped\n"
    "lenient   only the side to move needs its one king, and pawns may stand anywhere\n"
    "possible  the position could stand in a game, as far as Board.status() of python-chess tells\n"
    "chess960  write castling as the king taking its rook\n\n"
    "Raises FenError: its text says what was expected and found, `offset` where, `code` what in one word.";

static PyType_Slot position_slots[] = {
    {Py_tp_doc, (void *)position_doc},
    {Py_tp_new, (void *)new_position},
    {Py_tp_dealloc, (void *)free_position},
    {Py_tp_repr, (void *)represent},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

PyType_Spec position_spec = {
    .name = "kingscan._kingscan.Position",
    .basicsize = sizeof(struct position),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = position_slots,
};
