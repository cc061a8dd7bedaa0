/* Reads Betza notation a term at a time: modifiers, atom, range. An error's place is the first wrong
 * character. */
#include "variant/read/betza.h"

#include <string.h>

#include "core/text/cursor.h"

/* ---- Atoms ---- */

struct leap {
    uint8_t far, near;
};

/* The leaps of an atom's letter: one or two. A rider repeats them any number of times. */
static const struct atom {
    char letter;
    bool rides;
    uint8_t leaps;
    struct leap leap[2];
} atoms[] = {
    {'W', false, 1, {{1, 0}}},         {'F', false, 1, {{1, 1}}}, {'D', false, 1, {{2, 0}}},
    {'A', false, 1, {{2, 2}}},         {'H', false, 1, {{3, 0}}}, {'N', false, 1, {{2, 1}}},
    {'C', false, 1, {{3, 1}}},         {'G', false, 1, {{3, 3}}}, {'Z', false, 1, {{3, 2}}},
    {'L', false, 1, {{3, 1}}},         {'J', false, 1, {{3, 2}}}, /* as Fairy-Stockfish writes C and Z */
    {'K', false, 2, {{1, 0}, {1, 1}}}, {'R', true, 1, {{1, 0}}},  {'B', true, 1, {{1, 1}}},
    {'Q', true, 2, {{1, 0}, {1, 1}}},
};

static const struct atom *find_atom(int letter) {
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (atoms[i].letter == letter)
            return &atoms[i];
    return NULL;
}

/* ---- Directions ---- */

#define BIT(direction) (1u << (direction))

/* Returns the directions of one letter: all leaps that go further this way than across. Diagonal leaps go
 * equally far both ways; for these, l and r choose among the same four leaps as f and b. */
static unsigned single_direction(int letter, bool diagonal) {
    switch (letter) {
    case 'f':
        return BIT(FORWARD_LEFT) | BIT(FORWARD_RIGHT);
    case 'b':
        return BIT(BACKWARD_LEFT) | BIT(BACKWARD_RIGHT);
    case 'l':
        return diagonal ? BIT(FORWARD_LEFT) | BIT(BACKWARD_LEFT) : BIT(LEFT_FORWARD) | BIT(LEFT_BACKWARD);
    case 'r':
        return diagonal ? BIT(FORWARD_RIGHT) | BIT(BACKWARD_RIGHT) : BIT(RIGHT_FORWARD) | BIT(RIGHT_BACKWARD);
    case 'v':
        return single_direction('f', diagonal) | single_direction('b', diagonal);
    default:
        return single_direction('l', diagonal) | single_direction('r', diagonal);
    }
}

static bool is_vertical(int letter) {
    return letter && strchr("fbv", letter);
}

static bool is_sideways(int letter) {
    return letter && strchr("lrs", letter);
}

/* Returns the directions of two letters: leaps whose longer part goes the way of `along`, and whose shorter
 * part goes the way of `across`. Both parts of diagonal leaps are equal. */
static unsigned pair_of_directions(int across, int along, bool diagonal) {
    unsigned found = 0;
    const unsigned wanted = single_direction(along, diagonal);
    for (unsigned direction = 0; direction < BETZA_DIRECTIONS; direction++) {
        const struct betza_term probe = {.far = 2, .near = 1};
        int files, ranks;
        ks_betza_leap(&probe, direction, &files, &ranks);
        const bool fits = across == 'v' || across == 's' || (across == 'f' && ranks > 0) ||
                          (across == 'b' && ranks < 0) || (across == 'l' && files < 0) ||
                          (across == 'r' && files > 0);
        if (wanted & BIT(direction) && fits)
            found |= BIT(direction);
    }
    return found;
}

/* Returns the directions of a letter with h: all leaps that go this way at all. */
static unsigned half_of_directions(int way, bool oblique, bool diagonal) {
    unsigned found = 0;
    for (unsigned direction = 0; direction < BETZA_DIRECTIONS; direction++) {
        const struct betza_term probe = {.far = 2, .near = 1};
        int files, ranks;
        ks_betza_leap(&probe, direction, &files, &ranks);
        if (way == 'f' ? ranks > 0 : way == 'b' ? ranks < 0 : way == 'l' ? files < 0 : files > 0)
            found |= BIT(direction);
    }
    return oblique ? found : single_direction(way, diagonal);
}

/* Returns the directions of h with a letter: the leaps that turn left, or right, on the way from their longer
 * to their shorter part. A turn of the board changes nothing. */
static unsigned turning_directions(int way) {
    const unsigned left = BIT(FORWARD_LEFT) | BIT(BACKWARD_RIGHT) | BIT(LEFT_BACKWARD) | BIT(RIGHT_FORWARD);
    return way == 'l' ? left : ~left;
}

/* ---- The reader ---- */

/* The modifiers before an atom. */
struct modifiers {
    size_t start; /* offset of the first */
    unsigned modality;
    enum betza_hop hop;
    bool lame, first, en_passant;
    size_t direction_count, pair; /* pair: offset of the first pair, if has_pair */
    bool has_pair;
    char directions[8][2]; /* one letter or a pair */
};

static bool is_direction(int letter) {
    return is_vertical(letter) || is_sideways(letter);
}

/* Returns whether hl or hr is here. */
static bool at_turn(const reader *r) {
    const int second = r->at + 1 < r->length ? r->text[r->at + 1] : 0;
    return peek(r) == 'h' && (second == 'l' || second == 'r');
}

static int read_direction(reader *r, struct modifiers *m) {
    const int first = peek(r), second = r->at + 1 < r->length ? r->text[r->at + 1] : 0;
    const bool paired =
                   (is_vertical(first) && is_sideways(second)) || (is_sideways(first) && is_vertical(second)),
               half = at_turn(r) || (second == 'h' && first != 'v' && first != 's'),
               doubled = first == second || half;
    if (m->direction_count == sizeof m->directions / sizeof *m->directions)
        return unexpected(r, KS_ERROR_BETZA, "an atom after so many directions");
    char *const direction = m->directions[m->direction_count++];
    direction[0] = (char)first;
    direction[1] = paired || half ? (char)second : '\0';
    if (paired && !m->has_pair) {
        m->has_pair = true;
        m->pair = r->at;
    }
    r->at += paired || doubled ? 2 : 1;
    return KS_OK;
}

static int given_twice(const reader *r) {
    return ks_fail(r->error, KS_ERROR_BETZA, r->at, "the modifier '%c' is given twice before one atom",
                   peek(r));
}

static int read_modifier(reader *r, struct modifiers *m) {
    const int c = peek(r);
    const enum betza_modality modality = c == 'm' ? BETZA_MOVE : BETZA_CAPTURE;
    switch (c) {
    case 'm':
    case 'c':
        if (m->modality & modality)
            return given_twice(r);
        m->modality |= modality;
        break;
    case 'n':
        if (m->lame)
            return given_twice(r);
        m->lame = true;
        break;
    case 'i':
        if (m->first)
            return given_twice(r);
        m->first = true;
        break;
    case 'e':
        if (m->en_passant)
            return given_twice(r);
        m->en_passant = true;
        break;
    default:
        if (m->hop != BETZA_NO_HOP)
            return ks_fail(r->error, KS_ERROR_BETZA, r->at, "a second way to hop before one atom");
        m->hop = c == 'p' ? BETZA_HOP_ON : BETZA_HOP_BESIDE;
    }
    r->at++;
    return KS_OK;
}

static int read_modifiers(reader *r, struct modifiers *m) {
    int code = KS_OK;
    *m = (struct modifiers){.start = r->at};
    for (int c; code == KS_OK && (c = peek(r)) != END;) {
        if (is_direction(c) || at_turn(r))
            code = read_direction(r, m);
        else if (c && strchr("mcnpgie", c))
            code = read_modifier(r, m);
        else
            break;
    }
    return code;
}

/* Reads the range after an atom: the atom again, a number, or both. The default of *range is the atom's. */
static int read_range(reader *r, const struct atom *atom, uint8_t *range) {
    enum { MOST = 99 };
    const size_t start = r->at;
    unsigned number = 0;
    *range = atom->rides ? 0 : 1;
    if (peek(r) == atom->letter && !atom->rides && atom->leaps == 1) {
        *range = 0;
        r->at++;
    }
    if (!is_digit(peek(r)))
        return KS_OK;
    for (; is_digit(peek(r)) && number <= MOST; r->at++)
        number = number * 10 + (unsigned)(peek(r) - '0');
    if (number > MOST)
        return ks_fail(r->error, KS_ERROR_BETZA, start,
                       "expected a range from 0 to %d, found a larger number", MOST);
    *range = (uint8_t)number;
    return KS_OK;
}

static unsigned directions_of(const struct modifiers *m, struct leap leap) {
    const bool diagonal = leap.far == leap.near;
    unsigned found = 0;
    for (size_t i = 0; i < m->direction_count; i++) {
        const char first = m->directions[i][0], second = m->directions[i][1];
        if (first == 'h')
            found |= leap.near > 0 && !diagonal ? turning_directions(second) : ~0u;
        else if (second == 'h')
            found |= half_of_directions(first, leap.near > 0 && !diagonal, diagonal);
        else if (second && leap.near > 0)
            found |= pair_of_directions(first, second, diagonal);
        else
            found |= single_direction(first, diagonal) | (second ? single_direction(second, diagonal) : 0);
    }
    return (m->direction_count ? found : ~0u) & ks_betza_all_directions(leap.far, leap.near);
}

/* ---- Bent moves ---- */

/* Returns the atom here, if it is one leap along lines or diagonals and may be a leg of a bent move. */
static const struct atom *find_leg(const reader *r, bool may_ride) {
    const struct atom *const atom = find_atom(peek(r));
    const bool straight =
        atom && atom->leaps == 1 && (atom->leap[0].near == 0 || atom->leap[0].near == atom->leap[0].far);
    return straight && (may_ride || !atom->rides) ? atom : NULL;
}

static int refuse_modifiers(const reader *r, const struct modifiers *m) {
    return ks_fail(r->error, KS_ERROR_BETZA, m->start,
                   "before a bent move, expected only directions, m, c or i, found '%c'",
                   m->lame                  ? 'n'
                   : m->en_passant          ? 'e'
                   : m->hop == BETZA_HOP_ON ? 'p'
                                            : 'g');
}

/* Reads the rest of [F?R] or [F-R] after its bracket: a leap, and a ride outward from where it ends. */
static int read_bent(reader *r, const struct modifiers *m, struct betza_term *term) {
    if (m->lame || m->en_passant || m->hop != BETZA_NO_HOP)
        return refuse_modifiers(r, m);
    const struct atom *const first = find_leg(r, false);
    if (!first)
        return unexpected(r, KS_ERROR_BETZA, "the first leap of a bent move, out of WFDAHG");
    r->at++;
    if (peek(r) != '?' && peek(r) != '-')
        return unexpected(r, KS_ERROR_BETZA, "'?' or '-' after the first leap of a bent move");
    const bool halts = peek(r) == '?';
    r->at++;
    const struct atom *const second = find_leg(r, true);
    if (!second)
        return unexpected(r, KS_ERROR_BETZA, "the second leg of a bent move, out of RBWFDAHG");
    r->at++;
    const int code = read_range(r, second, &term->range);
    if (code != KS_OK)
        return code;
    if (peek(r) != ']')
        return unexpected(r, KS_ERROR_BETZA, "']' after the second leg of a bent move");
    r->at++;
    const struct leap leap = first->leap[0], then = second->leap[0], octant = {2, 1};
    term->far = leap.far;
    term->near = leap.near;
    term->then_far = then.far;
    term->then_near = then.near;
    term->bent = true;
    term->halts = halts;
    term->directions = (uint8_t)directions_of(m, (leap.near == 0) != (then.near == 0) ? octant : leap);
    return KS_OK;
}

/* ---- Terms ---- */

/* Rejects impossible terms: a leap over no square cannot be lame, and a single leap cannot hop. */
static int check_term(const reader *r, const struct modifiers *m, const struct atom *atom, unsigned range) {
    const bool passes_over = atom->leap[0].far > 1;
    if (m->lame && m->hop)
        return ks_fail(r->error, KS_ERROR_BETZA, m->start, "a hop cannot be lame: 'n' with 'p' or 'g'");
    if (m->lame && !passes_over)
        return ks_fail(r->error, KS_ERROR_BETZA, m->start, "'n' before %c, which passes over no square",
                       atom->letter);
    if (m->hop && range == 1)
        return ks_fail(r->error, KS_ERROR_BETZA, m->start,
                       "a single leap has no piece to hop over: '%c' needs a rider, such as R, NN or D3",
                       m->hop == BETZA_HOP_ON ? 'p' : 'g');
    if (m->has_pair && atom->leaps > 1)
        return ks_fail(r->error, KS_ERROR_BETZA, m->pair,
                       "a pair of directions is ambiguous before %c: write straight and diagonal moves "
                       "separately",
                       atom->letter);
    return KS_OK;
}

static int read_term(reader *r, struct betza *betza) {
    struct modifiers m;
    uint8_t range;
    int code = read_modifiers(r, &m);
    if (code != KS_OK)
        return code;
    const struct atom *atom = find_atom(peek(r));
    const bool bends = peek(r) == '[';
    if (!atom && !bends)
        return unexpected(r, KS_ERROR_BETZA,
                          "an atom out of WFDAHNCGZLJKRBQ, a bent move such as [F?R], or a modifier out of "
                          "mcnpgiefblrvs");
    if (betza->count + (bends ? 1u : atom->leaps) > BETZA_TERMS)
        return ks_fail(r->error, KS_ERROR_BETZA, m.start, "more than %d ways to move", BETZA_TERMS);
    r->at++;
    const uint8_t modality = (uint8_t)(m.modality ? m.modality : BETZA_MOVE | BETZA_CAPTURE);
    if (bends) {
        struct betza_term *const term = &betza->terms[betza->count++];
        *term = (struct betza_term){.modality = modality, .first = m.first};
        return read_bent(r, &m, term);
    }
    betza->en_passant |= m.en_passant;
    if ((code = read_range(r, atom, &range)) != KS_OK || (code = check_term(r, &m, atom, range)) != KS_OK)
        return code;
    for (unsigned i = 0; i < atom->leaps; i++)
        betza->terms[betza->count++] = (struct betza_term){
            .far = atom->leap[i].far,
            .near = atom->leap[i].near,
            .directions = (uint8_t)directions_of(&m, atom->leap[i]),
            .range = range,
            .modality = modality,
            .hop = (uint8_t)m.hop,
            .lame = m.lame,
            .first = m.first,
        };
    return KS_OK;
}

int ks_read_betza(const char *text, size_t length, struct betza *betza, ks_error *error) {
    reader r = {text, length, 0, error};
    int code;
    *betza = (struct betza){0};
    do
        code = read_term(&r, betza);
    while (code == KS_OK && r.at < length);
    return code;
}
