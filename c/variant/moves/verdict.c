/* Verdicts on positions of variants, and the results of games. */
#include "variant/attacks/reach.h"
#include "variant/attacks/royals.h"
#include "variant/ends/ends.h"
#include "variant/ends/material.h"
#include "variant/moves/generate.h"

/* ---- Quiet moves ---- */

/* Finds the squares on which a change may endanger a king or other royal piece, or give a forbidden check.
 * Returns false when the side to move is in check, or in variants where more than such squares counts. */
static bool find_sensitive(const ks_variant *v, const ks_variant_position *p, ks_squares *sensitive) {
    struct guard guard;
    if (v->walling.rule || (!v->checking && (v->crowned.types || v->blasts || v->turns)))
        return false;
    ks_variant_guard(v, p, &guard);
    if (v->crowned.types) {
        const struct royals royals = ks_variant_royals(v, p, p->side_to_move);
        ks_variant_guard_royals(v, p, &royals, &guard); /* in check, all squares are sensitive */
    }
    *sensitive = v->checking ? guard.sensitive : either(guard.sensitive, ks_variant_uncovering(v, p));
    return is_empty_set(&guard.checkers);
}

/* Returns the targets to which a piece may move as what it is, and gives no forbidden check. */
static ks_squares allowed_targets(const ks_variant *v, const ks_variant_position *p, unsigned code,
                                  ks_squares targets) {
    const unsigned us = p->side_to_move, their_king = p->king[other_side(us)];
    if (v->must_stay_mobile)
        targets = without(targets, v->stuck[code]);
    if (v->must_promote && v->types[KS_VARIANT_TYPE(code)].promotes[us])
        targets = without(targets, v->promotion[us]);
    if (!v->checking && their_king != KS_NOWHERE)
        targets = without(targets, v->threats[code * v->squares + their_king]);
    return targets;
}

/* Returns whether a piece that is not the king certainly moves to an empty square. Then the side to move is
 * not in check and has a move, even if it has to capture or drop instead. Leaps alone are enough mostly. */
static bool has_quiet_move(const ks_variant *v, const ks_variant_position *p) {
    const ks_squares occupied = occupied_squares(p);
    ks_squares sensitive, pieces = p->pieces[p->side_to_move];
    if (!find_sensitive(v, p, &sensitive))
        return false;
    if (p->king[p->side_to_move] != KS_NOWHERE)
        remove_square(&pieces, p->king[p->side_to_move]);
    pieces = without(pieces, sensitive);
    const ks_squares barred = either(occupied, sensitive);
    for (ks_squares left = pieces; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), code = p->board[from];
        const ks_squares leaps = without(v->leaps[code * v->squares + from].moves, barred);
        const ks_squares targets = allowed_targets(v, p, code, leaps);
        if (!is_empty_set(&targets))
            return true;
    }
    for (ks_squares left = pieces; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), code = p->board[from];
        const ks_squares moves = without(find_targets(v, p->board, &occupied, from).moves, barred);
        const ks_squares targets = allowed_targets(v, p, code, moves);
        if (!is_empty_set(&targets))
            return true;
    }
    return false;
}

/* ---- Verdicts ---- */

enum ks_verdict ks_variant_judge(const ks_variant *v, const ks_variant_position *p, ks_squares *checkers) {
    if (has_quiet_move(v, p)) {
        if (checkers)
            *checkers = (ks_squares){{0}};
        return KS_SAFE;
    }
    const ks_squares found = ks_variant_checkers(v, p, p->side_to_move);
    const unsigned count = count_squares(&found);
    if (checkers)
        *checkers = found;
    if (!ks_variant_has_ended(v, p, NULL) && !ks_variant_has_move(v, p))
        return count ? KS_CHECKMATE : KS_STALEMATE;
    return count == 0 ? KS_SAFE : count == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

/* Returns the outcome of a stalemate. One that would draw is decided by material where that is counted. */
static enum ks_outcome stalemate_outcome(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    const int more = (int)count_squares(&p->pieces[us]) - (int)count_squares(&p->pieces[other_side(us)]);
    int value = v->stalemate;
    if (v->stalemate_counts)
        value = more == 0 ? 0 : more < 0 ? value : -value;
    return value == 0 ? ks_variant_count_material(v, p) : ks_variant_outcome_for(us, value);
}

/* Returns the result for the mated side. In shatar it depends on all checks of the series; the earlier moves
 * are not known here, so only the last check counts. */
static int mate_value(const ks_variant *v, const ks_variant_position *p) {
    ks_squares checkers = ks_variant_checkers(v, p, p->side_to_move);
    uint32_t types = 0;
    while (!is_empty_set(&checkers))
        types |= (uint32_t)1 << KS_VARIANT_TYPE(p->board[take_square(&checkers)]);
    if (!v->mates_by_shak)
        return v->checkmate;
    return !(types & ~v->knights) ? 1 : types & v->shak ? v->checkmate : 0;
}

enum ks_outcome ks_variant_find_outcome(const ks_variant *v, const ks_variant_position *p,
                                        enum ks_verdict verdict) {
    const unsigned us = p->side_to_move;
    struct ending ending;
    if (ks_variant_has_ended(v, p, &ending))
        return ending.outcome;
    if (verdict == KS_CHECKMATE)
        return ks_variant_outcome_for(us, mate_value(v, p));
    if (verdict != KS_STALEMATE)
        return KS_UNDECIDED;
    return stalemate_outcome(v, p);
}
