/* kingscan fuzz: its options, its help, and its exit status. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/fuzz/report.h"

static void list_kernels(struct choices *choices, char *const *line) {
    size_t count;
    const ks_kernel *const *const kernels = ks_kernels(&count);
    (void)line;
    for (size_t i = 0; i < count; i++)
        ks_add_choice(choices, kernels[i]->name);
}

static const struct command_option options[] = {
    {"games", 0, NULL, "play random games, and check the rules too", FLAG_INTO(struct fuzz, play)},
    {"seconds", 0, "N",
     "stop after N seconds (10)\n"
     "There is no limit when --boards is given.",
     NUMBER_INTO(struct fuzz, seconds, 1, UINT32_MAX)},
    {"seed", 0, "S",
     "the same seed, the same boards\n"
     "The default is new each time.",
     NUMBER_INTO(struct fuzz, seed, 0, UINT64_MAX)},
    {"boards", 0, "N", "stop after N boards, or positions of games",
     NUMBER_INTO(struct fuzz, board_limit, 1, UINT64_MAX)},
    {"kernels", 0, "KERNEL[,...]", "compare these with the reference (all usable ones)",
     TEXT_INTO(struct fuzz, kernels), .list = list_kernels},
    {"plugin", 0, "FILE.so[:SYMBOL]",
     "compare a check routine of yours too\n"
     "The default of SYMBOL is in_check.",
     TEXT_INTO(struct fuzz, plugin)},
    {"timeout", 0, "SECONDS", "the time that a plugin may take for a board (1)",
     UNSIGNED_INTO(struct fuzz, timeout, 1, 1000000)},
    {"in-process", 0, NULL,
     "run the plugin inside this program\n"
     "This is faster, and for debuggers.",
     FLAG_INTO(struct fuzz, in_process)},
    {"json", 0, NULL, "print JSON\nOne object with the result.", FLAG_INTO(struct fuzz, json)},
    HTML_OPTION(struct fuzz, reports),
    JUNIT_OPTION(struct fuzz, reports),
    {"variant", 0, "VARIANT",
     "play random games of this variant\n"
     "Every position checks its rules. See 'kingscan variants'.",
     TEXT_INTO(struct fuzz, reading.variant.name), .list = list_variants},
    VARIANTS_OPTION(struct fuzz),
    {0},
};

static const struct command_rule rules[] = {
    {"in-process timeout", "plugin", NULL, NULL},
    {"timeout", NULL, "in-process", NULL},
    {0},
};

enum { DEFAULT_SECONDS = 10 };

static void complete_task(struct fuzz *fuzz) {
    if (fuzz->reading.variant.name || fuzz->reading.variant.file) {
        refuse_beside_variant(fuzz->plugin, "plugin");
        fuzz->play = true;
    }
    if (!fuzz->timeout)
        fuzz->timeout = FUZZ_TIMEOUT;
    if (!fuzz->seconds && !fuzz->board_limit)
        fuzz->seconds = DEFAULT_SECONDS;
}

static int fuzz_main(struct arguments *arguments) {
    static struct fuzz fuzz;
    fuzz.seed = (uint64_t)time(NULL) * 1000003 ^ (uint64_t)getpid();
    read_options(arguments, &fuzz);
    complete_task(&fuzz);
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
    report_result(&fuzz);
    return is_found(&fuzz) ? STATUS_FOUND : interrupted ? STATUS_INTERRUPTED : STATUS_GOOD;
}

static const struct command_example examples[] = {
    {"kingscan fuzz --seconds 60", "compare all kernels for a minute"},
    {"kingscan fuzz --games --seconds 60",
     "compare the two move generators, and check make, unmake, key and FEN"},
    {"kingscan fuzz --variant grand --seconds 60", "check the rules of Grand chess in random games"},
    {"kingscan fuzz --plugin ./mine.so", "find the smallest board on which your routine is wrong"},
    {0},
};

const struct command fuzz_command = {
    .name = "fuzz",
    .summary = "compare the kernels with the reference on random boards",
    .description =
        "Tries random boards of several kinds (sparse and crowded, real positions with mutations, sliders "
        "in line with the king, any bytes, other programs' codes) until a kernel differs from the reference "
        "or the time is over. After a difference it removes pieces while the difference stays, and prints "
        "the smallest board, both answers, and the command that repeats it.\n"
        "Kernels answer about boards one by one, and again about many at once. A difference in a batch "
        "alone is reported with its place in the batch, and its board stays as it is.\n"
        "With --games the boards are those of random games, from Chess960 starts and from pieces strewn "
        "over the board. In each position the fast move generator is compared with the reference's, every "
        "move is made and taken back, the Zobrist key is computed anew, and the position is written as FEN "
        "and read again.\n"
        "With --variant the games are of that variant. In each position, FEN and moves are written and read "
        "back; no move leaves the king attacked; captures are attacks, and attacks that are no capture "
        "leave the king attacked; perft to depth 2 is the sum of the replies; verdicts fit. Where the board "
        "is 8x8 and all pieces are among the attack classes, each kernel has to find the same moves and "
        "attackers as the variant's tables. Other variants have no second generator to compare with; "
        "'kingscan diff --variant' compares with another program's.\n"
        "A plugin is a shared object with a function int in_check(const uint8_t board[64], int king_square, "
        "int side) on Kingscan's codes (only 0, 1-6 and 9-14) and squares, as kingscan.h describes them; "
        "side is the king's, 0 for white. The plugin runs in a separate process. A crash, exit or hang "
        "there is a difference, with the board that caused it; the plugin's output goes to standard error. "
        "With --in-process the plugin runs inside this program, and ends it by a crash.",
    .options = options,
    .rules = rules,
    .examples = examples,
    .run = fuzz_main,
};
