/* kingscan fuzz: its options, its help, and its exit status. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/fuzz/report.h"
#include "cli/shared/stopping/interrupt.h"
#include "cli/shell/command.h"

enum {
    OPTION_GAMES,
    OPTION_SECONDS,
    OPTION_SEED,
    OPTION_BOARDS,
    OPTION_KERNELS,
    OPTION_PLUGIN,
    OPTION_TIMEOUT,
    OPTION_IN_PROCESS,
    OPTION_JSON,
    OPTION_HTML,
    OPTION_JUNIT,
    OPTION_VARIANT,
    OPTION_VARIANTS
};

static const struct command_option options[] = {
    [OPTION_GAMES] = {"games", 0, NULL, "play random games, and check the rules too"},
    [OPTION_SECONDS] = {"seconds", 0, "N",
                        "stop after this time (10)\nWithout a limit when --boards is given."},
    [OPTION_SEED] = {"seed", 0, "S", "the same seed brings the same boards\nIt is new each time without."},
    [OPTION_BOARDS] = {"boards", 0, "N", "stop after so many boards, or positions of games"},
    [OPTION_KERNELS] = {"kernels", 0, "KERNEL[,...]", "compare these with the reference (all usable ones)"},
    [OPTION_PLUGIN] = {"plugin", 0, "FILE.so[:SYMBOL]",
                       "compare a check routine of your own as well\nSYMBOL: in_check without."},
    [OPTION_TIMEOUT] = {"timeout", 0, "SECONDS", "the time that a plugin may take for a board (1)"},
    [OPTION_IN_PROCESS] =
        {"in-process", 0, NULL,
         "run the plugin inside this program\nA hand-over to its process less, and for debuggers."},
    [OPTION_JSON] = {"json", 0, NULL, "print JSON\nOne object with the result."},
    [OPTION_HTML] = HTML_OPTION,
    [OPTION_JUNIT] = JUNIT_OPTION,
    [OPTION_VARIANT] = {"variant", 0, "VARIANT",
                        "play random games of this variant\n"
                        "And check its rules in every position. See 'kingscan variants'."},
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

enum { DEFAULT_SECONDS = 10 };

static void read_options(struct fuzz *fuzz, struct arguments *arguments) {
    fuzz->seed = (uint64_t)time(NULL) * 1000003 ^ (uint64_t)getpid();
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_GAMES:
            fuzz->play = true;
            break;
        case OPTION_SECONDS:
            fuzz->seconds = option_number(arguments, 1, UINT32_MAX);
            break;
        case OPTION_SEED:
            fuzz->seed = option_number(arguments, 0, UINT64_MAX);
            break;
        case OPTION_BOARDS:
            fuzz->board_limit = option_number(arguments, 1, UINT64_MAX);
            break;
        case OPTION_KERNELS:
            fuzz->kernels = arguments->value;
            break;
        case OPTION_PLUGIN:
            fuzz->plugin = arguments->value;
            break;
        case OPTION_TIMEOUT:
            fuzz->timeout = (unsigned)option_number(arguments, 1, 1000000);
            break;
        case OPTION_IN_PROCESS:
            fuzz->in_process = true;
            break;
        case OPTION_JSON:
            fuzz->json = true;
            break;
        case OPTION_HTML:
        case OPTION_JUNIT:
            note_report_option(arguments, &fuzz->reports);
            break;
        case OPTION_VARIANT:
            fuzz->variant.name = arguments->value;
            break;
        case OPTION_VARIANTS:
            fuzz->variant.file = arguments->value;
        }
    if (fuzz->variant.name || fuzz->variant.file) {
        refuse_beside_variant(fuzz->plugin, "plugin");
        fuzz->play = true;
    }
    if ((fuzz->in_process || fuzz->timeout) && !fuzz->plugin)
        usage_error("--%s: expected --plugin too", fuzz->in_process ? "in-process" : "timeout");
    if (fuzz->in_process && fuzz->timeout)
        usage_error("--timeout doesn't go with --in-process");
    if (!fuzz->timeout)
        fuzz->timeout = FUZZ_TIMEOUT;
    if (!fuzz->seconds && !fuzz->board_limit)
        fuzz->seconds = DEFAULT_SECONDS;
}

static int run(struct arguments *arguments) {
    static struct fuzz fuzz;
    read_options(&fuzz, arguments);
    require_kernel();
    fuzz_start(&fuzz);
    if (name_reference(&fuzz)) {
        fprintf(stderr, "comparing with %s: ", name_reference(&fuzz));
        print_compared(&fuzz, stderr);
        fputs("; ", stderr);
    }
    fprintf(stderr, "seed %" PRIu64 "\n", fuzz.seed);
    start_files(&fuzz);
    fuzz_run(&fuzz);
    fuzz_shrink(&fuzz);
    tell_result(&fuzz);
    return is_found(&fuzz) ? STATUS_FOUND : interrupted ? STATUS_INTERRUPTED : STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan fuzz --seconds 60", "compare all kernels for a minute"},
    {"kingscan fuzz --games --seconds 60",
     "compare the two move generators, and check make, unmake, key and FEN"},
    {"kingscan fuzz --variant grand --seconds 60", "check the rules of Grand chess in random games"},
    {"kingscan fuzz --plugin ./mine.so", "find the smallest board on which your own routine is wrong"},
    {0},
};

const struct command fuzz_command = {
    .name = "fuzz",
    .summary = "compare the kernels with the reference on random boards",
    .description =
        "Tries random boards of several kinds (sparse and crowded, real positions with mutations, sliders "
        "in line with the king, any bytes, other programs' codes) until a kernel differs from the reference "
        "or time is over. On a difference it removes pieces while the difference stays, and prints the "
        "smallest board, both answers, and the command that repeats it.\n"
        "Boards are asked about one by one, and again many at once. What is wrong in a batch alone is told "
        "with its place there, and its board stays as it is.\n"
        "With --games the boards are those of random games, from Chess960 starts and from pieces strewn "
        "over the board, and in each position the fast move generator is compared with the reference's, "
        "every move is made and taken back, the Zobrist key is computed anew, and the position is written "
        "as FEN and read again.\n"
        "With --variant the games are of that variant, and in each position: what is written as FEN, and "
        "moves as text, is read back; no move leaves the king attacked; captures are attacks, and attacks "
        "that are no capture leave the king attacked; perft to depth 2 is the sum of the replies; verdicts "
        "fit. Where the board is 8x8 and all pieces are among the attack classes, each kernel has to find "
        "the same moves and attackers as the variant's tables; without kernels there is no second generator "
        "of all moves. 'kingscan diff --variant' compares with another program's.\n"
        "A plugin is a shared object with a function int in_check(const uint8_t board[64], int king_square, "
        "int side) on Kingscan's codes (0, 1-6, 9-14; it is asked about no others) and squares, as "
        "kingscan.h describes them; side is the king's, 0 for white. It runs in a process of its own. A "
        "crash, "
        "exit or hang there is a difference, with the board that caused it; what it prints goes to standard "
        "error. With --in-process it runs inside this program, and ends it when it crashes.",
    .options = options,
    .examples = examples,
    .run = run,
};
