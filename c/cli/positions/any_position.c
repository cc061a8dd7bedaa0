/* Calls the functions of chess or of variants. Each call looks once at the position's variant to choose the
 * table. */
#include "cli/positions/any_position.h"

#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/positions/any_rules.h"
#include "cli/positions/squares.h"

static const struct any_rules *rules_of(const ks_variant *variant) {
    return variant ? &any_variant_rules : &any_chess_rules;
}

/* ---- Text ---- */

struct any_position any_start(const ks_variant *variant) {
    struct any_position position = {.variant = variant};
    rules_of(variant)->start(&position);
    return position;
}

int any_read_fen(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                 struct any_position *position, ks_error *error) {
    position->variant = variant;
    return rules_of(variant)->read_fen(text, length, flags, position, error);
}

size_t any_write_fen(const struct any_position *position, char text[ANY_FEN_SIZE]) {
    return rules_of(position->variant)->write_fen(position, text);
}

bool any_read_back(const struct any_position *position, struct any_position *found) {
    char fen[ANY_FEN_SIZE];
    const size_t length = any_write_fen(position, fen);
    return any_read_fen(position->variant, fen, length, 0, found, NULL) == KS_OK;
}

size_t any_write_shown_fen(const struct any_position *position, bool x_fen, char text[ANY_FEN_SIZE]) {
    const struct any_rules *const rules = rules_of(position->variant);
    return (x_fen ? rules->write_fen : rules->write_legal_fen)(position, text);
}

size_t any_write_uci(const struct any_position *position, any_move move, ks_uci_flags flags,
                     char text[ANY_MOVE_SIZE]) {
    return rules_of(position->variant)->write_uci(position, move, flags, text);
}

size_t any_write_san(const struct any_position *position, any_move move, char text[ANY_SAN_SIZE]) {
    return rules_of(position->variant)->write_san(position, move, text);
}

int any_explain_move(const struct any_position *position, const char *text, size_t length, any_move *move,
                     ks_error *error) {
    return rules_of(position->variant)->explain_move(position, text, length, move, error);
}

const char *any_square_name(const ks_variant *variant, unsigned square) {
    return rules_of(variant)->square_name(variant, square);
}

/* ---- Moves ---- */

size_t any_legal_moves(const struct any_position *position, any_move moves[ANY_MOVES_MAX]) {
    return rules_of(position->variant)->legal_moves(position, moves, ANY_MOVES_MAX);
}

any_move *any_list_moves(const struct any_position *position, size_t *count) {
    const struct any_rules *const rules = rules_of(position->variant);
    any_move *moves = given(malloc(ANY_MOVES_MAX * sizeof *moves));
    *count = rules->legal_moves(position, moves, ANY_MOVES_MAX);
    if (*count > ANY_MOVES_MAX) {
        free(moves);
        moves = given(malloc(*count * sizeof *moves));
        rules->legal_moves(position, moves, *count);
    }
    return moves;
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
    rules_of(position->variant)->make_move(position, move);
}

uint64_t any_perft(const struct any_position *position, unsigned depth) {
    return rules_of(position->variant)->perft(position, depth);
}

void any_perft_stats(const struct any_position *position, unsigned depth, ks_perft_counts *counts) {
    rules_of(position->variant)->perft_stats(position, depth, counts);
}

/* ---- Questions ---- */

bool any_is_chess960(const struct any_position *position) {
    return rules_of(position->variant)->is_chess960(position);
}

unsigned any_side_to_move(const struct any_position *position) {
    return rules_of(position->variant)->side_to_move(position);
}

unsigned any_king(const struct any_position *position) {
    return rules_of(position->variant)->king(position);
}

uint64_t any_key(const struct any_position *position) {
    return rules_of(position->variant)->key(position);
}

enum ks_verdict any_judge(const struct any_position *position, ks_squares *checkers) {
    return rules_of(position->variant)->find_verdict(position, checkers);
}

enum ks_draw any_find_draw(const struct any_position *position, enum ks_verdict verdict, const uint64_t *keys,
                           size_t count) {
    return rules_of(position->variant)->find_draw(position, verdict, keys, count);
}

ks_squares any_checkers(const struct any_position *position) {
    return rules_of(position->variant)->checkers(position);
}

ks_squares any_pinned(const struct any_position *position) {
    return rules_of(position->variant)->pinned(position);
}

struct any_board_size any_board_size(const ks_variant *variant) {
    return rules_of(variant)->board_size(variant);
}

bool any_is_promoted(const struct any_position *position, unsigned square) {
    const unsigned code = position->variant ? position->varied.board[square] : 0;
    return code && code != KS_VARIANT_WALL &&
           ks_variant_get_piece_type(position->variant, KS_VARIANT_TYPE(code)).promoted;
}

char any_piece_letter(const struct any_position *position, unsigned square) {
    return rules_of(position->variant)->piece_letter(position, square);
}

const char *any_kind_of_move(const struct any_position *position, any_move move) {
    const char *const kind = rules_of(position->variant)->kind_of_move(move);
    return kind ? kind : squares_empty(any_checkers(position)) ? "other" : "evasion";
}

/* ---- Taking away ---- */

static struct any_fields fields_of(struct any_position *position) {
    return rules_of(position->variant)->fields(position);
}

bool any_remove_piece(struct any_position *position, unsigned square) {
    const struct any_fields fields = fields_of(position);
    if (square >= fields.squares || !fields.board[square] || square == fields.king[KS_WHITE] ||
        square == fields.king[KS_BLACK])
        return false;
    fields.board[square] = 0;
    return true;
}

bool any_move_king(struct any_position *position, unsigned square) {
    const struct any_fields fields = fields_of(position);
    const unsigned king = any_king(position);
    if (square >= fields.squares || king == fields.nowhere || fields.board[square])
        return false;
    fields.board[square] = fields.board[king];
    fields.board[king] = 0;
    return true;
}

unsigned any_empty_hand(struct any_position *position, unsigned side, unsigned type, unsigned most) {
    const struct any_fields fields = fields_of(position);
    const unsigned taken = !fields.hand ? 0 : fields.hand[side][type] < most ? fields.hand[side][type] : most;
    if (taken)
        fields.hand[side][type] = (uint8_t)(fields.hand[side][type] - taken);
    return taken;
}

bool any_drop_castling(struct any_position *position, unsigned side, unsigned wing) {
    return rules_of(position->variant)->drop_castling(position, side, wing);
}

bool any_drop_en_passant(struct any_position *position) {
    const struct any_fields fields = fields_of(position);
    const bool had = *fields.en_passant != fields.nowhere;
    *fields.en_passant = fields.nowhere;
    if (fields.passed)
        *fields.passed = (ks_squares){{0}};
    return had;
}

void any_forget_passes(struct any_position *position) {
    if (position->variant)
        position->varied.passes = 0;
}

bool any_reset_clocks(struct any_position *position) {
    const struct any_fields fields = fields_of(position);
    const bool had = *fields.halfmove_clock != 0 || *fields.fullmove_number != 1;
    *fields.halfmove_clock = 0;
    *fields.fullmove_number = 1;
    return had;
}
