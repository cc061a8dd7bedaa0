/* Finds the rule of castling that a move breaks; the rules are Chess960's, which include the
 * rules of chess. Messages follow "white can't castle kingside: ". */
#include "variant/play/castling.h"

#include "variant/attacks/royals.h"
#include "variant/definition/squares.h"
#include "variant/explain/attempt.h"
#include "variant/play/board.h"

struct castling {
    const struct attempt *a;
    unsigned king, rook; /* king: KS_NOWHERE where a piece castles that isn't royal, and has no right */
    enum ks_wing wing;
    struct castled end;
};

/* ---- The right ---- */

/* Names what the king castles with. */
static struct words rook_name(const ks_variant *v) {
    const uint32_t types = v->castling_types;
    return types && !(types & (types - 1)) ? ks_noun_of(v, (unsigned)__builtin_ctz(types))
                                           : (struct words){"piece to castle with"};
}

/* Returns whether a rook stands between the king and the edge of the board. */
static bool has_rook(const struct castling *c) {
    const struct attempt *const a = c->a;
    for (unsigned left = a->v->files, square = c->king; left > 1; left--) {
        square = ks_variant_beside(a->v, square, c->wing == KS_KINGSIDE ? 1 : -1, 0);
        if (square == KS_NOWHERE)
            return false;
        const unsigned code = a->position->board[square];
        if (is_piece(code) && KS_VARIANT_SIDE(code) == a->us &&
            a->v->castling_types >> KS_VARIANT_TYPE(code) & 1)
            return true;
    }
    return false;
}

static int check_right(const struct castling *c) {
    const struct attempt *const a = c->a;
    const bool known = c->king != KS_NOWHERE;
    const bool home = known && c->king / a->v->files == a->v->castling_row[a->us];
    const struct words king = ks_noun_of(a->v, a->v->castling_king);
    if (!a->v->castles)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, "there is no castling in %s", a->v->name);
    if (c->rook != KS_NOWHERE)
        return KS_OK;
    if (!known && a->v->royal_castles)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, "%s has no %s", ks_side_names[a->us], king.text);
    if (home && !has_rook(c))
        return REFUSE(a, KS_ERROR_CASTLING_ROOK_MISSING, "no %s stands on that side of %s",
                      rook_name(a->v).text, the(a, c->king).text);
    if (known && !home)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, "the right is lost, since the %s has left its rank",
                      king.text);
    return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, "the right is lost, since the %s or the %s has moved",
                  king.text, rook_name(a->v).text);
}

static int check_path(const struct castling *c) {
    const ks_squares way = ks_variant_castling_way(c->king, c->rook, c->end);
    const ks_squares blockers = both(way, occupied_squares(c->a->position));
    return is_empty_set(&blockers) ? KS_OK
                                   : REFUSE(c->a, KS_ERROR_CASTLING_BLOCKED, "%s stands in the way",
                                            the(c->a, lowest(blockers)).text);
}

/* ---- Attacks ---- */

/* Returns the enemy pieces that attack what castles on a square of its way; none where it may be attacked. */
static ks_squares attackers_on(const struct castling *c, unsigned square) {
    const struct attempt *const a = c->a;
    const struct royals royals = ks_variant_royals(a->v, a->position, a->us);
    ks_variant_position there = *a->position;
    if (!a->v->royal_castles && !has_square(&royals.each, c->king))
        return (ks_squares){{0}};
    lift(&there, c->king);
    put(&there, square, a->position->board[c->king]);
    if (!a->v->royal_castles)
        return ks_variant_attackers(a->v, &there, square, other_side(a->us));
    there.king[a->us] = (uint8_t)square;
    return ks_variant_king_checkers(a->v, &there, a->us);
}

static int check_start(const struct castling *c) {
    const ks_squares checkers = ks_variant_king_checkers(c->a->v, c->a->position, c->a->us);
    const ks_squares attackers = attackers_on(c, c->king);
    if (!is_empty_set(&checkers))
        return REFUSE(c->a, KS_ERROR_CASTLING_OUT_OF_CHECK, "%s is in check from %s",
                      the(c->a, c->a->position->king[c->a->us]).text, the(c->a, lowest(checkers)).text);
    return is_empty_set(&attackers) ? KS_OK
                                    : REFUSE(c->a, KS_ERROR_CASTLING_OUT_OF_CHECK, "%s is in check from %s",
                                             the(c->a, c->king).text, the(c->a, lowest(attackers)).text);
}

static int check_way(const struct castling *c) {
    const unsigned low = c->king < c->end.king ? c->king : c->end.king;
    const unsigned high = c->king < c->end.king ? c->end.king : c->king;
    for (unsigned square = low + 1; square < high; square++) {
        const ks_squares attackers = attackers_on(c, square);
        if (!is_empty_set(&attackers))
            return REFUSE(c->a, KS_ERROR_CASTLING_THROUGH_CHECK, "the %s would pass %s, which %s attacks",
                          noun_on(c->a, c->king).text, square_name(c->a, square),
                          the(c->a, lowest(attackers)).text);
    }
    return KS_OK;
}

/* After castling, the rook may have uncovered what it hid, and other royal pieces count. */
static int check_end(const struct castling *c) {
    const struct attempt *const a = c->a;
    const ks_variant_move move = VARIANT_MOVE(c->king, c->rook, KS_VARIANT_CASTLING, 0);
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(a->v, &after, move, &undo);
    const ks_squares attackers = ks_variant_king_checkers(a->v, &after, a->us);
    if (is_empty_set(&attackers))
        return ks_variant_refuse_royals(a, move);
    return REFUSE(a, KS_ERROR_CASTLING_INTO_CHECK, "the %s would be in check on %s from %s",
                  ks_noun_of(a->v, a->v->royal).text, square_name(a, after.king[a->us]),
                  the(a, lowest(attackers)).text);
}

/* ---- All ---- */

int ks_variant_explain_castling(const struct attempt *a, enum ks_wing wing) {
    static int (*const rules[])(const struct castling *) = {check_right, check_path, check_start, check_way,
                                                            check_end};
    struct castling c = {.a = a,
                         .king = ks_variant_castling_king(a->v, a->position, a->us),
                         .rook = a->position->castling_rook[a->us][wing],
                         .wing = wing};
    int code = ks_variant_explain_ending(a);
    c.end = ks_variant_castled(a->v, a->us, c.king, c.rook);
    for (size_t i = 0; i < sizeof rules / sizeof *rules && code == KS_OK; i++)
        code = rules[i](&c);
    if (code != KS_OK)
        return code;
    return a->v->must_capture
               ? REFUSE(a, KS_ERROR_MUST_CAPTURE, "there is a capture, and a side that can capture has to")
               : REFUSE(a, KS_ERROR_GIVES_CHECK, "that would give check, which isn't allowed");
}
