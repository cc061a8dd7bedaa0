/* What may stand where somebody types: for the scripts that complete words in shells. */
#ifndef KS_CANDIDATES_H
#define KS_CANDIDATES_H

#include "cli/shared/output.h"

/* Writes a line for each word that may stand for the last of these: the word, a tab, and what it is, which
 * may be empty. The word FILE stands for any file. words: those behind the program's name, count of them, at
 * least 1, and NULL. */
void put_candidates(struct output *out, char *const *words, int count);

#endif
