/* Help as text, man pages in roff, the options of every command, and the topics that hold in all of them. */
#include "cli/shell/help.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/shell/commands.h"
#include "kingscan.h"

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
    {"color", 0, "auto|always|never",
     "when to print colours (auto)\n"
     "auto: on a terminal, if the environment allows it.",
     READ_BY(read_colour)},
    {"help", 'h', NULL, "print help: a line per option with -h, all with --help", READ_BY(answer_help)},
    {"man", 0, NULL, "print the man page, in roff", READ_BY(answer_man)},
    {"version", 'V', NULL, "print the version", READ_BY(answer_version)},
    {0},
};

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

static bool begins_with(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Whether the name of an option says enough when there is little room: it is shared, does what another option
 * does, asks for what is done anyway, or is about another option or files of one kind. */
static bool is_brief(const struct command_option *option) {
    return is_shared(option) || begins_with(option->help, "the same as ") ||
           begins_with(option->help, "of --") || begins_with(option->help, "of training data: ") ||
           begins_with(option->help, "of data, ") || begins_with(option->help, "of games: ") ||
           strstr(option->help, "(the default)\n");
}

/* Whether an option is for files of games, in a command that reads others too. */
static bool is_of_games(const struct command_option *option) {
    static const char of_games[] = "of games: ";
    return !is_brief(option) && strncmp(option->help, of_games, sizeof of_games - 1) == 0;
}

/* Prints the names of such options side by side, after a title. */
static void print_names(const struct command_option *option, bool (*is_such)(const struct command_option *),
                        const char *title) {
    char text[512] = "";
    size_t length = 0;
    for (; option && option->name; option++)
        if (is_such(option) && length < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s--%s", length > 0 ? ", " : "",
                                       option->name);
    if (length == 0)
        return;
    printf("  %s", title);
    print_wrapped(stdout, text, 2);
}

/* Prints a line for each option; when its name says enough, only if there is room for it. */
static void print_short_options(const struct command_option *options) {
    enum { ROOM = 24 - 4 }; /* on a screen, beside title, usage, last line, and the prompt */
    size_t count = 0;
    while (options && options[count].name)
        count++;
    for (size_t i = 0; i < count; i++)
        if (count <= ROOM || (!is_brief(&options[i]) && !is_of_games(&options[i])))
            print_short_option(&options[i]);
    if (count > ROOM) {
        print_names(options, is_of_games, "of games: ");
        print_names(options, is_brief, "");
    }
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

/* Keeps what is printed until the end, where a full disk is named: a write that failed before has lost its
 * cause. */
static void print_at_once(void) {
    static char text[1 << 16];
    setvbuf(stdout, text, _IOFBF, sizeof text);
}

void print_help(const struct program *program, const struct command *command) {
    print_at_once();
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

/* ==== Printing topics ==== */

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

static void print_man_options(const struct command_option *option) {
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
        print_man_options(topic->options);
        print_man_entries(topic->terms);
    }
}

void print_man_page(const struct program *program, const struct command *command) {
    char name[64];
    print_at_once();
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
    print_man_options(command->options);
    if (command->terms)
        print_title(command->terms_title);
    print_man_entries(command->terms);
    if (command->examples)
        print_title("Examples");
    for (const struct command_example *example = command->examples; example && example->line; example++)
        print_man_entry(example->line, example->shows);
    printf(
        ".SH SEE ALSO\n.BR kingscan (1)\nfor the options of every command, how positions are written, exit "
        "statuses and the environment\n");
}

/* ---- Topics ---- */

/* The topics that all commands share. */

const char program_summary[] = "finds checks in chess positions";

const char program_description[] =
    "Kingscan answers whether a king is in check, for one position or for files of millions, in FEN or EPD.\n"
    "Results go to standard output, everything else to standard error.";

/* A command that has all of them. */
struct reader {
    struct reading reading;
    bool null_moves;
};

static const struct command_option reading_options[] = {
    LENIENT_OPTION(struct reader),
    STRICT_OPTION(struct reader),
    MOVES_FEN_EP_OPTION(struct reader),
    GAMES_NOTATION_OPTION(struct reader),
    VARIANT_OPTION(struct reader),
    VARIANTS_OPTION(struct reader),
    NULL_MOVES_OPTION(struct reader),
    NO_DECOMPRESS_OPTION,
    CHESS960_OPTION(struct reader, reading.uci),
    {0},
};

static const struct command_term statuses[] = {
    {"0", "all good"},
    {"1",
     "something was found (a difference, an illegal move; verdicts do not count), or a line was rejected"},
    {"2", "the work could not be done: wrong usage, no position where one was expected, failed input or "
          "output, or no memory"},
    {"130",
     "Ctrl-C ended the run; what was done is printed, unless that takes longer than a tenth of a second"},
    {0},
};

static const struct command_term environment[] = {
    {"KINGSCAN_KERNEL",
     "the kernel to use instead of the fastest that this machine can run: see 'kingscan kernels'"},
    {"KINGSCAN_CONFIG", "a file of options to take before those of the command line, one a line: --jobs=2"},
    {"NO_COLOR", "when not empty, turns colours off unless --color is given"},
    {0},
};

const struct help_section help_topics[] = {
    {"The command line",
     "The command comes first. Options may stand anywhere after it; no word after -- is an option. Options "
     "are written in full. An option's argument follows it, as the next word or after '='. '-' is "
     "standard input; numbers are plain decimals.",
     .options = common_options},
    {"Positions",
     "A position is a FEN, as one argument or with an argument for each of its four to six fields; "
     "startpos, the start of the game, or of the variant's; or '-', the first position of standard input. "
     "The word 'moves' and moves, in UCI or SAN, may follow a FEN or startpos, and lead to the position "
     "that is meant. In files, a line is a position in the same form, and may have EPD operations.",
     NULL, NULL},
    {"Options about positions", .options = reading_options},
    {"Exit status", .terms = statuses},
    {"Environment", .terms = environment},
    {0},
};
