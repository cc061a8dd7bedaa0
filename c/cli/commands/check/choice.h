/* The choice of positions by their moves, scores, plies, pieces and results. */
#ifndef KS_CHECK_CHOICE_H
#define KS_CHECK_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args/options.h"
#include "game/common/any_position.h"

/* ---- Options ---- */

/* Kinds of moves, for --only-move and --not-move. */
enum move_trait {
    MOVE_CAPTURE,
    MOVE_PROMOTION,
    MOVE_EN_PASSANT,
    MOVE_CASTLING,
    MOVE_CHECK,
    MOVE_QUIET,
    MOVE_ILLEGAL,
    MOVE_NONE,
    MOVE_TRAITS
};

/* Numbers from least to most. */
struct number_range {
    int64_t least, most;
    bool given;
};

/* Those that are asked for. */
struct choice {
    unsigned format; /* of training data: ks_data_format; KS_DATA_UNKNOWN: by the file's beginning or name */
    bool only_move[MOVE_TRAITS], not_move[MOVE_TRAITS];
    struct number_range score, ply, pieces;
    bool white;               /* `score` is as white sees it */
    uint64_t contradicts;     /* the side that is ahead by so much has lost; 0: not asked */
    uint64_t not_contradicts; /* it has not */
    bool result[3];           /* [0]: the side to move wins; draw; it loses */

    /* Members that follow from these: */
    unsigned only_traits, not_traits; /* bit n: enum move_trait */
    bool by_move, by_result;
    bool any; /* something is asked */
};

/* Readers and lists of the options. */
option_reader read_range; /* struct number_range */
void list_move_traits(struct choices *choices, char *const *line);
void list_results(struct choices *choices, char *const *line);

/* Fills in what follows from the options. */
void complete_choice(struct choice *choice);

static inline bool asks_for_contradictions(const struct choice *choice) {
    return choice->contradicts > 0 || choice->not_contradicts > 0;
}

static inline bool asks_for_scores(const struct choice *choice) {
    return choice->score.given || asks_for_contradictions(choice);
}

static inline bool needs_result(const struct choice *choice) {
    return choice->by_result || asks_for_contradictions(choice);
}

/* ---- Answers ---- */

static inline bool is_in(const struct number_range *range, int64_t number) {
    return !range->given || (range->least <= number && number <= range->most);
}

/* Returns whether a move with these traits is asked for; bit n: enum move_trait. */
bool fits_moves(const struct choice *choice, unsigned traits);

/* Returns whether such a score and such a result are asked for, both from the view of the side to move. A
 * score that marks an entry to be skipped contradicts nothing. */
bool fits_score(const struct choice *choice, unsigned side, int score);
bool fits_result(const struct choice *choice, int result);
bool fits_contradiction(const struct choice *choice, int score, int result);

/* Returns the traits of a legal move, or the trait of KS_NO_MOVE. */
unsigned traits_of_move(const struct any_position *position, any_move move);

/* Returns the number of pieces on the board. */
unsigned count_pieces_of(const struct any_position *position);

#endif
