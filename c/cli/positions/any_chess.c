/* The functions by which any_position.c plays chess. */
#include <string.h>

#include "cli/positions/any_rules.h"
#include "core/text/error.h"
#include "rules/position.h"

/* ---- Text ---- */

static void start(struct any_position *position) {
    cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &position->chess, NULL));
}

static int read_fen(const char *text, size_t length, ks_fen_flags flags, struct any_position *position,
                    ks_error *error) {
    return ks_read_fen(text, length, flags, &position->chess, error);
}

static size_t write_fen(const struct any_position *position, char *text) {
    return ks_write_x_fen(&position->chess, text);
}

static size_t write_legal_fen(const struct any_position *position, char *text) {
    return ks_write_fen(&position->chess, text);
}

static size_t write_uci(const struct any_position *position, any_move move, ks_uci_flags flags, char *text) {
    return ks_write_uci(&position->chess, (ks_move)move, flags, text);
}

static size_t write_san(const struct any_position *position, any_move move, char *text) {
    return ks_write_san(&position->chess, (ks_move)move, text);
}

static int explain_move(const struct any_position *position, const char *text, size_t length, any_move *move,
                        ks_error *error) {
    ks_move found;
    const int code = ks_explain_move(&position->chess, text, length, &found, error);
    *move = code == KS_OK ? found : KS_NO_MOVE;
    return code;
}

static const char *square_name(const ks_variant *variant, unsigned square) {
    (void)variant;
    return ks_square_name(square);
}

/* ---- Moves ---- */

static size_t legal_moves(const struct any_position *position, any_move *moves, size_t room) {
    ks_move found[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(&position->chess, found);
    for (size_t i = 0; i < count && i < room; i++)
        moves[i] = found[i];
    return count;
}

static void make_move(struct any_position *position, any_move move) {
    const ks_position before = position->chess;
    ks_after_move(&before, (ks_move)move, &position->chess);
}

static uint64_t perft(const struct any_position *position, unsigned depth) {
    return ks_perft(&position->chess, depth);
}

static void perft_stats(const struct any_position *position, unsigned depth, ks_perft_counts *counts) {
    ks_perft_stats(&position->chess, depth, counts);
}

/* ---- Questions ---- */

static bool is_chess960(const struct any_position *position) {
    return needs_chess960(&position->chess);
}

static unsigned side_to_move(const struct any_position *position) {
    return position->chess.side_to_move;
}

static unsigned king(const struct any_position *position) {
    return ks_king_square(&position->chess, position->chess.side_to_move);
}

static uint64_t key(const struct any_position *position) {
    return position->chess.key;
}

static enum ks_verdict find_verdict(const struct any_position *position, ks_squares *checkers) {
    uint64_t squares;
    const enum ks_verdict verdict = ks_judge(&position->chess, &squares);
    if (checkers)
        *checkers = (ks_squares){{squares}};
    return verdict;
}

static enum ks_draw find_draw(const struct any_position *position, enum ks_verdict verdict,
                              const uint64_t *keys, size_t count) {
    return ks_find_game_draw(&position->chess, verdict, keys, count);
}

static ks_king_lines scan(const struct any_position *position) {
    ks_king_lines lines;
    ks_king_scan(position->chess.board, king(position), position->chess.side_to_move, &lines);
    return lines;
}

static ks_squares checkers(const struct any_position *position) {
    return (ks_squares){{scan(position).checkers}};
}

static ks_squares pinned(const struct any_position *position) {
    return (ks_squares){{scan(position).pinned}};
}

static struct any_board_size board_size(const ks_variant *variant) {
    (void)variant;
    return (struct any_board_size){8, 8};
}

static char piece_letter(const struct any_position *position, unsigned square) {
    const char letter = ks_code_letter(position->chess.board[square]);
    return letter == '.' ? '\0' : letter;
}

static const char *kind_of_move(any_move move) {
    static const char *const names[8] = {
        [KS_MOVE_DOUBLE_PUSH] = "double-push", [KS_MOVE_EN_PASSANT] = "en-passant",
        [KS_MOVE_CASTLING] = "castling",       [KS_MOVE_TO_KNIGHT] = "promotion",
        [KS_MOVE_TO_BISHOP] = "promotion",     [KS_MOVE_TO_ROOK] = "promotion",
        [KS_MOVE_TO_QUEEN] = "promotion"};
    return names[KS_MOVE_KIND(move)];
}

static struct any_fields fields(struct any_position *position) {
    ks_position *const chess = &position->chess;
    return (struct any_fields){
        .board = chess->board,
        .king = {ks_find_king(chess->board, KS_WHITE), ks_find_king(chess->board, KS_BLACK)},
        .squares = KS_SQUARES,
        .en_passant = &chess->en_passant,
        .nowhere = KS_NO_SQUARE,
        .halfmove_clock = &chess->halfmove_clock,
        .fullmove_number = &chess->fullmove_number};
}

static bool drop_castling(struct any_position *position, unsigned side, unsigned wing) {
    const unsigned rook = ks_castling_rook(&position->chess, side, wing);
    if (rook == KS_NO_SQUARE)
        return false;
    position->chess.private_castling &= ~((uint64_t)1 << rook);
    return true;
}

const struct any_rules any_chess_rules = {
    .start = start,
    .read_fen = read_fen,
    .write_fen = write_fen,
    .write_legal_fen = write_legal_fen,
    .write_uci = write_uci,
    .write_san = write_san,
    .explain_move = explain_move,
    .square_name = square_name,
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
