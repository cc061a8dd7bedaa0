/* An attempt at a move of a variant that is not legal: what is known of it, and the functions that find the
 * rule that it breaks. */
#ifndef KS_EXPLAIN_ATTEMPT_H
#define KS_EXPLAIN_ATTEMPT_H

#include "game/explain/words.h"
#include "rules/explain/wording.h"
#include "variant/definition/definition.h"

/* Messages are reasons, to follow "the bishop on f1 can't go to c4: ", but for reasons of promotion, which
 * are whole sentences. */

/* A move that the side to move is told to make. from, to: squares. promotion: 1 + type, or 0; in a drop, the
 * type dropped. turn: '+' or '-' when the piece is told to turn into its promoted form or back, else 0. */
struct attempt {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, from, to, promotion;
    char turn;
    ks_error *error;
};

static inline unsigned type_number(const struct attempt *a, unsigned square) {
    return KS_VARIANT_TYPE(a->position->board[square]);
}

static inline const struct piece_type *type_on(const struct attempt *a, unsigned square) {
    return &a->v->types[type_number(a, square)];
}

/* Names what stands on a square, as in "the bishop on f1". */
static inline struct words the(const struct attempt *a, unsigned square) {
    return ks_the_piece(a->v, a->position, square);
}

/* Names the type of what stands there, as in "bishop". */
static inline struct words noun_on(const struct attempt *a, unsigned square) {
    return ks_noun_of(a->v, type_number(a, square));
}

static inline const char *square_name(const struct attempt *a, unsigned square) {
    return ks_variant_square_name(a->v, square);
}

/* Returns the lowest square of a set that isn't empty. */
static inline unsigned lowest(ks_variant_squares squares) {
    return take_square(&squares);
}

/* Returns the code of the rule that an illegal move breaks, and explains it in attempt->error. */
int ks_variant_explain_attempt(const struct attempt *attempt);

/* Does the same for a move to where no line of the piece leads. */
int ks_variant_refuse_piece_rule(const struct attempt *attempt);

/* Refuses a move when its promotion isn't possible, or isn't there and has to be. Returns KS_OK otherwise. */
int ks_variant_explain_promotion(const struct attempt *attempt);

/* Refuses a promotion of what castles. */
int ks_variant_refuse_promotion(const struct attempt *attempt);

/* Refuses a pawn's promotion without a move, or returns KS_OK where its king alone, or what has to be
 * dropped, is left to ask about. */
int ks_variant_explain_standing(const struct attempt *attempt);

/* Refuses a move of this kind that the piece could make but for the safety of its king, or for a rule about
 * the whole position. */
int ks_variant_refuse_danger(const struct attempt *attempt, unsigned kind);

/* Refuses a move that leaves a piece in check that is royal for the time being (attacks/safety.h). Returns
 * KS_OK otherwise. */
int ks_variant_refuse_royals(const struct attempt *attempt, ks_variant_move move);

/* Refuses castling to a wing. */
int ks_variant_explain_castling(const struct attempt *attempt, enum ks_wing wing);

/* Refuses a drop of a piece that may or may not be in hand. */
int ks_variant_explain_drop(const struct attempt *attempt);

/* Refuses the wall of a move that is legal with another one, or without a wall. */
int ks_variant_explain_wall(const struct attempt *attempt, ks_variant_move move, unsigned wall);

/* Refuses a move, given without a wall, since no wall is possible or every one leaves a royal piece in
 * check. */
int ks_variant_refuse_walls(const struct attempt *attempt, ks_variant_move move);

/* Refuses to pass. */
int ks_variant_explain_passing(const struct attempt *attempt);

/* Refuses any move when the game has ended. Returns KS_OK otherwise. */
int ks_variant_explain_ending(const struct attempt *attempt);

#endif
