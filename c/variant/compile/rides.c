/* Adds lines of the variant's tables to masks. */
#include "variant/compile/rides.h"

#include "variant/compile/squares.h"

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
static void add_ends(struct rides *rides, mask (*threats)[2], const struct way *way, unsigned flags) {
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
    c->beginners |= (uint32_t)1 << kind;
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
    c->riding |= it;
    if (line->hop == BETZA_NO_HOP) {
        if (way.straight)
            add_ends(&c->tables[kind].rides.from[side][way.from], c->tables[kind].rides.threats[side], &way,
                     line->flags);
        return true;
    }
    const bool beside = line->hop == BETZA_HOP_BESIDE, others = line->hop == BETZA_HOP_OTHERS;
    if (c->crooked & it &&
        ((c->hops_beside & it) != (beside ? it : 0) || (c->hops_others & it) != (others ? it : 0)))
        return false; /* two sorts of hops, or lame leaps of the same kind */
    c->crooked |= it;
    c->hops_beside |= beside ? it : 0;
    c->hops_others |= others ? it : 0;
    add_ends(&c->tables[kind].hops.from[side][way.from], c->tables[kind].hops.threats[side], &way,
             line->flags);
    for (mask left = line->flags & LINE_CAPTURE ? way.stops : 0; left; left &= left - 1)
        c->tables[kind].crooked.threats[side][lowest_square(left)] |= bit(way.from);
    return true;
}

/* Adds a leap to the last ones of the list, which pass over the same squares, or to the list. Returns false
 * when there is no room. */
static bool add_leg(struct compiled *c, unsigned first, struct leg leg) {
    for (unsigned i = first; i < c->legs_used; i++)
        if (c->legs[i].passed == leg.passed) {
            c->legs[i].moves |= leg.moves;
            c->legs[i].captures |= leg.captures;
            return true;
        }
    if (c->legs_used == LEGS_MAX)
        return false;
    c->legs[c->legs_used++] = leg;
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
    const unsigned from = mask_square(v, square), first = c->legs_used;
    bool room = true;
    struct leg leg;
    for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++)
        for (unsigned nth = 0; nth < ride->count; nth++) {
            if (!find_leg(v, ride, square, nth, &leg))
                continue;
            room &= add_leg(c, first, leg);
            c->crooked |= (uint32_t)1 << kind;
            if (leg.captures)
                c->tables[kind].crooked.threats[side][lowest_square(leg.captures)] |= bit(from);
        }
    c->tables[kind].crooked.legs_of[side][from] = (uint16_t)first;
    c->tables[kind].crooked.leg_count[side][from] = (uint8_t)(c->legs_used - first);
    return room;
}

/* Adds the lame leaps that capture on a square. code: of the pieces of the kind. */
static bool add_leg_threats(const ks_variant *v, struct compiled *c, unsigned side, unsigned kind,
                            unsigned code, unsigned square) {
    const unsigned to = mask_square(v, square), first = c->legs_used;
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
    c->tables[kind].crooked.threat_count[side][to] = (uint8_t)(c->legs_used - first);
    return room;
}

static bool add_rides_of_side(const ks_variant *v, struct compiled *c, unsigned type, unsigned side) {
    const unsigned kind = c->kind_of_type[type], code = KS_VARIANT_CODE(type, side);
    const unsigned before = c->legs_used;
    bool served = true;
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned index = code * v->squares + square;
        for (const struct line *ride = first_ride(v, index); ride < first_ride(v, index + 1); ride++)
            served &= add_line(v, c, side, kind, ride, square);
        served &= add_legs(v, c, side, kind, index, square);
    }
    for (unsigned square = 0; c->legs_used > before && square < v->squares; square++)
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

bool ks_masks_add_rides(const ks_variant *v, struct compiled *c, unsigned type) {
    const unsigned kind = c->kind_of_type[type];
    const bool served = add_rides_of_side(v, c, type, KS_WHITE) && add_rides_of_side(v, c, type, KS_BLACK);
    if (captures_so(c, kind))
        c->riders.kinds[c->riders.count++] = (uint8_t)kind;
    if (c->crooked >> kind & 1)
        c->crooked_kinds.kinds[c->crooked_kinds.count++] = (uint8_t)kind;
    return served;
}
