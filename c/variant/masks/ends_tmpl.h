/* Ends of games of compiled variants, drops, and pieces that change sides. */
#ifndef KS_MASKS_ENDS_TMPL_H
#define KS_MASKS_ENDS_TMPL_H

#include "variant/masks/moves_tmpl.h"

/* ==== Ends ==== */

/* Ends of games of compiled variants: lost pieces, goals and connected pieces. */

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
static inline bool has_lost_kinds(const struct extinction *rule, const struct mask_node *n, unsigned side,
                                  bool to_move) {
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
    switch (c->ends.losing) {
    case LOSES_NOTHING:
        return false;
    case LOSES_ROYAL:
        return !king_of(c, n, side);
    case LOSES_ALL:
        return is_extinct_in(&c->ends.extinction, count_all(c, n, side), count_all(c, n, other_side(side)),
                             to_move);
    default:
        return has_lost_kinds(&c->ends.extinction, n, side, to_move);
    }
}

/* Returns whether an enemy attacks one of these pieces of a side. */
OUT_OF_LINE bool is_any_attacked(const struct compiled *c, const struct mask_node *n, unsigned side,
                                 mask pieces) {
    const struct sliders theirs = sliders_of(&c->slides, n, other_side(side));
    for (; pieces; pieces &= pieces - 1)
        if (attacks_square(c, n, other_side(side), &theirs, lowest_square(pieces), occupied_by(&c->area, n),
                           ~(mask)0))
            return true;
    return false;
}

ALWAYS_INLINE bool is_there(const struct compiled *c, const struct mask_node *n, unsigned side) {
    const mask there = n->sides[side] & c->ends.goal.region[side];
    if (!there)
        return false;
    const mask pieces = there & pieces_of_kinds(n, c->ends.goal.kinds[side]);
    const unsigned count = count_mask(pieces);
    return count >= c->ends.goal.count &&
           !(c->ends.goal.safe && count == c->ends.goal.count && is_any_attacked(c, n, side, pieces));
}

/* Returns whether a side that has just moved has a piece at a goal that is full. */
ALWAYS_INLINE bool is_blocked_there(const struct compiled *c, const struct mask_node *n, unsigned side) {
    return c->ends.goal.blocked && !(c->ends.goal.region[side] & ~occupied_by(&c->area, n)) &&
           (c->ends.goal.region[side] & n->sides[side] & pieces_of_kinds(n, c->ends.goal.kinds[side]));
}

/* Returns whether a side has castled to win, or can do so no more. */
OUT_OF_LINE bool has_castled_out(const struct castling_rules *rules, const struct mask_node *n, unsigned us) {
    bool over = false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        bool lost = rules->wins[side];
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const mask king = bit(rules->king_to[side][wing]),
                       rook = wing == KS_KINGSIDE ? king >> 1 : king << 1;
            const bool may = castling_rook(n, side, wing) != 0;
            if (!(rules->wins[side] >> wing & 1))
                continue;
            lost &= !may;
            over |= side != us && !may && pieces_of_kinds(n, rules->kings) & n->sides[side] & king &&
                    pieces_of_kinds(n, rules->rooks) & n->sides[side] & rook;
        }
        over |= lost;
    }
    return over;
}

/* Returns whether the king of a side that is to move may go to its goal. */
OUT_OF_LINE bool answers_goal(const struct compiled *c, const struct mask_node *n, unsigned us) {
    struct scene s;
    set_scene(&s, c, n, us, c->traits);
    return s.royal && safe_king_targets(&s, us, c->traits) & c->ends.goal.region[us];
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
OUT_OF_LINE bool has_connected(const struct connections *rule, const struct mask_node *n, unsigned side) {
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
OUT_OF_LINE mask connecting_squares(const struct connections *rule, const struct mask_node *n,
                                    unsigned side) {
    const mask pieces = connectable(rule, n, side);
    mask found = 0;
    if (has_connected(rule, n, side))
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
    if (c->ends.checks && (!n->checks_left[us] || !n->checks_left[them]))
        return true;
    if (n->passes == 1 && c->ends.bikjang && kings_face(c, n))
        return true;
    if (n->passes > 1 || (c->ends.full && !(c->area.board & ~occupied_by(&c->area, n))))
        return true;
    if ((c->castling.wins[KS_WHITE] | c->castling.wins[KS_BLACK]) && has_castled_out(&c->castling, n, us))
        return true;
    if (c->ends.connections.any && has_connected(&c->ends.connections, n, them))
        return true;
    if (!c->ends.goal.any)
        return false;
    if (c->ends.goal.stays)
        return is_there(c, n, us);
    if (is_blocked_there(c, n, them))
        return true;
    const bool ours = is_there(c, n, us), reached = ours || is_there(c, n, them);
    if (!reached || !c->ends.goal.answered || us == KS_WHITE || ours || !king_of(c, n, us))
        return reached;
    return !answers_goal(c, n, us);
}

/* ==== Drops ==== */

/* Drops of compiled variants, and the pieces that change sides when a move encloses them. */

/* ---- Directions: files to the right, rows down ---- */

ALWAYS_INLINE mask shifted(mask squares, int files, int rows) {
    squares &= files > 0 ? ~file_mask(FILE_H) : files < 0 ? ~file_mask(FILE_A) : ~(mask)0;
    const int step = MASK_FILES * rows + files;
    return step < 0 ? squares >> -step : squares << step;
}

/* Returns these squares and those that a piece on one of them reaches in a direction through a set. Steps of
 * one, two and four squares, and eight on large boards, lead there: Kogge and Stone's adder. */
ALWAYS_INLINE mask flood(mask squares, mask through, int files, int rows) {
    const int step = MASK_FILES * rows + files;
    through &= shifted(~(mask)0, files, rows);
    for (int far = step, squared = 1; squared < MASK_FILES; far *= 2, squared *= 2) {
        squares |= through & (far < 0 ? squares >> -far : squares << far);
        through &= far < 0 ? through >> -far : through << far;
    }
    return squares;
}

/* ---- Squares for drops ---- */

/* Returns the squares from which a row of enemies leads to an own piece. */
OUT_OF_LINE mask enclosing_squares(mask own, mask enemies) {
    mask squares = 0;
#pragma GCC unroll 9
    for (int way = 0; way < 9; way++)
        if (way != 4) {
            const int files = way % 3 - 1, rows = way / 3 - 1;
            const mask first = shifted(own, files, rows) & enemies;
            squares |= shifted(flood(first, enemies, files, rows), files, rows);
        }
    return squares;
}

/* Returns the last empty squares before a piece or the far edge, seen from an edge. */
ALWAYS_INLINE mask stops_from(mask edge, mask empty, int files, int rows) {
    const mask way = flood(edge & empty, empty, files, rows);
    return way & ~shifted(way, -files, -rows);
}

OUT_OF_LINE mask stops_from_edges(const struct area *area, mask empty) {
    return stops_from(area->board & file_mask(0), empty, 1, 0) |
           stops_from(area->board & file_mask(area->files - 1), empty, -1, 0) |
           stops_from(area->board & row_mask(0), empty, 0, 1) |
           stops_from(area->board & row_mask(area->ranks - 1), empty, 0, -1);
}

ALWAYS_INLINE mask around(mask squares) {
    const mask row = squares | shifted(squares, 1, 0) | shifted(squares, -1, 0);
    return row | row << MASK_FILES | row >> MASK_FILES;
}

/* Returns the squares on which the rule of enclosing allows a drop, empty or not. */
ALWAYS_INLINE mask squares_for_drops(const struct scene *s) {
    const struct compiled *const c = s->c;
    if (c->drops.start & ~s->occupied)
        return c->drops.start;
    switch (c->drops.enclosing) {
    case ENCLOSING_NONE:
        return c->area.board;
    case ENCLOSING_REVERSI:
        return enclosing_squares(s->own, s->enemies);
    case ENCLOSING_SNORT:
        return ~beside(s->enemies);
    case ENCLOSING_ANYSIDE:
        return stops_from_edges(&c->area, c->area.board & ~s->occupied);
    case ENCLOSING_TOP:
        return row_mask(c->area.ranks - 1) | s->occupied >> MASK_FILES;
    default:
        return around(s->own);
    }
}

/* Returns the files that have as many pieces of a side as a kind that is not doubled may have. */
OUT_OF_LINE mask full_files(const struct compiled *c, const struct mask_node *n, unsigned us) {
    const mask pieces = pieces_of_kinds(n, c->drops.doubles) & n->sides[us];
    mask full = 0;
    for (unsigned file = 0; file < c->area.files; file++)
        full |= count_mask(pieces & file_mask(file)) >= c->drops.doubled_count ? file_mask(file) : 0;
    return full;
}

/* Returns whether a drop that checks is mate. Only the king's moves and captures answer the check of a leap.
 */
OUT_OF_LINE bool is_mate(const struct scene *s, unsigned us, unsigned kind, mask to) {
    const struct compiled *const c = s->c;
    const unsigned them = other_side(us);
    struct mask_node after = *s->n;
    struct found f = {0};
    struct scene reply;
    place(&after, us, kind, to);
    after.hand[us][kind]--;
    after.en_passant = 0;
    after.passes = 0;
    if (c->ends.any && (has_ended(c, &after, them) || (c->ends.checks && after.checks_left[us] == 1)))
        return false;
    set_scene(&reply, c, &after, them, c->traits);
    add_king(&f, &reply, COUNT, them, c->traits);
    add_some_kinds(&f, &reply, COUNT, them, &c->counted.pieces, false);
    if (reply.bound)
        add_some_kinds(&f, &reply, COUNT, them, &c->counted.pieces, true);
    return f.count == 0;
}

/* Returns these squares for drops of a kind without those that limits on the kind forbid. */
ALWAYS_INLINE mask limited_drops(const struct scene *s, unsigned us, unsigned kind, mask squares) {
    const struct compiled *const c = s->c;
    if (kind == c->drops.no_doubled)
        squares &= ~full_files(c, s->n, us);
    if (kind != c->drops.no_mate || !s->their_royal)
        return squares;
    for (mask left = squares & c->leaps.threats[us][kind][lowest_square(s->their_royal)]; left;
         left &= left - 1)
        if (is_mate(s, us, kind, left & -left))
            squares ^= left & -left;
    return squares;
}

/* Returns the squares among these on which a drop gives no check. */
OUT_OF_LINE mask without_checks(const struct scene *s, unsigned us, mask targets, unsigned kind) {
    mask found = 0;
    for (mask left = targets; left; left &= left - 1) {
        struct mask_node after = *s->n;
        place(&after, us, kind, left & -left);
        found |= is_checked(s->c, &after, other_side(us)) ? 0 : left & -left;
    }
    return found;
}

/* Returns the squares among these on which a drop leaves royal pieces safe. A piece that may be royal is not
 * dropped where it is attacked. */
ALWAYS_INLINE mask safe_drops(const struct scene *s, unsigned us, unsigned traits, mask targets,
                              unsigned kind) {
    targets = keep_safe(s, us, traits, targets, 0, kind);
    if ((traits & TRAIT_TRIES) && s->c->crowns.kinds >> kind & 1)
        for (mask left = targets; left; left &= left - 1)
            if (is_attacked_now(s, other_side(us), lowest_square(left)))
                targets ^= left & -left;
    return targets;
}

/* Adds drops of pieces in their promoted form. kind: that in hand. */
OUT_OF_LINE void add_turned_drops(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                  mask squares, unsigned kind) {
    const unsigned form = s->c->turns.form[kind];
    const mask targets = safe_drops(s, us, s->c->traits, squares, form);
    f->count += count_mask(targets);
    if (purpose == LIST)
        add_sheaf(f, targets, 0, kind, form, WAY_DROP_TURNED);
}

/* Returns whether a side has a piece in hand that it must drop. */
static inline bool must_drop(const struct drop_rules *drops, const struct mask_node *n, unsigned us) {
    for (uint32_t kinds = drops->musts; kinds; kinds &= kinds - 1)
        if (n->hand[us][__builtin_ctz(kinds)])
            return true;
    return false;
}

/* Adds the drops of these kinds. */
ALWAYS_INLINE void add_drops(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                             unsigned traits, uint32_t kinds) {
    const struct compiled *const c = s->c;
    const mask squares = squares_for_drops(s) & ~s->occupied & s->answers;
    for (unsigned kind = 0; kind < c->count; kind++) {
        mask targets = squares & c->drops.region[us][kind];
        if (!(kinds >> kind & 1) || (!c->drops.free && !s->n->hand[us][kind]))
            continue;
        if (kind == c->drops.no_doubled || kind == c->drops.no_mate)
            targets = limited_drops(s, us, kind, targets);
        targets = safe_drops(s, us, traits, targets, kind);
        if (!c->drops.may_check)
            targets = without_checks(s, us, targets, kind);
        if (purpose == LIST)
            add_sheaf(f, targets, 0, 0, kind, WAY_DROP);
        else
            f->count += traits & TRAIT_WALLS ? count_walls(s, targets, 0) : count_mask(targets);
        if ((traits & TRAIT_TURNS) && c->drops.turned_region[us][kind])
            add_turned_drops(f, s, purpose, us, squares & c->drops.turned_region[us][kind], kind);
    }
}

/* Adds the walls that are built instead of a move. */
OUT_OF_LINE void add_walls_instead(struct found *f, const struct scene *s, enum purpose purpose,
                                   unsigned us) {
    const mask squares = wall_region(s->c, s->n, us) & ~s->occupied & s->answers;
    f->count += count_mask(squares);
    if (purpose == LIST)
        add_sheaf(f, squares, 0, 0, 0, WAY_WALL);
}

/* ---- Flips ---- */

/* Returns the pieces that change sides after a move of `us`, which has been made. */
OUT_OF_LINE mask flipped(const struct drop_rules *drops, const struct mask_node *n, unsigned us, unsigned to,
                         bool dropped) {
    const mask own = n->sides[us], enemies = n->sides[other_side(us)];
    if (drops->flips != ENCLOSING_REVERSI)
        return drops->flips == ENCLOSING_QUADWRANGLE && dropped && !(steps_from(to) & own)
                   ? 0
                   : steps_from(to) & enemies;
    mask enclosed = 0;
    for (mask left = orthogonal_attacks(to, ~enemies) & own; left; left &= left - 1)
        enclosed |= orthogonal_way(to, lowest_square(left));
    for (mask left = diagonal_attacks(to, ~enemies) & own; left; left &= left - 1)
        enclosed |= diagonal_way(to, lowest_square(left));
    return enclosed & enemies;
}

#endif
