/* The types behind Move, Piece and SquareSet of kingscan.chess. They can be changed, as python-chess's can,
 * so each is a new object. */
#include <stdio.h>
#include <string.h>

#include "chess_board.h"

static const char symbols[] = CHESS_SYMBOLS;

/* ---- Arguments ---- */

struct module_state *state_of_chess_type(PyTypeObject *type) {
    for (PyTypeObject *base; (base = PyType_GetSlot(type, Py_tp_base)) != &PyBaseObject_Type;)
        type = base;
    return PyType_GetModuleState(type);
}

int read_chess_square(PyObject *number) {
    const long square = PyLong_AsLong(number);
    if (square >= 0 && square < KS_SQUARES)
        return (int)square;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "expected a square from 0 for a1 to 63 for h8, found %R", number);
    return -1;
}

int read_chess_kind(PyObject *number) {
    const long kind = number == Py_None ? 0 : PyLong_AsLong(number);
    if (kind >= 0 && kind <= CHESS_KING)
        return (int)kind;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "expected a kind of piece from 1, a pawn, to 6, a king, found %R",
                     number);
    return -1;
}

uint64_t read_chess_mask(PyObject *number) {
    PyObject *index = PyNumber_Index(number);
    const uint64_t mask = index ? PyLong_AsUnsignedLongLongMask(index) : 0;
    Py_XDECREF(index);
    return mask;
}

const struct chess_move *read_chess_move(const struct module_state *state, PyObject *move) {
    if (PyObject_TypeCheck(move, state->chess_move))
        return as_chess_move(move);
    PyErr_Format(PyExc_TypeError, "expected a Move of kingscan.chess, found %R", move);
    return NULL;
}

/* ---- Move ---- */

static PyObject *make_move(PyTypeObject *type, int from, int to, int promotion, int drop) {
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    as_chess_move(self)->from = (uint8_t)from;
    as_chess_move(self)->to = (uint8_t)to;
    as_chess_move(self)->promotion = (uint8_t)promotion;
    as_chess_move(self)->drop = (uint8_t)drop;
    return self;
}

PyObject *new_chess_move(struct module_state *state, int from, int to, int promotion, int drop) {
    return make_move(state->chess_move, from, to, promotion, drop);
}

static PyObject *move_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"from_square", "to_square", "promotion", "drop", NULL};
    PyObject *given[4] = {NULL, NULL, Py_None, Py_None};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|OO:Move", names, &given[0], &given[1],
                                     &given[2], &given[3]))
        return NULL;
    const int from = read_chess_square(given[0]), to = from < 0 ? -1 : read_chess_square(given[1]);
    const int promotion = to < 0 ? -1 : read_chess_kind(given[2]);
    const int drop = promotion < 0 ? -1 : read_chess_kind(given[3]);
    return drop < 0 ? NULL : make_move(type, from, to, promotion, drop);
}

static size_t write_uci(const struct chess_move *move, char text[8]) {
    const char *const from = ks_square_name(move->from ^ 56u), *const to = ks_square_name(move->to ^ 56u);
    if (move->drop)
        return (size_t)sprintf(text, "%c@%s", symbols[move->drop] - 'a' + 'A', to);
    if (move->promotion)
        return (size_t)sprintf(text, "%s%s%c", from, to, symbols[move->promotion]);
    memcpy(text, move->from || move->to ? from : "00", 2);
    memcpy(text + 2, move->from || move->to ? to : "00", 3);
    return 4;
}

static int is_null(const struct chess_move *move) {
    return !(move->from | move->to | move->promotion | move->drop);
}

static PyObject *move_uci(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[8];
    const size_t length = write_uci(as_chess_move(self), text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

static PyObject *move_str(PyObject *self) {
    return move_uci(self, NULL);
}

static PyObject *move_xboard(PyObject *self, PyObject *ignored) {
    return is_null(as_chess_move(self)) ? PyUnicode_FromString("@@@@") : move_uci(self, ignored);
}

static PyObject *move_repr(PyObject *self) {
    char text[8];
    write_uci(as_chess_move(self), text);
    return PyUnicode_FromFormat("Move.from_uci('%s')", text);
}

/* Returns the square that a text begins with, or -1. */
static int square_of(const char *text) {
    return text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8'
               ? (text[1] - '1') * 8 + text[0] - 'a'
               : -1;
}

static int kind_of(char symbol) {
    const char *const found = symbol && symbol != ' ' ? strchr(symbols, symbol) : NULL;
    return found ? (int)(found - symbols) : 0;
}

static PyObject *move_from_uci(PyObject *type, PyObject *string) {
    const char *const text = whole_text(string);
    const size_t length = text ? strlen(text) : 0;
    const struct module_state *const state = state_of_chess_type((PyTypeObject *)type);
    if (text && strcmp(text, "0000") == 0)
        return make_move((PyTypeObject *)type, 0, 0, 0, 0);
    if (length == 4 && text[1] == '@') {
        const int drop = kind_of((char)(text[0] >= 'a' ? text[0] : text[0] - 'A' + 'a'));
        const int square = square_of(text + 2);
        if (drop && square >= 0)
            return make_move((PyTypeObject *)type, square, square, 0, drop);
    } else if (length == 4 || length == 5) {
        const int from = square_of(text), to = square_of(text + 2);
        const int promotion = length == 5 ? kind_of(text[4]) : 0;
        if (from >= 0 && to >= 0 && (from != to || from == 0) && (length == 4 || promotion))
            return make_move((PyTypeObject *)type, from, to, promotion, 0);
        if (from >= 0 && from == to)
            return PyErr_Format(state->invalid_move, "invalid uci (use 0000 for null moves): %R", string);
    }
    return PyErr_Occurred() ? NULL
                            : PyErr_Format(state->invalid_move,
                                           "expected a move in UCI such as e2e4 or a7a8q, found %R", string);
}

static PyObject *move_null(PyObject *type, PyObject *ignored) {
    (void)ignored;
    return make_move((PyTypeObject *)type, 0, 0, 0, 0);
}

static PyObject *move_get(PyObject *self, void *offset) {
    return PyLong_FromLong(((const uint8_t *)&as_chess_move(self)->from)[(uintptr_t)offset]);
}

static PyObject *move_get_kind(PyObject *self, void *offset) {
    const uint8_t kind = ((const uint8_t *)&as_chess_move(self)->from)[(uintptr_t)offset];
    return kind ? PyLong_FromLong(kind) : Py_BuildValue("");
}

static int move_set(PyObject *self, PyObject *value, void *offset) {
    const int number = !value                  ? -1
                       : (uintptr_t)offset < 2 ? read_chess_square(value)
                                               : read_chess_kind(value);
    if (!value)
        PyErr_SetString(PyExc_AttributeError, "a Move keeps its parts");
    if (number >= 0)
        (&as_chess_move(self)->from)[(uintptr_t)offset] = (uint8_t)number;
    return number < 0 ? -1 : 0;
}

static int move_bool(PyObject *self) {
    return !is_null(as_chess_move(self));
}

static uint32_t move_number(PyObject *self) {
    const struct chess_move *const move = as_chess_move(self);
    return move->from | (uint32_t)move->to << 8 | (uint32_t)move->promotion << 16 |
           (uint32_t)move->drop << 24;
}

static PyObject *move_compare(PyObject *self, PyObject *other, int how) {
    if (Py_TYPE(other) != Py_TYPE(self) || (how != Py_EQ && how != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong((move_number(self) == move_number(other)) == (how == Py_EQ));
}

static Py_hash_t move_hash(PyObject *self) {
    return (Py_hash_t)(move_number(self) * (uint64_t)0x9e3779b97f4a7c15 >> 20);
}

static PyObject *move_reduce(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return Py_BuildValue("O(NNNN)", Py_TYPE(self), move_get(self, (void *)0), move_get(self, (void *)1),
                         move_get_kind(self, (void *)2), move_get_kind(self, (void *)3));
}

static PyMethodDef move_methods[] = {
    {"uci", move_uci, METH_NOARGS, "uci()\n--\n\nThe move in UCI, such as 'e7e8q'; '0000' for a null move."},
    {"xboard", move_xboard, METH_NOARGS, "xboard()\n--\n\nThe same; '@@@@' for a null move."},
    {"from_uci", move_from_uci, METH_O | METH_CLASS,
     "from_uci(uci)\n--\n\nThe move of a text in UCI. Raises InvalidMoveError for other texts."},
    {"null", move_null, METH_NOARGS | METH_CLASS, "null()\n--\n\nA null move, which is false."},
    {"__reduce__", move_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef move_parts[] = {
    {"from_square", move_get, move_set, "The square that the piece leaves.", (void *)0},
    {"to_square", move_get, move_set, "The square that the piece goes to.", (void *)1},
    {"promotion", move_get_kind, move_set, "The kind that a pawn becomes, or None.", (void *)2},
    {"drop", move_get_kind, move_set, "The kind that comes from the pocket, or None.", (void *)3},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot move_slots[] = {
    {Py_tp_doc, "Move(from_square, to_square, promotion=None, drop=None)\n--\n\n"
                "A move from one square to another, and perhaps a promotion or a drop. False: a null move."},
    {Py_tp_new, (void *)move_new},
    {Py_tp_dealloc, (void *)free_object},
    {Py_tp_methods, move_methods},
    {Py_tp_getset, move_parts},
    {Py_tp_str, (void *)move_str},
    {Py_tp_repr, (void *)move_repr},
    {Py_tp_hash, (void *)move_hash},
    {Py_tp_richcompare, (void *)move_compare},
    {Py_nb_bool, (void *)move_bool},
    {0, NULL},
};

PyType_Spec chess_move_spec = {
    .name = "kingscan.chess.Move",
    .basicsize = sizeof(struct chess_move),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = move_slots,
};

/* ---- Piece ---- */

static struct chess_piece *as_piece(PyObject *self) {
    return (struct chess_piece *)self;
}

static PyObject *piece_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"piece_type", "color", NULL};
    PyObject *kind;
    int color;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "Op:Piece", names, &kind, &color))
        return NULL;
    const int number = read_chess_kind(kind);
    PyObject *self = number < 0 ? NULL : make_object(type);
    if (self)
        *as_piece(self) = (struct chess_piece){as_piece(self)->ob_base, number, color};
    return self;
}

static const char keeps_parts[] = "a Piece keeps its parts";

static PyObject *piece_get_kind(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromLong(as_piece(self)->kind);
}

static int piece_set_kind(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const int kind = value ? read_chess_kind(value) : -1;
    if (!value)
        PyErr_SetString(PyExc_AttributeError, keeps_parts);
    if (kind >= 0)
        as_piece(self)->kind = kind;
    return kind < 0 ? -1 : 0;
}

static PyObject *piece_get_color(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBool_FromLong(as_piece(self)->color);
}

static int piece_set_color(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const int color = value ? PyObject_IsTrue(value) : -1;
    if (!value)
        PyErr_SetString(PyExc_AttributeError, keeps_parts);
    if (color >= 0)
        as_piece(self)->color = color;
    return color < 0 ? -1 : 0;
}

static PyObject *piece_symbol(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const char symbol = symbols[as_piece(self)->kind];
    const char text[] = {(char)(as_piece(self)->color ? symbol - 'a' + 'A' : symbol), '\0'};
    return PyUnicode_FromString(text);
}

static PyObject *piece_str(PyObject *self) {
    return piece_symbol(self, NULL);
}

static PyObject *piece_compare(PyObject *self, PyObject *other, int how) {
    if (Py_TYPE(other) != Py_TYPE(self) || (how != Py_EQ && how != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    const int same = as_piece(self)->kind == as_piece(other)->kind && //
                     as_piece(self)->color == as_piece(other)->color;
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t piece_hash(PyObject *self) {
    return as_piece(self)->kind + (as_piece(self)->color ? -1 : 5);
}

static PyObject *piece_reduce(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return Py_BuildValue("O(iN)", Py_TYPE(self), as_piece(self)->kind, piece_get_color(self, NULL));
}

static PyMethodDef piece_methods[] = {
    {"symbol", piece_symbol, METH_NOARGS,
     "symbol()\n--\n\nThe letter of FEN, such as 'N' for a white knight."},
    {"__reduce__", piece_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef piece_parts[] = {
    {"piece_type", piece_get_kind, piece_set_kind, "The kind, from PAWN, 1, to KING, 6.", NULL},
    {"color", piece_get_color, piece_set_color, "WHITE, True, or BLACK, False.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot piece_slots[] = {
    {Py_tp_new, (void *)piece_new},
    {Py_tp_dealloc, (void *)free_object},
    {Py_tp_methods, piece_methods},
    {Py_tp_getset, piece_parts},
    {Py_tp_str, (void *)piece_str},
    {Py_tp_hash, (void *)piece_hash},
    {Py_tp_richcompare, (void *)piece_compare},
    {0, NULL},
};

PyType_Spec chess_piece_spec = {
    .name = "kingscan._kingscan.ChessPiece",
    .basicsize = sizeof(struct chess_piece),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = piece_slots,
};

/* ---- SquareSet ---- */

static struct chess_squares *as_squares(PyObject *self) {
    return (struct chess_squares *)self;
}

static PyObject *squares_get_mask(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLongLong(as_squares(self)->mask);
}

static int squares_set_mask(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const uint64_t mask = value ? read_chess_mask(value) : 0;
    if (!value)
        PyErr_SetString(PyExc_AttributeError, "a SquareSet keeps its mask");
    if (PyErr_Occurred())
        return -1;
    as_squares(self)->mask = mask;
    return 0;
}

static PyObject *squares_number(PyObject *self) {
    return squares_get_mask(self, NULL);
}

static Py_ssize_t squares_length(PyObject *self) {
    return __builtin_popcountll(as_squares(self)->mask);
}

static int squares_contain(PyObject *self, PyObject *square) {
    const long number = PyLong_AsLong(square);
    if (number == -1 && PyErr_Occurred())
        return -1;
    return number >= 0 && number < KS_SQUARES && as_squares(self)->mask & bit((int)number);
}

static PyGetSetDef squares_parts[] = {
    {"mask", squares_get_mask, squares_set_mask, "The set as a number: bit n is square n.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot squares_slots[] = {
    {Py_tp_dealloc, (void *)free_object},
    {Py_tp_getset, squares_parts},
    {Py_nb_int, (void *)squares_number},
    {Py_nb_index, (void *)squares_number},
    {Py_sq_length, (void *)squares_length},
    {Py_sq_contains, (void *)squares_contain},
    {0, NULL},
};

PyType_Spec chess_squares_spec = {
    .name = "kingscan._kingscan.ChessSquares",
    .basicsize = sizeof(struct chess_squares),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = squares_slots,
};
