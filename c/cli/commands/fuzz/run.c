/* Runs `kingscan fuzz`: compares kernels on random boards and rules in random games, until something differs
 * or the time is over. */
#include "cli/commands/fuzz/run.h"
#include "cli/io/plugin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "cli/commands/fuzz/chess_check.h"
#include "cli/io/process.h"

/* ==== Games ==== */

/* Chooses between the checks of chess and of variants. */

void game_question(const struct games *games, unsigned number, struct question *question) {
    const ks_position *position = &games->position.chess;
    *question = (struct question){.square = (uint8_t)ks_king_of(position, position->side_to_move),
                                  .side = position->side_to_move,
                                  .number = number};
    memcpy(question->board, position->board, KS_SQUARES);
}

bool play_on(struct games *games, const struct variant_check *check, struct mistake *mistake) {
    struct move_list moves;
    const struct any_position *const position = &games->position;
    const bool right = games->variant ? check_variant_position(check, position, &moves, mistake)
                                      : check_chess_position(&chess_library_rules, position, games->fen_flags,
                                                             &moves, mistake);
    if (right)
        games_next(games, moves.moves, moves.count);
    return right;
}

/* ==== Runs ==== */

/* About a thousand boards are tried between two looks at the clock, but positions of games one by one: a
 * large board takes long. */

/* ---- Kernels and plugins ---- */

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
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            compare(fuzz, kernels[i], false);
}

static void compare_named(struct fuzz *fuzz) {
    const char *name = fuzz->kernels;
    for (size_t length; length = strcspn(name, ","), true; name += length + 1) {
        char copy[64];
        ks_error error;
        snprintf(copy, sizeof copy, "%.*s", (int)length, name);
        if (ks_kernel_select(copy, &error) != KS_OK)
            usage_error("--kernels: %s", error.message);
        compare(fuzz, ks_kernel_get_current(), false);
        if (name[length] == '\0')
            return;
    }
}

/* exit in a plugin that runs in this process would end it with any status, as if all were well. */
static void end_with_plugin(void) {
    if (!plugin_runs)
        return;
    complain("the plugin has ended this process; without --in-process its board would be shown");
    _exit(STATUS_FAILED);
}

static void compare_in_process(struct fuzz *fuzz) {
    ks_error error;
    const ks_kernel *const kernel = plugin_load(fuzz->plugin, &error);
    if (!kernel)
        fail("--plugin: %s", error.message);
    atexit(end_with_plugin);
    compare(fuzz, kernel, true);
}

/* Adds a kernel. Only its name is used, and that it has one function. */
static void compare_child(struct fuzz *fuzz) {
    static ks_kernel kernel;
    ks_error error;
    if (!plugin_start(&fuzz->plugin_child, fuzz->plugin, fuzz->timeout, &error))
        fail("--plugin: %s", error.message);
    kernel = (ks_kernel){.name = fuzz->plugin, .in_check = ks_in_check};
    differential_add_plugin(&fuzz->differential, &kernel, &fuzz->plugin_child);
}

static void compare_all(struct fuzz *fuzz) {
    size_t count;
    if (fuzz->kernels)
        compare_named(fuzz);
    else
        compare_usable(fuzz);
    if (fuzz->plugin)
        (fuzz->in_process ? compare_in_process : compare_child)(fuzz);
    /* FEN is read here too, and must not rely on a kernel that is under test. */
    ks_kernel_select(ks_kernel_get_all(&count)[0]->name, NULL);
}

/* ---- Beginning ---- */

static void start_variant_check(struct fuzz *fuzz, const ks_variant *variant) {
    const ks_kernel *kernels[COMPARED_MAX];
    if (fuzz->kernels && !knows_kernels(variant))
        usage_error("--kernels: the kernels don't know the board or the pieces of this variant");
    for (unsigned i = 0; i < fuzz->differential.count; i++)
        kernels[i] = fuzz->differential.kernels[i].kernel;
    variant_check_start(&fuzz->variant_check, variant, kernels, fuzz->differential.count);
}

void fuzz_start(struct fuzz *fuzz) {
    compare_all(fuzz);
    const ks_variant *const variant = choose_variant(&fuzz->reading.variant);
    if (variant)
        start_variant_check(fuzz, variant);
    if (fuzz->play)
        games_start(&fuzz->games, variant, fuzz->seed);
    else
        boards_start(&fuzz->boards, fuzz->seed);
}

void print_tried(const struct fuzz *fuzz, FILE *out) {
    const double rate = (double)fuzz->tried / fuzz->elapsed;
    if (fuzz->play)
        fprintf(out, "%" PRIu64 " positions of %" PRIu64 " games, %.0f thousand a second", fuzz->tried,
                fuzz->games.count, rate / 1e3);
    else
        fprintf(out, "%" PRIu64 " boards, %.1f million a second", fuzz->tried, rate / 1e6);
}

/* context is a struct fuzz. */
static void print_what_was_tried(const void *context, FILE *out) {
    print_tried(context, out);
}

/* ---- The run ---- */

/* The share of the run that is done, by the limit that comes first. */
static double share_of(const struct fuzz *fuzz) {
    const double by_time = fuzz->seconds ? fuzz->elapsed / (double)fuzz->seconds : 0;
    const double by_boards = fuzz->board_limit ? (double)fuzz->tried / (double)fuzz->board_limit : 0;
    return by_time > by_boards ? by_time : by_boards;
}

static void show_progress(const struct fuzz *fuzz, struct progress *progress) {
    char left[TIME_LEFT_SIZE];
    if (!progress_is_due(progress))
        return;
    char *const tried = printed(print_what_was_tried, fuzz);
    write_time_left(share_of(fuzz), fuzz->elapsed, left);
    progress_write(progress, "%s, nothing found, %s left", tried, left);
    free(tried);
}

static bool is_over(const struct fuzz *fuzz) {
    return must_stop() || (fuzz->board_limit && fuzz->tried >= fuzz->board_limit);
}

static void try_board(struct fuzz *fuzz) {
    struct question question;
    if (fuzz->play)
        game_question(&fuzz->games, (unsigned)fuzz->tried, &question);
    else
        boards_next(&fuzz->boards, &question);
    fuzz->differential.origin =
        (struct origin){fuzz->play ? fuzz->games.seed : fuzz->boards.seed, fuzz->tried + 1};
    fuzz->differs = differential_ask(&fuzz->differential, &question, &fuzz->difference);
}

static void try_some(struct fuzz *fuzz, uint64_t count) {
    for (; count > 0 && !is_found(fuzz); count--) {
        if (!fuzz->games.variant)
            try_board(fuzz);
        if (fuzz->play && !fuzz->differs)
            fuzz->mistaken = !play_on(&fuzz->games, &fuzz->variant_check, &fuzz->mistake);
        fuzz->tried++;
    }
}

/* Lets the run go on for a little: to ask about what is left, and to shrink. */
static void extend_time(const struct fuzz *fuzz) {
    if (fuzz->seconds)
        run_deadline = fuzz->started + (double)fuzz->seconds * 1.1 + 0.5;
}

static void ask_about_the_rest(struct fuzz *fuzz) {
    unsigned unasked;
    if (is_found(fuzz))
        return;
    fuzz->differs = differential_flush(&fuzz->differential, &fuzz->difference, &unasked);
    fuzz->tried -= unasked;
}

void fuzz_run(struct fuzz *fuzz) {
    const uint64_t between_looks = fuzz->play ? 1 : fuzz->in_process ? 8 : 1024;
    struct progress progress;
    progress_start(&progress, isatty(STDERR_FILENO));
    catch_interrupts(NULL);
    fuzz->started = seconds_now();
    if (fuzz->seconds)
        run_deadline = fuzz->started + (double)fuzz->seconds;
    if (fuzz->seconds && fuzz->in_process)
        end_program_after(
            (double)fuzz->seconds * 1.1 + 0.9,
            "kingscan fuzz: time is over, and the plugin has not come back; without --in-process "
            "its board would be shown\n");
    while (!is_found(fuzz) && !is_over(fuzz)) {
        const uint64_t left = fuzz->board_limit ? fuzz->board_limit - fuzz->tried : between_looks;
        try_some(fuzz, left < between_looks ? left : between_looks);
        fuzz->elapsed = seconds_now() - fuzz->started;
        show_progress(fuzz, &progress);
    }
    extend_time(fuzz);
    ask_about_the_rest(fuzz);
    progress_clear(&progress);
}

/* Each smaller board waits for a plugin that hangs. The wait is shorter, except for the smallest board, which
 * gets as much time as the first one. */
static void shrink_hanging(struct fuzz *fuzz) {
    struct difference *const difference = &fuzz->difference, found = *difference;
    const double patience = fuzz->plugin_child.patience;
    fuzz->plugin_child.patience = patience / 5;
    difference_shrink(difference);
    fuzz->plugin_child.patience = patience;
    const struct question smallest = difference->question;
    if (!difference_adopt(difference, &smallest)) {
        found.cut_short = difference->cut_short;
        *difference = found;
    }
}

static void shrink(struct fuzz *fuzz) {
    difference_shrink(&fuzz->difference);
}

void fuzz_shrink(struct fuzz *fuzz) {
    if (fuzz->differs)
        (fuzz->difference.end.fate == PLUGIN_HANGS ? shrink_hanging : shrink)(fuzz);
}
