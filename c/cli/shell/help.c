/* Prints help and man pages, both from the tables that describe the commands. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/command.h"
#include "cli/shell/wrap.h"
#include "kingscan.h"

static const char tagline[] = "finds checks in chess positions";

static const char program_description[] =
    "Kingscan answers whether a king is in check, for one position or for files of millions, in FEN or EPD.\n"
    "Results go to standard output, everything else to standard error. Options may stand anywhere; '-' is "
    "standard input; numbers are plain decimals.";

static const struct command_term statuses[] = {
    {"0", "all good"},
    {"1", "the work was done, but something was found (a difference, a mistake, a move that isn't legal; "
          "verdicts are no findings) or a line was rejected"},
    {"2", "it could not be done: wrong usage, no position where one was expected, input or output that "
          "failed, or not enough memory"},
    {"130",
     "ended by Ctrl-C; what had been done is printed, unless that takes longer than a tenth of a second"},
    {0},
};

static const struct command_term environment[] = {
    {"KINGSCAN_KERNEL",
     "the kernel to use instead of the fastest that this machine can run: see 'kingscan kernels'"},
    {"NO_COLOR", "when set and not empty, nothing is printed in colour"},
    {0},
};

/* ---- Plain text ---- */

enum { TERM_WIDTH = 22 };

static void print_entry(const char *name, const char *meaning) {
    const int length = printf("  %s", name);
    if (length >= TERM_WIDTH)
        printf("\n%*s", TERM_WIDTH, "");
    else
        printf("%*s", TERM_WIDTH - length, "");
    print_wrapped(meaning, TERM_WIDTH);
}

static void print_entries(const char *title, const struct command_term *entries) {
    printf("\n%s:\n", title);
    for (; entries->name; entries++)
        print_entry(entries->name, entries->meaning);
}

static void print_options(const struct command_option *option) {
    for (; option && option->name; option++) {
        char name[64];
        int length = option->letter ? sprintf(name, "-%c, ", option->letter) : 0;
        snprintf(name + length, sizeof name - (size_t)length, "--%s %s", option->name,
                 option->argument ? option->argument : "");
        print_entry(name, option->help);
    }
}

void print_help(const struct command *command) {
    printf("kingscan %s: %s\n\nUsage: kingscan %s %s\n\n", command->name, command->summary, command->name,
           command->synopsis);
    print_wrapped(command->description, 0);
    printf("\nOptions:\n");
    print_options(command->options);
    print_options(common_options);
    if (command->terms)
        print_entries(command->terms_title, command->terms);
    if (command->examples)
        printf("\nExamples:\n");
    for (const struct command_example *example = command->examples; example && example->line; example++) {
        printf("  %s\n      ", example->line);
        print_wrapped(example->shows, 6);
    }
    print_entries("Exit status", statuses);
    print_entries("Environment", environment);
}

void print_program_help(const struct command *const *commands) {
    printf("kingscan %s: %s\n\nUsage: kingscan COMMAND [OPTION...] [ARGUMENT...]\n\n", ks_version(), tagline);
    print_wrapped(program_description, 0);
    printf("\nCommands:\n");
    for (; *commands; commands++)
        print_entry((*commands)->name, (*commands)->summary);
    printf("\nOptions:\n");
    print_options(common_options);
    print_entry("--version", "print the version");
    print_entries("Exit status", statuses);
    print_entries("Environment", environment);
    printf("\n'kingscan COMMAND --help' tells more about a command.\n");
}

/* ---- Man pages ---- */

/* Prints a text so that roff shows it as it stands. Each of its lines is a paragraph. */
static void print_roff(const char *text) {
    for (const char *c = text; *c; c++) {
        const int line_start = c == text || c[-1] == '\n';
        if (line_start && (*c == '.' || *c == '\''))
            fputs("\\&", stdout);
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else if (*c == '\n')
            fputs("\n.PP\n", stdout);
        else
            putchar(*c);
    }
    putchar('\n');
}

static void print_roff_entry(const char *name, const char *meaning) {
    printf(".TP\n.B ");
    print_roff(name);
    print_roff(meaning);
}

static void print_roff_entries(const char *title, const struct command_term *entries) {
    printf(".SH ");
    for (; *title; title++)
        putchar(toupper((unsigned char)*title));
    putchar('\n');
    for (; entries->name; entries++)
        print_roff_entry(entries->name, entries->meaning);
}

static void print_roff_options(const struct command_option *option) {
    for (; option && option->name; option++) {
        printf(".TP\n\\fB");
        if (option->letter)
            printf("\\-%c\\fR, \\fB", option->letter);
        printf("\\-\\-%s\\fR", option->name);
        if (option->argument)
            printf(" \\fI%s\\fR", option->argument);
        putchar('\n');
        print_roff(option->help);
    }
}

static void print_roff_head(const char *page, const char *name, const char *summary) {
    printf(".TH \"%s\" 1 \"\" \"kingscan %s\" \"Kingscan\"\n.SH NAME\n", page, ks_version());
    printf("%s \\- %s\n.SH SYNOPSIS\n", name, summary);
}

void print_man_page(const struct command *command) {
    char name[64];
    snprintf(name, sizeof name, "kingscan-%s", command->name);
    print_roff_head(name, name, command->summary);
    printf(".B kingscan %s\n", command->name);
    print_roff(command->synopsis);
    printf(".SH DESCRIPTION\n");
    print_roff(command->description);
    printf(".SH OPTIONS\n");
    print_roff_options(command->options);
    print_roff_options(common_options);
    if (command->terms)
        print_roff_entries(command->terms_title, command->terms);
    if (command->examples)
        printf(".SH EXAMPLES\n");
    for (const struct command_example *example = command->examples; example && example->line; example++)
        print_roff_entry(example->line, example->shows);
    print_roff_entries("Exit status", statuses);
    print_roff_entries("Environment", environment);
    printf(".SH SEE ALSO\n.BR kingscan (1)\n");
}

void print_program_man_page(const struct command *const *commands) {
    print_roff_head("kingscan", "kingscan", tagline);
    printf(".B kingscan\nCOMMAND [OPTION...] [ARGUMENT...]\n.SH DESCRIPTION\n");
    print_roff(program_description);
    printf(".SH COMMANDS\n");
    for (; *commands; commands++) {
        printf(".TP\n.BR kingscan\\-%s (1)\n", (*commands)->name);
        print_roff((*commands)->summary);
    }
    printf(".SH OPTIONS\n");
    print_roff_options(common_options);
    print_roff_entry("--version", "print the version");
    print_roff_entries("Exit status", statuses);
    print_roff_entries("Environment", environment);
}
