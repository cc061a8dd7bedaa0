/* Makes moves of variants, and what they do besides: pieces that turn into promoted forms, flipped enemies,
 * en passant, checks. */
#ifndef KS_PLAY_H
#define KS_PLAY_H

#include "variant/definition/definition.h"
#include "variant/definition/squares.h"

/* ---- Turns ---- */

/* Pieces that take a promoted form, as in shogi: on moves into, within and out of the zone. */

/* The targets on which a piece may turn into `type`, and those on which it may stay unchanged. type: NO_TYPE
 * when it cannot turn. */
struct turning {
    ks_variant_squares squares, staying;
    unsigned type;
};

/* Returns whether a promotion of the piece with this code to a type is to or from a promoted form. */
static inline bool ks_variant_is_turn(const ks_variant *v, unsigned code, unsigned type) {
    return is_promoted_type(v, type) || is_promoted_type(v, KS_VARIANT_TYPE(code));
}

/* Returns the type that the piece with this code turns into: its promoted form, or the original type. Returns
 * NO_TYPE when there is none, or when the side has as many as allowed. */
static inline unsigned ks_variant_turns_into(const ks_variant *v, const ks_variant_position *p,
                                             unsigned code) {
    const struct piece_type *const type = &v->types[KS_VARIANT_TYPE(code)];
    if (is_promoted_type(v, KS_VARIANT_TYPE(code)))
        return v->turns_back ? type->plain : NO_TYPE;
    if (type->promoted == NO_TYPE)
        return NO_TYPE;
    const unsigned kind = v->types[type->promoted].kind, limit = v->types[kind].limit;
    return limit && !type->pawn && ks_variant_count_type(v, p, KS_VARIANT_SIDE(code), kind) >= limit
               ? NO_TYPE
               : type->promoted;
}

/* Returns the squares to which a pawn does not move by en passant: the squares of its file, and occupied
 * ones. */
static inline ks_variant_squares without_en_passant(const ks_variant *v, ks_variant_squares occupied,
                                                    unsigned from) {
    for (unsigned square = from % v->files; square < v->squares; square += v->files)
        add_square(&occupied, square);
    return occupied;
}

/* Returns whether a pawn that must promote keeps its form when it captures en passant: there is no type that
 * it may be promoted to, and it takes its promoted form only by other moves. */
static inline bool ks_variant_stays_by_en_passant(const ks_variant *v, unsigned side) {
    return !v->promotion_types[side];
}

/* Finds the targets on which a piece may turn. The pawn of chess turns on its target, except by en passant,
 * and must turn when pawns must promote. */
static inline struct turning ks_variant_turning(const ks_variant *v, const ks_variant_position *p,
                                                unsigned from, ks_variant_squares targets) {
    const unsigned us = p->side_to_move, type = ks_variant_turns_into(v, p, p->board[from]);
    const ks_variant_squares occupied = occupied_squares(p);
    const ks_variant_squares *const zone = &v->promotion[us];
    const bool pawn = v->types[KS_VARIANT_TYPE(p->board[from])].pawn;
    const bool leaves = !pawn && has_square(zone, from);
    struct turning turning = {{{0}}, targets, type};
    if (type == NO_TYPE)
        return turning;
    turning.squares = leaves ? targets : both(targets, *zone);
    if (pawn)
        turning.squares = both(turning.squares, without_en_passant(v, occupied, from));
    if (v->turns_by_capture)
        turning.squares = both(turning.squares, occupied);
    if (v->must_turn && !pawn)
        turning.staying = without(targets, turning.squares);
    return turning;
}

/* ---- Flips ---- */

/* Flips: enemy pieces that a move encloses, or comes next to, change sides. */

/* Returns the enemies of a side that stand in an unbroken row between a square and one of its pieces, as in
 * Reversi. */
ks_variant_squares ks_variant_enclosed(const ks_variant *v, const ks_variant_position *position,
                                       unsigned side, unsigned square);

/* ---- Playing ---- */

/* The en-passant squares after a move or in a FEN, and checks given by moves. */

/* Keeps only the en-passant squares of the variant's region that the side to move attacks with a piece that
 * captures en passant. Clears the pawn too when no square remains. */
void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *position);

/* Returns whether a move gives check. The move may be illegal for that reason. */
bool ks_variant_gives_check(const ks_variant *v, const ks_variant_position *p, ks_variant_move move);

#endif
