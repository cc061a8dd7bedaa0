/* The type GameReader: an iterator of the games of a file, as kingscan/pgn.py makes objects of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/foreign.h"
#include "game/common/remarks.h"
#include "game/pgn/beginning.h"
#include "game/pgn/open.h"
#include "move.h"
#include "position.h"
#include "variants.h"

enum { HEAD = 2 * COMMENTS_MAX, ENOUGH = 64 }; /* bytes of a file, by which its kind is known */
enum { SHORT_WINDOW = 2 * TAG_READABLE }; /* for the text of one game, whose reader is made for it alone */

struct reader {
    PyObject_HEAD ks_pgn *pgn;
    PyObject *file;         /* has readinto */
    PyObject *name;         /* of the file, for messages */
    int is_counted;         /* moves and captures are asked for */
    int is_asked, is_begun; /* for a game; and the file holds games */
    char head[HEAD];        /* what has been read of it before */
    size_t head_at, head_end;
    PyObject *variants; /* the Variants for the tag Variant */
    int is_remarked;    /* comments and glyphs are asked for */
    int is_varied;      /* variations are asked for */
    struct remarks remarks;
    int is_reading; /* readinto may call the reader again, or let another thread do so */
};

/* A game on its way into a tuple. */
struct game {
    PyObject *moves, *errors; /* lists */
    struct buffer verdicts, checkers, lines, move_counts,
        captures; /* uint8_t, uint64_t twice, uint16_t twice */
    int is_counted;
    ks_uci_flags uci; /* how its moves are written */
    PyObject *start;
    struct remarks *remarks; /* NULL: they are not asked for */
    PyObject *variations;    /* a list of what they have, one after the other; NULL: they are not asked for */
    struct any_position now, varied; /* of the main line, and of the variation */
};

static struct reader *reader_of(PyObject *self) {
    return (struct reader *)self;
}

/* ---- The text ---- */

/* Copies what readinto has left in the bytes. Returns KS_SOURCE_FAILED with an exception. */
static size_t take_bytes(PyObject *bytes, PyObject *count, char *buffer, size_t room) {
    const long got = PyLong_AsLong(count);
    if (PyErr_Occurred())
        return KS_SOURCE_FAILED;
    if (got < 0 || (size_t)got > room || got > PyByteArray_Size(bytes)) {
        PyErr_SetString(PyExc_OSError, "readinto: expected the number of bytes read");
        return KS_SOURCE_FAILED;
    }
    memcpy(buffer, PyByteArray_AsString(bytes), (size_t)got);
    return (size_t)got;
}

/* Reads on by the file's readinto, or from the head. The file may keep what it is given and write there
 * later, so that is a bytearray and not the buffer. Python has an exception when that fails. */
static size_t read_file(void *context, void *buffer, size_t room) {
    struct reader *reader = context;
    const size_t left = reader->head_end - reader->head_at;
    if (reader->is_begun && left > 0) {
        const size_t count = left < room ? left : room;
        memcpy(buffer, reader->head + reader->head_at, count);
        reader->head_at += count;
        return count;
    }
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)room);
    if (bytes)
        memset(PyByteArray_AsString(bytes), 0, room);
    PyObject *view = bytes ? PyMemoryView_FromObject(bytes) : NULL;
    PyObject *count = view ? PyObject_CallMethod(reader->file, "readinto", "O", view) : NULL;
    const size_t got = count ? take_bytes(bytes, count, buffer, room) : KS_SOURCE_FAILED;
    Py_XDECREF(count);
    Py_XDECREF(view);
    Py_XDECREF(bytes);
    return got;
}

/* Whether the kind of a text is known by these bytes. */
static int is_enough(const char *text, size_t n) {
    const size_t mark = byte_order_mark(text, n), at = mark + ks_skip_comments(text + mark, n - mark);
    return n - at >= ENOUGH || memchr(text + at, '\n', n - at) || n >= COMMENTS_MAX;
}

/* Reads the head of the file. Returns 0 with an exception when it holds no games, as `kingscan games` says.
 */
static int begin_file(struct reader *reader) {
    size_t got = 1;
    while (got > 0 && !is_enough(reader->head, reader->head_end)) {
        got = read_file(reader, reader->head + reader->head_end, HEAD - reader->head_end);
        if (got == KS_SOURCE_FAILED)
            return 0;
        reader->head_end += got;
    }
    const struct file_format *foreign = ks_find_foreign(reader->head, reader->head_end);
    reader->is_begun =
        foreign ? strcmp(foreign->name, "PGN") == 0 : ks_may_begin_games(reader->head, reader->head_end);
    if (!reader->is_begun && foreign && strstr(foreign->command, "FILE"))
        PyErr_Format(PyExc_ValueError, "%S: this is %s, not PGN; read it by: %s | ...", reader->name,
                     foreign->name, foreign->command);
    else if (!reader->is_begun && foreign)
        PyErr_Format(PyExc_ValueError, "%S: this is %s, not PGN; read it by: %s %S | ...", reader->name,
                     foreign->name, foreign->command, reader->name);
    else if (!reader->is_begun)
        PyErr_Format(PyExc_ValueError,
                     "%S: expected PGN, which begins with a tag such as [Event \"...\"] or with a move; "
                     "kingscan.check reads FEN and EPD",
                     reader->name);
    return reader->is_begun;
}

static PyObject *new_reader(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *file, *variants = Py_None, *name = NULL;
    int is_counted = 0, is_remarked = 0, passes = 0, is_varied = 0, is_short = 0;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "O|OOppppp:GameReader", &file, &variants, &name, &is_counted,
                          &is_remarked, &passes, &is_varied, &is_short))
        return NULL;
    const ks_pgn_flags flags = (is_remarked || is_varied ? KS_PGN_COMMENTS : 0u) |
                               (passes ? KS_PGN_NULL_MOVES : 0u) | (is_varied ? KS_PGN_VARIATIONS : 0u);
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    Py_INCREF(file);
    reader_of(self)->file = file;
    reader_of(self)->is_counted = is_counted;
    reader_of(self)->is_remarked = is_remarked;
    reader_of(self)->is_varied = is_varied;
    if (name)
        Py_INCREF(name);
    else
        name = PyUnicode_FromString("the file");
    reader_of(self)->name = name;
    reader_of(self)->variants = variants_of(PyType_GetModuleState(type), variants);
    if (!reader_of(self)->variants)
        return drop(self);
    reader_of(self)->pgn = is_short ? ks_open_games(SHORT_WINDOW, read_file, self, flags, NULL)
                                    : ks_pgn_open(read_file, self, flags, NULL);
    if (!reader_of(self)->pgn) {
        PyErr_NoMemory();
        return drop(self);
    }
    ks_pgn_use_variants(reader_of(self)->pgn, all_variants(reader_of(self)->variants));
    return self;
}

static void free_reader(PyObject *self) {
    ks_pgn_close(reader_of(self)->pgn);
    free_remarks(&reader_of(self)->remarks);
    Py_XDECREF(reader_of(self)->file);
    Py_XDECREF(reader_of(self)->name);
    Py_XDECREF(reader_of(self)->variants);
    free_object(self);
}

/* ---- Lists ---- */

/* Appends an item and drops it. Returns 0 with an exception, as when the item is NULL. */
static int append(PyObject *list, PyObject *item) {
    const int appended = item && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return appended;
}

static PyObject *text_of(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

static PyObject *tags_of(ks_pgn *pgn) {
    const ks_pgn_tag *tags;
    const size_t count = ks_pgn_get_tags(pgn, &tags);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++)
        if (!append(list, Py_BuildValue("NN", text_of(tags[i].name), text_of(tags[i].value))))
            Py_CLEAR(list);
    return list;
}

static int add_row(struct game *game, ks_pgn *pgn, unsigned verdict, uint64_t checkers) {
    ks_pgn_place place;
    uint16_t moves = 0, captures = 0;
    place = ks_pgn_get_place(pgn);
    if (game->is_counted && verdict < KS_VERDICTS)
        count_moves(&game->now, &moves, &captures);
    if (game->is_counted) {
        add_bytes(&game->move_counts, (const char *)&moves, sizeof moves);
        add_bytes(&game->captures, (const char *)&captures, sizeof captures);
    }
    add_bytes(&game->verdicts, &(char){(char)verdict}, 1);
    add_bytes(&game->checkers, (const char *)&checkers, sizeof checkers);
    add_bytes(&game->lines, (const char *)&place.line, sizeof place.line);
    if (game->verdicts.failed || game->checkers.failed || game->lines.failed || game->move_counts.failed ||
        game->captures.failed)
        PyErr_NoMemory();
    return !PyErr_Occurred();
}

static int add_error(struct game *game, ks_pgn *pgn) {
    const ks_error *error = ks_pgn_get_error(pgn);
    const Py_ssize_t index = (Py_ssize_t)game->verdicts.used;
    ks_pgn_place place;
    if (error->code == KS_ERROR_PGN_SOURCE)
        return 0;
    place = ks_pgn_get_place(pgn);
    return append(game->errors, Py_BuildValue("nsnN", index, ks_error_name(error->code),
                                              (Py_ssize_t)place.column - 1, message_of(error))) &&
           add_row(game, pgn, KS_VERDICTS, 0);
}

/* The squares of checkers are those of chess: other boards have none here. */
static uint64_t squares_of_chess(const ks_variant *variant, ks_variant_squares squares) {
    const struct any_board_size size = any_board_size(variant);
    return size.files == 8 && size.ranks == 8 ? squares.half[0] : 0;
}

static int add_move(struct game *game, ks_pgn *pgn, const ks_pgn_item *item) {
    char text[ANY_MOVE_SIZE];
    ks_variant_squares checkers = {{0}};
    const ks_variant *variant = game->now.variant;
    const any_move move = variant ? item->variant_move : item->move;
    size_t length = strlen(NULL_MOVE);
    if (item->kind == KS_PGN_NULL_MOVE) {
        const ks_position before = game->now.chess;
        strcpy(text, NULL_MOVE);
        ks_after_null_move(&before, &game->now.chess);
    } else {
        length = any_write_uci(&game->now, move, game->uci, text);
        any_make_move(&game->now, move);
    }
    const enum ks_verdict verdict =
        variant ? any_judge(&game->now, &checkers) : ks_pgn_judge(pgn, &checkers.half[0]);
    return append(game->moves, PyUnicode_FromStringAndSize(text, (Py_ssize_t)length)) &&
           add_row(game, pgn, verdict, squares_of_chess(variant, checkers));
}

/* ---- Remarks ---- */

static PyObject *string_or_none(const char *text, size_t length) {
    return length > 0 ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)length, "surrogateescape") : Py_BuildValue("");
}

static PyObject *glyphs_of(const struct remarks *remarks, size_t move) {
    const size_t count = remarks->all[move].glyph_count;
    PyObject *glyphs = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; glyphs && i < count; i++) {
        PyObject *glyph = PyLong_FromUnsignedLong(glyph_of(remarks, move, i));
        if (!glyph || PyTuple_SetItem(glyphs, (Py_ssize_t)i, glyph) != 0)
            Py_CLEAR(glyphs);
    }
    return glyphs;
}

/* Lists the texts and glyphs about the moves. Returns 0 with an exception. */
static int list_texts(const struct remarks *remarks, PyObject *comments, PyObject *glyphs, PyObject *squares,
                      PyObject *arrows) {
    for (size_t move = 1; move < remarks->count; move++) {
        const ks_pgn_commands *commands = &remarks->all[move].commands;
        size_t length;
        const char *comment = comment_of(remarks, move, &length);
        if (!append(comments, string_or_none(comment, length)) || !append(glyphs, glyphs_of(remarks, move)) ||
            !append(squares, string_or_none(commands->squares, commands->squares_length)) ||
            !append(arrows, string_or_none(commands->arrows, commands->arrows_length)))
            return 0;
    }
    return 1;
}

enum number { CLOCK, ELAPSED, EVAL };

/* side: the side to move after the move. */
static double number_of(const ks_pgn_commands *commands, enum number which, unsigned side) {
    switch (which) {
    case CLOCK:
        return commands->has_clock ? commands->clock / 1000.0 : (double)NAN;
    case ELAPSED:
        return commands->has_elapsed ? commands->elapsed / 1000.0 : (double)NAN;
    default:
        if (commands->has_eval == KS_PGN_MATED)
            return side == KS_WHITE ? -(double)INFINITY : (double)INFINITY;
        return commands->mate       ? copysign((double)INFINITY, commands->mate)
               : commands->has_eval ? commands->eval / 100.0
                                    : (double)NAN;
    }
}

/* Returns the numbers of all moves as the bytes of doubles. last_side: the side to move after the last move.
 */
static PyObject *numbers_of(const struct remarks *remarks, enum number which, unsigned last_side) {
    const size_t count = remarks->count - 1;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * sizeof(double)));
    for (size_t move = 0; bytes && move < count; move++) {
        const unsigned side = last_side ^ ((count - 1 - move) & 1);
        const double number = number_of(&remarks->all[move + 1].commands, which, side);
        memcpy(PyBytes_AsString(bytes) + move * sizeof number, &number, sizeof number);
    }
    return bytes;
}

/* Returns the moves to mates as the bytes of integers. */
static PyObject *mates_of(const struct remarks *remarks) {
    const size_t count = remarks->count - 1;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * sizeof(int)));
    for (size_t move = 0; bytes && move < count; move++) {
        const int mate = remarks->all[move + 1].commands.mate;
        memcpy(PyBytes_AsString(bytes) + move * sizeof mate, &mate, sizeof mate);
    }
    return bytes;
}

/* Returns the comment before the moves, lists of comments, glyphs, squares and arrows, and numbers. */
static PyObject *remarks_of(struct remarks *remarks, unsigned last_side) {
    size_t length;
    if (remarks->failed)
        return PyErr_NoMemory();
    end_remarks(remarks);
    const char *before = comment_of(remarks, 0, &length);
    PyObject *comments = PyList_New(0), *glyphs = PyList_New(0), *squares = PyList_New(0),
             *arrows = PyList_New(0), *found = NULL;
    if (comments && glyphs && squares && arrows && list_texts(remarks, comments, glyphs, squares, arrows))
        found = Py_BuildValue("NOOOONNNN", string_or_none(before, length), comments, glyphs, squares, arrows,
                              numbers_of(remarks, CLOCK, last_side), numbers_of(remarks, ELAPSED, last_side),
                              numbers_of(remarks, EVAL, last_side), mates_of(remarks));
    Py_XDECREF(comments);
    Py_XDECREF(glyphs);
    Py_XDECREF(squares);
    Py_XDECREF(arrows);
    return found;
}

/* ---- Variations ---- */

/* A variation is listed as what begins it, "(" and the number of moves of the main line before it, then its
 * items, and ")". kingscan/pgn.py makes trees of these lists. */

/* Makes the position after the item that was given last that of the variation. */
static void look_at_variation(struct game *game, ks_pgn *pgn) {
    if (game->now.variant)
        game->varied.varied = *ks_pgn_get_variant_position(pgn);
    else
        game->varied.chess = *ks_pgn_get_position(pgn);
}

static PyObject *move_of_variation(struct game *game, const ks_pgn_item *item) {
    const any_move move = game->now.variant ? item->variant_move : item->move;
    char uci[ANY_MOVE_SIZE] = NULL_MOVE, san[ANY_SAN_SIZE] = "--";
    if (item->kind == KS_PGN_MOVE) {
        any_write_uci(&game->varied, move, game->uci, uci);
        any_write_san(&game->varied, move, san);
    }
    return Py_BuildValue("sssI", "move", uci, san, (unsigned)glyph_of_signs(item));
}

/* Adds an item of a variation. Returns 0 with an exception. */
static int add_to_variation(struct game *game, ks_pgn *pgn, const ks_pgn_item *item) {
    PyObject *row = NULL;
    switch (item->kind) {
    case KS_PGN_MOVE:
    case KS_PGN_NULL_MOVE:
        row = move_of_variation(game, item);
        break;
    case KS_PGN_COMMENT:
    case KS_PGN_COMMENT_GOES_ON:
        row = Py_BuildValue("sN", item->kind == KS_PGN_COMMENT ? "comment" : "more",
                            string_or_none(item->text, item->length));
        break;
    case KS_PGN_NAG:
        row = Py_BuildValue("sI", "nag", (unsigned)item->number);
        break;
    case KS_PGN_BEGIN:
        row = Py_BuildValue("sn", "(", PyList_Size(game->moves));
        break;
    default:
        row = Py_BuildValue("(s)", ")");
    }
    if (item->kind <= KS_PGN_NULL_MOVE || item->kind == KS_PGN_BEGIN || item->kind == KS_PGN_END)
        look_at_variation(game, pgn);
    return append(game->variations, row);
}

/* ---- Games ---- */

/* Sets the first position. Returns 0 with an exception. */
static int begin(struct game *game, ks_pgn *pgn) {
    char fen[ANY_FEN_SIZE];
    const ks_position *chess = ks_pgn_get_position(pgn);
    const ks_variant_position *varied = ks_pgn_get_variant_position(pgn);
    if (varied) {
        game->now.variant = ks_pgn_get_variant(pgn);
        game->now.varied = *varied;
    } else if (chess) {
        game->now.chess = *chess;
    }
    if (chess || varied)
        any_write_fen(&game->now, fen);
    if (chess || varied)
        game->uci = any_game_notation(pgn, &game->now);
    game->start = Py_BuildValue("z", chess || varied ? fen : NULL);
    game->varied.variant = game->now.variant;
    game->moves = PyList_New(0);
    game->errors = PyList_New(0);
    return game->start && game->moves && game->errors;
}

static void drop_game(struct game *game) {
    Py_XDECREF(game->start);
    Py_XDECREF(game->moves);
    Py_XDECREF(game->errors);
    Py_XDECREF(game->variations);
    free(game->verdicts.bytes);
    free(game->checkers.bytes);
    free(game->lines.bytes);
    free(game->move_counts.bytes);
    free(game->captures.bytes);
}

static PyObject *bytearray_of(const struct buffer *buffer) {
    return PyByteArray_FromStringAndSize(buffer->bytes, (Py_ssize_t)buffer->used);
}

/* Returns 0 with an exception. */
static int read_items(struct game *game, ks_pgn *pgn) {
    for (const ks_pgn_item *item; (item = ks_pgn_next_item(pgn)) != NULL;) {
        if (item->depth > 0 && item->kind != KS_PGN_ERROR) {
            if (!add_to_variation(game, pgn, item))
                return 0;
            continue;
        }
        if (item->kind == KS_PGN_COMMENT || item->kind == KS_PGN_COMMENT_GOES_ON ||
            item->kind == KS_PGN_NAG) {
            if (game->remarks)
                add_remark(game->remarks, item);
            continue;
        }
        if (game->remarks && item->kind <= KS_PGN_NULL_MOVE)
            add_move_with_remarks(game->remarks, item);
        if (item->kind == KS_PGN_ERROR ? !add_error(game, pgn) : !add_move(game, pgn, item))
            return 0;
    }
    return !PyErr_Occurred();
}

static PyObject *read_game(PyObject *self) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    ks_pgn *pgn = reader_of(self)->pgn;
    struct game game = {.is_counted = reader_of(self)->is_counted};
    ks_pgn_place place;
    PyObject *found = NULL, *remarks = NULL;
    if (!reader_of(self)->is_begun && (reader_of(self)->is_asked++ || !begin_file(reader_of(self))))
        return NULL; /* an iterator that has raised ends */
    if (!ks_pgn_next_game(pgn) || PyErr_Occurred())
        return NULL;
    place = ks_pgn_get_place(pgn);
    if (reader_of(self)->is_remarked)
        start_remarks(game.remarks = &reader_of(self)->remarks);
    if (reader_of(self)->is_varied && !(game.variations = PyList_New(0)))
        return NULL;
    PyObject *tags = tags_of(pgn);
    if (tags && begin(&game, pgn) && read_items(&game, pgn))
        remarks = game.remarks ? remarks_of(game.remarks, any_side_to_move(&game.now)) : Py_BuildValue("");
    if (remarks)
        found = Py_BuildValue(
            "KOzOOOONNNNNOsOO", (unsigned long long)place.line, tags,
            game.now.variant ? ks_variant_get_facts(game.now.variant).name : NULL, reader_of(self)->variants,
            game.start, game.uci & KS_UCI_CHESS960 ? Py_True : Py_False, game.moves,
            bytearray_of(&game.verdicts), bytearray_of(&game.checkers), bytearray_of(&game.lines),
            bytearray_of(&game.move_counts), bytearray_of(&game.captures), game.errors,
            results[ks_pgn_get_result(pgn)], remarks, game.variations ? game.variations : Py_None);
    drop_game(&game);
    Py_XDECREF(remarks);
    Py_XDECREF(tags);
    return found;
}

static PyObject *next_game(PyObject *self) {
    struct reader *reader = reader_of(self);
    if (reader->is_reading) {
        PyErr_SetString(PyExc_RuntimeError, "this reader of games is reading already: a file's readinto or "
                                            "another thread asked it for the next game");
        return NULL;
    }
    reader->is_reading = 1;
    PyObject *found = read_game(self);
    reader->is_reading = 0;
    return found;
}

static PyType_Slot reader_slots[] = {
    {Py_tp_doc,
     (void *)"GameReader(file, variants=None, name='the file', counted=False, remarked=False, "
             "null_moves=False, varied=False, short=False)\n--\n\n"
             "An iterator of the games of a file that is open in binary: "
             "line, tags,\nvariant or None, its Variants, FEN of the start or None, moves in UCI, then "
             "verdicts, checkers and\nline numbers of positions, counts of moves and captures if asked for, "
             "errors, result, remarks or None, items of variations or None. Raises ValueError "
             "when the file holds something else."},
    {Py_tp_new, (void *)new_reader},
    {Py_tp_dealloc, (void *)free_reader},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next_game},
    {0, NULL},
};

PyType_Spec reader_spec = {
    .name = "kingscan._kingscan.GameReader",
    .basicsize = sizeof(struct reader),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = reader_slots,
};
