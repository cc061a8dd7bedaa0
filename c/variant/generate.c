/* Generates legal moves. Each move that a line allows is tried on the board, unless the guard says that it
 * can't endanger the king. */
#include "variant/generate.h"

#include <string.h>

#include "variant/attacks.h"
#include "variant/castling.h"
#include "variant/squares.h"
#include "variant/walk.h"

/* A position whose moves are being generated. */
struct generation {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them;
    struct guard guard;
    bool in_check;
    uint32_t promotions; /* bit n: type n may be promoted to */
    visit_move *visit;
    void *context;
    size_t count;
    bool stopped;
    uint8_t board[KS_VARIANT_SQUARES]; /* a copy, on which moves are tried */
};

/* ---- Safety of the king ---- */

/* Makes the move on g->board alone, asks whether the king is attacked, and takes the move back. */
static bool is_safe_after(struct generation *g, unsigned from, unsigned to, unsigned captured_on) {
    const ks_variant_position *const p = g->position;
    const unsigned king = from == p->king[g->us] ? to : p->king[g->us];
    ks_squares enemies = p->pieces[g->them];
    g->board[captured_on] = 0;
    g->board[from] = 0;
    g->board[to] = p->board[from];
    remove_square(&enemies, captured_on);
    const bool safe = !ks_variant_is_attacked(g->v, g->board, &enemies, g->them, king);
    g->board[to] = p->board[to];
    g->board[from] = p->board[from];
    g->board[captured_on] = p->board[captured_on];
    return safe;
}

static bool leaves_king_safe(struct generation *g, unsigned from, unsigned to, unsigned kind) {
    const ks_variant_position *const p = g->position;
    if (kind == KS_VARIANT_EN_PASSANT)
        return is_safe_after(g, from, to, p->en_passant_pawn);
    if (from != p->king[g->us] && !g->in_check && !has_square(&g->guard.sensitive, from) &&
        !has_square(&g->guard.sensitive, to))
        return true;
    return is_safe_after(g, from, to, to);
}

/* ---- One move ---- */

static void add(struct generation *g, ks_variant_move move) {
    g->count++;
    if (g->visit && !g->visit(move, g->context))
        g->stopped = true;
}

/* Whether a piece could never move again from a square. */
static bool is_stuck(const ks_variant *v, unsigned code, unsigned square) {
    return first_line(v, code, square) == end_of_lines(v, code, square);
}

/* A promoted piece can't be captured en passant, so a first push that promotes is a plain move. */
static void add_promotions(struct generation *g, unsigned from, unsigned to, unsigned kind) {
    const unsigned kept = kind == KS_VARIANT_FIRST_PUSH ? KS_VARIANT_PLAIN : kind;
    for (uint32_t types = g->promotions; types && !g->stopped; types &= types - 1)
        add(g, VARIANT_MOVE(from, to, kept, __builtin_ctz(types) + 1));
}

static void add_if_legal(struct generation *g, unsigned from, unsigned to, unsigned kind) {
    const ks_variant *const v = g->v;
    const unsigned code = g->position->board[from];
    const bool promotes = v->types[KS_VARIANT_TYPE(code)].promotes && has_square(&v->promotion[g->us], to);
    const bool may_stay = !promotes || (!v->must_promote && !is_stuck(v, code, to));
    if ((!may_stay && !g->promotions) || !leaves_king_safe(g, from, to, kind))
        return;
    if (promotes)
        add_promotions(g, from, to, kind);
    if (may_stay && !g->stopped)
        add(g, VARIANT_MOVE(from, to, kind, 0));
}

/* ---- One piece ---- */

static bool may_take_en_passant(const struct generation *g, unsigned code, unsigned to) {
    return has_square(&g->position->en_passant, to) && g->v->types[KS_VARIANT_TYPE(code)].takes_en_passant &&
           has_square(&g->v->en_passant[g->us], to);
}

/* A first move of more than one square may be answered en passant. */
static unsigned kind_of_move(const struct generation *g, const struct line *line, unsigned code,
                             unsigned from, unsigned to) {
    if (!(line->flags & LINE_FIRST) || !is_taken_en_passant(g->v, KS_VARIANT_TYPE(code)))
        return KS_VARIANT_PLAIN;
    const ks_squares between = ks_variant_between(g->v, from, to);
    return is_empty_set(&between) ? KS_VARIANT_PLAIN : KS_VARIANT_FIRST_PUSH;
}

/* done: squares to which a move of this piece has been added. Lines of a piece may overlap. */
static void add_along(struct generation *g, const struct line *line, unsigned from, ks_squares *done) {
    const ks_variant_position *const p = g->position;
    const unsigned code = p->board[from];
    struct walk walk = start_walk(g->v, line);
    for (unsigned to; !g->stopped && (to = next_stop(&walk, p->board)) != KS_NOWHERE;) {
        const bool captures = p->board[to] != 0, goes = !captures && line->flags & LINE_MOVE,
                   takes = !captures && !goes && may_take_en_passant(g, code, to);
        if (captures ? !(line->flags & LINE_CAPTURE) || KS_VARIANT_SIDE(p->board[to]) == g->us ||
                           KS_VARIANT_TYPE(p->board[to]) == g->v->royal
                     : !goes && !takes)
            continue;
        if (has_square(done, to))
            continue;
        add_square(done, to);
        add_if_legal(g, from, to,
                     captures ? KS_VARIANT_PLAIN
                     : takes  ? KS_VARIANT_EN_PASSANT
                              : kind_of_move(g, line, code, from, to));
    }
}

static void add_piece(struct generation *g, unsigned from) {
    const unsigned code = g->position->board[from];
    const struct line *const end = end_of_lines(g->v, code, from);
    ks_squares done = {{0}};
    for (const struct line *line = first_line(g->v, code, from); line < end && !g->stopped; line++)
        add_along(g, line, from, &done);
}

/* ---- Castling ---- */

static void add_castling(struct generation *g) {
    const ks_variant_position *const p = g->position;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE && !g->in_check && !g->stopped; wing++) {
        const unsigned rook = p->castling_rook[g->us][wing];
        if (rook != KS_NOWHERE && ks_variant_may_castle(g->v, p, rook))
            add(g, VARIANT_MOVE(p->king[g->us], rook, KS_VARIANT_CASTLING, 0));
    }
}

/* ---- All ---- */

unsigned ks_variant_count_type(const ks_variant_position *p, unsigned side, unsigned type) {
    unsigned count = 0;
    for (ks_squares left = p->pieces[side]; !is_empty_set(&left);)
        count += KS_VARIANT_TYPE(p->board[take_square(&left)]) == type;
    return count;
}

uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *p) {
    uint32_t types = v->promotion_types;
    for (unsigned type = 0; type < v->type_count; type++) {
        const unsigned limit = v->types[type].limit;
        if (types >> type & 1 && limit && ks_variant_count_type(p, p->side_to_move, type) >= limit)
            types &= ~((uint32_t)1 << type);
    }
    return types;
}

/* A bare side that is to move may still bare the other one in return, by capturing its last piece. So it has
 * lost only when the other side has a piece more. */
bool ks_variant_is_bare(const ks_variant *v, const ks_variant_position *p, unsigned *loser) {
    if (!v->bare_king)
        return false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (p->king[side] != KS_NOWHERE && count_squares(&p->pieces[side]) == 1 &&
            count_squares(&p->pieces[other_side(side)]) >= (side == p->side_to_move ? 3 : 2)) {
            *loser = side;
            return true;
        }
    return false;
}

/* Returns false when the game is over, and there are no moves. */
static bool start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                             visit_move *visit, void *context) {
    unsigned loser;
    *g = (struct generation){.v = v,
                             .position = p,
                             .us = p->side_to_move,
                             .them = other_side(p->side_to_move),
                             .promotions = ks_variant_promotions(v, p),
                             .visit = visit,
                             .context = context};
    if (ks_variant_is_bare(v, p, &loser))
        return false;
    memcpy(g->board, p->board, sizeof g->board);
    ks_variant_guard(v, p, &g->guard);
    g->in_check = !is_empty_set(&g->guard.checkers);
    return true;
}

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *p, visit_move *visit,
                            void *context) {
    struct generation g;
    if (!start_generation(&g, v, p, visit, context))
        return 0;
    for (ks_squares pieces = p->pieces[g.us]; !is_empty_set(&pieces) && !g.stopped;)
        add_piece(&g, take_square(&pieces));
    add_castling(&g);
    return g.count;
}

static bool stop(ks_variant_move move, void *context) {
    (void)move;
    (void)context;
    return false;
}

bool ks_variant_has_move(const ks_variant *v, const ks_variant_position *p) {
    return ks_variant_each_move(v, p, stop, NULL) > 0;
}

static bool collect_en_passant(ks_variant_move move, void *squares) {
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT)
        add_square(squares, KS_VARIANT_MOVE_TO(move));
    return true;
}

ks_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p) {
    ks_squares squares = {{0}};
    struct generation g;
    if (p->en_passant_pawn == KS_NOWHERE || !start_generation(&g, v, p, collect_en_passant, &squares))
        return squares;
    for (ks_squares pieces = p->pieces[g.us]; !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (v->types[KS_VARIANT_TYPE(p->board[from])].takes_en_passant)
            add_piece(&g, from);
    }
    return squares;
}

struct list {
    ks_variant_move *moves;
    size_t count, room;
};

static bool append(ks_variant_move move, void *context) {
    struct list *const list = context;
    if (list->count < list->room)
        list->moves[list->count++] = move;
    return true;
}

size_t ks_variant_legal_moves(const ks_variant *v, const ks_variant_position *p, ks_variant_move *moves,
                              size_t room) {
    struct list list = {moves, 0, room};
    return ks_variant_each_move(v, p, append, &list);
}
