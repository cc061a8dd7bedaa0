/* Words of a line, separated by blanks. */
#ifndef KS_WORDS_H
#define KS_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "core/text/characters.h"

struct words {
    const char *text;
    size_t length, at; /* length of the text; where the rest of its words begins */
};

struct word {
    const char *text;
    size_t length; /* 0: there is none left */
};

static inline struct word next_word(struct words *words) {
    while (words->at < words->length && is_blank(words->text[words->at]))
        words->at++;
    const size_t start = words->at;
    while (words->at < words->length && !is_blank(words->text[words->at]))
        words->at++;
    return (struct word){words->text + start, words->at - start};
}

static inline bool word_is(struct word word, const char *name) {
    return word.length == strlen(name) && memcmp(word.text, name, word.length) == 0;
}

/* Whether two words are the same but for capital letters: UCI takes names of options in either case. */
static inline bool is_same_name(struct word a, struct word b) {
    return a.length == b.length && strncasecmp(a.text, b.text, a.length) == 0;
}

static inline bool word_is_in_any_case(struct word word, const char *name) {
    return is_same_name(word, (struct word){name, strlen(name)});
}

/* Whether a line's first word is this one. */
static inline bool line_begins(const char *line, size_t length, const char *name) {
    struct words words = {line, length, 0};
    return word_is(next_word(&words), name);
}

#endif
