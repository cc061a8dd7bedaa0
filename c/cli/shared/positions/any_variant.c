/* The functions by which any_position.c plays variants. */
#include <stdio.h>
#include <string.h>

#include "cli/shared/positions/any_rules.h"

/* ---- Text ---- */

static void start(struct any_position *position) {
    position->varied = *ks_variant_start(position->variant);
}

static int read_fen(const char *text, size_t length, unsigned flags, struct any_position *position,
                    ks_error *error) {
    return ks_variant_read_fen(position->variant, text, length, flags, &position->varied, error);
}

static size_t write_fen(const struct any_position *position, char *text) {
    return ks_variant_write_x_fen(position->variant, &position->varied, text);
}

static size_t write_legal_fen(const struct any_position *position, char *text) {
    return ks_variant_write_fen(position->variant, &position->varied, text);
}

static size_t write_uci(const struct any_position *position, any_move move, unsigned flags, char *text) {
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

/* Writes "You may not move your Cardinal from c2 to c5. The Cardinal may leap ... . " */
static char *write_attempt(const ks_variant *variant, const ks_variant_attempt *attempt, char *out) {
    enum { ROOM = ANY_WHY_SIZE / 2 };
    if (attempt->from == KS_NOWHERE)
        return out + sprintf(out, "You may not drop a %s on %s. ",
                             ks_variant_get_piece_type(variant, attempt->type).name,
                             ks_variant_square_name(variant, attempt->to));
    out +=
        sprintf(out, "You may not move your %s from %s to %s. ",
                ks_variant_get_piece_type(variant, attempt->type).name,
                ks_variant_square_name(variant, attempt->from), ks_variant_square_name(variant, attempt->to));
    ks_variant_describe_piece_type(variant, attempt->type, out, ROOM);
    return stpcpy(out + strlen(out), " ");
}

static void write_refusal(const struct any_position *position, const char *text, size_t length,
                          const ks_error *error, char *why) {
    ks_variant_attempt attempt;
    ks_error again;
    ks_variant_explain_move(position->variant, &position->varied, text, length, &attempt, &again);
    if (attempt.type != KS_VARIANT_NO_TYPE)
        why = write_attempt(position->variant, &attempt, why);
    sprintf(why, "%s.", error->message);
    if (*why >= 'a' && *why <= 'z')
        *why = (char)(*why - 'a' + 'A');
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

/* ---- What can be asked ---- */

static bool is_chess960(const struct any_position *position) {
    const ks_variant_position *const varied = &position->varied;
    const ks_variant_position *const first = ks_variant_start(position->variant);
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

static enum ks_verdict judge(const struct any_position *position, ks_squares *checkers) {
    return ks_variant_judge(position->variant, &position->varied, checkers);
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
                               .king = varied->king,
                               .squares = KS_VARIANT_SQUARES,
                               .castling_rook = varied->castling_rook,
                               .en_passant = &varied->en_passant_pawn,
                               .nowhere = KS_NOWHERE,
                               .passed = &varied->en_passant,
                               .halfmove_clock = &varied->halfmove_clock,
                               .fullmove_number = &varied->fullmove_number,
                               .hand = varied->hand};
}

const struct any_rules any_variant_rules = {
    .start = start,
    .read_fen = read_fen,
    .write_fen = write_fen,
    .write_legal_fen = write_legal_fen,
    .write_uci = write_uci,
    .write_san = write_san,
    .explain_move = explain_move,
    .write_refusal = write_refusal,
    .square_name = ks_variant_square_name,
    .legal_moves = legal_moves,
    .make_move = make_move,
    .perft = perft,
    .perft_stats = perft_stats,
    .is_chess960 = is_chess960,
    .side_to_move = side_to_move,
    .king = king,
    .key = key,
    .judge = judge,
    .checkers = checkers,
    .pinned = pinned,
    .board_size = board_size,
    .piece_letter = piece_letter,
    .kind_of_move = kind_of_move,
    .fields = fields,
};
