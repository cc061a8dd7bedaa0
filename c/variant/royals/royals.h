/* Pieces that are royal only as long as their side has no more than so many of their type: queens in coregal
 * chess, the last of two Spartan kings. A king of the variant, which always is, stands in
 * ks_variant_position.king; it isn't among these. */
#ifndef KS_ROYALS_H
#define KS_ROYALS_H

#include "variant/attacks.h"

/* The squares that count for one side. Those of a position hold for the move that follows, too. */
struct royals {
    ks_squares each;     /* none of these may be attacked */
    ks_squares together; /* nor all of these at once */
};

struct royals ks_variant_royals(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* What a move of the side changes: a piece goes from one square to another, or is promoted to a type that may
 * be royal. */
void ks_variant_carry_royals(struct royals *royals, unsigned from, unsigned to);
void ks_variant_crown(const ks_variant *v, const ks_variant_position *position, struct royals *royals,
                      unsigned to, unsigned type);

/* One of them that is in check by these enemies on a board, or KS_NOWHERE. */
unsigned ks_variant_find_endangered(const ks_variant *v, const uint8_t *board, const ks_squares *enemies,
                                    unsigned by_side, const struct royals *royals);

/* The square of a piece that is in check, be it the king or another; KS_NOWHERE when there is none. */
unsigned ks_variant_piece_in_check(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Adds to the guard of the side to move what these need. Returns whether any is in check. */
bool ks_variant_guard_royals(const ks_variant *v, const ks_variant_position *position,
                             const struct royals *royals, struct guard *guard);

#endif
