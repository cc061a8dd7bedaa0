/* Lists legal moves of variants: of a piece, of all of a side, and in the forms that moves take. */
#include "variant/moves/generate.h"

#include <string.h>

#include "variant/attacks/attacks.h"
#include "variant/definition/squares.h"
#include "variant/ends/ends.h"
#include "variant/moves/drops.h"
#include "variant/moves/pawns.h"
#include "variant/moves/walls.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ==== Lists ==== */

/* Generates legal moves: each piece's, castling, drops and passing. */

/* ---- Castling and drops ---- */

/* Returns whether nothing stands in the way; whether a wall covers the king from attacks is known later. */
static bool is_castling_free(const struct generation *g, unsigned rook) {
    const unsigned king = ks_variant_castling_king(g->v, g->position, g->us);
    return ks_variant_castling_is_free(g->position, king, rook, ks_variant_castled(g->v, g->us, king, rook));
}

void ks_variant_add_castling(struct generation *g) {
    const ks_variant_position *const p = g->position;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE && !g->safety.in_check && !g->stopped; wing++) {
        const unsigned rook = p->castling_rook[g->us][wing];
        if (rook != KS_VARIANT_NO_SQUARE &&
            (g->tries_walls ? is_castling_free(g, rook) : ks_variant_may_castle(g->v, p, rook)))
            ks_variant_add_move(
                g, VARIANT_MOVE(ks_variant_castling_king(g->v, p, g->us), rook, KS_VARIANT_CASTLING, 0),
                false);
    }
}

static void add_drops(struct generation *g) {
    const ks_variant *const v = g->v;
    ks_variant_squares free = {{0}};
    bool known = false;
    for (unsigned type = 0; type < v->type_count && !g->stopped; type++) {
        if (!has_in_hand(v, g->position, g->us, type))
            continue;
        if (!known || v->hurdle != NO_TYPE)
            free = ks_variant_safe_drops(&g->safety, KS_VARIANT_CODE(type, g->us),
                                         without(v->board, g->occupied));
        known = true;
        const ks_variant_squares squares = both(free, ks_variant_droppable(v, g->position, type));
        const unsigned promoted = v->types[type].promoted;
        ks_variant_add_each(g, 0, ks_variant_drops_as(v, g->position, squares, type, ks_variant_has_move),
                            KS_VARIANT_DROP, type + 1);
        if (v->drop_promoted && promoted != NO_TYPE)
            ks_variant_add_each(g, 0,
                                ks_variant_drops_as(v, g->position, squares, promoted, ks_variant_has_move),
                                KS_VARIANT_DROP, promoted + 1);
    }
}

/* ---- Promotion without a move, and passing ---- */

__attribute__((noinline)) static void add_standing(struct generation *g) {
    for (ks_variant_squares pieces = g->position->pieces[g->us]; g->promotions && !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (!g->v->types[KS_VARIANT_TYPE(g->position->board[from])].pawn)
            continue;
        for (uint32_t types = g->promotions; types && !g->stopped; types &= types - 1) {
            const unsigned type = (unsigned)__builtin_ctz(types);
            ks_variant_add_each(g, from, ks_variant_standing(&g->safety, from, type), KS_VARIANT_PLAIN,
                                type + 1);
        }
    }
}

/* A side may pass in bikjang even in check. */
static void add_pass(struct generation *g) {
    const unsigned passer = ks_variant_passer(g->v, g->position);
    if (passer == KS_VARIANT_NO_SQUARE || g->stopped || !ks_variant_passes_with(g->v->passing, g->count))
        return;
    if (g->safety.bikjang || (!g->safety.in_check && !g->safety.royals_in_check))
        ks_variant_add_move(g, VARIANT_MOVE(passer, passer, KS_VARIANT_PASS, 0), true);
}

/* ---- Walls ---- */

/* Adds the walls that the side to move may build instead of moving. They are written as a pass of its lowest
 * piece. */
__attribute__((noinline)) static void add_walls(struct generation *g) {
    const unsigned from = ks_variant_lowest_piece(g->v, g->position);
    if (from == KS_VARIANT_NO_SQUARE)
        return;
    const ks_variant_move pass = VARIANT_MOVE(from, from, KS_VARIANT_PASS, 0);
    for (ks_variant_squares walls = ks_variant_wall_squares(g->v, g->position, pass);
         !is_empty_set(&walls) && !g->stopped;) {
        const ks_variant_move move = pass | WITH_WALL(take_square(&walls));
        if (ks_variant_is_safe_behind_wall(g->v, g->position, move))
            ks_variant_add_move(g, move, false);
    }
}

/* Prepares for moves that build walls. All moves pass the tests of safety, which are of royal pieces, since
 * each is tried with each wall. */
__attribute__((noinline)) static void start_walls(struct generation *g) {
    struct safety *const s = &g->safety;
    g->walls = g->one_by_one = true;
    g->counts_sets = false;
    g->walls_anywhere = g->v->walling.rule == WALLING_DUCK || g->v->walling.rule == WALLING_STATIC;
    g->walls_free = both(without(g->v->board, g->occupied), g->v->walling.region[g->us]);
    g->walls_count = count_squares(&g->walls_free);
    g->tries_walls = s->king != KS_VARIANT_NO_SQUARE || g->v->crowned.types;
    if (!g->tries_walls)
        return;
    s->king = KS_VARIANT_NO_SQUARE;
    s->in_check = s->has_royals = s->royals_in_check = false;
    s->guard = (struct guard){.answers = g->v->board};
    g->promotions |= g->crownings;
    g->crownings = 0;
}

/* ---- All ---- */

uint32_t ks_variant_promotions(const ks_variant *v, const ks_variant_position *p) {
    uint32_t types = v->promotion_types[p->side_to_move];
    for (uint32_t limited = types & v->limited; limited; limited &= limited - 1) {
        const unsigned type = (unsigned)__builtin_ctz(limited);
        if (ks_variant_count_type(v, p, p->side_to_move, type) >= v->types[type].limit)
            types &= ~((uint32_t)1 << type);
    }
    return types;
}

void ks_variant_start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                                 visit_move *visit, void *context) {
    g->v = v;
    g->position = p;
    g->us = p->side_to_move;
    g->them = other_side(p->side_to_move);
    g->occupied = occupied_squares(p);
    g->movers = p->pieces[g->us];
    g->skips_drops = false;
    g->promotions = ks_variant_promotions(v, p);
    g->crownings = v->blasts && v->fireproof ? g->promotions : g->promotions & v->crowned.types;
    g->promotions &= ~g->crownings;
    g->spared = (ks_variant_squares){{0}};
    if (v->royal != NO_TYPE && !v->may_lose_king)
        g->spared = squares_of_code(v, p, KS_VARIANT_CODE(v->royal, g->them));
    g->captures_only = false;
    g->quiet = 0;
    g->quiet_pieces = (ks_variant_squares){{0}};
    g->gates = v->seirawan && !is_empty_set(&p->gates[g->us]);
    g->lists = false;
    g->one_by_one = visit || !v->checking || !v->drop_checks || (g->gates && v->gates_expose);
    g->counts_sets = !g->one_by_one;
    if (!v->checking)
        g->uncovering = ks_variant_uncovering(v, p);
    g->visit = visit;
    g->context = context;
    g->count = 0;
    g->stopped = false;
    ks_variant_start_safety(&g->safety, v, p);
    g->walls = g->walls_anywhere = g->tries_walls = false;
    if (v->walling.rule && !v->walling.instead)
        start_walls(g);
    g->counts_plain =
        g->counts_sets && !g->safety.in_check && is_subset(&g->safety.guard.sensitive, &p->pieces[g->us]);
    g->pawns = g->counts_plain ? ks_variant_find_plain_pawns(g) : (ks_variant_squares){{0}};
}

ALWAYS_INLINE void add_piece(struct generation *g, unsigned from);

static void add_pieces(struct generation *g) {
    g->count += ks_variant_count_pawns(g);
    for (ks_variant_squares pieces = without(g->movers, either(g->pawns, g->quiet_pieces));
         !is_empty_set(&pieces) && !g->stopped;)
        add_piece(g, take_square(&pieces));
}

static size_t add_all(struct generation *g) {
    const ks_variant *const v = g->v;
    if (v->drop_limits.musts && ks_variant_must_drop(v, g->position)) {
        add_drops(g);
        if (g->count)
            return g->count;
    }
    g->captures_only = v->must_capture;
    add_pieces(g);
    if (g->captures_only && g->count == 0) {
        g->captures_only = false;
        g->count = g->quiet;
        add_pieces(g);
    }
    if (!g->captures_only) {
        ks_variant_add_castling(g);
        if (v->drops && !g->skips_drops)
            add_drops(g);
        if (v->stands_up)
            add_standing(g);
        if (v->passing)
            add_pass(g);
        if (v->walling.instead)
            add_walls(g);
    }
    return g->count;
}

size_t ks_variant_each_move(const ks_variant *v, const ks_variant_position *p, visit_move *visit,
                            void *context) {
    struct generation g;
    if (ks_variant_has_ended(v, p, NULL))
        return 0;
    ks_variant_start_generation(&g, v, p, visit, context);
    return add_all(&g);
}

/* Returns whether a piece's moves are known only when all moves are. */
static bool moves_depend_on_others(const ks_variant *v) {
    return v->must_capture || v->passing || v->drop_limits.musts;
}

size_t ks_variant_each_move_of(const ks_variant *v, const ks_variant_position *p,
                               const ks_variant_squares *movers, bool skips_drops, visit_move *visit,
                               void *context) {
    struct generation g;
    if (ks_variant_has_ended(v, p, NULL))
        return 0;
    ks_variant_start_generation(&g, v, p, visit, context);
    if (!moves_depend_on_others(v)) {
        g.movers = both(g.movers, *movers);
        g.skips_drops = skips_drops;
    }
    return add_all(&g);
}

size_t ks_variant_legal_moves(const ks_variant *v, const ks_variant_position *p, ks_variant_move *moves,
                              size_t room) {
    struct generation g;
    if (ks_variant_has_ended(v, p, NULL))
        return 0;
    ks_variant_start_generation(&g, v, p, NULL, NULL);
    g.lists = true;
    g.list = moves;
    g.room = room;
    g.one_by_one = true;
    g.counts_sets = g.counts_plain = false;
    g.pawns = (ks_variant_squares){{0}};
    return add_all(&g);
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

ks_variant_squares ks_variant_legal_en_passant(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares squares = {{0}};
    struct generation g;
    if (p->en_passant_pawn == KS_VARIANT_NO_SQUARE || ks_variant_has_ended(v, p, NULL))
        return squares;
    ks_variant_start_generation(&g, v, p, collect_en_passant, &squares);
    for (ks_variant_squares pieces = p->pieces[g.us]; !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (ks_variant_takes_en_passant(&g, from))
            ks_variant_add_piece(&g, from);
    }
    return squares;
}

/* ==== Moves of a piece that stands ==== */

/* Finds the promotions that replace a move. */

/* Returns the squares that the piece on `from` attacks on a board. */
static ks_variant_squares find_attacks(const ks_variant *v, const uint8_t *board,
                                       const ks_variant_squares *occupied, unsigned from) {
    const unsigned index = board[from] * v->squares + from;
    ks_variant_squares attacks = v->leaps[index].captures;
    for (uint32_t i = v->rides_of[index]; i < v->rides_of[index + 1]; i++)
        if (v->rides[i].flags & LINE_CAPTURE)
            attacks = either(attacks, reach_of_line(v, &v->rides[i], board, occupied));
    return attacks;
}

static unsigned count_pawns(const ks_variant *v, const ks_variant_position *p) {
    unsigned count = 0;
    for (ks_variant_squares left = p->pieces[p->side_to_move]; !is_empty_set(&left);)
        count += v->types[KS_VARIANT_TYPE(p->board[take_square(&left)])].pawn;
    return count;
}

bool ks_variant_may_stand_up(const ks_variant *v, const ks_variant_position *p, unsigned from) {
    return v->types[KS_VARIANT_TYPE(p->board[from])].pawn &&
           (has_square(&v->promotion[p->side_to_move], from) || count_pawns(v, p) == 1);
}

bool ks_variant_may_soon_stand_up(const ks_variant *v, const ks_variant_position *p) {
    unsigned pawns = 0;
    for (ks_variant_squares left = p->pieces[p->side_to_move]; v->stands_up && !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (!v->types[KS_VARIANT_TYPE(p->board[square])].pawn)
            continue;
        if (has_square(&v->promotion[p->side_to_move], square))
            return true;
        pawns++;
    }
    return pawns == 1 || pawns == 2;
}

ks_variant_squares ks_variant_standing_squares(const ks_variant *v, const ks_variant_position *p,
                                               unsigned from, unsigned type) {
    const ks_variant_squares occupied = occupied_squares(p);
    uint8_t board[KS_VARIANT_SQUARES_MAX];
    memcpy(board, p->board, sizeof board);
    board[from] = (uint8_t)KS_VARIANT_CODE(type, p->side_to_move);
    ks_variant_squares squares = without(find_attacks(v, board, &occupied, from), occupied);
    add_square(&squares, from);
    return squares;
}

bool ks_variant_would_attack(const ks_variant *v, const ks_variant_position *p, unsigned from, unsigned to,
                             unsigned type) {
    const unsigned us = p->side_to_move;
    ks_variant_squares occupied = occupied_squares(p);
    uint8_t board[KS_VARIANT_SQUARES_MAX];
    memcpy(board, p->board, sizeof board);
    board[from] = 0;
    board[to] = (uint8_t)KS_VARIANT_CODE(type, us);
    remove_square(&occupied, from);
    add_square(&occupied, to);
    const ks_variant_squares attacked =
        both(find_attacks(v, board, &occupied, to), p->pieces[other_side(us)]);
    return !is_empty_set(&attacked);
}

/* A piece that attacks nothing gives check only by uncovering another piece. */
static bool may_uncover(const struct safety *s, unsigned from, unsigned to) {
    const ks_variant_squares uncovering = ks_variant_uncovering(s->v, s->position);
    return has_square(&uncovering, from) || has_square(&uncovering, to);
}

ks_variant_squares ks_variant_standing(struct safety *s, unsigned from, unsigned type) {
    const ks_variant *const v = s->v;
    ks_variant_squares kept = {{0}};
    if (!ks_variant_may_stand_up(v, s->position, from))
        return kept;
    ks_variant_squares squares =
        ks_variant_safe_targets(s, from, ks_variant_standing_squares(v, s->position, from, type));
    while (!is_empty_set(&squares)) {
        const unsigned to = take_square(&squares);
        if (!ks_variant_would_attack(v, s->position, from, to, type) &&
            !(may_uncover(s, from, to) &&
              ks_variant_gives_check(v, s->position, VARIANT_MOVE(from, to, KS_VARIANT_PLAIN, type + 1))))
            add_square(&kept, to);
    }
    return kept;
}

/* ==== Adding ==== */

/* Adds moves to those found: one at a time; or a set at a time, counted or listed. */

static bool may_check(const struct generation *g, unsigned kind) {
    return g->v->checking && (g->v->drop_checks || kind != KS_VARIANT_DROP);
}

static void add_one(struct generation *g, ks_variant_move move, bool known_good) {
    if (!known_good && !may_check(g, KS_VARIANT_MOVE_KIND(move)) &&
        ks_variant_gives_check(g->v, g->position, move))
        return;
    if (g->lists && g->count < g->room)
        g->list[g->count] = move;
    g->count++;
    if (g->visit && !g->visit(move, g->context))
        g->stopped = true;
}

/* Returns whether a piece of the type may come from the hand through the gate. */
static bool may_come(const struct generation *g, unsigned type, unsigned gate) {
    return g->position->hand[g->us][type] && ks_variant_may_come(g->v, type, g->us, gate);
}

/* Returns whether a move that is safe by itself leaves a royal piece in check by what it places on a gate. */
__attribute__((noinline)) static bool exposes(const struct generation *g, ks_variant_move move) {
    ks_variant_position after = *g->position;
    ks_variant_undo undo;
    ks_variant_make_move(g->v, &after, move, &undo);
    return ks_variant_piece_in_check(g->v, &after, g->us) != KS_VARIANT_NO_SQUARE;
}

/* Adds the move with each piece that may be placed on the square that the mover, or the castling rook,
 * leaves. */
static void add_gating(struct generation *g, ks_variant_move move, bool rook) {
    const unsigned gate = rook ? KS_VARIANT_MOVE_TO(move) : KS_VARIANT_MOVE_FROM(move);
    if (!ks_variant_may_gate(g->v, g->position, move, rook))
        return;
    for (unsigned type = 0; type < g->v->type_count && !g->stopped; type++) {
        const ks_variant_move gating = move | GATED(type) | (rook ? GATED_BY_ROOK : 0);
        if (may_come(g, type, gate) && !(g->v->gates_expose && exposes(g, gating)))
            add_one(g, gating, false);
    }
}

/* Returns the number of moves to each square that the piece reaches: one without gating, and one with each
 * type gated. */
static unsigned ways_to_leave(const struct generation *g, unsigned from) {
    unsigned ways = 1;
    if (!g->gates || !has_square(&g->position->gates[g->us], from))
        return ways;
    for (unsigned type = 0; type < g->v->type_count; type++)
        ways += may_come(g, type, from);
    return ways;
}

/* Returns whether walls are only counted, and all are legal. */
static bool counts_walls(const struct generation *g, unsigned kind) {
    return !g->visit && !g->lists && !g->tries_walls && may_check(g, kind);
}

/* Counts the walls that may be built anywhere after moves of one kind to these squares, all together.
 * The square that the piece leaves is free then, and so is that of a pawn captured en passant; a target
 * is not. */
static size_t count_walls(const struct generation *g, unsigned from, ks_variant_squares targets,
                          unsigned kind) {
    const ks_variant_squares *const region = &g->v->walling.region[g->us];
    ks_variant_squares free = g->walls_free;
    const bool frees = kind == KS_VARIANT_EN_PASSANT && has_square(region, g->position->en_passant_pawn);
    if (has_square(region, from))
        add_square(&free, from);
    const ks_variant_squares taken = both(targets, free);
    return (size_t)count_squares(&targets) * (g->walls_count + (unsigned)has_square(region, from) + frees) -
           count_squares(&taken);
}

/* Adds the move with each wall that it may build. */
__attribute__((noinline)) static void add_walled(struct generation *g, ks_variant_move move,
                                                 bool known_good) {
    ks_variant_squares walls = ks_variant_wall_squares(g->v, g->position, move);
    if (counts_walls(g, KS_VARIANT_MOVE_KIND(move))) {
        g->count += count_squares(&walls);
        return;
    }
    while (!is_empty_set(&walls) && !g->stopped) {
        const ks_variant_move walled = move | WITH_WALL(take_square(&walls));
        if (!g->tries_walls || ks_variant_is_safe_behind_wall(g->v, g->position, walled))
            add_one(g, walled, known_good);
    }
}

void ks_variant_add_move(struct generation *g, ks_variant_move move, bool known_good) {
    if (g->walls) {
        add_walled(g, move, known_good);
        return;
    }
    add_one(g, move, known_good);
    if (g->gates) {
        add_gating(g, move, false);
        add_gating(g, move, true);
    }
}

/* Returns the targets on which a piece checks the king on a square: all from which it might when it neither
 * leaps nor slides as in chess. *exact: it does. */
static ks_variant_squares checking(const struct generation *g, unsigned from, unsigned king, bool *exact) {
    const ks_variant *const v = g->v;
    const unsigned code = g->position->board[from], glides = v->glides[code], index = code * v->squares;
    ks_variant_squares threats = v->threats[index + king];
    *exact = glides || v->rides_of[index] == v->rides_of[index + v->squares];
    if (glides) {
        const uint64_t left = g->occupied.half[0] & ~((uint64_t)1 << from);
        threats.half[0] = (threats.half[0] & ~glide_from(glides, king, 0)) | glide_from(glides, king, left);
    }
    return threats;
}

/* Returns the targets to which a piece certainly moves without giving check, and removes those on which it
 * does give check. The set is empty when an explosion might uncover a line, a gate or a wall shield the
 * king, or other pieces than the king are royal. */
static ks_variant_squares checkless(const struct generation *g, unsigned from, ks_variant_squares *targets,
                                    unsigned kind) {
    const unsigned king = g->position->king[g->them];
    bool exact;
    if (kind != KS_VARIANT_PLAIN || king == KS_VARIANT_NO_SQUARE || g->v->crowned.types || g->v->blasts ||
        g->gates || g->walls || has_square(&g->uncovering, from))
        return (ks_variant_squares){{0}};
    const ks_variant_squares threats = checking(g, from, king, &exact);
    if (exact)
        *targets = without(*targets, threats);
    return without(without(*targets, g->uncovering), threats);
}

/* Lists the moves to each target: `first` is that to square 0, and `step` the difference to the next. */
static void list_each(struct generation *g, ks_variant_squares targets, ks_variant_move first,
                      unsigned step) {
    size_t count = g->count;
    for (unsigned half = 0; half < 2; half++, first += 64 * step)
        for (uint64_t left = targets.half[half]; left; left &= left - 1, count++)
            if (count < g->room)
                g->list[count] = first + (unsigned)__builtin_ctzll(left) * step;
    g->count = count;
}

void ks_variant_add_each(struct generation *g, unsigned from, ks_variant_squares targets, unsigned kind,
                         unsigned promotion) {
    const bool drop = kind == KS_VARIANT_DROP;
    if (!g->one_by_one) {
        g->count += count_squares(&targets) * (drop ? 1 : ways_to_leave(g, from));
        return;
    }
    if (g->walls_anywhere && !drop && counts_walls(g, kind)) {
        g->count += count_walls(g, from, targets, kind);
        return;
    }
    if (g->lists && !g->gates && !g->walls && may_check(g, kind)) {
        list_each(g, targets, VARIANT_MOVE(drop ? 0 : from, 0, kind, promotion), VARIANT_MOVE(drop, 1, 0, 0));
        return;
    }
    const ks_variant_squares sure =
        promotion || may_check(g, kind) ? (ks_variant_squares){{0}} : checkless(g, from, &targets, kind);
    if (!g->visit && !g->lists && !g->gates && !g->walls) {
        g->count += count_squares(&sure);
        targets = without(targets, sure);
    }
    while (!is_empty_set(&targets) && !g->stopped) {
        const unsigned to = take_square(&targets);
        ks_variant_add_move(g, VARIANT_MOVE(drop ? to : from, to, kind, promotion), has_square(&sure, to));
    }
}

/* ==== Pieces ==== */

/* The moves of one piece: first the squares that it reaches, then those that leave the king safe, then
 * promotions there. */

/* ---- Promotion ---- */

/* A promoted piece cannot be captured en passant, so a first push that promotes is a plain move. */
static unsigned promoting_kind(unsigned kind) {
    return kind == KS_VARIANT_FIRST_PUSH ? KS_VARIANT_PLAIN : kind;
}

/* Returns the squares on which a piece that is not royal may turn into a type, which may be royal. */
static ks_variant_squares safe_to_turn(struct generation *g, unsigned from, ks_variant_squares squares,
                                       unsigned type) {
    const unsigned kind = g->v->types[type].kind;
    ks_variant_squares safe = {{0}};
    if (!(g->v->crowned.types >> kind & 1) || g->tries_walls || has_square(&g->safety.royals.each, from))
        return squares;
    while (!is_empty_set(&squares)) {
        const unsigned to = take_square(&squares);
        if (ks_variant_is_safe_promotion(&g->safety, from, to, to, kind))
            add_square(&safe, to);
    }
    return safe;
}

/* Adds the moves with which the piece takes its promoted form, or turns back. Removes from *staying the
 * squares to which it may not move otherwise. */
static void add_turning(struct generation *g, unsigned from, ks_variant_squares targets,
                        ks_variant_squares *staying, unsigned kind) {
    const struct turning turning = ks_variant_turning(g->v, g->position, from, targets);
    *staying = both(*staying, turning.staying);
    if (turning.type != NO_TYPE)
        ks_variant_add_each(g, from, safe_to_turn(g, from, turning.squares, turning.type),
                            promoting_kind(kind), turning.type + 1);
}

/* Adds promotions to types that may be royal or fireproof. targets: may include squares that endanger the
 * king. captured_on: KS_VARIANT_NO_SQUARE when a capture is on the target. */
static void add_crownings(struct generation *g, unsigned from, ks_variant_squares targets,
                          unsigned captured_on) {
    const ks_variant *const v = g->v;
    const unsigned kind = captured_on == KS_VARIANT_NO_SQUARE ? KS_VARIANT_PLAIN : KS_VARIANT_EN_PASSANT;
    if (!v->types[KS_VARIANT_TYPE(g->position->board[from])].promotes[g->us])
        return;
    for (targets = both(targets, v->promotion[g->us]); !is_empty_set(&targets) && !g->stopped;) {
        const unsigned to = take_square(&targets),
                       captured = captured_on == KS_VARIANT_NO_SQUARE ? to : captured_on;
        for (uint32_t types = g->crownings; types && !g->stopped; types &= types - 1)
            if (ks_variant_is_safe_promotion(&g->safety, from, to, captured, (unsigned)__builtin_ctz(types)))
                ks_variant_add_move(g, VARIANT_MOVE(from, to, kind, (unsigned)__builtin_ctz(types) + 1),
                                    false);
    }
}

/* Adds moves to these squares, all of which leave the king safe (precondition). */
static void add_safe(struct generation *g, unsigned from, ks_variant_squares targets, unsigned kind) {
    const ks_variant *const v = g->v;
    const unsigned code = g->position->board[from];
    ks_variant_squares promoting = {{0}}, staying = targets;
    if (v->types[KS_VARIANT_TYPE(code)].promotes[g->us])
        promoting = both(targets, v->promotion[g->us]);
    if (v->must_promote && !(kind == KS_VARIANT_EN_PASSANT && ks_variant_stays_by_en_passant(v, g->us)))
        staying = without(targets, promoting);
    if (v->turns)
        add_turning(g, from, targets, &staying, kind);
    if (v->must_stay_mobile)
        staying = without(staying, v->stuck[code]);
    if (is_empty_set(&promoting)) {
        ks_variant_add_each(g, from, staying, kind, 0);
        return;
    }
    for (uint32_t types = g->promotions; types && !g->stopped; types &= types - 1)
        ks_variant_add_each(g, from, promoting, promoting_kind(kind), (unsigned)__builtin_ctz(types) + 1);
    ks_variant_add_each(g, from, staying, kind, 0);
}

/* ---- One piece ---- */

/* Returns the targets of first moves that may be answered en passant. */
static ks_variant_squares find_pushes(const ks_variant *v, unsigned from, ks_variant_squares firsts) {
    ks_variant_squares pushes = {{0}};
    while (!is_empty_set(&firsts)) {
        const unsigned to = take_square(&firsts);
        const ks_variant_squares between = ks_variant_between(v, from, to);
        if (!is_empty_set(&between))
            add_square(&pushes, to);
    }
    return pushes;
}

static void add_en_passant(struct generation *g, unsigned from, ks_variant_squares targets) {
    if (g->crownings)
        add_crownings(g, from, targets, g->position->en_passant_pawn);
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        if (ks_variant_is_safe_en_passant(&g->safety, from, to))
            add_safe(g, from, set_of_square(to), KS_VARIANT_EN_PASSANT);
    }
}

/* Pieces of some types spare each other. */
static ks_variant_squares capturable(const struct generation *g, unsigned from, ks_variant_squares attacked) {
    const unsigned type = KS_VARIANT_TYPE(g->position->board[from]);
    ks_variant_squares captures = without(both(attacked, g->position->pieces[g->them]), g->spared);
    for (ks_variant_squares left = captures; g->v->immune >> type & 1 && !is_empty_set(&left);) {
        const unsigned to = take_square(&left);
        if (KS_VARIANT_TYPE(g->position->board[to]) == type)
            remove_square(&captures, to);
    }
    return captures;
}

/* Returns whether a piece attacks nothing, so that it can be left out when only captures count. */
static bool captures_nothing(const struct generation *g, unsigned from) {
    const unsigned index = g->position->board[from] * g->v->squares + from;
    const ks_variant_squares near = both(g->v->reach[index], g->position->pieces[g->them]);
    return is_empty_set(&near) && !ks_variant_takes_en_passant(g, from);
}

/* Adds the moves to these squares, of which `carefree` are safe. firsts: the squares that only first moves
 * reach. */
static void add_targets(struct generation *g, unsigned from, ks_variant_squares carefree,
                        ks_variant_squares targets, ks_variant_squares firsts) {
    const unsigned type = KS_VARIANT_TYPE(g->position->board[from]);
    const ks_variant_squares tried = without(targets, carefree);
    targets = carefree;
    if (!is_empty_set(&tried))
        targets = either(targets, ks_variant_safe_targets(&g->safety, from, tried));
    firsts = both(firsts, targets);
    if ((g->visit || g->lists || !g->v->checking) && !is_empty_set(&firsts) &&
        is_taken_en_passant(g->v, type)) {
        const ks_variant_squares pushes = find_pushes(g->v, from, firsts);
        add_safe(g, from, pushes, KS_VARIANT_FIRST_PUSH);
        targets = without(targets, pushes);
    }
    add_safe(g, from, targets, KS_VARIANT_PLAIN);
}

static bool may_promote(const struct generation *g, unsigned from, const ks_variant_squares *targets) {
    const struct piece_type *const type = &g->v->types[KS_VARIANT_TYPE(g->position->board[from])];
    const ks_variant_squares promoting = both(*targets, g->v->promotion[g->us]);
    return is_empty_set(&promoting) ? type->turns && has_square(&g->v->promotion[g->us], from)
                                    : type->promotes[g->us] || type->turns;
}

/* Counts the moves to these squares, all of which leave the king safe (precondition). */
static void count_targets(struct generation *g, unsigned from, const ks_variant_squares *targets) {
    const ks_variant_squares lasting =
        g->v->must_stay_mobile ? without(*targets, g->v->stuck[g->position->board[from]]) : *targets;
    if (may_promote(g, from, targets))
        add_safe(g, from, *targets, KS_VARIANT_PLAIN);
    else
        g->count += count_squares(&lasting) * ways_to_leave(g, from);
}

__attribute__((noinline)) static void add_any_piece(struct generation *g, unsigned from) {
    const ks_variant_position *const p = g->position;
    if (g->captures_only && captures_nothing(g, from))
        return;
    struct targets targets = find_targets(g->v, p->board, &g->occupied, from);
    if (g->v->cambodian)
        ks_variant_add_cambodian(g->v, p, from, g->safety.in_check, &targets);
    ks_variant_squares all = capturable(g, from, targets.attacks);
    if (!g->captures_only)
        all = either(all, either(targets.moves, targets.firsts));
    if (g->crownings)
        add_crownings(g, from, all, KS_VARIANT_NO_SQUARE);
    const ks_variant_squares carefree = ks_variant_carefree(&g->safety, from, all);
    if (g->counts_sets && is_subset(&all, &carefree))
        count_targets(g, from, &all);
    else
        add_targets(g, from, carefree, all, targets.firsts);
    if (ks_variant_takes_en_passant(g, from))
        add_en_passant(g, from, both(both(targets.attacks, p->en_passant), g->v->en_passant[g->us]));
}

/* Counts the moves of a plain piece that shields no king. While captures alone are added, the moves of a
 * piece that captures nothing are counted apart, for when there are no captures. */
ALWAYS_INLINE void count_plain(struct generation *g, unsigned from) {
    const ks_variant *const v = g->v;
    const unsigned code = g->position->board[from], glides = v->glides[code],
                   index = code * v->squares + from;
    const uint64_t enemies = g->position->pieces[g->them].half[0] & ~g->spared.half[0];
    uint64_t moves = v->leaps[index].moves.half[0], captures = v->leaps[index].captures.half[0];
    if (g->captures_only && g->count && !(v->reach[index].half[0] & enemies))
        return;
    if (glides) {
        const uint64_t reach = glide_from(glides, from, g->occupied.half[0]);
        moves |= reach;
        captures |= reach;
    }
    captures &= enemies;
    moves &= ~g->occupied.half[0];
    if (v->blasts && captures)
        captures = ks_variant_safe_targets(&g->safety, from, (ks_variant_squares){{captures, 0}}).half[0];
    if (!g->captures_only) {
        g->count += count_bits(captures | moves);
    } else if (captures) {
        g->count += count_bits(captures);
    } else if (!g->count) {
        g->quiet += count_bits(moves);
        add_square(&g->quiet_pieces, from);
    }
}

ALWAYS_INLINE void add_piece(struct generation *g, unsigned from) {
    if (g->counts_plain && g->v->plain[g->position->board[from]] &&
        !has_square(&g->safety.guard.sensitive, from) &&
        !(g->gates && has_square(&g->position->gates[g->us], from)))
        count_plain(g, from);
    else
        add_any_piece(g, from);
}

void ks_variant_add_piece(struct generation *g, unsigned from) {
    add_piece(g, from);
}
