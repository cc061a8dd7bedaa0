/* kingscan games: its options and its help. */
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/commands/games/run.h"
#include "cli/io/input.h"

static const struct command_option options[] = {
    {"select", 0, "CONDITION",
     "only games whose tags meet it\n"
     "TAG=VALUE, or != < <= > >= for =; TAG~PART for values with this part, or TAG~/REGEX/ with a match of "
     "this "
     "extended regular expression; !~ for those without. Decimal numbers such as 2500 or 0.6 are compared "
     "as such; so are dates such as 2026.11.27, 2026-11 or 2026 and times such as 18:30, as far as they are "
     "given, and ECO codes such as B90. Other values have no order: after < and > they are an error, and "
     "games with such a tag are left out and counted in a warning. = compares them as texts, without blanks "
     "and in capital letters or not. In tags with Date in their name, a number is a year. Elo stands for the "
     "ratings of both players, and Player for the name of either; Time and Increment for the seconds of "
     "TimeControl, of its first period. May be given several times: a game has to meet all.",
     READ_INTO(read_condition, struct games_task, selection)},
    {"with", 0, "checkmate|stalemate|double-check|illegal",
     "only games with it\n"
     "checkmate, stalemate: the last position. double-check: any position with two or more checkers, mate "
     "too. illegal: an illegal move, or an unusable FEN. May be given several times: a game has to have all.",
     OPTION_INTO(bool, read_choices, struct games_task, with[0])},
    {"position", 0, "FEN",
     "only games of chess with this position\n"
     "A FEN, or its first fields: the board alone; and the side to move; and castling rights; and the "
     "en-passant square. "
     "Clocks do not matter.",
     READ_INTO(read_wanted_position, struct games_task, wanted)},
    {"material", 0, "PIECES[:N]",
     "only games of chess with this material, such as KRPKR\n"
     "The pieces of both sides, of either colour, as tablebases name them; also KRP-KR and KRPvKR. P* stands "
     "for "
     "any number of pawns, and so with other pieces. With N, positions after N plies in a row have it.",
     READ_INTO(read_wanted_material, struct games_task, material)},
    {"unique", 0, NULL,
     "skip games that were there before\n"
     "In any file, with the same moves from the same position; tags do not matter. Games without moves, and "
     "with illegal "
     "ones, are not skipped.",
     FLAG_INTO(struct games_task, unique)},
    MEMORY_OPTION(struct games_task, "A game"),
    {"sample", 0, "SHARE",
     "look at this share of all games, such as 0.1\n"
     "Each game is taken or left by chance, before other options select.",
     READ_INTO(read_share, struct games_task, sample)},
    {"seed", 0, "N", "of --sample: the same seed, the same sample (0)",
     NUMBER_INTO(struct games_task, seed, 0, UINT64_MAX)},
    {"first", 0, "N", "only the first N of these games; the rest is not read",
     NUMBER_INTO(struct games_task, first, 1, INT64_MAX)},
    {"plies", 0, "N-M",
     "only games of N to M plies\n"
     "With --fen and --epd: only the positions after these plies; 0 is the start. Also N, N- and -M.",
     READ_INTO(read_plies, struct games_task, plies)},
    {"format", 0, "pgn|tsv|json|san|uci", /* in the order of enum games_output */
     "the form of the output\n"
     "pgn: games whole, as they stand (the default). tsv: FILE:LINE, the number of the game, its plies, its "
     "result, the verdict on its last position or 'illegal', and the tags of --tags. json: an object a line "
     "with these, fen, error, moves in UCI, and all tags or those of --tags. san, uci: the moves alone, a "
     "line a game.",
     CHOICE_INTO(struct games_task, output)},
    {"rewrite", 0, NULL,
     "write PGN anew, in its export format\n"
     "The seven tags first, moves in SAN with right check marks and numbers, lines of at most 79 "
     "characters; comments, glyphs and variations are kept. A game ends before an illegal move, which is "
     "reported. In variants, a move that SAN would not tell a reader from another one is in UCI.",
     FLAG_INTO(struct games_task, rewrite)},
    {"split", 0, "N|TAG",
     "write files of N games, or one for each value\n"
     "They are called 1.pgn, 2.pgn and so on, or by the value, such as B90.pgn; without one, unknown.pgn; "
     "other "
     "formats have other endings. Bytes that a name should not have become %XX. No file is overwritten, "
     "and each gets its name when it is whole: with a tag, at the end of the run.",
     READ_INTO(read_split, struct games_task, split)},
    {"into", 0, "FOLDER", "of --split: where it makes its files (.)", TEXT_INTO(struct games_task, folder)},
    {"json", 0, NULL, "the same as --format json", CONSTANT_INTO(struct games_task, output, OUTPUT_JSON)},
    {"fen", 0, NULL, "print the position after each move as FEN",
     CONSTANT_INTO(struct games_task, output, OUTPUT_FEN)},
    {"epd", 0, NULL,
     "print the position after each move as EPD\n"
     "With the operations hmvc and fmvn.",
     CONSTANT_INTO(struct games_task, output, OUTPUT_EPD)},
    NULL_MOVES_OPTION(struct games_task),
    CHESS960_OPTION(struct games_task, reading.uci),
    {"count", 0, NULL,
     "print counts instead of games\n"
     "Games, moves, results, verdicts on the last positions, and illegal games.",
     FLAG_INTO(struct games_task, count)},
    {"comments", 0, NULL,
     "with --json, also comments, clocks and evaluations\n"
     "Arrays with an element a move, null where there is nothing: comments; nags, the glyphs; of the "
     "commands in "
     "comments, clocks (%clk) and elapsed (%emt) in seconds, evals (%eval) in pawns for white, or as a "
     "string such "
     "as \"#-3\" for a mate (\"#0\": the side to move is mated), squares (%csl) and arrows (%cal). Arrays "
     "without anything are left out. comment "
     "is "
     "what stands before the first move.",
     FLAG_INTO(struct games_task, comments)},
    {"tags", 0, "NAME[,...]", "the tags to print with --format tsv or json",
     TEXT_INTO(struct games_task, tags)},
    JOBS_OPTION(struct games_task, jobs, 1024,
                "use N threads (1)\nThe output stays in order. --sample, --unique, --split and --first take "
                "games one after the other."),
    MAX_ERRORS_OPTION(struct games_task, rejected_shown),
    MOVES_FEN_EP_OPTION(struct games_task),
    GAMES_NOTATION_OPTION(struct games_task),
    VARIANTS_OPTION(struct games_task),
    NO_DECOMPRESS_OPTION,
    {0},
};

static const struct command_rule rules[] = {
    {"comments", "format=json", "count", NULL},
    {"tags", "format=tsv|json", "count", NULL},
    {"rewrite", "format=pgn", "count", NULL},
    {"fen-ep", "format=json fen epd", "count", NULL},
    {"chess960", "format=json|uci", "count", NULL},
    {"max-errors", "count rewrite fen epd format=san|uci", NULL, "which report illegal games"},
    {"count", NULL, "format=pgn|tsv|san|uci fen epd split", NULL},
    {"into", "split", NULL, NULL},
    {"memory", "unique", NULL, NULL},
    {"seed", "sample", NULL, NULL},
    {0},
};

static const struct command_example examples[] = {
    {"kingscan games --count games.pgn.zst", "how many games and moves there are, and how games end"},
    {"kingscan games --select 'Elo>=2500' --with double-check games.pgn",
     "the strong players' games with a double check"},
    {"kingscan games --fen --plies 20- games.pgn | kingscan check --unique",
     "different positions behind the openings"},
    {0},
};

static int games_main(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    static struct games_task task;
    task = (struct games_task){.plies.last = UINT64_MAX,
                               .rejected_shown = REJECTIONS_SHOWN,
                               .jobs = 1,
                               .first = UINT64_MAX,
                               .sample = 1,
                               .memory = (uint64_t)1 << 30,
                               .folder = "."};
    read_options(arguments, &task);
    if (writes_positions(&task) && !is_given(arguments, "plies"))
        task.plies.first = 1;
    task.reading.variant.fen_letters = task.reading.notation == NOTATION_FEN;
    require_kernel();
    task.files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    task.show_progress =
        isatty(STDERR_FILENO) && (task.count || is_split(&task.split) || !isatty(STDOUT_FILENO));
    return run_games(&task);
}

const struct command games_command = {
    .name = "games",
    .summary = "select, count and convert games in PGN",
    .operands = (const struct command_operand[]){{.name = "[FILE...]", .many = true}, {0}},
    .description =
        "Reads games in PGN from the files in turn, or from standard input when no file is given, and prints "
        "those that the "
        "options ask for. 'kingscan check' judges each position of such files, and explains illegal moves.\n"
        "With --count, --fen and --epd an illegal move is an error, reported as FILE:LINE:COLUMN on standard "
        "error, and the rest of that game is skipped. Variations are skipped. A tag Variant names the "
        "variant "
        "of its game.",
    .options = options,
    .rules = rules,
    .examples = examples,
    .run = games_main,
};
