/* The rules of castling, one function a rule; they are those of Chess960, which include those of chess. */
#include <stdio.h>

#include "core/internal.h"
#include "rules/explain/castling.h"
#include "rules/explain/words.h"

struct castling {
    const ks_position *position;
    unsigned us, king, rook, king_to, rook_to;
    enum ks_wing wing;
    ks_error *error;
};

static const char *const wing_names[2] = {[KS_KINGSIDE] = "kingside", [KS_QUEENSIDE] = "queenside"};

/* "white can't castle kingside: " and the reason. */
static int refuse(const struct castling *c, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(const struct castling *c, int code, const char *format, ...) {
    char reason[sizeof c->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return ks_fail(c->error, code, 0, "%s can't castle %s: %s", ks_side_names[c->us], wing_names[c->wing],
                   reason);
}

static int check_right(const struct castling *c) {
    const bool king_at_home = row_of(c->king, c->us) == 0;
    const unsigned corner = (c->king & 56) | (c->wing == KS_KINGSIDE ? 7 : 0);
    uint64_t rooks = 0;
    if (c->rook != KS_NO_SQUARE)
        return KS_OK;
    for (uint64_t rest = row_span(c->king, corner); rest; rest &= rest - 1)
        if (c->position->board[lowest_square(rest)] == code_of(KS_WHITE_ROOK, c->us))
            rooks |= rest & -rest;
    if (king_at_home && !rooks)
        return refuse(c, KS_ERROR_CASTLING_ROOK_MISSING, "no rook stands on that side of the king on %s",
                      ks_square_name(c->king));
    return refuse(c, KS_ERROR_CASTLING_UNAVAILABLE, "the right is lost, since %s",
                  king_at_home ? "the king or the rook has moved" : "the king has left its rank");
}

static int check_path(const struct castling *c) {
    const uint64_t path = row_span(c->king, c->king_to) | row_span(c->rook, c->rook_to);
    for (uint64_t rest = path & ~bit(c->king) & ~bit(c->rook); rest; rest &= rest - 1)
        if (c->position->board[lowest_square(rest)] != KS_EMPTY)
            return refuse(c, KS_ERROR_CASTLING_BLOCKED, "the %s on %s stands in the way",
                          first_piece(c->position, rest), first_name(rest));
    return KS_OK;
}

static int check_start(const struct castling *c) {
    const uint64_t checkers = ks_attackers(c->position->board, c->king, c->us ^ 1);
    if (checkers == 0)
        return KS_OK;
    return refuse(c, KS_ERROR_CASTLING_OUT_OF_CHECK, "the king on %s is in check from the %s on %s",
                  ks_square_name(c->king), first_piece(c->position, checkers), first_name(checkers));
}

static int check_way(const struct castling *c) {
    const uint64_t way = row_span(c->king, c->king_to) & ~bit(c->king) & ~bit(c->king_to);
    for (uint64_t rest = way; rest; rest &= rest - 1) {
        const uint64_t attackers = ks_attackers(c->position->board, lowest_square(rest), c->us ^ 1);
        if (attackers)
            return refuse(c, KS_ERROR_CASTLING_THROUGH_CHECK,
                          "the king would pass %s, which the %s on %s attacks", first_name(rest),
                          first_piece(c->position, attackers), first_name(attackers));
    }
    return KS_OK;
}

/* After castling: the rook may have hidden the square from a piece behind it. */
static int check_end(const struct castling *c) {
    ks_position after = *c->position;
    ks_undo undo;
    ks_make_move(&after, KS_MOVE(c->king, c->rook, KS_MOVE_CASTLING), &undo);
    const uint64_t attackers = ks_attackers(after.board, c->king_to, c->us ^ 1);
    if (attackers == 0)
        return KS_OK;
    return refuse(c, KS_ERROR_CASTLING_INTO_CHECK, "the king would be in check on %s from the %s on %s",
                  ks_square_name(c->king_to), first_piece(&after, attackers), first_name(attackers));
}

int ks_explain_castling(const ks_position *position, enum ks_wing wing, ks_move *move, ks_error *error) {
    static int (*const rules[])(const struct castling *) = {check_right, check_path, check_start, check_way,
                                                            check_end};
    const unsigned us = position->side_to_move, king = position->king[us];
    const unsigned rook = position->castling_rook[us][wing];
    const struct castling c = {
        position, us, king, rook, castled_king(us, king, rook), castled_rook(us, king, rook), wing, error};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const int code = rules[i](&c);
        if (code != KS_OK)
            return code;
    }
    *move = KS_MOVE(king, rook, KS_MOVE_CASTLING);
    return KS_OK;
}
