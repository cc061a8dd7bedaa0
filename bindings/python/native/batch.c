/* Checks and attacked squares on many boards in memory, read where they lie; and the descriptions of other
 * programs' codes. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* ---- Codes ---- */

struct codes {
    PyObject_HEAD ks_pieceset set;
};

/* Adds the piece that a FEN letter stands for. Returns 0 with an exception. */
static int add_piece(ks_piece *piece, PyObject *code, PyObject *letter) {
    static const char letters[] = "PNBRQKpnbrqk";
    static const uint8_t attacks[6] = {KS_CLASS_PAWN,
                                       KS_CLASS_KNIGHT,
                                       KS_CLASS_DIAGONAL,
                                       KS_CLASS_ORTHOGONAL,
                                       KS_CLASS_DIAGONAL | KS_CLASS_ORTHOGONAL,
                                       KS_CLASS_WAZIR | KS_CLASS_FERZ};
    const long number = PyLong_AsLong(code);
    if (number == -1 && PyErr_Occurred())
        return 0;
    Py_ssize_t n = 0;
    const char *text = PyUnicode_Check(letter) ? PyUnicode_AsUTF8AndSize(letter, &n) : NULL;
    const char *found = text && n == 1 ? strchr(letters, text[0]) : NULL;
    if (number < -128 || number > 255 || !found || !*found) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "code %ld: expected -128 to 255 for a letter out of %s", number,
                         letters);
        return 0;
    }
    const unsigned index = (unsigned)(found - letters);
    *piece = (ks_piece){(uint8_t)number, index < 6 ? KS_WHITE : KS_BLACK, attacks[index % 6]};
    return 1;
}

static int read_pieces(PyObject *dictionary, ks_piece pieces[256], size_t *count) {
    PyObject *code, *letter;
    *count = 0;
    for (Py_ssize_t at = 0; PyDict_Next(dictionary, &at, &code, &letter); ++*count) {
        if (*count == 256) {
            PyErr_SetString(PyExc_ValueError, "expected at most 256 codes");
            return 0;
        }
        if (!add_piece(&pieces[*count], code, letter))
            return 0;
    }
    return 1;
}

static PyObject *new_codes(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"pieces", "a1_first", "wide", NULL};
    PyObject *dictionary;
    int a1_first = 0, wide = 0;
    ks_piece pieces[256];
    size_t count;
    ks_pieceset set;
    ks_error error;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$pp:Codes", names, &dictionary, &a1_first,
                                     &wide))
        return NULL;
    if (!PyDict_Check(dictionary))
        return PyErr_Format(PyExc_TypeError, "pieces: expected a dict of codes and letters of FEN");
    if (!read_pieces(dictionary, pieces, &count))
        return NULL;
    if (ks_pieceset_init(&set, pieces, count,
                         (a1_first ? KS_PIECESET_A1_FIRST : 0u) | (wide ? KS_PIECESET_WIDE : 0u),
                         &error) != KS_OK)
        return raise_error(PyExc_ValueError, &error);
    struct codes *codes = (struct codes *)make_object(type);
    if (codes)
        codes->set = set;
    return (PyObject *)codes;
}

static const char codes_doc[] =
    "Codes(pieces, *, a1_first=False, wide=False)\n--\n\n"
    "What the bytes of somebody else's boards mean, for in_check_batch.\n\n"
    "pieces    {code: letter of FEN}, codes -128 to 255 (-1 is 255); all others mean an empty square\n"
    "a1_first  byte 0 of a board is a1, byte 63 h8; else byte 0 is a8\n"
    "wide      look at all eight bits of a byte even if every code is below 16; else only the low four bits "
    "count\n\n"
    "Codes below 16 are the fastest. Raises ValueError when a code is listed twice or no code is left for "
    "empty squares.";

static PyType_Slot codes_slots[] = {{Py_tp_doc, (void *)codes_doc},
                                    {Py_tp_new, (void *)new_codes},
                                    {Py_tp_dealloc, (void *)free_object},
                                    {0, NULL}};

PyType_Spec codes_spec = {
    .name = "kingscan._kingscan.Codes",
    .basicsize = sizeof(struct codes),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = codes_slots,
};

/* ---- The batch ---- */

struct batch {
    buffer_view boards, kings, sides, out;
    const ks_pieceset *set; /* NULL: the library's own codes */
    Py_ssize_t count;
};

static int is_bytes(const buffer_view *view) {
    return view->itemsize == 1 && (!view->format || strchr("BbcC?", view->format[view->format[0] == '|']));
}

/* Whether `view` is a vector of n bytes without gaps. */
static int is_vector(const buffer_view *view, const char *name, Py_ssize_t n) {
    if (view->ndim == 1 && is_bytes(view) && view->shape[0] == n && (n < 2 || view->strides[0] == 1))
        return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected uint8 of shape (%zd,), without gaps", name, n);
    return 0;
}

static int are_boards(const buffer_view *view) {
    if (view->ndim == 2 && is_bytes(view) && view->shape[1] == KS_SQUARES && view->strides[1] == 1 &&
        (view->shape[0] < 2 || view->strides[0] >= KS_SQUARES))
        return 1;
    PyErr_SetString(PyExc_ValueError,
                    "boards: expected uint8 of shape (n, 64), each board without gaps, in ascending order");
    return 0;
}

/* A part of the boards: it copies their kings and sides, so that nobody can change these after they have been
 * found to be in range. */
enum { PART = 4096 };

static int is_part_in_range(const uint8_t *kings, const uint8_t *sides, size_t n) {
    unsigned most_king = 0, most_side = 0;
    for (size_t i = 0; i < n; i++) {
        most_king |= kings[i];
        most_side |= sides[i];
    }
    return most_king < KS_SQUARES && most_side <= KS_BLACK;
}

/* Spreads the lowest eight bits into a byte each, in order. */
static uint64_t spread(uint64_t bits) {
    const uint64_t each = 0x0101010101010101, own_bit = 0x8040201008040201;
    return ((((bits & 255) * each & own_bit) + 127 * each) >> 7) & each;
}

/* Spreads the lowest n bits, 1 to 64, into a byte each. */
static void write_answers(uint8_t *out, uint64_t bits, size_t n) {
    for (; n >= 8; n -= 8, out += 8, bits >>= 8) {
        const uint64_t bytes = spread(bits);
        memcpy(out, &bytes, 8);
    }
    const uint64_t rest = spread(bits);
    memcpy(out, &rest, n);
}

/* Fills in `out`. Returns the number of answers: all, or those before the first part with a board out of
 * range. */
static Py_ssize_t ask(const struct batch *batch) {
    const uint8_t *boards = batch->boards.buf;
    const size_t stride = batch->count > 1 ? (size_t)batch->boards.strides[0] : KS_SQUARES;
    uint8_t kings[PART], sides[PART];
    uint64_t bits[PART / 64];
    for (Py_ssize_t done = 0; done < batch->count; done += PART) {
        const size_t n = batch->count - done < PART ? (size_t)(batch->count - done) : PART;
        memcpy(kings, (const uint8_t *)batch->kings.buf + done, n);
        memcpy(sides, (const uint8_t *)batch->sides.buf + done, n);
        if (!is_part_in_range(kings, sides, n))
            return done;
        const uint8_t *first = boards + (size_t)done * stride;
        if (batch->set)
            ks_in_check_batch_set(batch->set, first, stride, kings, sides, n, bits);
        else
            ks_in_check_batch(first, stride, kings, sides, n, bits);
        for (size_t i = 0; i < n; i += 64)
            write_answers((uint8_t *)batch->out.buf + done + i, bits[i / 64], n - i < 64 ? n - i : 64);
    }
    return batch->count;
}

static int find_first_wrong(const struct batch *batch, Py_ssize_t from) {
    const uint8_t *kings = batch->kings.buf, *sides = batch->sides.buf;
    for (Py_ssize_t i = from; i < batch->count; i++)
        if (kings[i] >= KS_SQUARES || sides[i] > KS_BLACK) {
            PyErr_Format(PyExc_ValueError,
                         "board %zd: expected a square from 0 to 63 and side 0 or 1, found %d and %d", i,
                         kings[i], sides[i]);
            return 0;
        }
    PyErr_SetString(PyExc_ValueError, "kings or sides changed meanwhile");
    return 0;
}

static int answer(struct batch *batch) {
    batch->count = batch->boards.shape ? batch->boards.shape[0] : 0;
    if (!are_boards(&batch->boards) || !is_vector(&batch->kings, "kings", batch->count) ||
        !is_vector(&batch->sides, "sides", batch->count) || !is_vector(&batch->out, "out", batch->count))
        return 0;
    Py_ssize_t done;
    Py_BEGIN_ALLOW_THREADS;
    done = ask(batch);
    Py_END_ALLOW_THREADS;
    return done == batch->count || find_first_wrong(batch, done);
}

static int take_set(struct batch *batch, PyObject *module, PyObject *codes) {
    if (codes == Py_None)
        return 1;
    if (Py_TYPE(codes) != state_of(module)->codes) {
        PyErr_SetString(PyExc_TypeError, "codes: expected a Codes or None");
        return 0;
    }
    batch->set = &((struct codes *)codes)->set;
    return 1;
}

/* Takes the four arrays of a batch, and answers. Returns 0 with an exception. */
static int take_arrays(struct batch *batch, PyObject *const arrays[4], int (*answer_all)(struct batch *)) {
    buffer_view *views[4] = {&batch->boards, &batch->kings, &batch->sides, &batch->out};
    int taken = 0;
    while (taken < 4 && PyObject_GetBuffer(arrays[taken], views[taken],
                                           taken < 3 ? BUFFER_RECORDS_RO : BUFFER_RECORDS) == 0)
        taken++;
    const int answered = taken == 4 && answer_all(batch);
    while (taken > 0)
        PyBuffer_Release(views[--taken]);
    return answered;
}

PyObject *in_check_batch(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"boards", "kings", "sides", "out", "codes", NULL};
    PyObject *boards, *kings, *sides, *out = Py_None, *codes = Py_None;
    struct batch batch = {.set = NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO|$OO:in_check_batch", names, &boards, &kings,
                                     &sides, &out, &codes) ||
        !take_set(&batch, module, codes))
        return NULL;
    const Py_ssize_t count = out == Py_None ? PyObject_Size(boards) : 0;
    PyObject *result = count < 0 ? NULL : out == Py_None ? PyByteArray_FromStringAndSize(NULL, count) : out;
    if (result == out)
        Py_INCREF(out);
    if (result && !take_arrays(&batch, (PyObject *[]){boards, kings, sides, result}, answer))
        Py_CLEAR(result);
    return result;
}

/* ---- Attacked squares ---- */

static int is_vector_of_words(const buffer_view *view, const char *name, Py_ssize_t n) {
    const char *const format = view->format ? view->format + (strchr("@=<|", view->format[0]) != NULL) : "B";
    if (view->ndim == 1 && view->itemsize == 8 && (*format == 'Q' || *format == 'L') && view->shape[0] == n &&
        (n < 2 || view->strides[0] == 8))
        return 1;
    PyErr_Format(PyExc_ValueError, "%s: expected uint64 of shape (%zd,), without gaps", name, n);
    return 0;
}

/* Fills in `out`, as ask does. (Its words may lie at any address.) */
static Py_ssize_t ask_attacked(const struct batch *batch) {
    const size_t stride = batch->count > 1 ? (size_t)batch->boards.strides[0] : KS_SQUARES;
    uint8_t sides[PART];
    uint64_t found[PART];
    for (Py_ssize_t done = 0; done < batch->count; done += PART) {
        const size_t n = batch->count - done < PART ? (size_t)(batch->count - done) : PART;
        const uint8_t *const first = (const uint8_t *)batch->boards.buf + (size_t)done * stride;
        memcpy(sides, (const uint8_t *)batch->sides.buf + done, n);
        if (!is_part_in_range(sides, sides, n))
            return done;
        if (!batch->set)
            ks_attacked_batch(first, stride, sides, n, found);
        for (size_t i = 0; batch->set && i < n; i++)
            found[i] = ks_attacked_set(batch->set, first + i * stride, sides[i]);
        memcpy((uint8_t *)batch->out.buf + 8 * done, found, 8 * n);
    }
    return batch->count;
}

static int answer_attacked(struct batch *batch) {
    batch->count = batch->boards.shape ? batch->boards.shape[0] : 0;
    if (!are_boards(&batch->boards) || !is_vector(&batch->sides, "sides", batch->count) ||
        !is_vector_of_words(&batch->out, "out", batch->count))
        return 0;
    Py_ssize_t done;
    Py_BEGIN_ALLOW_THREADS;
    done = ask_attacked(batch);
    Py_END_ALLOW_THREADS;
    for (const uint8_t *sides = batch->sides.buf; done < batch->count; done++)
        if (sides[done] > KS_BLACK)
            return PyErr_Format(PyExc_ValueError, "board %zd: expected side 0 or 1, found %d", done,
                                sides[done]) != NULL;
    return 1;
}

/* Returns a new array of n words of 64 bits. */
static PyObject *new_words(Py_ssize_t n) {
    PyObject *const bytes = PyByteArray_FromStringAndSize(NULL, 8 * n);
    PyObject *const view = bytes ? PyMemoryView_FromObject(bytes) : NULL;
    PyObject *const words = view ? PyObject_CallMethod(view, "cast", "s", "Q") : NULL;
    Py_XDECREF(bytes);
    Py_XDECREF(view);
    return words;
}

PyObject *attacked(PyObject *module, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"boards", "sides", "out", "codes", NULL};
    PyObject *boards, *sides, *out = Py_None, *codes = Py_None;
    struct batch batch = {.set = NULL};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|$OO:attacked", names, &boards, &sides, &out,
                                     &codes) ||
        !take_set(&batch, module, codes))
        return NULL;
    const Py_ssize_t count = out == Py_None ? PyObject_Size(boards) : 0;
    PyObject *result = count < 0 ? NULL : out == Py_None ? new_words(count) : out;
    if (result == out)
        Py_INCREF(out);
    if (result && !take_arrays(&batch, (PyObject *[]){boards, sides, sides, result}, answer_attacked))
        Py_CLEAR(result);
    return result;
}
