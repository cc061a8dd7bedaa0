/* Reads the arguments of options, and operands. */
#include "cli/args/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/args/argument_words.h"
#include "cli/base/messages.h"

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

void read_bits(const struct option_value *value, void *field) {
    *(unsigned *)field |= (unsigned)value->row->least;
}
