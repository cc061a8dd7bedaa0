/* A position on its way through a game: only what the next move needs of it is kept up to date. Moves are
 * read and played one after the other without a look at the kings; then vectors ask for many positions at
 * once who gives check. */
#ifndef KS_PGN_QUICK_H
#define KS_PGN_QUICK_H

#include <stdbool.h>

#include "game/pgn/scan_words.h"
#include "game/pgn/told.h"
#include "kingscan/pgn.h"

enum { PLAYED_AT_ONCE = 48, BEFORE = 8 };

/* A word [first] [second] target, and marks, with a blank behind them. second is an x when a pawn moves. */
struct word_parts {
    uint16_t way;    /* 64 * row of ks_sources + target; the row is 0 when the word is written otherwise */
    uint8_t length;  /* of the word */
    uint8_t origin;  /* the character that says which squares the piece may come from, or 0 */
    uint16_t target; /* 64 * target */
    uint8_t takes;   /* 1: second is an x */
    uint8_t unused;
};

/* Words that are played at once, a lane each: vectors read them, and look at what came of them. */
struct lanes {
    _Alignas(64) struct word_parts words[PLAYED_AT_ONCE];
    uint64_t to[PLAYED_AT_ONCE];      /* the target's bit */
    uint64_t code[3][PLAYED_AT_ONCE]; /* planes of the piece's code: all ones where the bit is set */
    uint64_t put[3][PLAYED_AT_ONCE];  /* the same on the target alone */

    /* The moves: a square, or a whole move and PLAYED_CAREFULLY; then `to` and `line` are 0. */
    uint64_t from[PLAYED_AT_ONCE];
    uint64_t line[PLAYED_AT_ONCE]; /* the squares from the target to where the piece came from */

    /* [plane][BEFORE + n]: the position after move n; [plane][BEFORE - 1]: before the first. */
    uint64_t planes[4][BEFORE + PLAYED_AT_ONCE];

    uint64_t king_moves; /* bit n: the piece of word n is a king */
    uint64_t checks;     /* bit n: move n is good, and gives check */
};
#define PLAYED_CAREFULLY ((uint64_t)1 << 32)

/* The way of a double push and the square that it comes from differ in these bits. */
enum { DOUBLE_PUSH_WAY = 64 * KS_WHITE_PAWN + 16 };

static inline ks_move move_in_lane(const struct lanes *lanes, unsigned n) {
    const unsigned way = lanes->words[n].way;
    const bool jumps = (way ^ lanes->from[n]) == DOUBLE_PUSH_WAY;
    return (ks_move)(lanes->from[n] | KS_MOVE(0, way & 63, jumps ? KS_MOVE_DOUBLE_PUSH : KS_MOVE_PLAIN));
}

struct quick {
    struct lanes lanes;
    ks_position position; /* planes, castling and side; the rest lags behind */
    uint64_t jumped;      /* the square that a pawn has just passed in a double push, if any */
};

/* A move played, and the length of its word. */
struct played {
    ks_move move;
    uint8_t length;
    uint8_t unused;
    uint16_t number; /* of enum number_bits, when moves are numbered */
    uint16_t unused_too;
};

/* Reads words into lanes. words has at most PLAYED_AT_ONCE indices in the text. KS_PGN_WORD_MAX bytes are
 * readable from each. */
typedef void read_words(const char *text, const uint32_t *words, unsigned count, struct lanes *lanes);

/* Looks at moves after they have been played: nothing may stand in their way, and no move may leave its own
 * king in check. Sets played[n], and checkers[n] of the other king, up to the first move that is wrong, and
 * perhaps more up to PLAYED_AT_ONCE; and lanes->checks. Returns that move's number, or count. mover: the side
 * of the first move. */
typedef unsigned guard_kings(struct lanes *lanes, unsigned count, unsigned mover, struct played *played,
                             uint64_t *checkers);

/* Numbers moves that have been played. side: the side of the first one; before: the position before it. May
 * set more numbers up to PLAYED_AT_ONCE. */
typedef void number_moves(const struct lanes *lanes, unsigned count, unsigned side,
                          const struct game_position *before, struct played *played);

/* Do this with vectors of 16 bytes, with PSHUFB too, with vectors of AVX2, and of AVX-512. */
read_words ks_any_read_words, ks_ssse3_read_words, ks_avx2_read_words, ks_avx512_read_words;
guard_kings ks_any_guard_kings, ks_avx2_guard_kings, ks_avx512_guard_kings;

/* Reads what stands between moves as most servers write it.
 * at is where the first of these texts begins; words are where they end.
 * played are the moves that follow them.
 * side is the side to move at first.
 * told gets what they say, and the moves; it has room for a multiple of BEFORE.
 * *forms gets the forms in which scores are written: bit n of enum ks_pgn_scores.
 * Returns the number of moves before the first one after another text, or fewer. */
struct told;
typedef unsigned read_usual_comments(const char *text, size_t at, const uint32_t *words,
                                     const struct played *played, unsigned count, unsigned side,
                                     struct told *told, uint32_t *forms);
read_usual_comments ks_avx2_read_usual_comments, ks_avx512_read_usual_comments;

struct by_vectors {
    read_words *read;
    guard_kings *guard;
    number_moves *number; /* NULL when nobody asks for numbers */
};

/* A build of the family words. */
struct words_build {
    scan_words *scan_words;
    skip_tags *skip_tags;
    count_line_feeds *count_line_feeds;
    struct by_vectors by;
    read_usual_comments *read_comments; /* or NULL */
};

/* Plays moves as they are usually written. */
struct player {
    void (*start)(struct quick *quick, const ks_position *position);

    /* Plays words of a text one after the other, as long as this player is sure that they are legal moves in
     * SAN. words, played and checkers are as above. Returns the number of words played. */
    unsigned (*play)(struct quick *quick, const struct by_vectors *by, const char *text,
                     const uint32_t *words, unsigned count, struct played *played, uint64_t *checkers);
};

/* For any processor, and for those with a fast PEXT. */
extern const struct player ks_any_player, ks_fast_player;

#endif
