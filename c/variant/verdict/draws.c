/* Finds draws of a position and of a game of a variant. */

#include <limits.h>

#include "rules/verdict.h"
#include "variant/definition/squares.h"
#include "variant/ends/ends.h"

/* ==== Draws of a position ==== */

/* Draws that a position shows: too little material for either side to win, and many moves without a capture.
 *
 * A side has enough when it may win without mate, has a piece that mates with its king's help alone, or has
 * two pieces that could do so together, whosever the second one is. A side has enough when that is unknown.
 * The rules for lichess's variants are chessops's, and for others Fairy-Stockfish's
 * has_insufficient_material, except where a lone piece that it excludes can mate. */

enum { FIFTY_MOVES = 50 };

/* ---- Pieces ---- */

/* The pieces other than royal ones that may take part in a mate by a side. */
struct helpers {
    unsigned count;
    bool bound[2]; /* [side]: it has one that never leaves the squares of one colour */
    bool free[2];  /* [side]: it has another */
    bool shade[2]; /* bound pieces of either side stand on squares of this colour */
    bool strong;   /* the side has one that mates alone, or may be promoted to one */
};

static bool has_type(uint32_t types, unsigned type) {
    return types >> type & 1;
}

/* Returns whether the piece may become one that mates with its king's help alone. */
static bool is_strong(const ks_variant *v, unsigned side, unsigned type) {
    const uint32_t weak = v->mating.bound | v->mating.minor;
    const unsigned form = v->types[type].promoted;
    if (v->types[type].promotes[side] && v->promotion_types[side] & ~weak)
        return true;
    return !has_type(weak, v->types[type].kind) || (form != NO_TYPE && !has_type(weak, v->types[form].kind));
}

/* Returns whether the piece never comes where the enemy's king may be. */
static bool is_kept_away(const ks_variant *v, unsigned side, unsigned type) {
    const ks_variant_squares *const king = &v->types[v->royal].region[other_side(side)];
    const ks_variant_squares *const own = &v->types[type].region[side];
    const ks_variant_squares shared = v->types[v->royal].confined ? both(*own, *king) : *own;
    return v->types[type].confined && is_empty_set(&shared);
}

static struct helpers find_helpers(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    struct helpers helpers = {.count = count_squares(&p->walls), .free[0] = false};
    helpers.free[other_side(side)] = helpers.count > 0;
    for (ks_variant_squares left = either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]); !is_empty_set(&left);) {
        const unsigned square = take_square(&left), code = p->board[square];
        const unsigned type = KS_VARIANT_TYPE(code), owner = KS_VARIANT_SIDE(code);
        if (type == v->royal || (owner == side && is_kept_away(v, side, type)))
            continue;
        helpers.count++;
        helpers.strong |= owner == side && is_strong(v, side, type);
        if (has_type(v->mating.bound, v->types[type].kind)) {
            helpers.bound[owner] = true;
            helpers.shade[has_square(&v->drop_limits.first_shade, square)] = true;
        } else
            helpers.free[owner] = true;
    }
    return helpers;
}

/* ---- Variants like chess ---- */

/* Returns whether a side may win by another rule than mate, or holds a piece, or has no king to be mated. */
static bool wins_otherwise(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    bool flag = false;
    for (ks_variant_squares left = p->pieces[side]; !is_empty_set(&left);)
        flag |= has_type(v->flag.types[side], KS_VARIANT_TYPE(p->board[take_square(&left)]));
    return flag || v->extinction.value != EXTINCTION_NONE || v->connection.any || v->castling_wins[side] ||
           v->material != MATERIAL_UNCOUNTED || (v->draw_repetitions && v->repetition != 0) ||
           ks_variant_has_hand(v, p, side) || v->royal == NO_TYPE ||
           p->king[KS_WHITE] == KS_VARIANT_NO_SQUARE || p->king[KS_BLACK] == KS_VARIANT_NO_SQUARE;
}

static bool is_enough(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    if (wins_otherwise(v, p, side))
        return true;
    const struct helpers helpers = find_helpers(v, p, side);
    const bool free = helpers.free[KS_WHITE] || helpers.free[KS_BLACK];
    const bool stalemate = v->stalemate != 0 || v->stalemate_counts;
    const bool easy = stalemate || v->checks || v->king_stands || v->mating.odd_king;
    if (helpers.strong || (helpers.bound[side] && (free || easy || (helpers.shade[0] && helpers.shade[1]))) ||
        (helpers.free[side] && (easy || helpers.count > 1)))
        return true;
    return stalemate && v->mating.odd_king && !is_kept_away(v, side, v->royal);
}

/* ---- Explosions, captures that are compulsory, and hands ---- */

/* Counts the pieces of a side, other than its king, of some types. */
static unsigned count_of(const ks_variant *v, const ks_variant_position *p, unsigned side, uint32_t types) {
    unsigned count = 0;
    for (unsigned type = 0; type < v->type_count; type++)
        if (type != v->royal && has_type(types, type))
            count += ks_variant_count_type(v, p, side, type);
    return count;
}

/* Returns whether the bishops are all that is left but kings, and the bishops of the two sides never meet. */
static bool bishops_never_meet(const ks_variant *v, const ks_variant_position *p) {
    const ks_variant_squares *const first = &v->drop_limits.first_shade;
    bool shade[2][2] = {{false}};
    for (ks_variant_squares left = either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]); !is_empty_set(&left);) {
        const unsigned square = take_square(&left), code = p->board[square];
        if (KS_VARIANT_TYPE(code) == v->royal)
            continue;
        if (!has_type(v->mating.bishop, KS_VARIANT_TYPE(code)))
            return false;
        shade[KS_VARIANT_SIDE(code)][has_square(first, square)] = true;
    }
    return !(shade[KS_WHITE][0] && shade[KS_BLACK][0]) && !(shade[KS_WHITE][1] && shade[KS_BLACK][1]) &&
           shade[KS_WHITE][0] + shade[KS_WHITE][1] == 1 && shade[KS_BLACK][0] + shade[KS_BLACK][1] == 1;
}

/* A piece next to the enemy's king may blow it up, so a king alone is the only one that is hard to win
 * against. */
static bool is_enough_to_explode(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned them = other_side(side), pieces = count_of(v, p, side, all_types(v));
    if (v->to_hand || ks_variant_has_hand(v, p, side) || p->king[side] == KS_VARIANT_NO_SQUARE ||
        p->king[them] == KS_VARIANT_NO_SQUARE)
        return true;
    if (pieces == 0)
        return false;
    if (count_of(v, p, them, all_types(v)))
        return !bishops_never_meet(v, p);
    if (pieces == 1)
        return !count_of(v, p, side, v->knights | v->mating.bishop | v->mating.rook);
    return count_of(v, p, side, v->knights) < pieces || pieces > 2;
}

/* With hands, no piece is ever lost: a single knight or bishop is too little. */
static bool is_enough_with_hands(const ks_variant *v, const ks_variant_position *p) {
    const uint32_t weak = v->knights | v->mating.bishop;
    unsigned pieces = 0, few = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        pieces += count_of(v, p, side, all_types(v));
        few += count_of(v, p, side, weak);
        for (unsigned type = 0; type < v->type_count; type++) {
            pieces += p->hand[side][type];
            few += has_type(weak, type) && v->types[type].promoted == NO_TYPE ? p->hand[side][type] : 0;
        }
    }
    return v->stalemate != 0 || v->mating.odd_king || v->turns || pieces != few || pieces > 1 ||
           !is_empty_set(&p->promoted);
}

/* ---- All ---- */

static bool is_material_enough(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    if (v->extinction.all && v->extinction.value == 1 && v->extinction.count == 0 && v->royal == NO_TYPE)
        return !bishops_never_meet(v, p);
    if (v->may_lose_king)
        return is_enough_to_explode(v, p, side);
    if (v->to_hand)
        return is_enough_with_hands(v, p);
    return is_enough(v, p, side);
}

static enum ks_draw find_draw_by_rule(const ks_variant *v, const ks_variant_position *p) {
    if (ks_variant_has_ended(v, p, NULL))
        return KS_DRAW_NONE;
    if (!is_material_enough(v, p, KS_WHITE) && !is_material_enough(v, p, KS_BLACK))
        return KS_DRAW_MATERIAL;
    if (!v->draw_moves || v->material != MATERIAL_UNCOUNTED || p->halfmove_clock < 2 * v->draw_moves)
        return KS_DRAW_NONE;
    if (v->draw_moves != FIFTY_MOVES)
        return KS_DRAW_MOVE_RULE;
    return p->halfmove_clock >= 3 * FIFTY_MOVES ? KS_DRAW_SEVENTY_FIVE_MOVES : KS_DRAW_FIFTY_MOVES;
}

/* ==== Draws of a game ==== */

/* Draws of games of variants: by stalemate, by repetition, and by rules that only variants have. */

static bool repetition_draws(const ks_variant *v) {
    return v->draw_repetitions && v->repetition == 0 && !v->perpetual_check_loses &&
           !v->perpetual_chase_loses && v->material == MATERIAL_UNCOUNTED;
}

/* A position with hands may recur after captures, so the clock does not limit the search. */
static enum ks_draw find_repetition(const ks_variant *v, const uint64_t *keys, size_t count) {
    const unsigned repetitions = ks_count_repetitions(keys, count, UINT_MAX);
    if (count == 0 || !repetition_draws(v))
        return KS_DRAW_NONE;
    if (v->draw_repetitions == THREEFOLD + 1)
        return ks_draw_by_repetition(repetitions);
    return repetitions + 1 >= v->draw_repetitions ? KS_DRAW_REPETITION : KS_DRAW_NONE;
}

enum ks_draw ks_variant_find_draw(const ks_variant *v, const ks_variant_position *p, enum ks_verdict verdict,
                                  const uint64_t *keys, size_t count) {
    const enum ks_outcome outcome = ks_variant_find_outcome(v, p, verdict);
    if (outcome == KS_UNDECIDED)
        return ks_choose_draw(find_draw_by_rule(v, p), find_repetition(v, keys, count));
    if (outcome != KS_DRAWN)
        return KS_DRAW_NONE;
    return verdict == KS_STALEMATE ? KS_DRAW_STALEMATE : KS_DRAW_RULE;
}
