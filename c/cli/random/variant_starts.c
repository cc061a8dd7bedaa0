/* Shuffles the first rank if the variant is played so, removes a share of the pieces, and fills empty hands.
 */
#include "cli/random/variant_starts.h"

#include <string.h>

#include "cli/random/numbers.h"

static void swap(uint8_t *a, uint8_t *b) {
    const uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Returns the square of the nearest rook, by its piece code, on a wing of the side's king; KS_NOWHERE when
 * there is none. */
static uint8_t find_rook(const ks_variant_position *position, unsigned side, unsigned code, unsigned files,
                         int step) {
    const unsigned row = position->king[side] / files;
    for (int square = position->king[side] + step; square >= 0 && (unsigned)square / files == row;
         square += step)
        if (position->board[square] == code)
            return (uint8_t)square;
    return KS_NOWHERE;
}

/* Puts the pieces of the side's first rank into a random order in which the king stands between two rooks. */
static void shuffle(uint64_t *state, unsigned side, unsigned files, ks_variant_position *position) {
    const unsigned rook = position->board[position->castling_rook[side][KS_KINGSIDE]];
    uint8_t *const row = position->board + position->king[side] / files * files;
    const uint8_t king = position->board[position->king[side]];
    uint8_t *const rooks = position->castling_rook[side];
    do {
        for (unsigned left = files; left > 1; left--)
            swap(&row[left - 1], &row[draw_below(state, left)]);
        position->king[side] = (uint8_t)((const uint8_t *)memchr(row, king, files) - position->board);
        rooks[KS_KINGSIDE] = find_rook(position, side, rook, files, 1);
        rooks[KS_QUEENSIDE] = find_rook(position, side, rook, files, -1);
    } while (rooks[KS_KINGSIDE] == KS_NOWHERE || rooks[KS_QUEENSIDE] == KS_NOWHERE);
}

/* Returns whether the side has two rooks of one type for castling. */
static bool has_two_rooks(const ks_variant_position *position, unsigned side) {
    const uint8_t *const rooks = position->castling_rook[side];
    return rooks[KS_KINGSIDE] != KS_NOWHERE && rooks[KS_QUEENSIDE] != KS_NOWHERE &&
           position->board[rooks[KS_KINGSIDE]] == position->board[rooks[KS_QUEENSIDE]];
}

static void remove_pieces(uint64_t *state, unsigned eighths, struct any_position *position) {
    for (unsigned square = 0; square < ANY_SQUARES; square++)
        if (draw_below(state, 8) < eighths)
            any_remove_piece(position, square);
}

/* Returns whether games start with hands that are empty. */
static bool has_empty_hands(const ks_variant *variant) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_fen(variant, ks_variant_get_start(variant), fen);
    return strstr(fen, "[]") != NULL;
}

/* Pieces of bughouse come from another board. */
static void fill_hands(uint64_t *state, const ks_variant_facts *facts, const ks_variant *variant,
                       ks_variant_position *position) {
    for (unsigned pieces = draw_below(state, 4); pieces > 0; pieces--) {
        const unsigned side = draw_below(state, 2), type = draw_below(state, facts->types);
        const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
        if (piece.appears && !piece.promoted && type != facts->royal)
            position->hand[side][type]++;
    }
}

void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    struct any_position drawn;
    const bool fills = has_empty_hands(variant);
    const unsigned share = draw_below(state, 2) ? draw_below(state, 7) : 0;
    do {
        drawn = any_start(variant);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (facts.chess960 && has_two_rooks(&drawn.varied, side) && draw_below(state, 4))
                shuffle(state, side, facts.files, &drawn.varied);
        remove_pieces(state, share, &drawn);
        if (fills && draw_below(state, 2))
            fill_hands(state, &facts, variant, &drawn.varied);
    } while (!any_read_back(&drawn, start));
}
