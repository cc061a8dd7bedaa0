/* Answers that behave as python-chess's do: words that are true or false, and the legal moves without a call.
 */
#include <stdlib.h>
#include <string.h>

#include "move.h"
#include "position.h"

/* ---- Words ---- */

/* python-chess has True and False for the sides, and 0 for no castling rights, where a position has words.
 * Code for it asks `if position.turn`, which any str would answer with yes. */

static int is_word(PyObject *word, const char *text) {
    return PyUnicode_CompareWithASCIIString(word, text) == 0;
}

/* [a, b][position.turn] has no answer: python-chess counts white as 1, and the boards of this module as 0. */
static PyObject *index_of_word(PyObject *word) {
    return PyErr_Format(
        PyExc_TypeError,
        "%R is no number; take [black, white][position.turn == WHITE], or a dict of both sides", word);
}

static int is_true(PyObject *word) {
    return !is_word(word, "black") && !is_word(word, "-");
}

static PyObject *compare_words(PyObject *self, PyObject *other, int how) {
    const int is_side = is_word(self, "white") || is_word(self, "black");
    if (!PyBool_Check(other) || !is_side || (how != Py_EQ && how != Py_NE))
        return PyUnicode_RichCompare(self, other, how);
    return PyBool_FromLong((is_true(self) == (other == Py_True)) == (how == Py_EQ));
}

/* The hash of the same str, since they are equal. */
static Py_hash_t hash_of_word(PyObject *self) {
    PyObject *plain = PyUnicode_FromObject(self);
    const Py_hash_t hash = plain ? PyObject_Hash(plain) : -1;
    Py_XDECREF(plain);
    return hash;
}

static const char word_doc[] = "Word(text)\n--\n\nA str that is true or false as python-chess's answer is: "
                               "'white' is true and equal to True, "
                               "'black' is false\nand equal to False, and '-', no castling rights, is false.";

static PyType_Slot word_slots[] = {
    {Py_tp_doc, (void *)word_doc},        {Py_tp_richcompare, (void *)compare_words},
    {Py_tp_hash, (void *)hash_of_word},   {Py_nb_bool, (void *)is_true},
    {Py_nb_index, (void *)index_of_word}, {0, NULL},
};

PyType_Spec word_spec = {
    .name = "kingscan._kingscan.Word",
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = word_slots,
};

int make_words(struct module_state *state) {
    static const char *const texts[WORDS_KEPT] = {"white", "black", "-",  "K",   "Q",   "KQ",
                                                  "k",     "Kk",    "Qk", "KQk", "q",   "Kq",
                                                  "Qq",    "KQq",   "kq", "Kkq", "Qkq", "KQkq"};
    for (int i = 0; i < WORDS_KEPT; i++)
        if (!(state->words[i] = PyObject_CallFunction((PyObject *)state->word, "s", texts[i])))
            return 0;
    return 1;
}

PyObject *word_of(struct module_state *state, enum word word) {
    Py_INCREF(state->words[word]);
    return state->words[word];
}

/* ---- Legal moves ---- */

/* The attribute `legal_moves` is called for texts, and goes through a loop as python-chess's does. The memory
 * of the last one is kept for the next: a call of a method without moves took 78 ns, and 102 with new memory
 * each time. */
struct legal_moves {
    PyObject_HEAD PyObject *position;
};

static PyObject *position_of(PyObject *self) {
    return ((struct legal_moves *)self)->position;
}

PyObject *position_legal_moves(PyObject *self, void *ignored) {
    (void)ignored;
    struct module_state *state = as_position(self)->state;
    PyObject *moves = state->spare_moves ? PyObject_Init(state->spare_moves, state->legal_moves)
                                         : make_object(state->legal_moves);
    state->spare_moves = NULL;
    if (!moves)
        return NULL;
    Py_INCREF(self);
    ((struct legal_moves *)moves)->position = self;
    return moves;
}

static void free_legal_moves(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject *position = position_of(self);
    struct module_state *state = as_position(position)->state;
    if (state->spare_moves) {
        free_object(self);
    } else {
        state->spare_moves = self;
        Py_DECREF(type);
    }
    Py_DECREF(position);
}

static PyObject *list_texts(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"san", NULL};
    int san = 0;
    if ((keywords || PyTuple_Size(arguments) > 0) &&
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "|$p:legal_moves", names, &san))
        return NULL;
    return list_move_texts(position_of(self), san);
}

static PyObject *iterate(PyObject *self) {
    PyObject *list = position_moves(position_of(self), NULL);
    PyObject *iterator = list ? PyObject_GetIter(list) : NULL;
    Py_XDECREF(list);
    return iterator;
}

static Py_ssize_t count(PyObject *self) {
    const struct any_position *now = as_position(position_of(self))->now;
    size_t count;
    if (!now->variant)
        return (Py_ssize_t)ks_count_legal_moves(&now->chess);
    any_move *moves = any_list_moves(now, &count);
    if (!moves)
        PyErr_NoMemory();
    free(moves);
    return moves ? (Py_ssize_t)count : -1;
}

static PyObject *count_as_object(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const Py_ssize_t counted = count(self);
    return counted < 0 ? NULL : PyLong_FromSsize_t(counted);
}

static int has_any(PyObject *self) {
    const Py_ssize_t counted = count(self);
    return counted < 0 ? -1 : counted > 0;
}

static int contains(PyObject *self, PyObject *move) {
    PyObject *legal = position_is_legal(position_of(self), move);
    const int answer = legal ? legal == Py_True : -1;
    Py_XDECREF(legal);
    return answer;
}

static PyObject *represent(PyObject *self) {
    PyObject *list = list_move_texts(position_of(self), 1), *between = PyUnicode_FromString(", ");
    PyObject *texts = list && between ? PyUnicode_Join(between, list) : NULL;
    PyObject *text = texts ? PyUnicode_FromFormat("<LegalMoves: %U>", texts) : NULL;
    Py_XDECREF(list);
    Py_XDECREF(between);
    Py_XDECREF(texts);
    return text;
}

static PyMethodDef legal_moves_methods[] = {
    {"count", count_as_object, METH_NOARGS, "count($self)\n--\n\nHow many there are, as len() says."},
    {NULL, NULL, 0, NULL},
};

static const char legal_moves_doc[] = "The legal moves of a Position as it is now. A loop gives a Move each, "
                                      "in no particular order; a call gives a list "
                                      "of texts.";

static PyType_Slot legal_moves_slots[] = {
    {Py_tp_doc, (void *)legal_moves_doc}, {Py_tp_dealloc, (void *)free_legal_moves},
    {Py_tp_call, (void *)list_texts},     {Py_tp_iter, (void *)iterate},
    {Py_tp_repr, (void *)represent},      {Py_tp_methods, legal_moves_methods},
    {Py_sq_length, (void *)count},        {Py_sq_contains, (void *)contains},
    {Py_nb_bool, (void *)has_any},        {0, NULL},
};

PyType_Spec legal_moves_spec = {
    .name = "kingscan._kingscan.LegalMoves",
    .basicsize = sizeof(struct legal_moves),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = legal_moves_slots,
};
