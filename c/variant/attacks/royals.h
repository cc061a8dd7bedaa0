/* Pieces that are royal only while their side has at most a given number of their type: queens in coregal
 * chess, the last of two Spartan kings. The variant's king, which is always royal, is in
 * ks_variant_position.king and not among these. */
#ifndef KS_ROYALS_H
#define KS_ROYALS_H

#include "variant/attacks/attacks.h"

/* The squares of one side's royal pieces. Those of a position also hold during its next move. */
struct royals {
    ks_squares each;     /* none of these may be attacked */
    ks_squares together; /* these may not all be attacked at once */
};

struct royals ks_variant_royals(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Update the squares after a move of the side: a piece moves, or is promoted to a type that may be royal. */
void ks_variant_carry_royals(struct royals *royals, unsigned from, unsigned to);
void ks_variant_crown(const ks_variant *v, const ks_variant_position *position, struct royals *royals,
                      unsigned to, unsigned type);

/* Returns the square of one that these enemies check on a board, or KS_NOWHERE. */
unsigned ks_variant_find_endangered(const ks_variant *v, const uint8_t *board, const ks_squares *enemies,
                                    unsigned by_side, const struct royals *royals);

/* Returns the square of a piece that is in check, the king or another; KS_NOWHERE when there is none. */
unsigned ks_variant_piece_in_check(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Adds the sensitive squares of these pieces to the guard of the side to move. Returns whether any is in
 * check. */
bool ks_variant_guard_royals(const ks_variant *v, const ks_variant_position *position,
                             const struct royals *royals, struct guard *guard);

#endif
