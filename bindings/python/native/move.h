/* The type Move: a move as an object. */
#ifndef KINGSCAN_PYTHON_MOVE_H
#define KINGSCAN_PYTHON_MOVE_H

#include "game/common/any_position.h"
#include "module.h"

struct move {
    PyObject_HEAD any_move code; /* in the positions where it was found; KS_NO_MOVE: not known */
    const ks_variant *variant;   /* of these positions, which need not exist any more; NULL: chess */
    char text[ANY_MOVE_SIZE];    /* in UCI, by which moves are compared */
    PyObject *string;            /* the same for Python; NULL: not made yet */
};

/* Returns the Move of a legal move of a position; notation: of enum ks_uci_flags. */
PyObject *move_object(struct module_state *state, const struct any_position *position, any_move move,
                      unsigned notation);

/* A null move in UCI. */
#define NULL_MOVE "0000"
PyObject *null_move_object(struct module_state *state);

/* Returns its text for Python; NULL with an exception. */
PyObject *string_of_move(PyObject *self);

static inline struct move *as_move(PyObject *self) {
    return (struct move *)self;
}

#endif
