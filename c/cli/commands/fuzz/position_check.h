/* Checks that chess and variants share, and the messages when one fails. */
#ifndef KS_POSITION_CHECK_H
#define KS_POSITION_CHECK_H

#include "game/common/any_position.h"

/* An error about a position. */
struct mistake {
    struct any_position position;
    char text[160]; /* one line without a full stop */
};

/* Fills in *mistake; returns false, as the checks do where something is wrong. */
bool mistaken(struct mistake *mistake, const struct any_position *position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The first field in which two positions differ; NULL when they are the same. The second function is for
 * positions of the same variant, or both of chess. */
const char *differing_field(const ks_position *a, const ks_position *b);
const char *any_differing_field(const struct any_position *a, const struct any_position *b);

enum { CHECKED_MOVE_SIZE = 32 };

/* The name of a move that need not be legal, written to text and returned. In chess its kind follows where
 * that isn't plain. */
const char *name_move(const struct any_position *position, any_move move, char text[CHECKED_MOVE_SIZE]);

/* Whether the FEN (length bytes) that was written for a position is read back as the same. fen_flags: with
 * which any_read_fen takes the position. */
bool check_fen_text(const struct any_position *position, const char *fen, size_t length, unsigned fen_flags,
                    struct mistake *mistake);

/* A list of moves; after sort_moves, in the order of their numbers. */
struct move_list {
    size_t count;
    any_move moves[ANY_MOVES_MAX];
};

void sort_moves(struct move_list *list);

/* Whether the generator found the moves expected, each once; both lists are sorted. how: what the message
 * begins with, such as "" or "with the kernel c ". */
bool check_moves(const struct any_position *position, const struct move_list *found,
                 const struct move_list *expected, const char *how, struct mistake *mistake);

#endif
