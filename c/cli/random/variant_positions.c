/* See random_variant_positions.h. */
#include "cli/random/variant_positions.h"

#include <string.h>

#include "core/splitmix.h"

/* 0 to limit - 1. */
static unsigned below(uint64_t *state, unsigned limit) {
    return (unsigned)((splitmix64(state) >> 32) * limit >> 32);
}

/* ---- Starts ---- */

static void swap(uint8_t *a, uint8_t *b) {
    const uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The square of the nearest rook on a wing of side's king, by its piece code; KS_NOWHERE: there is none. */
static uint8_t find_rook(const ks_variant_position *position, unsigned side, unsigned code, unsigned files,
                         int step) {
    const unsigned row = position->king[side] / files;
    for (int square = position->king[side] + step; square >= 0 && (unsigned)square / files == row;
         square += step)
        if (position->board[square] == code)
            return (uint8_t)square;
    return KS_NOWHERE;
}

/* Puts the pieces of side's first rank into any order in which the king stands between two rooks. */
static void shuffle(uint64_t *state, unsigned side, unsigned files, ks_variant_position *position) {
    const unsigned rook = position->board[position->castling_rook[side][KS_KINGSIDE]];
    uint8_t *const row = position->board + position->king[side] / files * files;
    const uint8_t king = position->board[position->king[side]];
    uint8_t *const rooks = position->castling_rook[side];
    do {
        for (unsigned left = files; left > 1; left--)
            swap(&row[left - 1], &row[below(state, left)]);
        position->king[side] = (uint8_t)((const uint8_t *)memchr(row, king, files) - position->board);
        rooks[KS_KINGSIDE] = find_rook(position, side, rook, files, 1);
        rooks[KS_QUEENSIDE] = find_rook(position, side, rook, files, -1);
    } while (rooks[KS_KINGSIDE] == KS_NOWHERE || rooks[KS_QUEENSIDE] == KS_NOWHERE);
}

/* Of one kind, to castle with. */
static bool has_two_rooks(const ks_variant_position *position, unsigned side) {
    const uint8_t *const rooks = position->castling_rook[side];
    return rooks[KS_KINGSIDE] != KS_NOWHERE && rooks[KS_QUEENSIDE] != KS_NOWHERE &&
           position->board[rooks[KS_KINGSIDE]] == position->board[rooks[KS_QUEENSIDE]];
}

static void remove_pieces(uint64_t *state, unsigned eighths, struct any_position *position) {
    for (unsigned square = 0; square < ANY_SQUARES; square++)
        if (below(state, 8) < eighths)
            any_remove_piece(position, square);
}

void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    char fen[ANY_FEN_SIZE];
    struct any_position drawn;
    const unsigned share = below(state, 2) ? below(state, 7) : 0;
    do {
        drawn = any_start(variant);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (facts.chess960 && has_two_rooks(&drawn.varied, side) && below(state, 4))
                shuffle(state, side, facts.files, &drawn.varied);
        remove_pieces(state, share, &drawn);
    } while (any_read_fen(variant, fen, any_write_fen(&drawn, fen), 0, start, NULL) != KS_OK);
}

/* ---- Games ---- */

static bool is_plain(const struct any_position *position, any_move move) {
    struct any_position after = *position;
    any_make_move(&after, move);
    return after.varied.halfmove_clock > 0;
}

any_move random_variant_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                             size_t count) {
    any_move move;
    unsigned tries = 0;
    do
        move = moves[below(state, (unsigned)count)];
    while (is_plain(position, move) && ++tries < 3);
    return move;
}

static bool has_rare_move(const any_move *moves, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (KS_VARIANT_MOVE_PROMOTION(moves[i]) || KS_VARIANT_MOVE_TYPE(moves[i]) == KS_VARIANT_CASTLING ||
            KS_VARIANT_MOVE_TYPE(moves[i]) == KS_VARIANT_EN_PASSANT)
            return true;
    return false;
}

/* Makes so many moves, or fewer when the game ends; or when something rare could be done now. */
static void play(uint64_t *state, unsigned plies, struct replay *replay, struct any_position *end) {
    any_move moves[ANY_MOVES_MAX];
    for (; plies > 0; plies--) {
        const size_t found = any_legal_moves(end, moves),
                     count = found < ANY_MOVES_MAX ? found : ANY_MOVES_MAX;
        if (count == 0 || (has_rare_move(moves, count) && below(state, 4) == 0))
            return;
        const any_move move = random_variant_move(state, end, moves, count);
        replay->moves[replay->count++] = move;
        any_make_move(end, move);
    }
}

void random_variant_position(uint64_t *state, const ks_variant *variant, struct replay *replay) {
    random_variant_start(state, variant, &replay->start);
    replay->count = 0;
    struct any_position end = replay->start;
    play(state, below(state, 1u << (1 + below(state, 8))), replay,
         &end); /* as many short games as long ones */
    if (below(state, 2)) {
        replay->start = end;
        replay->count = 0;
    }
}
