/* How the functions of the WebAssembly module answer JavaScript: numbers go in and out as they are,
 * everything else through memory that JavaScript has allocated (bindings/javascript/src/memory.js). */
#ifndef KS_EXPORTS_H
#define KS_EXPORTS_H

#include "game/common/any_position.h"

/* Begins the definition of a function that the module exports under its own name. */
#define EXPORT(result, name, parameters)                                                                     \
    result name parameters;                                                                                  \
    __attribute__((export_name(#name))) result name parameters

/* The parts of a move. */
struct parts {
    uint32_t from, to;  /* squares */
    uint32_t kind;      /* enum ks_variant_move_kind, of which chess has the first four */
    uint32_t promotion; /* the capital letter in FEN of the piece promoted to or dropped; 0 for none */
    uint32_t promoted;  /* 1: that piece is a promoted form, written with + */
    uint32_t gated;     /* the letter of the piece put on a square; 0 for none */
    uint32_t wall;      /* the square of a wall that the move builds; KS_VARIANT_NO_SQUARE for none */
};

/* Room for what a call answers besides its result. */
struct answer {
    ks_error error;
    _Alignas(8) ks_variant_squares squares;
    struct parts parts;
    _Alignas(8) double counts[8];
    uint32_t move;
};

_Static_assert(offsetof(struct answer, error.offset) == 4 && offsetof(struct answer, error.message) == 8 &&
                   offsetof(struct answer, squares) == 192 && offsetof(struct answer, parts) == 208 &&
                   offsetof(struct answer, counts) == 240 && offsetof(struct answer, move) == 304 &&
                   sizeof(struct answer) <= 320,
               "memory.js finds the answers");

#endif
