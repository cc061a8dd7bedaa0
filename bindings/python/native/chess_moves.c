/* The moves of a kingscan.chess.Board: made, taken back, and listed by the library. A board that breaks the
 * rules is refused here, and kingscan/chess/moves.py lists its moves. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "chess_board.h"

/* ---- Castling by the squares of the king, or as the king taking its rook ---- */

enum { E1 = 4, E8 = 60 };

/* The move of a king from its square at home to the other form's square; else `to`. */
static int with_other_target(const struct masks *masks, int from, int to, int far, int near, int rook_far,
                             int rook_near) {
    if ((from != E1 && from != E8) || !(masks->kinds[CHESS_KING] & bit(from)))
        return to;
    return to == from + far ? from + rook_far : to == from + near ? from + rook_near : to;
}

static int to_rook(const struct masks *masks, const struct chess_move *move) {
    if (masks->kinds[CHESS_ROOK] & bit(move->to))
        return move->to;
    return with_other_target(masks, move->from, move->to, -2, 2, -4, 3);
}

static int to_king(const struct chess_board *board, int from, int to) {
    return board->chess960 ? to : with_other_target(&board->now, from, to, -4, 3, -2, 2);
}

/* ---- Made ---- */

static int is_zeroing(const struct masks *now, const struct chess_move *move, int to) {
    const uint64_t touched = bit(move->from) ^ bit(to);
    return touched & (now->kinds[CHESS_PAWN] | now->of[!now->turn]) || move->drop == CHESS_PAWN;
}

PyObject *chess_is_zeroing(PyObject *self, PyObject *argument) {
    const struct chess_move *move = read_chess_move(as_chess_board(self)->state, argument);
    return move ? PyBool_FromLong(is_zeroing(&as_chess_board(self)->now, move, move->to)) : NULL;
}

/* The rights that are lost when a king leaves or falls, beside those of rooks. */
static void lose_castling(struct masks *now, int from, int to) {
    const uint64_t own = (uint64_t)0xff << (now->turn ? 0 : 56),
                   other = (uint64_t)0xff << (now->turn ? 56 : 0);
    const uint64_t lost = (chess_kings(now, now->turn) & bit(from) ? own : 0) |
                          (chess_kings(now, !now->turn) & other & bit(to) ? other : 0);
    now->castling &= ~(bit(from) | bit(to) | lost);
}

/* Moves a pawn's double push and en passant; `passed` is the en-passant square before. */
static void move_pawn(struct masks *now, int from, int to, int passed) {
    const int step = to - from;
    if ((step == 16 && from >> 3 == 1) || (step == -16 && from >> 3 == 6))
        now->ep_square = from + step / 2;
    else if (to == passed && (abs(step) == 7 || abs(step) == 9) && !(now->kinds[0] & bit(to)))
        chess_remove(now, passed + (now->turn ? -8 : 8));
}

static void castle(struct masks *now, int from, int to) {
    const int rank = now->turn ? 0 : 56, is_queenside = (to & 7) < (from & 7);
    chess_remove(now, to);
    chess_put(now, rank + (is_queenside ? 2 : 6), CHESS_KING, now->turn, 0);
    chess_put(now, rank + (is_queenside ? 3 : 5), CHESS_ROOK, now->turn, 0);
}

/* Makes a move that is pseudo-legal. to: the rook's square for castling. Returns 0 when no piece moves. */
static int make(struct masks *now, const struct chess_move *move, int to) {
    const int from = move->from, passed = now->ep_square, kind = chess_kind_at(now, from);
    const int is_null = !(from | to | move->promotion | move->drop);
    const int is_promoted = (now->promoted & bit(from)) != 0;
    now->ep_square = -1;
    now->halfmove_clock = !is_null && !move->drop && is_zeroing(now, move, to) ? 0 : now->halfmove_clock + 1;
    now->fullmove_number += !now->turn;
    if (move->drop)
        chess_put(now, to, move->drop, now->turn, 0);
    else if (!is_null) {
        if (!kind)
            return 0;
        lose_castling(now, from, to);
        if (kind == CHESS_PAWN)
            move_pawn(now, from, to, passed);
        chess_remove(now, from);
        if (kind == CHESS_KING && now->of[now->turn] & bit(to))
            castle(now, from, to);
        else
            chess_put(now, to, move->promotion ? move->promotion : kind, now->turn,
                      is_promoted || move->promotion);
    }
    now->turn = !now->turn;
    return 1;
}

static PyObject *refuse_push(PyObject *self, PyObject *move) {
    PyObject *fen = PyObject_CallMethod(self, "board_fen", NULL);
    if (fen)
        PyErr_Format(PyExc_AssertionError, "push() expects move to be pseudo-legal, but got %S in %U", move,
                     fen);
    Py_XDECREF(fen);
    return NULL;
}

PyObject *chess_push(PyObject *self, PyObject *argument) {
    struct chess_board *board = as_chess_board(self);
    const struct chess_move *move = read_chess_move(board->state, argument);
    if (!move)
        return NULL;
    if (board->count == board->room) {
        const size_t room = board->room * 2 + 8;
        struct masks *grown = realloc(board->before, room * sizeof *grown);
        if (!grown)
            return PyErr_NoMemory();
        board->before = grown;
        board->room = room;
    }
    struct masks after = board->now;
    const int to = move->drop ? move->to : to_rook(&after, move);
    after.castling = chess_clean_castling(&board->now, board->chess960);
    PyObject *kept = new_chess_move(board->state, move->from,
                                    move->promotion || move->drop ? move->to : to_king(board, move->from, to),
                                    move->promotion, move->drop);
    if (!kept)
        return NULL;
    if (!make(&after, move, to)) {
        Py_DECREF(kept);
        return refuse_push(self, argument);
    }
    const int failed = PyList_Append(board->moves, kept);
    Py_DECREF(kept);
    if (failed)
        return NULL;
    board->before[board->count++] = board->now;
    board->now = after;
    Py_RETURN_NONE;
}

PyObject *chess_peek(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *moves = as_chess_board(self)->moves;
    const Py_ssize_t count = PyList_Size(moves);
    if (count == 0)
        return PyErr_Format(PyExc_IndexError, "no move to take back");
    PyObject *move = PyList_GetItem(moves, count - 1);
    Py_XINCREF(move);
    return move;
}

PyObject *chess_pop(PyObject *self, PyObject *ignored) {
    struct chess_board *board = as_chess_board(self);
    const Py_ssize_t last = PyList_Size(board->moves) - 1;
    if (board->count == 0)
        return PyErr_Format(PyExc_IndexError, "no move to take back");
    PyObject *move = chess_peek(self, ignored);
    if (!move || PyList_SetSlice(board->moves, last, last + 1, NULL) != 0) {
        Py_XDECREF(move);
        return NULL;
    }
    board->now = board->before[--board->count];
    return move;
}

/* ---- Repetition ---- */

/* The pawns that could capture en passant, if it left no king in check. */
static uint64_t capturers(const struct masks *now) {
    const int square = now->ep_square;
    if (square <= 0 || now->kinds[0] & bit(square))
        return 0;
    return now->kinds[CHESS_PAWN] & now->of[now->turn] & (uint64_t)0xff << (now->turn ? 32 : 24) &
           ks_pawn_attacks((unsigned)square, now->turn ? KS_WHITE : KS_BLACK);
}

static int can_capture_en_passant(const struct masks *masks, int chess960);

/* Whether two positions repeat each other: by pieces, turn, castling rights and en-passant captures. */
static int are_same(const struct masks *a, const struct masks *b, int chess960) {
    if (a->turn != b->turn || memcmp(a->kinds, b->kinds, sizeof a->kinds) != 0 ||
        memcmp(a->of, b->of, sizeof a->of) != 0 ||
        chess_clean_castling(a, chess960) != chess_clean_castling(b, chess960))
        return 0;
    const int en_passant = can_capture_en_passant(a, chess960) ? a->ep_square : -1;
    return en_passant == (can_capture_en_passant(b, chess960) ? b->ep_square : -1);
}

PyObject *chess_is_repetition(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"count", NULL};
    const struct chess_board *board = as_chess_board(self);
    int count = 3;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|i:is_repetition", names, &count))
        return NULL;
    int found = 1;
    for (size_t i = board->count; found < count && i-- > 0;) {
        const struct masks *then = &board->before[i];
        if (__builtin_popcountll(then->kinds[0]) != __builtin_popcountll(board->now.kinds[0]))
            break; /* a capture, or a drop */
        found += are_same(&board->now, then, board->chess960);
    }
    return PyBool_FromLong(found >= count);
}

/* ---- The same position for the library ---- */

/* Writes the library's bytes, from a8. Returns 0 when the masks do not agree with each other. */
static int fill_board(const struct masks *now, uint8_t bytes[64]) {
    uint64_t seen = 0;
    memset(bytes, KS_EMPTY, KS_SQUARES);
    for (int kind = CHESS_PAWN; kind <= CHESS_KING; kind++) {
        if (seen & now->kinds[kind])
            return 0;
        seen |= now->kinds[kind];
        for (uint64_t left = now->kinds[kind]; left; left &= left - 1) {
            const int square = __builtin_ctzll(left);
            bytes[square ^ 56] = (uint8_t)(now->of[0] & bit(square) ? kind | KS_BLACK_BIT : kind);
        }
    }
    return seen == now->kinds[0] && seen == (now->of[0] | now->of[1]) && !(now->of[0] & now->of[1]);
}

/* Returns 0 for a board that breaks the rules: python-chess has moves for it that the library has not. */
static int to_position(const struct masks *now, int chess960, ks_position *position) {
    uint8_t bytes[64];
    ks_error error;
    if ((now->promotes_kings && now->castling) || !fill_board(now, bytes))
        return 0;
    const unsigned passed = now->ep_square > 0 ? (unsigned)now->ep_square ^ 56u : (unsigned)KS_NO_SQUARE;
    if (ks_position_from_board(bytes, now->turn ? KS_WHITE : KS_BLACK,
                               __builtin_bswap64(chess_clean_castling(now, chess960)), passed, KS_FEN_DEFAULT,
                               position, &error) != KS_OK)
        return 0;
    return position->en_passant == passed || !capturers(now);
}

static int position_of(const struct chess_board *board, ks_position *position) {
    return to_position(&board->now, board->chess960, position);
}

static int can_capture_en_passant(const struct masks *masks, int chess960) {
    ks_position position;
    if (!capturers(masks))
        return 0;
    return !to_position(masks, chess960, &position) || ks_capturable_en_passant(&position) != KS_NO_SQUARE;
}

/* ---- Listed, in python-chess's order ---- */

static int is_of_castling(ks_move move) {
    return KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
}

static int from_of(ks_move move) {
    return (int)KS_MOVE_FROM(move) ^ 56;
}

static int to_of(ks_move move) {
    return (int)KS_MOVE_TO(move) ^ 56;
}

static int promotion_of(ks_move move) {
    const unsigned kind = KS_MOVE_KIND(move);
    return kind < KS_MOVE_TO_KNIGHT ? 0 : CHESS_KNIGHT + (int)(kind & 3);
}

static PyObject *object_of(const struct chess_board *board, ks_move move) {
    const int from = from_of(move), to = to_of(move);
    return new_chess_move(board->state, from, is_of_castling(move) ? to_king(board, from, to) : to,
                          promotion_of(move), 0);
}

/* The place of a move in the order: pieces, castling, captures of pawns, pushes, double pushes, en passant;
 * then from h8 to a1; queens first. The king comes first when it is in check. */
static uint32_t place_of(const ks_position *position, ks_move move, int in_check) {
    const unsigned kind = KS_MOVE_KIND(move), piece = position->board[KS_MOVE_FROM(move)] & 7u;
    const int is_capture = ((KS_MOVE_FROM(move) ^ KS_MOVE_TO(move)) & 7u) != 0;
    const uint32_t group = piece == KS_WHITE_KING && kind != KS_MOVE_CASTLING && in_check ? 0
                           : kind == KS_MOVE_CASTLING                                     ? 2
                           : piece != KS_WHITE_PAWN                                       ? 1
                           : kind == KS_MOVE_EN_PASSANT                                   ? 6
                           : kind == KS_MOVE_DOUBLE_PUSH                                  ? 5
                           : is_capture                                                   ? 3
                                                                                          : 4;
    return group << 16 | (uint32_t)(63 - from_of(move)) << 10 | (uint32_t)(63 - to_of(move)) << 4 |
           (uint32_t)(7 - promotion_of(move));
}

static size_t list_in_order(const ks_position *position, ks_move_list *list) {
    uint32_t places[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(position, list);
    const unsigned side = position->side_to_move;
    const int in_check = ks_in_check(position->board, ks_king_of(position, side), side);
    for (size_t i = 0; i < count; i++) {
        const ks_move move = list->moves[i];
        const uint32_t place = place_of(position, move, in_check);
        size_t at = i;
        for (; at > 0 && places[at - 1] > place; at--) {
            places[at] = places[at - 1];
            list->moves[at] = list->moves[at - 1];
        }
        places[at] = place;
        list->moves[at] = move;
    }
    return count;
}

/* _legal(from_mask, to_mask): the list of Moves; None: the library has no answer. */
PyObject *chess_legal(PyObject *self, PyObject *arguments) {
    const struct chess_board *board = as_chess_board(self);
    PyObject *from = NULL, *to = NULL;
    ks_position position;
    ks_move_list list;
    if (!PyArg_ParseTuple(arguments, "|OO:_legal", &from, &to))
        return NULL;
    const uint64_t from_mask = from ? read_chess_mask(from) : ~(uint64_t)0;
    const uint64_t to_mask = to ? read_chess_mask(to) : ~(uint64_t)0;
    if (PyErr_Occurred())
        return NULL;
    if (!position_of(board, &position))
        Py_RETURN_NONE;
    const size_t count = list_in_order(&position, &list);
    PyObject *moves = PyList_New((Py_ssize_t)(from || to ? 0 : count));
    for (size_t i = 0; moves && i < count; i++) {
        if (!(from_mask & bit(from_of(list.moves[i])) && to_mask & bit(to_of(list.moves[i]))))
            continue;
        PyObject *move = object_of(board, list.moves[i]);
        const int failed =
            !move || (from || to ? PyList_Append(moves, move) : PyList_SetItem(moves, (Py_ssize_t)i, move));
        if (move && (from || to))
            Py_DECREF(move);
        if (failed)
            Py_CLEAR(moves);
    }
    return moves;
}

PyObject *chess_count_legal(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct chess_board *board = as_chess_board(self);
    ks_position position;
    if (!position_of(board, &position))
        Py_RETURN_NONE;
    return PyLong_FromSize_t(ks_count_legal_moves(&position));
}

PyObject *chess_has_legal(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct chess_board *board = as_chess_board(self);
    ks_position position;
    if (!position_of(board, &position))
        Py_RETURN_NONE;
    return PyBool_FromLong(ks_has_legal_move(&position));
}

/* ---- One move ---- */

/* Finds the library's legal move. Returns 1; 0 when there is none; -1 when the library has no answer; -2 with
 * an exception. */
static int find(PyObject *self, PyObject *argument, ks_position *position, ks_move *found) {
    const struct chess_board *board = as_chess_board(self);
    const struct chess_move *move = read_chess_move(board->state, argument);
    ks_move_list list;
    if (!move)
        return -2;
    if (!position_of(board, position))
        return -1;
    const size_t count =
        move->drop ? 0
                   : ks_legal_moves_between(position, (uint64_t)1 << (move->from ^ 56), ~(uint64_t)0, &list);
    for (size_t i = 0; i < count; i++) {
        *found = list.moves[i];
        const int to = to_of(*found), is_castling = is_of_castling(*found);
        if (promotion_of(*found) == move->promotion &&
            (to == move->to || (is_castling && to_king(board, move->from, to) == move->to)))
            return 1;
    }
    return 0;
}

PyObject *chess_is_legal(PyObject *self, PyObject *move) {
    ks_position position;
    ks_move found;
    const int answer = find(self, move, &position, &found);
    return answer == -2 ? NULL : answer == -1 ? Py_BuildValue("") : PyBool_FromLong(answer);
}

PyObject *chess_gives_check(PyObject *self, PyObject *move) {
    ks_position position;
    ks_move found;
    const int answer = find(self, move, &position, &found);
    return answer == -2 ? NULL
           : answer < 1 ? Py_BuildValue("")
                        : PyBool_FromLong(ks_gives_check(&position, found));
}

PyObject *chess_san(PyObject *self, PyObject *move) {
    ks_position position;
    ks_move found;
    char text[KS_SAN_SIZE];
    const int answer = find(self, move, &position, &found);
    if (answer == -2)
        return NULL;
    return answer < 1 ? Py_BuildValue("")
                      : PyUnicode_FromStringAndSize(text, (Py_ssize_t)ks_write_san(&position, found, text));
}

/* ---- SAN, read ---- */

struct san {
    int kind, file, rank, to, promotion; /* file, rank: -1 for none */
};

/* Reads [NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](=?[nbrqk])?[+#]?. Returns 0 for other texts, castling too, and
 * for pawn moves in long form, which other pieces may make. */
static int read_san(const char *text, struct san *san) {
    static const char symbols[] = CHESS_SYMBOLS;
    size_t length = strlen(text);
    *san = (struct san){CHESS_PAWN, -1, -1, -1, 0};
    if (length && strchr("+#", text[length - 1]))
        length--;
    if (length > 2 && strchr("nbrqkNBRQK", text[length - 1])) {
        san->promotion = (int)(strchr(symbols, tolower((unsigned char)text[--length])) - symbols);
        length -= text[length - 1] == '=';
    }
    const char *const end = text + length;
    if (length && strchr("NBRQK", *text))
        san->kind = (int)(strchr(symbols, tolower((unsigned char)*text++)) - symbols);
    if (end - text < 2 || end[-2] < 'a' || end[-2] > 'h' || end[-1] < '1' || end[-1] > '8')
        return 0;
    san->to = (end[-1] - '1') * 8 + end[-2] - 'a';
    if (text < end - 2 && *text >= 'a' && *text <= 'h')
        san->file = *text++ - 'a';
    if (text < end - 2 && *text >= '1' && *text <= '8')
        san->rank = *text++ - '1';
    if (text < end - 2 && (*text == '-' || *text == 'x'))
        text++;
    if (san->kind == CHESS_PAWN && san->file < 0)
        san->file = san->to & 7;
    return text == end - 2 && !(san->kind == CHESS_PAWN && san->rank >= 0);
}

static int is_meant(const struct san *san, const ks_position *position, ks_move move) {
    return !is_of_castling(move) && to_of(move) == san->to && promotion_of(move) == san->promotion &&
           (position->board[KS_MOVE_FROM(move)] & 7) == san->kind &&
           (san->file < 0 || san->file == (from_of(move) & 7)) &&
           (san->rank < 0 || san->rank == from_of(move) >> 3);
}

/* _parse_san(san): the Move; None when parse_san() has to look closer. */
PyObject *chess_parse_san(PyObject *self, PyObject *string) {
    const struct chess_board *board = as_chess_board(self);
    const char *const text = whole_text(string);
    ks_position position;
    ks_move_list list;
    struct san san;
    size_t found = 0, last = 0;
    if (!text && PyErr_Occurred())
        return NULL;
    if (!text || !read_san(text, &san) || !position_of(board, &position))
        Py_RETURN_NONE;
    const size_t count = ks_legal_moves_between(&position, ~(uint64_t)0, (uint64_t)1 << (san.to ^ 56), &list);
    for (size_t i = 0; i < count; i++)
        if (is_meant(&san, &position, list.moves[i]))
            found++, last = i;
    if (found != 1)
        Py_RETURN_NONE;
    return object_of(board, list.moves[last]);
}
