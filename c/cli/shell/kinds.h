/* What may stand for an argument, which its name in the tables of commands tells. */
#ifndef KS_KINDS_H
#define KS_KINDS_H

#include <stdbool.h>

#include "core/words/suggest.h"

enum { CHOICE_SIZE = 32, NAMED_MAX = 16 };

/* The words that an argument may be. */
struct argument_words {
    struct choices choices;
    size_t own_count; /* so many of them stand in the name itself: */
    char own[NAMED_MAX][CHOICE_SIZE];
};

/* Lists the words for an argument of this name: those in it, such as tsv|json|epd, then those of a kind, such
 * as VERDICT. line: the words of the command line so far, NULL at the end. */
void list_words(struct argument_words *words, const char *name, char *const *line);

/* Whether an argument of this name is that of a file. */
bool is_file(const char *name);

/* Whether it is a list with commas. */
bool is_list(const char *name);

#endif
