/* See any_position.h. */
#include "cli/shared/any_position.h"

#include <string.h>

/* ---- Text ---- */

struct any_position any_start(const ks_variant *variant) {
    struct any_position position = {.variant = variant};
    if (variant)
        position.varied = *ks_variant_start(variant);
    else
        ks_read_fen(START_FEN, strlen(START_FEN), 0, &position.chess, NULL);
    return position;
}

int any_read_fen(const ks_variant *variant, const char *text, size_t length, unsigned flags,
                 struct any_position *position, ks_error *error) {
    position->variant = variant;
    return variant ? ks_variant_read_fen(variant, text, length, flags, &position->varied, error)
                   : ks_read_fen(text, length, flags, &position->chess, error);
}

size_t any_write_fen(const struct any_position *position, char text[ANY_FEN_SIZE]) {
    return position->variant ? ks_variant_write_fen(position->variant, &position->varied, text)
                             : ks_write_fen(&position->chess, text);
}

size_t any_write_uci(const struct any_position *position, any_move move, unsigned flags,
                     char text[ANY_MOVE_SIZE]) {
    return position->variant ? ks_variant_write_uci(position->variant, &position->varied, move, flags, text)
                             : ks_write_uci(&position->chess, (ks_move)move, flags, text);
}

int any_explain_move(const struct any_position *position, const char *text, size_t length, any_move *move,
                     ks_error *error) {
    if (!position->variant) {
        ks_move found;
        const int code = ks_explain_move(&position->chess, text, length, &found, error);
        *move = code == KS_OK ? found : KS_NO_MOVE;
        return code;
    }
    ks_variant_attempt attempt;
    const int code =
        ks_variant_explain_move(position->variant, &position->varied, text, length, &attempt, error);
    *move = code == KS_OK ? attempt.move : KS_NO_MOVE;
    return code;
}

/* ---- Moves ---- */

size_t any_legal_moves(const struct any_position *position, any_move moves[ANY_MOVES_MAX]) {
    if (position->variant)
        return ks_variant_legal_moves(position->variant, &position->varied, moves, ANY_MOVES_MAX);
    ks_move found[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(&position->chess, found);
    for (size_t i = 0; i < count; i++)
        moves[i] = found[i];
    return count;
}

bool any_is_legal(const struct any_position *position, any_move move) {
    any_move moves[ANY_MOVES_MAX];
    const size_t count = any_legal_moves(position, moves);
    for (size_t i = 0; i < count && i < ANY_MOVES_MAX; i++)
        if (moves[i] == move)
            return true;
    return false;
}

void any_make_move(struct any_position *position, any_move move) {
    ks_undo undo;
    if (position->variant)
        ks_variant_make_move(position->variant, &position->varied, move);
    else
        ks_make_move(&position->chess, (ks_move)move, &undo);
}

uint64_t any_perft(const struct any_position *position, unsigned depth) {
    return position->variant ? ks_variant_perft(position->variant, &position->varied, depth)
                             : ks_perft(&position->chess, depth);
}

/* ---- What else can be asked ---- */

static bool chess_is_chess960(const ks_position *position) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = position->castling_rook[side][wing];
            if (rook != KS_NO_SQUARE &&
                ((position->king[side] & 7) != 4 || (rook & 7) != (wing == KS_KINGSIDE ? 7 : 0)))
                return true;
        }
    return false;
}

static bool variant_is_chess960(const ks_variant *variant, const ks_variant_position *position) {
    const ks_variant_position *const start = ks_variant_start(variant);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = position->castling_rook[side][wing];
            if (rook != KS_NOWHERE &&
                (ks_variant_get_facts(variant).chess960 || position->king[side] != start->king[side] ||
                 rook != start->castling_rook[side][wing]))
                return true;
        }
    return false;
}

bool any_is_chess960(const struct any_position *position) {
    return position->variant ? variant_is_chess960(position->variant, &position->varied)
                             : chess_is_chess960(&position->chess);
}

unsigned any_side_to_move(const struct any_position *position) {
    return position->variant ? position->varied.side_to_move : position->chess.side_to_move;
}

ks_squares any_checkers(const struct any_position *position) {
    const unsigned side = any_side_to_move(position);
    if (position->variant)
        return ks_variant_attackers(position->variant, &position->varied, position->varied.king[side],
                                    side ^ 1);
    return (ks_squares){{ks_attackers(position->chess.board, position->chess.king[side], side ^ 1)}};
}

const char *any_square_name(const struct any_position *position, unsigned square, char text[4]) {
    return position->variant ? ks_variant_square_name(position->variant, square, text)
                             : ks_square_name(square);
}

const char *any_kind_of_move(const struct any_position *position, any_move move) {
    static const char *const chess_kinds[8] = {
        [KS_MOVE_DOUBLE_PUSH] = "double-push", [KS_MOVE_EN_PASSANT] = "en-passant",
        [KS_MOVE_CASTLING] = "castling",       [KS_MOVE_TO_KNIGHT] = "promotion",
        [KS_MOVE_TO_BISHOP] = "promotion",     [KS_MOVE_TO_ROOK] = "promotion",
        [KS_MOVE_TO_QUEEN] = "promotion"};
    static const char *const variant_types[4] = {[KS_VARIANT_FIRST_PUSH] = "double-push",
                                                 [KS_VARIANT_EN_PASSANT] = "en-passant",
                                                 [KS_VARIANT_CASTLING] = "castling"};
    const char *const special = !position->variant                ? chess_kinds[KS_MOVE_KIND(move)]
                                : KS_VARIANT_MOVE_PROMOTION(move) ? "promotion"
                                                                  : variant_types[KS_VARIANT_MOVE_TYPE(move)];
    const ks_squares checkers = any_checkers(position);
    return special ? special : checkers.half[0] | checkers.half[1] ? "evasion" : "other";
}

/* ---- What can be taken away ---- */

bool any_remove_piece(struct any_position *position, unsigned square) {
    uint8_t *const board = position->variant ? position->varied.board : position->chess.board;
    const uint8_t *const king = position->variant ? position->varied.king : position->chess.king;
    const unsigned squares = position->variant ? KS_VARIANT_SQUARES : KS_SQUARES;
    if (square >= squares || !board[square] || square == king[KS_WHITE] || square == king[KS_BLACK])
        return false;
    board[square] = 0;
    return true;
}

bool any_drop_castling(struct any_position *position, unsigned side, unsigned wing) {
    uint8_t *const rook = position->variant ? &position->varied.castling_rook[side][wing]
                                            : &position->chess.castling_rook[side][wing];
    const uint8_t none = position->variant ? KS_NOWHERE : KS_NO_SQUARE;
    const bool had = *rook != none;
    *rook = none;
    return had;
}

bool any_drop_en_passant(struct any_position *position) {
    uint8_t *const square =
        position->variant ? &position->varied.en_passant_pawn : &position->chess.en_passant;
    const uint8_t none = position->variant ? KS_NOWHERE : KS_NO_SQUARE;
    const bool had = *square != none;
    *square = none;
    if (position->variant)
        position->varied.en_passant = (ks_squares){{0}};
    return had;
}

bool any_reset_clocks(struct any_position *position) {
    uint16_t *const halfmoves =
        position->variant ? &position->varied.halfmove_clock : &position->chess.halfmove_clock;
    uint16_t *const fullmoves =
        position->variant ? &position->varied.fullmove_number : &position->chess.fullmove_number;
    const bool had = *halfmoves != 0 || *fullmoves != 1;
    *halfmoves = 0;
    *fullmoves = 1;
    return had;
}
