/* The positions of a game so far, by which repetitions are found. */
#ifndef KS_HISTORY_H
#define KS_HISTORY_H

#include "cli/positions/any_position.h"

/* All zeros: no position. */
struct history {
    uint64_t *keys; /* of the positions in order, which history_free frees */
    size_t count, room;
};

/* Forgets all positions, and adds the first one of another game. */
void history_start(struct history *history, const struct any_position *first);

void history_add(struct history *history, const struct any_position *next);

void history_free(struct history *history);

/* Returns the reason why the game is a draw, or why a player may claim one, in its last position. verdict:
 * of any_judge on that position. */
enum ks_draw history_find_draw(const struct history *history, const struct any_position *last,
                               enum ks_verdict verdict);

#endif
