/* What a subcommand is, and what all of them use.
 *
 * A subcommand is one .c file that exports one `struct command`, and one row of the table in main.c. Options,
 * help and man page all come from that struct, so that each fact is written once. */
#ifndef KS_COMMAND_H
#define KS_COMMAND_H

#include <stddef.h>
#include <stdint.h>

/* Exit statuses of every command. */
enum { STATUS_GOOD, STATUS_FOUND, STATUS_FAILED, STATUS_INTERRUPTED = 130 };

struct command_option {
    const char *name;     /* the long one, without its dashes; NULL ends the table */
    char letter;          /* the short one, or 0 */
    const char *argument; /* what the help calls its argument; NULL when it takes none */
    const char *help;
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
    const char *synopsis;                   /* what follows "kingscan NAME" */
    const char *description;                /* paragraphs, one a line; wrapped when shown */
    const struct command_option *options;   /* --help and --man are added to these */
    const struct command_example *examples; /* or NULL */
    const char *terms_title;                /* of a table of words that the command's input knows, or NULL */
    const struct command_term *terms;
    int (*run)(struct arguments *arguments); /* returns the exit status */
};

/* The words behind "kingscan NAME". */
struct arguments {
    const struct command *command;
    int argc;
    char **argv;
    const struct command_option *option; /* the one that next_option has found */
    char *value;                         /* its argument, or NULL */
    char **operands; /* the other words, NULL at the end; set once next_option has returned NO_OPTION */
    int operand_count;
};

enum { NO_OPTION = -1 };

/* Returns the index in command->options of the next option on the command line, wherever it stands; NO_OPTION
 * after the last. --help, --man and usage errors are answered here, and end the program. */
int next_option(struct arguments *arguments);

/* Returns the value of the option just found. It is a usage error unless it is a plain decimal number from
 * least to most. */
uint64_t option_number(const struct arguments *arguments, uint64_t least, uint64_t most);

/* Returns the value of an operand in the same way. name: what messages call the operand. */
uint64_t operand_number(const struct arguments *arguments, int index, const char *name, uint64_t least,
                        uint64_t most);

/* Names the program in messages: "kingscan" or "kingscan NAME". */
void set_message_name(const struct command *command);

/* Prints "kingscan NAME: MESSAGE" on standard error. This and the next functions escape what can't be shown:
 * see quote.h. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints "FILE:LINE:COLUMN: error: MESSAGE". number: of the line; offset: in the line, from 0. */
void complain_at(const char *file, uint64_t number, size_t offset, const char *message);
/* Complains, and ends with STATUS_FAILED. */
_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Complains, names --help on a second line, and ends with STATUS_FAILED. */
_Noreturn void usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails when KINGSCAN_KERNEL asks for a kernel that can't be used. For every command that computes. */
void require_kernel(void);

/* Writes out what stdio holds for standard output. Fails when that can't be done. */
void finish_standard_output(void);

/* help.c: the help and the man page of a command, or of the whole program (commands: NULL at the end). */
void print_help(const struct command *command);
void print_man_page(const struct command *command);
void print_program_help(const struct command *const *commands);
void print_program_man_page(const struct command *const *commands);

/* Options that every command has: --help and --man. */
enum { OPTION_HELP, OPTION_MAN, COMMON_OPTIONS };
extern const struct command_option common_options[COMMON_OPTIONS + 1];

#endif
