/* Why a move of chess is not legal: its piece's rule, promotion, the pieces in the way, the king's safety;
 * and the rules of castling. */
#include "rules/explain/reasons.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/board/geometry.h"
#include "rules/generator/tables.h"

const char *const ks_piece_names[KS_WHITE_KING + 1] = {
    [KS_WHITE_PAWN] = "pawn", [KS_WHITE_KNIGHT] = "knight", [KS_WHITE_BISHOP] = "bishop",
    [KS_WHITE_ROOK] = "rook", [KS_WHITE_QUEEN] = "queen",   [KS_WHITE_KING] = "king",
};

struct words ks_the_piece_of_chess(const ks_position *position, unsigned square) {
    struct words piece;
    sprintf(piece.text, "the %s on %s", name_on(position, square), ks_square_name(square));
    return piece;
}

static struct words the(const struct attempt *a, unsigned square) {
    return ks_the_piece_of_chess(a->position, square);
}

static bool is_pawn(const struct attempt *a) {
    return a->position->board[a->from] == code_of(KS_WHITE_PAWN, a->us);
}

/* Returns whether a pawn would go straight ahead. */
static bool is_push(const struct attempt *a) {
    return is_pawn(a) && (a->from & 7) == (a->to & 7);
}

/* Returns how many ranks nearer to the enemy the move ends than it begins. */
static int ranks_ahead(const struct attempt *a) {
    const int rows = (int)(a->from >> 3) - (int)(a->to >> 3);
    return a->us == KS_WHITE ? rows : -rows;
}

/* ---- The piece's rule ---- */

/* Returns whether the piece goes there on a board where nothing is in its way. */
static bool leads(const struct attempt *a) {
    const int ahead = ranks_ahead(a);
    if (is_push(a))
        return ahead == 1 || (ahead == 2 && a->from >> 3 == row_of_rank(a->us, 1));
    return ks_attacks_from[a->from][a->position->board[a->from]] >> a->to & 1;
}

static int refuse_rule(const struct attempt *a) {
    const unsigned type = (a->position->board[a->from] & ~(unsigned)KS_BLACK_BIT) - KS_WHITE_PAWN;
    if (a->from == a->to)
        return REFUSE(a, KS_ERROR_SAME_SQUARE, STANDS_THERE_ALREADY);
    if (is_push(a) && ranks_ahead(a) == 2)
        return REFUSE(a, KS_ERROR_PAWN_DOUBLE_PUSH, FIRST_PUSH_ELSEWHERE, ks_side_names[a->us], "pawn",
                      a->us == KS_WHITE ? "rank 2" : "rank 7");
    return REFUSE(a, KS_ERROR_PIECE_RULE, "a %s %s%s", name_on(a->position, a->from),
                  ks_how_pieces_move[type], type == KS_WHITE_KING - KS_WHITE_PAWN ? EXCEPT_TO_CASTLE : "");
}

/* ---- Promotion ---- */

int ks_refuse_promotion(const struct attempt *a) {
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, NO_PROMOTION, the(a, a->from).text, "pawns");
}

static int check_promotion(const struct attempt *a) {
    const char *const from = ks_square_name(a->from), *const to = ks_square_name(a->to);
    const bool on_last_rank = a->to >> 3 == row_of_rank(a->us, 7);
    if (a->promotion && !is_pawn(a))
        return ks_refuse_promotion(a);
    if (a->promotion && !on_last_rank)
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, NO_PROMOTION_THERE, the(a, a->from).text, to, ONLY_ON,
                      a->us == KS_WHITE ? "rank 8" : "rank 1");
    if (!a->promotion)
        return on_last_rank && is_pawn(a) ? REFUSE(a, KS_ERROR_PROMOTION_MISSING, PROMOTION_MISSING,
                                                   the(a, a->from).text, to, from, to, 'q')
                                          : KS_OK;
    if (a->promotion != KS_WHITE_PAWN && a->promotion != KS_WHITE_KING)
        return KS_OK;
    struct words wanted;
    sprintf(wanted.text, "a %s", ks_piece_names[a->promotion]);
    return REFUSE(a, KS_ERROR_PROMOTION_PIECE, CANNOT_BECOME, the(a, a->from).text, wanted.text, ONLY,
                  "a queen, rook, bishop or knight");
}

/* ---- The pieces in the way ---- */

/* Returns whether the move is one of a pawn to the side, onto the square that can be captured en passant. */
static bool is_en_passant(const struct attempt *a) {
    return is_pawn(a) && !is_push(a) && a->to == a->position->en_passant;
}

/* Refuses a pawn's capture on an empty square. */
static int refuse_empty(const struct attempt *a) {
    const unsigned passed = (a->from & 56) + (a->to & 7);
    const uint64_t enemies =
        ks_pieces_of(a->position, a->us ^ 1) & ~ks_squares_of(a->position, code_of(KS_WHITE_KING, a->us ^ 1));
    if (enemies >> passed & 1 && a->to >> 3 == row_of_rank(a->us, 5))
        return REFUSE(a, KS_ERROR_EN_PASSANT_UNAVAILABLE, NOT_EN_PASSANT, the(a, passed).text);
    return REFUSE(a, KS_ERROR_NOTHING_TO_CAPTURE, ONLY_TO_CAPTURE, A_PAWN_CAPTURES, ks_square_name(a->to));
}

static int check_board(const struct attempt *a) {
    const unsigned code = a->position->board[a->to];
    const uint64_t way = ks_lines_between[a->from][a->to] & (is_push(a) ? ~(uint64_t)0 : ~bit(a->to)),
                   blockers = way & ks_occupied(a->position);
    if (blockers)
        return REFUSE(a, is_pawn(a) ? KS_ERROR_PAWN_BLOCKED : KS_ERROR_PIECE_BLOCKED, STANDS_IN_THE_WAY,
                      the(a, a->to > a->from ? lowest_square(blockers) : highest_square(blockers)).text);
    if (code == KS_EMPTY)
        return is_pawn(a) && !is_push(a) && !is_en_passant(a) ? refuse_empty(a) : KS_OK;
    if (ks_pieces_of(a->position, a->us) >> a->to & 1)
        return REFUSE(a, KS_ERROR_OWN_PIECE, OWN_STANDS_THERE, ks_side_names[a->us],
                      name_on(a->position, a->to));
    return code == code_of(KS_WHITE_KING, a->us ^ 1)
               ? REFUSE(a, KS_ERROR_KING_CAPTURE, NEVER_CAPTURED, "a king")
               : KS_OK;
}

/* ---- The king's safety ---- */

/* Refuses a move that leaves the king in check, and that the piece could make but for that. */
static int refuse_danger(const struct attempt *a) {
    uint8_t board[KS_SQUARES];
    const unsigned before = ks_king_of(a->position, a->us), them = a->us ^ 1;
    const uint64_t checkers = before == KS_NO_SQUARE ? 0 : ks_attackers(a->position->board, before, them);
    memcpy(board, a->position->board, sizeof board);
    board[a->from] = KS_EMPTY;
    const uint64_t pinning = before == KS_NO_SQUARE ? 0 : ks_attackers(board, before, them);
    board[a->to] = a->position->board[a->from];
    if (is_en_passant(a))
        board[(a->from & 56) + (a->to & 7)] = KS_EMPTY;
    const unsigned king = ks_find_king(board, a->us);
    const uint64_t attackers = king == KS_NO_SQUARE ? 0 : ks_attackers(board, king, them);
    assert(attackers); /* else the move is legal */
    const unsigned first = lowest_square(attackers);
    const uint64_t second_checker = checkers & (checkers - 1);
    if (king == a->to)
        return REFUSE(a, KS_ERROR_KING_INTO_CHECK, INTO_CHECK, the(a, first).text);
    if (second_checker)
        return REFUSE(a, KS_ERROR_DOUBLE_CHECK, BOTH_CHECK, the(a, lowest_square(checkers)).text,
                      the(a, lowest_square(second_checker)).text, "king");
    if (checkers & attackers)
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, STILL_IN_CHECK, the(a, king).text,
                      the(a, lowest_square(checkers & attackers)).text);
    if (pinning >> first & 1)
        return REFUSE(a, KS_ERROR_PIECE_PINNED, PINNED, the(a, king).text, the(a, first).text);
    return REFUSE(a, KS_ERROR_EN_PASSANT_UNCOVERS, EN_PASSANT_UNCOVERS, the(a, first).text,
                  the(a, king).text);
}

int ks_refuse_attempt(const struct attempt *a) {
    if (!leads(a))
        return refuse_rule(a);
    int code = check_promotion(a);
    if (code == KS_OK)
        code = check_board(a);
    return code == KS_OK ? refuse_danger(a) : code;
}

/* ---- Castling ---- */

/* Returns the enemies that would attack the king on a square of its way. */
static uint64_t attackers_on_way(const struct attempt *a, unsigned square) {
    uint8_t board[KS_SQUARES];
    memcpy(board, a->position->board, sizeof board);
    board[a->from] = KS_EMPTY;
    board[square] = a->position->board[a->from];
    return ks_attackers(board, square, a->us ^ 1);
}

/* Returns the enemies that would attack the king after castling. The rook may have uncovered what it hid. */
static uint64_t attackers_after(const struct attempt *a) {
    uint8_t board[KS_SQUARES];
    const unsigned king = castled_king(a->us, a->from, a->to);
    memcpy(board, a->position->board, sizeof board);
    board[a->from] = board[a->to] = KS_EMPTY;
    board[castled_rook(a->us, a->from, a->to)] = a->position->board[a->to];
    board[king] = a->position->board[a->from];
    return ks_attackers(board, king, a->us ^ 1);
}

/* Explains why a side without the right can't castle. */
static int refuse_right(const struct attempt *a, enum ks_wing wing) {
    const uint64_t row = row_mask(a->from >> 3),
                   beside = wing == KS_KINGSIDE ? row & ~((bit(a->from) << 1) - 1) : row & (bit(a->from) - 1);
    const bool home = a->from >> 3 == row_of_rank(a->us, 0);
    if (home && !(beside & ks_squares_of(a->position, code_of(KS_WHITE_ROOK, a->us))))
        return REFUSE(a, KS_ERROR_CASTLING_ROOK_MISSING, NO_ROOK, "rook", the(a, a->from).text);
    if (!home)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, LEFT_ITS_RANK, "king");
    return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, HAS_MOVED, "king", "rook");
}

static int refuse_way_of_castling(const struct attempt *a) {
    const unsigned king = a->from, rook = a->to, end = castled_king(a->us, king, rook);
    const uint64_t way = row_span(king, end) | row_span(rook, castled_rook(a->us, king, rook)),
                   blockers = way & ~bit(king) & ~bit(rook) & ks_occupied(a->position);
    const uint64_t checkers = ks_attackers(a->position->board, king, a->us ^ 1);
    if (blockers)
        return REFUSE(a, KS_ERROR_CASTLING_BLOCKED, STANDS_IN_THE_WAY, the(a, lowest_square(blockers)).text);
    if (checkers)
        return REFUSE(a, KS_ERROR_CASTLING_OUT_OF_CHECK, IN_CHECK, the(a, king).text,
                      the(a, lowest_square(checkers)).text);
    for (uint64_t passed = row_span(king, end) & ~bit(king) & ~bit(end); passed; passed &= passed - 1) {
        const unsigned square = lowest_square(passed);
        const uint64_t attackers = attackers_on_way(a, square);
        if (attackers)
            return REFUSE(a, KS_ERROR_CASTLING_THROUGH_CHECK, WOULD_PASS, "king", ks_square_name(square),
                          the(a, lowest_square(attackers)).text);
    }
    assert(attackers_after(a)); /* else castling is legal */
    return REFUSE(a, KS_ERROR_CASTLING_INTO_CHECK, WOULD_END_IN_CHECK, "king", ks_square_name(end),
                  the(a, lowest_square(attackers_after(a))).text);
}

int ks_refuse_castling(const ks_position *position, enum ks_wing wing, ks_error *error) {
    const unsigned us = position->side_to_move;
    const struct attempt a = {.position = position,
                              .us = us,
                              .from = ks_king_of(position, us),
                              .to = ks_castling_rook(position, us, wing),
                              .error = error};
    if (a.from == KS_NO_SQUARE)
        return REFUSE(&a, KS_ERROR_CASTLING_UNAVAILABLE, NO_KING, ks_side_names[us], "king");
    return a.to == KS_NO_SQUARE ? refuse_right(&a, wing) : refuse_way_of_castling(&a);
}
