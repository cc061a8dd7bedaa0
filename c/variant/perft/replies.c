/* Counts the replies to a null move, and then for each move the difference: the replies of the pieces that
 * see the squares changed by the move. Only moves that may give check, pin or unpin, and a few special ones,
 * are made. */
#include "variant/perft/replies.h"

#include <string.h>

#include "variant/attacks/cambodian.h"
#include "variant/attacks/passing.h"
#include "variant/definition/squares.h"
#include "variant/ends/ends.h"
#include "variant/perft/null_move.h"

/* ---- Moves that must be made ---- */

/* Returns whether a side may have to drop a piece first. */
static bool has_to_drop(const ks_variant *v, const ks_variant_position *p) {
    return (v->drop_limits.musts || v->holds_royal) &&
           (ks_variant_has_hand(v, p, KS_WHITE) || ks_variant_has_hand(v, p, KS_BLACK));
}

/* Returns whether a capture changes more than the captured piece. */
static bool is_rich_capture(const struct replies *r, unsigned to) {
    const ks_variant *const v = r->v;
    const ks_variant_position *const p = r->position;
    const unsigned kind = v->types[KS_VARIANT_TYPE(p->board[to])].kind;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (p->castling_rook[r->them][wing] == to)
            return true;
    return p->castling_king[r->them] == to || v->limited >> kind & 1 || to == r->king ||
           (v->to_hand && v->extinction.value != EXTINCTION_NONE) ||
           ks_variant_replier_holds(r, v->drop_limits.no_doubled);
}

/* Returns whether a first push may be answered en passant. */
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
        KS_VARIANT_MOVE_GATED(move) || (r->v->stands_up && KS_VARIANT_MOVE_PROMOTION(move)))
        return true;
    return ks_variant_disturbs(&r->watch.check, from, to) ||
           ks_variant_aims_at(r->v, &r->occupied, code_after(r, move), from, to, r->king) ||
           (r->position->board[to] && is_rich_capture(r, to)) ||
           (kind == KS_VARIANT_FIRST_PUSH && may_be_taken(r, from, to)) ||
           (kind == KS_VARIANT_DROP && r->v->extinction.value != EXTINCTION_NONE) ||
           (r->v->cambodian && has_square(&r->position->gates[r->us], from)) ||
           ks_variant_takes_leap(r->v, r->position, code_after(r, move), to);
}

static size_t make(const struct replies *r, ks_variant_move move) {
    ks_variant_position after = *r->position;
    ks_variant_undo undo;
    ks_variant_make_move(r->v, &after, move, &undo);
    return ks_variant_each_move(r->v, &after, NULL, NULL);
}

/* ---- Changed replies ---- */

/* Returns the squares from which a piece attacks one of the king's targets. */
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

/* Returns the pieces whose moves may have changed. */
static ks_squares find_changed(struct replies *r, unsigned from, unsigned to, unsigned code) {
    ks_squares changed = either(r->seen_by[from], r->seen_by[to]);
    if (r->king != KS_NOWHERE &&
        (ks_variant_disturbs(&r->watch.steps, from, to) || has_square(find_zone(r, code), to)))
        add_square(&changed, r->king);
    remove_square(&changed, to);
    return changed;
}

/* Returns whether the move, which gives no check, may have ended the game. */
static bool may_end(const struct replies *r, unsigned to, bool plain) {
    const ks_variant *const v = r->v;
    if (!v->ends_early)
        return false;
    return v->connection.any || v->full_ends || v->flag.blocked || v->flag.answered || v->flag.safe ||
           has_square(&v->flag.region[r->us], to) ||
           (v->extinction.value != EXTINCTION_NONE &&
            (v->extinction.claim || !plain || r->position->board[to]));
}

static void set_board(struct replies *r, unsigned square, unsigned code) {
    r->after.board[square] = (uint8_t)code;
    r->generation.safety.board[square] = (uint8_t)code;
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
    if (ks_variant_passes_with(r->v->passing, replies))
        replies += ks_variant_passer(r->v, &r->after) != KS_NOWHERE;
    return replies;
}

/* Counts the replies to a move from those to a null move. from: equals `to` in a drop. */
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

bool ks_variant_count_replies(const ks_variant *v, const ks_variant_position *p, uint64_t *nodes) {
    struct replies r;
    if (!counts_replies(v) || has_to_drop(v, p))
        return false;
    r.v = v;
    r.position = p;
    r.us = p->side_to_move;
    r.them = other_side(r.us);
    r.king = p->king[r.them];
    r.occupied = occupied_squares(p);
    r.nodes = 0;
    if (!ks_variant_make_null_move(&r))
        return false;
    ks_variant_each_move(v, p, count_move, &r);
    *nodes = r.nodes;
    return true;
}
