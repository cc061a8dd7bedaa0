/* Lists the moves of each piece. `bent` decides at every place where a rule can be broken. */
#include "broken/moves.h"

#include <stdbool.h>

#include "core/board/geometry.h"
#include "rules/position.h"

struct list {
    const ks_position *position;
    const struct bent *bent;
    ks_move *moves;
    size_t count;
};

static void add(struct list *list, unsigned from, unsigned to, unsigned kind) {
    list->moves[list->count++] = KS_MOVE(from, to, kind);
}

static bool on_board(int file, int row) {
    return file >= 0 && file < 8 && row >= 0 && row < 8;
}

static bool belongs_to(unsigned code, unsigned side) {
    return code != KS_EMPTY && !(code & KS_BLACK_BIT) == (side == KS_WHITE);
}

static bool can_capture(const struct list *list, unsigned code) {
    const unsigned them = list->position->side_to_move ^ 1;
    return belongs_to(code, them) && code != code_of(KS_WHITE_KING, them);
}

/* ---- Pieces ---- */

static const struct step {
    int files, rows;
} steps[16] = {{0, -1}, {1, 0},  {0, 1}, {-1, 0}, {1, -1}, {1, 1},  {-1, 1},  {-1, -1},
               {1, -2}, {2, -1}, {2, 1}, {1, 2},  {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

/* [white code]: the steps of a piece, and how often it repeats one. */
static const struct walk {
    unsigned first, end;
    int reach;
} walks[] = {[KS_WHITE_KNIGHT] = {8, 16, 1},
             [KS_WHITE_BISHOP] = {4, 8, 7},
             [KS_WHITE_ROOK] = {0, 4, 7},
             [KS_WHITE_QUEEN] = {0, 8, 7},
             [KS_WHITE_KING] = {0, 8, 1}};

/* The square that the sum of the squares' numbers has: over the edge of a file it is on the other side. */
static void wrap(int *file, int *row) {
    const int square = *file + 8 * *row;
    *file = square & 7;
    *row = square >> 3;
}

static void piece_moves(struct list *list, unsigned from, const struct walk *walk) {
    const uint8_t *board = list->position->board;
    for (unsigned i = walk->first; i < walk->end; i++) {
        int file = (int)(from & 7), row = (int)(from >> 3);
        for (int left = walk->reach; left > 0; left--) {
            file += steps[i].files;
            row += steps[i].rows;
            if (list->bent->rules[BENT_KNIGHT_WRAPS] && walk->first == 8)
                wrap(&file, &row);
            if (!on_board(file, row))
                break;
            const unsigned to = KS_SQUARE(file, row);
            if (board[to] == KS_EMPTY || can_capture(list, board[to]))
                add(list, from, to, KS_MOVE_PLAIN);
            if (board[to] != KS_EMPTY)
                break;
        }
    }
}

/* ---- Pawns ---- */

static void add_pawn_move(struct list *list, unsigned from, unsigned to) {
    const unsigned least =
        list->bent->rules[BENT_UNDERPROMOTION_MISSING] ? KS_MOVE_TO_QUEEN : KS_MOVE_TO_KNIGHT;
    if (to >> 3 != 0 && to >> 3 != 7)
        add(list, from, to, KS_MOVE_PLAIN);
    else
        for (unsigned kind = least; kind <= KS_MOVE_TO_QUEEN; kind++)
            add(list, from, to, kind);
}

/* Whether this engine captures a pawn on its en-passant square. */
static bool captures_en_passant(const struct list *list, unsigned to) {
    const ks_position *const position = list->position;
    const unsigned them = position->side_to_move ^ 1, pawn = them == KS_WHITE ? to - 8 : to + 8;
    if (list->bent->rules[BENT_EN_PASSANT_NOT_IN_CHECK] && checkers_of(position) != 0)
        return false;
    return position->board[to] == KS_EMPTY && position->board[pawn] == code_of(KS_WHITE_PAWN, them);
}

static void pawn_moves(struct list *list, unsigned from) {
    const ks_position *position = list->position;
    const bool white = position->side_to_move == KS_WHITE;
    const int forward = white ? -1 : 1, file = (int)(from & 7), row = (int)(from >> 3);
    if (!on_board(file, row + forward))
        return;

    const bool free = position->board[KS_SQUARE(file, row + forward)] == KS_EMPTY;
    if (free)
        add_pawn_move(list, from, KS_SQUARE(file, row + forward));
    if ((free || list->bent->rules[BENT_DOUBLE_PUSH_THROUGH]) && row == (white ? 6 : 1) &&
        position->board[KS_SQUARE(file, row + 2 * forward)] == KS_EMPTY)
        add(list, from, KS_SQUARE(file, row + 2 * forward), KS_MOVE_DOUBLE_PUSH);

    for (int to_file = file - 1; to_file <= file + 1; to_file += 2) {
        if (!on_board(to_file, row + forward))
            continue;
        const unsigned to = KS_SQUARE(to_file, row + forward);
        if (can_capture(list, position->board[to]))
            add_pawn_move(list, from, to);
        else if (to == position->en_passant && captures_en_passant(list, to))
            add(list, from, to, KS_MOVE_EN_PASSANT);
    }
}

/* ---- Castling ---- */

/* Returns whether the path of king or rook is empty apart from these two. An engine without Chess960 counts
 * the other one as an obstacle: they are never in each other's way in ordinary chess. */
static bool is_free(const struct list *list, unsigned from, unsigned to, unsigned other) {
    uint64_t way = row_span(from, to) & ~bit(from);
    if (!list->bent->rules[BENT_CHESS960_CASTLING_BLOCKED])
        way &= ~bit(other);
    if (list->bent->rules[BENT_CASTLING_PAST_KNIGHT])
        way &= ~(bit(KS_SQUARE(1, 0)) | bit(KS_SQUARE(1, 7)));
    for (; way; way &= way - 1)
        if (list->position->board[lowest_square(way)] != KS_EMPTY)
            return false;
    return true;
}

/* Returns whether the king is attacked neither on its square nor on its path. Its last square is tested again
 * later. */
static bool is_safe(const struct list *list, unsigned king, unsigned king_to, unsigned rook) {
    const ks_position *position = list->position;
    uint64_t way = row_span(king, king_to);
    if (list->bent->rules[BENT_CASTLING_THROUGH_CHECK])
        way = bit(king);
    if (list->bent->rules[BENT_CASTLING_OUT_OF_CHECK])
        way &= ~bit(king);
    if (list->bent->rules[BENT_CASTLING_WITH_SAFE_ROOK])
        way |= row_span(king, rook);
    if (list->bent->rules[BENT_CASTLING_INTO_CHECK])
        way &= ~bit(king_to);
    for (; way; way &= way - 1)
        if (ks_in_check(position->board, lowest_square(way), position->side_to_move))
            return false;
    return true;
}

/* Returns whether an engine with a lapse finds king and rook on the squares of the right: it tests for them,
 * so it errs only when they have returned. */
static bool are_at_home(const struct list *list, unsigned king, unsigned rook) {
    const unsigned us = list->position->side_to_move;
    return list->position->board[rook] == code_of(KS_WHITE_ROOK, us) &&
           king == KS_SQUARE(4, us == KS_WHITE ? 7 : 0);
}

static void castling_moves(struct list *list) {
    const unsigned us = list->position->side_to_move, king = ks_king_of(list->position, us);
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        const unsigned rook = lapse_rook(list->position, us, wing);
        if (rook == KS_NO_SQUARE || (list->bent->lapse.kind == RIGHT_KEPT && !are_at_home(list, king, rook)))
            continue;
        const unsigned king_to = castled_king(us, king, rook), rook_to = castled_rook(us, king, rook);
        if (is_free(list, king, king_to, rook) && is_free(list, rook, rook_to, king) &&
            is_safe(list, king, king_to, rook))
            add(list, king, rook, KS_MOVE_CASTLING);
    }
}

/* ---- The king's safety ---- */

/* The engine finds pins on the board before the move, which still has the pawn that is captured en
 * passant. */
static uint64_t hidden_by_captured_pawn(const ks_position *after, unsigned king, unsigned captured) {
    uint8_t board[KS_SQUARES];
    for (unsigned square = 0; square < KS_SQUARES; square++)
        board[square] = after->board[square];
    board[captured] = (uint8_t)code_of(KS_WHITE_PAWN, after->side_to_move ^ 1);
    return ~ks_attackers(board, king, after->side_to_move);
}

/* Returns the attackers that the engine overlooks when the king itself moves. */
static uint64_t overlooked_by_king(const ks_position *position, const struct bent *bent, ks_move move) {
    const unsigned us = position->side_to_move, to = KS_MOVE_TO(move);
    const bool castles = KS_MOVE_KIND(move) == KS_MOVE_CASTLING, captures = position->board[to] != KS_EMPTY;
    uint64_t all = 0;
    if (castles)
        return bent->rules[BENT_CASTLING_INTO_CHECK] ? ~all : 0;
    if (bent->rules[BENT_KING_STEPS_BACK]) /* the king itself blocks the square that it steps back to */
        all |= ~ks_attackers(position->board, to, us ^ 1);
    if (bent->rules[BENT_KING_TAKES_PROTECTED] && captures)
        all |= ~bit(ks_king_of(position, us ^ 1));
    if (bent->rules[BENT_KINGS_TOUCH])
        all |= bit(ks_king_of(position, us ^ 1));
    return all;
}

/* Returns the attackers that the engine overlooks when another piece moves, but not en passant. */
static uint64_t overlooked_by_piece(const ks_position *position, const struct bent *bent, ks_move move) {
    const uint64_t checkers = checkers_of(position);
    const unsigned king = ks_king_of(position, position->side_to_move);
    uint64_t all = 0;
    if (bent->rules[BENT_RANK_PIN_IGNORED])
        all |= row_mask(king >> 3) & ~checkers;
    if (bent->rules[BENT_PINNED_PIECE_CAPTURES] && checkers == bit(KS_MOVE_TO(move)))
        all = ~(uint64_t)0; /* "the checker is gone, so the check is over" */
    return all;
}

/* Returns the attackers of the king after the move that this engine overlooks. */
static uint64_t overlooked(const ks_position *position, const struct bent *bent, ks_move move,
                           const ks_position *after) {
    const unsigned us = position->side_to_move, king = ks_king_of(position, us);
    const uint64_t checkers = checkers_of(position);
    if (KS_MOVE_FROM(move) == king)
        return overlooked_by_king(position, bent, move);
    const bool en_passant = KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT;
    uint64_t all = en_passant ? 0 : overlooked_by_piece(position, bent, move);
    if (en_passant && bent->rules[BENT_EN_PASSANT_UNCOVERS])
        all |= hidden_by_captured_pawn(after, king, capture_square(move));
    if (bent->rules[BENT_DOUBLE_CHECK_BLOCKED]) /* finds one checker only, and answers its check */
        all |= checkers & (checkers - 1);
    return all;
}

static bool leaves_king_safe(const ks_position *position, const struct bent *bent, ks_move move) {
    const unsigned us = position->side_to_move;
    ks_position after = *position;
    bent_make_move(&after, bent, move);
    const unsigned king = ks_king_of(&after, us);
    if (king == KS_NO_SQUARE)
        return true;
    const uint64_t attackers = ks_attackers(after.board, king, us ^ 1);
    return (attackers & ~overlooked(position, bent, move, &after)) == 0;
}

/* ---- All moves ---- */

size_t bent_moves(const ks_position *position, const struct bent *bent, ks_move moves[KS_MOVES_MAX]) {
    struct list list = {position, bent, moves, 0};
    size_t legal = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const unsigned code = position->board[square], piece = code & ~(unsigned)KS_BLACK_BIT;
        if (!belongs_to(code, position->side_to_move))
            continue;
        if (piece == KS_WHITE_PAWN)
            pawn_moves(&list, square);
        else
            piece_moves(&list, square, &walks[piece]);
    }
    castling_moves(&list);
    for (size_t i = 0; i < list.count; i++)
        if (leaves_king_safe(position, bent, moves[i]) && !lapse_forgets(&bent->lapse, position, moves[i]))
            moves[legal++] = moves[i];
    return legal;
}

/* Whether a move is of the king or the rook that a right of its side needs. */
static bool uses_right(const ks_position *before, ks_move move, unsigned side, unsigned wing) {
    const unsigned from = KS_MOVE_FROM(move);
    return side == before->side_to_move &&
           (from == ks_king_of(before, side) || from == lapse_rook(before, side, wing));
}

/* Every right is kept that king and rook do not lose by moving, or only one that is lost in the way that a
 * lapse overlooks. */
static bool keeps_right(const struct bent *bent, const ks_position *before, ks_move move, unsigned side,
                        unsigned wing) {
    return (bent->rules[BENT_CASTLING_RIGHT_KEPT] && !uses_right(before, move, side, wing)) ||
           lapse_keeps(&bent->lapse, before, move, side, wing);
}

static void keep_right(ks_position *position, unsigned rook) {
    position->private_castling |= rook < KS_SQUARES ? (uint64_t)1 << rook : 0;
}

void bent_make_move(ks_position *position, const struct bent *bent, ks_move move) {
    const ks_position before = *position;
    ks_after_move(&before, move, position);
    if (bent->rules[BENT_EN_PASSANT_KEPT] && position->en_passant == KS_NO_SQUARE)
        position->en_passant = before.en_passant;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (keeps_right(bent, &before, move, side, wing))
                keep_right(position, lapse_rook(&before, side, wing));
}
