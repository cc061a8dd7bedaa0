/* Finds check, attackers and pins in the plainest C: the kernel "c", the reference. This kernel is the
 * specification with which every other kernel is compared, so it is written to be read and believed, not to
 * be fast. */
#include <stdbool.h>
#include <string.h>

#include "core/kernels/attacked.h"
#include "core/kernels/kernel.h"

static const struct {
    int files, rows;
} directions[8] = {{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}},
  leaps[8] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

static bool on_board(int file, int row) {
    return file >= 0 && file < 8 && row >= 0 && row < 8;
}

static uint64_t bit(unsigned square) {
    return (uint64_t)1 << square;
}

/* A walk from the king along one direction. */
struct walk {
    const uint8_t *classes, *board;
    int file, row, files, rows;
    int distance;  /* steps gone */
    uint64_t line; /* the squares passed, the last one included */
};

static struct walk start_walk(const uint8_t *classes, const uint8_t *board, unsigned square, int direction) {
    const struct walk walk = {.classes = classes,
                              .board = board,
                              .file = (int)(square & 7),
                              .row = (int)(square >> 3),
                              .files = directions[direction].files,
                              .rows = directions[direction].rows};
    return walk;
}

/* Moves on to the next piece and returns its classes; 0 at the end of the board. */
static unsigned next_piece(struct walk *walk) {
    while (on_board(walk->file + walk->files, walk->row + walk->rows)) {
        walk->file += walk->files;
        walk->row += walk->rows;
        walk->distance++;
        const unsigned square = KS_SQUARE(walk->file, walk->row);
        walk->line |= bit(square);
        if (walk->classes[walk->board[square]] & KS_CLASS_OCCUPIED)
            return walk->classes[walk->board[square]];
    }
    return 0;
}

static bool is_diagonal(const struct walk *walk) {
    return walk->files != 0 && walk->rows != 0;
}

static unsigned slider_class(const struct walk *walk) {
    return is_diagonal(walk) ? KS_CLASS_DIAGONAL : KS_CLASS_ORTHOGONAL;
}

/* Returns the classes that attack the king from the walk's present square. */
static unsigned attacks_from(const struct walk *walk, int pawn_row) {
    unsigned attacks = slider_class(walk);
    if (walk->distance == 1)
        attacks |= is_diagonal(walk) ? KS_CLASS_FERZ : KS_CLASS_WAZIR;
    if (walk->distance == 1 && is_diagonal(walk) && walk->rows == pawn_row)
        attacks |= KS_CLASS_PAWN;
    return attacks;
}

/* Black pawns attack a white king from the rank above it; a board that begins with a1 is upside down. */
static int pawn_row_against(const ks_pieceset *set, unsigned side) {
    return (side ^ set->a1_first) == KS_WHITE ? -1 : 1;
}

static uint64_t leaping_attackers(const uint8_t *classes, const uint8_t *board, unsigned square) {
    uint64_t attackers = 0;
    for (int i = 0; i < 8; i++) {
        const int file = (int)(square & 7) + leaps[i].files, row = (int)(square >> 3) + leaps[i].rows;
        if (on_board(file, row) && classes[board[KS_SQUARE(file, row)]] & KS_CLASS_KNIGHT)
            attackers |= bit(KS_SQUARE(file, row));
    }
    return attackers;
}

uint64_t ks_c_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                            unsigned by_side) {
    const unsigned attacked_side = by_side ^ 1;
    const uint8_t *classes = set->classes[attacked_side];
    uint64_t attackers = leaping_attackers(classes, board, square);
    for (int direction = 0; direction < 8; direction++) {
        struct walk walk = start_walk(classes, board, square, direction);
        const unsigned nearest = next_piece(&walk);
        if (nearest & attacks_from(&walk, pawn_row_against(set, attacked_side)))
            attackers |= bit(KS_SQUARE(walk.file, walk.row));
    }
    return attackers;
}

int ks_c_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_c_attackers_set(set, board, king_square, side ^ 1) != 0;
}

void ks_c_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side,
                        ks_king_lines *lines) {
    const uint8_t *classes = set->classes[side];
    memset(lines, 0, sizeof *lines);
    lines->checkers = lines->check_lines = leaping_attackers(classes, board, king_square);
    for (int direction = 0; direction < 8; direction++) {
        struct walk walk = start_walk(classes, board, king_square, direction);
        const unsigned nearest = next_piece(&walk);
        const uint64_t nearest_square = bit(KS_SQUARE(walk.file, walk.row));
        if (nearest & attacks_from(&walk, pawn_row_against(set, side))) {
            lines->checkers |= nearest_square;
            lines->check_lines |= walk.line;
        }
        if (nearest & KS_CLASS_OWN && next_piece(&walk) & slider_class(&walk)) {
            lines->pinned |= nearest_square;
            *(is_diagonal(&walk) ? &lines->pin_diagonal : &lines->pin_orthogonal) |= walk.line;
        }
    }
}

uint64_t ks_c_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    return ks_c_attackers_set(&ks_chess_pieces, board, square, by_side);
}

int ks_c_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_c_in_check_set(&ks_chess_pieces, board, king_square, side);
}

void ks_c_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines) {
    ks_c_king_scan_set(&ks_chess_pieces, board, king_square, side, lines);
}

/* ---- Attacked squares and pairs: no kernel has these functions; other code is compared with them ---- */

uint64_t ks_c_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side) {
    uint64_t attacked = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (ks_c_attackers_set(set, board, square, by_side))
            attacked |= bit(square);
    return attacked;
}

uint64_t ks_c_attacked(const uint8_t board[64], unsigned by_side) {
    return ks_c_attacked_set(&ks_chess_pieces, board, by_side);
}

/* Returns the squares of the pieces of these kinds, of either colour. */
static uint64_t squares_of_kinds(const uint8_t board[64], unsigned kinds) {
    uint64_t squares = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (kinds >> (board[square] & (KS_BLACK_BIT - 1)) & 1)
            squares |= bit(square);
    return squares;
}

uint64_t ks_c_attacked_by(const uint8_t board[64], unsigned by_side, unsigned kinds) {
    const uint64_t asked = squares_of_kinds(board, kinds);
    uint64_t attacked = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (ks_c_attackers(board, square, by_side) & asked)
            attacked |= bit(square);
    return attacked;
}

size_t ks_c_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room) {
    const uint8_t *const classes = ks_chess_pieces.classes[KS_WHITE];
    size_t found = 0;
    for (unsigned target = 0; target < KS_SQUARES; target++) {
        if (!(classes[board[target]] & KS_CLASS_OCCUPIED))
            continue;
        const uint64_t attackers =
            ks_c_attackers(board, target, KS_WHITE) | ks_c_attackers(board, target, KS_BLACK);
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            if (!(attackers & bit(square)))
                continue;
            if (found < room) {
                from[found] = (uint8_t)square;
                to[found] = (uint8_t)target;
            }
            found++;
        }
    }
    return found;
}
