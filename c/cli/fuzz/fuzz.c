/* kingscan fuzz: random boards through all kernels, or random games through all of the rules, until something
 * differs from the reference or time is over. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/fuzz/plugin.h"
#include "cli/fuzz/report.h"
#include "cli/shared/clock.h"
#include "cli/shared/interrupt.h"
#include "cli/shell/command.h"

enum {
    OPTION_GAMES,
    OPTION_SECONDS,
    OPTION_SEED,
    OPTION_BOARDS,
    OPTION_KERNELS,
    OPTION_PLUGIN,
    OPTION_JSON,
    OPTION_VARIANT,
    OPTION_VARIANTS
};

static const struct command_option options[] = {
    [OPTION_GAMES] = {"games", 0, NULL, "play random games, and check the rules too in every position"},
    [OPTION_SECONDS] = {"seconds", 0, "N",
                        "stop after this time (10, but without a limit when --boards is given)"},
    [OPTION_SEED] = {"seed", 0, "S",
                     "begin with this seed: the same one brings the same boards (new each time)"},
    [OPTION_BOARDS] = {"boards", 0, "N", "stop after this many boards, or positions of games"},
    [OPTION_KERNELS] = {"kernels", 0, "A,B",
                        "compare these kernels with the reference (all that this machine has)"},
    [OPTION_PLUGIN] = {"plugin", 0, "FILE.so[:SYMBOL]",
                       "compare a check routine of your own as well (SYMBOL: in_check)"},
    [OPTION_JSON] = {"json", 0, NULL, "print the result as a JSON object"},
    [OPTION_VARIANT] =
        {"variant", 0, "NAME",
         "play random games of this variant: see 'kingscan variants'; and check its rules in every "
         "position"},
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

enum { DEFAULT_SECONDS = 10, BOARDS_BETWEEN_LOOKS = 1024 };

/* ---- What is compared ---- */

static void compare(struct fuzz *fuzz, const ks_kernel *kernel, bool codes_only) {
    struct differential *differential = &fuzz->differential;
    for (unsigned i = 0; i < differential->count; i++)
        if (differential->kernels[i].kernel == kernel)
            return;
    if (differential->count == COMPARED_MAX)
        fail("no more than %d kernels can be compared", COMPARED_MAX);
    differential_add(differential, kernel, codes_only);
}

static void compare_usable(struct fuzz *fuzz) {
    size_t count;
    const ks_kernel *kernels = ks_kernels(&count);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_usable(&kernels[i]))
            compare(fuzz, &kernels[i], false);
}

static void compare_named(struct fuzz *fuzz) {
    const char *name = fuzz->kernels;
    for (size_t length; length = strcspn(name, ","), true; name += length + 1) {
        char copy[64];
        ks_error error;
        snprintf(copy, sizeof copy, "%.*s", (int)length, name);
        if (ks_kernel_select(copy, &error) != KS_OK)
            usage_error("--kernels: %s", error.message);
        compare(fuzz, ks_kernel_current(), false);
        if (name[length] == '\0')
            return;
    }
}

static void compare_all(struct fuzz *fuzz) {
    ks_error error;
    size_t count;
    if (fuzz->kernels)
        compare_named(fuzz);
    else
        compare_usable(fuzz);
    if (fuzz->plugin) {
        const ks_kernel *kernel = plugin_load(fuzz->plugin, &error);
        if (!kernel)
            fail("--plugin: %s", error.message);
        compare(fuzz, kernel, true);
    }
    /* FEN is read here too, and that shall not rest on one of the accused. */
    ks_kernel_select(ks_kernels(&count)->name, NULL);
}

/* ---- The run ---- */

static void show_progress(const struct fuzz *fuzz, double *shown) {
    if (fuzz->elapsed - *shown < 1 || !isatty(STDERR_FILENO))
        return;
    *shown = fuzz->elapsed;
    putc('\r', stderr);
    print_tried(fuzz, stderr);
}

static bool is_over(const struct fuzz *fuzz) {
    return interrupted || (fuzz->seconds && fuzz->elapsed >= (double)fuzz->seconds) ||
           (fuzz->board_limit && fuzz->tried >= fuzz->board_limit);
}

static void try_variant(struct fuzz *fuzz, uint64_t count) {
    for (; count > 0 && !fuzz->mistaken; count--) {
        fuzz->mistaken = !variant_games_play_on(&fuzz->variant_games, &fuzz->mistake);
        fuzz->tried++;
    }
}

static void try_boards(struct fuzz *fuzz, uint64_t count) {
    struct question question;
    for (; count > 0 && !is_found(fuzz); count--) {
        if (fuzz->play)
            game_question(&fuzz->games, (unsigned)fuzz->tried, &question);
        else
            boards_next(&fuzz->boards, &question);
        fuzz->differs = differential_ask(&fuzz->differential, &question, &fuzz->difference);
        if (fuzz->play && !fuzz->differs)
            fuzz->mistaken = !play_on(&fuzz->games, &fuzz->mistake);
        fuzz->tried++;
    }
}

static void start_variant(struct fuzz *fuzz) {
    const ks_variant *const variant = choose_variant(&fuzz->variant);
    const ks_kernel *kernels[COMPARED_MAX];
    if (fuzz->kernels && !knows_kernels(variant))
        usage_error("--kernels: the kernels don't know the board or the pieces of this variant");
    for (unsigned i = 0; i < fuzz->differential.count; i++)
        kernels[i] = fuzz->differential.kernels[i].kernel;
    variant_games_start(&fuzz->variant_games, variant, kernels, fuzz->differential.count, fuzz->seed);
}

static void start(struct fuzz *fuzz) {
    if (fuzz->variant.name || fuzz->variant.file)
        start_variant(fuzz);
    else if (fuzz->play)
        games_start(&fuzz->games, fuzz->seed);
    else
        boards_start(&fuzz->boards, fuzz->seed);
}

static void run_until_over(struct fuzz *fuzz) {
    double shown = 0;
    catch_interrupts(NULL);
    fuzz->started = seconds_now();
    while (!is_found(fuzz) && !is_over(fuzz)) {
        const uint64_t left = fuzz->board_limit ? fuzz->board_limit - fuzz->tried : BOARDS_BETWEEN_LOOKS;
        const uint64_t count = left < BOARDS_BETWEEN_LOOKS ? left : BOARDS_BETWEEN_LOOKS;
        (fuzz->variant.name ? try_variant : try_boards)(fuzz, count);
        fuzz->elapsed = seconds_now() - fuzz->started;
        show_progress(fuzz, &shown);
    }
    if (shown > 0)
        fputs("\r\033[K", stderr);
}

/* ---- The command ---- */

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
        case OPTION_JSON:
            fuzz->json = true;
            break;
        case OPTION_VARIANT:
            fuzz->variant.name = arguments->value;
            break;
        case OPTION_VARIANTS:
            fuzz->variant.file = arguments->value;
        }
    if (fuzz->variant.name || fuzz->variant.file) {
        refuse_beside_variant(fuzz->play, "games");
        refuse_beside_variant(fuzz->plugin, "plugin");
        fuzz->play = true;
    }
    if (arguments->operand_count > 0)
        usage_error("expected no argument, found '%s'", arguments->operands[0]);
    if (!fuzz->seconds && !fuzz->board_limit)
        fuzz->seconds = DEFAULT_SECONDS;
}

static int run(struct arguments *arguments) {
    static struct fuzz fuzz;
    read_options(&fuzz, arguments);
    require_kernel();
    compare_all(&fuzz);
    start(&fuzz);
    if (name_reference(&fuzz)) {
        fprintf(stderr, "comparing with %s: ", name_reference(&fuzz));
        print_compared(&fuzz, stderr);
        fputs("; ", stderr);
    }
    fprintf(stderr, "seed %" PRIu64 "\n", fuzz.seed);
    run_until_over(&fuzz);
    if (fuzz.differs)
        difference_shrink(&fuzz.difference);
    (fuzz.json ? put_result : print_result)(&fuzz);
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
    .synopsis = "[--games | --variant NAME [--variants FILE]] [--seconds N] [--seed S] [--boards N] "
                "[--kernels A,B] [--plugin FILE.so[:SYMBOL]] "
                "[--json]",
    .description =
        "Tries random boards of several kinds (sparse and crowded, real positions with mutations, sliders "
        "in line with the king, any bytes, other programs' codes) until a kernel differs from the reference "
        "or time is over. On a difference it removes pieces while the difference stays, and prints the "
        "smallest board, both answers, and the command that repeats it. The exit status is then 1.\n"
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
        "kingscan.h describes them; side is the king's, 0 for white. It runs inside this program: if it "
        "crashes, so does kingscan.",
    .options = options,
    .examples = examples,
    .run = run,
};
