/* Reads the options of a command line: their names, the words that arguments may be, and their values. */
#include "cli/args/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"
#include "game/common/text.h"

/* ==== Names ==== */

/* Reads the words of a command line by a command's table. Names of options cannot be shortened: a short form
 * may become ambiguous with the next option. */

/* Other spellings. */
static const char *const aliases[][2] = {{"colour", "color"}, {"threads", "jobs"}, {"field", "column"}};
/* Old names, and what is written instead. */
static const char *const renamed[][2] = {{"data", "from"}, {"white", "score-of white"}};
/* Options of a command that another command has now, and the call with it. */
static const char *const moved[][3] = {{"check", "output", "IN... OUT"},
                                       {"check", "repair", "--repair IN... OUT"},
                                       {"check", "drop", "--drop IN... OUT"},
                                       {"check", "to", "--to FORMAT IN... OUT"}};
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

/* ---- Reading words ---- */

/* A command line, or a file of options, that is being read. */
struct reader {
    struct arguments *arguments;
    void *task;
    int read;        /* words */
    uint64_t *given; /* a member of arguments */
    char place[256]; /* "FILE:LINE: ", or "" */
};

/* Is a usage error when a word is the old name of an option that the command has. */
static void refuse_old_name(const struct reader *reader, const char *word, const char *name) {
    const struct arguments *const arguments = reader->arguments;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(name, renamed[i][0]) == 0 && find_long_option(arguments->program, arguments->command,
                                                                 renamed[i][1], strcspn(renamed[i][1], " ")))
            usage_error("%s%s is now --%s", reader->place, word, renamed[i][1]);
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        if (strcmp(name, moved[i][1]) == 0 && strcmp(arguments->command->name, moved[i][0]) == 0)
            usage_error("%s%s is now 'kingscan convert %s'", reader->place, word, moved[i][2]);
}

/* word is the option as it was written. name is the option that was meant, as far as that is known. */
static _Noreturn void refuse_option(const struct reader *reader, const char *word, const char *name) {
    const struct arguments *const arguments = reader->arguments;
    const struct command_option *const tables[TABLES] = TABLES_OF(arguments->program, arguments->command);
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    refuse_old_name(reader, word, name);
    for (unsigned i = 0; i < TABLES; i++)
        for (const struct command_option *row = tables[i]; row && row->name; row++)
            ks_add_choice(&choices, row->name);
    usage_error("%sunknown option '%s'%s", reader->place, word, ks_suggest(name, "--", &choices, suggestion));
}

bool waits_for_word(const struct command_option *row) {
    return row->argument && *row->argument != '[';
}

/* Stores an option. argument: NULL when it takes none; the next word when that is NULL but it takes one. */
static void take_option(struct reader *reader, const struct command_option *row, const char *written,
                        char *argument) {
    struct arguments *const arguments = reader->arguments;
    const struct command_option *const own = arguments->command->options;
    struct option_value value = {.row = row, .by_letter = !written, .arguments = arguments};
    snprintf(value.name, sizeof value.name, "%s--%s", reader->place, written ? written : row->name);
    const bool waits = waits_for_word(row) && !argument;
    if (waits && reader->read == arguments->argc)
        usage_error("%s: expected %s after it", value.name, row->argument);
    value.argument = waits ? arguments->argv[reader->read++] : argument;
    for (unsigned i = 0; own && own[i].name; i++) {
        if (row != &own[i])
            continue;
        *reader->given |= (uint64_t)1 << i;
        arguments->written[i] = value.argument;
    }
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
    if (row && waits_for_word(row) && !name[length])
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

/* ---- Rules ---- */

/* A word of a rule: an option, and the values that are meant, such as json|tsv; NULL: any. */
struct term {
    unsigned row;
    const char *values;
    size_t length; /* of the values */
};

static const struct command_option *rows_of(const struct arguments *arguments) {
    return arguments->command->options;
}

/* A rule with a word that is no option is a mistake in the table, which every use of the command shows. */
static struct term read_term(const struct arguments *arguments, struct word word) {
    const char *const equals = memchr(word.text, '=', word.length);
    const size_t length = equals ? (size_t)(equals - word.text) : word.length;
    struct term term = {0, equals ? equals + 1 : NULL, word.length - length - (equals != NULL)};
    while (rows_of(arguments)[term.row].name &&
           !is_name(rows_of(arguments)[term.row].name, word.text, length))
        term.row++;
    if (!rows_of(arguments)[term.row].name)
        fail("a rule names the option '%.*s', which there is not", (int)length, word.text);
    return term;
}

static bool sets_a_choice(const struct command_option *row) {
    return row->read == read_choice || row->read == read_constant;
}

static bool sets_the_same(const struct command_option *a, const struct command_option *b) {
    return a == b || (a->field == b->field && sets_a_choice(a) && sets_a_choice(b));
}

/* Returns the value that a choice has in the task, as a word of its row; NULL when it is none of these. */
static const char *value_in(const struct arguments *arguments, const void *task, unsigned i,
                            struct argument_words *words) {
    const struct command_option *const row = &rows_of(arguments)[i];
    const unsigned value = *(const unsigned *)((const char *)task + row->field) - (unsigned)row->least;
    list_words(words, row->argument, row->list, arguments->argv);
    return value < words->choices.count ? words->choices.words[value] : NULL;
}

/* Whether one of the words between bars is this one. */
static bool is_among(const char *values, size_t length, const char *word) {
    for (size_t at = 0, end; at < length; at = end + 1) {
        for (end = at; end < length && values[end] != '|';)
            end++;
        if (is_name(word, values + at, end - at))
            return true;
    }
    return false;
}

static bool has_value(const struct arguments *arguments, const void *task, struct term term) {
    struct argument_words words;
    const char *const value = term.values ? value_in(arguments, task, term.row, &words) : NULL;
    return !term.values || (value && is_among(term.values, term.length, value));
}

/* Returns the row of `given`, a set of rows, that sets what the term names; -1 when none does. */
static int find_given(const struct arguments *arguments, uint64_t given, struct term term) {
    const struct command_option *const rows = rows_of(arguments);
    for (int i = 0; rows[i].name; i++)
        if (given >> i & 1 && (term.values ? sets_the_same(&rows[i], &rows[term.row]) : i == (int)term.row))
            return i;
    return -1;
}

enum { SPELLED_SIZE = 128 };

/* Writes an option as it was given: "--json" or "--format json". The argument is written for
 * choices alone. */
static const char *spell(const struct arguments *arguments, int i, char text[SPELLED_SIZE]) {
    const struct command_option *const row = &rows_of(arguments)[i];
    const bool choice = row->read == read_choice && arguments->written[i];
    snprintf(text, SPELLED_SIZE, "--%s%s%s", row->name, choice ? " " : "",
             choice ? arguments->written[i] : "");
    return text;
}

/* Adds "--format json or tsv" to a list with commas and "or". last: of the list. */
static void add_expected(char *list, size_t size, struct word word, bool first, bool last) {
    size_t used = strlen(list);
    used += (size_t)snprintf(list + used, size - used, "%s--", first ? "" : last ? " or " : ", ");
    for (size_t i = 0; i < word.length && used < size; i++) {
        const char *const sign = word.text[i] == '=' ? " " : word.text[i] == '|' ? " or " : NULL;
        used += (size_t)(sign ? snprintf(list + used, size - used, "%s", sign)
                              : snprintf(list + used, size - used, "%c", word.text[i]));
    }
}

/* The words of a rule's list, which may be NULL. */
static struct words words_of(const char *list) {
    return (struct words){list ? list : "", list ? strlen(list) : 0, 0};
}

static _Noreturn void refuse_alone(const struct arguments *arguments, int i,
                                   const struct command_rule *rule) {
    char list[512] = "", name[SPELLED_SIZE];
    struct words words = words_of(rule->needs);
    struct word word = next_word(&words);
    for (bool first = true; word.length > 0; first = false) {
        const struct word next = next_word(&words);
        add_expected(list, sizeof list, word, first, next.length == 0);
        word = next;
    }
    usage_error("%s: expected %s too%s%s", spell(arguments, i, name), list, rule->why ? ", " : "",
                rule->why ? rule->why : "");
}

static _Noreturn void refuse_beside(const struct arguments *arguments, int i, int other, const char *why) {
    char name[SPELLED_SIZE], beside[SPELLED_SIZE];
    usage_error("%s doesn't go with %s%s%s", spell(arguments, i, name), spell(arguments, other, beside),
                why ? ": " : "", why ? why : "");
}

/* Applies a rule to one of its options, which was given as row i. */
static void apply_rule(const struct arguments *arguments, const void *task, const struct command_rule *rule,
                       int i) {
    struct words needs = words_of(rule->needs), excludes = words_of(rule->excludes);
    bool has = !rule->needs;
    for (struct word word; !has && (word = next_word(&needs)).length > 0;) {
        const struct term term = read_term(arguments, word);
        has = term.values ? has_value(arguments, task, term)
                          : find_given(arguments, arguments->given | arguments->by_default, term) >= 0;
    }
    if (!has)
        refuse_alone(arguments, i, rule);
    for (struct word word; (word = next_word(&excludes)).length > 0;) {
        const struct term term = read_term(arguments, word);
        const int other = find_given(arguments, arguments->given, term);
        if (other >= 0 && other != i && has_value(arguments, task, term))
            refuse_beside(arguments, i, other, rule->why);
    }
}

/* Two options that set the same choice have to agree. */
static void apply_to_choices(const struct arguments *arguments) {
    const struct command_option *const rows = rows_of(arguments);
    uint64_t values[OPTIONS_MAX] = {0};
    for (int i = 0; rows[i].name; i++) {
        if (!(arguments->given >> i & 1) || !sets_a_choice(&rows[i]))
            continue;
        char *const word = rows[i].argument ? arguments->written[i] : NULL;
        const struct option_value value = {.row = &rows[i], .argument = word, .arguments = arguments};
        values[i] = rows[i].least + (word ? value_choice(&value) : 0);
        for (int j = 0; j < i; j++)
            if (arguments->given >> j & 1 && sets_the_same(&rows[i], &rows[j]) && values[i] != values[j])
                refuse_beside(arguments, i, j, NULL);
    }
}

static void apply_rules(const struct arguments *arguments, const void *task) {
    const struct command_rule *rule = arguments->command->rules;
    if (rows_of(arguments))
        apply_to_choices(arguments);
    for (; rule && rule->options; rule++) {
        struct words words = words_of(rule->options);
        for (struct word word; (word = next_word(&words)).length > 0;) {
            const struct term term = read_term(arguments, word);
            const int i = find_given(arguments, arguments->given, term);
            if (i >= 0 && has_value(arguments, task, term))
                apply_rule(arguments, task, rule, i);
        }
    }
}

/* ---- Outputs ---- */

/* A file that is to be written is refused when something else of the command line is the same file, whatever
 * it is called there. */

static bool is_file_named(const char *name, const struct file_identity *file) {
    struct file_identity other;
    return identify_file(name, &other) && is_same_file(&other, file);
}

/* Whether a word of the command line is a file, or names one in a part, as "FILE.so:SYMBOL" and
 * commands do. */
static bool names_file(const char *word, const struct file_identity *file) {
    enum { PART_SIZE = 4096 };
    static const char between[] = ": \t'\"=";
    char part[PART_SIZE];
    if (!word || is_file_named(word, file))
        return word;
    for (size_t length; *word; word += length + (word[length] != '\0')) {
        length = strcspn(word, between);
        snprintf(part, sizeof part, "%.*s", (int)length, word);
        if (length > 0 && length < PART_SIZE && is_file_named(part, file))
            return true;
    }
    return false;
}

static bool is_read(const struct arguments *arguments, const struct file_identity *file) {
    for (int i = 0; i < arguments->operand_count; i++)
        if (names_file(arguments->operands[i], file))
            return true;
    return false;
}

static bool is_stream(int stream, const struct file_identity *file) {
    struct file_identity other;
    return identify_descriptor(stream, &other) && is_same_file(&other, file);
}

/* Returns what else the file is, in words; NULL when it is nothing else. row: the option that names it. */
static const char *find_other_use(const struct arguments *arguments, int row,
                                  const struct file_identity *file, char words[64]) {
    static const char *const streams[] = {"standard input", "standard output", "standard error"};
    const struct command_option *const rows = rows_of(arguments);
    for (int i = 0; rows[i].name; i++)
        if (i != row && names_file(arguments->written[i], file)) {
            snprintf(words, 64, "that of --%s", rows[i].name);
            return words;
        }
    if (is_read(arguments, file))
        return "an input";
    for (int i = 0; i < 3; i++)
        if (is_stream(i, file))
            return streams[i];
    return names_file(arguments->defaults_file, file) ? "the file of options" : NULL;
}

/* The same of a file that does not exist: an option before this one may name it, too. */
static const char *find_same_place(const struct arguments *arguments, int row, char words[64]) {
    const struct command_option *const rows = rows_of(arguments);
    for (int i = 0; i < row; i++)
        if (rows[i].output && arguments->written[i] &&
            is_same_place(arguments->written[i], arguments->written[row])) {
            snprintf(words, 64, "that of --%s", rows[i].name);
            return words;
        }
    return NULL;
}

static void keep_outputs_apart(const struct arguments *arguments) {
    const struct command_option *const rows = rows_of(arguments);
    struct file_identity file;
    char words[64];
    for (int i = 0; rows && rows[i].name; i++) {
        const char *const name = rows[i].output ? arguments->written[i] : NULL;
        if (!name)
            continue;
        const char *const other = identify_file(name, &file) ? find_other_use(arguments, i, &file, words)
                                                             : find_same_place(arguments, i, words);
        if (other)
            usage_error("--%s: expected a file of its own, found '%s', which is also %s", rows[i].name, name,
                        other);
    }
}

/* ---- All words ---- */

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
    apply_rules(arguments, task);
    keep_outputs_apart(arguments);
}

/* ---- What was given ---- */

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

/* what is the number's name in messages. */
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

/* ---- Words out of a list ---- */

/* what is the name of the argument in messages. */
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
