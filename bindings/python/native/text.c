/* A Position as text: FEN and its fields, moves in long algebraic notation; and the position that is
 * seen from the other side, which is found by its text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "move.h"
#include "position.h"

/* ---- FEN ---- */

/* Whether a pawn of the side to move attacks the en-passant square of a position of chess. */
static int is_attacked_by_pawn(const ks_position *chess) {
    uint64_t attackers = ks_attackers(chess->board, chess->en_passant, chess->side_to_move);
    const int pawn = chess->side_to_move == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN;
    while (attackers && chess->board[__builtin_ctzll(attackers)] != pawn)
        attackers &= attackers - 1;
    return attackers != 0;
}

/* Writes X-FEN. The library keeps an en-passant square that was read though no pawn attacks it. */
static size_t write_x_fen(const struct any_position *now, char text[ANY_FEN_SIZE]) {
    struct any_position shown = *now;
    if (!now->variant && now->chess.en_passant < KS_SQUARES && !is_attacked_by_pawn(&now->chess))
        shown.chess.en_passant = KS_NO_SQUARE;
    return any_write_shown_fen(&shown, true, text);
}

static size_t write_fen_after(const struct position *position, char text[ANY_FEN_SIZE]) {
    const any_move last = position->count > 0 ? position->made[position->count - 1].code : KS_NO_MOVE;
    return any_write_fen_after(position->now, last, text);
}

PyObject *position_fen(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[ANY_FEN_SIZE];
    const size_t length = any_write_shown_fen(as_position(self)->now, false, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

PyObject *position_x_fen(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[ANY_FEN_SIZE];
    const size_t length = write_x_fen(as_position(self)->now, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

enum { CASTLING = 2, EN_PASSANT = 3 }; /* fields of a FEN */

/* Returns a field of a FEN, from 0. */
static PyObject *field_in(const char *fen, int number) {
    const char *field = fen;
    for (; number > 0; number--)
        field = strchr(field, ' ') + 1;
    return PyUnicode_FromStringAndSize(field, (Py_ssize_t)strcspn(field, " "));
}

/* Returns a field of the FEN with the en-passant square where a pawn may capture. */
static PyObject *field_of(PyObject *self, int number) {
    char text[ANY_FEN_SIZE];
    text[any_write_shown_fen(as_position(self)->now, false, text)] = '\0';
    return field_in(text, number);
}

PyObject *position_castling_rights(PyObject *self, void *ignored) {
    (void)ignored;
    return field_of(self, CASTLING);
}

PyObject *position_ep_square(PyObject *self, void *ignored) {
    (void)ignored;
    char text[ANY_FEN_SIZE];
    text[write_fen_after(as_position(self), text)] = '\0';
    PyObject *field =
        as_position(self)->now->variant ? field_of(self, EN_PASSANT) : field_in(text, EN_PASSANT);
    if (!field || PyUnicode_CompareWithASCIIString(field, "-") != 0)
        return field;
    Py_DECREF(field);
    Py_RETURN_NONE;
}

PyObject *position_has_legal_en_passant(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *field = field_of(self, EN_PASSANT);
    const int has = field && PyUnicode_CompareWithASCIIString(field, "-") != 0;
    Py_XDECREF(field);
    return field ? PyBool_FromLong(has) : NULL;
}

/* The board alone: hands, as in crazyhouse, stand in brackets behind it. */
PyObject *position_board_fen(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[ANY_FEN_SIZE];
    any_write_shown_fen(as_position(self)->now, false, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)strcspn(text, " ["));
}

/* ---- Long algebraic notation ---- */

/* The piece that a SAN begins with, such as N or +R; pawns have none. */
static size_t piece_length(const char *san) {
    return san[0] == '+' ? 2 : isupper((unsigned char)san[0]) != 0;
}

PyObject *position_lan(PyObject *self, PyObject *argument) {
    const struct any_position *const now = as_position(self)->now;
    char san[ANY_SAN_SIZE + 1], uci[ANY_MOVE_SIZE + 1], to[4] = "", text[ANY_SAN_SIZE + ANY_MOVE_SIZE];
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    san[any_write_san(now, move, san)] = '\0';
    uci[any_write_uci(now, move, 0, uci)] = '\0';
    const size_t from_length = 1 + strspn(uci + 1, "0123456789");
    memcpy(to, uci + from_length, 1 + strspn(uci + from_length + 1, "0123456789"));
    const char *const rest = strstr(san, to);
    if (strchr(uci, '@') || strncmp(san, "O-O", 3) == 0 || !rest) /* drops, castling, passes */
        return PyUnicode_FromString(san);
    const char *after = rest; /* the last of it is the target: Re1e4 may leave from where another goes */
    for (const char *next; (next = strstr(after + 1, to)) != NULL && !memchr(san, ',', (size_t)(next - san));)
        after = next;
    snprintf(text, sizeof text, "%.*s%.*s%s%s%s", (int)piece_length(san), san, (int)from_length, uci,
             strchr(san, 'x') ? "x" : "-", to, after + strlen(to));
    return PyUnicode_FromString(text);
}

/* ---- The other side's view ---- */

static char other_case(char c) {
    return (char)(islower((unsigned char)c) ? toupper((unsigned char)c) : tolower((unsigned char)c));
}

/* Writes the ranks of a board from the last to the first. Returns their length. */
static size_t turn_ranks(const char *board, size_t length, char *to) {
    size_t written = 0, end = length;
    for (size_t at = length; at-- > 0;) {
        if (at > 0 && board[at - 1] != '/')
            continue;
        memcpy(to + written, board + at, end - at);
        written += end - at;
        to[written++] = '/';
        end = at > 0 ? at - 1 : 0;
    }
    return written - 1;
}

/* Writes castling letters, those of white first. A p says that the last move was a pass. */
static size_t turn_castling(const char *field, size_t length, char *to) {
    size_t written = 0;
    for (int upper = 0; upper < 2; upper++)
        for (size_t i = 0; i < length; i++)
            if (!isupper((unsigned char)field[i]) == !upper)
                to[written++] = field[i] == 'p' ? 'p' : other_case(field[i]);
    return written;
}

/* Writes the names of squares with the ranks counted from the other side. */
static size_t turn_squares(const char *field, size_t length, unsigned ranks, char *to) {
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        char *end;
        to[written++] = field[i++];
        if (i < length && isdigit((unsigned char)field[i])) {
            const unsigned rank = (unsigned)strtoul(field + i, &end, 10);
            written += (size_t)sprintf(to + written, "%u", ranks + 1 - rank);
            i = (size_t)(end - field);
        }
    }
    return written;
}

/* Writes a field after the first four: of the checks that are left, white's come first. */
static size_t turn_rest(const char *field, size_t length, char *to) {
    const char *const plus = memchr(field, '+', length);
    const size_t left = plus ? (size_t)(plus - field) : length;
    if (plus)
        return (size_t)sprintf(to, "%.*s+%.*s", (int)(length - left - 1), plus + 1, (int)left, field);
    memcpy(to, field, length);
    return length;
}

static size_t turn_field(const char *field, size_t length, unsigned number, unsigned ranks, char *to) {
    const size_t board = strcspn(field, " [");
    size_t written;
    switch (number) {
    case 0:
        written = turn_ranks(field, board, to);
        memcpy(to + written, field + board, length - board);
        for (size_t i = 0; i < length; i++)
            to[i] = other_case(to[i]);
        return length;
    case 1:
        *to = *field == 'w' ? 'b' : 'w';
        return 1;
    case 2:
        return turn_castling(field, length, to);
    case 3:
        return turn_squares(field, length, ranks, to);
    default:
        return turn_rest(field, length, to);
    }
}

PyObject *position_mirror(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct any_position *const now = as_position(self)->now;
    const unsigned ranks = any_board_size(now->variant).ranks;
    char fen[ANY_FEN_SIZE], turned[2 * ANY_FEN_SIZE]; /* the name of a square may grow: a1 on ten ranks */
    size_t written = 0, at = 0;
    fen[any_write_fen(now, fen)] = '\0';
    for (unsigned number = 0; fen[at]; number++) {
        const size_t length = strcspn(fen + at, " ");
        written += turn_field(fen + at, length, number, ranks, turned + written);
        at += length + (fen[at + length] == ' ');
        turned[written++] = fen[at] ? ' ' : '\0';
    }
    return position_like(self, turned, (Py_ssize_t)strlen(turned));
}
