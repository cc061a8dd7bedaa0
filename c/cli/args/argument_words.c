/* Takes the names of arguments apart. */
#include "cli/args/argument_words.h"

#include <stdio.h>
#include <string.h>

/* Whether a part of a name stands for something else: it begins with a capital letter. */
static bool is_kind(const char *part) {
    return 'A' <= *part && *part <= 'Z';
}

void list_words(struct argument_words *words, const char *name, word_lister *list, char *const *line) {
    const bool optional = *name == '[';
    const char *const end = name + strlen(name) - optional;
    words->choices.count = words->own_count = 0;
    for (const char *part = name + optional; part < end; part += strcspn(part, "|") + 1) {
        const size_t left = (size_t)(end - part), all = strcspn(part, "|"), length = all < left ? all : left;
        if (is_kind(part) || words->own_count == NAMED_MAX)
            continue;
        char *const own = words->own[words->own_count++];
        snprintf(own, CHOICE_SIZE, "%.*s", (int)length, part);
        ks_add_choice(&words->choices, own);
    }
    if (list)
        list(&words->choices, line);
}

bool is_file(const char *name) {
    return strncmp(name + (*name == '['), "FILE", 4) == 0;
}

bool is_list(const char *name) {
    return strstr(name, "[,...]");
}
