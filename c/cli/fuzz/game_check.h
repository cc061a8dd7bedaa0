/* Everything that the rules promise about one position, checked: the moves of the fast generator against the
 * reference's, each of them made and taken back, the key, and the way through FEN. */
#ifndef KS_GAME_CHECK_H
#define KS_GAME_CHECK_H

#include "cli/shared/any_position.h"

/* The functions that are checked: the library's, or in a test one that is wrong. */
struct rules {
    size_t (*legal_moves)(const ks_position *position, ks_move *moves);
    int (*has_legal_move)(const ks_position *position);
    void (*make_move)(ks_position *position, ks_move move, ks_undo *undo);
    void (*unmake_move)(ks_position *position, ks_move move, const ks_undo *undo);
    size_t (*write_fen)(const ks_position *position, char *text);
};

extern const struct rules library_rules;

/* What is wrong about a position. */
struct mistake {
    struct any_position position;
    char text[160]; /* one line without a full stop */
};

/* Fills it in; returns false, for what is not right. */
bool mistaken(struct mistake *mistake, const struct any_position *position, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The first field in which the positions differ; NULL when they are the same. */
const char *differing_field(const ks_position *a, const ks_position *b);

/* True: all is right, and the legal moves are in moves[0] to moves[*count - 1]. fen_flags: with which
 * ks_read_fen takes the position. */
bool check_position(const struct rules *rules, const ks_position *position, unsigned fen_flags,
                    ks_move moves[KS_MOVES_MAX], size_t *count, struct mistake *mistake);

#endif
