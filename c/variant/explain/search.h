/* Looks for the legal move that a text means. */
#ifndef KS_EXPLAIN_SEARCH_H
#define KS_EXPLAIN_SEARCH_H

#include "variant/explain/move_text.h"

/* A search among the legal moves, and what it has found. */
struct search {
    const ks_variant *v;
    const ks_variant_position *position;
    const ks_position *chess; /* the same position, where ks_explain_move asks; else NULL */
    const struct said *said;
    bool plus_is_check; /* + after the square means no promotion */
    unsigned found;
    ks_squares from; /* where the moves found begin */
    bool by_pawn;    /* the move found is a pawn's, and the text names no piece: pawns come before other
                        pieces that may go without a letter */
    ks_variant_move move;
};

/* Adds the legal moves that the text may mean to what has been found. */
void ks_search_moves(struct search *search);

/* Returns whether the text may mean the piece on the square: the piece is of the right side and type, and
 * stands on the file and rank that the text names. */
bool ks_is_meant(const struct search *search, unsigned square);

/* Returns whether a move is given by its two squares, without the letter of a piece, as UCI has it. */
bool ks_is_in_full(const struct said *said);

#endif
