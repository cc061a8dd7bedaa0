/* Finds in which form the comments of a game have engines' scores, and the score of each of its positions.
 * Nothing is allocated, and no text is read: ks_pgn_commands has what the comments say. */
#ifndef KS_ENTRIES_SCORES_H
#define KS_ENTRIES_SCORES_H

#include <stdbool.h>

#include "kingscan/pgn.h"

/* The forms that all comments of a game have which say scores. A game begins with ALL_FORMS. */
struct forms {
    uint32_t common; /* bit n: of enum ks_pgn_scores */
    bool any;        /* there are such comments */
};
#define ALL_FORMS ((struct forms){.common = UINT32_MAX})

/* Adds a form in which a score is written; KS_PGN_SCORES_NONE says that none is. */
static inline void ks_add_form(struct forms *forms, unsigned form) {
    forms->common &= form == KS_PGN_SCORES_NONE ? UINT32_MAX : (uint32_t)1 << form;
    forms->any |= form != KS_PGN_SCORES_NONE;
}

/* Adds what the commands after a move, or before the first one, are written in. */
void ks_add_forms(struct forms *forms, const ks_pgn_commands *commands);

/* Returns the form whose scores count: asked, unless that is KS_PGN_SCORES_NONE; otherwise the one that all
 * comments have, KS_PGN_SCORES_MIXED when there is no such form, or KS_PGN_SCORES_NONE without any score. */
enum ks_pgn_scores ks_choose_form(const struct forms *forms, enum ks_pgn_scores asked);

/* Finds the score of a position in a game, as the side to move sees it.
 * form is that of the game.
 * side is the side to move.
 * before has the commands after the move that led here, or before the first one.
 * after has the commands after the move that is made here. It may be NULL.
 * Returns whether there is a score, which goes to *score. */
bool ks_find_score(enum ks_pgn_scores form, unsigned side, const ks_pgn_commands *before,
                   const ks_pgn_commands *after, int32_t *score);

#endif
