/* Compiles variants. These rules and pieces have no compiled form, and the walking generator serves them:
 * boards of more than eight files or ranks; drops, hands, gates, walls, passes, flips; promoted forms, limits
 * on promotion and on mobility; several royal pieces, and kings that face each other; connections, and goals
 * that must be safe; pieces that spare each other or turn to stone; pieces that are confined, hop, leap over
 * free ways only, or slide along some lines of a kind only; more than eight kinds of pieces. */
#include "variant/masks/compiled.h"

#include <stdlib.h>

#include "rules/pawns.h"
#include "variant/masks/squares.h"

/* ---- Limits of the compiled form ---- */

static bool has_plain_board(const ks_variant *v) {
    return v->files <= 8 && v->ranks <= 8 && !v->walled && !v->walling.rule && !v->gates && !v->seirawan &&
           !v->petrified && !v->flips && is_empty_set(&v->diagonals);
}

static bool has_plain_moves(const ks_variant *v) {
    return !v->drops && !v->to_hand && !v->hands && !v->free_drops && !v->stands_up && !v->must_stay_mobile &&
           !v->turns && !v->limited && !v->cambodian && v->passing == PASS_NEVER && !v->king_stands &&
           !v->immune && !v->castling_takes && !v->castling_wins[KS_WHITE] && !v->castling_wins[KS_BLACK] &&
           (!v->castles || v->royal_castles || v->royal == NO_TYPE) && v->push <= 2 &&
           is_empty_set(&v->triple_push[KS_WHITE]) && is_empty_set(&v->triple_push[KS_BLACK]);
}

static bool has_plain_royals(const ks_variant *v) {
    return !v->crowned.types && !v->beyond_tables && !v->holds_royal && !v->fireproof &&
           (!v->may_lose_king || v->blasts) && (v->checking || v->royal != NO_TYPE);
}

static bool has_plain_ends(const ks_variant *v) {
    const bool answered = v->flag.answered && v->royal != NO_TYPE && v->flag.count == 1 &&
                          v->flag.types[KS_WHITE] == (uint32_t)1 << v->royal &&
                          v->flag.types[KS_BLACK] == (uint32_t)1 << v->royal;
    return !v->connection.any && !v->full_ends && !v->flag.blocked && !v->flag.safe &&
           (!v->flag.answered || answered);
}

/* ---- Pieces ---- */

static bool is_slide(const struct betza_term *term) {
    return term->far == 1 && (term->range == 0 || term->range >= 7) &&
           term->directions == ks_betza_all_directions(term->far, term->near);
}

/* Adds a slide to a kind. Leaps are added from the tables. */
static bool add_term(struct compiled *c, unsigned kind, const struct betza_term *term) {
    if (term->hop != BETZA_NO_HOP || term->lame || term->first || term->diagonals || term->beyond)
        return false;
    if (term->range == 1)
        return true;
    if (!is_slide(term))
        return false;
    const unsigned move = term->near ? DIAGONAL_MOVES : ORTHOGONAL_MOVES;
    c->slides[kind] |=
        (uint8_t)((term->modality & BETZA_MOVE ? move : 0) | (term->modality & BETZA_CAPTURE ? 2 * move : 0));
    return true;
}

/* Returns the steps that belong to slides: the tables have slides of one square among the leaps. flags: of
 * enum slides, for moves; those for captures are twice as large. */
static uint64_t steps_of_slides(unsigned flags, unsigned from) {
    const uint64_t *const rays = ks_rays[from];
    const uint64_t orthogonal = rays[NORTH] | rays[EAST] | rays[SOUTH] | rays[WEST];
    return ks_steps[from] &
           ((flags & ORTHOGONAL_MOVES ? orthogonal : 0) | (flags & DIAGONAL_MOVES ? ~orthogonal : 0));
}

static void add_leaps(const ks_variant *v, struct compiled *c, unsigned type, unsigned side) {
    const unsigned kind = c->kind_of_type[type];
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned from = mask_square(v, square);
        const struct leaps *const leaps = &v->leaps[KS_VARIANT_CODE(type, side) * v->squares + square];
        c->moves[side][kind][from] = mask_of(v, &leaps->moves) & ~steps_of_slides(c->slides[kind], from);
        c->captures[side][kind][from] =
            mask_of(v, &leaps->captures) & ~steps_of_slides(c->slides[kind] >> 1, from);
        for (uint64_t left = c->captures[side][kind][from]; left; left &= left - 1)
            c->threats[side][kind][lowest_square(left)] |= bit(from);
    }
}

static bool leaps_to_capture(const struct compiled *c, unsigned kind) {
    uint64_t all = 0;
    for (unsigned square = 0; square < 64; square++)
        all |= c->captures[KS_WHITE][kind][square] | c->captures[KS_BLACK][kind][square];
    return all != 0;
}

static bool diverges(const struct compiled *c, unsigned kind) {
    bool differs = (c->slides[kind] >> 1 & 5) != (c->slides[kind] & 5);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = 0; square < 64; square++)
            differs |= c->moves[side][kind][square] != c->captures[side][kind][square];
    return differs;
}

/* Returns whether shifts move all pawns of the kind at once as its tables do. */
static bool is_pawn_of_chess(const struct compiled *c, unsigned kind) {
    bool same = c->slides[kind] == 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (uint64_t left = c->board; left; left &= left - 1) {
            const uint64_t pawn = left & -left;
            const unsigned from = lowest_square(pawn);
            same &= c->moves[side][kind][from] == (push(pawn, side) & c->board);
            same &= c->captures[side][kind][from] ==
                    ((attack_left(pawn, side) | attack_right(pawn, side)) & c->board);
        }
    return same;
}

static void add_to(struct kind_list *list, unsigned kind) {
    list->kinds[list->count++] = (uint8_t)kind;
}

/* Adds a kind that is neither pawn nor king to the lists. */
static void add_to_pieces(struct compiled *c, unsigned kind) {
    const unsigned slides = c->slides[kind];
    bool leaps = false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = 0; square < 64; square++)
            leaps |= c->moves[side][kind][square] != 0;
    add_to(&c->pieces, kind);
    if (slides & ORTHOGONAL_CAPTURES)
        add_to(&c->orthogonal, kind);
    if (slides & DIAGONAL_CAPTURES)
        add_to(&c->diagonal, kind);
    if (c->divergent[kind] || (leaps && slides)) {
        add_to(&c->mixed, kind);
        return;
    }
    if (leaps)
        add_to(&c->leaping, kind);
    if (slides & ORTHOGONAL_MOVES)
        add_to(&c->sliding_orthogonally, kind);
    if (slides & DIAGONAL_MOVES)
        add_to(&c->sliding_diagonally, kind);
}

static bool add_kind(const ks_variant *v, struct compiled *c, unsigned type) {
    const struct piece_type *const t = &v->types[type];
    const bool is_pawn = t->pawn, is_king = type == v->royal;
    if (c->count == KINDS_MAX || t->confined || (is_pawn && (c->pawn != NO_KIND || is_king)) ||
        (!is_pawn && (t->promotes[0] || t->promotes[1] || t->takes_en_passant[0] || t->takes_en_passant[1])))
        return false;
    const unsigned kind = c->count++;
    c->kind_of_type[type] = (uint8_t)kind;
    for (unsigned i = 0; i < t->betza.count; i++)
        if (!add_term(c, kind, &t->betza.terms[i]))
            return false;
    add_leaps(v, c, type, KS_WHITE);
    add_leaps(v, c, type, KS_BLACK);
    c->divergent[kind] = diverges(c, kind);
    if (leaps_to_capture(c, kind))
        add_to(&c->leapers, kind);
    if (is_pawn)
        c->pawn = kind;
    else if (is_king)
        c->king = kind;
    else
        add_to_pieces(c, kind);
    return is_pawn ? is_pawn_of_chess(c, kind) && t->promotes[0] && t->promotes[1] : true;
}

static bool add_kinds(const ks_variant *v, struct compiled *c) {
    c->pawn = c->king = NO_KIND;
    for (unsigned type = 0; type < TYPES_MAX; type++)
        c->kind_of_type[type] = NO_KIND;
    for (uint32_t types = ks_variant_appearing_types(v); types; types &= types - 1)
        if (!add_kind(v, c, (unsigned)__builtin_ctz(types)))
            return false;
    return v->royal == NO_TYPE || (c->king != NO_KIND && !c->slides[c->king]);
}

/* ---- Rules ---- */

/* Returns the kinds of these types. Types that do not appear are left out. */
static uint32_t kinds_of(const struct compiled *c, uint32_t types) {
    uint32_t kinds = 0;
    for (; types; types &= types - 1) {
        const unsigned kind = c->kind_of_type[__builtin_ctz(types)];
        kinds |= kind == NO_KIND ? 0 : (uint32_t)1 << kind;
    }
    return kinds;
}

static bool add_pawn_rules(const ks_variant *v, struct compiled *c) {
    c->must_promote = v->must_promote;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        c->first_push[side] = v->push > 1 ? mask_of(v, &v->first_push[side]) : 0;
        c->en_passant[side] = mask_of(v, &v->en_passant[side]);
        c->promotion[side] = mask_of(v, &v->promotion[side]);
        if (c->pawn == NO_KIND)
            continue;
        for (uint32_t types = v->promotion_types[side]; types; types &= types - 1) {
            const unsigned kind = c->kind_of_type[__builtin_ctz(types)];
            if (kind == NO_KIND || kind == c->king)
                return false;
            c->promotions[side][c->promotion_count[side]++] = (uint8_t)kind;
        }
        c->ways_to_promote[side] = c->promotion_count[side] + !v->must_promote;
    }
    return true;
}

static void add_castling_rules(const ks_variant *v, struct compiled *c) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->castles; side++) {
        c->castling_row[side] = row_mask(v->castling_row[side]);
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            c->castled_king[side][wing] = (uint8_t)(8 * v->castling_row[side] + v->castling_file[wing]);
    }
}

static bool add_ends(const ks_variant *v, struct compiled *c) {
    c->ends = v->ends_early;
    c->checks = v->checks;
    c->royal_is_lost = v->may_lose_king;
    c->extinction = v->extinction;
    c->extinction.types = kinds_of(c, v->extinction.types);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        c->flag_kinds[side] = kinds_of(c, v->flag.types[side]);
        c->flag_region[side] = mask_of(v, &v->flag.region[side]);
    }
    c->flag_count = v->flag.count;
    c->flag_answered = v->flag.answered;
    /* A side has lost a type that never appears from the start. */
    return v->extinction.value == EXTINCTION_NONE || v->extinction.all || v->may_lose_king ||
           __builtin_popcount(c->extinction.types) == __builtin_popcount(v->extinction.types);
}

static unsigned traits_of(const ks_variant *v) {
    return (v->royal != NO_TYPE ? TRAIT_ROYAL : 0u) | (v->must_capture ? TRAIT_CAPTURES : 0u) |
           (v->blasts ? TRAIT_BLASTS : 0u) | (!v->checking ? TRAIT_CHECKLESS : 0u);
}

static bool is_known(unsigned traits) {
    switch (traits) {
#define TRAITS(name, of) case of:
#include "variant/masks/traits.def"
#undef TRAITS
        return true;
    default:
        return false;
    }
}

static bool compile(const ks_variant *v, struct compiled *c) {
    c->files = v->files;
    c->ranks = v->ranks;
    c->board = mask_of(v, &v->board);
    c->outside = ~c->board;
    c->traits = traits_of(v);
    if (!is_known(c->traits) || !add_kinds(v, c) || !add_pawn_rules(v, c) || !add_ends(v, c))
        return false;
    add_castling_rules(v, c);
    c->replies = c->mixed.count == 0 && (c->king == NO_KIND || !c->divergent[c->king]);
    c->unblown = kinds_of(c, v->unblown);
    if (c->king != NO_KIND && c->unblown >> c->king & 1)
        return false;
    return v->checking || (c->pawn == NO_KIND && !v->castles);
}

bool ks_variant_compile(ks_variant *v) {
    if (!has_plain_board(v) || !has_plain_moves(v) || !has_plain_royals(v) || !has_plain_ends(v))
        return true;
    v->compiled = calloc(1, sizeof *v->compiled);
    if (!v->compiled)
        return false;
    if (!compile(v, v->compiled)) {
        free(v->compiled);
        v->compiled = NULL;
    }
    return true;
}
