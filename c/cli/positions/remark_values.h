/* Writes the remarks about moves, which are clocks, evaluations, glyphs and comments, as JSON or in fields of
 * tables: arrays of a game, or values of a single move. */
#ifndef KS_POSITIONS_REMARK_VALUES_H
#define KS_POSITIONS_REMARK_VALUES_H

#include "cli/base/json.h"
#include "game/common/remarks.h"

/* Writes what stands before the first move, then an array for each kind of remark, with an element a move.
 * Arrays without anything are left out. */
void put_remark_arrays(struct json *json, const struct remarks *remarks);

/* Writes the scores of a game's positions, the one before the first move included, unless there are none.
 * side is the side to move at first, and asked the form that counts: see ks_choose_form. */
void put_score_array(struct json *json, const struct remarks *remarks, unsigned side,
                     enum ks_pgn_scores asked);

/* Writes a member for each remark about a move. */
void put_remark_members(struct json *json, const struct remarks *remarks, size_t move);

/* Writes a tab before each of these values: clock, evaluation, glyphs, comment. They are written as in
 * JSON, but glyphs with commas between them, and a comment without line ends. A value that there is not
 * is empty. */
void put_remark_fields(struct output *out, const struct remarks *remarks, size_t move);

#endif
