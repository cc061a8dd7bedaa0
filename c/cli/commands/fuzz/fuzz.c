/* Runs `kingscan fuzz`, which compares kernels, rules and plug-ins on random boards and games. */
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
    const ks_kernel *const *const kernels = ks_kernel_get_all(&count);
    (void)line;
    for (size_t i = 0; i < count; i++)
        ks_add_choice(choices, kernels[i]->name);
}

static const struct command_option options[] = {
    {"games", 0, NULL, FLAG_INTO(struct fuzz, play)},
    {"seconds", 0, "N", NUMBER_INTO(struct fuzz, seconds, 1, UINT32_MAX)},
    {"seed", 0, "S", NUMBER_INTO(struct fuzz, seed, 0, UINT64_MAX)},
    {"boards", 0, "N", NUMBER_INTO(struct fuzz, board_limit, 1, UINT64_MAX)},
    {"kernels", 0, "KERNEL[,...]", TEXT_INTO(struct fuzz, kernels), .list = list_kernels},
    {"plugin", 0, "FILE.so[:SYMBOL]", TEXT_INTO(struct fuzz, plugin)},
    {"timeout", 0, "SECONDS", UNSIGNED_INTO(struct fuzz, timeout, 1, 1000000)},
    {"in-process", 0, NULL, FLAG_INTO(struct fuzz, in_process)},
    {"json", 0, NULL, FLAG_INTO(struct fuzz, json)},
    HTML_OPTION(struct fuzz, reports),
    JUNIT_OPTION(struct fuzz, reports),
    {"variant", 0, "VARIANT", TEXT_INTO(struct fuzz, reading.variant.name), .list = list_variants},
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

const struct command fuzz_command = {
    .name = "fuzz",
    .options = options,
    .rules = rules,
    .run = fuzz_main,
};
