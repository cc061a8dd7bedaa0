/* The type Position: a position of chess or of a variant, and a stack of the moves made. */
#ifndef KINGSCAN_PYTHON_POSITION_H
#define KINGSCAN_PYTHON_POSITION_H

#include "game/common/any_position.h"
#include "module.h"

/* Python's objects and realloc's blocks are not aligned as an undo and a position are. */
struct made {
    PyObject *move; /* a Move */
    any_move code;
    unsigned char
        undo[sizeof(ks_position) > sizeof(ks_variant_undo) ? sizeof(ks_position) : sizeof(ks_variant_undo)];
};

struct position {
    PyObject_HEAD struct module_state *state; /* lives as long as the type */
    struct any_position *now;                 /* at the first multiple of 64 bytes in `room` */
    struct made *made;                        /* the moves that can be taken back */
    size_t count, made_room;
    uint64_t *keys; /* of the positions up to this one, those before a copy included */
    size_t key_count, key_room;
    unsigned flags, notation; /* of enum ks_fen_flags; of enum ks_uci_flags */
    PyObject *variants;       /* the Variants that have the variant; NULL: chess */
    unsigned char room[sizeof(struct any_position) + 63];
};

static inline struct position *as_position(PyObject *self) {
    return (struct position *)self;
}

/* Makes a Position of chess; NULL with an exception. */
PyObject *position_of_chess(struct module_state *state, const ks_position *position, unsigned notation);

/* Copies a Position without the moves that it can take back; NULL with an exception. */
PyObject *position_without_stack(PyObject *self);

/* Makes a Position of a FEN, with the variant and the settings of self; NULL with an exception. fen is NULL
 * for the start of a game. */
PyObject *position_like(PyObject *self, const char *fen, Py_ssize_t length);

/* Returns the length of a FEN without its last two fields, the clocks. */
size_t length_without_clocks(const char *fen, size_t length);

/* Adds the key of the position as it is now. Returns 0 with an exception. */
int add_key(PyObject *self);

/* Finds the legal move that a Move or a text in UCI or SAN means. Returns KS_OK; or an error's code; or -1
 * with an exception, which a text alone can raise. */
int find_move(PyObject *self, PyObject *argument, any_move *move, ks_error *error);

/* Does the same, and raises MoveError when there is none. Returns 0 with an exception. */
int require_move(PyObject *self, PyObject *argument, any_move *move);

/* Makes a legal move. Returns the Move, of which the position holds a reference; NULL with an exception. */
PyObject *make_legal_move(PyObject *self, any_move move);

/* Takes back the last move of a position, which need not be self's own one. */
void unmake_move(struct any_position *now, const struct made *made);

/* Counts the legal moves, and those that capture. Needs no lock of the interpreter. */
void count_moves(const struct any_position *position, uint16_t *moves, uint16_t *captures);

/* Returns the side of an argument, 'white' or True and so on; -1 with an exception. */
int read_side(PyObject *color);

/* The methods and attributes that position.c lists; the files that have them say what they are about. */
PyObject *position_push(PyObject *self, PyObject *argument);
PyObject *position_push_null(PyObject *self, PyObject *ignored);
PyObject *position_push_text(PyObject *self, PyObject *text);
PyObject *position_pop(PyObject *self, PyObject *ignored);
PyObject *position_peek(PyObject *self, PyObject *ignored);
PyObject *position_move_stack(PyObject *self, void *ignored);
PyObject *position_explain(PyObject *self, PyObject *argument);
PyObject *position_perft(PyObject *self, PyObject *number);

PyObject *position_moves(PyObject *self, PyObject *ignored);
PyObject *position_legal_moves(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_parse(PyObject *self, PyObject *text);
PyObject *position_san(PyObject *self, PyObject *move);
PyObject *position_uci(PyObject *self, PyObject *move);
PyObject *position_is_legal(PyObject *self, PyObject *argument);
PyObject *position_is_capture(PyObject *self, PyObject *argument);
PyObject *position_gives_check(PyObject *self, PyObject *argument);
PyObject *position_see(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_is_castling(PyObject *self, PyObject *argument);
PyObject *position_is_en_passant(PyObject *self, PyObject *argument);

PyObject *position_is_repetition(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_has_insufficient_material(PyObject *self, PyObject *color);
PyObject *position_has_legal_en_passant(PyObject *self, PyObject *ignored);

PyObject *position_is_check(PyObject *self, PyObject *ignored);
PyObject *position_is_checkmate(PyObject *self, PyObject *ignored);
PyObject *position_is_stalemate(PyObject *self, PyObject *ignored);
PyObject *position_is_game_over(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_outcome(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_result(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_can_claim_draw(PyObject *self, PyObject *ignored);
PyObject *position_status(PyObject *self, PyObject *ignored);
PyObject *position_verdict(PyObject *self, void *ignored);
PyObject *position_draw(PyObject *self, void *ignored);

PyObject *position_attackers(PyObject *self, PyObject *arguments);
PyObject *position_attacks(PyObject *self, PyObject *name);
PyObject *position_attacked(PyObject *self, PyObject *color);
PyObject *position_attack_pairs(PyObject *self, PyObject *ignored);
PyObject *position_is_attacked_by(PyObject *self, PyObject *arguments);
PyObject *position_is_pinned(PyObject *self, PyObject *arguments);
PyObject *position_piece_at(PyObject *self, PyObject *name);
PyObject *position_pieces(PyObject *self, PyObject *letter);
PyObject *position_piece_map(PyObject *self, PyObject *ignored);
PyObject *position_king(PyObject *self, PyObject *color);
PyObject *position_has_castling_rights(PyObject *self, PyObject *color);
PyObject *position_has_kingside_castling_rights(PyObject *self, PyObject *color);
PyObject *position_has_queenside_castling_rights(PyObject *self, PyObject *color);
PyObject *position_checkers(PyObject *self, void *ignored);
PyObject *position_pins(PyObject *self, void *ignored);
PyObject *position_board(PyObject *self, void *ignored);

PyObject *position_fen(PyObject *self, PyObject *ignored);
PyObject *position_x_fen(PyObject *self, PyObject *ignored);
PyObject *position_board_fen(PyObject *self, PyObject *ignored);
PyObject *position_lan(PyObject *self, PyObject *argument);
PyObject *position_mirror(PyObject *self, PyObject *ignored);
PyObject *position_copy(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_castling_rights(PyObject *self, void *ignored);
PyObject *position_ep_square(PyObject *self, void *ignored);

PyObject *position_str(PyObject *self);
PyObject *position_svg(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *position_repr_svg(PyObject *self, PyObject *ignored);

#endif
