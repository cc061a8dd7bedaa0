/* What show, moves and move do with --variant. The words are the operands that say the position; without any
 * it is the variant's start. */
#ifndef KS_VARIANT_COMMANDS_H
#define KS_VARIANT_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

#include "kingscan.h"

/* These return the exit status. */
int show_variant(const ks_variant *variant, char **words, int count, unsigned fen_flags, bool json);
int list_variant_moves(const ks_variant *variant, char **words, int count, unsigned fen_flags, bool json);
int judge_variant_move(const ks_variant *variant, char **words, int count, unsigned fen_flags,
                       const char *move, bool json);

/* The board with letters for the pieces; brackets: the squares that stand in them; style: as in draw.h,
 * without figurines. */
void draw_variant(FILE *out, const ks_variant *variant, const ks_variant_position *position,
                  ks_squares brackets, unsigned style);

#endif
