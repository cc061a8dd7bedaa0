/* Man pages in roff. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/help.h"
#include "kingscan.h"

/* Prints a text so that roff shows it as it stands. paragraph: what a line of its own becomes. */
static void print_roff(const char *text, const char *paragraph) {
    for (const char *c = text; *c; c++) {
        const int line_start = c == text || c[-1] == '\n';
        if (line_start && (*c == '.' || *c == '\''))
            fputs("\\&", stdout);
        if (*c == '\\')
            fputs("\\e", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else if (*c == '\n')
            printf("\n%s\n", paragraph);
        else
            putchar(*c);
    }
    putchar('\n');
}

static void print_text(const char *text) {
    print_roff(text, ".PP");
}

static void print_entry(const char *name, const char *meaning) {
    printf(".TP\n.B ");
    print_roff(name, "");
    print_roff(meaning, ".br");
}

static void print_title(const char *title) {
    printf(".SH ");
    for (; *title; title++)
        putchar(toupper((unsigned char)*title));
    putchar('\n');
}

static void print_entries(const struct command_term *entries) {
    for (; entries && entries->name; entries++)
        print_entry(entries->name, entries->meaning);
}

static void print_options(const struct command_option *option) {
    for (; option && option->name; option++) {
        printf(".TP\n\\fB");
        if (option->letter)
            printf("\\-%c\\fR, \\fB", option->letter);
        printf("\\-\\-%s\\fR", option->name);
        if (option->argument)
            printf(" \\fI%s\\fR", option->argument);
        putchar('\n');
        print_roff(option->help, ".br");
    }
}

static void print_head(const char *page, const char *summary) {
    printf(".TH \"%s\" 1 \"\" \"kingscan %s\" \"Kingscan\"\n.SH NAME\n", page, ks_version());
    printf("%s \\- %s\n.SH SYNOPSIS\n", page, summary);
}

static void print_program_man_page(const struct program *program) {
    print_head("kingscan", program_summary);
    printf(".B kingscan\nCOMMAND [OPTION...] [ARGUMENT...]\n.SH DESCRIPTION\n");
    print_text(program_description);
    printf(".SH COMMANDS\n");
    for (const struct command *const *command = program->commands; *command; command++) {
        printf(".TP\n.BR kingscan\\-%s (1)\n", (*command)->name);
        print_text((*command)->summary);
    }
    for (const struct help_section *topic = help_topics; topic->title; topic++) {
        print_title(topic->title);
        if (topic->text)
            print_text(topic->text);
        print_options(topic->options);
        print_entries(topic->terms);
    }
}

void print_man_page(const struct program *program, const struct command *command) {
    char name[64];
    if (!command) {
        print_program_man_page(program);
        return;
    }
    snprintf(name, sizeof name, "kingscan-%s", command->name);
    print_head(name, command->summary);
    printf(".B kingscan %s\n", command->name);
    print_operands(command);
    printf(".SH DESCRIPTION\n");
    print_text(command->description);
    if (command->options)
        print_title("Options");
    print_options(command->options);
    if (command->terms)
        print_title(command->terms_title);
    print_entries(command->terms);
    if (command->examples)
        print_title("Examples");
    for (const struct command_example *example = command->examples; example && example->line; example++)
        print_entry(example->line, example->shows);
    printf(
        ".SH SEE ALSO\n.BR kingscan (1)\nfor the options of every command, how positions are written, exit "
        "statuses and the environment\n");
}
