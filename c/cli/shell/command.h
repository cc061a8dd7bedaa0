/* What a subcommand is, and what all of them use.
 *
 * A subcommand is one .c file that exports one `struct command`, and one row of the table in commands.c. What
 * is read from the command line, help, man page and completions all come from that struct, so that each fact
 * is written once. */
#ifndef KS_COMMAND_H
#define KS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses of every command. */
enum { STATUS_GOOD, STATUS_FOUND, STATUS_FAILED, STATUS_INTERRUPTED = 130 };

/* ---- What a command is ---- */

/* An argument is called by the words that it may be, in small letters, such as auto|always|never, or by what
 * it stands for, in capitals, such as FILE: kinds.h knows some of these. Brackets mean that it may be left
 * out. */
struct command_option {
    const char *name;     /* the long one, without its dashes; NULL ends the table */
    char letter;          /* the short one, or 0 */
    const char *argument; /* what its argument is called; NULL when it takes none */
    const char *help;     /* one line for the short help, and in a second line what else there is to say */
};

/* The row of commands that work on several things at a time. */
#define JOBS_OPTION(help)                                                                                    \
    { "jobs", 'j', "N", help "\nAlso --threads." }

struct command_operand {
    const char *name; /* NULL ends the table */
    bool many;        /* several words may stand for it */
};

struct command_example {
    const char *line; /* what to type; NULL ends the table */
    const char *shows;
};

/* A word and what it means. */
struct command_term {
    const char *name; /* NULL ends the table */
    const char *meaning;
};

struct arguments;

struct command {
    const char *name;
    const char *summary;                    /* one line, no full stop */
    const char *demands;                    /* the options that can't be left out, or NULL */
    const struct command_operand *operands; /* or NULL */
    const char *description;                /* paragraphs, one a line; wrapped when shown */
    const struct command_option *options;   /* common_options are added to these; or NULL */
    const struct command_example *examples; /* or NULL */
    const char *terms_title;                /* of a table of words that the command's input knows, or NULL */
    const struct command_term *terms;
    int (*run)(struct arguments *arguments); /* returns the exit status */
};

/* Options that every command has. They are answered by next_option. */
enum { OPTION_COLOR, OPTION_HELP, OPTION_MAN, OPTION_VERSION, COMMON_OPTIONS };
extern const struct command_option common_options[COMMON_OPTIONS + 1];

/* ---- The command line ---- */

/* The words behind "kingscan NAME". */
struct arguments {
    const struct command *command;
    int argc;
    char **argv;                         /* [0]: the command's name */
    const struct command_option *option; /* the one that next_option has found */
    const char *written;                 /* its name as it was written, or NULL for a letter */
    char *value;                         /* its argument, or NULL */
    char **operands; /* the other words, NULL at the end; set once next_option has returned NO_OPTION */
    int operand_count;

    /* For next_option, all zeros at first: */
    int read;            /* words that have been read */
    const char *letters; /* those that are left of a word of short options, or NULL */
    bool no_more;        /* "--" has been read */
};

enum { NO_OPTION = -1 };

/* Returns the index in command->options of the next option on the command line, wherever it stands; NO_OPTION
 * after the last. Common options and usage errors are answered here; most of them end the program. */
int next_option(struct arguments *arguments);

/* Returns the value of the option just found. It is a usage error unless it is a plain decimal number from
 * least to most. */
uint64_t option_number(const struct arguments *arguments, uint64_t least, uint64_t most);

/* Returns the value of an operand in the same way. name: what messages call the operand. */
uint64_t operand_number(const struct arguments *arguments, int index, const char *name, uint64_t least,
                        uint64_t most);

/* Returns which of the words that it may be the value of the option just found is. Any other is a usage
 * error.
 */
unsigned option_choice(const struct arguments *arguments);

/* Returns the same of an operand. */
unsigned operand_choice(const struct arguments *arguments, int index);

/* Marks each of the words that stand in the value, with commas between them. */
void option_choices(const struct arguments *arguments, bool *chosen);

/* ---- Messages ---- */

/* The program as it was called, for commands that a person is to type again. called: argv[0]. */
void set_program_name(const char *called);
const char *program_name(void);

/* Names the program in messages: "kingscan" or "kingscan NAME". */
void set_message_name(const struct command *command);

/* Prints "kingscan NAME: MESSAGE" on standard error. This and the next functions escape what can't be shown:
 * see quote.h. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints "FILE:LINE:COLUMN: error: MESSAGE". number: of the line; offset: in the line, from 0. */
void complain_at(const char *file, uint64_t number, size_t offset, const char *message);
/* Prints "FILE:LINE:COLUMN: warning: MESSAGE". */
void warn_at(const char *file, uint64_t number, size_t offset, const char *message);
/* Complains, and ends with STATUS_FAILED. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Complains, names --help on a second line, and ends with STATUS_FAILED. */
_Noreturn void usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails when KINGSCAN_KERNEL asks for a kernel that can't be used. For every command that computes. */
void require_kernel(void);

/* Writes out what stdio holds for standard output. Fails when that can't be done. */
void finish_standard_output(void);

#endif
