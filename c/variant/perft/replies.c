/* Counts the replies to a null move, and then for each move how many more or fewer there are: those of the
 * pieces that see the squares which the move changes. Only moves that may give check, pin or unpin, and a few
 * special ones, are made. */
#include "variant/perft/replies.h"

#include <string.h>

#include "variant/castling.h"
#include "variant/ends/ends.h"
#include "variant/gating/cambodian.h"
#include "variant/generate/generation.h"
#include "variant/hands/drops.h"
#include "variant/passing.h"
#include "variant/perft/watch.h"
#include "variant/reach.h"
#include "variant/squares.h"

struct replies {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them, king; /* king: of them */
    ks_squares occupied;
    uint64_t nodes;

    ks_variant_position after;              /* the move, as far as the replies depend on it */
    struct generation generation;           /* of the replies, in `after` */
    size_t all;                             /* replies to a null move */
    uint16_t count[KS_VARIANT_SQUARES];     /* of these, by the piece on the square */
    ks_squares seen_by[KS_VARIANT_SQUARES]; /* the pieces whose moves depend on the square */
    struct king_watch watch;
    ks_squares targets;         /* of the king */
    ks_squares zone[CODES_MAX]; /* from where a piece attacks one of them; known: bit n: of code n */
    uint64_t known;
    bool may_castle;
    ks_squares ways;                   /* of castling */
    uint8_t drops[KS_VARIANT_SQUARES]; /* how many types of pieces in hand may be dropped there */
};

/* ---- What has to be made ---- */

/* The rules of which a null move tells too little. */
static bool is_plain(const ks_variant *v) {
    return v->checking && v->drop_checks && !v->stands_up && !v->crowned.types && !v->must_capture &&
           !v->blasts && !v->petrifies && !v->holds_royal && !v->drop_limits.musts &&
           v->drop_limits.one_a_shade == NO_TYPE;
}

static bool has_in_hand(const struct replies *r, unsigned type) {
    return type != NO_TYPE && r->after.hand[r->them][type];
}

/* Whether a capture changes more than that a piece is gone. */
static bool is_rich_capture(const struct replies *r, unsigned to) {
    const ks_variant *const v = r->v;
    const ks_variant_position *const p = r->position;
    const unsigned kind = v->types[KS_VARIANT_TYPE(p->board[to])].kind;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (p->castling_rook[r->them][wing] == to)
            return true;
    return p->castling_king[r->them] == to || v->limited >> kind & 1 || to == r->king ||
           (v->to_hand && v->extinction.value != EXTINCTION_NONE) ||
           has_in_hand(r, v->drop_limits.no_doubled);
}

/* Whether a first push may be answered en passant. */
static bool may_be_taken(const struct replies *r, unsigned from, unsigned to) {
    ks_squares passed = both(ks_variant_between(r->v, from, to), r->v->en_passant[r->them]);
    while (!is_empty_set(&passed))
        for (ks_squares left = r->seen_by[take_square(&passed)]; !is_empty_set(&left);) {
            const unsigned type = KS_VARIANT_TYPE(r->position->board[take_square(&left)]);
            if (r->v->types[type].takes_en_passant[r->them])
                return true;
        }
    return false;
}

static unsigned code_after(const struct replies *r, ks_variant_move move) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    return promotion ? KS_VARIANT_CODE(promotion - 1, r->us) : r->position->board[KS_VARIANT_MOVE_FROM(move)];
}

static bool has_to_be_made(const struct replies *r, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    if (kind == KS_VARIANT_CASTLING || kind == KS_VARIANT_EN_PASSANT || kind == KS_VARIANT_PASS ||
        KS_VARIANT_MOVE_GATED(move))
        return true;
    return ks_variant_disturbs(&r->watch.check, from, to) ||
           ks_variant_aims_at(r->v, &r->occupied, code_after(r, move), from, to, r->king) ||
           (r->position->board[to] && is_rich_capture(r, to)) ||
           (kind == KS_VARIANT_FIRST_PUSH && may_be_taken(r, from, to)) ||
           (kind == KS_VARIANT_DROP && r->v->extinction.value != EXTINCTION_NONE) ||
           (r->v->cambodian && has_square(&r->position->gates[r->us], from));
}

static size_t make(const struct replies *r, ks_variant_move move) {
    ks_variant_position after = *r->position;
    ks_variant_undo undo;
    ks_variant_make_move(r->v, &after, move, &undo);
    return ks_variant_each_move(r->v, &after, NULL, NULL);
}

/* ---- What has changed ---- */

/* From where a piece attacks one of the squares to which the king may go. */
static const ks_squares *find_zone(struct replies *r, unsigned code) {
    if (r->known >> code & 1)
        return &r->zone[code];
    ks_squares zone = {{0}};
    for (ks_squares left = r->targets; !is_empty_set(&left);) {
        const unsigned target = take_square(&left);
        zone = either(zone, r->v->threats[code * r->v->squares + target]);
        if (r->v->faces && KS_VARIANT_TYPE(code) == r->v->royal)
            zone = either(zone, r->v->crosses[target]);
    }
    r->zone[code] = zone;
    r->known |= (uint64_t)1 << code;
    return &r->zone[code];
}

/* The pieces whose moves may have changed. */
static ks_squares find_changed(struct replies *r, unsigned from, unsigned to, unsigned code) {
    ks_squares changed = either(r->seen_by[from], r->seen_by[to]);
    if (r->king != KS_NOWHERE &&
        (ks_variant_disturbs(&r->watch.steps, from, to) || has_square(find_zone(r, code), to)))
        add_square(&changed, r->king);
    remove_square(&changed, to);
    return changed;
}

/* Whether the move may have ended the game. It gives no check. */
static bool may_end(const struct replies *r, unsigned to, bool plain) {
    const ks_variant *const v = r->v;
    if (!v->ends_early)
        return false;
    return v->connect || v->flag.blocked || v->flag.answered || has_square(&v->flag.region[r->us], to) ||
           (v->extinction.value != EXTINCTION_NONE &&
            (v->extinction.claim || !plain || r->position->board[to]));
}

static void set_board(struct replies *r, unsigned square, unsigned code) {
    r->after.board[square] = (uint8_t)code;
    r->generation.safety.board[square] = (uint8_t)code;
}

static bool passes(enum passing passing, size_t replies) {
    return passing == PASS_ALWAYS || (passing == PASS_ON_STALEMATE && replies == 0);
}

static size_t count_changed(struct replies *r, unsigned from, unsigned to, unsigned code) {
    struct generation *const g = &r->generation;
    size_t replies = r->all - (r->position->board[to] ? r->count[to] : r->drops[to]);
    if (from != to)
        replies += r->drops[from];
    g->count = 0;
    for (ks_squares left = find_changed(r, from, to, code); !is_empty_set(&left);) {
        const unsigned piece = take_square(&left);
        replies -= r->count[piece];
        ks_variant_add_piece(g, piece);
    }
    if (r->may_castle || has_square(&r->ways, from) || has_square(&r->ways, to))
        ks_variant_add_castling(g);
    replies += g->count;
    if (passes(r->v->passing, replies))
        replies += ks_variant_passer(r->v, &r->after) != KS_NOWHERE;
    return replies;
}

/* Counts the replies to a move that can be told from those to a null move. from: equals `to` in a drop. */
static size_t count_after_change(struct replies *r, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const ks_variant_position *const p = r->position;
    ks_variant_position *const after = &r->after;
    const unsigned code = code_after(r, move);
    const bool plain = KS_VARIANT_MOVE_PROMOTION(move) == 0;
    set_board(r, from, 0);
    set_board(r, to, code);
    remove_square(&after->pieces[r->us], from);
    add_square(&after->pieces[r->us], to);
    remove_square(&after->pieces[r->them], to);
    if (from == p->king[r->us])
        after->king[r->us] = (uint8_t)to;
    r->generation.occupied = occupied_squares(after);
    const bool ended = may_end(r, to, plain) && ks_variant_has_ended(r->v, after, NULL);
    const size_t replies = ended ? 0 : count_changed(r, from, to, code);
    set_board(r, to, p->board[to]);
    set_board(r, from, p->board[from]);
    memcpy(after->pieces, p->pieces, sizeof after->pieces);
    after->king[r->us] = p->king[r->us];
    return replies;
}

static bool count_move(ks_variant_move move, void *context) {
    struct replies *const r = context;
    r->nodes += has_to_be_made(r, move) ? make(r, move) : count_after_change(r, move);
    return true;
}

/* ---- The null move ---- */

static void see(struct replies *r, unsigned from) {
    struct generation *const g = &r->generation;
    const size_t before = g->count;
    ks_squares sight = ks_variant_sight(r->v, &r->after, &g->occupied, from);
    ks_variant_add_piece(g, from);
    r->count[from] = (uint16_t)(g->count - before);
    if (r->v->cambodian && has_square(&r->after.gates[r->them], from))
        sight = either(sight, ks_variant_cambodian_sight(r->v, r->them, from));
    while (!is_empty_set(&sight))
        add_square(&r->seen_by[take_square(&sight)], from);
}

static void see_castling(struct replies *r) {
    const ks_variant_position *const p = r->position;
    r->may_castle = false;
    r->ways = (ks_squares){{0}};
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        const unsigned rook = p->castling_rook[r->them][wing];
        if (rook == KS_NOWHERE)
            continue;
        const unsigned king = ks_variant_castling_king(r->v, p, r->them);
        const struct castled end = ks_variant_castled(r->v, r->them, king, rook);
        ks_squares way = ks_variant_castling_way(king, rook, end);
        r->ways = either(r->ways, way);
        way = both(way, p->pieces[r->them]);
        r->may_castle |= is_empty_set(&way);
    }
}

/* Counts the drops of one type as itself, or as the form that it is promoted to. */
static void see_drops_as(struct replies *r, ks_squares safe, ks_squares squares, unsigned type) {
    const ks_squares droppable = ks_variant_drops_as(r->v, &r->after, squares, type, ks_variant_has_move);
    const ks_squares drops = both(safe, droppable);
    r->all += count_squares(&drops);
    for (ks_squares left = droppable; !is_empty_set(&left);)
        r->drops[take_square(&left)]++;
}

/* Where a drop gives a check that may be mate, the king has to stay, and so has what stands there. Returns
 * false when nothing does. */
static bool see_mates(struct replies *r, unsigned type, ks_squares *squares) {
    const unsigned king = r->position->king[r->us];
    if (type != r->v->drop_limits.no_mate || king == KS_NOWHERE)
        return true;
    const ks_squares checks =
        both(*squares, r->v->threats[KS_VARIANT_CODE(type, r->them) * r->v->squares + king]);
    *squares = without(*squares, checks);
    r->watch.check.leaving = either(r->watch.check.leaving, checks);
    add_square(&r->watch.check.leaving, king);
    return is_subset(&checks, &r->generation.occupied);
}

/* Returns false when too much depends on a drop. */
static bool see_drops(struct replies *r) {
    const ks_variant *const v = r->v;
    const ks_squares empty = without(v->board, r->generation.occupied);
    memset(r->drops, 0, v->squares);
    for (unsigned type = 0; v->drops && type < v->type_count; type++) {
        if (!has_in_hand(r, type))
            continue;
        ks_squares squares = ks_variant_droppable(v, &r->after, type);
        if (!see_mates(r, type, &squares))
            return false;
        const ks_squares safe =
            ks_variant_safe_drops(&r->generation.safety, KS_VARIANT_CODE(type, r->them), empty);
        see_drops_as(r, safe, squares, type);
        if (v->drop_promoted && v->types[type].promoted != NO_TYPE)
            see_drops_as(r, safe, squares, v->types[type].promoted);
    }
    return true;
}

static void see_king(struct replies *r) {
    r->known = 0;
    r->targets = (ks_squares){{0}};
    r->watch = (struct king_watch){{{{0}}, {{0}}}, {{{0}}, {{0}}}};
    if (r->king == KS_NOWHERE)
        return;
    struct targets targets = find_targets(r->v, r->after.board, &r->generation.occupied, r->king);
    if (r->v->cambodian)
        ks_variant_add_cambodian(r->v, &r->after, r->king, false, &targets);
    r->targets =
        without(either(targets.moves, either(targets.firsts, targets.attacks)), r->position->pieces[r->them]);
    ks_variant_watch_king(r->v, r->position, r->them, r->targets, &r->watch);
}

/* Returns false when it tells nothing. */
static bool make_null_move(struct replies *r) {
    struct generation *const g = &r->generation;
    r->after = *r->position;
    r->after.side_to_move = (uint8_t)r->them;
    r->after.en_passant = (ks_squares){{0}};
    r->after.en_passant_pawn = KS_NOWHERE;
    r->after.passes = 0;
    ks_variant_start_generation(g, r->v, &r->after, NULL, NULL);
    if (g->safety.in_check)
        return false;
    memset(r->seen_by, 0, r->v->squares * sizeof *r->seen_by);
    for (ks_squares pieces = r->position->pieces[r->them]; !is_empty_set(&pieces);)
        see(r, take_square(&pieces));
    r->all = g->count;
    see_king(r);
    see_castling(r);
    return see_drops(r);
}

bool ks_variant_count_replies(const ks_variant *v, const ks_variant_position *p, uint64_t *nodes) {
    struct replies r;
    if (!is_plain(v))
        return false;
    r.v = v;
    r.position = p;
    r.us = p->side_to_move;
    r.them = other_side(r.us);
    r.king = p->king[r.them];
    r.occupied = occupied_squares(p);
    r.nodes = 0;
    if (!make_null_move(&r))
        return false;
    ks_variant_each_move(v, p, count_move, &r);
    *nodes = r.nodes;
    return true;
}
