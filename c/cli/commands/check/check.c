/* kingscan check: its options, its help, and its exit status. */
#include <string.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/draft.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/check/counts.h"
#include "cli/commands/check/run.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/positions/data_file.h"

/* ---- Options ---- */

static void list_verdicts(struct choices *choices, char *const *line) {
    (void)line;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        ks_add_choice(choices, ks_verdict_name(verdict));
}

/* A number is one from 1; anything else is a name. field: a struct column. */
static void read_column(const struct option_value *value, void *field) {
    struct column *const column = field;
    const char *const text = value->argument;
    const bool number = text[0] && text[strspn(text, "0123456789")] == '\0';
    if (!text[0])
        usage_error("%s: expected a number or a name, found nothing", value->name);
    column->number = number ? value_number(value, 1, UINT32_MAX) : 0;
    column->name = number ? NULL : text;
}

/* field is a char. */
static void read_separator(const struct option_value *value, void *field) {
    const char *const text = value->argument;
    const bool tab = strcmp(text, "tab") == 0 || strcmp(text, "\\t") == 0;
    if (!tab && (strlen(text) != 1 || strchr("\"\r\n", *text)))
        usage_error("--separator: expected one byte, but no quote, or tab, found '%s'", text);
    *(char *)field = tab ? '\t' : *text;
}

/* A number is for tables, a range for training data. field: the whole task. */
static void read_ply(const struct option_value *value, void *field) {
    struct check_task *const task = field;
    if (strstr(value->argument, ".."))
        read_range(value, &task->choice.ply);
    else
        task->column.plies = value_number(value, 0, UINT32_MAX);
}

static const struct command_option options[] = {
    {"only", 0, "VERDICT[,...]", "only positions with these verdicts\nMay be given several times.",
     CHOICES_INTO(struct check_task, only, list_verdicts)},
    {"not", 0, "VERDICT[,...]",
     "only positions without these verdicts\n"
     "May be given several times.",
     CHOICES_INTO(struct check_task, without, list_verdicts)},
    {"count", 0, NULL,
     "print a table instead of the positions\n"
     "For each verdict, the number of positions with it and their share of all positions; then the total.",
     FLAG_INTO(struct check_task, count)},
    {"sum", 0, NULL,
     "read tables of --count, and add them up\n"
     "The tables come from runs over parts of the positions, in files or pipes.",
     FLAG_INTO(struct check_task, sum)},
    {"format", 0, "tsv|json|epd|fen|line|key|san|bits|bytes", /* in the order of enum check_format */
     "the form of the output\n"
     "tsv: fields separated by tabs, as described above (the default). json: one object for each position, "
     "one a line: verdict; checkers, an array; draw, if the game is a draw or a player may claim one: "
     "see 'kingscan help show'; fen, of the position after its moves, and san, these moves, if it has any; "
     "file; number "
     "and line, the line's number in the file and its text, in which bytes that are not UTF-8 become "
     "U+FFFD; operations, those of EPD if there are any; with --column, columns: the other fields, an "
     "object of names and values with --header, else an array; of JSON Lines, the other members, as they "
     "stand. epd: the position as EPD, with clocks "
     "as hmvc and fmvn, and with the verdict and the checkers in the first of the comments c0 to c9 "
     "that it does not have. fen, line: only the FEN or the line, and the first line of a table. key: only "
     "the key of Polyglot's opening "
     "books, 16 hexadecimal digits, of chess alone. san: only the move of a game, or the moves after a FEN, "
     "in SAN; '-' where there is none. bits, bytes: a bit or a byte for "
     "each line, except blank lines, comments and headers: see above.",
     CHOICE_INTO(struct check_task, format)},
    {"json", 0, NULL, "the same as --format json", CONSTANT_INTO(struct check_task, format, FORMAT_JSON)},
    {"print", 0, "fen|line|key|san", /* from FORMAT_FEN on */
     "the same as --format: only the position", CHOICE_FROM_INTO(struct check_task, format, FORMAT_FEN)},
    {"unique", 0, NULL,
     "skip positions that were there before\n"
     "In any file, with the same board, side to move, castling rights, and en-passant square if a pawn may "
     "capture there; with --variant, also the same hands, promoted pieces, gates, and checks to give.",
     FLAG_INTO(struct check_task, unique)},
    {"sample", 0, "SHARE",
     "look at this share of all positions, such as 0.1\n"
     "Each position is taken or left by chance, before other options choose. Threads take turns for that.",
     READ_INTO(read_share, struct check_task, sample)},
    {"seed", 0, "N", "of --sample: the same seed, the same sample (0)",
     NUMBER_INTO(struct check_task, seed, 0, UINT64_MAX)},
    MEMORY_OPTION(struct check_task, "A position"),
    {"column", 0, "N|NAME",
     "where the position is: in TSV, CSV, JSON Lines\n"
     "N counts from 1. NAME is a column's name in the first line of each file, in capitals or not; that "
     "line is then skipped. A quoted field loses its quotes. When a file's first byte is '{', each line is a "
     "JSON object, and NAME the member with the position. Also --field.",
     READ_INTO(read_column, struct check_task, column.position)},
    {"moves-column", 0, "N|NAME",
     "where moves are that lead to the position\n"
     "They are in UCI or SAN, move numbers or not, and follow the position of --column.",
     READ_INTO(read_column, struct check_task, column.moves)},
    {"ply", 0, "N|A..B",
     "make only the first N moves of --moves-column\n"
     "A..B: only positions with such a ply: that of an entry; in games, the number of moves before; in "
     "lines, "
     "as the number of the move tells. "
     "'--column FEN --moves-column Moves --ply 1' reads the puzzles of lichess, whose FEN is before the "
     "opponent's move.",
     READ_BY(read_ply)},
    {"add-fen", 0, NULL,
     "of --column: add the FEN after the moves to rows\n"
     "With --format tsv it stands before the row. With --print line it is the last column, which the header "
     "calls fen_after.",
     FLAG_INTO(struct check_task, add_fen)},
    {"separator", 0, "CHAR",
     "of --column: what separates columns\n"
     "Any byte, or tab. The default is a tab where a line has one, else a comma, else a semicolon; with "
     "--column NAME, it is what separates the names.",
     READ_INTO(read_separator, struct check_task, column.separator)},
    {"header", 0, NULL,
     "skip the first line of each file\n"
     "With --column, that line has the columns' names.",
     FLAG_INTO(struct check_task, column.header)},
    {"final", 0, NULL, "of games: only the last position of each",
     CONSTANT_INTO(struct check_task, final, 1)},
    {"each", 0, NULL, "of games: the position after each move (the default)\nThe opposite of --final.",
     CONSTANT_INTO(struct check_task, final, 0)},
    NULL_MOVES_OPTION(struct check_task),
    {"tags", 0, "NAME[,...]",
     "of games: print these tags too\n"
     "Such as White,Black,Site. In TSV each is a further field.",
     TEXT_INTO(struct check_task, tags)},
    {"comments", 0, NULL,
     "of games: print clocks, evaluations, comments\n"
     "In TSV, four further fields: the clock (%clk) in seconds, the evaluation (%eval) in pawns for white or "
     "as "
     "#-3 for a mate, the numeric glyphs with commas between them, and the comments about the move, commands "
     "included. In JSON, the members comment, nags, clock, elapsed (%emt), eval, squares (%csl) and arrows "
     "(%cal), those that there are.",
     FLAG_INTO(struct check_task, comments)},
    {"data", 0, "FORMAT",
     "of training data: the format of the files\n"
     "Without it, a file is that when it begins with BINP, or when its name ends with the name of a format, "
     "or with .bullet, .bf, .marlin, .viri or .vf, before a suffix of compression. fen, epd and jsonl read "
     "lines as entries, as 'kingscan convert' writes them.",
     READ_INTO(read_data_format, struct check_task, choice.format), .list = list_text_formats_too},
    {"only-move", 0, "KIND[,...]",
     "of data, games, EPD: only such moves\n"
     "The move is that of an entry; in games, the one that is played next; in EPD, the best moves (bm), "
     "which "
     "have the kinds of all of them; with --moves-column and --ply N, the one after those that are made. "
     "capture (not en passant), promotion, en-passant, castling; check: it gives check; quiet: neither a "
     "capture nor a promotion; illegal; none: there is no move, or a null move. May be given several times.",
     CHOICES_INTO(struct check_task, choice.only_move, list_move_traits)},
    {"not-move", 0, "KIND[,...]", "of data, games, EPD: no such moves\nThey are those of --only-move.",
     CHOICES_INTO(struct check_task, choice.not_move, list_move_traits)},
    {"score", 0, "A..B",
     "of data, games, EPD: only such scores\n"
     "Those of entries of training data, of EPD (ce), and of games (%eval, in hundredths of a pawn; a mate "
     "in N is 32000 - N). From the view of the side to move, in the units of the data. Both bounds belong "
     "to the range. Positions of games without an evaluation are left out.",
     READ_INTO(read_range, struct check_task, choice.score)},
    {"white", 0, NULL, "of --score: it is the view of white", FLAG_INTO(struct check_task, choice.white)},
    {"contradicts", 0, "N",
     "of data, games, EPD: only results against the score\n"
     "Those of entries of training data, of EPD (ce, c9), and of games. The side that is ahead by N or more "
     "lost. The score 32002 is none.",
     NUMBER_INTO(struct check_task, choice.contradicts, 1, INT16_MAX)},
    {"not-contradicts", 0, "N", "of data, games, EPD: all but these",
     NUMBER_INTO(struct check_task, choice.not_contradicts, 1, INT16_MAX)},
    {"pieces", 0, "A..B", "of data, games, EPD: only so many pieces",
     READ_INTO(read_range, struct check_task, choice.pieces)},
    {"result", 0, "win|draw|loss",
     "of data, games, EPD: only such results\n"
     "Of the side to move: of an entry, of a game by its tag Result, of EPD by c9 \"1-0\". A game whose "
     "result is * has none. May be given several times, and with commas.",
     CHOICES_INTO(struct check_task, choice.result, list_results)},
    {"output", 0, "FILE",
     "of training data: write them into FILE\n"
     "The entries that are asked for, as training data instead of lines, in the format that the end of "
     "FILE's name says. In .binpack the other entries stay and get the score 32002, which trainers pass "
     "over: so chains stay whole. Other formats leave them out. FILE is written beside its place, and gets "
     "its name when it is whole. '-' is standard output.",
     TEXT_INTO(struct check_task, output.file), .output = OUTPUT_IN_PLACE},
    {"to", 0, "FORMAT", "of --output: the format, whatever the name",
     READ_INTO(read_data_format, struct check_task, output.format), .list = list_data_formats},
    {"repair", 0, "FILE",
     "of training data: write what is whole into FILE\n"
     "All entries that can be read, and with --strict all that a game can have. Each fault is reported. The "
     "run ends with a line about what was kept and what was lost, on standard error. What comes before the "
     "place where a compressed file breaks off is kept, too. FILE is written as --output does.",
     TEXT_INTO(struct check_task, output.repaired), .output = OUTPUT_IN_PLACE},
    {"drop", 0, NULL,
     "of --output: leave other entries out of .binpack\n"
     "Each gap begins a chain, which takes 34 bytes. The summary says what that costs.",
     FLAG_INTO(struct check_task, output.drops)},
    JOBS_OPTION(struct check_task, jobs, 1024, "use N threads (1)\nThe output stays in order."),
    MAX_ERRORS_OPTION(struct check_task, rejected_shown),
    {"stop-after", 0, "N", "stop after N rejected lines",
     NUMBER_INTO(struct check_task, rejected_max, 1, UINT64_MAX)},
    LENIENT_OPTION(struct check_task),
    STRICT_OPTION(struct check_task),
    MOVES_FEN_EP_OPTION(struct check_task),
    CHESS960_OPTION(struct check_task, reading.uci),
    NO_DECOMPRESS_OPTION,
    {"summary", 0, NULL,
     "end with a line about the run on standard error\n"
     "A terminal gets that line anyway.",
     FLAG_INTO(struct check_task, summary)},
    GAMES_NOTATION_OPTION(struct check_task),
    VARIANT_OPTION(struct check_task),
    VARIANTS_OPTION(struct check_task),
    {0},
};

/* Options of one kind of file: games, tables, and training data. */
#define OF_GAMES "final each null-moves tags comments"
#define OF_TABLES "column moves-column add-fen separator header"
#define OF_DATA "data output to drop repair"
#define OF_SCORES "score white contradicts not-contradicts"
#define OF_MOVES "only-move not-move"

/* Options that choose positions in files of all kinds. */
#define CHOOSING OF_MOVES " pieces result " OF_SCORES

static const struct command_rule rules[] = {
    {OF_GAMES, NULL, OF_TABLES " " OF_DATA, "a file is of one kind"},
    {"final", NULL, OF_MOVES, "no move follows the last position of a game"},
    {OF_TABLES, NULL, OF_DATA, "a file is of one kind"},
    {"separator moves-column add-fen", "column", NULL, NULL},
    {"add-fen", "format=tsv|line", "count", NULL},
    {"white", "score", NULL, NULL},
    {"to", "output repair", NULL, NULL},
    {"drop", "output", NULL, NULL},
    {"repair", NULL,
     "output drop only not unique sample only-move not-move score contradicts not-contradicts pieces result "
     "ply stop-after",
     "it keeps all that is whole"},
    {"seed", "sample", NULL, NULL},
    {"memory", "unique", NULL, NULL},
    {"strict", NULL, "lenient", NULL},
    {"lenient", NULL, OF_GAMES " " OF_DATA, "it is for lines"},
    {"only not " CHOOSING, NULL, "format=bytes", "every position has its byte"},
    {"sample", NULL, "format=bits|bytes", "they are marks of all lines"},
    {"tags comments", "format=tsv|json", "count sum", NULL},
    {"fen-ep", "format=tsv|json|epd|fen|line", "count sum", NULL},
    {"chess960", "format=tsv|json", "count sum", NULL},
    {"count", NULL, "format=tsv|epd|fen|line|key|san|bits|bytes", NULL},
    {"sum", NULL,
     "only not count format=tsv|epd|fen|line|key|san|bits|bytes unique sample jobs stop-after max-errors ply "
     "lenient strict fen-ep notation variant variants summary " OF_GAMES " " OF_TABLES " " OF_DATA
     " " CHOOSING,
     NULL},
    {"count format json print fen-ep", NULL, "output repair", NULL},
    {"notation", NULL, OF_TABLES " " OF_DATA, "it is for games"},
    {0},
};

static const struct command_example examples[] = {
    {"kingscan check --count games.epd", "how many positions of a file have each verdict"},
    {"kingscan check --only check,double-check --print line games.epd",
     "the positions in which a king is in check"},
    {"kingscan check --column FEN --only checkmate --print fen puzzles.csv",
     "the mates among the positions of a table"},
    {"parallel --pipepart -a games.epd kingscan check --count | kingscan check --sum",
     "the same as the first, by as many processes as there are processors"},
    {"kingscan check --final --only stalemate --tags White,Black,Site games.pgn.zst",
     "the games that end in stalemate"},
    {"kingscan check --not-move capture --output quiet.binpack games.binpack",
     "training data in which no capture is the best move"},
    {"kingscan check --strict --repair whole.binpack damaged.binpack", "what is whole of a file with faults"},
    {"echo '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1' | kingscan check", "one position: the rook on e2 gives check"},
    {0},
};

/* ---- The run ---- */

/* Sets the verdicts that are asked for. */
static void choose_verdicts(struct check_task *task, bool only, bool without) {
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++) {
        const bool meant = only ? task->only[verdict]
                                : without || task->count || task->sum || format_has_lines(task->format) ||
                                      (verdict != KS_SAFE && verdict != KS_STALEMATE);
        task->only[verdict] = meant && !task->without[verdict];
    }
}

/* Finds an option that only files of games make sense of. A variant's moves have that notation, too. */
static const char *option_for_games(const struct arguments *arguments) {
    static const char *const names[] = {"final", "each", "tags", "comments", "null-moves"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_given(arguments, names[i]))
            return names[i];
    return is_given(arguments, "notation") && !is_given(arguments, "variant") ? "notation" : NULL;
}

/* All faults are named, unless the user says how many. */
static void complete_repair(struct check_task *task, const struct arguments *arguments) {
    if (!task->output.repaired)
        return;
    task->output.file = task->output.repaired;
    if (!is_given(arguments, "max-errors"))
        task->rejected_shown = 0;
}

static void complete_output(struct data_output *output) {
    if (!output->file)
        return;
    output->format = format_of_output(output->format, output->file);
    if (output->drops && output->format != KS_DATA_BINPACK)
        usage_error("--drop: only .binpack keeps the entries that are not asked for; %s leaves them out",
                    ks_data_format_name((ks_data_format)output->format));
    output->marks = output->format == KS_DATA_BINPACK && !output->drops && !output->repaired;
}

static void complete_task(struct check_task *task, const struct arguments *arguments) {
    const bool only = is_given(arguments, "only"), without = is_given(arguments, "not");
    task->reading.variant.fen_letters = task->reading.notation == NOTATION_FEN;
    if (task->reading.notation == NOTATION_FFISH && task->reading.variant.name)
        usage_error("--notation ffish is for games, and doesn't go with --variant");
    if (task->reading.variant.name || !task->reading.variant.file) /* without a name, it is for games */
        task->variant = choose_variant(&task->reading.variant);
    task->column.header |= task->column.position.name || task->column.moves.name;
    if (task->column.plies != UINT64_MAX && !is_chosen(&task->column.moves))
        usage_error("--ply: expected --moves-column too");
    if (task->format == FORMAT_KEY && task->variant)
        usage_error("--format key: Polyglot's keys are those of chess, not of %s",
                    ks_variant_get_facts(task->variant).name);
    task->for_games = option_for_games(arguments);
    complete_choice(&task->choice);
    if (task->choice.ply.given && task->format == FORMAT_BYTES && !task->count)
        usage_error("--ply: a range doesn't go with --format bytes: every position has its byte");
    complete_repair(task, arguments);
    complete_output(&task->output);
    choose_verdicts(task, only, without);
}

/* Whether the output has all that it should have. Entries that could not be read do not count. A repair that
 * finds nothing whole is none: the format may be another one. */
static bool is_whole(const struct check_task *task, struct check_result *result) {
    if (task->output.repaired && result->written.kept == 0 && result->rejected > 0) {
        complain("--repair: nothing is whole, and %s is not written", task->output.file);
        result->failed = true;
    }
    return !result->failed && !result->failed_to_remember && !result->stopped && !interrupted;
}

static int check_main(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    struct check_task task = {.jobs = 1,
                              .column.plies = UINT64_MAX,
                              .sample = 1,
                              .memory = (uint64_t)1 << 30,
                              .rejected_shown = REJECTIONS_SHOWN,
                              .summary = isatty(STDERR_FILENO)};
    struct check_result result = {0};
    read_options(arguments, &task);
    complete_task(&task, arguments);
    require_kernel();
    task.files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    if (task.sum) {
        const int status = sum_tables(&task, &result);
        if (status == STATUS_GOOD)
            print_counts(&task, &result);
        return status;
    }
    task.show_progress = isatty(STDERR_FILENO) && (task.count || task.output.file || !isatty(STDOUT_FILENO));
    if (task.output.file)
        task.output.draft = open_draft(task.output.file, false);
    run_check(&task, &result);
    if (task.output.file && !end_draft(task.output.draft, is_whole(&task, &result)))
        result.failed = true;
    if (task.output.repaired && !result.failed && !interrupted)
        print_repaired(&task.output, &result.written);
    if (task.count && !(result.failed && result.lines == 0))
        print_counts(&task, &result);
    if (task.summary || interrupted)
        print_summary(&task, &result);
    if (interrupted)
        return STATUS_INTERRUPTED;
    return result.failed || result.failed_to_remember ? STATUS_FAILED
           : result.rejected                          ? STATUS_FOUND
                                                      : STATUS_GOOD;
}

const struct command check_command = {
    .name = "check",
    .summary = "find checks, mates and stalemates in files of positions",
    .operands = (const struct command_operand[]){{.name = "[FILE...]", .many = true}, {0}},
    .description =
        "Reads FEN or EPD, one position a line, from the files in turn, or from standard input when no file "
        "is given. Prints a line for each position: VERDICT, a tab, CHECKERS, a tab, and the line as it "
        "came. 'moves' and moves may follow a FEN, as in UCI; the verdict is that of the position they lead "
        "to.\n"
        "A file of games in PGN is known by its beginning. The position after each move gets a line: "
        "VERDICT, "
        "CHECKERS, the FEN, FILE:LINE:COLUMN of the move, the number of the game in the file, the ply, and "
        "the "
        "move as it stands there. An illegal move is an error, and the rest of that game is skipped. With "
        "--strict there are warnings about wrong check marks and move numbers, and about results that the "
        "last "
        "position contradicts. A tag Variant names the variant of its game.\n"
        "VERDICT is safe, check, double-check (two or more checkers), checkmate, or stalemate. CHECKERS are "
        "the squares of the pieces that give check, such as e4,h5, or '-'.\n"
        "Training data of nets are read as they lie: .binpack, .bin, bulletformat, marlinformat, viriformat "
        "and "
        ".plain. Each entry gets a line: VERDICT, CHECKERS, the FEN, the move in UCI, the score and the "
        "result "
        "from the view of the side to move, with the ply between them; '-' where the format has none. A "
        "fault is "
        "reported with its byte, and the run goes on after it. With --strict, so are: illegal moves; "
        "halfmove "
        "clocks above the ply; and, where the position is the one after the move of the entry before, a ply "
        "that is not one more, a halfmove clock that does not go on, and a result that is not the same for "
        "the "
        "other side. These entries are left out.\n"
        "Blank lines, and lines that begin with '#', are skipped. A line that is not a position is an "
        "error, reported as FILE:LINE:COLUMN on standard error, and the run goes on with the next line. "
        "When standard error is a terminal, the run ends with a summary line. Ctrl-C ends the run early and "
        "prints what was found.\n"
        "With --format bytes, each line becomes one byte, except blank lines, comments and headers: 0 safe, "
        "1 check, 2 double-check, 3 checkmate, 4 stalemate, 254 a repeated position (--unique), 255 a "
        "rejected line. With --format bits, each becomes one bit, the lowest of a byte first. The bit is 1 "
        "for a position with a verdict of --only (without --only, for a king in check), and 0 for other "
        "positions, repeated positions and rejected lines. Zeros fill up the last byte.\n"
        "Errors are: text that is not FEN; a side without exactly one king; a pawn on the first or last "
        "rank; the side not to move in check; a line of more than 1 MiB. Lines end with LF, CR LF or CR; a "
        "byte order mark is skipped. The message about a UTF-16 file names a command that reads it.",
    .options = options,
    .rules = rules,
    .examples = examples,
    .run = check_main,
};
