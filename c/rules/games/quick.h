/* A position on its way through a game: only what the next move needs of it is kept up to date. */
#ifndef KS_GAMES_QUICK_H
#define KS_GAMES_QUICK_H

#include <stdbool.h>

#include "kingscan/games.h"

struct quick {
    ks_position position; /* planes, castling and side; the rest lags behind */
    uint64_t jumped;      /* the square that a pawn has just passed in a double push, if any */
    uint64_t checkers;    /* of the king of the side to move */
    uint64_t exposed;     /* own pieces outside of it move without danger to the king */
};

/* A move played, and the king that it attacks. */
struct played {
    uint64_t checkers; /* of that king */
    ks_move move;
    uint8_t length; /* of the word */
};

/* Plays moves as they are usually written. */
struct player {
    void (*start)(struct quick *quick, const ks_position *position);

    /* Plays words of a text one after the other, as long as they are legal moves in SAN of which this player
     * is sure. words: indices in the text. KS_PGN_WORD_MAX bytes of each are readable. Returns the number of
     * words played. */
    unsigned (*play)(struct quick *quick, const char *text, const uint32_t *words, unsigned count,
                     struct played *played);
};

/* For any processor, and for those with a fast PEXT. */
extern const struct player ks_any_player, ks_fast_player;

#endif
