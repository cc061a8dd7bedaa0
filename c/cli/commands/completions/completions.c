/* Completions for shells: the scripts, and the candidates that they ask for. */

#include <string.h>

#include "cli/args/command.h"
#include "cli/args/help_texts.h"
#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/output.h"

/* ==== Candidates ==== */

/* Writes a line for each word that may stand for the last of these: the word, a tab, and a description, which
 * may be empty. The word FILE stands for any file. words: those after the program's name, count of them, at
 * least 1, and NULL. */
void put_candidates(struct output *out, const struct program *program, char *const *words, int count);

/* ---- The words so far ---- */

/* The words before the last are read as options.c reads them, but without errors. */

/* The word that is typed. Its first part, such as "--only=check,", cannot change any more. */
struct typed {
    struct output *out;
    const struct program *program;
    const char *word;
    size_t settled;
};

static void put_candidate(const struct typed *typed, const char *word, const char *meaning) {
    const char *const open = typed->word + typed->settled;
    if (strncmp(word, open, strlen(open)) != 0)
        return;
    put(typed->out, typed->word, typed->settled);
    put_string(typed->out, word);
    put_string(typed->out, "\t");
    put(typed->out, meaning, strcspn(meaning, "\n"));
    put_string(typed->out, "\n");
}

/* ---- Commands ---- */

static const struct command *command_of(const struct program *program, const char *name) {
    const struct command *const *row = program->commands;
    while (*row && strcmp((*row)->name, name) != 0)
        row++;
    return *row;
}

static void put_commands(const struct typed *typed) {
    for (const struct command *const *row = typed->program->commands; *row; row++)
        put_candidate(typed, (*row)->name, help_summary((*row)->name));
}

/* ---- Options ---- */

static void put_options(const struct typed *typed, const char *command, const struct command_option *rows) {
    char name[64];
    for (; rows && rows->name; rows++) {
        stpcpy(stpcpy(name, "--"), rows->name);
        put_candidate(typed, name, help_for_option(command, rows->name));
    }
}

/* ---- Arguments ---- */

/* Whether a list with commas, of so many bytes, has a word. */
static bool has_word(const char *list, size_t length, const char *word) {
    const size_t of_word = strlen(word);
    for (size_t at = 0; at < length; at += strcspn(list + at, ",") + 1)
        if (strcspn(list + at, ",") == of_word && memcmp(list + at, word, of_word) == 0)
            return true;
    return false;
}

static const char *meaning_of(const struct program *program, const char *kind, const char *word) {
    const struct command *const command = strstr(kind, "COMMAND") ? command_of(program, word) : NULL;
    return command ? help_summary(command->name) : "";
}

/* Writes what an argument of this name may be. The typed word is one, after its settled part. */
static void put_arguments(struct typed typed, const char *name, word_lister *list, char *const *line) {
    const char *const argument = typed.word + typed.settled, *const comma = strrchr(argument, ',');
    const size_t listed = is_list(name) && comma ? (size_t)(comma + 1 - argument) : 0;
    struct argument_words words;
    list_words(&words, name, list, line);
    typed.settled += listed;
    for (size_t i = 0; i < words.choices.count; i++)
        if (!has_word(argument, listed, words.choices.words[i]))
            put_candidate(&typed, words.choices.words[i],
                          meaning_of(typed.program, name, words.choices.words[i]));
    if (is_file(name) && *argument != '-')
        put_string(typed.out, "FILE\t\n");
}

/* ---- The line ---- */

/* How far the words after a command have been read. */
struct state {
    const struct program *program;
    const struct command *command;
    const struct command_option *option;   /* the option before its argument, or NULL */
    const struct command_operand *operand; /* which comes next, or NULL */
    bool no_more;                          /* options */
};

/* Returns the option that the letters of a word end with, if it waits for an argument. */
static const struct command_option *waiting_letter(const struct program *program,
                                                   const struct command *command, const char *letters) {
    for (; *letters; letters++) {
        const struct command_option *const option = find_short_option(program, command, *letters);
        if (option && option->argument)
            return letters[1] ? NULL : option;
    }
    return NULL;
}

static void read_word(struct state *state, const char *word) {
    if (state->option)
        state->option = NULL;
    else if (state->no_more || word[0] != '-' || word[1] == '\0')
        state->operand += state->operand && state->operand->name && !state->operand->many;
    else if (strcmp(word, "--") == 0)
        state->no_more = true;
    else if (word[1] != '-')
        state->option = waiting_letter(state->program, state->command, word + 1);
    else {
        const struct command_option *const option =
            find_long_option(state->program, state->command, word + 2, strlen(word + 2));
        state->option = option && waits_for_word(option) ? option : NULL;
    }
}

static void put_next(const struct state *state, struct typed typed, char *const *line) {
    const char *const word = typed.word, *const equals = strchr(word, '=');
    if (state->option)
        put_arguments(typed, state->option->argument, state->option->list, line);
    else if (!state->no_more && strncmp(word, "--", 2) == 0 && equals) {
        const struct command_option *const option =
            find_long_option(state->program, state->command, word + 2, (size_t)(equals - word - 2));
        typed.settled = (size_t)(equals + 1 - word);
        if (option && option->argument)
            put_arguments(typed, option->argument, option->list, line);
    } else {
        if (!state->no_more && word[0] == '-') {
            put_options(&typed, state->command->name, state->command->options);
            put_options(&typed, HELP_OF_ALL, state->program->common);
        }
        if (state->operand && state->operand->name)
            put_arguments(typed, state->operand->name, state->operand->list, line);
    }
}

void put_candidates(struct output *out, const struct program *program, char *const *words, int count) {
    const struct typed typed = {out, program, words[count - 1], 0};
    if (count == 1) {
        put_commands(&typed);
        put_options(&typed, HELP_OF_ALL, *typed.word == '-' ? program->common : NULL);
        return;
    }
    const struct command *const command = command_of(program, words[0]);
    if (!command)
        return;
    struct state state = {.program = program, .command = command, .operand = command->operands};
    for (int i = 1; i + 1 < count; i++)
        read_word(&state, words[i]);
    put_next(&state, typed, words);
}

/* ==== The command ==== */

/* kingscan completions: prints scripts by which shells complete words, and the words. */

extern const char ks_embedded_for_bash[], ks_embedded_for_bash_end[];
extern const char ks_embedded_for_zsh[], ks_embedded_for_zsh_end[];
extern const char ks_embedded_for_fish[], ks_embedded_for_fish_end[];

/* In the order of the operand's words. */
static const char *const scripts[][2] = {{ks_embedded_for_bash, ks_embedded_for_bash_end},
                                         {ks_embedded_for_zsh, ks_embedded_for_zsh_end},
                                         {ks_embedded_for_fish, ks_embedded_for_fish_end}};

/* Their task is a bool: whether to print candidates. */
static const struct command_option options[] = {
    {"candidates", 0, NULL, READ_BY(read_flag)},
    {0},
};

static int completions_main(struct arguments *arguments) {
    bool candidates = false;
    read_options(arguments, &candidates);
    if (arguments->operand_count == 0)
        usage_error("expected bash, zsh or fish");
    if (candidates)
        put_candidates(&standard_output, arguments->program, arguments->operands, arguments->operand_count);
    else {
        const char *const *const script = scripts[operand_choice(arguments, 0)];
        put(&standard_output, script[0], (size_t)(script[1] - script[0]));
    }
    flush_output(&standard_output);
    return STATUS_GOOD;
}

const struct command completions_command = {
    .name = "completions",
    .operands = (const struct command_operand[]){{.name = "bash|zsh|fish", .many = true}, {0}},
    .options = options,
    .run = completions_main,
};
