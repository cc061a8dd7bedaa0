/* The words that an argument may be, which its row in the table of a command says. */
#ifndef KS_ARGUMENT_WORDS_H
#define KS_ARGUMENT_WORDS_H

#include "cli/args/command.h"

enum { CHOICE_SIZE = 32, NAMED_MAX = 16 };

struct argument_words {
    struct choices choices;
    size_t own_count; /* so many of them come from the name itself: */
    char own[NAMED_MAX][CHOICE_SIZE];
};

/* Lists the words for an argument: those in its name, such as tsv|json|epd, then those of the list, unless it
 * is NULL. line: the words of the command line so far, NULL at the end. */
void list_words(struct argument_words *words, const char *name, word_lister *list, char *const *line);

/* Whether an argument of this name is that of a file. */
bool is_file(const char *name);

/* Whether it is a list with commas. */
bool is_list(const char *name);

#endif
