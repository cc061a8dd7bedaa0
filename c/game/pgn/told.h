/* What a reader of games tells of each move besides the move: what its comments say, and its number for
 * training data. */
#ifndef KS_PGN_TOLD_H
#define KS_PGN_TOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "kingscan/pgn.h"

/* A position of a game, as far as the numbers of moves depend on it. */
struct game_position {
    uint64_t planes[4]; /* the bits of the codes on its board */
    uint64_t castling;  /* the rooks that may castle */
    uint64_t jumped;    /* the square that a pawn has just passed in a double push, if any */
};

/* What .binpack writes of a move: the number of the piece among those of its side, and of the move among
 * those of the piece, in as many bits as they take; and what follows from it. */
enum number_bits {
    NUMBER_LENGTH = 15, /* how many bits the two numbers have */
    NUMBER_SHIFT = 4,   /* where they begin */
    NUMBER_IS_KNOWN = 1 << 14,
    NUMBER_RESETS = 1 << 15 /* the move sets the halfmove clock back */
};

/* Returns the number of a legal move. */
typedef uint16_t number_move(const struct game_position *before, ks_move move);

/* What the comments after some moves say, in each way in which it may count, and the move that follows. */
struct told {
    uint32_t clock;
    int16_t eval, note; /* scores as the side to move sees them: of an evaluation, of this position; and of a
                           note, of the position before */
    uint8_t note_form;  /* enum ks_pgn_scores; KS_PGN_SCORES_NONE when the note has no score */
    bool has_eval, has_clock;
    uint8_t unused;
    ks_move move;
    uint16_t number; /* of the move, when moves are numbered: enum number_bits */
};

#endif
