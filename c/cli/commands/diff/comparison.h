/* Two divides of one position, ours and somebody's, compared: every disagreement about the moves. */
#ifndef KS_DIFF_COMPARISON_H
#define KS_DIFF_COMPARISON_H

#include "cli/positions/divide.h"
#include "game/common/replay.h"

/* In the order in which they matter. */
enum disagreement_kind {
    EXTRA_MOVE,   /* the engine has a move that isn't legal */
    MISSING_MOVE, /* it lacks a legal one */
    MOVE_TWICE,   /* it has one more than once */
    WRONG_COUNT,  /* it counts another number of moves after it */
    WRONG_TOTAL   /* its total isn't the sum of its counts */
};

struct disagreement {
    enum disagreement_kind kind;
    char text[DIVIDE_MOVE_SIZE]; /* the move as the engine wrote it, else as we do; "" without a move */
    any_move move;               /* KS_NO_MOVE when it isn't legal */
    int code; /* of enum ks_error_code. EXTRA_MOVE: why the move isn't legal. MISSING_MOVE: KS_ERROR_GAME_OVER
                 when the engine lists no move of a variant. MOVE_TWICE: why it isn't castling too, where it
                 could mean that. KS_OK otherwise. */
    uint64_t expected, found; /* WRONG_COUNT: counts; WRONG_TOTAL: the sum and the total */
};

/* Enough for all disagreements about a position of chess; of more, the last is kept. */
enum { DISAGREEMENTS_MAX = 3 * KS_MOVES_MAX + 1 };

struct comparison {
    size_t count;
    struct disagreement all[DISAGREEMENTS_MAX];
};

/* Fills in *comparison, and the moves of their entries that are legal. */
void comparison_make(const struct any_position *position, const struct divide *ours, struct divide *theirs,
                     struct comparison *comparison);

/* Returns the same disagreement in another comparison, where counts may be others; NULL when it isn't there.
 * Castling without the right is the same as castling without the rook. */
const struct disagreement *comparison_find(const struct comparison *comparison,
                                           const struct disagreement *disagreement);

/* The rule that a disagreement at the end of a replay touches, in a word. For a move that is not legal it is
 * the name of the code, or piece-gone when the replay has taken the piece away. For one that is missing it is
 * what any_kind_of_move says, but game-over where that is no more than evasion or other, and the engine lists
 * no move. Else it is duplicate, count or total. */
const char *disagreement_rule(const struct replay *replay, const struct disagreement *disagreement);

/* Writes what a disagreement is in a sentence without a full stop, which doesn't name the move. */
void disagreement_explain(const struct any_position *position, const struct disagreement *disagreement,
                          char *text, size_t size);

#endif
