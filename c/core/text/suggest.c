/* Suggests known words for one that is not known. Words are near when one is a part of the other, or when few
 * letters differ, in capitals or not: the distance of F. J. Damerau, "A technique for computer detection and
 * correction of spelling errors", 1964. */
#include "core/text/suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/text/characters.h"

/* Distances: two steps for each changed letter; a part of a word is nearer than two changes. */
enum { LETTERS = 31, STEPS_A_CHANGE = 2, STEPS_OF_A_PART = 3, FAR = 1000 };

void ks_add_choice(struct choices *choices, const char *word) {
    if (choices->count < CHOICES_MAX)
        choices->words[choices->count++] = word;
}

static bool is_other(char a, char b) {
    return to_lower(a) != to_lower(b);
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Returns how many letters must be added, dropped, changed, or exchanged with their neighbour, to turn one
 * word into the other. Both words have at most LETTERS letters. */
static unsigned distance(const char *a, size_t m, const char *b, size_t n) {
    unsigned rows[3][LETTERS + 1] = {{0}};
    for (unsigned j = 0; j <= n; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= m; i++) {
        unsigned *const row = rows[i % 3];
        const unsigned *const above = rows[(i - 1) % 3], *const two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= n; j++) {
            row[j] = least(above[j - 1] + is_other(a[i - 1], b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && !is_other(a[i - 1], b[j - 2]) && !is_other(a[i - 2], b[j - 1]))
                row[j] = least(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[m % 3][n];
}

/* Returns the distance of a word from the one found; FAR when they are too different. */
static unsigned farness(const char *found, const char *word) {
    enum { PART = 3 }; /* shorter parts are chance */
    const size_t m = strlen(found), n = strlen(word);
    if (m > LETTERS || n > LETTERS)
        return FAR;
    const unsigned changes = distance(found, m, word, n);
    const bool is_part = (m >= PART && strstr(word, found)) || (n >= PART && strstr(found, word));
    const unsigned steps = changes <= 1 + m / 4 && changes < m ? STEPS_A_CHANGE * changes : FAR;
    return is_part ? least(steps, STEPS_OF_A_PART) : steps;
}

const char *ks_suggest(const char *found, const char *before, const struct choices *choices,
                       char text[SUGGESTION_SIZE]) {
    enum { AT_MOST = 3 };
    unsigned nearest = FAR, told = 0;
    size_t length = 0;
    *text = '\0';
    for (size_t i = 0; i < choices->count; i++)
        nearest = least(nearest, farness(found, choices->words[i]));
    for (size_t i = 0; i < choices->count && nearest < FAR && told < AT_MOST && length < SUGGESTION_SIZE; i++)
        if (farness(found, choices->words[i]) == nearest)
            length += (size_t)snprintf(text + length, SUGGESTION_SIZE - length, "%s'%s%s'",
                                       told++ ? " or " : "; did you mean ", before, choices->words[i]);
    if (told > 0 && length < SUGGESTION_SIZE - 1)
        memcpy(text + length, "?", 2);
    return text;
}
