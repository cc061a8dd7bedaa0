/* Reads options by the C library's getopt_long and a command's table, and prints messages. */
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/quote.h"
#include "cli/shell/command.h"
#include "kingscan.h"

/* ---- Messages ---- */

static char message_name[32];

void set_message_name(const struct command *command) {
    snprintf(message_name, sizeof message_name, command ? "kingscan %s" : "kingscan",
             command ? command->name : "");
}

enum { MESSAGE_SIZE = 4096 };

/* Prints a message by one write, so that lines of programs that share standard error don't mix. It may quote
 * anything. */
static void print_line(const char line[MESSAGE_SIZE]) {
    char escaped[ESCAPED_SIZE(MESSAGE_SIZE)];
    escape_text(line, strlen(line), escaped, sizeof escaped);
    fprintf(stderr, "%s\n", escaped);
}

static void print_message(const char *format, va_list values) {
    char line[MESSAGE_SIZE];
    const int start = snprintf(line, sizeof line, "%s: ", message_name);
    vsnprintf(line + start, sizeof line - (size_t)start, format, values);
    print_line(line);
}

void complain_at(const char *file, uint64_t number, size_t offset, const char *message) {
    char line[MESSAGE_SIZE];
    snprintf(line, sizeof line, "%s:%" PRIu64 ":%zu: error: %s", file, number, offset + 1, message);
    print_line(line);
}

void complain(const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(format, values);
    va_end(values);
}

void fail(const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(format, values);
    va_end(values);
    exit(STATUS_FAILED);
}

static _Noreturn void fail_with_hint(void) {
    fprintf(stderr, "try '%s --help'\n", message_name);
    exit(STATUS_FAILED);
}

void usage_error(const char *format, ...) {
    va_list values;
    va_start(values, format);
    print_message(format, values);
    va_end(values);
    fail_with_hint();
}

void require_kernel(void) {
    ks_error error;
    if (ks_kernel_environment(&error) != KS_OK)
        fail("KINGSCAN_KERNEL: %s", error.message);
}

void finish_standard_output(void) {
    errno = EIO; /* said of a write that failed long ago, whose cause isn't known any more */
    const int failed = ferror(stdout);
    if (fflush(stdout) != 0 || failed)
        fail("standard output: %s", strerror(errno));
}

/* ---- Options ---- */

const struct command_option common_options[COMMON_OPTIONS + 1] = {
    [OPTION_HELP] = {"help", 'h', NULL, "print this help"},
    [OPTION_MAN] = {"man", 0, NULL, "print the man page, in roff"},
    {0},
};

enum { MAX_OPTIONS = 32, FIRST_LONG = 256 }; /* long options get codes that are no character */

/* The table as getopt_long wants it. */
struct getopt_tables {
    struct option options[MAX_OPTIONS + 1];
    const struct command_option *rows[MAX_OPTIONS];
    char letters[2 * MAX_OPTIONS + 1];
    int count;
};

static void add_options(struct getopt_tables *tables, const struct command_option *rows) {
    for (; rows && rows->name; rows++) {
        assert(tables->count < MAX_OPTIONS);
        tables->options[tables->count] = (struct option){
            rows->name, rows->argument ? required_argument : no_argument, NULL, FIRST_LONG + tables->count};
        tables->rows[tables->count++] = rows;
        if (rows->letter) {
            char *end = tables->letters + strlen(tables->letters);
            end[0] = rows->letter;
            end[1] = rows->argument ? ':' : '\0';
        }
    }
}

static const struct command_option *find_option(const struct getopt_tables *tables, int code) {
    int i = code - FIRST_LONG;
    if (code < FIRST_LONG)
        for (i = 0; tables->rows[i]->letter != code;)
            i++;
    return tables->rows[i];
}

int next_option(struct arguments *arguments) {
    const struct command *command = arguments->command;
    struct getopt_tables tables = {0};
    add_options(&tables, command->options);
    add_options(&tables, common_options);

    arguments->argv[0] = message_name; /* getopt_long begins its own messages with this */
    const int code = getopt_long(arguments->argc, arguments->argv, tables.letters, tables.options, NULL);
    if (code == '?')
        fail_with_hint();
    if (code == -1) {
        arguments->operands = arguments->argv + optind;
        arguments->operand_count = arguments->argc - optind;
        return NO_OPTION;
    }
    arguments->option = find_option(&tables, code);
    arguments->value = optarg;
    if (arguments->option >= common_options && arguments->option < common_options + COMMON_OPTIONS) {
        (arguments->option == &common_options[OPTION_HELP] ? print_help : print_man_page)(command);
        finish_standard_output();
        exit(STATUS_GOOD);
    }
    return (int)(arguments->option - command->options);
}

/* Reads a number. what: its name in messages, which is "--NAME" for an option. */
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
    char what[64];
    snprintf(what, sizeof what, "--%s", arguments->option->name);
    return read_number(what, arguments->value, least, most);
}

uint64_t operand_number(const struct arguments *arguments, int index, const char *name, uint64_t least,
                        uint64_t most) {
    return read_number(name, arguments->operands[index], least, most);
}
