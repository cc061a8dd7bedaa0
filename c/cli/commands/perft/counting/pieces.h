/* The pieces that a perft is cut into, for threads to take one by one: the lines of the first few moves. */
#ifndef KS_PERFT_PIECES_H
#define KS_PERFT_PIECES_H

#include "cli/positions/any_position.h"

enum { PIECE_PLIES_MAX = 4 };

/* A piece of work: to count what follows these moves. */
struct piece {
    any_move moves[PIECE_PLIES_MAX];
    size_t root; /* index of the first move */
};

struct pieces {
    struct piece *list;
    size_t count, room;
    unsigned plies; /* the number of moves with which each begins; 0: no pieces have been made yet */
};

/* Replaces all pieces by those that are a move longer; plies: less than PIECE_PLIES_MAX. Fails when there is
 * no memory. */
void perft_cut(struct pieces *pieces, const struct any_position *start);

/* Returns the position after a piece's moves. */
struct any_position perft_piece_position(const struct any_position *start, const struct piece *piece,
                                         unsigned plies);

#endif
