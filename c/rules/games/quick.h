/* A position on its way through a game: only what the next move needs of it is kept up to date. Moves are
 * read and played one after the other without a look at the kings; then vectors ask for many positions at
 * once who gives check. */
#ifndef KS_GAMES_QUICK_H
#define KS_GAMES_QUICK_H

#include <stdbool.h>

#include "kingscan/games.h"

enum { PLAYED_AT_ONCE = 32 };

/* The positions after the moves that are played at once, plane by plane. */
struct trail {
    _Alignas(64) uint64_t planes[4][PLAYED_AT_ONCE];
};

struct quick {
    ks_position position; /* planes, castling and side; the rest lags behind */
    uint64_t jumped;      /* the square that a pawn has just passed in a double push, if any */
    struct trail trail;
};

/* A move played, and the king that it attacks. */
struct played {
    uint64_t checkers; /* of that king */
    ks_move move;
    uint8_t length; /* of the word */
};

/* A word [first] [second] target, and marks, with a blank behind them. first, second: characters, not both
 * lower-case letters but for an x; second: 0 when there is none. length: of the word, 0 when it is written
 * otherwise; then the rest means nothing. */
struct word_parts {
    uint8_t first, second, to, length;
    uint8_t takes; /* 1: second is an x */
    uint8_t unused[3];
};

/* Reads words. words: indices in the text; at most PLAYED_AT_ONCE, of which KS_PGN_WORD_MAX bytes are
 * readable. */
typedef void read_words(const char *text, const uint32_t *words, unsigned count, struct word_parts *parts);

/* Sets the checkers of moves that have been played, up to the first one that leaves its own king in check.
 * Returns that one's number, or count. mover: the side of the first move. */
typedef unsigned guard_kings(const struct trail *trail, unsigned count, unsigned mover,
                             struct played *played);

/* Do this with vectors of 16 bytes, of AVX2, and of AVX-512. */
read_words ks_any_read_words, ks_avx2_read_words, ks_avx512_read_words;
guard_kings ks_any_guard_kings, ks_avx2_guard_kings, ks_avx512_guard_kings;

struct by_vectors {
    read_words *read;
    guard_kings *guard;
};

/* Plays moves as they are usually written. */
struct player {
    void (*start)(struct quick *quick, const ks_position *position);

    /* Plays words of a text one after the other, as long as they are legal moves in SAN of which this player
     * is sure. words: as for read_words. Returns the number of words played. */
    unsigned (*play)(struct quick *quick, const struct by_vectors *by, const char *text,
                     const uint32_t *words, unsigned count, struct played *played);
};

/* For any processor, and for those with a fast PEXT. */
extern const struct player ks_any_player, ks_fast_player;

#endif
