/* Makes moves of variants: turned pieces, flips, spoils, and all that follows. */
#include "variant/play/play.h"

#include <string.h>

#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/definition/squares.h"
#include "variant/play/castling.h"

/* ==== Flips ==== */

/* Finds the pieces that a move flips, and flips them. */

/* Adds the enemies in one direction if a piece of the side follows them. */
static void add_row(const ks_variant *v, const ks_variant_position *p, unsigned side, unsigned square,
                    int files, int rows, ks_variant_squares *enclosed) {
    ks_variant_squares row = {{0}};
    while ((square = ks_variant_beside(v, square, files, rows)) != KS_VARIANT_NO_SQUARE &&
           has_square(&p->pieces[other_side(side)], square))
        add_square(&row, square);
    if (square != KS_VARIANT_NO_SQUARE && has_square(&p->pieces[side], square))
        *enclosed = either(*enclosed, row);
}

ks_variant_squares ks_variant_enclosed(const ks_variant *v, const ks_variant_position *p, unsigned side,
                                       unsigned square) {
    ks_variant_squares enclosed = {{0}};
    for (int way = 0; way < 9; way++)
        if (way != 4) /* the square itself */
            add_row(v, p, side, square, way % 3 - 1, way / 3 - 1, &enclosed);
    return enclosed;
}

/* Returns the pieces that change sides after a move of the side to move to a square: v->flips. */
static ks_variant_squares find_flipped(const ks_variant *v, const ks_variant_position *p, unsigned to,
                                       bool dropped) {
    const unsigned us = p->side_to_move;
    const ks_variant_squares friends = both(v->around[to], p->pieces[us]);
    if (v->flips == ENCLOSING_REVERSI)
        return ks_variant_enclosed(v, p, us, to);
    if (v->flips == ENCLOSING_QUADWRANGLE && dropped && is_empty_set(&friends))
        return (ks_variant_squares){{0}};
    return both(v->around[to], p->pieces[other_side(us)]);
}

/* Lets the pieces on these squares change sides; doing so twice changes nothing. */
static void flip_pieces(ks_variant_position *p, ks_variant_squares squares) {
    while (!is_empty_set(&squares)) {
        const unsigned square = take_square(&squares);
        put(p, square, p->board[square] ^ 1u);
    }
}

/* ==== Spoils ==== */

/* Moves captured pieces to hands and takes them back. */

/* promoted: whether the piece was a pawn, and becomes one again. */
static void give(const ks_variant *v, ks_variant_position *p, unsigned code, bool promoted, int by) {
    const unsigned type = promoted ? v->unpromoted : v->types[KS_VARIANT_TYPE(code)].in_hand;
    uint8_t *const held = &p->hand[other_side(KS_VARIANT_SIDE(code))][type];
    *held = (uint8_t)(*held + by);
}

/* Gives away the capturing piece, as it was on the move's target, unless it is fireproof. */
static void give_capturer(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          const ks_variant_undo *undo, int by) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const bool promotes =
        v->marks_promoted && promotion && !ks_variant_is_turn(v, undo->moved, promotion - 1);
    const unsigned code = promotion ? KS_VARIANT_CODE(promotion - 1, p->side_to_move) : undo->moved;
    if (!(v->fireproof >> KS_VARIANT_TYPE(code) & 1))
        give(v, p, code, promotes || has_square(&undo->promoted, KS_VARIANT_MOVE_FROM(move)), by);
}

/* Adds `by` of each such piece to the hands: 1 when a capture is made, -1 when it is taken back. undo:
 * what the capture has recorded, with everything that it has taken and blown up. side_to_move: the
 * capturing side. */
static void share_spoils(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                         const ks_variant_undo *undo, int by) {
    const unsigned captured_on = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT
                                     ? undo->en_passant_pawn
                                     : KS_VARIANT_MOVE_TO(move);
    unsigned count = 0;
    give(v, p, undo->captured, has_square(&undo->promoted, captured_on), by);
    if (!v->blasts)
        return;
    give_capturer(v, p, move, undo, by);
    for (ks_variant_squares blown = undo->exploded; !is_empty_set(&blown);)
        give(v, p, undo->exploded_codes[count++], has_square(&undo->promoted, take_square(&blown)), by);
}

/* ==== Playing ==== */

/* Makes moves and takes them back. A move changes, in this order, clocks and rights, the pieces, and the
 * en-passant squares. */

void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    ks_variant_squares passed = both(p->en_passant, v->en_passant[us]);
    p->en_passant = (ks_variant_squares){{0}};
    while (!is_empty_set(&passed)) {
        const unsigned square = take_square(&passed);
        ks_variant_squares ready = ks_variant_attackers(v, p, square, us);
        while (!p->board[square] && !is_empty_set(&ready))
            if (v->types[KS_VARIANT_TYPE(p->board[take_square(&ready)])].takes_en_passant[us])
                add_square(&p->en_passant, square);
    }
    if (is_empty_set(&p->en_passant))
        p->en_passant_pawn = KS_VARIANT_NO_SQUARE;
}

/* ---- Making a move ---- */

static bool has_castling(const ks_variant_position *p) {
    static const uint8_t none[2][2] = {{KS_VARIANT_NO_SQUARE, KS_VARIANT_NO_SQUARE},
                                       {KS_VARIANT_NO_SQUARE, KS_VARIANT_NO_SQUARE}};
    return memcmp(p->castling_rook, none, sizeof none) != 0;
}

static void lose_wing(ks_variant_position *p, unsigned side, enum ks_wing wing) {
    uint8_t *const rooks = p->castling_rook[side];
    rooks[wing] = KS_VARIANT_NO_SQUARE;
    if (rooks[KS_KINGSIDE] == KS_VARIANT_NO_SQUARE && rooks[KS_QUEENSIDE] == KS_VARIANT_NO_SQUARE)
        p->castling_king[side] = KS_VARIANT_NO_SQUARE;
}

static void lose_castling(ks_variant_position *p, unsigned square) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (p->castling_rook[side][wing] != KS_VARIANT_NO_SQUARE &&
                (p->castling_rook[side][wing] == square || p->king[side] == square ||
                 p->castling_king[side] == square))
                lose_wing(p, side, wing);
}

static void castle(const ks_variant *v, ks_variant_position *p, unsigned king, unsigned rook) {
    const unsigned us = p->side_to_move, king_code = p->board[king], rook_code = p->board[rook];
    const struct castled end = ks_variant_castled(v, us, king, rook);
    lift(p, king);
    lift(p, rook);
    put(p, end.king, king_code);
    put(p, end.rook, rook_code);
    if (v->royal_castles)
        p->king[us] = (uint8_t)end.king;
}

/* Grants castling when king and rook are on their initial squares. */
static void grant_dropped(const ks_variant *v, ks_variant_position *p, unsigned wing) {
    const unsigned us = p->side_to_move, row = v->castling_row[us] * v->files;
    const unsigned rook = row + v->rook_file[wing], code = p->board[rook];
    if (v->castles && p->king[us] == row + v->king_file && code && KS_VARIANT_SIDE(code) == us &&
        v->castling_types >> KS_VARIANT_TYPE(code) & 1)
        p->castling_rook[us][wing] = (uint8_t)rook;
}

static void drop(const ks_variant *v, ks_variant_position *p, unsigned square, unsigned type) {
    put(p, square, KS_VARIANT_CODE(type, p->side_to_move));
    if (!v->free_drops)
        p->hand[p->side_to_move][v->types[type].plain]--;
    if (type == v->royal)
        p->king[p->side_to_move] = (uint8_t)square;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE && v->castles_dropped; wing++)
        if (type == v->royal || square == v->castling_row[p->side_to_move] * v->files + v->rook_file[wing])
            grant_dropped(v, p, wing);
}

/* A promoted piece stays marked on all its moves. */
static void mark_promoted(ks_variant_position *p, unsigned from, unsigned to, bool promotes) {
    const bool promoted = promotes || has_square(&p->promoted, from);
    remove_square(&p->promoted, from);
    remove_square(&p->promoted, to);
    if (promoted)
        add_square(&p->promoted, to);
}

static void move_piece(ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move), us = p->side_to_move;
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move), code = p->board[from];
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT)
        lift(p, p->en_passant_pawn);
    lift(p, from);
    put(p, to, promotion ? KS_VARIANT_CODE(promotion - 1, us) : code);
    if (p->king[us] == from)
        p->king[us] = (uint8_t)to;
}

static unsigned captured_on(const ks_variant_position *p, ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT ? p->en_passant_pawn
                                                               : KS_VARIANT_MOVE_TO(move);
}

static unsigned moved_by(const ks_variant_position *p, ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP
               ? KS_VARIANT_CODE(KS_VARIANT_MOVE_PROMOTION(move) - 1, p->side_to_move)
               : p->board[KS_VARIANT_MOVE_FROM(move)];
}

/* Removes a piece that a capture blows up, and all that depends on it. */
static void blow_up(ks_variant_position *p, unsigned square) {
    lose_castling(p, square);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (p->king[side] == square)
            p->king[side] = KS_VARIANT_NO_SQUARE;
    lift(p, square);
    remove_square(&p->promoted, square);
}

/* Blows up the capturing piece, which is on `to`, unless it is fireproof, and the adjacent pieces. */
static void explode(const ks_variant *v, ks_variant_position *p, unsigned to, ks_variant_undo *undo) {
    ks_variant_squares gone = ks_variant_explosion(v, p, to, to, to);
    unsigned count = 0;
    remove_square(&gone, to);
    undo->exploded = gone;
    while (!is_empty_set(&gone)) {
        const unsigned square = take_square(&gone);
        undo->exploded_codes[count++] = p->board[square];
        blow_up(p, square);
        if (v->petrifies_blown)
            put_wall(p, square);
    }
    if (!(v->fireproof >> KS_VARIANT_TYPE(p->board[to]) & 1))
        blow_up(p, to);
}

/* Returns whether a piece on the move's target is captured. It is not when the move begins there: in passing,
 * and when a pawn promotes on its square. */
static bool is_capture(ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_CASTLING &&
           KS_VARIANT_MOVE_FROM(move) != KS_VARIANT_MOVE_TO(move);
}

static void keep_for_undo(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    undo->en_passant = p->en_passant;
    undo->promoted = p->promoted;
    undo->exploded = (ks_variant_squares){{0}};
    if (v->gates)
        memcpy(undo->gates, p->gates, sizeof undo->gates);
    undo->halfmove_clock = p->halfmove_clock;
    undo->fullmove_number = p->fullmove_number;
    undo->moved = (uint8_t)moved_by(p, move);
    undo->captured = is_capture(move) ? p->board[captured_on(p, move)] : 0;
    undo->passes = p->passes;
    memcpy(undo->king, p->king, sizeof undo->king);
    memcpy(undo->checks_left, p->checks_left, sizeof undo->checks_left);
    undo->en_passant_pawn = p->en_passant_pawn;
    memcpy(undo->castling_rook, p->castling_rook, sizeof undo->castling_rook);
    memcpy(undo->castling_king, p->castling_king, sizeof undo->castling_king);
}

static void count_clocks(const ks_variant *v, ks_variant_position *p, const ks_variant_undo *undo) {
    if (undo->captured || v->types[KS_VARIANT_TYPE(undo->moved)].resets_clock[p->side_to_move])
        p->halfmove_clock = 0;
    else if (p->halfmove_clock < KS_CLOCK_MAX)
        p->halfmove_clock++;
    if (p->side_to_move == KS_BLACK && p->fullmove_number < KS_CLOCK_MAX)
        p->fullmove_number++;
}

/* Counts a check against the side to move. */
static void count_check(const ks_variant *v, ks_variant_position *p) {
    const unsigned us = p->side_to_move, them = other_side(us);
    if (p->checks_left[them] &&
        ks_variant_is_royal_attacked(v, p->board, &p->pieces[them], them, p->king[us], p->king[them]))
        p->checks_left[them]--;
}

/* Applies the effects of a capture on hands, explosions and walls. */
static void finish_capture(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                           ks_variant_undo *undo) {
    const unsigned to = KS_VARIANT_MOVE_TO(move), type = KS_VARIANT_TYPE(p->board[to]);
    const bool petrifies = v->petrified >> type & 1 && !(v->blasts && v->fireproof >> type & 1) &&
                           (v->blasts || v->petrified >> KS_VARIANT_TYPE(undo->moved) & 1);
    if (v->blasts)
        explode(v, p, to, undo);
    if (v->to_hand)
        share_spoils(v, p, move, undo, 1);
    if (petrifies) {
        remove_square(&p->promoted, to);
        put_wall(p, to);
    }
}

/* Changes the pieces, and everything that depends only on them. */
static void change_pieces(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned kind = KS_VARIANT_MOVE_KIND(move), promotion = KS_VARIANT_MOVE_PROMOTION(move);
    if (kind == KS_VARIANT_PASS)
        return;
    if (kind == KS_VARIANT_CASTLING) {
        castle(v, p, from, to);
        return;
    }
    if (kind == KS_VARIANT_DROP) {
        drop(v, p, to, promotion - 1);
        return;
    }
    move_piece(p, move);
    if (v->marks_promoted)
        mark_promoted(p, from, to, promotion && !ks_variant_is_turn(v, undo->moved, promotion - 1));
    if (undo->captured)
        finish_capture(v, p, move, undo);
}

/* Flips what the move encloses. */
__attribute__((noinline)) static void flip(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                                           ks_variant_undo *undo) {
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    undo->flipped = (ks_variant_squares){{0}};
    if (kind == KS_VARIANT_PASS || kind == KS_VARIANT_CASTLING)
        return;
    undo->flipped = find_flipped(v, p, KS_VARIANT_MOVE_TO(move), kind == KS_VARIANT_DROP);
    for (ks_variant_squares left = undo->flipped; !is_empty_set(&left);)
        lose_castling(p, take_square(&left));
    flip_pieces(p, undo->flipped);
}

/* Builds a wall. A duck leaves its square for that. */
__attribute__((noinline)) static void build(const ks_variant *v, ks_variant_position *p, unsigned square,
                                            ks_variant_undo *undo) {
    undo->walls = p->walls;
    for (ks_variant_squares left = p->walls; v->walling.rule == WALLING_DUCK && !is_empty_set(&left);)
        lift(p, take_square(&left));
    put_wall(p, square);
}

__attribute__((noinline)) static void tear_down(ks_variant_position *p, unsigned square,
                                                const ks_variant_undo *undo) {
    lift(p, square);
    for (ks_variant_squares left = without(undo->walls, p->walls); !is_empty_set(&left);)
        put_wall(p, take_square(&left));
}

void ks_variant_make_move(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    keep_for_undo(v, p, move, undo);
    count_clocks(v, p, undo);
    if (kind != KS_VARIANT_PASS && has_castling(p)) {
        lose_castling(p, from);
        lose_castling(p, to);
        if (v->castling_takes && kind == KS_VARIANT_CASTLING)
            lose_wing(p, other_side(p->side_to_move), to > from ? KS_KINGSIDE : KS_QUEENSIDE);
    }
    if (v->passing)
        p->passes = kind != KS_VARIANT_PASS ? 0 : p->passes ? 2 : 1;
    change_pieces(v, p, move, undo);
    if (v->flips)
        flip(v, p, move, undo);
    if (KS_VARIANT_MOVE_BUILDS(move))
        build(v, p, KS_VARIANT_MOVE_WALL(move), undo);
    if (v->gates)
        ks_variant_leave_gates(v, p, move);
    p->side_to_move = (uint8_t)other_side(p->side_to_move);
    p->en_passant = (ks_variant_squares){{0}};
    p->en_passant_pawn = KS_VARIANT_NO_SQUARE;
    if (kind == KS_VARIANT_FIRST_PUSH) {
        p->en_passant = ks_variant_between(v, from, to);
        p->en_passant_pawn = (uint8_t)to;
        ks_variant_settle_en_passant(v, p);
    }
    if (v->checks)
        count_check(v, p);
}

bool ks_variant_gives_check(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const unsigned them = after.side_to_move;
    /* The second function is faster, but only for kings. */
    const ks_variant_squares checkers =
        v->crowned.types ? ks_variant_checkers(v, &after, them) : ks_variant_king_checkers(v, &after, them);
    return !is_empty_set(&checkers);
}

/* ---- Taking a move back ---- */

static void take_back_castling(const ks_variant *v, ks_variant_position *p, unsigned king, unsigned rook) {
    const unsigned us = p->side_to_move;
    const struct castled end = ks_variant_castled(v, us, king, rook);
    const unsigned king_code = p->board[end.king], rook_code = p->board[end.rook];
    lift(p, end.king);
    lift(p, end.rook);
    put(p, king, king_code);
    put(p, rook, rook_code);
}

static void take_back_piece(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                            const ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    unsigned count = 0;
    for (ks_variant_squares gone = undo->exploded; !is_empty_set(&gone);)
        put(p, take_square(&gone), undo->exploded_codes[count++]);
    lift(p, to);
    put(p, from, undo->moved);
    if (!undo->captured)
        return;
    const unsigned square = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT ? undo->en_passant_pawn : to;
    put(p, square, undo->captured);
    if (v->to_hand)
        share_spoils(v, p, move, undo, -1);
}

static void take_back_drop(const ks_variant *v, ks_variant_position *p, ks_variant_move move) {
    lift(p, KS_VARIANT_MOVE_TO(move));
    if (!v->free_drops)
        p->hand[p->side_to_move][v->types[KS_VARIANT_MOVE_PROMOTION(move) - 1].plain]++;
}

void ks_variant_unmake_move(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                            const ks_variant_undo *undo) {
    p->side_to_move = (uint8_t)other_side(p->side_to_move);
    if (KS_VARIANT_MOVE_BUILDS(move))
        tear_down(p, KS_VARIANT_MOVE_WALL(move), undo);
    if (v->flips)
        flip_pieces(p, undo->flipped);
    if (v->gates)
        ks_variant_reopen_gates(p, move, undo);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        take_back_castling(v, p, KS_VARIANT_MOVE_FROM(move), KS_VARIANT_MOVE_TO(move));
    else if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        take_back_drop(v, p, move);
    else if (KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_PASS)
        take_back_piece(v, p, move, undo);
    p->en_passant = undo->en_passant;
    p->promoted = undo->promoted;
    p->passes = undo->passes;
    memcpy(p->king, undo->king, sizeof p->king);
    memcpy(p->checks_left, undo->checks_left, sizeof p->checks_left);
    p->halfmove_clock = undo->halfmove_clock;
    p->fullmove_number = undo->fullmove_number;
    p->en_passant_pawn = undo->en_passant_pawn;
    memcpy(p->castling_rook, undo->castling_rook, sizeof p->castling_rook);
    memcpy(p->castling_king, undo->castling_king, sizeof p->castling_king);
}
