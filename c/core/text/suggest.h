/* Suggestions for a word that is not known. */
#ifndef KS_SUGGEST_H
#define KS_SUGGEST_H

#include <stddef.h>

enum { CHOICES_MAX = 256, SUGGESTION_SIZE = 256 };

/* The known words; the strings belong to the caller. */
struct choices {
    size_t count;
    const char *words[CHOICES_MAX];
};

/* Adds a word; drops it when there are CHOICES_MAX already. */
void ks_add_choice(struct choices *choices, const char *word);

/* Writes "; did you mean 'A' or 'B'?" with the words nearest to `found`; writes nothing when no word is near.
 * before: a prefix of each word, such as "--". Returns text. */
const char *ks_suggest(const char *found, const char *before, const struct choices *choices,
                       char text[SUGGESTION_SIZE]);

#endif
