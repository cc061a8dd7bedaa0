/* The values of options: readers for the rows of a table, which store an argument in the command's task. */
#ifndef KS_ARGS_VALUES_H
#define KS_ARGS_VALUES_H

#include "cli/args/command.h"

/* An option as it was given. */
struct option_value {
    const struct command_option *row;
    char name[320]; /* what messages call it: "--jobs", behind "FILE:LINE: " when it comes from a file */
    bool by_letter; /* it was written as one */
    char *argument; /* NULL when it takes none */
    const struct arguments *arguments;
};

/* ---- Readers ---- */

/* Fit struct command_option. Each names the type of its field. */
void read_flag(const struct option_value *value, void *field);      /* bool: true */
void read_text(const struct option_value *value, void *field);      /* const char *: the argument */
void read_number(const struct option_value *value, void *field);    /* uint64_t, from least to most */
void read_unsigned(const struct option_value *value, void *field);  /* unsigned, likewise */
void read_mebibytes(const struct option_value *value, void *field); /* uint64_t: the number's bytes */
void read_choice(const struct option_value *value, void *field);    /* unsigned: least + which word it is */
void read_second(const struct option_value *value, void *field);    /* bool: it is the second word */
void read_choices(const struct option_value *value, void *field);   /* bool[]: those in the list are true */
void read_constant(const struct option_value *value, void *field);  /* unsigned: least */
void read_bits(const struct option_value *value, void *field);      /* unsigned: least is added to it */

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

/* The end of a row with a reader of the command's, whose field is a member, or the whole task. */
#define READ_INTO(reader, task, member) .read = reader, .field = offsetof(task, member)
#define READ_BY(reader) .read = reader

/* The end of a row whose option is only noted as given. */
#define NOTED .read = NULL

/* ---- For readers ---- */

/* Returns the argument. It is a usage error unless it is a plain decimal number from least to most. */
uint64_t value_number(const struct option_value *value, uint64_t least, uint64_t most);

/* Returns which of its words the argument is. Any other is a usage error. */
unsigned value_choice(const struct option_value *value);

#endif
