/* Reads the words of a command line by a command's table. Names of options are not to be shortened: what is
 * short today may be unclear when there is one option more. */
#include "cli/shell/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/colour.h"
#include "cli/shell/help.h"
#include "cli/shell/kinds.h"
#include "core/words/suggest.h"

const struct command_option common_options[COMMON_OPTIONS + 1] = {
    [OPTION_COLOR] = {"color", 0, "auto|always|never",
                      "when to use colours (auto)\n"
                      "auto: on a terminal, unless the environment says otherwise."},
    [OPTION_HELP] = {"help", 'h', NULL, "print help: with -h a line for each option, with --help all"},
    [OPTION_MAN] = {"man", 0, NULL, "print the man page, in roff"},
    [OPTION_VERSION] = {"version", 'V', NULL, "print the version"},
    {0},
};

/* Other spellings. */
static const char *const aliases[][2] = {{"colour", "color"}, {"threads", "jobs"}};

/* ---- Which option a word is ---- */

/* The rows of a command, and of all commands. */
enum { TABLES = 2 };
#define TABLES_OF(command)                                                                                   \
    { (command)->options, common_options }

static bool is_name(const char *name, const char *text, size_t length) {
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static bool has_name(const struct command_option *row, const char *name, size_t length) {
    bool has = is_name(row->name, name, length);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        has |= is_name(aliases[i][0], name, length) && strcmp(aliases[i][1], row->name) == 0;
    return has;
}

const struct command_option *find_long_option(const struct command *command, const char *name,
                                              size_t length) {
    const struct command_option *const tables[TABLES] = TABLES_OF(command);
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            if (has_name(row, name, length))
                return row;
    return NULL;
}

const struct command_option *find_short_option(const struct command *command, char letter) {
    const struct command_option *const tables[TABLES] = TABLES_OF(command);
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            if (row->letter == letter)
                return row;
    return NULL;
}

/* word: as it was written; name: of the option that was meant, as far as that can be told. */
static _Noreturn void refuse_option(const struct command *command, const char *word, const char *name) {
    const struct command_option *const tables[TABLES] = TABLES_OF(command);
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            ks_add_choice(&choices, row->name);
    usage_error("unknown option '%s'%s", word, ks_suggest(name, "--", &choices, suggestion));
}

/* ---- Words ---- */

/* What messages call the option just found: as it was written, unless that was a letter. */
struct option_name {
    char text[64];
};

static struct option_name name_of(const struct arguments *arguments) {
    struct option_name name;
    snprintf(name.text, sizeof name.text, "--%s",
             arguments->written ? arguments->written : arguments->option->name);
    return name;
}

/* Takes the next word as the argument of the option. */
static void take_argument(struct arguments *arguments) {
    if (arguments->read == arguments->argc)
        usage_error("%s: expected %s behind it", name_of(arguments).text, arguments->option->argument);
    arguments->value = arguments->argv[arguments->read++];
}

static void read_long_option(struct arguments *arguments, char *word) {
    char *const name = word + 2, *const equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct command_option *const option = find_long_option(arguments->command, name, length);
    if (equals)
        *equals = '\0';
    if (!option)
        refuse_option(arguments->command, word, name);
    if (equals && !option->argument)
        usage_error("--%s: expected no argument, found '%s'", name, equals + 1);
    arguments->option = option;
    arguments->written = name;
    arguments->value = equals ? equals + 1 : NULL;
    if (option->argument && !equals)
        take_argument(arguments);
}

/* Reads the first of the letters that are left. */
static void read_letter(struct arguments *arguments) {
    const char *const letter = arguments->letters;
    const char *const word = arguments->argv[arguments->read - 1];
    const char written[] = {'-', *letter, '\0'};
    arguments->option = find_short_option(arguments->command, *letter);
    if (!arguments->option)
        refuse_option(arguments->command, letter == word + 1 ? word : written, word + 1);
    arguments->written = NULL;
    arguments->value = NULL;
    arguments->letters = letter[1] ? letter + 1 : NULL;
    if (!arguments->option->argument)
        return;
    if (arguments->letters)
        arguments->value = arguments->argv[arguments->read - 1] + (letter + 1 - word);
    else
        take_argument(arguments);
    arguments->letters = NULL;
}

/* Returns false when there is no option left. */
static bool read_option(struct arguments *arguments) {
    while (!arguments->letters) {
        if (arguments->read == arguments->argc)
            return false;
        char *const word = arguments->argv[arguments->read++];
        if (arguments->no_more || word[0] != '-' || word[1] == '\0')
            arguments->operands[arguments->operand_count++] = word; /* in place of words read before */
        else if (strcmp(word, "--") == 0)
            arguments->no_more = true;
        else if (word[1] != '-')
            arguments->letters = word + 1;
        else {
            read_long_option(arguments, word);
            return true;
        }
    }
    read_letter(arguments);
    return true;
}

static void expect_operands(const struct arguments *arguments) {
    int most = 0;
    for (const struct command_operand *row = arguments->command->operands; row && row->name; row++, most++)
        if (row->many)
            return;
    if (arguments->operand_count > most)
        usage_error(most == 0 ? "expected no argument, found '%s'" : "expected nothing more, found '%s'",
                    arguments->operands[most]);
}

/* Answers a common option. */
static void answer(const struct arguments *arguments) {
    static void (*const printers[COMMON_OPTIONS])(const struct command *command) = {
        [OPTION_HELP] = print_help, [OPTION_MAN] = print_man_page, [OPTION_VERSION] = print_version};
    const struct command *const command = arguments->command->run ? arguments->command : NULL;
    const ptrdiff_t option = arguments->option - common_options;
    if (option == OPTION_COLOR) {
        set_colour_mode((enum colour_mode)option_choice(arguments));
        return;
    }
    if (option == OPTION_HELP && !arguments->written)
        print_short_help(command);
    else
        printers[option](command);
    finish_standard_output();
    exit(STATUS_GOOD);
}

static bool is_common(const struct command_option *option) {
    return option >= common_options && option < common_options + COMMON_OPTIONS;
}

int next_option(struct arguments *arguments) {
    arguments->operands = arguments->argv;
    if (arguments->read == 0)
        arguments->read = 1;
    while (read_option(arguments)) {
        if (!is_common(arguments->option))
            return (int)(arguments->option - arguments->command->options);
        answer(arguments);
    }
    arguments->operands[arguments->operand_count] = NULL;
    expect_operands(arguments);
    return NO_OPTION;
}

/* ---- Values ---- */

/* Reads a number. what: its name in messages. */
static uint64_t read_number(const char *what, const char *text, uint64_t least, uint64_t most) {
    uint64_t number = 0;
    int good = *text != '\0';
    for (const char *c = text; *c && good; c++) {
        const unsigned digit = (unsigned)(*c - '0');
        good = digit <= 9 && number <= (UINT64_MAX - digit) / 10;
        number = number * 10 + digit;
    }
    if (!good || number < least || number > most)
        usage_error("%s: expected a number from %" PRIu64 " to %" PRIu64 ", found '%s'", what, least, most,
                    text);
    return number;
}

uint64_t option_number(const struct arguments *arguments, uint64_t least, uint64_t most) {
    return read_number(name_of(arguments).text, arguments->value, least, most);
}

uint64_t operand_number(const struct arguments *arguments, int index, const char *name, uint64_t least,
                        uint64_t most) {
    return read_number(name, arguments->operands[index], least, most);
}

/* what: the name of the argument in messages. */
static _Noreturn void refuse_word(const char *what, const struct choices *choices, const char *word) {
    char expected[1024] = "", suggestion[SUGGESTION_SIZE];
    size_t length = 0;
    for (size_t i = 0; i < choices->count && length < sizeof expected; i++)
        length += (size_t)snprintf(expected + length, sizeof expected - length, "%s%s",
                                   i == 0                   ? ""
                                   : i + 1 < choices->count ? ", "
                                                            : " or ",
                                   choices->words[i]);
    usage_error("%s%sexpected %s, found '%s'%s", what, *what ? ": " : "", expected, word,
                ks_suggest(word, "", choices, suggestion));
}

/* Returns which of the words that an argument of this name may be a word is. */
static unsigned find_word(const struct arguments *arguments, const char *what, const char *name,
                          const char *word) {
    struct argument_words words;
    list_words(&words, name, arguments->argv);
    for (unsigned i = 0; i < words.choices.count; i++)
        if (strcmp(words.choices.words[i], word) == 0)
            return i;
    refuse_word(what, &words.choices, word);
}

static unsigned find_value(const struct arguments *arguments, const char *word) {
    return find_word(arguments, name_of(arguments).text, arguments->option->argument, word);
}

unsigned option_choice(const struct arguments *arguments) {
    return find_value(arguments, arguments->value);
}

unsigned operand_choice(const struct arguments *arguments, int index) {
    return find_word(arguments, "", arguments->command->operands[index].name, arguments->operands[index]);
}

void option_choices(const struct arguments *arguments, bool *chosen) {
    char *word = arguments->value;
    for (char *comma; (comma = strchr(word, ',')) != NULL; word = comma + 1) {
        *comma = '\0';
        chosen[find_value(arguments, word)] = true;
    }
    chosen[find_value(arguments, word)] = true;
}
