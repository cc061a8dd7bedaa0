/* The options of a command line: their names, the words that arguments may be, and their values. */
#include "cli/args/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "game/common/text.h"

/* ==== Names ==== */

/* Reads the words of a command line by a command's table. Names of options cannot be shortened: a short form
 * may become ambiguous with the next option. */

/* Other spellings. */
static const char *const aliases[][2] = {{"colour", "color"}, {"threads", "jobs"}, {"field", "column"}};
static const char letter_aliases[][2] = {{'v', 'V'}};

/* ---- Which option a word is ---- */

/* The rows of a command, and of all commands. */
enum { TABLES = 2 };
#define TABLES_OF(program, command)                                                                          \
    { (command)->options, (program)->common }

static bool is_name(const char *name, const char *text, size_t length) {
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

static bool has_name(const struct command_option *row, const char *name, size_t length) {
    bool has = is_name(row->name, name, length);
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        has |= is_name(aliases[i][0], name, length) && strcmp(aliases[i][1], row->name) == 0;
    return has;
}

const struct command_option *find_long_option(const struct program *program, const struct command *command,
                                              const char *name, size_t length) {
    const struct command_option *const tables[TABLES] = TABLES_OF(program, command);
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            if (has_name(row, name, length))
                return row;
    return NULL;
}

static bool has_letter(const struct command_option *row, char letter) {
    bool has = row->letter == letter;
    for (size_t i = 0; i < sizeof letter_aliases / sizeof *letter_aliases; i++)
        has |= letter == letter_aliases[i][0] && row->letter == letter_aliases[i][1];
    return has;
}

const struct command_option *find_short_option(const struct program *program, const struct command *command,
                                               char letter) {
    const struct command_option *const tables[TABLES] = TABLES_OF(program, command);
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            if (has_letter(row, letter))
                return row;
    return NULL;
}

/* ---- Words ---- */

/* A command line, or a file of options, that is being read. */
struct reader {
    struct arguments *arguments;
    void *task;
    int read;        /* words */
    uint64_t *given; /* a member of arguments */
    char place[256]; /* "FILE:LINE: ", or "" */
};

/* word: as it was written; name: of the option that was meant, as far as that is known. */
static _Noreturn void refuse_option(const struct reader *reader, const char *word, const char *name) {
    const struct arguments *const arguments = reader->arguments;
    const struct command_option *const tables[TABLES] = TABLES_OF(arguments->program, arguments->command);
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            ks_add_choice(&choices, row->name);
    usage_error("%sunknown option '%s'%s", reader->place, word, ks_suggest(name, "--", &choices, suggestion));
}

/* Stores an option. argument: NULL when it takes none; the next word when that is NULL but it takes one. */
static void take_option(struct reader *reader, const struct command_option *row, const char *written,
                        char *argument) {
    struct arguments *const arguments = reader->arguments;
    const struct command_option *const own = arguments->command->options;
    struct option_value value = {.row = row, .by_letter = !written, .arguments = arguments};
    snprintf(value.name, sizeof value.name, "%s--%s", reader->place, written ? written : row->name);
    if (row->argument && !argument && reader->read == arguments->argc)
        usage_error("%s: expected %s after it", value.name, row->argument);
    value.argument = row->argument && !argument ? arguments->argv[reader->read++] : argument;
    for (unsigned i = 0; own && own[i].name; i++)
        *reader->given |= (uint64_t)(row == &own[i]) << i;
    if (row->read)
        row->read(&value, reader->task ? (char *)reader->task + row->field : NULL);
}

static void read_long_option(struct reader *reader, char *word) {
    char *const name = word + 2, *const equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct arguments *const arguments = reader->arguments;
    const struct command_option *const row =
        find_long_option(arguments->program, arguments->command, name, length);
    if (equals)
        *equals = '\0';
    if (!row)
        refuse_option(reader, word, name);
    if (equals && !row->argument)
        usage_error("%s--%s: expected no argument, found '%s'", reader->place, name, equals + 1);
    take_option(reader, row, name, equals ? equals + 1 : NULL);
}

/* Reads the letters of a word, up to the first that takes the rest of it as its argument. */
static void read_letters(struct reader *reader, char *word) {
    const struct arguments *const arguments = reader->arguments;
    const struct command_option *row = NULL;
    for (char *letter = word + 1; *letter && !(row && row->argument); letter++) {
        const char written[] = {'-', *letter, '\0'};
        row = find_short_option(arguments->program, arguments->command, *letter);
        if (!row)
            refuse_option(reader, letter == word + 1 ? word : written, word + 1);
        take_option(reader, row, NULL, row->argument && letter[1] ? letter + 1 : NULL);
    }
}

/* ---- Defaults ---- */

/* Whether another command has the option. */
static bool is_elsewhere(const struct program *program, const char *name, size_t length) {
    bool found = false;
    for (const struct command *const *command = program->commands; *command && !found; command++)
        found = find_long_option(program, *command, name, length) != NULL;
    return found;
}

/* Takes an option of the file if the command has it. */
static void read_default(struct reader *reader, char *word) {
    const struct arguments *const arguments = reader->arguments;
    const char *const name = word + 2;
    const size_t length = strcspn(name, "=");
    const struct command_option *const row =
        find_long_option(arguments->program, arguments->command, name, length);
    const bool ends =
        row && find_long_option(arguments->program, &(struct command){0}, name, length) && !row->argument;
    if (ends)
        usage_error("%sexpected an option to be set once, found '%s'", reader->place, word);
    if (row && row->argument && !name[length])
        usage_error("%s%s: expected '=%s' after it", reader->place, word, row->argument);
    if (row || !is_elsewhere(arguments->program, name, length))
        read_long_option(reader, word);
}

static void read_defaults(struct arguments *arguments, void *task) {
    struct reader reader = {arguments, task, arguments->argc, &arguments->by_default, ""};
    for (const struct default_option *option = arguments->defaults; option && option->word; option++) {
        snprintf(reader.place, sizeof reader.place, "%s:%u: ", arguments->defaults_file, option->number);
        read_default(&reader, option->word);
    }
}

/* ---- The command line ---- */

static void expect_operands(const struct arguments *arguments) {
    int most = 0;
    for (const struct command_operand *row = arguments->command->operands; row && row->name; row++, most++)
        if (row->many)
            return;
    if (arguments->operand_count > most)
        usage_error(most == 0 ? "expected no argument, found '%s'" : "expected nothing more, found '%s'",
                    arguments->operands[most]);
}

void read_options(struct arguments *arguments, void *task) {
    struct reader reader = {arguments, task, 1, &arguments->given, ""};
    bool no_more = false; /* options */
    arguments->operands = arguments->argv;
    read_defaults(arguments, task);
    while (reader.read < arguments->argc) {
        char *const word = arguments->argv[reader.read++];
        if (no_more || word[0] != '-' || word[1] == '\0')
            arguments->operands[arguments->operand_count++] = word; /* in place of words read before */
        else if (strcmp(word, "--") == 0)
            no_more = true;
        else if (word[1] != '-')
            read_letters(&reader, word);
        else
            read_long_option(&reader, word);
    }
    arguments->operands[arguments->operand_count] = NULL;
    expect_operands(arguments);
}

/* ---- What was given ---- */

static bool stands_in(const char *names, const char *name) {
    struct words words = {names, strlen(names), 0};
    for (struct word word; word = next_word(&words), word.length > 0;)
        if (word_is(word, name))
            return true;
    return false;
}

const char *given_beside(const struct arguments *arguments, const char *names) {
    const struct command_option *const rows = arguments->command->options;
    for (unsigned i = 0; rows[i].name; i++)
        if (arguments->given >> i & 1 && !stands_in(names, rows[i].name))
            return rows[i].name;
    return NULL;
}

bool is_given(const struct arguments *arguments, const char *name) {
    const struct command_option *const rows = arguments->command->options;
    for (unsigned i = 0; rows[i].name; i++)
        if ((arguments->given | arguments->by_default) >> i & 1 && strcmp(rows[i].name, name) == 0)
            return true;
    return false;
}

/* ==== Words of arguments ==== */

/* Takes the names of arguments apart. */

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

/* ==== Values ==== */

/* Reads the arguments of options, and operands. */

/* ---- Numbers ---- */

/* what: the number's name in messages. */
static uint64_t parse_number(const char *what, const char *text, uint64_t least, uint64_t most) {
    uint64_t number = 0;
    bool good = *text != '\0';
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

uint64_t value_number(const struct option_value *value, uint64_t least, uint64_t most) {
    return parse_number(value->name, value->argument, least, most);
}

uint64_t operand_number(const struct arguments *arguments, int index, const char *name, uint64_t least,
                        uint64_t most) {
    return parse_number(name, arguments->operands[index], least, most);
}

void read_number(const struct option_value *value, void *field) {
    *(uint64_t *)field = value_number(value, value->row->least, value->row->most);
}

void read_unsigned(const struct option_value *value, void *field) {
    *(unsigned *)field = (unsigned)value_number(value, value->row->least, value->row->most);
}

void read_mebibytes(const struct option_value *value, void *field) {
    *(uint64_t *)field = value_number(value, value->row->least, value->row->most) << 20;
}

/* ---- Words ---- */

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

/* Returns which of the words a word is. */
static unsigned find_word(const struct argument_words *words, const char *what, const char *word) {
    for (unsigned i = 0; i < words->choices.count; i++)
        if (strcmp(words->choices.words[i], word) == 0)
            return i;
    refuse_word(what, &words->choices, word);
}

static unsigned find_value(const struct option_value *value, const char *word) {
    struct argument_words words;
    list_words(&words, value->row->argument, value->row->list, value->arguments->argv);
    return find_word(&words, value->name, word);
}

unsigned value_choice(const struct option_value *value) {
    return find_value(value, value->argument);
}

unsigned operand_choice(const struct arguments *arguments, int index) {
    const struct command_operand *const row = &arguments->command->operands[index];
    struct argument_words words;
    list_words(&words, row->name, row->list, arguments->argv);
    return find_word(&words, "", arguments->operands[index]);
}

void read_choice(const struct option_value *value, void *field) {
    *(unsigned *)field = (unsigned)value->row->least + value_choice(value);
}

void read_second(const struct option_value *value, void *field) {
    *(bool *)field = value_choice(value) == 1;
}

void read_choices(const struct option_value *value, void *field) {
    bool *const chosen = field;
    char *word = value->argument;
    for (char *comma; (comma = strchr(word, ',')) != NULL; word = comma + 1) {
        *comma = '\0';
        chosen[find_value(value, word)] = true;
    }
    chosen[find_value(value, word)] = true;
}

/* ---- Values without an argument to parse ---- */

void read_flag(const struct option_value *value, void *field) {
    (void)value;
    *(bool *)field = true;
}

void read_text(const struct option_value *value, void *field) {
    *(const char **)field = value->argument;
}

void read_constant(const struct option_value *value, void *field) {
    *(unsigned *)field = (unsigned)value->row->least;
}

void read_share(const struct option_value *value, void *field) {
    char *end;
    const double share = strtod(value->argument, &end);
    if (end == value->argument || *end || !(share > 0 && share <= 1))
        usage_error("%s: expected a share above 0 and up to 1, such as 0.1, found '%s'", value->name,
                    value->argument);
    *(double *)field = share;
}

void read_bits(const struct option_value *value, void *field) {
    *(unsigned *)field |= (unsigned)value->row->least;
}

/* ==== Lines that fit a page ==== */

/* Wraps text at blanks. */

enum { TEXT_WIDTH = 80 };

void print_wrapped(FILE *out, const char *text, int indent) {
    int column = indent;
    for (; *text; text += strspn(text, " ")) {
        if (*text == '\n') {
            fprintf(out, "\n\n%*s", indent, "");
            column = indent;
            text++;
        }
        const int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > TEXT_WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        if (column > indent)
            column += fprintf(out, " ");
        column += fprintf(out, "%.*s", length, text);
        text += length;
    }
    putc('\n', out);
}
