/* Writes help as text, man pages in roff, the options of every command, and the topics that hold in all of
 * them. */
#include "cli/shell/help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/help_texts.h"
#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/shell/commands.h"
#include "kingscan.h"

/* ==== Help ==== */

/* Help as text. The short help has a line for each option, the long one all of its text. */

/* ---- Entries ---- */

enum { TERM_WIDTH = 22, SHORT_WIDTH = 26, NAME_SIZE = 128 };

/* A name at the left, and its meaning in lines that begin at a column. */
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
        snprintf(name + length, (size_t)(NAME_SIZE - length), "%s%s", waits_for_word(option) ? " " : "",
                 option->argument);
    return name;
}

/* Prints options, those that the topics explain with the first line of their text. */
static void print_options(const struct command *command) {
    for (const struct command_option *option = command->options; option && option->name; option++) {
        const char *const help = help_for_option(command->name, option->name);
        const bool shared = is_explained_for_all(command->name, option->name);
        char name[NAME_SIZE], line[256];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(help, "\n"), help);
        print_entry(name_of(option, name), shared ? line : help);
    }
}

static void print_short_option(const struct command *command, const struct command_option *option) {
    char name[NAME_SIZE];
    const char *const help = help_for_option(command->name, option->name);
    const int length = printf("  %s  ", name_of(option, name));
    printf("%*s%.*s\n", length < SHORT_WIDTH ? SHORT_WIDTH - length : 0, "", (int)strcspn(help, "\n"), help);
}

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Whether the name of an option says enough when there is little room: it is shared, does what another option
 * does, asks for what is done anyway, or is about another option or files of one kind. */
static bool is_brief(const struct command *command, const struct command_option *option) {
    const char *const help = help_for_option(command->name, option->name);
    return is_explained_for_all(command->name, option->name) || begins_with(help, "the same as ") ||
           begins_with(help, "of --") || begins_with(help, "of training data: ") ||
           begins_with(help, "of data, ") || begins_with(help, "of games: ") ||
           strstr(help, "(the default)\n");
}

/* Whether an option is for files of games, in a command that reads others too. */
static bool is_of_games(const struct command *command, const struct command_option *option) {
    return !is_brief(command, option) &&
           begins_with(help_for_option(command->name, option->name), "of games: ");
}

static bool is_choosing(const struct command *command, const struct command_option *option) {
    (void)command;
    return option->kind == CHOOSES;
}

static bool is_any_other(const struct command *command, const struct command_option *option) {
    return is_brief(command, option) && !is_choosing(command, option);
}

/* Prints the names of such options side by side, after a title. */
static void print_names(const struct command *command,
                        bool (*is_such)(const struct command *, const struct command_option *),
                        const char *title) {
    char text[512];
    size_t length = (size_t)snprintf(text, sizeof text, "%s", title), count = 0;
    for (const struct command_option *option = command->options; option->name; option++)
        if (is_such(command, option) && length < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s--%s", count++ > 0 ? ", " : "",
                                       option->name);
    if (count == 0)
        return;
    printf("  ");
    print_wrapped(stdout, text, 2);
}

/* Prints a line for each option; when its name says enough, only if there is room for it. */
static void print_short_options(const struct command *command) {
    enum { ROOM = 24 - 4 }; /* on a screen, beside title, usage, last line, and the prompt */
    const struct command_option *const options = command->options;
    size_t count = 0;
    while (options && options[count].name)
        count++;
    for (size_t i = 0; i < count; i++)
        if (count <= ROOM || (!is_brief(command, &options[i]) && !is_of_games(command, &options[i])))
            print_short_option(command, &options[i]);
    if (count > ROOM) {
        print_names(command, is_of_games, "of games: ");
        print_names(command, is_choosing, "choosing: ");
        print_names(command, is_any_other, "");
    }
}

/* ---- Commands ---- */

/* Prints the options and operands of a command's usage, a line. Not of the program. */
static void print_operands(const struct command *command) {
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
        print_entry((*command)->name, help_summary((*command)->name));
}

void print_short_help(const struct program *program, const struct command *command) {
    if (!command) {
        printf("kingscan %s: %s\nUsage: kingscan COMMAND [OPTION...] [ARGUMENT...]\n\n", ks_version(),
               help_summary(HELP_OF_ALL));
        print_commands(program);
        printf("\n'kingscan COMMAND -h' lists a command's options; 'kingscan help' says more\n");
        return;
    }
    printf("kingscan %s: %s\n", command->name, help_summary(command->name));
    print_usage(command);
    print_short_options(command);
    printf("More: 'kingscan help %s', and 'kingscan help topics' for all commands\n", command->name);
}

static void print_program_help(const struct program *program) {
    printf("kingscan %s: %s\n\nUsage: kingscan COMMAND [OPTION...] [ARGUMENT...]\n\n", ks_version(),
           help_summary(HELP_OF_ALL));
    print_wrapped(stdout, help_description(HELP_OF_ALL), 0);
    putchar('\n');
    print_commands(program);
    printf("\nOptions:\n");
    for (const struct command_option *option = program->common; option->name; option++) {
        char name[NAME_SIZE];
        print_entry(name_of(option, name), help_for_option(HELP_OF_ALL, option->name));
    }
    printf("\n'kingscan help COMMAND' explains a command. 'kingscan help topics' explains what\n"
           "all commands share: how positions are written, exit statuses, the environment.\n");
}

/* Keeps what is printed until the end, where a full disk is named: a write that failed before has lost its
 * cause. */
static void print_at_once(void) {
    static char text[1 << 16];
    setvbuf(stdout, text, _IOFBF, sizeof text);
}

static void print_help(const struct program *program, const struct command *command) {
    print_at_once();
    if (!command) {
        print_program_help(program);
        return;
    }
    printf("kingscan %s: %s\n\n", command->name, help_summary(command->name));
    print_usage(command);
    putchar('\n');
    print_wrapped(stdout, help_description(command->name), 0);
    if (command->options)
        printf("\nOptions:\n");
    print_options(command);
    if (command->terms)
        printf("\n%s:\n", command->terms_title);
    print_entries(command->terms);
    const char *title = "\nExamples:\n";
    for (struct help_entry example = {0}; next_help_entry(&example, command->name, "Examples"); title = "") {
        printf("%s  %s\n      ", title, example.name);
        print_wrapped(stdout, example.text, 6);
    }
    printf("\n'kingscan help topics' explains what all commands share.\n");
}

/* Prints the version of the program. */
static void print_version(void) {
    printf("kingscan %s\n", ks_version());
}

/* ==== Printing topics ==== */

/* Steps to the next entry of the topics. *begins: whether it is the first of its topic. */
static bool next_topic_entry(struct help_entry *entry, bool *begins) {
    const char *const before = entry->section;
    do
        if (!next_help_entry(entry, HELP_OF_ALL, NULL))
            return false;
    while (strcmp(entry->section, "Summary") == 0 || strcmp(entry->section, "Description") == 0);
    *begins = !before || strcmp(before, entry->section) != 0;
    return true;
}

/* Returns the option that an entry of the topics explains, as the first command has it; NULL when the entry
 * is about something else. */
static const struct command_option *option_of(const struct help_entry *entry, const struct program *program) {
    const char *const name = entry->name + 2;
    const struct command_option *option = NULL;
    if (!begins_with(entry->name, "--"))
        return NULL;
    for (const struct command *const *command = program->commands; *command && !option; command++)
        if (is_explained_for_all((*command)->name, name))
            option = find_long_option(program, *command, name, strlen(name));
    return option;
}

/* Prints what all commands share. */
static void print_topics(const struct program *program) {
    struct help_entry entry = {0};
    for (bool begins, first = true; next_topic_entry(&entry, &begins); first = false) {
        const struct command_option *const option = option_of(&entry, program);
        char name[NAME_SIZE];
        if (begins)
            printf("%s%s:\n", first ? "" : "\n", entry.section);
        if (*entry.name)
            print_entry(option ? name_of(option, name) : entry.name, entry.text);
        else
            print_wrapped(stdout, entry.text, 0);
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
        print_topics(arguments->program);
    else
        print_help(arguments->program, find_command(name));
    return STATUS_GOOD;
}

const struct command help_command = {
    .name = "help",
    .operands = (const struct command_operand[]){{.name = "[COMMAND|topics]", .list = list_commands}, {0}},
    .run = help_main,
};

/* ==== Man pages ==== */

/* Man pages in roff. */

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

static void print_man_entry(const char *name, const char *meaning) {
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

static void print_man_entries(const struct command_term *entries) {
    for (; entries && entries->name; entries++)
        print_man_entry(entries->name, entries->meaning);
}

static void print_man_option(const struct command_option *option, const char *help) {
    printf(".TP\n\\fB");
    if (option->letter)
        printf("\\-%c\\fR, \\fB", option->letter);
    printf("\\-\\-%s\\fR", option->name);
    if (option->argument)
        printf("%s\\fI%s\\fR", waits_for_word(option) ? " " : "", option->argument);
    putchar('\n');
    print_roff(help, ".br");
}

static void print_man_topics(const struct program *program) {
    struct help_entry entry = {0};
    for (bool begins; next_topic_entry(&entry, &begins);) {
        const struct command_option *const option = option_of(&entry, program);
        if (begins)
            print_title(entry.section);
        if (option)
            print_man_option(option, entry.text);
        else if (*entry.name)
            print_man_entry(entry.name, entry.text);
        else
            print_text(entry.text);
    }
}

static void print_head(const char *page, const char *summary) {
    printf(".TH \"%s\" 1 \"\" \"kingscan %s\" \"Kingscan\"\n.SH NAME\n", page, ks_version());
    printf("%s \\- %s\n.SH SYNOPSIS\n", page, summary);
}

static void print_program_man_page(const struct program *program) {
    print_head("kingscan", help_summary(HELP_OF_ALL));
    printf(".B kingscan\nCOMMAND [OPTION...] [ARGUMENT...]\n.SH DESCRIPTION\n");
    print_text(help_description(HELP_OF_ALL));
    printf(".SH COMMANDS\n");
    for (const struct command *const *command = program->commands; *command; command++) {
        printf(".TP\n.BR kingscan\\-%s (1)\n", (*command)->name);
        print_text(help_summary((*command)->name));
    }
    print_man_topics(program);
}

/* Prints all but what 'kingscan help topics' says. */
static void print_man_page(const struct program *program, const struct command *command) {
    char name[64];
    print_at_once();
    if (!command) {
        print_program_man_page(program);
        return;
    }
    snprintf(name, sizeof name, "kingscan-%s", command->name);
    print_head(name, help_summary(command->name));
    printf(".B kingscan %s\n", command->name);
    print_operands(command);
    printf(".SH DESCRIPTION\n");
    print_text(help_description(command->name));
    if (command->options)
        print_title("Options");
    for (const struct command_option *option = command->options; option && option->name; option++)
        print_man_option(option, help_for_option(command->name, option->name));
    if (command->terms)
        print_title(command->terms_title);
    print_man_entries(command->terms);
    bool begins = true;
    for (struct help_entry example = {0}; next_help_entry(&example, command->name, "Examples");
         begins = false) {
        if (begins)
            print_title("Examples");
        print_man_entry(example.name, example.text);
    }
    printf(
        ".SH SEE ALSO\n.BR kingscan (1)\nfor the options of every command, how positions are written, exit "
        "statuses and the environment\n");
}

/* ==== Options of every command ==== */

/* Options that every command has. All but --color print something and end the program. */

static void read_colour(const struct option_value *value, void *field) {
    (void)field;
    set_colour_mode((enum colour_mode)value_choice(value));
}

/* Returns the command that is asked about, before or after the option; NULL: the program. */
static const struct command *subject(const struct option_value *value) {
    const struct arguments *const arguments = value->arguments;
    enum { AFTER = 2 };
    if (arguments->command->run)
        return arguments->command;
    return arguments->argc > AFTER ? find_command(arguments->argv[AFTER]) : NULL;
}

static _Noreturn void end(void) {
    finish_standard_output();
    exit(STATUS_GOOD);
}

static void answer_help(const struct option_value *value, void *field) {
    (void)field;
    (value->by_letter ? print_short_help : print_help)(value->arguments->program, subject(value));
    end();
}

static void answer_man(const struct option_value *value, void *field) {
    (void)field;
    print_man_page(value->arguments->program, subject(value));
    end();
}

static void answer_version(const struct option_value *value, void *field) {
    (void)value, (void)field;
    print_version();
    end();
}

const struct command_option common_options[] = {
    {"color", 0, "auto|always|never", READ_BY(read_colour)},
    {"help", 'h', NULL, READ_BY(answer_help)},
    {"man", 0, NULL, READ_BY(answer_man)},
    {"version", 'V', NULL, READ_BY(answer_version)},
    {0},
};
