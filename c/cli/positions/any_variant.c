/* The functions by which any_position.c plays variants. */
#include <stdio.h>
#include <string.h>

#include "cli/positions/any_rules.h"

/* ---- Text ---- */

static void start(struct any_position *position) {
    position->varied = *ks_variant_get_start(position->variant);
}

static int read_fen(const char *text, size_t length, ks_fen_flags flags, struct any_position *position,
                    ks_error *error) {
    return ks_variant_read_fen(position->variant, text, length, flags, &position->varied, error);
}

static size_t write_fen(const struct any_position *position, char *text) {
    return ks_variant_write_x_fen(position->variant, &position->varied, text);
}

static size_t write_legal_fen(const struct any_position *position, char *text) {
    return ks_variant_write_fen(position->variant, &position->varied, text);
}

static size_t write_uci(const struct any_position *position, any_move move, ks_uci_flags flags, char *text) {
    return ks_variant_write_uci(position->variant, &position->varied, move, flags, text);
}

static size_t write_san(const struct any_position *position, any_move move, char *text) {
    return ks_variant_write_san(position->variant, &position->varied, move, text);
}

static int explain_move(const struct any_position *position, const char *text, size_t length, any_move *move,
                        ks_error *error) {
    ks_variant_attempt attempt;
    const int code =
        ks_variant_explain_move(position->variant, &position->varied, text, length, &attempt, error);
    *move = code == KS_OK ? attempt.move : KS_NO_MOVE;
    return code;
}

/* ---- Moves ---- */

static size_t legal_moves(const struct any_position *position, any_move *moves, size_t room) {
    return ks_variant_legal_moves(position->variant, &position->varied, moves, room);
}

static void make_move(struct any_position *position, any_move move) {
    ks_variant_undo undo;
    ks_variant_make_move(position->variant, &position->varied, move, &undo);
}

static uint64_t perft(const struct any_position *position, unsigned depth) {
    return ks_variant_perft(position->variant, &position->varied, depth);
}

static void perft_stats(const struct any_position *position, unsigned depth, ks_perft_counts *counts) {
    ks_variant_perft_stats(position->variant, &position->varied, depth, counts);
}

/* ---- Questions ---- */

static bool is_chess960(const struct any_position *position) {
    const ks_variant_position *const varied = &position->varied;
    const ks_variant_position *const first = ks_variant_get_start(position->variant);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = varied->castling_rook[side][wing];
            if (rook != KS_NOWHERE && (ks_variant_get_facts(position->variant).chess960 ||
                                       varied->king[side] != first->king[side] ||
                                       varied->castling_king[side] != first->castling_king[side] ||
                                       rook != first->castling_rook[side][wing]))
                return true;
        }
    return false;
}

static unsigned side_to_move(const struct any_position *position) {
    return position->varied.side_to_move;
}

static unsigned king(const struct any_position *position) {
    return position->varied.king[position->varied.side_to_move];
}

static uint64_t key(const struct any_position *position) {
    return ks_variant_position_key(position->variant, &position->varied);
}

static enum ks_verdict find_verdict(const struct any_position *position, ks_squares *checkers) {
    return ks_variant_judge(position->variant, &position->varied, checkers);
}

static enum ks_draw find_draw(const struct any_position *position, enum ks_verdict verdict,
                              const uint64_t *keys, size_t count) {
    return ks_variant_find_game_draw(position->variant, &position->varied, verdict, keys, count);
}

static ks_squares checkers(const struct any_position *position) {
    return ks_variant_checkers(position->variant, &position->varied, side_to_move(position));
}

static ks_squares pinned(const struct any_position *position) {
    (void)position;
    return (ks_squares){{0}};
}

static struct any_board_size board_size(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    return (struct any_board_size){facts.files, facts.ranks};
}

static char piece_letter(const struct any_position *position, unsigned square) {
    const unsigned code = position->varied.board[square];
    if (!code)
        return '\0';
    if (code == KS_VARIANT_WALL)
        return '*';
    const char label = ks_variant_get_piece_type(position->variant, KS_VARIANT_TYPE(code)).label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

static const char *kind_of_move(any_move move) {
    static const char *const names[] = {[KS_VARIANT_FIRST_PUSH] = "double-push",
                                        [KS_VARIANT_EN_PASSANT] = "en-passant",
                                        [KS_VARIANT_CASTLING] = "castling",
                                        [KS_VARIANT_DROP] = "drop",
                                        [KS_VARIANT_PASS] = "pass"};
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        return names[KS_VARIANT_DROP];
    if (KS_VARIANT_MOVE_GATED(move))
        return "gate";
    return KS_VARIANT_MOVE_PROMOTION(move) ? "promotion" : names[KS_VARIANT_MOVE_KIND(move)];
}

static struct any_fields fields(struct any_position *position) {
    ks_variant_position *const varied = &position->varied;
    return (struct any_fields){.board = varied->board,
                               .king = {varied->king[KS_WHITE], varied->king[KS_BLACK]},
                               .squares = KS_VARIANT_SQUARES,
                               .en_passant = &varied->en_passant_pawn,
                               .nowhere = KS_NOWHERE,
                               .passed = &varied->en_passant,
                               .halfmove_clock = &varied->halfmove_clock,
                               .fullmove_number = &varied->fullmove_number,
                               .hand = varied->hand};
}

/* The rook's gate is closed too, since a king and a rook on gates have the right again when FEN is read. */
static bool drop_castling(struct any_position *position, unsigned side, unsigned wing) {
    uint8_t *const rook = &position->varied.castling_rook[side][wing];
    if (*rook == KS_NOWHERE)
        return false;
    position->varied.gates[side].half[*rook >> 6] &= ~((uint64_t)1 << (*rook & 63));
    *rook = KS_NOWHERE;
    return true;
}

const struct any_rules any_variant_rules = {
    .start = start,
    .read_fen = read_fen,
    .write_fen = write_fen,
    .write_legal_fen = write_legal_fen,
    .write_uci = write_uci,
    .write_san = write_san,
    .explain_move = explain_move,
    .square_name = ks_variant_square_name,
    .legal_moves = legal_moves,
    .make_move = make_move,
    .perft = perft,
    .perft_stats = perft_stats,
    .is_chess960 = is_chess960,
    .side_to_move = side_to_move,
    .king = king,
    .key = key,
    .find_verdict = find_verdict,
    .find_draw = find_draw,
    .checkers = checkers,
    .pinned = pinned,
    .board_size = board_size,
    .piece_letter = piece_letter,
    .kind_of_move = kind_of_move,
    .fields = fields,
    .drop_castling = drop_castling,
};
