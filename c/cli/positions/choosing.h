/* The options that choose positions, and the kinds of moves in any kind of chess. */
#ifndef KS_CHOOSING_H
#define KS_CHOOSING_H

#include "cli/args/options.h"
#include "game/common/any_position.h"
#include "game/entries/choice.h"

/* Readers and lists of the options. */
option_reader read_range; /* struct number_range: A..B, A.., ..B or N */
void list_move_kinds(struct choices *choices, char *const *line);
void list_results(struct choices *choices, char *const *line);

/* Warns of filters that need a fact which none of the entries has, such as a score. */
void warn_of_missing_facts(const struct choice_counts *counts);

/* Returns the kinds of a legal move, or that of KS_NO_MOVE; bit n: enum move_kind. */
unsigned kinds_of_any_move(const struct any_position *position, any_move move);

#endif
