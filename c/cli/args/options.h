/* The options of a command line, the values of their arguments, and text in lines that fit a page. */
#ifndef KS_OPTIONS_H
#define KS_OPTIONS_H

#include <stdio.h>

#include "cli/args/command.h"

/* ==== Names ==== */

/* The option that a word of the command line names. */

/* Return the option of a command, or of all commands; NULL when there is none. */
const struct command_option *find_long_option(const struct program *program, const struct command *command,
                                              const char *name, size_t length);
const struct command_option *find_short_option(const struct program *program, const struct command *command,
                                               char letter);

/* ==== Words of arguments ==== */

/* The words that an argument may be, which its row in the table of a command says. */

enum { CHOICE_SIZE = 32, NAMED_MAX = 16 };

struct argument_words {
    struct choices choices;
    size_t own_count; /* so many of them come from the name itself: */
    char own[NAMED_MAX][CHOICE_SIZE];
};

/* Lists the words for an argument: first the words in its name, such as tsv|json|epd, then the words of the
 * list, unless it is NULL. line has the words of the command line so far, and NULL at the end. */
void list_words(struct argument_words *words, const char *name, word_lister *list, char *const *line);

/* Returns whether an argument of this name is a file. */
bool is_file(const char *name);

/* Whether it is a list with commas. */
bool is_list(const char *name);

/* ==== Values ==== */

/* The values of options: readers for the rows of a table, which store an argument in the command's task. */

/* An option as it was given. */
struct option_value {
    const struct command_option *row;
    char name[320]; /* what messages call it: "--jobs", after "FILE:LINE: " when it comes from a file */
    bool by_letter; /* it was written as one */
    char *argument; /* NULL when it takes none */
    const struct arguments *arguments;
};

/* ---- Readers ---- */

/* Fit struct command_option. Each names the type of its field. */
void read_flag(const struct option_value *value, void *field);      /* bool, true */
void read_text(const struct option_value *value, void *field);      /* const char *: the argument */
void read_number(const struct option_value *value, void *field);    /* uint64_t, from least to most */
void read_unsigned(const struct option_value *value, void *field);  /* unsigned, likewise */
void read_mebibytes(const struct option_value *value, void *field); /* uint64_t, the number of bytes */
void read_choice(const struct option_value *value, void *field);    /* unsigned, least + which word it is */
void read_second(const struct option_value *value, void *field);    /* bool, whether it is the second word */
void read_choices(const struct option_value *value, void *field); /* bool[], true for the words of the list */
void read_constant(const struct option_value *value, void *field); /* unsigned, least */
void read_share(const struct option_value *value, void *field);    /* double, above 0 and up to 1 */
void read_bits(const struct option_value *value, void *field);     /* unsigned, least is added to it */

/* ---- Rows ---- */

/* The end of a row: the argument goes into a member of the command's task. A member of another type is an
 * error of the compiler. */
#define OPTION_INTO(type, reader, task, member)                                                              \
    .read = _Generic(&((task *)NULL)->member, type * : reader), .field = offsetof(task, member)
#define FLAG_INTO(task, member) OPTION_INTO(bool, read_flag, task, member)
#define TEXT_INTO(task, member) OPTION_INTO(const char *, read_text, task, member)
#define MEBIBYTES_INTO(task, member, smallest, largest)                                                      \
    OPTION_INTO(uint64_t, read_mebibytes, task, member), .least = smallest, .most = largest
#define CHOICE_INTO(task, member) OPTION_INTO(unsigned, read_choice, task, member)
#define CHOICE_FROM_INTO(task, member, first) CHOICE_INTO(task, member), .least = first
#define SECOND_INTO(task, member) OPTION_INTO(bool, read_second, task, member)
#define CHOICES_INTO(task, member, lister) OPTION_INTO(bool, read_choices, task, member[0]), .list = lister
#define CONSTANT_INTO(task, member, value) OPTION_INTO(unsigned, read_constant, task, member), .least = value
#define BITS_INTO(task, member, bits) OPTION_INTO(unsigned, read_bits, task, member), .least = bits
#define NUMBER_INTO(task, member, smallest, largest)                                                         \
    OPTION_INTO(uint64_t, read_number, task, member), .least = smallest, .most = largest
#define UNSIGNED_INTO(task, member, smallest, largest)                                                       \
    OPTION_INTO(unsigned, read_unsigned, task, member), .least = smallest, .most = largest

/* The end of a row with a reader of the command's own. The field is a member, or the whole task. */
#define READ_INTO(reader, task, member) .read = reader, .field = offsetof(task, member)
#define READ_BY(reader) .read = reader

/* The end of a row for an option that is only noted as given. */
#define NOTED .read = NULL

/* ---- For readers ---- */

/* Returns the argument. It is a usage error unless it is a plain decimal number from least to most. */
uint64_t value_number(const struct option_value *value, uint64_t least, uint64_t most);

/* Returns which of its words the argument is. Any other is a usage error. */
unsigned value_choice(const struct option_value *value);

/* ==== Lines that fit a page ==== */

/* Text for reading, in lines that fit a page. */

/* Prints the text, wrapped at blanks; each of its lines is a paragraph. The cursor stands at column `indent`,
 * where all lines begin. */
void print_wrapped(FILE *out, const char *text, int indent);

#endif
