/* kingscan diff: its options, its help, and its exit status. */
#include "cli/diff/merge/merge.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/diff/engine/variants_path.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/positions/divide.h"
#include "cli/shared/stopping/interrupt.h"
#include "cli/shell/command.h"

enum {
    OPTION_ENGINE,
    OPTION_SCRIPT,
    OPTION_OPTION,
    OPTION_CHESS960,
    OPTION_RANDOM,
    OPTION_SEED,
    OPTION_SHARD,
    OPTION_MERGE,
    OPTION_TIMEOUT,
    OPTION_KEEP_GOING,
    OPTION_MAX_ERRORS,
    OPTION_JOBS,
    OPTION_JSON,
    OPTION_HTML,
    OPTION_JUNIT,
    OPTION_VARIANT,
    OPTION_VARIANTS,
};

static const struct command_option options[] = {
    [OPTION_ENGINE] =
        {"engine", 0, "CMD",
         "the command of a UCI engine with 'go perft'\n"
         "For sh. The engine answers 'go perft N' with lines 'move: count' and 'Nodes searched: sum'."},
    [OPTION_SCRIPT] =
        {"script", 0, "CMD",
         "instead: a command that prints 'move count' lines\n"
         "It is run with the depth, a FEN and, where there are any, moves (in one argument) behind it, and "
         "prints lines 'move count', a blank one, and the sum."},
    [OPTION_OPTION] = {"option", 0, "NAME=VALUE", "an option of the engine; may be given several times"},
    [OPTION_CHESS960] = {"chess960", 0, NULL,
                         "the script knows Chess960\nAn engine says so itself, by its option UCI_Chess960."},
    [OPTION_RANDOM] = {"random", 0, "N", "compare so many random positions"},
    [OPTION_SEED] = {"seed", 0, "S",
                     "with --random: the same seed, the same positions\nIt is new each time without."},
    [OPTION_SHARD] = {"shard", 0, "K/M",
                      "compare the K-th of each M positions alone\n"
                      "M runs with K from 1 to M, and with --random the same --seed, compare each position "
                      "once."},
    [OPTION_MERGE] =
        {"merge", 0, NULL,
         "read reports of --json and make one of them\n"
         "The files are what runs have printed, such as those of --shard. A difference that several "
         "have found is told once. Expects no depth and no engine."},
    [OPTION_TIMEOUT] = {"timeout", 0, "SECONDS", "the time that an answer may take (10)"},
    [OPTION_KEEP_GOING] = {"keep-going", 0, NULL, "go on after a position that differs"},
    [OPTION_MAX_ERRORS] = MAX_ERRORS_OPTION,
    [OPTION_JOBS] = JOBS_OPTION("compare so many positions at a time (1)\nEach with an engine of its own."),
    [OPTION_JSON] = {"json", 0, NULL, "print JSON\nOne object."},
    [OPTION_HTML] = HTML_OPTION,
    [OPTION_JUNIT] = JUNIT_OPTION,
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

static void add_option(struct engine_settings *engine, const char *option) {
    if (engine->option_count == ENGINE_OPTIONS_MAX)
        usage_error("--option: no more than %d options can be given", ENGINE_OPTIONS_MAX);
    if (strchr(option, '\n') || *option == '\0' || *option == '=')
        usage_error("--option: expected NAME=VALUE, found '%s'", option);
    engine->options[engine->option_count++] = option;
}

static void set_shard(struct positions *positions, const char *text) {
    int length = 0;
    const int read = sscanf(text, "%9u/%9u%n", &positions->shard, &positions->shards, &length);
    if (read != 2 || text[length] || positions->shard < 1 || positions->shard > positions->shards ||
        strspn(text, "0123456789/") != strlen(text))
        usage_error("--shard: expected K/M with K from 1 to M, found '%s'", text);
}

static void set_command(struct engine_settings *engine, const char *command, bool script) {
    if (command[strspn(command, " \t\n")] == '\0')
        usage_error("--%s: expected a command, found '%s'", script ? "script" : "engine", command);
    if (engine->command)
        usage_error("expected one --engine or --script, found two");
    engine->command = command;
    engine->script = script;
}

/* What is wanted besides what struct diff says. */
struct wishes {
    bool json, merge;
};

static struct wishes read_options(struct diff *diff, struct reports *reports, struct arguments *arguments) {
    struct wishes wishes = {false, false};
    struct reading reading = {0};
    diff->jobs = 1;
    diff->positions.rejections.shown = REJECTIONS_SHOWN;
    diff->engine.timeout = ENGINE_TIMEOUT;
    diff->positions.seed = (uint64_t)time(NULL) * 1000003 ^ (uint64_t)getpid();
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ENGINE:
        case OPTION_SCRIPT:
            set_command(&diff->engine, arguments->value, option == OPTION_SCRIPT);
            break;
        case OPTION_OPTION:
            add_option(&diff->engine, arguments->value);
            break;
        case OPTION_CHESS960:
            diff->engine.chess960 = true;
            break;
        case OPTION_RANDOM:
            diff->positions.random = option_number(arguments, 1, UINT64_MAX);
            break;
        case OPTION_SEED:
            diff->positions.seed = option_number(arguments, 0, UINT64_MAX);
            diff->positions.seeded = true;
            break;
        case OPTION_SHARD:
            set_shard(&diff->positions, arguments->value);
            break;
        case OPTION_TIMEOUT:
            diff->engine.timeout = (unsigned)option_number(arguments, 1, 1000000);
            break;
        case OPTION_KEEP_GOING:
            diff->keep_going = true;
            break;
        case OPTION_MAX_ERRORS:
            diff->positions.rejections.shown = option_number(arguments, 0, UINT64_MAX);
            break;
        case OPTION_JOBS:
            diff->jobs = (unsigned)option_number(arguments, 1, PROCESSES_MAX);
            break;
        case OPTION_JSON:
            wishes.json = true;
            break;
        case OPTION_MERGE:
            wishes.merge = true;
            break;
        case OPTION_HTML:
        case OPTION_JUNIT:
            note_report_option(arguments, reports);
            break;
        default:
            note_reading_option(arguments, &reading);
        }
    reading.variant.fen_letters = true; /* as in UCI, where drops are written so */
    diff->engine.variant = diff->positions.variant = choose_variant(&reading.variant);
    diff->engine.variants_file = reading.variant.file;
    if (reading.variant.file && !diff->engine.script) {
        size_t length;
        const char *const text = variants_text(&length);
        diff->engine.variants_path = variants_path(reading.variant.file, text, length);
    }
    return wishes;
}

static void check_usage(const struct diff *diff, const struct arguments *arguments) {
    const struct engine_settings *engine = &diff->engine;
    if (arguments->operand_count == 0)
        usage_error("expected a depth");
    if (!engine->command)
        usage_error("expected --engine or --script");
    if (engine->script && engine->option_count > 0)
        usage_error("--option: a script has none");
    if (!engine->script && engine->chess960)
        usage_error("--chess960 is for scripts: an engine's options tell whether it knows Chess960");
    if (diff->positions.shards && diff->positions.random && !diff->positions.seeded)
        usage_error("--shard: expected --seed too, so that all shards are of the same random positions");
    if (diff->positions.random && arguments->operand_count > 1)
        usage_error("expected files or --random, found both");
}

static int status_of(const struct diff *diff) {
    if (interrupted)
        return STATUS_INTERRUPTED;
    if (diff->failed || diff->positions.failed ||
        (diff->compared == 0 && !positions_are_of_others(&diff->positions)))
        return STATUS_FAILED;
    return diff->differences > 0 || diff->positions.rejections.all > 0 ? STATUS_FOUND : STATUS_GOOD;
}

static int run_merge(struct diff *diff, struct report *report, const struct arguments *arguments, bool json) {
    static char *const standard_input[] = {"-", NULL};
    const char *const other = diff->engine.command                     ? "--engine or --script"
                              : diff->engine.option_count > 0          ? "--option"
                              : diff->engine.timeout != ENGINE_TIMEOUT ? "--timeout"
                              : diff->engine.chess960                  ? "--chess960"
                              : diff->positions.random                 ? "--random"
                              : diff->positions.shards                 ? "--shard"
                              : diff->jobs > 1                         ? "--jobs"
                                                                       : NULL;
    if (other)
        usage_error("--merge reads reports: expected no %s", other);
    diff->engine.command = "an engine, by several runs";
    require_kernel();
    return merge_reports(diff, report, arguments->operand_count > 0 ? arguments->operands : standard_input,
                         json);
}

static int run(struct arguments *arguments) {
    static struct diff diff;
    static struct report report;
    const struct wishes wishes = read_options(&diff, &report.reports, arguments);
    if (wishes.merge)
        return run_merge(&diff, &report, arguments, wishes.json);
    check_usage(&diff, arguments);
    diff.depth = (unsigned)operand_number(arguments, 0, "DEPTH", 1, PERFT_DEPTH_MAX);
    diff.positions.files = arguments->operands + 1;
    require_kernel();
    report_start(&report, &diff, wishes.json);
    const struct diff_listener listener = report_listener(&report);
    diff_run(&diff, &listener);
    end_rejections(&diff.positions.rejections);
    report_end(&report);
    return status_of(&diff);
}

static const struct command_example examples[] = {
    {"kingscan diff 4 --engine stockfish", "compare an engine on the bundled hard positions"},
    {"kingscan diff 3 --random 1000 --seed 1 --jobs 4 --engine ./mine", "on random ones"},
    {"kingscan diff 3 games.epd --keep-going --json --engine './mine --uci'",
     "all differences in a file, for a program"},
    {"kingscan diff 2 --variant grand --random 200 --engine fairy-stockfish", "in Grand chess"},
    {"kingscan diff 4 --engine ./mine --keep-going --html bugs.html --junit bugs.xml",
     "all of them, as a page to look at and for a CI system"},
    {"echo 'startpos moves e2e4 e7e5' | kingscan diff 1 - --engine ./mine",
     "one position, and moves from there"},
    {0},
};

const struct command diff_command = {
    .name = "diff",
    .summary = "find the bug in another program's move generator",
    .demands = "--engine CMD | --script CMD",
    .operands = (const struct command_operand[]){{"DEPTH", false}, {"[FILE...]", true}, {0}},
    .description =
        "Compares the counts of a perft with those of another program, move by move, in each position of "
        "the files ('-' is standard input), of --random, or of a set of hard positions that is built in. "
        "Where they differ it follows the moves to a position where the lists of legal moves do, then takes "
        "away moves, pieces, castling rights, en passant and clocks for as long as the same move differs "
        "for the same reason. What remains is drawn, with the rule, the moves that only one side has, and a "
        "command that shows the difference again.\n"
        "Positions are lines of FEN or EPD, or FEN moves MOVE..., as UCI's 'position fen' takes them. "
        "UCI_Chess960 is set where castling needs it; engines without that option don't get such "
        "positions.\n"
        "With --variant, positions are the start of the game and the small ones that are built in for some "
        "variants, those of files, or with --random those of random games. The engine is told by its option "
        "UCI_Variant, which has to list the name; it is "
        "given the file of --variants if it has an option VariantPath, as Fairy-Stockfish does.\n"
        "The rule of a move that isn't legal is the code that 'kingscan move --json' gives for it. A legal "
        "move that is missing is the first of these that fits: drop, gate, promotion, castling, "
        "en-passant, double-push, pass, evasion (the king is in check), other. A move that stands there "
        "twice is a duplicate; "
        "where lists agree but numbers don't, it is count or total.\n"
        "A program that crashes, hangs, talks without end, counts below 0 or prints something else ends the "
        "comparison, which could not be done then, with a line that quotes what it said last; so does an "
        "option that the engine doesn't list or take, and a run in which no position was compared. No "
        "process "
        "is left behind.",
    .options = options,
    .examples = examples,
    .run = run,
};
