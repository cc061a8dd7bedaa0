/* Shared by the files of the Python module. */
#ifndef KINGSCAN_PYTHON_MODULE_H
#define KINGSCAN_PYTHON_MODULE_H

#include "abi.h"
#include "kingscan.h"

enum { CHESS_MOVES = 1 << 16 };

struct module_state {
    PyObject *fen_error, *move_error; /* exceptions */
    PyTypeObject *position, *move, *variants, *table, *codes, *reader, *arrow_reader, *data_batch,
        *data_reader, *features, *chess_board, *chess_move, *chess_piece_base, *chess_squares,
        *chess_sides;                                       /* types */
    PyObject *chess_piece, *chess_square_set;               /* kingscan.chess.Piece and SquareSet */
    PyObject *sides[2];                                     /* 'white' and 'black' */
    PyObject *verdicts[KS_VERDICTS];                        /* members of kingscan.verdict.Verdict */
    PyObject *squares[KS_SQUARES];                          /* names; NULL: not made yet */
    PyObject *illegal_move, *invalid_move, *ambiguous_move; /* exceptions below move_error */
    PyObject *outcome;                                      /* kingscan.outcome.Outcome */
    PyObject *restore;                                      /* the function of that name in this module */
    PyObject *bundled;                  /* the Variants without a text; NULL: not made yet */
    PyObject *chess_moves[CHESS_MOVES]; /* each is made once: see move.c; NULL: not made yet */
};

struct module_state *state_of(PyObject *module);

/* The message of an error as a string: it may quote bytes that are no UTF-8, or be cut within a character.
 * Returns NULL when Python has an exception. */
PyObject *message_of(const ks_error *error);

/* Raises `type` with the message of an error, its code's name as `code` and its offset. Returns NULL. */
PyObject *raise_error(PyObject *type, const ks_error *error);

/* Returns the text of a str that has no zero in it. Returns NULL for all else, with an exception only when
 * Python has one. */
const char *whole_text(PyObject *object);

/* Whether the flags, of enum ks_fen_flags, may be given together; else raises ValueError. */
int flags_are_possible(unsigned flags);

/* Drops an object; returns NULL. */
PyObject *drop(PyObject *object);

/* Makes an object of a type, with zeros; frees one that has nothing to be freed. */
PyObject *make_object(PyTypeObject *type);
void free_object(PyObject *self);

/* The functions of the module; module.c has their docstrings. */
PyObject *check_text(PyObject *module, PyObject *arguments);
PyObject *check_strings(PyObject *module, PyObject *arguments);
PyObject *attacked(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *in_check_batch(PyObject *module, PyObject *arguments, PyObject *keywords);
PyObject *fill_planes(PyObject *module, PyObject *arguments);
PyObject *restore(PyObject *module, PyObject *arguments);
PyObject *write_game(PyObject *module, PyObject *arguments);
PyObject *read_movetext(PyObject *module, PyObject *argument);
PyObject *polyglot_numbers(PyObject *module, PyObject *ignored);
PyObject *polyglot_pieces(PyObject *module, PyObject *arguments);
PyObject *has_fen_column(PyObject *module, PyObject *line);
PyObject *arrow_schema(PyObject *module, PyObject *columns);
PyObject *arrow_array(PyObject *module, PyObject *arguments);
PyObject *arrow_stream(PyObject *module, PyObject *arguments);
PyObject *guess_data_format(PyObject *module, PyObject *arguments);
PyObject *data_formats(PyObject *module, PyObject *ignored);

extern PyType_Spec position_spec, move_spec, variants_spec, table_spec, codes_spec, reader_spec,
    arrow_reader_spec, data_batch_spec, data_reader_spec, features_spec, chess_board_spec, chess_move_spec,
    chess_piece_spec, chess_squares_spec, chess_sides_spec;

#endif
