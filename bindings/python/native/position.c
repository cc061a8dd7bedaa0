/* How a Position is made, copied, compared and pickled; and all that it has, by name. */
#include "position.h"

#include <stdlib.h>
#include <string.h>

#include "move.h"
#include "variants.h"

/* ---- Made, copied, freed ---- */

static PyObject *empty_position(PyTypeObject *type) {
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    struct position *position = as_position(self);
    position->state = PyType_GetModuleState(type);
    position->now = (struct any_position *)(((uintptr_t)position->room + 63) & ~(uintptr_t)63);
    return self;
}

/* Sets the variant of a new position. name: NULL for chess. Returns 0 with an exception. */
static int set_variant(PyObject *self, const char *name, PyObject *variants) {
    struct position *position = as_position(self);
    if (!name && variants != Py_None) {
        PyErr_SetString(PyExc_ValueError, "variants: expected variant too, the name of one of them");
        return 0;
    }
    if (!name || (strcmp(name, "chess") == 0 && variants == Py_None))
        return 1;
    position->variants = variants_of(position->state, variants);
    if (!position->variants)
        return 0;
    position->now->variant = find_variant(position->variants, name);
    return position->now->variant != NULL;
}

/* Reads the FEN of a new position, whose variant and flags are set. text: NULL for the start. */
static int set_position(PyObject *self, const char *text, Py_ssize_t length) {
    struct position *position = as_position(self);
    const ks_variant *variant = position->now->variant;
    ks_error error;
    if (!flags_are_possible(position->flags))
        return 0;
    if (!text)
        *position->now = any_start(variant);
    else if (any_read_fen(variant, text, (size_t)length, position->flags, position->now, &error) != KS_OK) {
        raise_error(position->state->fen_error, &error);
        return 0;
    }
    return add_key(self);
}

/* Reads the FEN of a new position: NULL for the start. Returns 0 with an exception. */
static int read_fen_argument(PyObject *fen, const char **text, Py_ssize_t *length) {
    if (!fen)
        return 1;
    if (PyUnicode_Check(fen))
        return (*text = PyUnicode_AsUTF8AndSize(fen, length)) != NULL;
    if (PyBytes_Check(fen))
        return PyBytes_AsStringAndSize(fen, (char **)text, length) == 0;
    PyErr_Format(PyExc_TypeError, "fen: expected a FEN as a str, found %R%s", fen,
                 PyObject_HasAttrString(fen, "fen") ? ", whose fen() is one" : "");
    return 0;
}

/* Reads the name of a variant: NULL for None. Returns 0 with an exception. */
static int read_variant_argument(PyObject *variant, const char **name) {
    Py_ssize_t length;
    if (variant == Py_None)
        return 1;
    if (!PyUnicode_Check(variant))
        PyErr_Format(PyExc_TypeError, "variant: expected a name as a str, found %R", variant);
    else if ((*name = PyUnicode_AsUTF8AndSize(variant, &length)) && strlen(*name) != (size_t)length)
        PyErr_Format(PyExc_ValueError, "there is no variant %R", variant);
    return !PyErr_Occurred();
}

static PyObject *new_position(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"fen", "strict", "lenient", "possible", "chess960", "variant", "variants", NULL};
    const char *text = NULL, *name = NULL;
    Py_ssize_t length = 0;
    PyObject *fen = NULL, *variant = Py_None, *variants = Py_None;
    int strict = 0, lenient = 0, possible = 0, chess960 = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O$ppppOO:Position", names, &fen, &strict,
                                     &lenient, &possible, &chess960, &variant, &variants))
        return NULL;
    if (!read_fen_argument(fen, &text, &length) || !read_variant_argument(variant, &name))
        return NULL;
    PyObject *self = empty_position(type);
    if (!self)
        return NULL;
    as_position(self)->flags = KS_FEN_WHOLE | (strict ? KS_FEN_STRICT : 0u) |
                               (lenient ? KS_FEN_LENIENT : 0u) | (possible ? KS_FEN_POSSIBLE : 0u);
    as_position(self)->notation = chess960 ? KS_UCI_CHESS960 : 0u;
    return set_variant(self, name, variants) && set_position(self, text, length) ? self : drop(self);
}

PyObject *position_of_chess(struct module_state *state, const ks_position *position, unsigned notation) {
    PyObject *self = empty_position(state->position);
    if (!self)
        return NULL;
    as_position(self)->now->chess = *position;
    as_position(self)->notation = notation;
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

PyObject *position_without_stack(PyObject *self) {
    PyObject *made = empty_position(Py_TYPE(self));
    if (!made)
        return NULL;
    struct position *from = as_position(self), *copy = as_position(made);
    *copy->now = *from->now;
    copy->flags = from->flags;
    copy->notation = from->notation;
    copy->variants = from->variants;
    Py_XINCREF(copy->variants);
    return copy_keys(from, copy) ? made : drop(made);
}

/* Gives a new position the last `count` moves of another one. Returns 0 with an exception. */
static int copy_moves(const struct position *from, struct position *to, size_t count) {
    to->made = count > 0 ? malloc(count * sizeof *to->made) : NULL;
    if (count > 0 && !to->made)
        return PyErr_NoMemory() != NULL;
    for (; to->count < count; to->count++) {
        to->made[to->count] = from->made[from->count - count + to->count];
        Py_INCREF(to->made[to->count].move);
    }
    to->made_room = count;
    return 1;
}

PyObject *position_copy(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"stack", NULL};
    const size_t all = as_position(self)->count;
    PyObject *stack = Py_True;
    if ((keywords || PyTuple_Size(arguments) > 0) &&
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "|$O:copy", names, &stack))
        return NULL;
    const size_t count = stack == Py_True ? all : PyLong_AsSize_t(stack);
    PyObject *made = PyErr_Occurred() ? NULL : position_without_stack(self);
    if (!made)
        return NULL;
    return copy_moves(as_position(self), as_position(made), count < all ? count : all) ? made : drop(made);
}

static PyObject *copy_whole(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *made = position_without_stack(self);
    return made && !copy_moves(as_position(self), as_position(made), as_position(self)->count) ? drop(made)
                                                                                               : made;
}

PyObject *position_like(PyObject *self, const char *fen, Py_ssize_t length) {
    PyObject *made = empty_position(Py_TYPE(self));
    if (!made)
        return NULL;
    const struct position *from = as_position(self);
    struct position *position = as_position(made);
    position->now->variant = from->now->variant;
    position->flags = from->flags;
    position->notation = from->notation;
    position->variants = from->variants;
    Py_XINCREF(position->variants);
    return set_position(made, fen, length) ? made : drop(made);
}

static void free_position(PyObject *self) {
    struct position *position = as_position(self);
    while (position->count > 0)
        Py_DECREF(position->made[--position->count].move);
    free(position->made);
    free(position->keys);
    Py_XDECREF(position->variants);
    free_object(self);
}

/* ---- Pickled ---- */

static PyObject *stack_of_texts(const struct position *position) {
    PyObject *texts = PyList_New((Py_ssize_t)position->count);
    for (size_t i = 0; texts && i < position->count; i++) {
        PyObject *text = PyObject_Str(position->made[i].move);
        if (!text || PyList_SetItem(texts, (Py_ssize_t)i, text) != 0)
            Py_CLEAR(texts);
    }
    return texts;
}

/* Returns what `restore` takes: the position before the moves, the moves, and the keys of what was before. */
static PyObject *reduce(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct position *position = as_position(self);
    struct any_position root = *position->now;
    char fen[ANY_FEN_SIZE];
    PyObject *stack = stack_of_texts(position);
    if (!stack)
        return NULL;
    for (size_t i = position->count; i > 0; i--)
        unmake_move(&root, &position->made[i - 1]);
    any_write_fen(&root, fen);
    const ks_variant *variant = root.variant;
    return Py_BuildValue(
        "O((OsIIzO)Ny#)", position->state->restore, (PyObject *)Py_TYPE(self), fen, position->flags,
        position->notation, variant ? ks_variant_get_facts(variant).name : NULL,
        position->variants ? position->variants : Py_None, stack, (const char *)position->keys,
        (Py_ssize_t)((position->key_count - position->count - 1) * sizeof *position->keys));
}

/* Puts keys before those of a new position. Returns 0 with an exception. */
static int add_earlier_keys(struct position *position, const char *keys, size_t count) {
    uint64_t *all = malloc((count + 1) * sizeof *all);
    if (!all) {
        PyErr_NoMemory();
        return 0;
    }
    memcpy(all, keys, count * sizeof *all);
    all[count] = position->keys[0];
    free(position->keys);
    position->keys = all;
    position->key_count = position->key_room = count + 1;
    return 1;
}

static int push_all(PyObject *self, PyObject *texts) {
    for (Py_ssize_t i = 0; i < PyList_Size(texts); i++) {
        PyObject *text = PyList_GetItem(texts, i);
        const int passes = PyUnicode_Check(text) && PyUnicode_CompareWithASCIIString(text, NULL_MOVE) == 0;
        PyObject *pushed = passes ? position_push_null(self, NULL) : position_push(self, text);
        if (!pushed)
            return 0;
        Py_DECREF(pushed);
    }
    return 1;
}

PyObject *restore(PyObject *module, PyObject *arguments) {
    PyObject *type, *variants, *texts;
    const char *fen, *variant, *keys;
    unsigned flags, notation;
    Py_ssize_t key_bytes;
    if (!PyArg_ParseTuple(arguments, "(OsIIzO)O!y#", &type, &fen, &flags, &notation, &variant, &variants,
                          &PyList_Type, &texts, &keys, &key_bytes))
        return NULL;
    if (type != (PyObject *)state_of(module)->position)
        return PyErr_Format(PyExc_TypeError, "restore: expected Position");
    PyObject *self = empty_position((PyTypeObject *)type);
    if (!self)
        return NULL;
    as_position(self)->flags = flags;
    as_position(self)->notation = notation;
    return set_variant(self, variant, variants) && set_position(self, fen, (Py_ssize_t)strlen(fen)) &&
                   add_earlier_keys(as_position(self), keys, (size_t)key_bytes / sizeof(uint64_t)) &&
                   push_all(self, texts)
               ? self
               : drop(self);
}

/* ---- Compared ---- */

size_t length_without_clocks(const char *fen, size_t length) {
    for (int fields = 0; fields < 2 && length > 0; fields += fen[--length] == ' ')
        ;
    return length;
}

static bool have_equal_clocks(const struct any_position *a, const struct any_position *b) {
    return a->variant ? a->varied.halfmove_clock == b->varied.halfmove_clock &&
                            a->varied.fullmove_number == b->varied.fullmove_number
                      : a->chess.halfmove_clock == b->chess.halfmove_clock &&
                            a->chess.fullmove_number == b->chess.fullmove_number;
}

/* Whether two positions differ in nothing but en-passant squares on which nobody can capture. */
static int are_equal(const struct any_position *a, const struct any_position *b) {
    char texts[2][ANY_FEN_SIZE];
    if (a->variant != b->variant || any_key(a) != any_key(b) || !have_equal_clocks(a, b))
        return 0;
    const size_t length = length_without_clocks(texts[0], any_write_shown_fen(a, false, texts[0]));
    return length == length_without_clocks(texts[1], any_write_shown_fen(b, false, texts[1])) &&
           memcmp(texts[0], texts[1], length) == 0;
}

static PyObject *compare(PyObject *self, PyObject *other, int how) {
    if (Py_TYPE(other) != Py_TYPE(self) || (how != Py_EQ && how != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    return PyBool_FromLong(are_equal(as_position(self)->now, as_position(other)->now) == (how == Py_EQ));
}

/* ---- Text and numbers ---- */

static PyObject *represent(PyObject *self) {
    const struct any_position *now = as_position(self)->now;
    char text[ANY_FEN_SIZE];
    any_write_shown_fen(now, false, text);
    const char *const chess960 = as_position(self)->notation & KS_UCI_CHESS960 ? ", chess960=True" : "";
    return now->variant ? PyUnicode_FromFormat("Position('%s'%s, variant='%s')", text, chess960,
                                               ks_variant_get_facts(now->variant).name)
                        : PyUnicode_FromFormat("Position('%s'%s)", text, chess960);
}

static PyObject *turn(PyObject *self, void *ignored) {
    (void)ignored;
    const struct position *position = as_position(self);
    PyObject *const side = position->state->sides[any_side_to_move(position->now)];
    Py_INCREF(side);
    return side;
}

static PyObject *key(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLongLong(any_key(as_position(self)->now));
}

static PyObject *polyglot_key(PyObject *self, void *ignored) {
    const struct any_position *now = as_position(self)->now;
    (void)ignored;
    if (now->variant)
        Py_RETURN_NONE;
    return PyLong_FromUnsignedLongLong(ks_polyglot_key(&now->chess));
}

static PyObject *halfmove_clock(PyObject *self, void *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    return PyLong_FromLong(now->variant ? now->varied.halfmove_clock : now->chess.halfmove_clock);
}

static PyObject *fullmove_number(PyObject *self, void *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    return PyLong_FromLong(now->variant ? now->varied.fullmove_number : now->chess.fullmove_number);
}

static PyObject *position_ply(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    const long number = now->variant ? now->varied.fullmove_number : now->chess.fullmove_number;
    return PyLong_FromLong(2 * (number > 0 ? number - 1 : 0) + (any_side_to_move(now) == KS_BLACK));
}

static PyObject *is_chess960(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBool_FromLong((as_position(self)->notation & KS_UCI_CHESS960) != 0);
}

static PyObject *variant_name(PyObject *self, void *ignored) {
    (void)ignored;
    const ks_variant *variant = as_position(self)->now->variant;
    return PyUnicode_FromString(variant ? ks_variant_get_facts(variant).name : "chess");
}

static PyMethodDef methods[] = {
#define WITH_KEYWORDS(function) (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS
    {"fen", position_fen, METH_NOARGS,
     "fen($self)\n--\n\nThe position as a FEN of six fields, with the en-passant square where a pawn may "
     "capture."},
    {"x_fen", position_x_fen, METH_NOARGS,
     "x_fen($self)\n--\n\nThe same with the en-passant square after every double push that a pawn attacks, "
     "even when it may not capture."},
    {"board_fen", position_board_fen, METH_NOARGS,
     "board_fen($self)\n--\n\nThe first field of the FEN: the pieces on the board."},
    {"ply", position_ply, METH_NOARGS,
     "ply($self)\n--\n\nThe number of moves since the start of the game, as the move number says."},
    {"mirror", position_mirror, METH_NOARGS,
     "mirror($self)\n--\n\nThe position with the sides exchanged and the board turned over, without moves to "
     "take back."},
    {"status", position_status, METH_NOARGS,
     "status($self)\n--\n\nThe first reason why no game can come to this position, by the tests of "
     "possible=True: (code, sentence).\nNone: a game may."},
    {"moves", position_moves, METH_NOARGS,
     "moves($self)\n--\n\nA list of the legal moves, each a Move, in no particular order."},
    {"legal_moves", WITH_KEYWORDS(position_legal_moves),
     "legal_moves($self, *, san=False)\n--\n\nA list of the legal moves as texts in UCI, or in SAN, in the "
     "same order."},
    {"push", position_push, METH_O,
     "push($self, move, /)\n--\n\nMakes a move: a Move, or a text in UCI or SAN. Raises MoveError when the "
     "move isn't\n"
     "legal: its text says why, its attribute `code` is the rule in one word, such as 'piece-pinned'."},
    {"push_null", position_push_null, METH_NOARGS,
     "push_null($self)\n--\n\nPasses, which is no move of chess: pop returns Move('0000'). Raises MoveError "
     "in check and in\nvariants."},
    {"push_san", position_push_text, METH_O,
     "push_san($self, text, /)\n--\n\nMakes the move of a text and returns the Move. UCI is read too."},
    {"pop", position_pop, METH_NOARGS,
     "pop($self)\n--\n\nTakes back the last move and returns the Move. Raises IndexError when there is "
     "none."},
    {"peek", position_peek, METH_NOARGS, "peek($self)\n--\n\nThe Move that pop takes back."},
    {"parse_san", position_parse, METH_O,
     "parse_san($self, text, /)\n--\n\nThe Move of a text. UCI is read too. Raises MoveError as push does."},
    {"san", position_san, METH_O, "san($self, move, /)\n--\n\nA legal move in SAN, such as 'Nf3+'."},
    {"lan", position_lan, METH_O,
     "lan($self, move, /)\n--\n\nA legal move in long algebraic notation, such as 'Ng1-f3+'."},
    {"uci", position_uci, METH_O, "uci($self, move, /)\n--\n\nA legal move in UCI, such as 'g1f3'."},
    {"is_legal", position_is_legal, METH_O, "is_legal($self, move, /)\n--\n\nWhether a move is legal."},
    {"is_capture", position_is_capture, METH_O,
     "is_capture($self, move, /)\n--\n\nWhether a legal move captures."},
    {"is_castling", position_is_castling, METH_O,
     "is_castling($self, move, /)\n--\n\nWhether a legal move castles."},
    {"is_en_passant", position_is_en_passant, METH_O,
     "is_en_passant($self, move, /)\n--\n\nWhether a legal move captures en passant."},
    {"is_repetition", WITH_KEYWORDS(position_is_repetition),
     "is_repetition($self, count=3)\n--\n\nWhether the position has occurred so many times, now included."},
    {"has_insufficient_material", position_has_insufficient_material, METH_O,
     "has_insufficient_material($self, color, /)\n--\n\nWhether a side cannot mate by any sequence of moves, "
     "as "
     "far as the material says. In chess alone."},
    {"has_legal_en_passant", position_has_legal_en_passant, METH_NOARGS,
     "has_legal_en_passant($self)\n--\n\nWhether a pawn may capture on ep_square."},
    {"gives_check", position_gives_check, METH_O,
     "gives_check($self, move, /)\n--\n\nWhether a legal move gives check."},
    {"see", WITH_KEYWORDS(position_see),
     "see($self, move, /, *, values=None, pins=False)\n--\n\nThe value that a legal move wins when both "
     "sides "
     "then take on its target, each with its least valuable piece, or stop.\nvalues has those of pawn, "
     "knight, "
     "bishop, rook and queen; None stands for 100, 300, 300, 500, 900.\nWith pins, the only piece between "
     "its "
     "king and a slider does not take while that stands. In chess alone."},
    {"explain", position_explain, METH_O,
     "explain($self, move, /)\n--\n\nWhy a move, given as in push, isn't legal: (code, sentence). None: the "
     "move is "
     "legal."},
    {"is_check", position_is_check, METH_NOARGS,
     "is_check($self)\n--\n\nWhether the side to move is in check."},
    {"is_checkmate", position_is_checkmate, METH_NOARGS,
     "is_checkmate($self)\n--\n\nWhether the side to move is in check and has no legal move."},
    {"is_stalemate", position_is_stalemate, METH_NOARGS,
     "is_stalemate($self)\n--\n\nWhether the side to move is not in check and has no legal move."},
    {"is_game_over", WITH_KEYWORDS(position_is_game_over),
     "is_game_over($self, *, claim_draw=False)\n--\n\nWhether outcome returns one."},
    {"outcome", WITH_KEYWORDS(position_outcome),
     "outcome($self, *, claim_draw=False)\n--\n\nThe Outcome of the game; None while it goes on. claim_draw: "
     "a draw that a "
     "player may claim is one,\nbefore one of the legal moves too. Repetitions are found among the positions "
     "since the FEN."},
    {"result", WITH_KEYWORDS(position_result),
     "result($self, *, claim_draw=False)\n--\n\nThe result as games in PGN have it: '1-0', '0-1', "
     "'1/2-1/2'; '*' while the game goes on."},
    {"can_claim_draw", position_can_claim_draw, METH_NOARGS,
     "can_claim_draw($self)\n--\n\nWhether a draw by repetition or by the clock of moves stands, or may be "
     "claimed before one of the legal moves."},
    {"attacks", position_attacks, METH_O,
     "attacks($self, square, /)\n--\n\nThe squares that the piece on a square attacks, those of its own "
     "side included; an empty tuple without a piece."},
    {"attackers", position_attackers, METH_VARARGS,
     "attackers($self, color, square, /)\n--\n\nThe squares of a side's pieces that attack a square: "
     "attackers('white', 'e4')."},
    {"attacked", position_attacked, METH_O,
     "attacked($self, color, /)\n--\n\nThe squares that a side attacks, those of its own pieces included."},
    {"attack_pairs", position_attack_pairs, METH_NOARGS,
     "attack_pairs($self, /)\n--\n\nWho attacks whom: pairs of the squares of a piece and of one that it "
     "attacks, of "
     "either side, by attacked squares."},
    {"is_attacked_by", position_is_attacked_by, METH_VARARGS,
     "is_attacked_by($self, color, square, /)\n--\n\nWhether a side's pieces attack a square."},
    {"is_pinned", position_is_pinned, METH_VARARGS,
     "is_pinned($self, color, square, /)\n--\n\nWhether a side's piece there is pinned to its king. In chess "
     "alone."},
    {"piece_at", position_piece_at, METH_O,
     "piece_at($self, square, /)\n--\n\nThe piece on a square, as its letter in FEN; or None."},
    {"pieces", position_pieces, METH_O,
     "pieces($self, letter, /)\n--\n\nThe squares of the pieces of a letter, as in FEN: pieces('N') are "
     "white's knights."},
    {"piece_map", position_piece_map, METH_NOARGS,
     "piece_map($self)\n--\n\nA dict of the occupied squares, from a8 on, and the letters of their pieces."},
    {"has_castling_rights", position_has_castling_rights, METH_O,
     "has_castling_rights($self, color, /)\n--\n\nWhether a side may still castle, now or later."},
    {"has_kingside_castling_rights", position_has_kingside_castling_rights, METH_O,
     "has_kingside_castling_rights($self, color, /)\n--\n\nThe same, towards the h-file."},
    {"has_queenside_castling_rights", position_has_queenside_castling_rights, METH_O,
     "has_queenside_castling_rights($self, color, /)\n--\n\nThe same, towards the a-file."},
    {"king", position_king, METH_O, "king($self, color, /)\n--\n\nThe square of a side's king; or None."},
    {"perft", position_perft, METH_O,
     "perft($self, depth, /)\n--\n\nThe number of sequences of so many legal moves, depth 0 to 60. Other "
     "threads run "
     "meanwhile."},
    {"svg", WITH_KEYWORDS(position_svg),
     "svg($self, *, rays=False)\n--\n\nThe board as a picture, with checkers and pins marked. rays: their "
     "lines too."},
    {"_repr_svg_", position_repr_svg, METH_NOARGS, NULL},
    {"copy", WITH_KEYWORDS(position_copy),
     "copy($self, *, stack=True)\n--\n\nA copy, with the moves to take back. stack=False: without; a number: "
     "with "
     "so many of the last ones.\nEach copy remembers repetitions."},
    {"__copy__", copy_whole, METH_NOARGS, NULL},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"verdict", position_verdict, NULL, "The Verdict on the side to move.", NULL},
    {"draw", position_draw, NULL,
     "Why the game is a draw, or why a player may claim one: 'stalemate', 'insufficient-material',\n"
     "'fifty-moves', 'seventy-five-moves', 'threefold-repetition' or 'fivefold-repetition'; or None.\n"
     "Repetitions are found among the positions since the FEN.",
     NULL},
    {"checkers", position_checkers, NULL, "The squares of the pieces that give check, such as ('e4',).",
     NULL},
    {"pins", position_pins, NULL,
     "The squares of the pieces that are pinned to the king of the side to move. In chess alone.", NULL},
    {"board", position_board, NULL,
     "The bytes of the board as it is now, from a8 to h1, for memoryviews and numpy.asarray: 0 empty, 1-6 "
     "white pawn, knight, bishop, rook, queen, king, 9-14 "
     "black "
     "ones.\nIn a variant: 0 empty, 1 a wall, else 2 + 2 * type, and 1 more for black.",
     NULL},
    {"move_stack", position_move_stack, NULL, "The Moves that pop can take back, the first one made first.",
     NULL},
    {"castling_rights", position_castling_rights, NULL,
     "The castling rights as in FEN, such as 'KQkq'; '-' where there are none.", NULL},
    {"ep_square", position_ep_square, NULL,
     "The square that a pawn has just passed by a double push; or None. In variants: those on which a pawn "
     "may capture en passant, as in FEN.",
     NULL},
    {"turn", turn, NULL, "'white' or 'black': the side to move.", NULL},
    {"key", key, NULL,
     "The Zobrist key of the position as it is now, 64 bits, for sets and dicts: positions of a variant "
     "have\nequal keys when they are equal. (variant, key) tells those of several variants apart.",
     NULL},
    {"polyglot_key", polyglot_key, NULL, "The key of Polyglot's opening books; None in a variant.", NULL},
    {"halfmove_clock", halfmove_clock, NULL, "How many moves in succession were no captures and no pawn's.",
     NULL},
    {"fullmove_number", fullmove_number, NULL, "The number of the move, as in FEN.", NULL},
    {"chess960", is_chess960, NULL, "Whether UCI has castling as the king taking its rook.", NULL},
    {"variant", variant_name, NULL, "The name of the variant: 'chess', 'atomic' and so on.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static const char position_doc[] =
    "Position(fen=START, *, strict=False, lenient=False, possible=False, chess960=False, variant=None, "
    "variants=None)\n--\n\n"
    "A position, with its legal moves and a stack of moves made.\n\n"
    "fen       FEN or EPD, Shredder-FEN too; without it, the start of a game\n"
    "strict    as possible; castling letters and en-passant squares that can't be are errors too, else they\n"
    "          are dropped\n"
    "lenient   only the side to move needs its one king, and pawns may stand anywhere\n"
    "possible  the position could stand in a game, as far as Board.status() of python-chess tells\n"
    "chess960  write castling as the king taking its rook\n"
    "variant   the name of a variant, such as 'atomic': variant_names() lists them\n"
    "variants  a pathlib.Path, of a file with the variant: docs/variants.md\n\n"
    "Raises FenError: its text says what was expected and found, `offset` where, `code` what in one word.\n"
    "Positions are equal when pieces, side to move, castling rights, captures en passant and both clocks "
    "are, whatever\n"
    "the moves before. They change, so they have no hash: in sets and as keys of dicts, take `key`, which "
    "knows no clocks.";

static PyType_Slot position_slots[] = {
    {Py_tp_doc, (void *)position_doc},
    {Py_tp_new, (void *)new_position},
    {Py_tp_dealloc, (void *)free_position},
    {Py_tp_repr, (void *)represent},
    {Py_tp_str, (void *)position_str},
    {Py_tp_richcompare, (void *)compare},
    {Py_tp_hash, (void *)PyObject_HashNotImplemented}, /* a push would change the hash */
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

PyType_Spec position_spec = {
    .name = "kingscan._kingscan.Position",
    .basicsize = sizeof(struct position),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = position_slots,
};
