/* Cuts a perft into lines of its first moves. */
#include "cli/commands/perft/counting/pieces.h"

#include <stdlib.h>

#include "cli/base/messages.h"

static void add(struct pieces *pieces, const struct piece *piece) {
    pieces->list = with_room(pieces->list, pieces->count, &pieces->room, sizeof *pieces->list);
    pieces->list[pieces->count++] = *piece;
}

/* Adds the pieces that begin with the moves of one that has `plies` of them. */
static void add_longer(struct pieces *pieces, const struct any_position *start, struct piece piece,
                       unsigned plies) {
    const struct any_position position = perft_piece_position(start, &piece, plies);
    size_t count;
    any_move *const moves = any_list_moves(&position, &count);
    for (size_t i = 0; i < count; i++) {
        piece.moves[plies] = moves[i];
        piece.root = plies > 0 ? piece.root : i;
        add(pieces, &piece);
    }
    free(moves);
}

void perft_cut(struct pieces *pieces, const struct any_position *start) {
    struct pieces smaller = {.plies = pieces->plies + 1};
    if (pieces->plies == 0)
        add_longer(&smaller, start, (struct piece){{0}, 0}, 0);
    for (size_t i = 0; i < pieces->count; i++)
        add_longer(&smaller, start, pieces->list[i], pieces->plies);
    free(pieces->list);
    *pieces = smaller;
}

struct any_position perft_piece_position(const struct any_position *start, const struct piece *piece,
                                         unsigned plies) {
    struct any_position position = *start;
    for (unsigned ply = 0; ply < plies; ply++)
        any_make_move(&position, piece->moves[ply]);
    return position;
}
