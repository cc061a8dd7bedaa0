/* The types DataReader and DataBatch: training data in batches, for kingscan/training.py. A batch owns its
 * arrays, and nothing is written to them once Python has them; so views of them stay good. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "game/data/reader.h"
#include "game/features/pool.h"
#include "move.h"
#include "position.h"

enum { FAULTS_AT_ONCE = 1000 };

/* ==== A batch ==== */

/* The parts of a position that are in no column. */
struct rest {
    uint64_t castling;
    uint16_t halfmoves, fullmoves;
    uint8_t en_passant, other_king;
};

enum column {
    BOARDS,
    SIDES,
    KINGS,
    MOVES,
    SCORES,
    RESULTS,
    PLIES,
    KINDS,
    KNOWN,
    CLOCKS,
    CHECKS,
    ILLEGAL,
    INVALID,
    REST,
    COLUMNS
};

static const struct column_kind {
    const char *format; /* of memoryview.cast; NULL: not shown */
    size_t size;        /* of an element in bytes */
} column_kinds[COLUMNS] = {
    [BOARDS] = {"B", 64}, [SIDES] = {"B", 1},
    [KINGS] = {"B", 1},   [MOVES] = {"H", 2},
    [SCORES] = {"h", 2},  [RESULTS] = {"b", 1},
    [PLIES] = {"H", 2},   [KINDS] = {"B", 1},
    [KNOWN] = {"B", 1},   [CLOCKS] = {"I", 4},
    [CHECKS] = {"?", 1},  [ILLEGAL] = {"?", 1},
    [INVALID] = {"?", 1}, [REST] = {NULL, sizeof(struct rest)},
};

struct batch {
    PyObject_HEAD size_t count, room;
    bool numbered;              /* entries have move numbers of their own */
    PyObject *columns[COLUMNS]; /* bytes, for `room` entries; NULL: the data lack them */
};

static struct batch *as_batch(PyObject *self) {
    return (struct batch *)self;
}

static void *column_of(const struct batch *batch, enum column column) {
    return batch->columns[column] ? PyBytes_AsString(batch->columns[column]) : NULL;
}

/* Makes a batch with room for so many entries. */
static PyObject *new_batch(PyTypeObject *type, const struct ks_data *data, size_t room) {
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    const bool legality = data->flags & KS_DATA_LEGALITY, moves = data->rules->facts & KS_DATA_HAS_MOVE;
    as_batch(self)->room = room;
    as_batch(self)->numbered = data->rules->numbered;
    for (unsigned i = 0; i < COLUMNS; i++) {
        if ((i == ILLEGAL && !(legality && moves)) || (i == INVALID && !legality))
            continue;
        as_batch(self)->columns[i] =
            PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(room * column_kinds[i].size));
        if (!as_batch(self)->columns[i])
            return drop(self);
    }
    return self;
}

static void free_batch(PyObject *self) {
    for (unsigned i = 0; i < COLUMNS; i++)
        Py_XDECREF(as_batch(self)->columns[i]);
    free_object(self);
}

/* ---- Filled ---- */

/* The columns of a batch while they are filled; see struct batch. */
struct filled {
    char *at[COLUMNS];
    size_t count, room;
};

static void add_column(struct filled *to, enum column column, const void *from, size_t begin, size_t n) {
    const size_t size = column_kinds[column].size;
    memcpy(to->at[column] + to->count * size, (const char *)from + begin * size, n * size);
}

static void add_bits(struct filled *to, enum column column, const uint64_t *from, size_t begin, size_t n) {
    if (to->at[column])
        for (size_t i = 0; i < n; i++)
            to->at[column][to->count + i] = from[(begin + i) / 64] >> (begin + i) % 64 & 1;
}

/* Adds n entries of the reader's last batch, from `begin` on. */
static void add_entries(struct filled *to, const struct ks_data *data, size_t begin, size_t n) {
    const ks_data_batch *const from = &data->batch;
    const struct columns *const c = data->columns;
    add_column(to, BOARDS, from->boards, begin, n);
    add_column(to, SIDES, from->sides, begin, n);
    add_column(to, KINGS, from->kings, begin, n);
    add_column(to, MOVES, from->moves, begin, n);
    add_column(to, SCORES, from->scores, begin, n);
    add_column(to, RESULTS, from->results, begin, n);
    add_column(to, PLIES, from->plies, begin, n);
    add_column(to, KINDS, from->kinds, begin, n);
    add_column(to, KNOWN, from->known, begin, n);
    add_column(to, CLOCKS, from->clocks, begin, n);
    add_bits(to, CHECKS, from->checks, begin, n);
    add_bits(to, ILLEGAL, from->illegal, begin, n);
    add_bits(to, INVALID, from->invalid, begin, n);
    for (size_t i = 0; i < n; i++) {
        const size_t k = begin + i;
        const struct rest rest = {c->castling[k], c->halfmoves[k], c->fullmoves[k], c->en_passant[k],
                                  c->other_kings[k]};
        memcpy(to->at[REST] + (to->count + i) * sizeof rest, &rest, sizeof rest);
    }
    to->count += n;
}

/* ---- Asked ---- */

ks_data_batch entries_of_batch(PyObject *self) {
    const struct batch *const batch = as_batch(self);
    return (ks_data_batch){.count = batch->count,
                           .boards = column_of(batch, BOARDS),
                           .sides = column_of(batch, SIDES),
                           .scores = column_of(batch, SCORES),
                           .results = column_of(batch, RESULTS)};
}

static Py_ssize_t length_of_batch(PyObject *self) {
    return (Py_ssize_t)as_batch(self)->count;
}

/* Returns a view of a column; closure: its kind. */
static PyObject *get_column(PyObject *self, void *closure) {
    const struct column_kind *const kind = closure;
    PyObject *const bytes = as_batch(self)->columns[kind - column_kinds];
    const Py_ssize_t count = length_of_batch(self), size = (Py_ssize_t)kind->size;
    if (!bytes)
        return Py_BuildValue("");
    PyObject *whole = PyMemoryView_FromObject(bytes), *view = NULL;
    PyObject *slice = whole ? PySequence_GetSlice(whole, 0, count * size) : NULL;
    if (slice && kind == &column_kinds[BOARDS])
        view = PyObject_CallMethod(slice, "cast", "s(nn)", kind->format, count, size);
    else if (slice)
        view = PyObject_CallMethod(slice, "cast", "s", kind->format);
    Py_XDECREF(slice);
    Py_XDECREF(whole);
    return view;
}

/* Reads the number of an entry, from the end when negative. Returns 0 with an exception. */
static int read_index(const struct batch *batch, PyObject *number, size_t *index) {
    const Py_ssize_t i = PyNumber_AsSsize_t(number, PyExc_IndexError), count = (Py_ssize_t)batch->count;
    if (i == -1 && PyErr_Occurred())
        return 0;
    if (i < -count || i >= count) {
        PyErr_Format(PyExc_IndexError, "expected the number of an entry below %zd, found %zd", count, i);
        return 0;
    }
    *index = (size_t)(i < 0 ? i + count : i);
    return 1;
}

/* Makes the position of an entry. */
static int make_position(const struct batch *batch, size_t i, ks_position *position, ks_error *error) {
    static const struct columns none;
    struct columns c = none;
    struct rest rest;
    memcpy(&rest, (const char *)column_of(batch, REST) + i * sizeof rest, sizeof rest);
    memcpy(c.boards[0], (const char *)column_of(batch, BOARDS) + i * 64, 64);
    memcpy(c.plies, (const char *)column_of(batch, PLIES) + i * 2, 2);
    c.sides[0] = ((const uint8_t *)column_of(batch, SIDES))[i];
    c.kings[0] = ((const uint8_t *)column_of(batch, KINGS))[i];
    c.other_sides[0] = c.sides[0] ^ 1u;
    c.other_kings[0] = rest.other_king;
    c.castling[0] = rest.castling;
    c.halfmoves[0] = rest.halfmoves;
    c.fullmoves[0] = rest.fullmoves;
    c.en_passant[0] = rest.en_passant;
    c.count = 1;
    return ks_position_of_entry(&c, 0, batch->numbered, position, error);
}

/* How moves of an entry are written: nothing but its position says whether the game was one of Chess960. */
static unsigned notation_of(const struct any_position *position) {
    return any_is_chess960(position) ? KS_UCI_CHESS960 : KS_UCI_DEFAULT;
}

static PyObject *position_of_entry(PyObject *self, PyObject *number) {
    struct module_state *const state = PyType_GetModuleState(Py_TYPE(self));
    struct any_position position = {0};
    ks_error error;
    size_t i;
    if (!read_index(as_batch(self), number, &i))
        return NULL;
    if (make_position(as_batch(self), i, &position.chess, &error) != KS_OK)
        return raise_error(state->fen_error, &error);
    return position_of_chess(state, &position.chess, notation_of(&position));
}

static PyObject *move_of_entry(PyObject *self, PyObject *number) {
    struct module_state *const state = PyType_GetModuleState(Py_TYPE(self));
    struct any_position position = {0};
    ks_move move;
    ks_error error;
    size_t i;
    if (!read_index(as_batch(self), number, &i))
        return NULL;
    memcpy(&move, (const char *)column_of(as_batch(self), MOVES) + i * sizeof move, sizeof move);
    if (((const uint8_t *)column_of(as_batch(self), KINDS))[i] & KS_DATA_NO_MOVE)
        return Py_BuildValue("");
    if (make_position(as_batch(self), i, &position.chess, &error) != KS_OK)
        return raise_error(state->fen_error, &error);
    return move_object(state, &position, move, notation_of(&position));
}

/* ---- Judged ---- */

/* Judges an entry into arrays of Results. Returns an error's code. */
static int judge_entry(const struct batch *batch, size_t i, uint8_t *verdict, uint64_t *checkers,
                       uint16_t *counts, ks_error *error) {
    struct any_position position = {0};
    ks_variant_squares squares = {{0}};
    *verdict = KS_VERDICTS;
    *checkers = 0;
    counts[0] = counts[1] = 0;
    const int code = make_position(batch, i, &position.chess, error);
    if (code != KS_OK)
        return code;
    *verdict = (uint8_t)any_judge(&position, &squares);
    *checkers = squares.half[0];
    count_moves(&position, &counts[0], &counts[1]);
    return KS_OK;
}

/* For kingscan.check: verdicts, checkers, counts of moves and captures as bytes, and rejected entries. */
static PyObject *judge_batch(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const Py_ssize_t count = length_of_batch(self);
    PyObject *columns[4], *rejected = PyList_New(0), *found = NULL;
    int made = rejected != NULL;
    static const Py_ssize_t sizes[4] = {1, 8, 2, 2};
    for (int i = 0; i < 4; i++)
        made &= (columns[i] = PyBytes_FromStringAndSize(NULL, count * sizes[i])) != NULL;
    for (Py_ssize_t i = 0; made && i < count; i++) {
        ks_error error;
        uint64_t checkers;
        uint16_t counts[2];
        const int code = judge_entry(as_batch(self), (size_t)i, (uint8_t *)PyBytes_AsString(columns[0]) + i,
                                     &checkers, counts, &error);
        memcpy(PyBytes_AsString(columns[1]) + i * 8, &checkers, 8);
        memcpy(PyBytes_AsString(columns[2]) + i * 2, &counts[0], 2);
        memcpy(PyBytes_AsString(columns[3]) + i * 2, &counts[1], 2);
        if (code == KS_OK)
            continue;
        PyObject *row =
            Py_BuildValue("nsnN", i, ks_error_name(code), (Py_ssize_t)error.offset, message_of(&error));
        made = row && PyList_Append(rejected, row) == 0;
        Py_XDECREF(row);
    }
    if (made)
        found = Py_BuildValue("OOOOO", columns[0], columns[1], columns[2], columns[3], rejected);
    for (int i = 0; i < 4; i++)
        Py_XDECREF(columns[i]);
    Py_XDECREF(rejected);
    return found;
}

#define COLUMN(name, which, about)                                                                           \
    { name, get_column, NULL, about, (void *)&column_kinds[which] }

static PyGetSetDef batch_attributes[] = {
    COLUMN("boards", BOARDS, "uint8, shape (n, 64): codes of pieces, from a8 to h1."),
    COLUMN("sides", SIDES, "uint8: the side to move, 0 white, 1 black."),
    COLUMN("kings", KINGS, "uint8: the square of that side's king; a8 is 0."),
    COLUMN("moves", MOVES, "uint16: from | to << 6 | kind << 12; castling goes to the rook's square."),
    COLUMN("scores", SCORES,
           "int16: as the side to move sees it, in the units of the data; 0 when not known."),
    COLUMN("results", RESULTS, "int8: 1, 0, -1, as the side to move sees it; 0 when not known."),
    COLUMN("plies", PLIES, "uint16: 0 where the format has none."),
    COLUMN("kinds", KINDS, "uint8: CAPTURE, EN_PASSANT, CASTLING, PROMOTION, NO_MOVE, FIRST, or-ed."),
    COLUMN("known", KNOWN,
           "uint8: SIDE, MOVE, PLY, RIGHTS, CLOCKS, SCORE, RESULT, TIME, or-ed: what the entry has."),
    COLUMN("clocks", CLOCKS, "uint32: milliseconds that the side to move has left after its move."),
    COLUMN("checks", CHECKS, "bool: the side to move is in check."),
    COLUMN("illegal", ILLEGAL, "bool: the move is not legal, or there is none; None unless asked for."),
    COLUMN("invalid", INVALID, "bool: the side not to move is in check; None unless asked for."),
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef batch_methods[] = {
    {"position", position_of_entry, METH_O, "position(i, /)\n--\n\nThe Position of an entry."},
    {"move", move_of_entry, METH_O, "move(i, /)\n--\n\nThe Move of an entry, or None."},
    {"_judge", judge_batch, METH_NOARGS, "_judge()\n--\n\nThe columns of Results: for kingscan.check."},
    {NULL, NULL, 0, NULL},
};

/* DataReader alone makes batches. */
static PyObject *refuse_batch(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)type, (void)arguments, (void)keywords;
    PyErr_SetString(PyExc_TypeError, "kingscan.data makes batches");
    return NULL;
}

static PyType_Slot batch_slots[] = {
    {Py_tp_new, (void *)refuse_batch},
    {Py_tp_doc, (void *)"Entries of training data as arrays, which nobody changes: see kingscan.data."},
    {Py_tp_dealloc, (void *)free_batch},
    {Py_tp_getset, batch_attributes},
    {Py_tp_methods, batch_methods},
    {Py_sq_length, (void *)length_of_batch},
    {0, NULL},
};

PyType_Spec data_batch_spec = {
    .name = "kingscan._kingscan.DataBatch",
    .basicsize = sizeof(struct batch),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = batch_slots,
};

/* ==== A reader ==== */

struct data_reader {
    PyObject_HEAD ks_data *data;
    PyObject *file;    /* has readinto; or NULL */
    buffer_view bytes; /* without a file; obj is NULL otherwise */
    size_t size;       /* of batches */
    int stops;         /* a batch ends at a fault */
    size_t used;       /* entries of the reader's last batch that are given */
    bool has_batch;    /* some may be left, or its fault */
    bool chooses;      /* entries, by the next members; else all count */
    ks_features_choice choice;
    uint64_t number; /* of the next entry that is read */
    uint64_t chosen[BATCH_WORDS];
    struct ks_pool pool;   /* room: 0 when entries are not mixed */
    PyThreadState *thread; /* while other threads may run */
    int is_reading;        /* readinto may call the reader again, or let another thread do so */
    PyObject *spares;      /* a list of batches that nobody looks at any more; or NULL */
};

static struct data_reader *as_reader(PyObject *self) {
    return (struct data_reader *)self;
}

/* Reads on by the file's readinto. The file may keep what it is given and write there later, so that is a
 * bytearray. Python has an exception when that fails. */
static size_t read_into(PyObject *file, void *buffer, size_t room) {
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)room);
    if (bytes)
        memset(PyByteArray_AsString(bytes), 0, room);
    PyObject *view = bytes ? PyMemoryView_FromObject(bytes) : NULL;
    PyObject *count = view ? PyObject_CallMethod(file, "readinto", "O", view) : NULL;
    const Py_ssize_t got = count ? PyNumber_AsSsize_t(count, PyExc_OverflowError) : -1;
    const bool good = got >= 0 && (size_t)got <= room && got <= PyByteArray_Size(bytes);
    if (good)
        memcpy(buffer, PyByteArray_AsString(bytes), (size_t)got);
    else if (count && !PyErr_Occurred())
        PyErr_SetString(PyExc_OSError, "readinto: expected the number of bytes read");
    Py_XDECREF(count);
    Py_XDECREF(view);
    Py_XDECREF(bytes);
    return good ? (size_t)got : KS_SOURCE_FAILED;
}

static size_t read_source(void *context, void *buffer, size_t room) {
    struct data_reader *const reader = context;
    if (reader->thread)
        PyEval_RestoreThread(reader->thread);
    const size_t got = read_into(reader->file, buffer, room);
    if (reader->thread)
        reader->thread = PyEval_SaveThread();
    return got;
}

/* Opens the data. Returns 0 with an exception. */
static int open_data(struct data_reader *reader, PyObject *source, ks_data_format format,
                     ks_data_flags flags) {
    ks_error error;
    if (PyObject_HasAttrString(source, "readinto")) {
        Py_INCREF(source);
        reader->file = source;
        reader->data = ks_data_open(read_source, reader, format, flags, &error);
    } else {
        if (PyObject_GetBuffer(source, &reader->bytes, BUFFER_SIMPLE) != 0)
            return 0;
        reader->data =
            ks_data_open_memory(reader->bytes.buf, (size_t)reader->bytes.len, format, flags, &error);
    }
    if (!reader->data && !PyErr_Occurred() && error.code == KS_ERROR_MEMORY)
        PyErr_NoMemory();
    if (!reader->data && !PyErr_Occurred())
        raise_error(PyExc_ValueError, &error);
    return reader->data && !PyErr_Occurred();
}

/* Finds the form of scores in games by its name. Returns 0 with an exception. */
static int find_scores(const char *name, unsigned *form) {
    const char *other;
    *form = KS_PGN_SCORES_NONE;
    while (name && (other = ks_pgn_scores_name((enum ks_pgn_scores)++ * form)) != NULL)
        if (strcmp(name, other) == 0)
            return 1;
    if (name)
        PyErr_Format(PyExc_ValueError, "scores: expected a form such as 'eval' or 'cutechess', found '%s'",
                     name);
    return !name;
}

/* Makes lines be read by a pattern; NULL: by their format. Returns 0 with an exception. */
static int use_pattern(struct data_reader *reader, const char *pattern) {
    ks_error error;
    if (!pattern || ks_data_use_pattern(reader->data, pattern, &error) == KS_OK)
        return 1;
    raise_error(PyExc_ValueError, &error);
    return 0;
}

/* Makes the pool for so many entries. Returns 0 with an exception. */
static int make_pool(struct data_reader *reader, size_t room) {
    const size_t size = sizeof(struct ks_pooled_entry);
    void *const memory = room <= SIZE_MAX / size ? malloc(room * size) : NULL;
    if (!memory)
        return PyErr_NoMemory() != NULL;
    ks_pool_make(&reader->pool, memory, room, size, reader->choice.seed);
    return 1;
}

/* Reads the tuple that says which entries are chosen and how many are mixed; None: all, and none. Returns 0
 * with an exception. */
static int read_choice(struct data_reader *reader, PyObject *choice) {
    unsigned skips;
    unsigned long long seed;
    Py_ssize_t mixed;
    reader->chooses = choice && PyTuple_Check(choice);
    if (!reader->chooses)
        return 1;
    reader->choice = (ks_features_choice){0};
    ks_features_model *const model = &reader->choice.model;
    double *const a = model->a, *const b = model->b;
    if (!PyArg_ParseTuple(choice, "IIdKn((dddd)(dddd)dddI)", &skips, &reader->choice.ply_least,
                          &reader->choice.skip_share, &seed, &mixed, &a[0], &a[1], &a[2], &a[3], &b[0], &b[1],
                          &b[2], &b[3], &model->spread, &model->score_factor, &model->score_most,
                          &model->ply_most))
        return 0;
    reader->choice.skips = (ks_features_skips)skips;
    reader->choice.seed = seed;
    return mixed == 0 || make_pool(reader, (size_t)mixed);
}

static PyObject *new_data_reader(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *source, *choice = NULL;
    const char *format, *scores = NULL, *pattern = NULL;
    unsigned form;
    Py_ssize_t size;
    int legality, any_order, stops;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "Oznppp|zzO:DataReader", &source, &format, &size, &legality, &any_order,
                          &stops, &scores, &pattern, &choice) ||
        !find_scores(scores, &form))
        return NULL;
    if (size < 1 || size > 1 << 24) {
        PyErr_Format(PyExc_ValueError, "size: expected a number from 1 to %d, found %zd", 1 << 24, size);
        return NULL;
    }
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    as_reader(self)->size = (size_t)size;
    as_reader(self)->stops = stops;
    const ks_data_flags flags =
        (legality ? KS_DATA_LEGALITY : 0u) | (any_order ? KS_DATA_ANY_ORDER : 0u) | form;
    const ks_data_format known = pattern  ? KS_DATA_TEXT
                                 : format ? ks_data_find_format(format)
                                          : KS_DATA_UNKNOWN;
    return read_choice(as_reader(self), choice) && open_data(as_reader(self), source, known, flags) &&
                   use_pattern(as_reader(self), pattern)
               ? self
               : drop(self);
}

static void free_data_reader(PyObject *self) {
    ks_data_close(as_reader(self)->data);
    free(as_reader(self)->pool.items);
    Py_XDECREF(as_reader(self)->file);
    Py_XDECREF(as_reader(self)->spares);
    if (as_reader(self)->bytes.obj)
        PyBuffer_Release(&as_reader(self)->bytes);
    free_object(self);
}

/* ---- Read ---- */

/* Reads the next batch of the data. Returns 0 at their end. */
static bool read_on(struct data_reader *reader) {
    reader->used = 0;
    reader->has_batch = ks_data_next(reader->data) != NULL;
    if (reader->has_batch && reader->chooses)
        ks_features_choose(&reader->choice, &reader->data->batch, reader->number, reader->chosen);
    if (reader->has_batch)
        reader->number += reader->data->batch.count;
    return reader->has_batch;
}

/* Returns how many entries from the first that is not given yet are chosen, or are not; at most `most`. */
static size_t length_of_run(const struct data_reader *reader, bool chosen, size_t most) {
    size_t n = 0;
    while (n < most) {
        const size_t at = reader->used + n;
        const uint64_t word = reader->chosen[at / 64] ^ (chosen ? ~(uint64_t)0 : 0), others = word >> at % 64;
        n += others ? (size_t)__builtin_ctzll(others) : 64 - at % 64;
        if (others)
            break;
    }
    return n < most ? n : most;
}

/* Gives entries of the reader's last batch, while there is room. */
static void give_entries(struct data_reader *reader, struct filled *to) {
    const ks_data_batch *const batch = &reader->data->batch;
    while (reader->used < batch->count && to->count < to->room) {
        const size_t left = batch->count - reader->used, room = to->room - to->count;
        if (reader->chooses)
            reader->used += length_of_run(reader, false, left);
        const size_t rest = batch->count - reader->used, most = rest < room ? rest : room,
                     n = reader->chooses ? length_of_run(reader, true, most) : most;
        if (n > 0)
            add_entries(to, reader->data, reader->used, n);
        reader->used += n;
    }
}

/* Gives an entry of the pool by chance, of which only some columns are known. */
static void *give_drawn(struct data_reader *reader, struct filled *to) {
    const struct ks_drawn_entries columns = {(uint8_t(*)[64])(void *)to->at[BOARDS], (uint8_t *)to->at[SIDES],
                                             (int16_t *)(void *)to->at[SCORES], (int8_t *)to->at[RESULTS]};
    void *const item = ks_pool_draw(&reader->pool);
    ks_pool_unpack(item, &columns, to->count++);
    return item;
}

/* Puts the chosen entries of the reader's last batch into the pool, and gives others for them, while there is
 * room. */
static void mix_entries(struct data_reader *reader, struct filled *to) {
    const ks_data_batch *const batch = &reader->data->batch;
    struct ks_pool *const pool = &reader->pool;
    for (; reader->used < batch->count && to->count < to->room; reader->used++) {
        reader->used += length_of_run(reader, false, batch->count - reader->used);
        if (reader->used == batch->count)
            return;
        void *const item = pool->count < pool->room ? ks_pool_grow(pool) : give_drawn(reader, to);
        ks_pool_pack(item, batch, reader->used);
    }
}

/* Reads on until the batch is full, a fault is met, or the data end. Returns the fault's batch, or NULL. */
static const ks_data_batch *fill(struct data_reader *reader, struct filled *to) {
    for (;;) {
        const ks_data_batch *const batch = &reader->data->batch;
        if (!reader->has_batch && !read_on(reader)) {
            while (reader->pool.count && to->count < to->room)
                ks_pool_drop(&reader->pool, give_drawn(reader, to));
            return NULL;
        }
        (reader->pool.room ? mix_entries : give_entries)(reader, to);
        if (reader->used < batch->count)
            return NULL;
        reader->has_batch = false;
        if (batch->fault)
            return batch;
        if (to->count == to->room)
            return NULL;
    }
}

static PyObject *fault_of(const ks_data_batch *batch) {
    const ks_data_place *const place = &batch->fault_place;
    return Py_BuildValue("sNKKKKKK", ks_error_name(batch->fault->code), message_of(batch->fault),
                         (unsigned long long)place->offset, (unsigned long long)place->block,
                         (unsigned long long)place->chain, (unsigned long long)place->ply,
                         (unsigned long long)place->line, (unsigned long long)batch->lost);
}

/* Fills a batch, and lists its faults. Returns 0 with an exception. */
static int fill_batch(struct data_reader *reader, PyObject *self, PyObject *faults) {
    struct batch *const made = as_batch(self);
    struct filled to = {.room = made->room};
    const ks_data_batch *fault;
    for (unsigned i = 0; i < COLUMNS; i++)
        to.at[i] = column_of(made, (enum column)i);
    do {
        reader->thread = PyEval_SaveThread();
        fault = fill(reader, &to);
        PyEval_RestoreThread(reader->thread);
        reader->thread = NULL;
        made->count = to.count;
        if (PyErr_Occurred())
            return 0;
        PyObject *row = fault ? fault_of(fault) : NULL;
        if (fault && (!row || PyList_Append(faults, row) != 0)) {
            Py_XDECREF(row);
            return 0;
        }
        Py_XDECREF(row);
    } while (fault && !reader->stops && to.count < to.room && PyList_Size(faults) < FAULTS_AT_ONCE);
    return 1;
}

/* Returns a batch with room for those of a reader: one that was given back, or a new one. To free memory in
 * another thread than the one that took it gives it back to the system, which takes long. */
static PyObject *empty_batch(struct data_reader *reader, PyTypeObject *type) {
    const Py_ssize_t last = reader->spares ? PyList_Size(reader->spares) - 1 : -1;
    PyObject *const batch = last >= 0 ? PyList_GetItem(reader->spares, last) : NULL;
    if (!batch)
        return new_batch(type, reader->data, reader->size);
    Py_INCREF(batch);
    if (PyList_SetSlice(reader->spares, last, last + 1, NULL) != 0)
        return drop(batch);
    as_batch(batch)->count = 0;
    return batch;
}

static PyObject *reuse_batch(PyObject *self, PyObject *batch) {
    struct data_reader *const reader = as_reader(self);
    struct module_state *const state = PyType_GetModuleState(Py_TYPE(self));
    if (!PyObject_TypeCheck(batch, state->data_batch) || as_batch(batch)->room != reader->size) {
        PyErr_SetString(PyExc_TypeError, "expected a batch of this reader");
        return NULL;
    }
    if (!reader->spares && !(reader->spares = PyList_New(0)))
        return NULL;
    if (PyList_Append(reader->spares, batch) != 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *next_batch(PyObject *self) {
    struct data_reader *const reader = as_reader(self);
    struct module_state *const state = PyType_GetModuleState(Py_TYPE(self));
    if (reader->is_reading) {
        PyErr_SetString(PyExc_RuntimeError,
                        "this reader of training data is reading already: a file's readinto "
                        "or another thread asked it for the next batch");
        return NULL;
    }
    reader->is_reading = 1;
    PyObject *found = NULL, *faults = PyList_New(0);
    PyObject *batch = faults ? empty_batch(reader, state->data_batch) : NULL;
    if (batch && fill_batch(reader, batch, faults) && (as_batch(batch)->count > 0 || PyList_Size(faults) > 0))
        found = Py_BuildValue("OO", batch, faults);
    Py_XDECREF(batch);
    Py_XDECREF(faults);
    reader->is_reading = 0;
    return found;
}

static PyObject *format_of(PyObject *self, void *ignored) {
    (void)ignored;
    return PyUnicode_FromString(ks_data_format_name(ks_data_get_format(as_reader(self)->data)));
}

static PyObject *entries_read(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLongLong(as_reader(self)->number);
}

static PyGetSetDef reader_attributes[] = {
    {"format", format_of, NULL, "The name of the format.", NULL},
    {"entries", entries_read, NULL, "How many entries were read.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef reader_methods[] = {
    {"_reuse", reuse_batch, METH_O,
     "_reuse(batch, /)\n--\n\nGives a batch back, which the reader fills again: for kingscan.features."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot data_reader_slots[] = {
    {Py_tp_doc, (void *)"DataReader(source, format, size, legality, any_order, stops, scores=None, "
                        "pattern=None, choice=None)\n--\n\nAn iterator of batches of "
                        "training data, each with a list of faults: for kingscan.data."},
    {Py_tp_new, (void *)new_data_reader},
    {Py_tp_dealloc, (void *)free_data_reader},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next_batch},
    {Py_tp_getset, reader_attributes},
    {Py_tp_methods, reader_methods},
    {0, NULL},
};

PyType_Spec data_reader_spec = {
    .name = "kingscan._kingscan.DataReader",
    .basicsize = sizeof(struct data_reader),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = data_reader_slots,
};

/* ==== Formats ==== */

PyObject *guess_data_format(PyObject *module, PyObject *arguments) {
    const char *name, *bytes;
    Py_ssize_t length;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "yy#:guess_data_format", &name, &bytes, &length))
        return NULL;
    return Py_BuildValue("z", ks_data_format_name(ks_data_guess_format(name, bytes, (size_t)length)));
}

PyObject *data_formats(PyObject *module, PyObject *ignored) {
    PyObject *names = PyList_New(0);
    (void)module, (void)ignored;
    for (unsigned i = KS_DATA_UNKNOWN + 1; names && i < KS_DATA_TEXT; i++) { /* which a pattern names */
        PyObject *name = PyUnicode_FromString(ks_data_format_name((ks_data_format)i));
        if (!name || PyList_Append(names, name) != 0)
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}
