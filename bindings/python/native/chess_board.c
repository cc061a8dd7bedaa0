/* The type behind kingscan.chess.Board: its masks, its attacks, and what it has by name. */
#include "chess_board.h"

#include <stdlib.h>
#include <string.h>

static const char symbols[] = CHESS_SYMBOLS;

#define MOST ((int64_t)1 << 62) /* of clocks: pushes add to them */

/* ---- Made and freed ---- */

static PyObject *board_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)arguments, (void)keywords; /* they are __init__'s */
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    struct chess_board *board = as_chess_board(self);
    board->state = state_of_chess_type(type);
    board->now.ep_square = -1;
    board->now.turn = 1;
    board->now.fullmove_number = 1;
    board->moves = PyList_New(0);
    return board->moves ? self : drop(self);
}

static void board_free(PyObject *self) {
    struct chess_board *board = as_chess_board(self);
    Py_XDECREF(board->moves);
    free(board->before);
    free_object(self);
}

/* ---- Squares ---- */

/* Masks that somebody has assigned may name no kind of a piece; it is a king then, as in python-chess. */
int chess_kind_at(const struct masks *masks, int square) {
    if (!(masks->kinds[0] & bit(square)))
        return 0;
    int kind = CHESS_PAWN;
    while (kind < CHESS_KING && !(masks->kinds[kind] & bit(square)))
        kind++;
    return kind;
}

void chess_remove(struct masks *masks, int square) {
    for (int kind = 0; kind <= CHESS_KING; kind++)
        masks->kinds[kind] &= ~bit(square);
    masks->of[0] &= ~bit(square);
    masks->of[1] &= ~bit(square);
    masks->promoted &= ~bit(square);
}

void chess_put(struct masks *masks, int square, int kind, int color, int promoted) {
    chess_remove(masks, square);
    masks->kinds[0] |= bit(square);
    masks->kinds[kind] |= bit(square);
    masks->of[color] |= bit(square);
    masks->promoted |= promoted ? bit(square) : 0;
}

uint64_t chess_kings(const struct masks *masks, int color) {
    const uint64_t promoted = masks->promotes_kings && masks->castling ? masks->promoted : 0;
    return masks->kinds[CHESS_KING] & masks->of[color] & ~promoted;
}

int chess_king(const struct masks *masks, int color) {
    const uint64_t kings = chess_kings(masks, color);
    return kings && !(kings & (kings - 1)) ? __builtin_ctzll(kings) : -1;
}

uint64_t chess_attackers(const struct masks *masks, int color, int square, uint64_t occupied) {
    const uint64_t *kinds = masks->kinds, queens = kinds[CHESS_QUEEN];
    const unsigned at = (unsigned)square;
    /* Turned over, white's pawns attack as black's do. */
    return masks->of[color] &
           ((ks_knight_attacks(at) & kinds[CHESS_KNIGHT]) | (ks_king_attacks(at) & kinds[CHESS_KING]) |
            (ks_rook_attacks(at, occupied) & (kinds[CHESS_ROOK] | queens)) |
            (ks_bishop_attacks(at, occupied) & (kinds[CHESS_BISHOP] | queens)) |
            (ks_pawn_attacks(at, color ? KS_WHITE : KS_BLACK) & kinds[CHESS_PAWN]));
}

static uint64_t attacks_from(const struct masks *masks, int square) {
    const unsigned at = (unsigned)square;
    switch (chess_kind_at(masks, square)) {
    case CHESS_PAWN:
        return ks_pawn_attacks(at, masks->of[1] & bit(square) ? KS_BLACK : KS_WHITE);
    case CHESS_KNIGHT:
        return ks_knight_attacks(at);
    case CHESS_BISHOP:
        return ks_bishop_attacks(at, masks->kinds[0]);
    case CHESS_ROOK:
        return ks_rook_attacks(at, masks->kinds[0]);
    case CHESS_QUEEN:
        return ks_queen_attacks(at, masks->kinds[0]);
    case CHESS_KING:
        return ks_king_attacks(at);
    default:
        return 0;
    }
}

/* The line of a pin to the king of a colour; all squares without one. */
static uint64_t pin_of(const struct masks *masks, int color, int square) {
    const int king = chess_king(masks, color);
    const uint64_t line = king < 0 ? 0 : ks_line_through((unsigned)king, (unsigned)square);
    if (!line)
        return ~(uint64_t)0;
    const uint64_t *kinds = masks->kinds;
    const int is_straight = (king & 7) == (square & 7) || king >> 3 == square >> 3;
    uint64_t snipers =
        line & masks->of[!color] & (kinds[CHESS_QUEEN] | kinds[is_straight ? CHESS_ROOK : CHESS_BISHOP]);
    for (; snipers; snipers &= snipers - 1) {
        const unsigned sniper = (unsigned)__builtin_ctzll(snipers);
        const uint64_t between = ks_squares_between(sniper, (unsigned)king);
        if (between & bit(square) && !(between & masks->kinds[0] & ~bit(square)))
            return line;
    }
    return ~(uint64_t)0;
}

/* ---- Castling rights ---- */

/* The first and last rank of a colour. */
static uint64_t rank_of_color(int color) {
    return (uint64_t)0xff << (color ? 0 : 56);
}

/* In Chess960, the outermost rook on each side of the king may castle. */
static uint64_t clean_of_color(const struct masks *now, int chess960, int color) {
    const uint64_t rank = rank_of_color(color), corners = (uint64_t)0x81 << (color ? 0 : 56);
    const uint64_t rooks = now->castling & now->kinds[CHESS_ROOK] & now->of[color] & rank;
    const uint64_t kings = chess_kings(now, color) & rank;
    if (!chess960)
        return kings & (uint64_t)0x1000000000000010 ? rooks & corners : 0;
    if (!rooks || !kings)
        return 0;
    const uint64_t first = rooks & (0 - rooks), last = ks_highest_of(rooks), king = ks_highest_of(kings);
    return (first < king ? first : 0) | (last > king ? last : 0);
}

uint64_t chess_clean_castling(const struct masks *masks, int chess960) {
    return masks->castling ? clean_of_color(masks, chess960, 0) | clean_of_color(masks, chess960, 1) : 0;
}

static PyObject *clean_castling_rights(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct chess_board *board = as_chess_board(self);
    return PyLong_FromUnsignedLongLong(chess_clean_castling(&board->now, board->chess960));
}

/* ---- Attributes ---- */

static PyObject *get_mask(PyObject *self, void *offset) {
    return PyLong_FromUnsignedLongLong(
        *(const uint64_t *)(const void *)((const char *)&as_chess_board(self)->now + (size_t)offset));
}

/* Returns 0 with an exception when an attribute is to be deleted. */
static int may_set(PyObject *value) {
    if (!value)
        PyErr_SetString(PyExc_AttributeError, "a board keeps its attributes");
    return value != NULL;
}

static int set_mask(PyObject *self, PyObject *value, void *offset) {
    const uint64_t mask = may_set(value) ? read_chess_mask(value) : 0;
    if (PyErr_Occurred())
        return -1;
    *(uint64_t *)(void *)((char *)&as_chess_board(self)->now + (size_t)offset) = mask;
    return 0;
}

static PyObject *get_number(PyObject *self, void *offset) {
    return PyLong_FromLongLong(
        *(const int64_t *)(const void *)((const char *)&as_chess_board(self)->now + (size_t)offset));
}

static int is_countable(int64_t number) {
    return number > -MOST && number < MOST;
}

static int set_number(PyObject *self, PyObject *value, void *offset) {
    int overflows = 0;
    const long long number = may_set(value) ? PyLong_AsLongLongAndOverflow(value, &overflows) : 0;
    if (!PyErr_Occurred() && (overflows || !is_countable(number)))
        PyErr_Format(PyExc_OverflowError, "expected a number below 2 ** 62, found %R", value);
    if (PyErr_Occurred())
        return -1;
    *(int64_t *)(void *)((char *)&as_chess_board(self)->now + (size_t)offset) = number;
    return 0;
}

static PyObject *get_turn(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBool_FromLong(as_chess_board(self)->now.turn);
}

static int set_turn(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const int turn = may_set(value) ? PyObject_IsTrue(value) : -1;
    if (turn >= 0)
        as_chess_board(self)->now.turn = turn;
    return turn < 0 ? -1 : 0;
}

static PyObject *get_promotes_kings(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBool_FromLong(as_chess_board(self)->now.promotes_kings);
}

static int set_promotes_kings(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const int promotes = may_set(value) ? PyObject_IsTrue(value) : -1;
    if (promotes >= 0)
        as_chess_board(self)->now.promotes_kings = promotes;
    return promotes < 0 ? -1 : 0;
}

static PyObject *get_chess960(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBool_FromLong(as_chess_board(self)->chess960);
}

static int set_chess960(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const int chess960 = may_set(value) ? PyObject_IsTrue(value) : -1;
    if (chess960 >= 0)
        as_chess_board(self)->chess960 = chess960;
    return chess960 < 0 ? -1 : 0;
}

static PyObject *get_ep_square(PyObject *self, void *ignored) {
    (void)ignored;
    const int square = as_chess_board(self)->now.ep_square;
    return square < 0 ? Py_BuildValue("") : PyLong_FromLong(square);
}

static int set_ep_square(PyObject *self, PyObject *value, void *ignored) {
    (void)ignored;
    const int square = !may_set(value) || value == Py_None ? -1 : read_chess_square(value);
    if (PyErr_Occurred())
        return -1;
    as_chess_board(self)->now.ep_square = square;
    return 0;
}

static PyObject *get_move_stack(PyObject *self, void *ignored) {
    (void)ignored;
    Py_INCREF(as_chess_board(self)->moves);
    return as_chess_board(self)->moves;
}

/* ---- occupied_co: the masks of both colours, as a list that writes to the board ---- */

struct sides {
    PyObject_HEAD PyObject *board;
};

static PyObject *get_sides(PyObject *self, void *ignored) {
    (void)ignored;
    PyObject *sides = make_object(as_chess_board(self)->state->chess_sides);
    if (sides) {
        ((struct sides *)sides)->board = self;
        Py_INCREF(self);
    }
    return sides;
}

static void sides_free(PyObject *self) {
    Py_XDECREF(((struct sides *)self)->board);
    free_object(self);
}

static uint64_t *masks_of_sides(PyObject *self) {
    return as_chess_board(((struct sides *)self)->board)->now.of;
}

static PyObject *sides_list(PyObject *self) {
    const uint64_t *masks = masks_of_sides(self);
    return Py_BuildValue("[KK]", (unsigned long long)masks[0], (unsigned long long)masks[1]);
}

/* Returns 0 or 1; 2 for what is no index; -1 with an exception. */
static int read_color(PyObject *key) {
    if (!PyLong_Check(key))
        return 2;
    int overflows;
    const long index = PyLong_AsLongAndOverflow(key, &overflows);
    if (!overflows && index >= -2 && index < 2)
        return (int)(index & 1);
    PyErr_SetString(PyExc_IndexError, "expected WHITE or BLACK");
    return -1;
}

static PyObject *sides_item(PyObject *self, PyObject *key) {
    const int color = read_color(key);
    if (color < 2)
        return color < 0 ? NULL : PyLong_FromUnsignedLongLong(masks_of_sides(self)[color]);
    PyObject *list = sides_list(self), *item = list ? PyObject_GetItem(list, key) : NULL;
    Py_XDECREF(list);
    return item;
}

static int set_side(PyObject *self, int color, PyObject *value) {
    const uint64_t mask = may_set(value) ? read_chess_mask(value) : 0;
    if (PyErr_Occurred())
        return -1;
    masks_of_sides(self)[color] = mask;
    return 0;
}

/* occupied_co[WHITE] = mask, or occupied_co[:] = both */
static int sides_set_item(PyObject *self, PyObject *key, PyObject *value) {
    const int color = read_color(key);
    if (color < 2)
        return color < 0 ? -1 : set_side(self, color, value);
    PyObject *both = may_set(value) ? PySequence_Tuple(value) : NULL;
    if (both && PyTuple_Size(both) != 2)
        PyErr_SetString(PyExc_ValueError, "occupied_co: expected two masks, for BLACK and WHITE");
    const int failed = !both || PyErr_Occurred() || set_side(self, 0, PyTuple_GetItem(both, 0)) < 0 ||
                       set_side(self, 1, PyTuple_GetItem(both, 1)) < 0;
    Py_XDECREF(both);
    return failed ? -1 : 0;
}

static Py_ssize_t sides_length(PyObject *self) {
    (void)self;
    return 2;
}

static PyObject *sides_iterator(PyObject *self) {
    PyObject *list = sides_list(self), *iterator = list ? PyObject_GetIter(list) : NULL;
    Py_XDECREF(list);
    return iterator;
}

static PyObject *sides_repr(PyObject *self) {
    PyObject *list = sides_list(self), *text = list ? PyObject_Repr(list) : NULL;
    Py_XDECREF(list);
    return text;
}

static PyObject *sides_compare(PyObject *self, PyObject *other, int how) {
    PyObject *left = sides_list(self), *right = Py_TYPE(other) == Py_TYPE(self) ? sides_list(other) : other;
    if (right == other)
        Py_INCREF(other);
    PyObject *answer = left && right ? PyObject_RichCompare(left, right, how) : NULL;
    Py_XDECREF(left);
    Py_XDECREF(right);
    return answer;
}

static PyType_Slot sides_slots[] = {
    {Py_tp_dealloc, (void *)sides_free},
    {Py_mp_subscript, (void *)sides_item},
    {Py_mp_ass_subscript, (void *)sides_set_item},
    {Py_mp_length, (void *)sides_length},
    {Py_tp_iter, (void *)sides_iterator},
    {Py_tp_repr, (void *)sides_repr},
    {Py_tp_richcompare, (void *)sides_compare},
    {Py_tp_hash, (void *)PyObject_HashNotImplemented},
    {0, NULL},
};

PyType_Spec chess_sides_spec = {
    .name = "kingscan._kingscan.ChessSides",
    .basicsize = sizeof(struct sides),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = sides_slots,
};

/* ---- What stands where ---- */

static PyObject *piece_type_at(PyObject *self, PyObject *number) {
    const int square = read_chess_square(number);
    const int kind = square < 0 ? 0 : chess_kind_at(&as_chess_board(self)->now, square);
    return square < 0 ? NULL : kind ? PyLong_FromLong(kind) : Py_BuildValue("");
}

static PyObject *color_at(PyObject *self, PyObject *number) {
    const int square = read_chess_square(number);
    const struct masks *now = &as_chess_board(self)->now;
    if (square < 0)
        return NULL;
    return (now->of[0] | now->of[1]) & bit(square) ? PyBool_FromLong((now->of[1] & bit(square)) != 0)
                                                   : Py_BuildValue("");
}

static PyObject *piece_on(const struct chess_board *board, int square) {
    const int kind = chess_kind_at(&board->now, square);
    PyObject *piece = kind ? make_object((PyTypeObject *)board->state->chess_piece) : Py_BuildValue("");
    if (piece && kind) {
        ((struct chess_piece *)piece)->kind = kind;
        ((struct chess_piece *)piece)->color = (board->now.of[1] & bit(square)) != 0;
    }
    return piece;
}

static PyObject *piece_at(PyObject *self, PyObject *number) {
    const int square = read_chess_square(number);
    return square < 0 ? NULL : piece_on(as_chess_board(self), square);
}

static PyObject *piece_map(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"mask", NULL};
    PyObject *mask = NULL, *map = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$O:piece_map", names, &mask))
        return NULL;
    uint64_t left = as_chess_board(self)->now.kinds[0] & (mask ? read_chess_mask(mask) : ~(uint64_t)0);
    if (!PyErr_Occurred())
        map = PyDict_New();
    while (map && left) {
        const int square = 63 ^ __builtin_clzll(left); /* python-chess goes from h8, too */
        PyObject *key = PyLong_FromLong(square), *piece = piece_on(as_chess_board(self), square);
        if (!key || !piece || PyDict_SetItem(map, key, piece) != 0)
            Py_CLEAR(map);
        Py_XDECREF(key);
        Py_XDECREF(piece);
        left &= ~bit(square);
    }
    return map;
}

static PyObject *king(PyObject *self, PyObject *color) {
    const int side = PyObject_IsTrue(color);
    const int square = side < 0 ? -1 : chess_king(&as_chess_board(self)->now, side);
    return side < 0 ? NULL : square < 0 ? Py_BuildValue("") : PyLong_FromLong(square);
}

/* Reads a kind and a colour. Returns the mask; sets an exception for others. */
static uint64_t mask_of_pieces(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"piece_type", "color", NULL};
    const struct masks *now = &as_chess_board(self)->now;
    PyObject *kind;
    int color;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "Op:pieces", names, &kind, &color))
        return 0;
    const int number = read_chess_kind(kind);
    return number > 0 ? now->kinds[number] & now->of[color] : 0;
}

static PyObject *pieces_mask(PyObject *self, PyObject *arguments, PyObject *keywords) {
    const uint64_t mask = mask_of_pieces(self, arguments, keywords);
    return PyErr_Occurred() ? NULL : PyLong_FromUnsignedLongLong(mask);
}

/* A SquareSet; NULL when there is an exception. */
static PyObject *square_set(PyObject *self, uint64_t mask) {
    PyTypeObject *type = (PyTypeObject *)as_chess_board(self)->state->chess_square_set;
    PyObject *set = PyErr_Occurred() ? NULL : make_object(type);
    if (set)
        ((struct chess_squares *)set)->mask = mask;
    return set;
}

static PyObject *pieces(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return square_set(self, mask_of_pieces(self, arguments, keywords));
}

/* ---- Edited ---- */

static PyObject *put(PyObject *self, PyObject *arguments) {
    int square, kind, color, promoted = 0;
    if (!PyArg_ParseTuple(arguments, "iip|p:_set_piece_at", &square, &kind, &color, &promoted))
        return NULL;
    if (square < 0 || square >= KS_SQUARES || kind < 0 || kind > CHESS_KING)
        return PyErr_Format(PyExc_ValueError,
                            "expected a square from 0 to 63 and a kind of piece from 1 to 6");
    if (kind)
        chess_put(&as_chess_board(self)->now, square, kind, color, promoted);
    Py_RETURN_NONE;
}

static PyObject *take(PyObject *self, PyObject *number) {
    const int square = read_chess_square(number);
    PyObject *kind = square < 0 ? NULL : piece_type_at(self, number);
    if (kind)
        chess_remove(&as_chess_board(self)->now, square);
    return kind;
}

static PyObject *clear_pieces(PyObject *self, PyObject *ignored) {
    (void)ignored;
    struct masks *now = &as_chess_board(self)->now;
    memset(now->kinds, 0, sizeof now->kinds);
    memset(now->of, 0, sizeof now->of);
    now->promoted = 0;
    Py_RETURN_NONE;
}

static PyObject *clear_stack(PyObject *self, PyObject *ignored) {
    (void)ignored;
    struct chess_board *board = as_chess_board(self);
    board->count = 0;
    if (PyList_SetSlice(board->moves, 0, PyList_Size(board->moves), NULL) != 0)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- Attacks ---- */

/* Reads a colour, a square, and perhaps what is occupied. Sets an exception for others. */
static uint64_t find_attackers(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"color", "square", "occupied", NULL};
    const struct masks *now = &as_chess_board(self)->now;
    PyObject *number, *given = Py_None;
    uint64_t occupied = now->kinds[0];
    int color;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "pO|O:attackers", names, &color, &number, &given))
        return 0;
    const int square = read_chess_square(number);
    if (square >= 0 && given != Py_None) { /* a mask, a SquareSet or squares */
        PyObject *set =
            PyObject_CallFunctionObjArgs(as_chess_board(self)->state->chess_square_set, given, NULL);
        if (set && PyObject_TypeCheck(set, as_chess_board(self)->state->chess_squares))
            occupied = ((struct chess_squares *)set)->mask;
        else if (set)
            PyErr_SetString(PyExc_TypeError, "expected a set of squares");
        Py_XDECREF(set);
    }
    return PyErr_Occurred() ? 0 : chess_attackers(now, color, square, occupied);
}

static PyObject *attackers_mask(PyObject *self, PyObject *arguments, PyObject *keywords) {
    const uint64_t mask = find_attackers(self, arguments, keywords);
    return PyErr_Occurred() ? NULL : PyLong_FromUnsignedLongLong(mask);
}

static PyObject *attackers(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return square_set(self, find_attackers(self, arguments, keywords));
}

static PyObject *is_attacked_by(PyObject *self, PyObject *arguments, PyObject *keywords) {
    const uint64_t mask = find_attackers(self, arguments, keywords);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(mask != 0);
}

static PyObject *attacks_mask(PyObject *self, PyObject *number) {
    const int square = read_chess_square(number);
    return square < 0 ? NULL : PyLong_FromUnsignedLongLong(attacks_from(&as_chess_board(self)->now, square));
}

static PyObject *attacks(PyObject *self, PyObject *number) {
    const int square = read_chess_square(number);
    return square < 0 ? NULL : square_set(self, attacks_from(&as_chess_board(self)->now, square));
}

static uint64_t find_pin(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"color", "square", NULL};
    PyObject *number;
    int color;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "pO:pin", names, &color, &number))
        return 0;
    const int square = read_chess_square(number);
    return square < 0 ? 0 : pin_of(&as_chess_board(self)->now, color, square);
}

static PyObject *pin_mask(PyObject *self, PyObject *arguments, PyObject *keywords) {
    const uint64_t mask = find_pin(self, arguments, keywords);
    return PyErr_Occurred() ? NULL : PyLong_FromUnsignedLongLong(mask);
}

static PyObject *pin(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return square_set(self, find_pin(self, arguments, keywords));
}

static PyObject *is_pinned(PyObject *self, PyObject *arguments, PyObject *keywords) {
    const uint64_t mask = find_pin(self, arguments, keywords);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(mask != ~(uint64_t)0);
}

/* The pieces that attack the king of the side to move. */
static uint64_t find_checkers(PyObject *self) {
    const struct masks *now = &as_chess_board(self)->now;
    const int square = chess_king(now, now->turn);
    return square < 0 ? 0 : chess_attackers(now, !now->turn, square, now->kinds[0]);
}

static PyObject *checkers_mask(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLongLong(find_checkers(self));
}

static PyObject *is_check(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyBool_FromLong(find_checkers(self) != 0);
}

/* ---- Text ---- */

/* Reads the pieces of FEN into empty masks. Returns NULL, or what is wrong. */
static const char *read_pieces(const char *text, struct masks *masks) {
    int row = 7, file = 0, was_digit = 0, was_piece = 0;
    for (; *text; text++) {
        const char lower = (char)(*text | 0x20), *const found = strchr(symbols + 1, lower);
        const int digit = *text >= '1' && *text <= '8', piece = *text != '~' && found && *found;
        if (*text == '/') {
            if (file != 8)
                return "expected 8 columns per row";
            row--, file = 0;
            if (row < 0)
                return "expected 8 rows";
        } else if (*text == '~') {
            if (!was_piece)
                return "'~' not after piece";
            masks->promoted |= bit(row * 8 + file - 1);
        } else if (digit) {
            if (was_digit)
                return "two subsequent digits";
            file += *text - '0';
        } else if (!piece)
            return "invalid character";
        else if (file < 8)
            chess_put(masks, row * 8 + file++, (int)(found - symbols), *text != lower, 0);
        else
            return "expected 8 columns per row";
        was_digit = digit, was_piece = piece;
    }
    return row != 0 ? "expected 8 rows" : file != 8 ? "expected 8 columns per row" : NULL;
}

static PyObject *set_pieces(PyObject *self, PyObject *fen) {
    struct masks read = as_chess_board(self)->now;
    const char *const text = whole_text(fen);
    if (!text)
        return PyErr_Occurred() ? NULL
                                : PyErr_Format(PyExc_TypeError, "expected a FEN as a str, found %R", fen);
    memset(read.kinds, 0, sizeof read.kinds);
    memset(read.of, 0, sizeof read.of);
    read.promoted = 0;
    const char *const wrong = read_pieces(text, &read);
    if (wrong)
        return PyErr_Format(PyExc_ValueError, "%s in position part of fen: %R", wrong, fen);
    as_chess_board(self)->now = read;
    Py_RETURN_NONE;
}

/* The pieces as FEN has them; promoted: the squares whose pieces get a ~. */
static PyObject *write_pieces(PyObject *self, PyObject *promoted) {
    const struct masks *now = &as_chess_board(self)->now;
    const uint64_t marked = read_chess_mask(promoted);
    char text[64 * 2 + 8], *to = text;
    for (int row = 7; row >= 0; row--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            const int square = row * 8 + file, kind = chess_kind_at(now, square);
            empty += !kind;
            if (empty && (kind || file == 7))
                *to++ = (char)('0' + empty), empty = 0;
            if (kind)
                *to++ = (char)(now->of[1] & bit(square) ? symbols[kind] - 'a' + 'A' : symbols[kind]);
            if (kind && marked & bit(square))
                *to++ = '~';
        }
        if (row)
            *to++ = '/';
    }
    return PyErr_Occurred() ? NULL : PyUnicode_FromStringAndSize(text, to - text);
}

/* ---- Copied ---- */

/* Copies the last Moves of a list, `most` of them: they can be changed, so a copy has its own. NULL with an
 * exception. */
static PyObject *copy_moves(struct module_state *state, PyObject *moves, Py_ssize_t most) {
    const Py_ssize_t size = PyList_Size(moves);
    PyObject *list = PyList_GetSlice(moves, most < size ? size - most : 0, size);
    for (Py_ssize_t i = 0; list && i < PyList_Size(list); i++) {
        const struct chess_move *move = read_chess_move(state, PyList_GetItem(list, i));
        PyObject *own =
            move ? new_chess_move(state, move->from, move->to, move->promotion, move->drop) : NULL;
        if (!own || PyList_SetItem(list, i, own) != 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Makes a board what another one is, with the last moves that it can take back. stack: True for all, or how
 * many. Returns 0 with an exception. */
static int take_over(struct chess_board *to, const struct chess_board *from, PyObject *stack) {
    const Py_ssize_t most = stack == Py_True ? PTRDIFF_MAX : PyLong_AsSsize_t(stack);
    if (most < 0) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "stack: expected True, False or how many moves, found %R", stack);
        return 0;
    }
    const size_t count = (size_t)most > from->count ? from->count : (size_t)most;
    const struct masks now = from->now;
    struct masks *copied = count ? malloc(count * sizeof *copied) : NULL;
    if (count && !copied) {
        PyErr_NoMemory();
        return 0;
    }
    if (count) /* before copy_moves, in which finalizers may run and change both boards */
        memcpy(copied, from->before + from->count - count, count * sizeof *copied);
    PyObject *list = copy_moves(to->state, from->moves, most), *const old = to->moves;
    if (!list) {
        free(copied);
        return 0;
    }
    free(to->before);
    to->now = now;
    to->chess960 = from->chess960;
    to->before = copied;
    to->count = to->room = count;
    to->moves = list;
    Py_XDECREF(old); /* at last: what a user has put there may have a finalizer */
    return 1;
}

static PyObject *assign(PyObject *self, PyObject *arguments) {
    PyObject *other, *stack;
    if (!PyArg_ParseTuple(arguments, "O!O:_assign", as_chess_board(self)->state->chess_board, &other,
                          &stack) ||
        !take_over(as_chess_board(self), as_chess_board(other), stack))
        return NULL;
    Py_RETURN_NONE;
}

/* A board of the same class, whose __init__ is not called. */
static PyObject *copy_plainly(PyObject *self, PyObject *stack) {
    PyObject *made = make_object(Py_TYPE(self));
    if (!made)
        return NULL;
    as_chess_board(made)->state = as_chess_board(self)->state;
    return take_over(as_chess_board(made), as_chess_board(self), stack) ? made : drop(made);
}

/* Makes self what it was before all moves that it can take back. */
static PyObject *go_to_root(PyObject *self, PyObject *ignored) {
    struct chess_board *board = as_chess_board(self);
    if (board->count)
        board->now = board->before[0];
    return clear_stack(self, ignored);
}

/* For pickle: the masks now and before each move, as bytes that the same version reads. */
static PyObject *get_states(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct chess_board *board = as_chess_board(self);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((board->count + 1) * sizeof board->now));
    char *const to = bytes ? PyBytes_AsString(bytes) : NULL;
    if (to) {
        memcpy(to, &board->now, sizeof board->now);
        if (board->count)
            memcpy(to + sizeof board->now, board->before, board->count * sizeof board->now);
    }
    return bytes;
}

/* Whether bytes are states: what is used as an index is one, and clocks can grow. */
static int are_states(const char *from, size_t count) {
    struct masks state;
    for (; count > 0; count--, from += sizeof state) {
        memcpy(&state, from, sizeof state);
        if (state.turn < 0 || state.turn > 1 || state.ep_square < -1 || state.ep_square >= KS_SQUARES ||
            !is_countable(state.halfmove_clock) || !is_countable(state.fullmove_number))
            return 0;
    }
    return 1;
}

static PyObject *set_states(PyObject *self, PyObject *bytes) {
    struct chess_board *board = as_chess_board(self);
    char *from;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &from, &size) != 0)
        return NULL;
    const size_t count = (size_t)size / sizeof board->now;
    if (count == 0 || count * sizeof board->now != (size_t)size || !are_states(from, count))
        return PyErr_Format(PyExc_ValueError, "expected a board that this version has pickled");
    struct masks *before = malloc(count * sizeof *before);
    if (!before)
        return PyErr_NoMemory();
    memcpy(&board->now, from, sizeof board->now);
    memcpy(before, from + sizeof board->now, (count - 1) * sizeof *before);
    free(board->before);
    board->before = before;
    board->count = count - 1;
    board->room = count;
    Py_RETURN_NONE;
}

/* ---- Compared ---- */

/* Whether two boards have the same pieces, and the same pieces that have been promoted. */
static PyObject *has_same_pieces(PyObject *self, PyObject *other) {
    if (!PyObject_TypeCheck(other, as_chess_board(self)->state->chess_board))
        Py_RETURN_FALSE;
    const struct masks *a = &as_chess_board(self)->now, *b = &as_chess_board(other)->now;
    return PyBool_FromLong(memcmp(a->kinds, b->kinds, sizeof a->kinds) == 0 &&
                           memcmp(a->of, b->of, sizeof a->of) == 0);
}

#define MASK(name, member, doc)                                                                              \
    { name, get_mask, set_mask, doc, (void *)offsetof(struct masks, member) }
#define NUMBER(name, member, doc)                                                                            \
    { name, get_number, set_number, doc, (void *)offsetof(struct masks, member) }

static PyGetSetDef attributes[] = {
    MASK("occupied", kinds[0], "The squares of all pieces, as a mask."),
    MASK("pawns", kinds[CHESS_PAWN], "The squares of the pawns, as a mask."),
    MASK("knights", kinds[CHESS_KNIGHT], "The squares of the knights, as a mask."),
    MASK("bishops", kinds[CHESS_BISHOP], "The squares of the bishops, as a mask."),
    MASK("rooks", kinds[CHESS_ROOK], "The squares of the rooks, as a mask."),
    MASK("queens", kinds[CHESS_QUEEN], "The squares of the queens, as a mask."),
    MASK("kings", kinds[CHESS_KING], "The squares of the kings, as a mask."),
    MASK("promoted", promoted, "The squares of pieces that were pawns, as a mask."),
    MASK("castling_rights", castling, "The squares of the rooks that may castle, as a mask."),
    NUMBER("halfmove_clock", halfmove_clock, "Half-moves since a capture or a move of a pawn."),
    NUMBER("fullmove_number", fullmove_number, "The number of the move; it grows after black's."),
    {"turn", get_turn, set_turn, "The side to move, WHITE or BLACK.", NULL},
    {"ep_square", get_ep_square, set_ep_square, "The square that a pawn has just passed, or None.", NULL},
    {"chess960", get_chess960, set_chess960, "Whether castling is written as the king taking its rook.",
     NULL},
    {"_promotes_kings", get_promotes_kings, set_promotes_kings, NULL, NULL},
    {"move_stack", get_move_stack, NULL, "The list of the moves that can be taken back.", NULL},
    {"occupied_co", get_sides, NULL, "The squares of each side's pieces, as masks: occupied_co[WHITE].",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define NAMED(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = {
    {"piece_type_at", piece_type_at, METH_O,
     "piece_type_at(square)\n--\n\nThe kind of piece there, or None."},
    {"color_at", color_at, METH_O, "color_at(square)\n--\n\nThe colour of the piece there, or None."},
    {"piece_at", piece_at, METH_O, "piece_at(square)\n--\n\nThe Piece there, or None."},
    {"piece_map", NAMED(piece_map), "piece_map(*, mask=BB_ALL)\n--\n\nA dict of squares and their Pieces."},
    {"king", king, METH_O, "king(color)\n--\n\nThe square of the only king, or None."},
    {"pieces_mask", NAMED(pieces_mask),
     "pieces_mask(piece_type, color)\n--\n\nThe squares of these pieces, as a mask."},
    {"pieces", NAMED(pieces), "pieces(piece_type, color)\n--\n\nThe SquareSet of these pieces."},
    {"attackers_mask", NAMED(attackers_mask),
     "attackers_mask(color, square, occupied=None)\n--\n\nThe same as attackers(), as a mask."},
    {"attackers", NAMED(attackers),
     "attackers(color, square, occupied=None)\n--\n\nThe SquareSet of a side's pieces that attack a square, "
     "pinned ones too. occupied: what stops sliders; None: all pieces."},
    {"is_attacked_by", NAMED(is_attacked_by),
     "is_attacked_by(color, square, occupied=None)\n--\n\nWhether a side attacks a square."},
    {"attacks_mask", attacks_mask, METH_O, "attacks_mask(square)\n--\n\nThe same as attacks(), as a mask."},
    {"attacks", attacks, METH_O, "attacks(square)\n--\n\nThe SquareSet that the piece there attacks."},
    {"pin_mask", NAMED(pin_mask), "pin_mask(color, square)\n--\n\nThe same as pin(), as a mask."},
    {"pin", NAMED(pin),
     "pin(color, square)\n--\n\nThe line of a pin to the king of a side; all squares without a pin."},
    {"is_pinned", NAMED(is_pinned),
     "is_pinned(color, square)\n--\n\nWhether a piece of this side would be pinned on that square."},
    {"checkers_mask", checkers_mask, METH_NOARGS,
     "checkers_mask()\n--\n\nThe same as checkers(), as a mask."},
    {"is_check", is_check, METH_NOARGS, "is_check()\n--\n\nWhether the side to move is in check."},
    {"clean_castling_rights", clean_castling_rights, METH_NOARGS,
     "clean_castling_rights()\n--\n\nThe castling rights whose king and rook stand where they have to."},
    {"clear_stack", clear_stack, METH_NOARGS,
     "clear_stack()\n--\n\nForgets the moves that can be taken back."},
    {"push", chess_push, METH_O,
     "push(move)\n--\n\nMakes a move, which is at least pseudo-legal, or a null move. Raises AssertionError "
     "when it begins where no piece stands."},
    {"pop", chess_pop, METH_NOARGS, "pop()\n--\n\nTakes the last move back and returns it."},
    {"peek", chess_peek, METH_NOARGS, "peek()\n--\n\nThe last move."},
    {"is_zeroing", chess_is_zeroing, METH_O,
     "is_zeroing(move)\n--\n\nWhether a pseudo-legal move captures or moves a pawn."},
    {"is_repetition", NAMED(chess_is_repetition),
     "is_repetition(count=3)\n--\n\nWhether the position has stood so many times in the moves of the stack."},
    {"_set_piece_at", put, METH_VARARGS, NULL},
    {"_remove_piece_at", take, METH_O, NULL},
    {"_clear_board", clear_pieces, METH_NOARGS, NULL},
    {"_set_board_fen", set_pieces, METH_O, NULL},
    {"_board_fen", write_pieces, METH_O, NULL},
    {"_has_same_pieces", has_same_pieces, METH_O, NULL},
    {"_assign", assign, METH_VARARGS, NULL},
    {"_copy", copy_plainly, METH_O, NULL},
    {"_go_to_root", go_to_root, METH_NOARGS, NULL},
    {"_get_states", get_states, METH_NOARGS, NULL},
    {"_set_states", set_states, METH_O, NULL},
    {"_legal", chess_legal, METH_VARARGS, NULL},
    {"_count_legal", chess_count_legal, METH_NOARGS, NULL},
    {"_has_legal", chess_has_legal, METH_NOARGS, NULL},
    {"_is_legal", chess_is_legal, METH_O, NULL},
    {"_gives_check", chess_gives_check, METH_O, NULL},
    {"_san", chess_san, METH_O, NULL},
    {"_parse_san", chess_parse_san, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot board_slots[] = {
    {Py_tp_doc,
     "What kingscan.chess.Board stands on: its masks, attacks and moves. The methods with a _ answer None "
     "for boards that break the rules."},
    {Py_tp_new, (void *)board_new},
    {Py_tp_dealloc, (void *)board_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

PyType_Spec chess_board_spec = {
    .name = "kingscan._kingscan.ChessBoard",
    .basicsize = sizeof(struct chess_board),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = board_slots,
};
