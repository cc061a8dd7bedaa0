/* All moves that somebody might try in a position, and what is true of each: by ks_explain_move, ks_make_move
 * and the attackers of the kings alone. */
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
    int code; /* of ks_explain_move */
    unsigned from, to;
    ks_move move; /* KS_NO_MOVE when it fails at more than the king's safety */
    bool facts[FACTS];
};

enum { TRIALS_MAX = 1500 }; /* of at most 16 pieces a side */

/* Tries every piece of the side to move, at most 16, on every square; returns how many trials there are. Left
 * out is what isn't a move of that piece, but for a pawn's capture around the edge. A pawn on its last rank
 * becomes a queen and a knight; castling is tried as ks_write_uci writes it. */
size_t try_moves(const ks_position *position, struct trial trials[TRIALS_MAX]);

#endif
