/* The type behind kingscan.chess.Board: a board in python-chess's numbers. Squares and bits go from a1 to h8,
 * and colours are 0 for black and 1 for white. */
#ifndef KINGSCAN_PYTHON_CHESS_BOARD_H
#define KINGSCAN_PYTHON_CHESS_BOARD_H

#include "kingscan/attacks.h"
#include "module.h"

enum { CHESS_PAWN = 1, CHESS_KNIGHT, CHESS_BISHOP, CHESS_ROOK, CHESS_QUEEN, CHESS_KING };

/* The letter of each kind. */
#define CHESS_SYMBOLS " pnbrqk"

/* A position: all that a push changes and a pop restores. */
struct masks {
    uint64_t kinds[7]; /* [0]: all pieces; then pawns to kings */
    uint64_t of[2];    /* by colour */
    uint64_t promoted, castling;
    int64_t halfmove_clock, fullmove_number;
    int32_t turn, ep_square; /* -1: none */
    int32_t promotes_kings;  /* while somebody may castle, a king that was a pawn is none */
};

struct chess_board {
    PyObject_HEAD struct module_state *state; /* lives as long as the type */
    PyObject *moves;                          /* the list move_stack */
    struct masks now, *before;                /* [0]: before the first move that can be taken back */
    size_t count, room;
    int chess960;
};

struct chess_move {
    PyObject_HEAD uint8_t from, to, promotion, drop; /* kinds; 0: none */
};

struct chess_piece {
    PyObject_HEAD int kind, color;
};

struct chess_squares {
    PyObject_HEAD uint64_t mask;
};

static inline struct chess_board *as_chess_board(PyObject *self) {
    return (struct chess_board *)self;
}

static inline struct chess_move *as_chess_move(PyObject *self) {
    return (struct chess_move *)self;
}

static inline uint64_t bit(int square) {
    return (uint64_t)1 << square;
}

/* The state of the module whose type a class of Python's is based on: such a class knows no module. */
struct module_state *state_of_chess_type(PyTypeObject *type);

/* Read a square, a kind or a mask of Python's; -1, -1 and 0 with an exception. */
int read_chess_square(PyObject *number);
int read_chess_kind(PyObject *number);
uint64_t read_chess_mask(PyObject *number);

/* Returns the squares whose pieces of a colour attack `square`, past the pieces in occupied. */
uint64_t chess_attackers(const struct masks *masks, int color, int square, uint64_t occupied);

/* Returns the kings of a colour: see promotes_kings. */
uint64_t chess_kings(const struct masks *masks, int color);

/* Returns the king's square; -1 when there is none or several. */
int chess_king(const struct masks *masks, int color);

/* Returns the castling rights whose rook and king stand where they have to. */
uint64_t chess_clean_castling(const struct masks *masks, int chess960);

/* Returns the kind of the piece on a square, 0 for none. */
int chess_kind_at(const struct masks *masks, int square);

void chess_remove(struct masks *masks, int square);
void chess_put(struct masks *masks, int square, int kind, int color, int promoted);

/* Makes a Move; NULL with an exception. */
PyObject *new_chess_move(struct module_state *state, int from, int to, int promotion, int drop);

/* Returns the argument as a Move; NULL with an exception. */
const struct chess_move *read_chess_move(const struct module_state *state, PyObject *move);

/* The methods in chess_moves.c; chess_board.c lists them and has their docstrings. */
PyObject *chess_push(PyObject *self, PyObject *argument);
PyObject *chess_pop(PyObject *self, PyObject *ignored);
PyObject *chess_peek(PyObject *self, PyObject *ignored);
PyObject *chess_legal(PyObject *self, PyObject *arguments);
PyObject *chess_count_legal(PyObject *self, PyObject *ignored);
PyObject *chess_has_legal(PyObject *self, PyObject *ignored);
PyObject *chess_is_legal(PyObject *self, PyObject *move);
PyObject *chess_gives_check(PyObject *self, PyObject *move);
PyObject *chess_san(PyObject *self, PyObject *move);
PyObject *chess_parse_san(PyObject *self, PyObject *string);
PyObject *chess_is_zeroing(PyObject *self, PyObject *argument);
PyObject *chess_is_repetition(PyObject *self, PyObject *arguments, PyObject *keywords);

#endif
