/* Ends of games of compiled variants: lost pieces, goals and connected pieces. */
#ifndef KS_MASK_ENDS_H
#define KS_MASK_ENDS_H

#include "variant/masks/moves.h"

/* ---- Lost pieces and goals ---- */

ALWAYS_INLINE bool is_extinct_in(const struct extinction *rule, unsigned count, unsigned opponents,
                                 bool to_move) {
    return count <= rule->count && opponents >= rule->opponents + (rule->claim && to_move);
}

static inline unsigned count_all(const struct compiled *c, const struct mask_node *n, unsigned side) {
    unsigned count = count_mask(n->sides[side]);
    for (unsigned kind = 0; kind < c->count && c->traits & (TRAIT_DROPS | TRAIT_GATES); kind++)
        count += n->hand[side][kind];
    return count;
}

/* Pieces in hand are not lost. */
static inline bool has_lost_kinds(const struct compiled *c, const struct mask_node *n, unsigned side,
                                  bool to_move) {
    const struct extinction *const rule = &c->extinction;
    const mask ours = n->sides[side], theirs = n->sides[other_side(side)];
    for (uint32_t left = rule->types; left; left &= left - 1) {
        const unsigned kind = (unsigned)__builtin_ctz(left);
        const mask pieces = n->kinds[kind];
        if (is_extinct_in(rule, count_mask(pieces & ours) + n->hand[side][kind],
                          count_mask(pieces & theirs) + n->hand[other_side(side)][kind], to_move))
            return true;
    }
    return false;
}

ALWAYS_INLINE bool has_lost(const struct compiled *c, const struct mask_node *n, unsigned side,
                            bool to_move) {
    switch (c->losing) {
    case LOSES_NOTHING:
        return false;
    case LOSES_ROYAL:
        return !king_of(c, n, side);
    case LOSES_ALL:
        return is_extinct_in(&c->extinction, count_all(c, n, side), count_all(c, n, other_side(side)),
                             to_move);
    default:
        return has_lost_kinds(c, n, side, to_move);
    }
}

/* Returns whether an enemy attacks one of these pieces of a side. */
OUT_OF_LINE bool is_any_attacked(const struct compiled *c, const struct mask_node *n, unsigned side,
                                 mask pieces) {
    const struct sliders theirs = sliders_of(c, n, other_side(side));
    for (; pieces; pieces &= pieces - 1)
        if (attacks_square(c, n, other_side(side), &theirs, lowest_square(pieces), occupied_by(c, n),
                           ~(mask)0))
            return true;
    return false;
}

ALWAYS_INLINE bool is_there(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const mask there = n->sides[side] & c->flag_region[side];
    if (!there)
        return false;
    const mask pieces = there & pieces_of_kinds(n, c->flag_kinds[side]);
    const unsigned count = count_mask(pieces);
    return count >= c->flag_count &&
           !(c->flag_safe && count == c->flag_count && is_any_attacked(c, n, side, pieces));
}

/* Returns whether a side that has just moved has a piece at a goal that is full. */
ALWAYS_INLINE bool is_blocked_there(const struct compiled *c, const struct mask_node *n, unsigned side) {
    return c->flag_blocked && !(c->flag_region[side] & ~occupied_by(c, n)) &&
           (c->flag_region[side] & n->sides[side] & pieces_of_kinds(n, c->flag_kinds[side]));
}

/* Returns whether a side has castled to win, or can do so no more. */
OUT_OF_LINE bool has_castled_out(const struct compiled *c, const struct mask_node *n, unsigned us) {
    bool over = false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        bool lost = c->castling_wins[side];
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const mask king = bit(c->castled_king[side][wing]),
                       rook = wing == KS_KINGSIDE ? king >> 1 : king << 1;
            const bool may = castling_rook(n, side, wing) != 0;
            if (!(c->castling_wins[side] >> wing & 1))
                continue;
            lost &= !may;
            over |= side != us && !may && pieces_of_kinds(n, c->castling_king) & n->sides[side] & king &&
                    pieces_of_kinds(n, c->castling_kinds) & n->sides[side] & rook;
        }
        over |= lost;
    }
    return over;
}

/* Returns whether the king of a side that is to move may go to its goal. */
OUT_OF_LINE bool answers_goal(const struct compiled *c, const struct mask_node *n, unsigned us) {
    struct scene s;
    set_scene(&s, c, n, us, c->traits);
    return s.royal && safe_king_targets(&s, us, c->traits) & c->flag_region[us];
}

/* ---- Connected pieces ---- */

/* Returns the squares from which so many squares of a set follow in this direction, the first included. */
ALWAYS_INLINE mask rows_in(mask set, struct line_step step, unsigned length) {
    mask found = set;
    for (unsigned i = 1; i < length; i++)
        found = set & step.origins & found >> step.shift;
    return found;
}

ALWAYS_INLINE bool has_block(mask pieces, unsigned size) {
    const struct line_step right = {1, ~file_mask(FILE_H)}, down = {MASK_FILES, ~(mask)0};
    return rows_in(rows_in(pieces, right, size), down, size) != 0;
}

/* Returns the squares one step away from these. */
ALWAYS_INLINE mask next_to(const struct connections *rule, mask squares) {
    mask found = 0;
    for (unsigned i = 0; i < rule->step_count; i++) {
        const struct line_step step = rule->steps[i];
        found |= (squares & step.origins) << step.shift | (squares >> step.shift & step.origins);
    }
    return found;
}

/* Returns the pieces that are connected with those on these squares, which are some of them. */
static inline mask chain_of(const struct connections *rule, mask pieces, mask chain) {
    for (mask before = 0; chain != before;) {
        before = chain;
        chain |= pieces & next_to(rule, chain);
    }
    return chain;
}

static inline bool has_chain(const struct connections *rule, mask pieces, unsigned side) {
    return (chain_of(rule, pieces, pieces & rule->ends[side][0]) & rule->ends[side][1]) != 0;
}

/* Returns the pieces of a side that count. */
ALWAYS_INLINE mask connectable(const struct connections *rule, const struct mask_node *n, unsigned side) {
    return rule->all ? n->sides[side] : n->sides[side] & pieces_of_kinds(n, rule->kinds);
}

/* Returns whether the pieces of a side are connected. */
OUT_OF_LINE bool has_connected(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const struct connections *const rule = &c->connections;
    const mask pieces = connectable(rule, n, side);
    for (unsigned i = 0; rule->row && i < rule->step_count; i++)
        if (rows_in(pieces, rule->steps[i], rule->row))
            return true;
    for (unsigned i = 0; i < rule->line_count; i++)
        if (count_mask(pieces & rule->lines[i]) >= rule->scattered)
            return true;
    return (rule->block && has_block(pieces, rule->block)) || has_chain(rule, pieces, side);
}

/* Returns the squares on which one more piece makes a row of so many, along a step. */
static inline mask row_gaps(mask pieces, struct line_step step, unsigned length) {
    mask after[MASK_FILES], before = ~(mask)0, gaps = 0;
    if (length > MASK_FILES)
        return 0;
    after[0] = ~(mask)0;
    for (unsigned i = 1; i < length; i++)
        after[i] = (pieces & after[i - 1]) >> step.shift & step.origins;
    for (unsigned left = length; left > 0; left--) {
        gaps |= before & after[left - 1];
        before = (pieces & before & step.origins) << step.shift;
    }
    return gaps;
}

/* Returns squares on which one more piece may connect the pieces of a side: a move elsewhere does not. There
 * are no blocks. */
OUT_OF_LINE mask connecting_squares(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const struct connections *const rule = &c->connections;
    const mask pieces = connectable(rule, n, side);
    mask found = 0;
    if (has_connected(c, n, side))
        return ~(mask)0;
    for (unsigned i = 0; rule->row && i < rule->step_count; i++)
        found |= row_gaps(pieces, rule->steps[i], rule->row);
    for (unsigned i = 0; i < rule->line_count; i++)
        found |= count_mask(pieces & rule->lines[i]) + 1 >= rule->scattered ? rule->lines[i] : 0;
    const mask *const ends = rule->ends[side];
    return found | ((ends[0] | next_to(rule, chain_of(rule, pieces, pieces & ends[0]))) &
                    (ends[1] | next_to(rule, chain_of(rule, pieces, pieces & ends[1]))));
}

/* ---- All ---- */

/* Returns whether the game has ended, us being to move. A goal that white reaches first is answered by
 * black's king, if it can reach its own on the next move. */
ALWAYS_INLINE bool has_ended(const struct compiled *c, const struct mask_node *n, unsigned us) {
    const unsigned them = other_side(us);
    if (has_lost(c, n, them, false) || has_lost(c, n, us, true))
        return true;
    if (c->checks && (!n->checks_left[us] || !n->checks_left[them]))
        return true;
    if (n->passes == 1 && c->bikjang && kings_face(c, n))
        return true;
    if (n->passes > 1 || (c->full_ends && !(c->board & ~occupied_by(c, n))))
        return true;
    if ((c->castling_wins[KS_WHITE] | c->castling_wins[KS_BLACK]) && has_castled_out(c, n, us))
        return true;
    if (c->connections.any && has_connected(c, n, them))
        return true;
    if (!c->flagged)
        return false;
    if (c->flag_stays)
        return is_there(c, n, us);
    if (is_blocked_there(c, n, them))
        return true;
    const bool ours = is_there(c, n, us), reached = ours || is_there(c, n, them);
    if (!reached || !c->flag_answered || us == KS_WHITE || ours || !king_of(c, n, us))
        return reached;
    return !answers_goal(c, n, us);
}

#endif
