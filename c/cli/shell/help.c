/* Help as text. The short help has a line for each option, the long one all of its text. */
#include "cli/shell/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/args/wrap.h"
#include "cli/base/messages.h"
#include "cli/shell/commands.h"
#include "kingscan.h"

/* ---- Entries ---- */

enum { TERM_WIDTH = 22, SHORT_WIDTH = 26, NAME_SIZE = 128 };

/* A name at the left, and its meaning, whose lines begin at a column. */
static void print_entry(const char *name, const char *meaning) {
    const int length = printf("  %s", name);
    if (length >= TERM_WIDTH)
        printf("\n%*s", TERM_WIDTH, "");
    else
        printf("%*s", TERM_WIDTH - length, "");
    for (const char *line = meaning; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        char text[2048];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        if (line > meaning)
            printf("%*s", TERM_WIDTH, "");
        print_wrapped(stdout, text, TERM_WIDTH);
    }
}

static void print_entries(const struct command_term *entries) {
    for (; entries && entries->name; entries++)
        print_entry(entries->name, entries->meaning);
}

static const char *name_of(const struct command_option *option, char name[NAME_SIZE]) {
    int length = option->letter ? snprintf(name, NAME_SIZE, "-%c, ", option->letter) : 0;
    length += snprintf(name + length, (size_t)(NAME_SIZE - length), "--%s", option->name);
    if (option->argument)
        snprintf(name + length, (size_t)(NAME_SIZE - length), " %s", option->argument);
    return name;
}

/* Whether the topics explain an option that several commands have. */
static bool is_shared(const struct command_option *option) {
    for (const struct help_section *topic = help_topics; topic->title; topic++)
        for (const struct command_option *row = topic->options; row && row->name; row++)
            if (strcmp(row->name, option->name) == 0 && strcmp(row->help, option->help) == 0)
                return true;
    return false;
}

/* Prints options, those that are shared with the first line of their text. */
static void print_options(const struct command_option *option) {
    for (; option && option->name; option++) {
        char name[NAME_SIZE], line[256];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(option->help, "\n"), option->help);
        print_entry(name_of(option, name), is_shared(option) ? line : option->help);
    }
}

static void print_whole_options(const struct command_option *option) {
    char name[NAME_SIZE];
    for (; option && option->name; option++)
        print_entry(name_of(option, name), option->help);
}

static void print_short_option(const struct command_option *option) {
    char name[NAME_SIZE];
    const int length = printf("  %s  ", name_of(option, name));
    printf("%*s%.*s\n", length < SHORT_WIDTH ? SHORT_WIDTH - length : 0, "", (int)strcspn(option->help, "\n"),
           option->help);
}

/* Whether the name of an option says enough when there is little room: it is shared, does what another option
 * does, or asks for what is done anyway. */
static bool is_brief(const struct command_option *option) {
    static const char same[] = "the same as ", usual[] = "(the default)\n";
    return is_shared(option) || strncmp(option->help, same, sizeof same - 1) == 0 ||
           strstr(option->help, usual);
}

/* Prints the names of such options side by side. */
static void print_brief_names(const struct command_option *option) {
    char text[512] = "";
    size_t length = 0;
    for (; option && option->name; option++)
        if (is_brief(option) && length < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s--%s", length > 0 ? ", " : "",
                                       option->name);
    fputs("  ", stdout);
    print_wrapped(stdout, text, 2);
}

/* Prints a line for each option; for those whose names say enough, only if there is room for them. */
static void print_short_options(const struct command_option *options) {
    enum { ROOM = 24 - 4 }; /* on a screen, beside title, usage, last line, and the prompt */
    size_t count = 0;
    while (options && options[count].name)
        count++;
    for (size_t i = 0; i < count; i++)
        if (count <= ROOM || !is_brief(&options[i]))
            print_short_option(&options[i]);
    if (count > ROOM)
        print_brief_names(options);
}

/* ---- Commands ---- */

void print_operands(const struct command *command) {
    printf("[OPTION...]");
    for (const struct command_operand *operand = command->operands; operand && operand->name; operand++)
        printf(" %s", operand->name);
    printf("%s%s\n", command->demands ? " " : "", command->demands ? command->demands : "");
}

static void print_usage(const struct command *command) {
    printf("Usage: kingscan %s ", command->name);
    print_operands(command);
}

static void print_commands(const struct program *program) {
    printf("Commands:\n");
    for (const struct command *const *command = program->commands; *command; command++)
        print_entry((*command)->name, (*command)->summary);
}

void print_short_help(const struct program *program, const struct command *command) {
    if (!command) {
        printf("kingscan %s: %s\nUsage: kingscan COMMAND [OPTION...] [ARGUMENT...]\n\n", ks_version(),
               program_summary);
        print_commands(program);
        printf("\n'kingscan COMMAND -h' lists a command's options; 'kingscan help' says more\n");
        return;
    }
    printf("kingscan %s: %s\n", command->name, command->summary);
    print_usage(command);
    print_short_options(command->options);
    printf("More: 'kingscan help %s', and 'kingscan help topics' for all commands\n", command->name);
}

static void print_program_help(const struct program *program) {
    printf("kingscan %s: %s\n\nUsage: kingscan COMMAND [OPTION...] [ARGUMENT...]\n\n", ks_version(),
           program_summary);
    print_wrapped(stdout, program_description, 0);
    putchar('\n');
    print_commands(program);
    printf("\nOptions:\n");
    print_whole_options(program->common);
    printf("\n'kingscan help COMMAND' explains a command. 'kingscan help topics' explains what\n"
           "all commands share: how positions are written, exit statuses, the environment.\n");
}

void print_help(const struct program *program, const struct command *command) {
    if (!command) {
        print_program_help(program);
        return;
    }
    printf("kingscan %s: %s\n\n", command->name, command->summary);
    print_usage(command);
    putchar('\n');
    print_wrapped(stdout, command->description, 0);
    if (command->options)
        printf("\nOptions:\n");
    print_options(command->options);
    if (command->terms)
        printf("\n%s:\n", command->terms_title);
    print_entries(command->terms);
    if (command->examples)
        printf("\nExamples:\n");
    for (const struct command_example *example = command->examples; example && example->line; example++) {
        printf("  %s\n      ", example->line);
        print_wrapped(stdout, example->shows, 6);
    }
    printf("\n'kingscan help topics' explains what all commands share.\n");
}

void print_version(void) {
    printf("kingscan %s\n", ks_version());
}

/* ---- Topics ---- */

void print_topics(void) {
    for (const struct help_section *topic = help_topics; topic->title; topic++) {
        printf("%s%s:\n", topic == help_topics ? "" : "\n", topic->title);
        if (topic->text)
            print_wrapped(stdout, topic->text, 0);
        print_whole_options(topic->options);
        print_entries(topic->terms);
    }
}

/* ---- kingscan help ---- */

static void list_commands(struct choices *choices, char *const *line) {
    (void)line;
    for (const struct command *const *command = commands; *command; command++)
        ks_add_choice(choices, (*command)->name);
}

static int help_main(struct arguments *arguments) {
    read_options(arguments, NULL);
    const char *const name = arguments->operands[0];
    if (!name)
        print_help(arguments->program, NULL);
    else if (strcmp(name, "topics") == 0)
        print_topics();
    else
        print_help(arguments->program, find_command(name));
    return STATUS_GOOD;
}

const struct command help_command = {
    .name = "help",
    .summary = "explain a command, or what all commands share",
    .operands = (const struct command_operand[]){{.name = "[COMMAND|topics]", .list = list_commands}, {0}},
    .description = "Prints what 'kingscan COMMAND --help' prints; without an argument, a line for each "
                   "command; with 'topics', what all commands share: the command line, how positions are "
                   "written and read, exit statuses and the environment.",
    .run = help_main,
};
