/* Compares each contender's answers to in_check with the reference's before anything is timed. A board on
 * which they differ is made as small as it can be, and drawn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "cli/positions/draw.h"

/* Draws the board as `kingscan fuzz` does, with brackets around the pieces that give check. */
static void draw_board(const char *fen, FILE *out) {
    struct any_position position = {.variant = NULL};
    if (ks_read_fen(fen, strlen(fen), 0, &position.chess, NULL) != KS_OK)
        return; /* a plugin may be wrong about a board that is no position: its FEN has been printed */
    print_drawing(&position, &(struct board_marks){.brackets = any_checkers(&position)}, 0, out);
}

static const ks_kernel *reference(void) {
    size_t count;
    return ks_kernel_get_all(&count)[0];
}

/* An answer is 0 or 1: what waits for an answer halves it, and expects 0. */
static int is_wrong(const struct contender *row, const uint8_t board[64], unsigned king, unsigned side) {
    return row->in_check(board, king, side) != reference()->in_check(board, king, side);
}

/* Removes every piece without which the answer is wrong all the same, until none is left. Kings stay, so that
 * it is a position. */
static void remove_pieces(const struct contender *row, uint8_t board[64], unsigned king, unsigned side) {
    unsigned removed;
    do {
        removed = 0;
        for (unsigned square = 0; square < KS_SQUARES; square++) {
            const uint8_t piece = board[square];
            if (piece == KS_EMPTY || (piece & 7) == KS_WHITE_KING)
                continue;
            board[square] = KS_EMPTY;
            if (is_wrong(row, board, king, side))
                removed++;
            else
                board[square] = piece;
        }
    } while (removed);
}

static _Noreturn void tell_difference(const struct contender *row, const struct board_set *set, size_t i,
                                      int expected, int found) {
    ks_position position = {.side_to_move = set->sides[i], .en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    char fen[KS_FEN_SIZE], label[LABEL_SIZE];
    memcpy(position.board, set->boards[i], 64);
    if (!row->form) {
        remove_pieces(row, position.board, set->kings[i], set->sides[i]);
        expected = reference()->in_check(position.board, set->kings[i], set->sides[i]);
        found = row->in_check(position.board, set->kings[i], set->sides[i]);
    }
    ks_write_x_fen(&position, fen);
    fprintf(stderr, "bench: %s is wrong: expected %d (%s), found %d for the %s king on %s in\n%s\n",
            row_label(row, label), expected, expected ? "in check" : "not in check", found,
            set->sides[i] == KS_WHITE ? "white" : "black", ks_square_name(set->kings[i]), fen);
    draw_board(fen, stderr);
    exit(1);
}

static void verify_row(const struct contender *row, const struct board_set *set,
                       struct board_set *converted) {
    convert_boards(set, row->form, converted);
    for (size_t i = 0; i < set->count; i++) {
        const int found = row->in_check(converted->boards[i], converted->kings[i], converted->sides[i]);
        const int expected = reference()->in_check(set->boards[i], set->kings[i], set->sides[i]);
        if (found != expected)
            tell_difference(row, set, i, expected, found);
    }
}

void verify(const struct table *table, const struct board_set *set) {
    struct board_set converted = new_set(set->name, set->count);
    for (size_t i = 0; i < table->count; i++)
        verify_row(&table->rows[i], set, &converted);
    free_set(&converted);
}
