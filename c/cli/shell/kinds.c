/* A kind is a row in a table: its name and a function that lists its words. */
#include "cli/shell/kinds.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/positions/arguments.h"
#include "cli/shell/commands.h"

/* ---- Kinds ---- */

static void list_commands(struct choices *choices, char *const *line) {
    (void)line;
    for (const struct command *const *command = commands; *command; command++)
        ks_add_choice(choices, (*command)->name);
}

static void list_kernels(struct choices *choices, char *const *line) {
    size_t count;
    const ks_kernel *const kernels = ks_kernels(&count);
    (void)line;
    for (size_t i = 0; i < count; i++)
        ks_add_choice(choices, kernels[i].name);
}

static void list_verdicts(struct choices *choices, char *const *line) {
    (void)line;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        ks_add_choice(choices, ks_verdict_name(verdict));
}

/* Returns the file of variants that a command line names, NULL for none. */
static const char *variants_file(char *const *line) {
    static const char option[] = "--variants";
    const size_t length = sizeof option - 1;
    const char *file = NULL;
    for (; *line; line++)
        if (strncmp(*line, "--variants=", length + 1) == 0)
            file = *line + length + 1;
        else if (strcmp(*line, option) == 0 && line[1])
            file = line[1];
    return file;
}

static void list_variants(struct choices *choices, char *const *line) {
    static ks_variants *variants; /* whose names are the words */
    variants = load_variants(variants_file(line));
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        ks_add_choice(choices, ks_variants_name(variants, i));
}

static const struct {
    const char *name;
    void (*list)(struct choices *choices, char *const *line);
} kinds[] = {{"COMMAND", list_commands},
             {"KERNEL", list_kernels},
             {"VARIANT", list_variants},
             {"VERDICT", list_verdicts}};

/* ---- Names ---- */

/* Whether a part of a name stands for something else: it begins with a capital letter. */
static bool is_kind(const char *part) {
    return 'A' <= *part && *part <= 'Z';
}

static void list_kind(struct argument_words *words, const char *part, size_t length, char *const *line) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t of_name = strlen(kinds[i].name);
        if (of_name <= length && memcmp(kinds[i].name, part, of_name) == 0 &&
            (of_name == length || part[of_name] == '['))
            kinds[i].list(&words->choices, line);
    }
}

/* Lists the words in a name, or those of the kinds in it. */
static void list_parts(struct argument_words *words, const char *name, bool of_kinds, char *const *line) {
    const bool optional = *name == '[';
    const char *const end = name + strlen(name) - optional;
    for (const char *part = name + optional; part < end; part += strcspn(part, "|") + 1) {
        const size_t left = (size_t)(end - part), all = strcspn(part, "|"), length = all < left ? all : left;
        if (is_kind(part) && of_kinds)
            list_kind(words, part, length, line);
        if (is_kind(part) || of_kinds || words->own_count == NAMED_MAX)
            continue;
        char *const own = words->own[words->own_count++];
        snprintf(own, CHOICE_SIZE, "%.*s", (int)length, part);
        ks_add_choice(&words->choices, own);
    }
}

void list_words(struct argument_words *words, const char *name, char *const *line) {
    words->choices.count = words->own_count = 0;
    list_parts(words, name, false, line);
    list_parts(words, name, true, line);
}

bool is_file(const char *name) {
    return strncmp(name + (*name == '['), "FILE", 4) == 0;
}

bool is_list(const char *name) {
    return strstr(name, "[,...]");
}
