/* The Python module kingscan._kingscan: the library's functions behind Python's stable interface.
 * kingscan/__init__.py is the part that users see. */
#include "module.h"

#include <string.h>

#include "core/text/foreign.h"

struct module_state *state_of(PyObject *module) {
    return PyModule_GetState(module);
}

PyObject *message_of(const ks_error *error) {
    return PyUnicode_DecodeUTF8(error->message, (Py_ssize_t)strlen(error->message), "backslashreplace");
}

PyObject *raise_error(PyObject *type, const ks_error *error) {
    PyObject *message = message_of(error);
    PyObject *raised = message ? PyObject_CallFunctionObjArgs(type, message, NULL) : NULL;
    PyObject *code = PyUnicode_FromString(ks_error_name(error->code));
    PyObject *offset = PyLong_FromSize_t(error->offset);
    if (raised && code && offset && PyObject_SetAttrString(raised, "code", code) == 0 &&
        PyObject_SetAttrString(raised, "offset", offset) == 0)
        PyErr_SetObject(type, raised);
    Py_XDECREF(message);
    Py_XDECREF(raised);
    Py_XDECREF(code);
    Py_XDECREF(offset);
    return NULL;
}

const char *whole_text(PyObject *object) {
    Py_ssize_t length = 0;
    const char *const text = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, &length) : NULL;
    return text && strlen(text) == (size_t)length ? text : NULL;
}

static PyObject *names_of_squares(uint64_t mask) {
    PyObject *names = PyTuple_New(__builtin_popcountll(mask));
    if (!names)
        return NULL;
    for (Py_ssize_t i = 0; mask; i++, mask &= mask - 1) {
        PyObject *name = PyUnicode_FromString(ks_square_name((unsigned)__builtin_ctzll(mask)));
        if (!name || PyTuple_SetItem(names, i, name) != 0) {
            Py_DECREF(names);
            return NULL;
        }
    }
    return names;
}

PyObject *drop(PyObject *object) {
    Py_DECREF(object);
    return NULL;
}

PyObject *make_object(PyTypeObject *type) {
    return PyType_GenericAlloc(type, 0);
}

void free_object(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

int flags_are_possible(unsigned flags) {
    if (flags & KS_FEN_LENIENT && flags & KS_FEN_STRICT) {
        PyErr_SetString(PyExc_ValueError, "lenient excludes strict and possible");
        return 0;
    }
    return 1;
}

static PyObject *squares(PyObject *module, PyObject *mask) {
    (void)module;
    const uint64_t bits = PyLong_AsUnsignedLongLong(mask);
    return PyErr_Occurred() ? NULL : names_of_squares(bits);
}

static PyObject *kernel(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return PyUnicode_FromString(ks_kernel_get_current()->name);
}

static PyObject *foreign(PyObject *module, PyObject *beginning) {
    buffer_view bytes;
    (void)module;
    if (PyObject_GetBuffer(beginning, &bytes, BUFFER_SIMPLE) != 0)
        return NULL;
    const struct file_format *found = ks_find_foreign(bytes.buf, (size_t)bytes.len);
    PyBuffer_Release(&bytes);
    return found ? Py_BuildValue("ss", found->name, found->command) : Py_BuildValue("");
}

static void keep_chess_types(struct module_state *state, PyTypeObject *piece, PyTypeObject *squares_type) {
    Py_INCREF(piece);
    Py_INCREF(squares_type);
    Py_XDECREF(state->chess_piece);
    Py_XDECREF(state->chess_square_set);
    state->chess_piece = (PyObject *)piece;
    state->chess_square_set = (PyObject *)squares_type;
}

static PyObject *set_chess_types(PyObject *module, PyObject *arguments) {
    struct module_state *state = state_of(module);
    PyTypeObject *piece, *squares_type;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyType_Type, &piece, &PyType_Type, &squares_type))
        return NULL;
    if (!PyType_IsSubtype(piece, state->chess_piece_base) ||
        !PyType_IsSubtype(squares_type, state->chess_squares))
        return PyErr_Format(PyExc_TypeError, "expected classes based on ChessPiece and ChessSquares");
    keep_chess_types(state, piece, squares_type);
    Py_RETURN_NONE;
}

/* The first line of a docstring is the signature that inspect and help() show. */
static PyMethodDef functions[] = {
    {"check_text", check_text, METH_VARARGS,
     "check_text(text, flags, before, errors_most, table, counted)\n--\n\n"
     "Judges the lines of a text, a position each, after `before` other lines: for kingscan.check. table: a "
     "Table, or "
     "None.\n"
     "Returns verdicts, checkers, line numbers, counts of moves and of captures (bytearrays of uint8, "
     "uint64, "
     "uint64, uint16, uint16; the counts are empty unless asked for), errors, lines so far."},
    {"check_strings", check_strings, METH_VARARGS,
     "check_strings(strings, flags, errors_most, counted)\n--\n\n"
     "Judges an iterable of strings, a position each: for kingscan.check. Returns what check_text does."},
    {"set_chess_types", set_chess_types, METH_VARARGS,
     "set_chess_types(piece, square_set, /)\n--\n\nThe classes Piece and SquareSet of kingscan.chess, whose "
     "objects its boards make."},
    {"restore", restore, METH_VARARGS, "restore(root, moves, keys)\n--\n\nThe Position that was pickled."},
    {"write_game", write_game, METH_VARARGS,
     "write_game(tags, start, items, result)\n--\n\nA game in PGN. tags: names and values as bytes. start: a "
     "Position. items: tuples of a kind, a text as bytes, and a number: ('move', b'e2e4', 0), ('comment', "
     "b'...', 0), ('nag', b'', 1), and ('(', b'', 0) and (')', b'', 0) around what replaces the move before. "
     "result: 0 for '*', 1 for '1-0', 2 for '0-1', 3 for '1/2-1/2'."},
    {"read_movetext", read_movetext, METH_O,
     "read_movetext(text, /)\n--\n\nThe game of chess in a text: whether it is of Chess960, a list, the "
     "result. The list has each Move of kingscan.chess, '{' for a comment, '(' and ')' around what replaces "
     "the move before, and glyphs as numbers. None where the text is not one game without errors."},
    {"polyglot_numbers", polyglot_numbers, METH_NOARGS,
     "polyglot_numbers()\n--\n\nThe 781 numbers of the keys in opening books of Polyglot."},
    {"polyglot_pieces", polyglot_pieces, METH_VARARGS,
     "polyglot_pieces(board, numbers, /)\n--\n\nThe part of the pieces in the key of a board of "
     "kingscan.chess."},
    {"has_fen_column", has_fen_column, METH_O,
     "has_fen_column(line, /)\n--\n\nWhether the first line of a file names a column for FEN."},
    {"fill_planes", fill_planes, METH_VARARGS,
     "fill_planes(strings, flags, raises)\n--\n\nReads an iterable of strings, a position each: for "
     "kingscan.planes. "
     "Returns a bytearray, 768 bytes each."},
    {"arrow_schema", arrow_schema, METH_O,
     "arrow_schema(columns, /)\n--\n\nThe capsule of Arrow's schema of Results."},
    {"arrow_array", arrow_array, METH_VARARGS,
     "arrow_array(*columns)\n--\n\nThe capsule of an array of Arrow. The columns are not "
     "copied."},
    {"arrow_stream", arrow_stream, METH_VARARGS,
     "arrow_stream(*columns)\n--\n\nThe capsule of a stream of that one array."},
    {"guess_data_format", guess_data_format, METH_VARARGS,
     "guess_data_format(name, beginning)\n--\n\nThe format of training data, by the first bytes or by the "
     "name; "
     "None for all else."},
    {"data_formats", data_formats, METH_NOARGS,
     "data_formats()\n--\n\nThe names of the formats of training data."},
    {"foreign", foreign, METH_O,
     "foreign(beginning)\n--\n\n"
     "Returns the name of the content that begins so and the command that makes lines of positions of it; "
     "None "
     "for text."},
    {"attacked", (PyCFunction)(void (*)(void))attacked, METH_VARARGS | METH_KEYWORDS,
     "attacked(boards, sides, *, out=None, codes=None)\n--\n\n"
     "The squares of each board that a side attacks, those of its own pieces too.\n\n"
     "boards  uint8, shape (n, 64), as in_check_batch takes them\n"
     "sides   uint8, shape (n,): the side that attacks, 0 white, 1 black\n"
     "out     uint64, shape (n,), to be filled; without it a new array, such as numpy.asarray takes\n"
     "codes   Codes, where the boards have others than Kingscan's\n\n"
     "Returns out: bit s is square s, counted as the board's bytes; squares() names those from a8 to h1.\n"
     "Raises ValueError when a shape or a side is wrong. Other threads run meanwhile; they must not change\n"
     "boards and out."},
    {"in_check_batch", (PyCFunction)(void (*)(void))in_check_batch, METH_VARARGS | METH_KEYWORDS,
     "in_check_batch(boards, kings, sides, *, out=None, codes=None)\n--\n\n"
     "Whether the king of each board is in check.\n\n"
     "boards  uint8, shape (n, 64): read where they lie. A row is a board, and its squares lie side by "
     "side;\n"
     "        the rows may lie apart, as in a slice of a wider array. Without codes: 0 empty, 1-6 white "
     "pawn,\n"
     "        knight, bishop, rook, queen, king, 9-14 the same in black, from a8 to h1\n"
     "kings   uint8, shape (n,): the square of the king, 0-63, counted as the board's bytes\n"
     "sides   uint8, shape (n,): the colour of the king, 0 white, 1 black\n"
     "out     uint8 or bool, shape (n,), to be filled; without it a new bytearray\n"
     "codes   Codes, where the boards have others than Kingscan's\n\n"
     "Arrays are whatever offers such a buffer: numpy's, memoryviews, bytes. Returns out: 1 in check, 0 "
     "not.\n"
     "Raises ValueError when a shape, a square or a side is wrong. Other threads run meanwhile; they must "
     "not\n"
     "change boards and out."},
    {"squares", squares, METH_O,
     "squares(mask, /)\n--\n\nThe names of the squares in a set, such as ('e4', 'h5'). Bit n of mask is "
     "square n: a8 is 0, "
     "h1 is 63."},
    {"kernel", kernel, METH_NOARGS,
     "kernel()\n--\n\nThe name of the kernel in use, such as 'avx512'. KINGSCAN_KERNEL in the environment "
     "names another."},
    {NULL, NULL, 0, NULL},
};

/* Adds an object to the module and returns it. */
static PyObject *add(PyObject *module, const char *name, PyObject *object) {
    Py_XINCREF(object);
    if (object && PyModule_AddObject(module, name, object) == 0)
        return object;
    Py_XDECREF(object);
    Py_CLEAR(object);
    return NULL;
}

static PyObject *add_exception(PyObject *module, const char *name, const char *full_name, PyObject *base) {
    return base ? add(module, name, PyErr_NewException(full_name, base, NULL)) : NULL;
}

/* base: NULL for object. */
static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base) {
    PyObject *bases = base ? PyTuple_Pack(1, base) : NULL;
    PyObject *type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
    return (PyTypeObject *)add(module, strrchr(spec->name, '.') + 1, type);
}

/* The Move of kingscan.chess, whose name the other Move has here. */
static PyTypeObject *add_chess_move(PyObject *module) {
    return (PyTypeObject *)add(module, "ChessMove", PyType_FromModuleAndSpec(module, &chess_move_spec, NULL));
}

/* Returns an attribute of a module of the package. */
static PyObject *import(const char *module, const char *name) {
    PyObject *imported = PyImport_ImportModule(module);
    PyObject *found = imported ? PyObject_GetAttrString(imported, name) : NULL;
    Py_XDECREF(imported);
    return found;
}

static int find_verdicts(struct module_state *state) {
    PyObject *type = import("kingscan.verdict", "Verdict");
    int found = type != NULL;
    for (int i = 0; found && i < KS_VERDICTS; i++)
        found = (state->verdicts[i] = PyObject_CallFunction(type, "i", i)) != NULL;
    Py_XDECREF(type);
    return found;
}

static int fill_module(PyObject *module) {
    struct module_state *state = state_of(module);
    state->outcome = import("kingscan.outcome", "Outcome");
    state->sides[KS_WHITE] = PyUnicode_InternFromString("white");
    state->sides[KS_BLACK] = PyUnicode_InternFromString("black");
    state->restore = PyObject_GetAttrString(module, "restore");
    state->fen_error = add_exception(module, "FenError", "kingscan.FenError", PyExc_ValueError);
    state->move_error = add_exception(module, "MoveError", "kingscan.MoveError", PyExc_ValueError);
    state->illegal_move =
        add_exception(module, "IllegalMoveError", "kingscan.IllegalMoveError", state->move_error);
    state->invalid_move =
        add_exception(module, "InvalidMoveError", "kingscan.InvalidMoveError", state->move_error);
    state->ambiguous_move =
        add_exception(module, "AmbiguousMoveError", "kingscan.AmbiguousMoveError", state->move_error);
    state->position = add_type(module, &position_spec, NULL);
    state->move = add_type(module, &move_spec, NULL);
    state->variants = add_type(module, &variants_spec, NULL);
    state->table = add_type(module, &table_spec, NULL);
    state->codes = add_type(module, &codes_spec, NULL);
    state->reader = add_type(module, &reader_spec, NULL);
    state->arrow_reader = add_type(module, &arrow_reader_spec, NULL);
    state->data_batch = add_type(module, &data_batch_spec, NULL);
    state->data_reader = add_type(module, &data_reader_spec, NULL);
    state->features = add_type(module, &features_spec, NULL);
    state->chess_board = add_type(module, &chess_board_spec, NULL);
    state->chess_move = add_chess_move(module);
    state->chess_piece_base = add_type(module, &chess_piece_spec, NULL);
    state->chess_squares = add_type(module, &chess_squares_spec, NULL);
    state->chess_sides = add_type(module, &chess_sides_spec, NULL);
    if (!find_verdicts(state) || !state->outcome || !state->restore || !state->fen_error ||
        !state->move_error || !state->illegal_move || !state->invalid_move || !state->ambiguous_move ||
        !state->position || !state->move || !state->variants || !state->table || !state->codes ||
        !state->reader || !state->arrow_reader || !state->data_batch || !state->data_reader ||
        !state->features || !state->chess_board || !state->chess_move || !state->chess_piece_base ||
        !state->chess_squares || !state->chess_sides || !state->sides[KS_WHITE] || !state->sides[KS_BLACK])
        return -1;
    keep_chess_types(state, state->chess_piece_base,
                     state->chess_squares); /* until kingscan.chess has its own */
    if (PyModule_AddIntConstant(module, "STRICT", KS_FEN_STRICT) != 0 ||
        PyModule_AddIntConstant(module, "LENIENT", KS_FEN_LENIENT) != 0 ||
        PyModule_AddIntConstant(module, "POSSIBLE", KS_FEN_POSSIBLE) != 0)
        return -1;
    return PyModule_AddStringConstant(module, "__version__", ks_version());
}

static int visit_module(PyObject *module, visitproc visit, void *arg) {
    const struct module_state *state = state_of(module);
    Py_VISIT(state->fen_error);
    Py_VISIT(state->move_error);
    Py_VISIT(state->illegal_move);
    Py_VISIT(state->invalid_move);
    Py_VISIT(state->ambiguous_move);
    Py_VISIT(state->position);
    Py_VISIT(state->move);
    Py_VISIT(state->variants);
    Py_VISIT(state->table);
    Py_VISIT(state->codes);
    Py_VISIT(state->reader);
    Py_VISIT(state->arrow_reader);
    Py_VISIT(state->data_batch);
    Py_VISIT(state->data_reader);
    Py_VISIT(state->features);
    Py_VISIT(state->chess_board);
    Py_VISIT(state->chess_move);
    Py_VISIT(state->chess_piece_base);
    Py_VISIT(state->chess_squares);
    Py_VISIT(state->chess_sides);
    Py_VISIT(state->chess_piece);
    Py_VISIT(state->chess_square_set);
    Py_VISIT(state->outcome);
    Py_VISIT(state->restore);
    Py_VISIT(state->bundled);
    for (int i = 0; i < KS_VERDICTS; i++)
        Py_VISIT(state->verdicts[i]);
    return 0; /* moves refer to nothing but their type */
}

static int clear_module(PyObject *module) {
    struct module_state *state = state_of(module);
    Py_CLEAR(state->sides[KS_WHITE]);
    Py_CLEAR(state->sides[KS_BLACK]);
    for (int i = 0; i < CHESS_MOVES; i++)
        Py_CLEAR(state->chess_moves[i]);
    for (int i = 0; i < KS_SQUARES; i++)
        Py_CLEAR(state->squares[i]);
    for (int i = 0; i < KS_VERDICTS; i++)
        Py_CLEAR(state->verdicts[i]);
    Py_CLEAR(state->fen_error);
    Py_CLEAR(state->move_error);
    Py_CLEAR(state->illegal_move);
    Py_CLEAR(state->invalid_move);
    Py_CLEAR(state->ambiguous_move);
    Py_CLEAR(state->position);
    Py_CLEAR(state->move);
    Py_CLEAR(state->variants);
    Py_CLEAR(state->table);
    Py_CLEAR(state->codes);
    Py_CLEAR(state->reader);
    Py_CLEAR(state->arrow_reader);
    Py_CLEAR(state->data_batch);
    Py_CLEAR(state->data_reader);
    Py_CLEAR(state->features);
    Py_CLEAR(state->chess_board);
    Py_CLEAR(state->chess_move);
    Py_CLEAR(state->chess_piece_base);
    Py_CLEAR(state->chess_squares);
    Py_CLEAR(state->chess_sides);
    Py_CLEAR(state->chess_piece);
    Py_CLEAR(state->chess_square_set);
    Py_CLEAR(state->outcome);
    Py_CLEAR(state->restore);
    Py_CLEAR(state->bundled);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "kingscan._kingscan",
    .m_size = sizeof(struct module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = visit_module,
    .m_clear = clear_module,
};

PyMODINIT_FUNC PyInit__kingscan(void);

__attribute__((visibility("default"))) PyObject *PyInit__kingscan(void) {
    return PyModuleDef_Init(&definition);
}
