/* All moves that a player might try in a position, and their facts: derived from ks_read_move,
 * ks_make_move and the attackers of the kings alone. */
#ifndef KS_HARD_FACTS_H
#define KS_HARD_FACTS_H

#include <stdbool.h>

#include "kingscan.h"

enum fact {
    NO_FACT,
#define FACT(name) name,
#include "hard/facts.def"
#undef FACT
    FACTS
};

struct trial {
    char text[KS_UCI_SIZE];
    int code; /* of ks_read_move */
    unsigned from, to;
    ks_move move; /* KS_NO_MOVE when it breaks more rules than the king's safety */
    bool facts[FACTS];
};

enum { TRIALS_MAX = 1500 }; /* for at most 16 pieces a side */

/* Tries every piece of the side to move, at most 16, on every square; returns the number of trials. Moves
 * that the piece does not make are left out, except a pawn's capture across the edge. A pawn on its last rank
 * becomes a queen and a knight; castling is tried as ks_write_uci writes it. */
size_t try_moves(const ks_position *position, struct trial trials[TRIALS_MAX]);

#endif
