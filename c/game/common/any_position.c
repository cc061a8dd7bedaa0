/* Chess and variants behind one table of functions each. A call looks once at the position's variant to
 * choose the table. */
#include "game/common/any_position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/error.h"
#include "game/pgn/open.h"
#include "rules/position.h"

/* How any_position.c plays chess and variants: a table of functions for each. A function does what the
 * function any_... of the same name does, for a position with a `variant`. */

/* The members of a position that can be taken away. */
struct any_fields {
    uint8_t *board;
    unsigned king[2]; /* [side]: its square */
    unsigned squares;
    uint8_t *en_passant;
    uint8_t nowhere;            /* the value of *en_passant when there is no square */
    ks_variant_squares *passed; /* by the pawn on the en-passant square; NULL in chess */
    uint16_t *halfmove_clock, *fullmove_number;
    uint8_t (*hand)[KS_VARIANT_TYPES_MAX]; /* [side][type]; NULL in chess */
};

struct any_rules {
    void (*start)(struct any_position *position);
    int (*read_fen)(const char *text, size_t length, ks_fen_flags flags, struct any_position *position,
                    ks_error *error);
    size_t (*write_fen)(const struct any_position *position, char *text);
    size_t (*write_legal_fen)(const struct any_position *position, char *text);
    size_t (*write_uci)(const struct any_position *position, any_move move, ks_uci_flags flags, char *text);
    size_t (*write_san)(const struct any_position *position, any_move move, char *text);
    int (*explain_move)(const struct any_position *position, const char *text, size_t length, any_move *move,
                        ks_error *error);
    const char *(*square_name)(const ks_variant *variant, unsigned square);

    /* Lists as many moves as fit into room; returns how many there are. */
    size_t (*legal_moves)(const struct any_position *position, any_move *moves, size_t room);
    void (*make_move)(struct any_position *position, any_move move);
    uint64_t (*perft)(const struct any_position *position, unsigned depth);
    void (*perft_stats)(const struct any_position *position, unsigned depth, ks_perft_counts *counts);

    bool (*is_chess960)(const struct any_position *position);
    unsigned (*side_to_move)(const struct any_position *position);
    unsigned (*king)(const struct any_position *position);
    uint64_t (*key)(const struct any_position *position);
    enum ks_verdict (*find_verdict)(const struct any_position *position, ks_variant_squares *checkers);
    enum ks_draw (*find_draw)(const struct any_position *position, enum ks_verdict verdict,
                              const uint64_t *keys, size_t count);
    ks_variant_squares (*checkers)(const struct any_position *position);
    ks_variant_squares (*pinned)(const struct any_position *position);
    struct any_board_size (*board_size)(const ks_variant *variant);
    char (*piece_letter)(const struct any_position *position, unsigned square);

    /* The name of a move's kind; NULL when the move itself does not say. */
    const char *(*kind_of_move)(any_move move);

    struct any_fields (*fields)(struct any_position *position);
    bool (*drop_castling)(struct any_position *position, unsigned side, unsigned wing);
};

/* ---- Chess ---- */

static void chess_start(struct any_position *position) {
    cannot_fail(ks_read_fen(KS_START_FEN, strlen(KS_START_FEN), 0, &position->chess, NULL));
}

static int chess_read_fen(const char *text, size_t length, ks_fen_flags flags, struct any_position *position,
                          ks_error *error) {
    return ks_read_fen(text, length, flags, &position->chess, error);
}

static size_t chess_write_fen(const struct any_position *position, char *text) {
    return ks_write_x_fen(&position->chess, text);
}

static size_t chess_write_legal_fen(const struct any_position *position, char *text) {
    return ks_write_fen(&position->chess, text);
}

static size_t chess_write_uci(const struct any_position *position, any_move move, ks_uci_flags flags,
                              char *text) {
    return ks_write_uci(&position->chess, (ks_move)move, flags, text);
}

static size_t chess_write_san(const struct any_position *position, any_move move, char *text) {
    return ks_write_san(&position->chess, (ks_move)move, text);
}

static int chess_explain_move(const struct any_position *position, const char *text, size_t length,
                              any_move *move, ks_error *error) {
    ks_move found;
    const int code = ks_read_move(&position->chess, text, length, &found, error);
    *move = code == KS_OK ? found : KS_NO_MOVE;
    return code;
}

static const char *chess_square_name(const ks_variant *variant, unsigned square) {
    (void)variant;
    return ks_square_name(square);
}

static size_t chess_legal_moves(const struct any_position *position, any_move *moves, size_t room) {
    ks_move_list found;
    const size_t count = ks_legal_moves(&position->chess, &found);
    for (size_t i = 0; i < count && i < room; i++)
        moves[i] = found.moves[i];
    return count;
}

static void chess_make_move(struct any_position *position, any_move move) {
    const ks_position before = position->chess;
    ks_after_move(&before, (ks_move)move, &position->chess);
}

static uint64_t chess_perft(const struct any_position *position, unsigned depth) {
    return ks_perft(&position->chess, depth);
}

static void chess_perft_stats(const struct any_position *position, unsigned depth, ks_perft_counts *counts) {
    ks_perft_stats(&position->chess, depth, counts);
}

static bool chess_is_chess960(const struct any_position *position) {
    return needs_chess960(&position->chess);
}

static unsigned chess_side_to_move(const struct any_position *position) {
    return position->chess.side_to_move;
}

static unsigned chess_king(const struct any_position *position) {
    return ks_king_of(&position->chess, position->chess.side_to_move);
}

static uint64_t chess_key(const struct any_position *position) {
    return position->chess.key;
}

static enum ks_verdict chess_find_verdict(const struct any_position *position, ks_variant_squares *checkers) {
    uint64_t squares;
    const enum ks_verdict verdict = ks_judge(&position->chess, &squares);
    if (checkers)
        *checkers = (ks_variant_squares){{squares}};
    return verdict;
}

static enum ks_draw chess_find_draw(const struct any_position *position, enum ks_verdict verdict,
                                    const uint64_t *keys, size_t count) {
    return ks_find_draw(&position->chess, verdict, keys, count);
}

static ks_king_lines chess_scan(const struct any_position *position) {
    ks_king_lines lines;
    ks_king_scan(position->chess.board, chess_king(position), position->chess.side_to_move, &lines);
    return lines;
}

static ks_variant_squares chess_checkers(const struct any_position *position) {
    return (ks_variant_squares){{chess_scan(position).checkers}};
}

static ks_variant_squares chess_pinned(const struct any_position *position) {
    return (ks_variant_squares){{chess_scan(position).pinned}};
}

static struct any_board_size chess_board_size(const ks_variant *variant) {
    (void)variant;
    return (struct any_board_size){8, 8};
}

static char chess_piece_letter(const struct any_position *position, unsigned square) {
    const char letter = ks_code_letter(position->chess.board[square]);
    return letter == '.' ? '\0' : letter;
}

static const char *chess_kind_of_move(any_move move) {
    static const char *const names[8] = {
        [KS_MOVE_DOUBLE_PUSH] = "double-push", [KS_MOVE_EN_PASSANT] = "en-passant",
        [KS_MOVE_CASTLING] = "castling",       [KS_MOVE_TO_KNIGHT] = "promotion",
        [KS_MOVE_TO_BISHOP] = "promotion",     [KS_MOVE_TO_ROOK] = "promotion",
        [KS_MOVE_TO_QUEEN] = "promotion"};
    return names[KS_MOVE_KIND(move)];
}

static struct any_fields chess_fields(struct any_position *position) {
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

static bool chess_drop_castling(struct any_position *position, unsigned side, unsigned wing) {
    const unsigned rook = ks_castling_rook(&position->chess, side, wing);
    if (rook == KS_NO_SQUARE)
        return false;
    position->chess.private_castling &= ~((uint64_t)1 << rook);
    return true;
}

static const struct any_rules any_chess_rules = {
    .start = chess_start,
    .read_fen = chess_read_fen,
    .write_fen = chess_write_fen,
    .write_legal_fen = chess_write_legal_fen,
    .write_uci = chess_write_uci,
    .write_san = chess_write_san,
    .explain_move = chess_explain_move,
    .square_name = chess_square_name,
    .legal_moves = chess_legal_moves,
    .make_move = chess_make_move,
    .perft = chess_perft,
    .perft_stats = chess_perft_stats,
    .is_chess960 = chess_is_chess960,
    .side_to_move = chess_side_to_move,
    .king = chess_king,
    .key = chess_key,
    .find_verdict = chess_find_verdict,
    .find_draw = chess_find_draw,
    .checkers = chess_checkers,
    .pinned = chess_pinned,
    .board_size = chess_board_size,
    .piece_letter = chess_piece_letter,
    .kind_of_move = chess_kind_of_move,
    .fields = chess_fields,
    .drop_castling = chess_drop_castling,
};

/* ==== Variants ==== */

/* The functions by which any_position.c plays variants. */

static void variant_start(struct any_position *position) {
    position->varied = *ks_variant_get_start(position->variant);
}

static int variant_read_fen(const char *text, size_t length, ks_fen_flags flags,
                            struct any_position *position, ks_error *error) {
    return ks_variant_read_fen(position->variant, text, length, flags, &position->varied, error);
}

static size_t variant_write_fen(const struct any_position *position, char *text) {
    return ks_variant_write_x_fen(position->variant, &position->varied, text);
}

static size_t variant_write_legal_fen(const struct any_position *position, char *text) {
    return ks_variant_write_fen(position->variant, &position->varied, text);
}

static size_t variant_write_uci(const struct any_position *position, any_move move, ks_uci_flags flags,
                                char *text) {
    return ks_variant_write_uci(position->variant, &position->varied, move, flags, text);
}

static size_t variant_write_san(const struct any_position *position, any_move move, char *text) {
    return ks_variant_write_san(position->variant, &position->varied, move, text);
}

static int variant_explain_move(const struct any_position *position, const char *text, size_t length,
                                any_move *move, ks_error *error) {
    ks_variant_attempt attempt;
    const int code =
        ks_variant_read_move(position->variant, &position->varied, text, length, &attempt, error);
    *move = code == KS_OK ? attempt.move : KS_NO_MOVE;
    return code;
}

static size_t variant_legal_moves(const struct any_position *position, any_move *moves, size_t room) {
    return ks_variant_legal_moves(position->variant, &position->varied, moves, room);
}

static void variant_make_move(struct any_position *position, any_move move) {
    ks_variant_undo undo;
    ks_variant_make_move(position->variant, &position->varied, move, &undo);
}

static uint64_t variant_perft(const struct any_position *position, unsigned depth) {
    return ks_variant_perft(position->variant, &position->varied, depth);
}

static void variant_perft_stats(const struct any_position *position, unsigned depth,
                                ks_perft_counts *counts) {
    ks_variant_perft_stats(position->variant, &position->varied, depth, counts);
}

static bool variant_is_chess960(const struct any_position *position) {
    const ks_variant_position *const varied = &position->varied;
    const ks_variant_position *const first = ks_variant_get_start(position->variant);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = varied->castling_rook[side][wing];
            if (rook != KS_VARIANT_NO_SQUARE && (ks_variant_get_facts(position->variant).chess960 ||
                                                 varied->king[side] != first->king[side] ||
                                                 varied->castling_king[side] != first->castling_king[side] ||
                                                 rook != first->castling_rook[side][wing]))
                return true;
        }
    return false;
}

static unsigned variant_side_to_move(const struct any_position *position) {
    return position->varied.side_to_move;
}

static unsigned variant_king(const struct any_position *position) {
    return position->varied.king[position->varied.side_to_move];
}

static uint64_t variant_key(const struct any_position *position) {
    return ks_variant_position_key(position->variant, &position->varied);
}

static enum ks_verdict variant_find_verdict(const struct any_position *position,
                                            ks_variant_squares *checkers) {
    return ks_variant_judge(position->variant, &position->varied, checkers);
}

static enum ks_draw variant_find_draw(const struct any_position *position, enum ks_verdict verdict,
                                      const uint64_t *keys, size_t count) {
    return ks_variant_find_draw(position->variant, &position->varied, verdict, keys, count);
}

static ks_variant_squares variant_checkers(const struct any_position *position) {
    return ks_variant_checkers(position->variant, &position->varied, variant_side_to_move(position));
}

static ks_variant_squares variant_pinned(const struct any_position *position) {
    (void)position;
    return (ks_variant_squares){{0}};
}

static struct any_board_size variant_board_size(const ks_variant *variant) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    return (struct any_board_size){facts.files, facts.ranks};
}

static char variant_piece_letter(const struct any_position *position, unsigned square) {
    const unsigned code = position->varied.board[square];
    if (!code)
        return '\0';
    if (code == KS_VARIANT_WALL)
        return '*';
    const char label = ks_variant_get_piece_type(position->variant, KS_VARIANT_TYPE(code)).label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

static const char *variant_kind_of_move(any_move move) {
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

static struct any_fields variant_fields(struct any_position *position) {
    ks_variant_position *const varied = &position->varied;
    return (struct any_fields){.board = varied->board,
                               .king = {varied->king[KS_WHITE], varied->king[KS_BLACK]},
                               .squares = KS_VARIANT_SQUARES_MAX,
                               .en_passant = &varied->en_passant_pawn,
                               .nowhere = KS_VARIANT_NO_SQUARE,
                               .passed = &varied->en_passant,
                               .halfmove_clock = &varied->halfmove_clock,
                               .fullmove_number = &varied->fullmove_number,
                               .hand = varied->hand};
}

/* The rook's gate is closed too, since a king and a rook on gates have the right again when FEN is read. */
static bool variant_drop_castling(struct any_position *position, unsigned side, unsigned wing) {
    uint8_t *const rook = &position->varied.castling_rook[side][wing];
    if (*rook == KS_VARIANT_NO_SQUARE)
        return false;
    position->varied.gates[side].half[*rook >> 6] &= ~((uint64_t)1 << (*rook & 63));
    *rook = KS_VARIANT_NO_SQUARE;
    return true;
}

static const struct any_rules any_variant_rules = {
    .start = variant_start,
    .read_fen = variant_read_fen,
    .write_fen = variant_write_fen,
    .write_legal_fen = variant_write_legal_fen,
    .write_uci = variant_write_uci,
    .write_san = variant_write_san,
    .explain_move = variant_explain_move,
    .square_name = ks_variant_square_name,
    .legal_moves = variant_legal_moves,
    .make_move = variant_make_move,
    .perft = variant_perft,
    .perft_stats = variant_perft_stats,
    .is_chess960 = variant_is_chess960,
    .side_to_move = variant_side_to_move,
    .king = variant_king,
    .key = variant_key,
    .find_verdict = variant_find_verdict,
    .find_draw = variant_find_draw,
    .checkers = variant_checkers,
    .pinned = variant_pinned,
    .board_size = variant_board_size,
    .piece_letter = variant_piece_letter,
    .kind_of_move = variant_kind_of_move,
    .fields = variant_fields,
    .drop_castling = variant_drop_castling,
};

/* ==== Either ==== */

/* Calls the functions of chess or of variants. Each call looks once at the position's variant to choose the
 * table. */

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

/* Returns the square that a move of chess has pushed a pawn over; KS_NO_SQUARE when it is no double push. */
static unsigned square_pushed_over(const ks_position *after, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    const bool pawn = after->board[to] == KS_WHITE_PAWN || after->board[to] == KS_BLACK_PAWN;
    return pawn && (from + 16 == to || to + 16 == from) ? (from + to) / 2 : KS_NO_SQUARE;
}

size_t any_write_fen_after(const struct any_position *position, any_move last, char text[ANY_FEN_SIZE]) {
    const size_t length = any_write_shown_fen(position, true, text);
    const bool known = !position->variant && last != KS_NO_MOVE;
    const unsigned square = known ? square_pushed_over(&position->chess, (ks_move)last) : KS_NO_SQUARE;
    char *field = text;
    for (unsigned fields = 0; fields < 3; fields++)
        field = strchr(field, ' ') + 1;
    if (square == KS_NO_SQUARE || *field != '-')
        return length;
    memmove(field + 2, field + 1, length - (size_t)(field - text));
    memcpy(field, ks_square_name(square), 2);
    return length + 1;
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

size_t any_legal_moves_in(const struct any_position *position, any_move *moves, size_t room) {
    return rules_of(position->variant)->legal_moves(position, moves, room);
}

size_t any_legal_moves(const struct any_position *position, any_move moves[ANY_MOVES_MAX]) {
    return any_legal_moves_in(position, moves, ANY_MOVES_MAX);
}

any_move *any_list_moves(const struct any_position *position, size_t *count) {
    const struct any_rules *const rules = rules_of(position->variant);
    any_move *moves = malloc(ANY_MOVES_MAX * sizeof *moves);
    *count = 0;
    if (!moves)
        return NULL;
    *count = rules->legal_moves(position, moves, ANY_MOVES_MAX);
    if (*count > ANY_MOVES_MAX) {
        free(moves);
        moves = malloc(*count * sizeof *moves);
        if (moves)
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

ks_uci_flags any_game_notation(const ks_pgn *pgn, const struct any_position *start) {
    return ks_pgn_says_chess960(pgn) || any_is_chess960(start) ? KS_UCI_CHESS960 : KS_UCI_DEFAULT;
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

enum ks_verdict any_judge(const struct any_position *position, ks_variant_squares *checkers) {
    return rules_of(position->variant)->find_verdict(position, checkers);
}

enum ks_draw any_find_draw(const struct any_position *position, enum ks_verdict verdict, const uint64_t *keys,
                           size_t count) {
    return rules_of(position->variant)->find_draw(position, verdict, keys, count);
}

ks_variant_squares any_checkers(const struct any_position *position) {
    return rules_of(position->variant)->checkers(position);
}

ks_variant_squares any_pinned(const struct any_position *position) {
    return rules_of(position->variant)->pinned(position);
}

/* In a variant, each square is asked about. */
ks_variant_squares any_attacked(const struct any_position *position, unsigned side) {
    const ks_variant *const variant = position->variant;
    if (!variant)
        return (ks_variant_squares){{ks_attacked(position->chess.board, side)}};
    const struct any_board_size size = any_board_size(variant);
    ks_variant_squares found = {{0}};
    for (unsigned square = 0; square < size.files * size.ranks; square++)
        if (!squares_empty(ks_variant_attackers(variant, &position->varied, square, side)))
            squares_add(&found, square);
    return found;
}

struct any_board_size any_board_size(const ks_variant *variant) {
    return rules_of(variant)->board_size(variant);
}

unsigned any_count_pieces_of(const struct any_position *position, unsigned side) {
    const struct any_board_size size = any_board_size(position->variant);
    const char first = side == KS_WHITE ? 'A' : 'a';
    unsigned count = 0;
    for (unsigned square = 0; square < size.files * size.ranks; square++) {
        const char letter = any_piece_letter(position, square);
        count += letter >= first && letter <= first + ('Z' - 'A');
    }
    return count;
}

unsigned any_count_pieces(const struct any_position *position) {
    return any_count_pieces_of(position, KS_WHITE) + any_count_pieces_of(position, KS_BLACK);
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
        *fields.passed = (ks_variant_squares){{0}};
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
