/* The definition of a subcommand.
 *
 * A subcommand is a folder that exports one `struct command`, one row of the table in shell/commands.c, and
 * a text, such as check.txt, which says what the command and its options do (see help_texts.h). The reading
 * of the command line, help, man page and completions all use these, so that each fact is written once. */
#ifndef KS_COMMAND_H
#define KS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/text/suggest.h"

struct option_value;

/* Options of a kind are listed together: those that choose positions. */
enum option_kind { DOES, CHOOSES };

/* Stores the value of an option. field: the place in the command's task that the option's row names. See
 * options.h for those that exist, and for macros that fill in the rest of a row. */
typedef void option_reader(const struct option_value *value, void *field);

/* Adds the words that an argument may be. line: the words of the command line, NULL at the end. */
typedef void word_lister(struct choices *choices, char *const *line);

/* An argument is called by the words that it may be, in small letters, such as auto|always|never, or by what
 * it stands for, in capitals, such as FILE. Brackets mean that it may be left out; an option has it after a
 * sign of equality then, as [=N] says. */
struct command_option {
    const char *name;     /* the long one, without its dashes; NULL ends the table */
    char letter;          /* the short one, or 0 */
    const char *argument; /* what its argument is called; NULL when it takes none */
    option_reader *read;  /* NULL when the option is only noted as given */
    size_t field;         /* offset in the command's task */
    uint64_t least, most; /* of a number; least is also the value of a word, the first of several */
    word_lister *list;    /* the words that a name in capitals stands for, or NULL */
    bool output;          /* it names a file that is written, and that may be nothing else that is named */
    enum option_kind kind;
};

/* The row of commands that work on several things at a time. */
#define JOBS_OPTION(task, member, most)                                                                      \
    { "jobs", 'j', "N", UNSIGNED_INTO(task, member, 1, most) }

/* A rule about options that are given together. Each member is a list of options with blanks between them;
 * "format=json|tsv" is an option with one of these values, also when another option or the default sets it.
 * Options of the file for several commands break no rules. */
struct command_rule {
    const char *options;  /* each of these; NULL ends the table */
    const char *needs;    /* needs one of these, unless NULL */
    const char *excludes; /* and goes with none of these, unless NULL */
    const char *why;      /* ends the message, unless NULL */
};

struct command_operand {
    const char *name;  /* NULL ends the table */
    bool many;         /* several words may stand for it */
    word_lister *list; /* as an option has it */
};

/* A word and what it means. */
struct command_term {
    const char *name; /* NULL ends the table */
    const char *meaning;
};

struct arguments;

struct command {
    const char *name;
    const char *demands;                    /* the options that can't be left out, or NULL */
    const struct command_operand *operands; /* or NULL */
    const struct command_option *options;   /* at most OPTIONS_MAX; or NULL */
    const struct command_rule *rules;       /* or NULL */
    const char *terms_title;                /* of a table of words that the command's input knows, or NULL */
    const struct command_term *terms;
    int (*run)(struct arguments *arguments); /* returns the exit status */
};

enum { OPTIONS_MAX = 64 };

/* The commands, NULL at the end, and the options that each of them has. */
struct program {
    const struct command *const *commands;
    const struct command_option *common;
};

/* ---- The command line ---- */

/* An option that a person has set once, in a file. */
struct default_option {
    char *word;      /* as it may stand on a command line; NULL ends the table */
    unsigned number; /* of its line, from 1 */
};

/* The words that follow "kingscan NAME". */
struct arguments {
    const struct program *program;
    const struct command *command;
    const char *defaults_file;
    const struct default_option *defaults; /* or NULL */
    int argc;
    char **argv; /* [0]: the command's name */

    /* Set by read_options: */
    char **operands; /* the words that are no options, NULL at the end */
    int operand_count;
    uint64_t given;             /* bit n: row n of the command's options was given */
    uint64_t by_default;        /* likewise in the file */
    char *written[OPTIONS_MAX]; /* [n]: the last argument of row n, or NULL */
};

/* Reads the command line by the rows of the command and of the program, and stores the arguments of options
 * in *task. The defaults come first, those that the command has; an option that no command has is an error.
 * So are options that break a rule of the command, and two that set the same member to different values.
 * Usage errors end the program. task: of the type that the rows name; NULL without rows. */
void read_options(struct arguments *arguments, void *task);

/* Whether the next word is the argument of an option that has none yet. */
bool waits_for_word(const struct command_option *row);

/* Whether the option of this name was given, also by default. */
bool is_given(const struct arguments *arguments, const char *name);

/* Returns the number that an operand is. It is a usage error unless that is a plain decimal number from least
 * to most. name: what messages call the operand. */
uint64_t operand_number(const struct arguments *arguments, int index, const char *name, uint64_t least,
                        uint64_t most);

/* Returns which of its words an operand is. Any other is a usage error. */
unsigned operand_choice(const struct arguments *arguments, int index);

#endif
