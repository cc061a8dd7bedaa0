/* Positions of chess and of variants. */
#include "exports.h"
#include "game/common/rays.h"
#include "rules/position.h"

/* ---- Read ---- */

/* JavaScript copies the state of a position, which begins here, and sets the variant itself. */
EXPORT(size_t, position_state, (void)) {
    return offsetof(struct any_position, chess);
}

EXPORT(size_t, position_state_size, (const ks_variant *variant)) {
    return variant ? sizeof(ks_variant_position) : sizeof(ks_position);
}

EXPORT(void, position_start, (struct any_position * now, const ks_variant *variant)) {
    *now = any_start(variant);
}

/* Returns the code of the error. */
EXPORT(int, position_read,
       (struct any_position * now, const ks_variant *variant, const char *text, size_t length, unsigned flags,
        struct answer *answer)) {
    return any_read_fen(variant, text, length, flags, now, &answer->error);
}

/* rooks: the squares of the rooks that may castle. Returns the code of the error. */
EXPORT(int, position_from_board,
       (struct any_position * now, const uint8_t *board, unsigned side, uint64_t rooks, unsigned en_passant,
        unsigned flags, struct answer *answer)) {
    now->variant = NULL;
    return ks_position_from_board(board, side, rooks, en_passant, flags, &now->chess, &answer->error);
}

/* ---- Facts ---- */

/* Returns the length of the text. */
EXPORT(size_t, position_fen, (const struct any_position *now, bool x_fen, char text[ANY_FEN_SIZE])) {
    return any_write_shown_fen(now, x_fen, text);
}

EXPORT(unsigned, position_turn, (const struct any_position *now)) {
    return any_side_to_move(now);
}

EXPORT(unsigned, position_halfmove_clock, (const struct any_position *now)) {
    return now->variant ? now->varied.halfmove_clock : now->chess.halfmove_clock;
}

EXPORT(unsigned, position_fullmove_number, (const struct any_position *now)) {
    return now->variant ? now->varied.fullmove_number : now->chess.fullmove_number;
}

EXPORT(uint64_t, position_key, (const struct any_position *now)) {
    return any_key(now);
}

EXPORT(bool, position_needs_chess960, (const struct any_position *now)) {
    return any_is_chess960(now);
}

/* Writes two bytes a square: its letter in FEN, 0 when it is empty, and whether its piece is a promoted form.
 */
EXPORT(void, position_pieces, (const struct any_position *now, unsigned squares, char *out)) {
    for (unsigned square = 0; square < squares; square++) {
        out[2 * square] = any_piece_letter(now, square);
        out[2 * square + 1] = out[2 * square] && any_is_promoted(now, square);
    }
}

/* The 64 codes of a board of chess. */
EXPORT(const uint8_t *, position_board, (const struct any_position *now)) {
    return now->chess.board;
}

/* How many pieces of a type a side has in hand. */
EXPORT(unsigned, position_in_hand, (const struct any_position *now, unsigned side, unsigned type)) {
    return now->varied.hand[side][type];
}

EXPORT(unsigned, position_king, (const struct any_position *now, unsigned side)) {
    return now->variant ? now->varied.king[side] : ks_king_of(&now->chess, side);
}

/* ---- Verdicts ---- */

EXPORT(unsigned, position_judge, (const struct any_position *now, struct answer *answer)) {
    return any_judge(now, &answer->squares);
}

EXPORT(unsigned, position_outcome, (const struct any_position *now)) {
    const enum ks_verdict verdict = any_judge(now, NULL);
    if (now->variant)
        return ks_variant_find_outcome(now->variant, &now->varied, verdict);
    if (verdict == KS_CHECKMATE)
        return now->chess.side_to_move == KS_WHITE ? KS_BLACK_WINS : KS_WHITE_WINS;
    return verdict == KS_STALEMATE ? KS_DRAWN : KS_UNDECIDED;
}

/* keys: of all `count` positions of the game, this one included. */
EXPORT(unsigned, position_draw, (const struct any_position *now, const uint64_t *keys, size_t count)) {
    return any_find_draw(now, any_judge(now, NULL), keys, count);
}

EXPORT(unsigned, position_repetitions, (const struct any_position *now, const uint64_t *keys, size_t count)) {
    return ks_count_repetitions(keys, count, position_halfmove_clock(now));
}

EXPORT(bool, position_can_mate, (const struct any_position *now, unsigned side)) {
    return ks_can_mate(&now->chess, side);
}

/* ---- Attacks ---- */

EXPORT(void, position_attackers,
       (const struct any_position *now, unsigned square, unsigned by_side, struct answer *answer)) {
    answer->squares = now->variant ? ks_variant_attackers(now->variant, &now->varied, square, by_side)
                                   : (ks_variant_squares){{ks_attackers(now->chess.board, square, by_side)}};
}

EXPORT(void, position_attacked, (const struct any_position *now, unsigned by_side, struct answer *answer)) {
    answer->squares = any_attacked(now, by_side);
}

/* Writes a triple for each ray: the attacker, the king, and the pinned piece or NO_PIN. Returns their number.
 */
EXPORT(unsigned, position_rays, (const struct any_position *now, uint32_t out[3 * RAYS_MAX])) {
    if (any_king(now) >= ANY_SQUARES)
        return 0;
    const struct rays rays = find_rays(now);
    for (unsigned i = 0; i < rays.count; i++) {
        out[3 * i] = rays.all[i].from;
        out[3 * i + 1] = rays.all[i].king;
        out[3 * i + 2] = rays.all[i].pinned;
    }
    return rays.count;
}
