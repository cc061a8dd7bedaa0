/* Judges a position of a variant, and finds the outcome of its game, and its key. */

#include "core/board/hashes.h"
#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/ends/ends.h"
#include "variant/moves/generate.h"

/* ==== Keys ==== */

/* The Zobrist key of a position of a variant. As in chess (c/core/board/key.c), each number is the hash of
 * its meaning, so there is no table. */

enum { STRIDE = 128 }; /* room for the squares of the largest board */

/* The meaning of a number: something on a square, as STRIDE * something + square. Codes of pieces begin with
 * 2. */
enum {
    BLACK_TO_MOVE, /* alone */
    EN_PASSANT_SQUARE = CODES_MAX,
    EN_PASSANT_PAWN,
    CASTLING_ROOK,                     /* + 2 * side + wing */
    CASTLING_KING = CASTLING_ROOK + 4, /* + side */
    WALL = CASTLING_KING + 2,
    GATE, /* + side */
    PROMOTED = GATE + 2,
    PASSES,                /* + the count instead of the square */
    CHECKS_LEFT,           /* + side; likewise */
    HAND = CHECKS_LEFT + 2 /* + code; likewise */
};

static uint64_t number(unsigned something, unsigned square) {
    return splitmix64_number(STRIDE * something + square);
}

static uint64_t key_of_pieces(const ks_variant_position *p) {
    uint64_t key = 0;
    for (ks_variant_squares left = either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]); !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        key ^= number(p->board[square], square);
    }
    return key;
}

static uint64_t key_of_rights(const ks_variant_position *p) {
    uint64_t key = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (p->castling_rook[side][wing] != KS_VARIANT_NO_SQUARE)
                key ^= number(CASTLING_ROOK + 2 * side + wing, p->castling_rook[side][wing]);
        if (p->castling_king[side] != KS_VARIANT_NO_SQUARE)
            key ^= number(CASTLING_KING + side, p->castling_king[side]);
    }
    return key;
}

static uint64_t key_of_en_passant(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares left = ks_variant_legal_en_passant(v, p);
    if (is_empty_set(&left))
        return 0;
    uint64_t key = number(EN_PASSANT_PAWN, p->en_passant_pawn);
    while (!is_empty_set(&left))
        key ^= number(EN_PASSANT_SQUARE, take_square(&left));
    return key;
}

/* Returns the part of the key for walls, gates, promoted pieces, passes, checks and hands, which few variants
 * have. */
static uint64_t key_of_hands(const ks_variant *v, const ks_variant_position *p) {
    uint64_t key = 0;
    for (ks_variant_squares left = p->walls; !is_empty_set(&left);)
        key ^= number(WALL, take_square(&left));
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->gates; side++)
        for (ks_variant_squares left = p->gates[side]; !is_empty_set(&left);)
            key ^= number(GATE + side, take_square(&left));
    for (ks_variant_squares left = p->promoted; !is_empty_set(&left);)
        key ^= number(PROMOTED, take_square(&left));
    if (p->passes)
        key ^= number(PASSES, p->passes);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        if (v->checks)
            key ^= number(CHECKS_LEFT + side, p->checks_left[side]);
        for (unsigned type = 0; v->hands && type < v->type_count; type++)
            if (p->hand[side][type])
                key ^= number(HAND + KS_VARIANT_CODE(type, side), p->hand[side][type]);
    }
    return key;
}

uint64_t ks_variant_position_key(const ks_variant *v, const ks_variant_position *p) {
    return (p->side_to_move == KS_BLACK ? number(BLACK_TO_MOVE, 0) : 0) ^ key_of_pieces(p) ^
           key_of_rights(p) ^ key_of_en_passant(v, p) ^ key_of_hands(v, p);
}

/* ==== Verdicts ==== */

/* Verdicts on positions of variants, and the results of games. */

/* ---- Quiet moves ---- */

/* Finds the squares on which a change may endanger a king or other royal piece, or give a forbidden check.
 * Returns false when the side to move is in check, or in variants where more than such squares counts. */
static bool find_sensitive(const ks_variant *v, const ks_variant_position *p, ks_variant_squares *sensitive) {
    struct guard guard;
    if (v->walling.rule || (!v->checking && (v->crowned.types || v->blasts || v->turns)))
        return false;
    ks_variant_guard(v, p, &guard);
    if (v->crowned.types) {
        const struct royals royals = ks_variant_royals(v, p, p->side_to_move);
        ks_variant_guard_royals(v, p, &royals, &guard); /* in check, all squares are sensitive */
    }
    *sensitive = v->checking ? guard.sensitive : either(guard.sensitive, ks_variant_uncovering(v, p));
    return is_empty_set(&guard.checkers);
}

/* Returns the targets to which a piece may move as what it is, and gives no forbidden check. */
static ks_variant_squares allowed_targets(const ks_variant *v, const ks_variant_position *p, unsigned code,
                                          ks_variant_squares targets) {
    const unsigned us = p->side_to_move, their_king = p->king[other_side(us)];
    if (v->must_stay_mobile)
        targets = without(targets, v->stuck[code]);
    if (v->must_promote && v->types[KS_VARIANT_TYPE(code)].promotes[us])
        targets = without(targets, v->promotion[us]);
    if (!v->checking && their_king != KS_VARIANT_NO_SQUARE)
        targets = without(targets, v->threats[code * v->squares + their_king]);
    return targets;
}

/* Returns whether a piece that is not the king certainly moves to an empty square. Then the side to move is
 * not in check and has a move, even if it has to capture or drop instead. Leaps alone are enough mostly. */
static bool has_quiet_move(const ks_variant *v, const ks_variant_position *p) {
    const ks_variant_squares occupied = occupied_squares(p);
    ks_variant_squares sensitive, pieces = p->pieces[p->side_to_move];
    if (!find_sensitive(v, p, &sensitive))
        return false;
    if (p->king[p->side_to_move] != KS_VARIANT_NO_SQUARE)
        remove_square(&pieces, p->king[p->side_to_move]);
    pieces = without(pieces, sensitive);
    const ks_variant_squares barred = either(occupied, sensitive);
    for (ks_variant_squares left = pieces; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), code = p->board[from];
        const ks_variant_squares leaps = without(v->leaps[code * v->squares + from].moves, barred);
        const ks_variant_squares targets = allowed_targets(v, p, code, leaps);
        if (!is_empty_set(&targets))
            return true;
    }
    for (ks_variant_squares left = pieces; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), code = p->board[from];
        const ks_variant_squares moves = without(find_targets(v, p->board, &occupied, from).moves, barred);
        const ks_variant_squares targets = allowed_targets(v, p, code, moves);
        if (!is_empty_set(&targets))
            return true;
    }
    return false;
}

/* ---- Judging ---- */

enum ks_verdict ks_variant_judge(const ks_variant *v, const ks_variant_position *p,
                                 ks_variant_squares *checkers) {
    if (has_quiet_move(v, p)) {
        if (checkers)
            *checkers = (ks_variant_squares){{0}};
        return KS_SAFE;
    }
    const ks_variant_squares found = ks_variant_checkers(v, p, p->side_to_move);
    const unsigned count = count_squares(&found);
    if (checkers)
        *checkers = found;
    if (!ks_variant_has_ended(v, p, NULL) && !ks_variant_has_move(v, p))
        return count ? KS_CHECKMATE : KS_STALEMATE;
    return count == 0 ? KS_SAFE : count == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

/* Returns the outcome of a stalemate. One that would draw is decided by material where that is counted. */
static enum ks_outcome stalemate_outcome(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    const int more = (int)count_squares(&p->pieces[us]) - (int)count_squares(&p->pieces[other_side(us)]);
    int value = v->stalemate;
    if (v->stalemate_counts)
        value = more == 0 ? 0 : more < 0 ? value : -value;
    return value == 0 ? ks_variant_count_material(v, p) : ks_variant_outcome_for(us, value);
}

/* Returns the result for the mated side. In shatar it depends on all checks of the series; the earlier moves
 * are not known here, so only the last check counts. */
static int mate_value(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares checkers = ks_variant_checkers(v, p, p->side_to_move);
    uint32_t types = 0;
    while (!is_empty_set(&checkers))
        types |= (uint32_t)1 << KS_VARIANT_TYPE(p->board[take_square(&checkers)]);
    if (!v->mates_by_shak)
        return v->checkmate;
    return !(types & ~v->knights) ? 1 : types & v->shak ? v->checkmate : 0;
}

enum ks_outcome ks_variant_find_outcome(const ks_variant *v, const ks_variant_position *p,
                                        enum ks_verdict verdict) {
    const unsigned us = p->side_to_move;
    struct ending ending;
    if (ks_variant_has_ended(v, p, &ending))
        return ending.outcome;
    if (verdict == KS_CHECKMATE)
        return ks_variant_outcome_for(us, mate_value(v, p));
    if (verdict != KS_STALEMATE)
        return KS_UNDECIDED;
    return stalemate_outcome(v, p);
}
