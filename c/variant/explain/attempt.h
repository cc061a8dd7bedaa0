/* Why a move of a variant can't be made. */
#ifndef KS_VARIANT_EXPLAIN_H
#define KS_VARIANT_EXPLAIN_H

#include <string.h>

#include "variant/definition.h"

/* A piece that is told to go from one square to another. promotion: 1 + type, or 0. turn: '+' or '-' when it
 * is told to turn into its promoted form or back, else 0. */
struct attempt {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned from, to, promotion;
    char turn;
    ks_error *error;
};

static inline unsigned mover_of(const struct attempt *a) {
    return a->position->side_to_move;
}

static inline const struct piece_type *type_on(const struct attempt *a, unsigned square) {
    return &a->v->types[KS_VARIANT_TYPE(a->position->board[square])];
}

static inline const char *name_on(const struct attempt *a, unsigned square) {
    return a->position->board[square] == KS_VARIANT_WALL ? "wall" : type_on(a, square)->name;
}

/* Refuses a move whose promotion isn't possible, or isn't there and has to be. */
int ks_variant_explain_promotion(const struct attempt *attempt);

/* Refuses a pawn's promotion without a move, or returns KS_OK where its king alone, or what has to be
 * dropped, is left to look at. */
int ks_variant_explain_standing(const struct attempt *attempt);

/* Returns the code of the rule that an illegal move breaks, and explains it in attempt->error. */
int ks_variant_explain_attempt(const struct attempt *attempt);

/* Refuses a move that leaves a piece in check that is royal for the time being (c/variant/royals/); else
 * returns KS_OK. */
int ks_variant_refuse_royals(const ks_variant *v, const ks_variant_position *position, ks_variant_move move,
                             ks_error *error);

/* Does the same for a move to where no line of the piece leads. */
int ks_variant_refuse_piece_rule(const struct attempt *attempt);

/* Does the same for castling to a wing. */
int ks_variant_explain_castling(const ks_variant *v, const ks_variant_position *position, unsigned wing,
                                ks_error *error);

/* Does the same for a drop of a piece that may or may not be in hand. */
int ks_variant_explain_drop(const ks_variant *v, const ks_variant_position *position, unsigned type,
                            unsigned to, ks_error *error);

/* Refuses what isn't a drop while a piece of this type in hand has to be dropped. */
int ks_variant_refuse_no_drop(const ks_variant *v, unsigned type, ks_error *error);

/* Does the same for passing. */
int ks_variant_explain_passing(const ks_variant *v, const ks_variant_position *position, ks_error *error);

/* Returns KS_OK, or refuses any move since the game has ended. */
int ks_variant_explain_ending(const ks_variant *v, const ks_variant_position *position, ks_error *error);

/* The article that stands before a name. Names are the user's, and most that begin with U sound like unicorn.
 */
static inline const char *article(const char *name) {
    return strchr("AEIOaeio", *name) ? "an" : "a";
}

#endif
