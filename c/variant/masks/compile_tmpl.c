/* Adds lines of the variant's tables to masks. */

#include <stdlib.h>
#include <string.h>

#include "rules/build.h"
#include "variant/masks/compiled_tmpl.h"
#include "variant/masks/masks.h"

/* ==== Rides ==== */

/* A line as masks. */
struct way {
    mask squares, stops; /* squares: with those that the piece passes over */
    unsigned from;
    bool straight, diagonal; /* all squares from the piece up to the last one, along a rank or file, or along
                                a diagonal */
};

static struct way find_way(const ks_variant *v, const struct line *line, unsigned square) {
    struct way way = {0, mask_of(v, &line->stops), mask_square(v, square), false, false};
    unsigned last = way.from;
    for (unsigned i = 0; i < line->count; i++) {
        last = mask_square(v, v->pool[line->first + i] & ~(unsigned)PASSED);
        way.squares |= bit(last);
    }
    if (orthogonal_attacks(way.from, 0) & bit(last))
        way.straight = way.squares == orthogonal_way(way.from, last);
    else if (diagonal_attacks(way.from, 0) & bit(last))
        way.straight = way.diagonal = way.squares == diagonal_way(way.from, last);
    return way;
}

/* Adds the ends of a line that is straight. threats: [to][diagonal]. */
static void add_ride_ends(struct rides *rides, mask (*threats)[2], const struct way *way, unsigned flags) {
    if (flags & LINE_MOVE)
        rides->moves[way->diagonal] |= way->stops;
    if (flags & LINE_CAPTURE)
        rides->captures[way->diagonal] |= way->stops;
    for (mask left = flags & LINE_CAPTURE ? way->stops : 0; left; left &= left - 1)
        threats[lowest_square(left)][way->diagonal] |= bit(way->from);
}

/* Returns whether a line has one end. */
static bool has_one_end(const struct way *way) {
    return !(way->stops & (way->stops - 1));
}

/* Adds a first move without a capture. */
static bool add_first(struct compiled *c, unsigned side, unsigned kind, const struct line *line,
                      const struct way *way) {
    c->pawns.beginners |= (uint32_t)1 << kind;
    if (way->straight)
        c->tables[kind].firsts.rides[side][way->from][way->diagonal] |= way->stops;
    else
        c->tables[kind].firsts.leaps[side][way->from] |= way->stops;
    return !(line->flags & LINE_CAPTURE) && line->hop == BETZA_NO_HOP &&
           (way->straight || (way->squares == way->stops && has_one_end(way)));
}

/* Adds one line. Lame leaps come later. */
static bool add_line(const ks_variant *v, struct compiled *c, unsigned side, unsigned kind,
                     const struct line *line, unsigned square) {
    const struct way way = find_way(v, line, square);
    const uint32_t it = (uint32_t)1 << kind;
    if (line->flags & LINE_FIRST)
        return add_first(c, side, kind, line, &way);
    if ((line->hop != BETZA_NO_HOP && !way.straight) || !way.stops)
        return !way.stops;
    c->rides.riding |= it;
    if (line->hop == BETZA_NO_HOP) {
        if (way.straight)
            add_ride_ends(&c->tables[kind].rides.from[side][way.from], c->tables[kind].rides.threats[side],
                          &way, line->flags);
        return true;
    }
    const bool beside = line->hop == BETZA_HOP_BESIDE, others = line->hop == BETZA_HOP_OTHERS;
    if (c->rides.crooked & it && ((c->rides.hops_beside & it) != (beside ? it : 0) ||
                                  (c->rides.hops_others & it) != (others ? it : 0)))
        return false; /* two sorts of hops, or lame leaps of the same kind */
    c->rides.crooked |= it;
    c->rides.hops_beside |= beside ? it : 0;
    c->rides.hops_others |= others ? it : 0;
    add_ride_ends(&c->tables[kind].hops.from[side][way.from], c->tables[kind].hops.threats[side], &way,
                  line->flags);
    for (mask left = line->flags & LINE_CAPTURE ? way.stops : 0; left; left &= left - 1)
        c->tables[kind].crooked.threats[side][lowest_square(left)] |= bit(way.from);
    return true;
}

/* Adds a leap to the last ones of the list, which pass over the same squares, or to the list. Returns false
 * when there is no room. */
static bool add_leg(struct compiled *c, unsigned first, struct leg leg) {
    for (unsigned i = first; i < c->rides.legs_used; i++)
        if (c->rides.legs[i].passed == leg.passed) {
            c->rides.legs[i].moves |= leg.moves;
            c->rides.legs[i].captures |= leg.captures;
            return true;
        }
    if (c->rides.legs_used == LEGS_MAX)
        return false;
    c->rides.legs[c->rides.legs_used++] = leg;
    return true;
}

/* Finds the leap of a crooked line that ends on its nth square: it passes over those before. Returns false
 * when the line is straight, hops, or has no such end. */
static bool find_leg(const ks_variant *v, const struct line *line, unsigned square, unsigned nth,
                     struct leg *leg) {
    const struct way way = find_way(v, line, square);
    const mask to = bit(mask_square(v, v->pool[line->first + nth] & ~(unsigned)PASSED));
    mask passed = 0;
    if (way.straight || !(way.stops & to) || line->hop != BETZA_NO_HOP || line->flags & LINE_FIRST)
        return false;
    for (unsigned i = 0; i < nth; i++)
        passed |= bit(mask_square(v, v->pool[line->first + i] & ~(unsigned)PASSED));
    *leg = (struct leg){passed, line->flags & LINE_MOVE ? to : 0, line->flags & LINE_CAPTURE ? to : 0};
    return true;
}

static const struct line *first_ride(const ks_variant *v, unsigned index) {
    return v->rides + v->rides_of[index];
}

static bool add_legs(const ks_variant *v, struct compiled *c, unsigned side, unsigned kind, unsigned index,
                     unsigned square) {
    const unsigned from = mask_square(v, square), first = c->rides.legs_used;
    bool room = true;
    struct leg leg;
    for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++)
        for (unsigned nth = 0; nth < ride->count; nth++) {
            if (!find_leg(v, ride, square, nth, &leg))
                continue;
            room &= add_leg(c, first, leg);
            c->rides.crooked |= (uint32_t)1 << kind;
            if (leg.captures)
                c->tables[kind].crooked.threats[side][lowest_square(leg.captures)] |= bit(from);
        }
    c->tables[kind].crooked.legs_of[side][from] = (uint16_t)first;
    c->tables[kind].crooked.leg_count[side][from] = (uint8_t)(c->rides.legs_used - first);
    return room;
}

/* Adds the lame leaps that capture on a square. code: of the pieces of the kind. */
static bool add_leg_threats(const ks_variant *v, struct compiled *c, unsigned side, unsigned kind,
                            unsigned code, unsigned square) {
    const unsigned to = mask_square(v, square), first = c->rides.legs_used;
    bool room = true;
    struct leg leg;
    for (ks_squares left = v->threats[code * v->squares + square]; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), index = code * v->squares + from;
        for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++)
            for (unsigned nth = 0; nth < ride->count; nth++)
                if (find_leg(v, ride, from, nth, &leg) && leg.captures & bit(to))
                    room &= add_leg(c, first, (struct leg){leg.passed, 0, bit(mask_square(v, from))});
    }
    c->tables[kind].crooked.threats_of[side][to] = (uint16_t)first;
    c->tables[kind].crooked.threat_count[side][to] = (uint8_t)(c->rides.legs_used - first);
    return room;
}

static bool add_rides_of_side(const ks_variant *v, struct compiled *c, unsigned type, unsigned side) {
    const unsigned kind = c->kind_of_type[type], code = KS_VARIANT_CODE(type, side);
    const unsigned before = c->rides.legs_used;
    bool served = true;
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned index = code * v->squares + square;
        for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++)
            served &= add_line(v, c, side, kind, ride, square);
        served &= add_legs(v, c, side, kind, index, square);
    }
    for (unsigned square = 0; c->rides.legs_used > before && square < v->squares; square++)
        served &= add_leg_threats(v, c, side, kind, code, square);
    return served;
}

static bool captures_so(const struct compiled *c, unsigned kind) {
    mask found = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned square = 0; square < MASK_SQUARES; square++)
            found |= c->tables[kind].rides.threats[side][square][0] |
                     c->tables[kind].rides.threats[side][square][1];
    return found != 0;
}

/* Adds the rides of a type, which is a kind. Returns false when masks do not serve one of them. */
static bool add_rides(const ks_variant *v, struct compiled *c, unsigned type) {
    const unsigned kind = c->kind_of_type[type];
    const bool served = add_rides_of_side(v, c, type, KS_WHITE) && add_rides_of_side(v, c, type, KS_BLACK);
    if (captures_so(c, kind))
        c->rides.riders.kinds[c->rides.riders.count++] = (uint8_t)kind;
    if (c->rides.crooked >> kind & 1)
        c->rides.crooked_kinds.kinds[c->rides.crooked_kinds.count++] = (uint8_t)kind;
    return served;
}

/* ==== Variants ==== */

/* Compiles variants. These rules and pieces have no compiled form, and the walking generator serves them:
 * boards of more than 8 by 8 squares without a fast PEXT; drops that go to one colour of squares, forced
 * drops of a side with a royal piece, and kings in hand; walls where captures are forced, where checks are
 * forbidden, and where explosions meet arrows or walls instead of moves; Cambodian first moves, pushes of
 * three squares, and pawns that promote without a move; promoted forms of pawns of chess where pieces are
 * marked as promoted; promoted forms and limits on mobility together with explosions, walls or flips; gates,
 * and pieces like pawns, with most of these; explosions that make walls of all pieces, and forbidden checks
 * together with them; goals that must be safe for royal pieces; crooked lines that give forbidden checks,
 * explode or meet walls; more kinds of pieces than KINDS_MAX. */

/* ---- Limits of the compiled form ---- */

static bool has_plain_board(const ks_variant *v) {
    return (!v->gates || (v->seirawan && !v->cambodian)) &&
           !(v->petrified && (v->petrifies_blown || v->turns || v->walling.rule || !v->checking));
}

static bool has_plain_walls(const ks_variant *v) {
    if (!v->walling.rule)
        return true;
    if (v->must_capture || !v->checking || v->bikjang || (v->walling.rule == WALLING_ARROW && v->blasts))
        return false;
    if (v->walling.instead)
        return v->walling.rule != WALLING_DUCK && v->walling.rule != WALLING_ARROW &&
               v->walling.rule != WALLING_PAST;
    return !v->king_stands;
}

static bool has_plain_moves(const ks_variant *v) {
    return !v->stands_up && !v->cambodian && !(v->limited && v->turns) &&
           (!v->castles || v->royal_castles || v->royal == NO_TYPE) && v->push <= 2 &&
           is_empty_set(&v->triple_push[KS_WHITE]) && is_empty_set(&v->triple_push[KS_BLACK]);
}

/* Pieces that may be royal do not get there by rules that count captures or walls. */
static bool has_plain_crowns(const ks_variant *v) {
    const bool limited = v->drop_limits.no_mate != NO_TYPE || !v->drop_checks || v->drop_limits.musts;
    return !v->crowned.types || (!(v->drops && limited) && !v->flips && !v->must_capture && !v->blasts &&
                                 v->checking && !v->walling.rule && !v->checks && v->hurdle == NO_TYPE);
}

static bool has_plain_royals(const ks_variant *v) {
    return !v->holds_royal && has_plain_crowns(v) &&
           (v->royal == NO_TYPE || (!v->fireproof && !(v->immune && v->blasts))) &&
           (!v->may_lose_king || v->blasts) && (v->checking || (v->royal != NO_TYPE && !v->blasts));
}

/* Returns whether a goal of kings is meant, which black's king may answer. */
static bool is_answered_by_kings(const ks_variant *v) {
    return v->flag.answered && v->royal != NO_TYPE && v->flag.count == 1 &&
           v->flag.types[KS_WHITE] == (uint32_t)1 << v->royal &&
           v->flag.types[KS_BLACK] == (uint32_t)1 << v->royal;
}

static bool has_plain_ends(const ks_variant *v) {
    const uint32_t goals = v->flag.types[KS_WHITE] | v->flag.types[KS_BLACK];
    const bool stays = v->royal == NO_TYPE || !(goals >> v->royal & 1);
    return !(v->connection.any && v->turns) && (!v->flag.answered || is_answered_by_kings(v) || stays) &&
           !(v->flag.answered && v->flag.safe) && (!v->flag.safe || v->royal == NO_TYPE);
}

static bool has_plain_drops(const ks_variant *v) {
    const struct drop_limits *const limits = &v->drop_limits;
    const bool limited = (limits->musts && v->royal != NO_TYPE) || limits->one_a_shade != NO_TYPE ||
                         !v->checking || (!v->drop_checks && v->drop_promoted);
    return !v->castles_dropped &&
           (v->drops ? !limited && !v->walling.rule && !(v->free_drops && v->royal != NO_TYPE)
                     : !v->hands || v->seirawan) &&
           (v->passing == PASS_NEVER || !v->walling.rule) &&
           (!v->flips || (!v->blasts && !v->castles && !v->walling.rule));
}

/* Promoted forms, and pieces that must stay mobile, do not go with rules that count captures or walls. */
static bool has_plain_turns(const ks_variant *v) {
    return (!v->turns && !v->must_stay_mobile) ||
           (!v->blasts && v->checking && !v->walling.rule && !v->flips);
}

/* ---- Pieces ---- */

static bool is_slide(const struct betza_term *term) {
    return term->far == 1 && (term->range == 0 || term->range >= MASK_FILES - 1) &&
           term->directions == ks_betza_all_directions(term->far, term->near);
}

/* Returns whether all moves of a type are leaps, which the tables have, and slides that nothing cuts. */
static bool is_plain(const struct piece_type *t) {
    for (unsigned i = 0; i < t->betza.count; i++) {
        const struct betza_term *const term = &t->betza.terms[i];
        if (term->hop != BETZA_NO_HOP || term->lame || term->first || term->bent ||
            (term->range != 1 && (t->confined || term->diagonals || term->beyond || !is_slide(term))))
            return false;
    }
    return true;
}

/* Adds a slide to a kind. Leaps are added from the tables. */
static void add_term(struct compiled *c, unsigned kind, const struct betza_term *term) {
    if (term->range == 1)
        return;
    const unsigned move = term->near ? DIAGONAL_MOVES : ORTHOGONAL_MOVES;
    c->slides.lines[kind] |=
        (uint8_t)((term->modality & BETZA_MOVE ? move : 0) | (term->modality & BETZA_CAPTURE ? 2 * move : 0));
}

/* Returns the steps that belong to slides: the tables have slides of one square among the leaps. flags: of
 * enum slides, for moves; those for captures are twice as large. */
static mask steps_of_slides(unsigned flags, unsigned from) {
    const mask orthogonal = orthogonal_attacks(from, 0);
    return steps_from(from) &
           ((flags & ORTHOGONAL_MOVES ? orthogonal : 0) | (flags & DIAGONAL_MOVES ? ~orthogonal : 0));
}

static void add_leaps(const ks_variant *v, struct compiled *c, unsigned type, unsigned side) {
    const unsigned kind = c->kind_of_type[type];
    struct kind_tables *const tables = &c->tables[kind];
    c->leaps.captures[side][kind] = tables->captures[side];
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned from = mask_square(v, square);
        const struct leaps *const leaps = &v->leaps[KS_VARIANT_CODE(type, side) * v->squares + square];
        c->leaps.moves[side][kind][from] =
            mask_of(v, &leaps->moves) & ~steps_of_slides(c->slides.lines[kind], from);
        tables->captures[side][from] =
            mask_of(v, &leaps->captures) & ~steps_of_slides(c->slides.lines[kind] >> 1, from);
        for (mask left = c->leaps.moves[side][kind][from]; left; left &= left - 1)
            tables->movers[side][lowest_square(left)] |= bit(from);
        for (mask left = c->leaps.captures[side][kind][from]; left; left &= left - 1)
            c->leaps.threats[side][kind][lowest_square(left)] |= bit(from);
        for (mask left = c->leaps.captures[side][kind][from]; left; left &= left - 1)
            c->leaps.all_threats[side][lowest_square(left)] |= bit(from);
    }
}

static bool leaps_to_capture(const struct compiled *c, unsigned kind) {
    mask all = 0;
    for (unsigned square = 0; square < MASK_SQUARES; square++)
        all |= c->leaps.captures[KS_WHITE][kind][square] | c->leaps.captures[KS_BLACK][kind][square];
    return all != 0;
}

static bool diverges(const struct compiled *c, unsigned kind) {
    bool differs = (c->slides.lines[kind] >> 1 & 5) != (c->slides.lines[kind] & 5) ||
                   (c->captures.immune | c->rides.riding) >> kind & 1;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = 0; square < MASK_SQUARES; square++)
            differs |= c->leaps.moves[side][kind][square] != c->leaps.captures[side][kind][square];
    return differs;
}

/* Returns whether shifts move all pawns of the kind at once as its tables do. */
static bool is_pawn_of_chess(const struct compiled *c, unsigned kind) {
    bool same = c->slides.lines[kind] == 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (mask left = c->area.board; left; left &= left - 1) {
            const mask pawn = left & -left;
            const unsigned from = lowest_square(pawn);
            same &= c->leaps.moves[side][kind][from] == (push(pawn, side) & c->area.board);
            same &= c->leaps.captures[side][kind][from] ==
                    ((attack_left(pawn, side) | attack_right(pawn, side)) & c->area.board);
        }
    return same;
}

static void add_to(struct kind_list *list, unsigned kind) {
    list->kinds[list->count++] = (uint8_t)kind;
}

/* Returns the squares on lines of these slides. flags: as for steps_of_slides. */
static mask lines_of_slides(unsigned flags, unsigned from) {
    return (flags & ORTHOGONAL_MOVES ? orthogonal_attacks(from, 0) : 0) |
           (flags & DIAGONAL_MOVES ? diagonal_attacks(from, 0) : 0);
}

/* Adds a kind that is neither pawn nor king to the lists. */
static void add_to_pieces(struct compiled *c, unsigned kind) {
    const unsigned slides = c->slides.lines[kind];
    bool leaps = false, overlaps = false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = 0; square < MASK_SQUARES; square++) {
            leaps |= c->leaps.moves[side][kind][square] != 0;
            overlaps |= (c->leaps.moves[side][kind][square] & lines_of_slides(slides, square)) != 0;
        }
    if (leaps || slides || c->counted.divergent[kind] || c->pawns.pawnlike >> kind & 1)
        add_to(&c->counted.pieces, kind);
    if (slides & ORTHOGONAL_CAPTURES)
        add_to(&c->slides.orthogonal, kind);
    if (slides & DIAGONAL_CAPTURES)
        add_to(&c->slides.diagonal, kind);
    if (c->counted.divergent[kind] || overlaps || c->pawns.pawnlike >> kind & 1 ||
        c->turns.form[kind] != NO_KIND || c->turns.stuck[KS_WHITE][kind] | c->turns.stuck[KS_BLACK][kind]) {
        add_to(&c->counted.mixed, kind);
        return;
    }
    if (leaps)
        add_to(&c->counted.leaping, kind);
    if (slides & ORTHOGONAL_MOVES)
        add_to(&c->counted.sliding_orthogonally, kind);
    if (slides & DIAGONAL_MOVES)
        add_to(&c->counted.sliding_diagonally, kind);
}

/* Marks a kind that turns, and the squares on which it would be stuck. turned becomes a kind later. */
static void add_turn(const ks_variant *v, struct compiled *c, unsigned type) {
    const struct piece_type *const t = &v->types[type];
    const unsigned kind = c->kind_of_type[type];
    const unsigned form = t->plain == type ? t->promoted : v->turns_back ? t->plain : NO_TYPE;
    c->turns.form[kind] = form == NO_TYPE ? NO_KIND : 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->must_stay_mobile; side++)
        c->turns.stuck[side][kind] = mask_of(v, &v->stuck[KS_VARIANT_CODE(type, side)]);
}

/* Finds the kinds that kinds turn into. Kings do not turn, and are not stuck. */
static bool add_turns(const ks_variant *v, struct compiled *c) {
    c->turns.must = v->must_turn;
    c->turns.by_capture = v->turns_by_capture;
    bool stuck = false;
    for (unsigned type = 0; type < v->type_count; type++) {
        const unsigned kind = c->kind_of_type[type];
        const struct piece_type *const t = &v->types[type];
        if (kind == NO_KIND)
            continue;
        const bool turns = c->turns.form[kind] != NO_KIND;
        if (turns)
            c->turns.form[kind] = c->kind_of_type[t->plain == type ? t->promoted : t->plain];
        for (unsigned side = KS_WHITE; side <= KS_BLACK && turns && c->turns.form[kind] != NO_KIND; side++)
            c->drops.turned_region[side][kind] &= ~c->turns.stuck[side][c->turns.form[kind]];
        if ((turns && v->marks_promoted && c->pawn != NO_KIND) || (turns && c->turns.form[kind] == NO_KIND) ||
            (kind == c->king && (turns || c->turns.stuck[KS_WHITE][kind] | c->turns.stuck[KS_BLACK][kind])))
            return false;
        stuck |= kind != c->pawn && c->turns.stuck[KS_WHITE][kind] | c->turns.stuck[KS_BLACK][kind];
    }
    if (!v->turns && !stuck)
        c->traits &= ~(unsigned)TRAIT_TURNS;
    return true;
}

static bool add_kind(const ks_variant *v, struct compiled *c, unsigned type) {
    const struct piece_type *const t = &v->types[type];
    const bool is_pawn = t->pawn, is_king = type == v->royal;
    const bool promotes = t->promotes[KS_WHITE] || t->promotes[KS_BLACK];
    const bool takes = t->takes_en_passant[KS_WHITE] || t->takes_en_passant[KS_BLACK];
    if (c->count == KINDS_MAX || (is_pawn && (c->pawn != NO_KIND || is_king)) ||
        (is_king && (promotes || takes)))
        return false;
    const unsigned kind = c->count++;
    c->kind_of_type[type] = (uint8_t)kind;
    c->captures.immune |= (v->immune >> type & 1) << kind;
    const bool plain = is_plain(t);
    for (unsigned i = 0; i < t->betza.count && plain; i++)
        add_term(c, kind, &t->betza.terms[i]);
    if (!plain && ((is_pawn || is_king) || !add_rides(v, c, type)))
        return false;
    add_leaps(v, c, type, KS_WHITE);
    add_leaps(v, c, type, KS_BLACK);
    if (v->turns || v->must_stay_mobile)
        add_turn(v, c, type);
    c->pawns.takers |= (uint32_t)takes << kind;
    if (!is_pawn && (promotes || takes || c->pawns.beginners >> kind & 1))
        c->pawns.pawnlike |= (uint32_t)1 << kind;
    c->counted.divergent[kind] = diverges(c, kind);
    if (leaps_to_capture(c, kind))
        add_to(&c->leaps.leapers, kind);
    if (is_pawn)
        c->pawn = kind;
    else if (is_king)
        c->king = kind;
    else
        add_to_pieces(c, kind);
    /* En passant looks at leaps. */
    return is_pawn ? is_pawn_of_chess(c, kind) && !(v->immune >> type & 1)
                   : !(takes && (c->rides.riding >> kind & 1 || c->slides.lines[kind]));
}

static bool add_kinds(const ks_variant *v, struct compiled *c) {
    c->pawn = c->king = c->rides.hurdle = NO_KIND;
    memset(c->turns.form, NO_KIND, sizeof c->turns.form);
    for (unsigned type = 0; type < TYPES_MAX; type++)
        c->kind_of_type[type] = NO_KIND;
    for (uint32_t types = ks_variant_appearing_types(v); types; types &= types - 1)
        if (!add_kind(v, c, (unsigned)__builtin_ctz(types)))
            return false;
    if (v->hurdle != NO_TYPE)
        c->rides.hurdle = c->kind_of_type[v->hurdle];
    return v->royal == NO_TYPE || (c->king != NO_KIND && !c->slides.lines[c->king]);
}

/* Kings that may not face each other attack each other as rooks do. */
static void add_facing(const ks_variant *v, struct compiled *c) {
    if (!v->faces)
        return;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = 0; square < v->squares; square++)
            c->tables[c->king].rides.threats[side][mask_square(v, square)][0] =
                mask_of(v, &v->crosses[square]);
    add_to(&c->rides.riders, c->king);
}

/* ---- Rules ---- */

/* Returns the types that count as one of these. */
static uint32_t types_counted_as(const ks_variant *v, uint32_t types) {
    uint32_t found = 0;
    for (unsigned type = 0; type < v->type_count; type++)
        found |= (types >> v->types[type].kind & 1) << type;
    return found;
}

/* Returns the kinds of these types. Types that do not appear are left out. */
static uint32_t kinds_of(const struct compiled *c, uint32_t types) {
    uint32_t kinds = 0;
    for (; types; types &= types - 1) {
        const unsigned kind = c->kind_of_type[__builtin_ctz(types)];
        kinds |= kind == NO_KIND ? 0 : (uint32_t)1 << kind;
    }
    return kinds;
}

/* Returns squares that first moves of a side pass. */
static mask first_squares_passed(const ks_variant *v, const struct compiled *c, unsigned side) {
    const mask pushed = v->push > 1 ? mask_of(v, &v->first_push[side]) : 0;
    return c->pawns.beginners ? c->area.board : push(pushed, side);
}

/* Adds the types that are royal while a side has few of them. */
static bool add_crowns(const ks_variant *v, struct compiled *c) {
    c->crowns.most = v->crowned.most;
    c->crowns.together = v->crowned.together;
    c->crowns.castle = v->castles && v->royal_castles;
    for (uint32_t types = v->crowned.types; types; types &= types - 1) {
        const uint32_t kinds = kinds_of(c, types_counted_as(v, types & -types));
        c->crowns.of[c->crowns.count++] = kinds;
        c->crowns.kinds |= kinds;
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (c->crowns.becoming_count[side] && c->pawns.en_passant[side] & c->promotion.region[side] &
                                                  first_squares_passed(v, c, other_side(side)))
            return false;
    return c->crowns.count <= KINDS_MAX;
}

/* Hops and lame leaps have no pins. Returns false when other rules need these. */
static bool add_tries(struct compiled *c) {
    if (!c->crowns.count && (c->rides.crooked_kinds.count == 0 || c->king == NO_KIND))
        return true;
    c->traits |= TRAIT_TRIES;
    return !(c->traits & (TRAIT_BLASTS | TRAIT_CHECKLESS | TRAIT_WALLS)) && !c->walls.instead &&
           !c->castling.king_stands;
}

static void add_zones(const ks_variant *v, struct compiled *c, unsigned side) {
    for (unsigned type = 0; type < v->type_count; type++) {
        const unsigned kind = c->kind_of_type[type];
        if (kind == NO_KIND)
            continue;
        c->promotion.zone[side][kind] = v->types[type].promotes[side] ? c->promotion.region[side] : 0;
        c->promotion.must_leave[side][kind] =
            (v->must_promote ? c->promotion.zone[side][kind] : 0) | c->turns.stuck[side][kind];
    }
}

/* Returns whether some kind promotes. */
static bool promotes_any(const ks_variant *v, const struct compiled *c, unsigned side) {
    bool any = false;
    for (unsigned type = 0; type < v->type_count; type++)
        any |= c->kind_of_type[type] != NO_KIND && v->types[type].promotes[side];
    return any;
}

static bool add_pawn_rules(const ks_variant *v, struct compiled *c) {
    for (unsigned type = 0; type < v->type_count; type++) {
        const unsigned kind = c->kind_of_type[type];
        if (!(v->limited >> type & 1) || kind == NO_KIND)
            continue;
        c->promotion.limited |= (uint32_t)1 << kind;
        c->promotion.limit[kind] = (uint8_t)v->types[type].limit;
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        c->pawns.first_push[side] = v->push > 1 ? mask_of(v, &v->first_push[side]) : 0;
        c->pawns.en_passant[side] = mask_of(v, &v->en_passant[side]);
        c->promotion.region[side] = mask_of(v, &v->promotion[side]);
        for (uint32_t types = promotes_any(v, c, side) ? v->promotion_types[side] : 0; types;
             types &= types - 1) {
            const unsigned kind = c->kind_of_type[__builtin_ctz(types)];
            if (kind == NO_KIND || kind == c->king)
                return false;
            if (v->crowned.types >> __builtin_ctz(types) & 1 || !v->checking) {
                c->crowns.becoming[side][c->crowns.becoming_count[side]++] = (uint8_t)kind;
                continue;
            }
            c->promotion.kinds[side][c->promotion.count[side]++] = (uint8_t)kind;
        }
        add_zones(v, c, side);
        /* A pawn that must take its promoted form does not do so by en passant. */
        if (v->must_promote && !v->promotion_types[side] && promotes_any(v, c, side) &&
            c->pawns.en_passant[side] & c->promotion.region[side] &
                first_squares_passed(v, c, other_side(side)))
            return false;
    }
    if (c->pawns.pawnlike)
        c->traits |= TRAIT_PAWNS;
    return !c->pawns.pawnlike || !(c->traits & (TRAIT_WALLS | TRAIT_CHECKLESS | TRAIT_TURNS));
}

static void add_castling_rules(const ks_variant *v, struct compiled *c) {
    c->castling.takes = v->castling_takes;
    memcpy(c->castling.wins, v->castling_wins, sizeof c->castling.wins);
    c->castling.rooks = kinds_of(c, v->castling_types);
    c->castling.kings = kinds_of(c, v->castling_king == NO_TYPE ? 0 : (uint32_t)1 << v->castling_king);
    c->castling.king_stands = v->king_stands;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->castles; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            c->castling.king_to[side][wing] =
                (uint8_t)(MASK_FILES * v->castling_row[side] + v->castling_file[wing]);
}

/* Limits on drops look at leaps, and at answers of pieces that are no pawns. */
static bool add_drop_limits(const ks_variant *v, struct compiled *c) {
    const struct drop_limits *const limits = &v->drop_limits;
    c->drops.no_doubled = limits->no_doubled == NO_TYPE ? NO_KIND : c->kind_of_type[limits->no_doubled];
    c->drops.no_mate = limits->no_mate == NO_TYPE ? NO_KIND : c->kind_of_type[limits->no_mate];
    c->drops.doubled_count = limits->doubled_count;
    c->drops.doubles = kinds_of(c, types_counted_as(v, (uint32_t)1 << (limits->no_doubled % TYPES_MAX)));
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned kind = 0; kind < c->count; kind++)
            c->drops.region[side][kind] &= ~c->turns.stuck[side][kind];
    if (v->drop_promoted && c->drops.no_mate != NO_KIND)
        return false;
    return c->drops.no_mate == NO_KIND ||
           (c->pawn == NO_KIND && !c->slides.lines[c->drops.no_mate] &&
            !(c->rides.riding >> c->drops.no_mate & 1) && !v->passing && !v->free_drops);
}

/* Returns false when a type that may be in hand is no kind. */
static bool add_drop_rules(const ks_variant *v, struct compiled *c) {
    bool known = true;
    c->captures.to_hand = v->to_hand;
    c->captures.marks_promoted = v->to_hand && v->marks_promoted;
    c->captures.unpromoted = NO_KIND;
    if (v->to_hand && v->marks_promoted && v->unpromoted != NO_TYPE)
        c->captures.unpromoted = c->kind_of_type[v->unpromoted];
    c->drops.free = v->free_drops;
    c->drops.may_check = v->drop_checks;
    for (unsigned type = 0; type < v->type_count && v->seirawan; type++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK && c->kind_of_type[type] != NO_KIND; side++)
            c->drops.gates[side][c->kind_of_type[type]] = mask_of(v, &v->drop_region[side][type]);
    c->drops.musts = v->drops ? kinds_of(c, v->drop_limits.musts) : 0;
    c->captures.petrified = kinds_of(c, v->petrified);
    c->drops.enclosing = v->drop_limits.enclosing;
    c->drops.start = mask_of(v, &v->drop_limits.enclosing_start);
    c->drops.flips = v->flips;
    c->drops.passing = v->passing;
    c->ends.full = v->full_ends;
    for (unsigned type = 0; type < v->type_count && v->drops; type++) {
        const unsigned kind = c->kind_of_type[type];
        known &= kind != NO_KIND || !v->free_drops || v->types[type].plain != type;
        if (kind != NO_KIND && v->to_hand && type != v->royal) {
            const unsigned held = v->types[type].in_hand;
            c->captures.in_hand[kind] = held == NO_TYPE ? NO_KIND : c->kind_of_type[held];
            known &= c->captures.in_hand[kind] != NO_KIND;
        }
        for (unsigned side = KS_WHITE; side <= KS_BLACK && kind != NO_KIND; side++) {
            if (!v->free_drops || v->types[type].plain == type)
                c->drops.region[side][kind] = mask_of(v, &v->drop_region[side][type]);
            if (v->drop_promoted && v->types[type].promoted != NO_TYPE)
                c->drops.turned_region[side][kind] = c->drops.region[side][kind];
        }
    }
    return known && (!v->to_hand || !v->marks_promoted || (c->pawn == NO_KIND && !c->pawns.pawnlike) ||
                     c->captures.unpromoted != NO_KIND);
}

static void add_wall_rules(const ks_variant *v, struct compiled *c) {
    c->walls.rule = v->walling.rule;
    c->walls.instead = v->walling.rule && v->walling.instead;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->walling.rule; side++)
        c->walls.region[side] = mask_of(v, &v->walling.region[side]) & c->area.board;
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned file = square % v->files, row = square / v->files;
        if (file == 0 || file + 1 == v->files || row == 0 || row + 1 == v->ranks)
            c->area.edge |= bit(mask_square(v, square));
    }
}

static void add_step(struct connections *to, unsigned shift, mask origins) {
    to->steps[to->step_count++] = (struct line_step){shift, origins};
}

/* Adds the lines of all squares that no step leads to. */
static void add_whole_lines(const struct compiled *c, struct connections *to) {
    for (unsigned i = 0; i < to->step_count; i++)
        for (mask left = c->area.board; left; left &= left - 1) {
            const struct line_step step = to->steps[i];
            mask line = left & -left;
            if (line >> step.shift & step.origins & c->area.board)
                continue;
            for (mask last = line; (last & step.origins) << step.shift & c->area.board; line |= last)
                last = (last & step.origins) << step.shift;
            to->lines[to->line_count++] = line;
        }
}

static void add_connections(const ks_variant *v, struct compiled *c) {
    const struct connection *const rule = &v->connection;
    struct connections *const to = &c->ends.connections;
    to->any = rule->any;
    to->all = rule->types == all_types(v);
    to->kinds = kinds_of(c, rule->types);
    to->row = rule->row;
    to->scattered = rule->scattered;
    to->block = rule->block;
    if (rule->ranks)
        add_step(to, 1, ~file_mask(FILE_H));
    if (rule->files)
        add_step(to, MASK_FILES, ~(mask)0);
    if (rule->diagonals) {
        add_step(to, MASK_FILES + 1, ~file_mask(FILE_H));
        add_step(to, MASK_FILES - 1, ~file_mask(FILE_A));
    }
    if (rule->scattered)
        add_whole_lines(c, to);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned end = 0; end < 2; end++)
            to->ends[side][end] = mask_of(v, &rule->ends[side][end]);
}

static bool add_ends(const ks_variant *v, struct compiled *c) {
    c->ends.any = v->ends_early;
    add_connections(v, c);
    c->ends.checks = v->checks;
    c->ends.losing = (uint8_t)(v->extinction.value == EXTINCTION_NONE ? LOSES_NOTHING
                               : v->extinction.all                    ? LOSES_ALL
                               : v->may_lose_king                     ? LOSES_ROYAL
                                                                      : LOSES_KINDS);
    c->ends.extinction = v->extinction;
    c->ends.extinction.types = kinds_of(c, v->extinction.types);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        c->ends.goal.kinds[side] = kinds_of(c, v->flag.types[side]);
        c->ends.goal.region[side] = mask_of(v, &v->flag.region[side]);
        c->ends.goal.any |= c->ends.goal.region[side] != 0;
    }
    c->ends.goal.count = v->flag.count;
    c->ends.goal.stays = v->flag.answered && !is_answered_by_kings(v);
    c->ends.goal.answered = v->flag.answered && !c->ends.goal.stays;
    c->ends.goal.safe = v->flag.safe;
    c->ends.goal.blocked = v->flag.blocked;
    /* Pieces are counted by kinds, promoted forms by what they move as. */
    if (v->turns && v->extinction.value != EXTINCTION_NONE &&
        types_counted_as(v, v->extinction.types) != v->extinction.types)
        return false;
    /* A side has lost a type that never appears from the start. */
    return v->extinction.value == EXTINCTION_NONE || v->extinction.all || v->may_lose_king ||
           __builtin_popcount(c->ends.extinction.types) == __builtin_popcount(v->extinction.types);
}

static unsigned traits_of(const ks_variant *v) {
    return (v->royal != NO_TYPE ? TRAIT_ROYAL : 0u) | (v->must_capture ? TRAIT_CAPTURES : 0u) |
           (v->blasts ? TRAIT_BLASTS : 0u) | (!v->checking ? TRAIT_CHECKLESS : 0u) |
           (v->walling.rule && !v->walling.instead ? TRAIT_WALLS : 0u) |
           (v->drops || v->flips || v->passing || v->walling.instead ? TRAIT_DROPS : 0u) |
           (v->turns || v->must_stay_mobile ? TRAIT_TURNS : 0u) | (v->seirawan ? TRAIT_GATES : 0u);
}

/* Returns whether all moves of the mixed kinds are leaps that depend on their target alone. */
static bool has_plain_mixed_kinds(const struct compiled *c) {
    for (unsigned i = 0; i < c->counted.mixed.count; i++) {
        const unsigned kind = c->counted.mixed.kinds[i];
        if (c->slides.lines[kind] || (c->rides.riding | c->pawns.pawnlike | c->captures.immune) >> kind & 1 ||
            c->turns.form[kind] != NO_KIND || c->turns.stuck[KS_WHITE][kind] | c->turns.stuck[KS_BLACK][kind])
            return false;
    }
    return true;
}

/* Walls that pieces leave keep their squares occupied. Returns whether no other rule depends on walls. */
static bool has_plain_wall_replies(const struct compiled *c) {
    return c->walls.rule == WALLING_PAST && c->traits == TRAIT_WALLS && c->counted.leaping.count == 0 &&
           c->counted.sliding_orthogonally.count == 0 && c->counted.sliding_diagonally.count == 0 &&
           c->pawn == NO_KIND;
}

/* Returns whether a move changes only replies of pieces that see its squares, and drops on these. */
static bool has_plain_replies(const ks_variant *v, const struct compiled *c) {
    const bool limited = c->drops.enclosing || c->drops.flips || c->walls.instead || c->drops.free ||
                         c->drops.passing || !c->drops.may_check || c->drops.no_doubled != NO_KIND ||
                         c->drops.no_mate != NO_KIND || c->drops.musts || c->promotion.limited ||
                         c->captures.petrified || c->castling.king_stands;
    const bool ends = v->full_ends || c->ends.connections.block || c->ends.goal.blocked ||
                      c->ends.goal.stays || c->castling.wins[KS_WHITE] || c->castling.wins[KS_BLACK];
    const bool plain =
        !(c->traits & ~(unsigned)(TRAIT_ROYAL | TRAIT_DROPS)) || has_plain_wall_replies(c) ||
        (c->traits == (TRAIT_ROYAL | TRAIT_CHECKLESS) && c->counted.mixed.count == 0 && c->pawn == NO_KIND);
    return plain && has_plain_mixed_kinds(c) && c->rides.riders.count == 0 &&
           (c->king == NO_KIND || !c->counted.divergent[c->king]) && !limited && !ends;
}

enum { GATING_MAX = 7 }; /* as struct gate_counts counts */

/* Pieces that come through gates go with few other rules. */
static bool has_plain_gates(const struct compiled *c) {
    unsigned gating = 0;
    for (unsigned kind = 0; kind < c->count; kind++)
        gating += kind != c->king && (c->drops.gates[KS_WHITE][kind] | c->drops.gates[KS_BLACK][kind]);
    return !(c->traits & TRAIT_GATES) ||
           (gating <= GATING_MAX && !(c->traits & ~(unsigned)(TRAIT_GATES | TRAIT_ROYAL | TRAIT_DROPS)));
}

static bool compile(const ks_variant *v, struct compiled *c) {
    c->area.files = v->files;
    c->area.ranks = v->ranks;
    c->area.board = mask_of(v, &v->board);
    c->area.outside = ~c->area.board;
    c->traits = traits_of(v);
    if (!add_kinds(v, c) || !add_pawn_rules(v, c) || !add_ends(v, c))
        return false;
    add_facing(v, c);
    add_castling_rules(v, c);
    add_wall_rules(v, c);
    c->ends.bikjang = v->bikjang;
    /* An arrow flies as the piece moves before it promotes. */
    if (c->walls.rule == WALLING_ARROW && c->promotion.count[KS_WHITE] | c->promotion.count[KS_BLACK])
        return false;
    if (!add_crowns(v, c) || !add_drop_rules(v, c) || !add_drop_limits(v, c) || !add_turns(v, c) ||
        !add_tries(c) || !has_plain_gates(c))
        return false;
    if (!v->blasts &&
        c->captures.petrified & (c->pawns.pawnlike | (c->pawn == NO_KIND ? 0 : (uint32_t)1 << c->pawn)))
        return false;
    c->replies = has_plain_replies(v, c);
    c->captures.unblown = kinds_of(c, v->unblown);
    c->captures.fireproof = kinds_of(c, v->fireproof);
    if (c->king != NO_KIND && c->captures.unblown >> c->king & 1)
        return false;
    return true;
}

/* Tables without lines. */
static const struct kind_tables no_tables;

/* Copies a table to a block at *size, which grows, and returns the copy. block: NULL to add up sizes. */
static const void *pack_table(uint8_t *block, size_t *size, const void *table, size_t length) {
    if (memcmp(table, &no_tables, length) == 0)
        return &no_tables;
    const size_t at = *size;
    *size += length;
    return block ? memcpy(block + at, table, length) : NULL;
}

static bool is_in(const struct kind_list *list, unsigned kind) {
    return memchr(list->kinds, (int)kind, list->count) != NULL;
}

/* Copies the tables of kinds to a block after `to`. Returns the size of both. block: NULL to find the size
 * alone. */
static size_t pack_kinds(const struct compiled *c, struct compiled *to, uint8_t *block) {
    size_t size = sizeof *c;
    for (unsigned kind = 0; kind < c->count; kind++) {
        const struct kind_tables *const from = &c->tables[kind];
        to->rides.lines[kind] = pack_table(block, &size, &from->rides, sizeof from->rides);
        to->rides.hops[kind] = pack_table(block, &size, &from->hops, sizeof from->hops);
        to->rides.crooked_lines[kind] = pack_table(block, &size, &from->crooked, sizeof from->crooked);
        to->rides.firsts[kind] = pack_table(block, &size, &from->firsts, sizeof from->firsts);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
            to->leaps.captures[side][kind] =
                c->counted.divergent[kind]
                    ? pack_table(block, &size, from->captures[side], sizeof from->captures[side])
                    : to->leaps.moves[side][kind];
            to->leaps.movers[side][kind] =
                is_in(&c->counted.mixed, kind)
                    ? pack_table(block, &size, from->movers[side], sizeof from->movers[side])
                    : no_tables.movers[side];
        }
    }
    return size;
}

/* Copies the compiled form to one block, without the tables that it does not use. */
static struct compiled *pack(struct compiled *c) {
    const size_t size = pack_kinds(c, c, NULL), legs = c->rides.legs_used * sizeof *c->rides.legs;
    struct compiled *const packed = malloc(size + legs);
    if (!packed)
        return NULL;
    *packed = *c;
    packed->tables = NULL;
    pack_kinds(c, packed, (uint8_t *)packed);
    packed->rides.legs = memcpy((uint8_t *)packed + size, c->rides.legs, legs);
    return packed;
}

bool IN_BUILD(masks_compile)(const ks_variant *v, struct compiled **compiled) {
    if (!has_plain_board(v) || !has_plain_walls(v) || !has_plain_drops(v) || !has_plain_moves(v) ||
        !has_plain_turns(v) || !has_plain_royals(v) || !has_plain_ends(v))
        return true;
    struct compiled *const c = calloc(1, sizeof *c);
    struct kind_tables *const tables = calloc(KINDS_MAX, sizeof *tables);
    struct leg *const legs = malloc(LEGS_MAX * sizeof *legs);
    bool room = c && tables && legs;
    if (room) {
        c->tables = tables;
        c->rides.legs = legs;
        if (compile(v, c))
            room = (*compiled = pack(c)) != NULL;
    }
    free(legs);
    free(tables);
    free(c);
    return room;
}
