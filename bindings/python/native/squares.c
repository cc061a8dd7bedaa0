/* Questions about squares: attackers, pins, pieces. Squares have their names, for Kingscan counts them from
 * a8 and others from a1. */
#include <stdlib.h>
#include <string.h>

#include "game/common/any_position.h"
#include "position.h"

/* ---- Arguments ---- */

int read_side(PyObject *color) {
    if (PyBool_Check(color))
        return color == Py_True ? KS_WHITE : KS_BLACK;
    const char *text = whole_text(color);
    if (text && strcmp(text, "white") == 0)
        return KS_WHITE;
    if (text && strcmp(text, "black") == 0)
        return KS_BLACK;
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "color: expected 'white' or 'black', found %R", color);
    return -1;
}

/* Returns the number of the square of a name; -1 when there is none. */
static int square_of(struct any_board_size size, const char *name, Py_ssize_t length) {
    unsigned rank = 0;
    for (Py_ssize_t i = 1; i < length && i < 3 && '0' <= name[i] && name[i] <= '9' && name[1] != '0'; i++)
        rank = 10 * rank + (unsigned)(name[i] - '0');
    const unsigned file = length > 0 ? (unsigned)(name[0] - 'a') : size.files;
    const int is_square =
        file < size.files && 0 < rank && rank <= size.ranks && length == (rank < 10 ? 2 : 3);
    return is_square ? (int)((size.ranks - rank) * size.files + file) : -1;
}

/* Returns the number of a square; or -1 with an exception. */
static int read_square(const struct any_position *now, PyObject *name) {
    const struct any_board_size size = any_board_size(now->variant);
    Py_ssize_t length = 0;
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
    const int square = text ? square_of(size, text, length) : -1;
    if (square >= 0)
        return square;
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "square: expected one from a1 to %s, found %R",
                 any_square_name(now->variant, size.files - 1), name);
    return -1;
}

/* Reads a side and a square. Returns 0 with an exception. */
static int read_both(const struct any_position *now, PyObject *arguments, int *side, int *square) {
    PyObject *color, *name;
    return PyArg_ParseTuple(arguments, "OO", &color, &name) && (*side = read_side(color)) >= 0 &&
           (*square = read_square(now, name)) >= 0;
}

/* ---- Answers ---- */

/* Returns the name of a square. Those of chess are made once. */
static PyObject *name_of(struct module_state *state, const ks_variant *variant, unsigned square) {
    if (variant)
        return PyUnicode_FromString(any_square_name(variant, square));
    PyObject **name = &state->squares[square];
    if (!*name)
        *name = PyUnicode_InternFromString(ks_square_name(square));
    Py_XINCREF(*name);
    return *name;
}

static PyObject *names_of(PyObject *self, ks_variant_squares squares) {
    const struct position *position = as_position(self);
    PyObject *names =
        PyTuple_New(__builtin_popcountll(squares.half[0]) + __builtin_popcountll(squares.half[1]));
    for (Py_ssize_t i = 0; names && !squares_empty(squares); i++) {
        PyObject *name = name_of(position->state, position->now->variant, squares_pop(&squares));
        if (!name || PyTuple_SetItem(names, i, name) != 0)
            Py_CLEAR(names);
    }
    return names;
}

static unsigned count_squares(const struct any_position *now) {
    const struct any_board_size size = any_board_size(now->variant);
    return size.files * size.ranks;
}

static ks_variant_squares find_attackers(const struct any_position *now, int side, int square) {
    return now->variant
               ? ks_variant_attackers(now->variant, &now->varied, (unsigned)square, (unsigned)side)
               : (ks_variant_squares){{ks_attackers(now->chess.board, (unsigned)square, (unsigned)side)}};
}

PyObject *position_attackers(PyObject *self, PyObject *arguments) {
    const struct any_position *now = as_position(self)->now;
    int side, square;
    return read_both(now, arguments, &side, &square) ? names_of(self, find_attackers(now, side, square))
                                                     : NULL;
}

/* A piece attacks the squares whose attackers it is among. */
PyObject *position_attacks(PyObject *self, PyObject *name) {
    const struct any_position *now = as_position(self)->now;
    const int from = read_square(now, name);
    ks_variant_squares found = {{0}};
    if (from < 0)
        return NULL;
    const char letter = any_piece_letter(now, (unsigned)from);
    const int side = letter >= 'a' ? KS_BLACK : KS_WHITE;
    for (unsigned square = 0; letter && square < count_squares(now); square++)
        if (squares_have(find_attackers(now, side, (int)square), (unsigned)from))
            squares_add(&found, square);
    return names_of(self, found);
}

PyObject *position_attacked(PyObject *self, PyObject *color) {
    const int side = read_side(color);
    return side < 0 ? NULL : names_of(self, any_attacked(as_position(self)->now, (unsigned)side));
}

/* Appends the pairs of a square's attackers. Returns false with an exception when there is no memory. */
static bool append_pairs(PyObject *pairs, const struct position *position, ks_variant_squares attackers,
                         unsigned to) {
    bool good = true;
    while (good && !squares_empty(attackers)) {
        const ks_variant *const variant = position->now->variant;
        PyObject *const pair =
            Py_BuildValue("(NN)", name_of(position->state, variant, squares_pop(&attackers)),
                          name_of(position->state, variant, to));
        good = pair && PyList_Append(pairs, pair) == 0;
        Py_XDECREF(pair);
    }
    return good;
}

/* ks_attack_pairs square by square, which serves variants too: the names cost more than the search. */
PyObject *position_attack_pairs(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct position *const position = as_position(self);
    PyObject *const pairs = PyList_New(0);
    PyObject *tuple = NULL;
    bool good = pairs != NULL;
    for (unsigned to = 0; good && to < count_squares(position->now); to++) {
        ks_variant_squares by = find_attackers(position->now, KS_WHITE, (int)to);
        const ks_variant_squares black = find_attackers(position->now, KS_BLACK, (int)to);
        for (unsigned half = 0; half < 2; half++)
            by.half[half] |= black.half[half];
        if (any_piece_letter(position->now, to))
            good = append_pairs(pairs, position, by, to);
    }
    if (good)
        tuple = PyList_AsTuple(pairs);
    Py_XDECREF(pairs);
    return tuple;
}

PyObject *position_is_attacked_by(PyObject *self, PyObject *arguments) {
    const struct any_position *now = as_position(self)->now;
    int side, square;
    return read_both(now, arguments, &side, &square)
               ? PyBool_FromLong(!squares_empty(find_attackers(now, side, square)))
               : NULL;
}

PyObject *position_checkers(PyObject *self, void *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    return names_of(self, any_checkers(now));
}

/* Returns 0 with an exception in a variant. */
static int knows_pins(const struct any_position *now) {
    if (now->variant)
        PyErr_SetString(PyExc_NotImplementedError, "pins are known in chess alone, not in variants");
    return !now->variant;
}

PyObject *position_pins(PyObject *self, void *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    return knows_pins(now) ? names_of(self, any_pinned(now)) : NULL;
}

PyObject *position_is_pinned(PyObject *self, PyObject *arguments) {
    const struct any_position *now = as_position(self)->now;
    int side, square;
    ks_king_lines lines = {0};
    if (!read_both(now, arguments, &side, &square) || !knows_pins(now))
        return NULL;
    const unsigned king = ks_king_of(&now->chess, (unsigned)side);
    if (king < KS_SQUARES)
        ks_king_scan(now->chess.board, king, (unsigned)side, &lines);
    return PyBool_FromLong(lines.pinned >> square & 1);
}

/* ---- Pieces ---- */

enum { LETTER_SIZE = 3 };

/* Writes the piece on a square as FEN has it, such as "N" or "+p". Returns whether there is one. */
static int write_letter(const struct any_position *now, unsigned square, char text[LETTER_SIZE]) {
    const char letter = any_piece_letter(now, square);
    unsigned n = 0;
    if (letter && any_is_promoted(now, square))
        text[n++] = '+';
    text[n++] = letter;
    text[n] = '\0';
    return letter != 0;
}

PyObject *position_piece_at(PyObject *self, PyObject *name) {
    const struct any_position *now = as_position(self)->now;
    const int square = read_square(now, name);
    char text[LETTER_SIZE];
    if (square < 0)
        return NULL;
    return Py_BuildValue("z", write_letter(now, (unsigned)square, text) ? text : NULL);
}

/* Whether a game can have a piece of this letter, on either side. */
static int is_letter(const struct any_position *now, const char *text) {
    if (!now->variant)
        return text[0] && strchr("PNBRQKpnbrqk", text[0]) && !text[1];
    const unsigned types = ks_variant_get_facts(now->variant).types;
    for (unsigned type = 0; type < types; type++) {
        const ks_variant_piece_type named = ks_variant_get_piece_type(now->variant, type);
        const int promoted = text[0] == '+';
        const char letter = text[promoted];
        if (promoted == (named.promoted != 0) && letter && !text[promoted + 1] &&
            (letter == named.label || (letter | 0x20) == named.label))
            return 1;
    }
    return 0;
}

PyObject *position_pieces(PyObject *self, PyObject *letter) {
    const struct any_position *now = as_position(self)->now;
    char text[LETTER_SIZE];
    ks_variant_squares found = {{0}};
    const char *const asked = whole_text(letter);
    if (!asked && PyErr_Occurred())
        return NULL;
    if (!asked || !is_letter(now, asked))
        return PyErr_Format(PyExc_ValueError,
                            "letter: expected that of a piece, such as 'N' for white's knights, found %R",
                            letter);
    for (unsigned square = 0; square < count_squares(now); square++)
        if (write_letter(now, square, text) && strcmp(text, asked) == 0)
            squares_add(&found, square);
    return names_of(self, found);
}

PyObject *position_piece_map(PyObject *self, PyObject *ignored) {
    const struct any_position *now = as_position(self)->now;
    char text[LETTER_SIZE];
    PyObject *map = PyDict_New();
    (void)ignored;
    for (unsigned square = 0; map && square < count_squares(now); square++) {
        if (!write_letter(now, square, text))
            continue;
        PyObject *name = name_of(as_position(self)->state, now->variant, square);
        PyObject *piece = PyUnicode_FromString(text);
        if (!name || !piece || PyDict_SetItem(map, name, piece) != 0)
            Py_CLEAR(map);
        Py_XDECREF(name);
        Py_XDECREF(piece);
    }
    return map;
}

/* ---- Castling ---- */

static int may_castle(const struct any_position *now, int side, int wing) {
    return now->variant ? now->varied.castling_rook[side][wing] != KS_VARIANT_NO_SQUARE
                        : ks_castling_rook(&now->chess, (unsigned)side, (unsigned)wing) != KS_NO_SQUARE;
}

/* Whether a side may castle on a wing from one to another. */
static PyObject *has_castling_rights(PyObject *self, PyObject *color, int first, int last) {
    const int side = read_side(color);
    int may = 0;
    for (int wing = first; side >= 0 && wing <= last; wing++)
        may |= may_castle(as_position(self)->now, side, wing);
    return side >= 0 ? PyBool_FromLong(may) : NULL;
}

PyObject *position_has_castling_rights(PyObject *self, PyObject *color) {
    return has_castling_rights(self, color, KS_KINGSIDE, KS_QUEENSIDE);
}

PyObject *position_has_kingside_castling_rights(PyObject *self, PyObject *color) {
    return has_castling_rights(self, color, KS_KINGSIDE, KS_KINGSIDE);
}

PyObject *position_has_queenside_castling_rights(PyObject *self, PyObject *color) {
    return has_castling_rights(self, color, KS_QUEENSIDE, KS_QUEENSIDE);
}

/* ---- The king, and the board ---- */

PyObject *position_king(PyObject *self, PyObject *color) {
    const struct any_position *now = as_position(self)->now;
    const int side = read_side(color);
    if (side < 0)
        return NULL;
    const unsigned square = now->variant ? now->varied.king[side] : ks_king_of(&now->chess, (unsigned)side);
    const char *name = any_square_name(now->variant, square);
    return Py_BuildValue("z", name[0] == '-' ? NULL : name);
}

PyObject *position_board(PyObject *self, void *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    const struct any_board_size size = any_board_size(now->variant);
    const uint8_t *board = now->variant ? now->varied.board : now->chess.board;
    const Py_ssize_t squares = (Py_ssize_t)size.files * (Py_ssize_t)size.ranks;
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)board, squares);
    PyObject *view = bytes ? PyMemoryView_FromObject(bytes) : NULL;
    Py_XDECREF(bytes);
    return view;
}
