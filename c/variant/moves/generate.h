/* Lists the legal moves of variants, and declares what the lists are made of. */
#ifndef KS_GENERATE_H
#define KS_GENERATE_H

#include "variant/attacks/safety.h"
#include "variant/definition/definition.h"
#include "variant/moves/generation.h"

/* ---- Lists ---- */

/* Legal moves, one at a time. */

/* Calls visit(move, context) for each legal move until visit returns false. visit: NULL to count the moves
 * only. Returns the number of moves visited or counted. */
size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *position, visit_move *visit,
                            void *context);

/* Does the same, and leaves out moves that nobody asks for: moves of other pieces than `movers`, but for
 * castling, and with skips_drops all drops. It visits all moves where one of them may depend on the
 * others. */
size_t ks_variant_each_move_of(const ks_variant *v, const ks_variant_position *position,
                               const ks_variant_squares *movers, bool skips_drops, visit_move *visit,
                               void *context);

/* Returns the squares on which a piece may legally capture en passant. */
ks_variant_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p);

/* Returns whether there is a legal move; faster than counting them. */
bool ks_variant_has_move(const ks_variant *v, const ks_variant_position *p);

/* Returns the types that the side to move may promote to; bit n: type n. */
uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *position);

/* ---- Moves of a piece that stands ---- */

/* Promotion as in sittuyin: instead of moving, a pawn becomes another piece on its square, or on an empty
 * square to which that piece could move from there. The new piece may not attack anything afterwards or give
 * check. */

/* Returns whether the pawn of the side to move on a square may promote: in its region, or anywhere when it is
 * the last pawn. */
bool ks_variant_may_stand_up(const ks_variant *v, const ks_variant_position *position, unsigned from);

/* Returns whether one of its pawns may promote now, or after another one is captured. */
bool ks_variant_may_soon_stand_up(const ks_variant *v, const ks_variant_position *position);

/* Returns the squares on which it may appear as this type, without regard to attacks and checks. */
ks_variant_squares ks_variant_standing_squares(const ks_variant *v, const ks_variant_position *position,
                                               unsigned from, unsigned type);

/* Returns whether it would attack an enemy piece from `to`. */
bool ks_variant_would_attack(const ks_variant *v, const ks_variant_position *position, unsigned from,
                             unsigned to, unsigned type);

/* Returns the squares on which it may legally appear as this type. */
ks_variant_squares ks_variant_standing(struct safety *safety, unsigned from, unsigned type);

/* ---- Generation ---- */

/* The functions that add moves to those found. The files of this folder and c/variant/perft/ share them. */

void ks_variant_start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                                 visit_move *visit, void *context);

/* Adds a move. known_good: the move gives no forbidden check. */
void ks_variant_add_move(struct generation *g, ks_variant_move move, bool known_good);

/* Adds the moves of one kind from a square to others, or the drops there. All of them leave the king safe
 * (precondition). promotion: 0, or 1 + the type. */
void ks_variant_add_each(struct generation *g, unsigned from, ks_variant_squares targets, unsigned kind,
                         unsigned promotion);

/* Adds the moves of the piece on a square, without castling. */
void ks_variant_add_piece(struct generation *g, unsigned from);

void ks_variant_add_castling(struct generation *g);

static inline bool ks_variant_takes_en_passant(const struct generation *g, unsigned from) {
    return g->position->en_passant_pawn != KS_VARIANT_NO_SQUARE &&
           g->v->types[KS_VARIANT_TYPE(g->position->board[from])].takes_en_passant[g->us];
}

#endif
