/* Candidates for a word that is being typed: for the scripts that complete words in shells. */
#ifndef KS_CANDIDATES_H
#define KS_CANDIDATES_H

#include "cli/args/command.h"
#include "cli/base/output.h"

/* Writes a line for each word that may stand for the last of these: the word, a tab, and a description, which
 * may be empty. The word FILE stands for any file. words: those after the program's name, count of them, at
 * least 1, and NULL. */
void put_candidates(struct output *out, const struct program *program, char *const *words, int count);

#endif
