/* What somebody may have meant who wrote a word that isn't known. */
#ifndef KS_SUGGEST_H
#define KS_SUGGEST_H

#include <stddef.h>

enum { CHOICES_MAX = 256, SUGGESTION_SIZE = 256 };

/* The words that are known, which lie elsewhere. */
struct choices {
    size_t count;
    const char *words[CHOICES_MAX];
};

/* Adds a word, unless there are CHOICES_MAX already. */
void ks_add_choice(struct choices *choices, const char *word);

/* Writes "; did you mean 'A' or 'B'?" with those words that are nearest to what was found, and nothing when
 * none is near. before: what stands before each word, such as "--". Returns the text. */
const char *ks_suggest(const char *found, const char *before, const struct choices *choices,
                       char text[SUGGESTION_SIZE]);

#endif
