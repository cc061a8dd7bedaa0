/* Runs `kingscan stats`: counts the entries of files, in blocks, by several threads. Each worker takes the
 * next block and adds it to numbers of its own, which are added up at the end. Faults are reported in the
 * turn of their block, in the order of the files. */
#include "cli/commands/stats/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/run/entries.h"
#include "game/data/batch.h"

struct stats_run {
    struct work work;
    const struct stats_task *task;
    struct statistics *statistics;
};

struct stats_worker {
    struct worker base;
    struct stats_run *run;
    struct statistics counted, before; /* the latter without the block */
    struct entry_reader reader;
    bool has_counted; /* blocks so far */
    bool goes_on;     /* the last entry was chosen, after which a chain may go on */
};

/* ---- Entries ---- */

/* Asks the whole position of an entry for its verdict. */
static void ask_position(struct stats_worker *worker, size_t i) {
    const struct entry_reader *const reader = &worker->reader;
    ks_position position;
    ks_error error;
    if (ks_data_get_position(reader->data, i, &position, &error) == KS_OK) {
        worker->counted.verdicts[ks_judge(&position, NULL)]++;
        return;
    }
    worker->counted.invalid++;
    if (!reader->strict) /* which reports it before */
        report_entry(&worker->reader, i, &error);
}

/* ---- Chosen entries ---- */

/* Chooses the entries that pass the strict tests. */
static void choose_entries(struct stats_worker *worker, bool chosen[KS_DATA_BATCH_MAX]) {
    struct entry_reader *const reader = &worker->reader;
    for (size_t i = 0; i < reader->batch->count; i++) {
        enum entry_choice choice = ENTRY_PASSED;
        if (wants_more(&worker->base) && passes_strictly(reader, i))
            choice = choose_entry(reader, i);
        chosen[i] = choice == ENTRY_CHOSEN;
        worker->counted.invalid += choice == ENTRY_NO_POSITION;
    }
}

static void count_chosen(struct stats_worker *worker) {
    const struct entry_reader *const reader = &worker->reader;
    const ks_data_batch *const batch = reader->batch;
    struct columns picked;
    uint8_t verdicts[KS_DATA_BATCH_MAX];
    bool chosen[KS_DATA_BATCH_MAX];
    size_t count = 0;
    choose_entries(worker, chosen);
    ks_pick_entries(&picked, batch, chosen, worker->goes_on);
    for (size_t i = 0; i < batch->count; i++)
        if (chosen[i])
            verdicts[count++] = reader->verdicts[i];
    worker->goes_on = batch->count > 0 && chosen[batch->count - 1];
    if (count == 0)
        return;
    ks_data_batch shown = ks_show_columns(&picked);
    shown.illegal = batch->illegal ? picked.illegal : NULL;
    count_entries(&worker->counted, &shown, reader->format, verdicts);
}

static void count_all(struct stats_worker *worker) {
    struct entry_reader *const reader = &worker->reader;
    const ks_data_batch *const batch = reader->batch;
    if (batch->count > 0)
        count_entries(&worker->counted, batch, reader->format, reader->verdicts);
    for (size_t i = 0; reader->strict && !reader->tested && i < batch->count; i++)
        (void)passes_strictly(reader, i);
    for (size_t i = 0; i < batch->count; i++)
        if (reader->verdicts[i] == KS_VERDICTS)
            ask_position(worker, i);
}

static void take_batch(struct worker *base) {
    struct stats_worker *const worker = (struct stats_worker *)base;
    if (worker->run->task->choosing.any)
        count_chosen(worker);
    else
        count_all(worker);
    report_fault(&worker->reader);
}

static void drop_block(struct worker *base) {
    struct stats_worker *const worker = (struct stats_worker *)base;
    worker->counted = worker->before;
    worker->goes_on = false;
}

/* Parts of .binpack are read in any order, which takes half the time. A stream cannot be read anew. Which
 * entries follow each other where others are left out is known in order alone. */
static void count_block(struct stats_worker *worker) {
    const struct stats_task *const task = worker->run->task;
    struct entry_reader *const reader = &worker->reader;
    const enum block_kind kind = worker->base.block.kind;
    char why[WHY_SIZE];
    if (task->jobs == 1 || chooses_in_order(&task->choosing))
        take_turn(&worker->base);
    if (is_stopped(&worker->base))
        return;
    if (lacks_what_is_asked(&task->choosing, task->scores, &worker->base.block, why)) {
        refuse_block(&worker->base, why);
        return;
    }
    reader->any_order = kind == BLOCK_DATA_PART && !task->strict && !task->choosing.any;
    if (worker->has_counted && (reader->any_order || kind == BLOCK_PART))
        worker->before = worker->counted;
    worker->has_counted = true;
    worker->goes_on = false;
    read_entries(reader, task->scores | KS_DATA_LEGALITY, take_batch);
}

/* ---- Blocks ---- */

static void begin_worker(struct worker *base) {
    struct stats_worker *const worker = (struct stats_worker *)base;
    struct stats_run *const run = (struct stats_run *)base->work;
    worker->run = run;
    worker->reader = (struct entry_reader){
        .worker = base, .rejections = &base->work->rejections, .strict = run->task->strict, .judges = true};
}

static void read_any_block(struct worker *worker) {
    if (has_entries(&worker->block))
        count_block((struct stats_worker *)worker);
    else
        refuse_no_entries(worker, &worker->block);
}

static void end_worker(struct worker *base) {
    const struct stats_worker *const worker = (struct stats_worker *)base;
    add_statistics(worker->run->statistics, &worker->counted);
}

static const struct work_steps steps = {
    .worker_size = sizeof(struct stats_worker),
    .units = "positions",
    .begin = begin_worker,
    .read = read_any_block,
    .drop = drop_block,
    .end = end_worker,
};

/* Gathers the statistics of the files, up to their end or to Ctrl-C. */
static void gather_statistics(struct stats_run *run) {
    const struct stats_task *const task = run->task;
    start_work(&run->work, &task->choosing, task->rejected_shown);
    run->work.source.data_format = task->format;
    run->work.source.whole_records = task->strict;
    run->work.source.cut_binpack = true;
    run->work.source.cut_games = task->jobs > 1;
    run->work.source.takes_text = true;
    work_on_files(&run->work, &steps, task->files, task->jobs, task->show_progress);
    run->statistics->faults = run->work.rejections.all;
    report_choice(&run->work);
}

/* ==== The command ==== */

static const struct command_option options[] = {
    CHOOSING_OPTIONS(struct stats_task),
    SEED_OPTION(struct stats_task, choosing.seed),
    MEMORY_OPTION(struct stats_task, choosing.memory),
    {"json", 0, NULL, FLAG_INTO(struct stats_task, json)},
    HTML_OPTION(struct stats_task, reports),
    {"from", 0, "FORMAT", READ_INTO(read_input_format, struct stats_task, format), .list = list_data_formats},
    SCORES_OPTION(struct stats_task),
    {"strict", 0, NULL, FLAG_INTO(struct stats_task, strict)},
    JOBS_OPTION(struct stats_task, jobs, 1024),
    MAX_ERRORS_OPTION(struct stats_task, rejected_shown),
    NO_DECOMPRESS_OPTION,
    {0},
};

static const struct command_rule rules[] = {
    CHOOSING_RULES, {"seed", "sample", NULL, NULL}, {"memory", "unique", NULL, NULL}, {0}};

static int stats_main(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    struct stats_task task = {.choosing = CHOOSING_DEFAULTS,
                              .jobs = 1,
                              .rejected_shown = REJECTIONS_SHOWN,
                              .show_progress = isatty(STDERR_FILENO)};
    struct stats_run *const run = given(calloc(1, sizeof *run));
    struct statistics *const statistics = run->statistics = given(calloc(1, sizeof *statistics));
    read_options(arguments, &task);
    complete_choosing(&task.choosing, ALL_VERDICTS);
    require_kernel();
    task.files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    prepare_output(&standard_output);
    start_stats_page(&task);
    run->task = &task;
    gather_statistics(run);
    const bool failed = run->work.failed || is_overfull(&run->work.chooser), faults = statistics->faults > 0;
    finish_stats_page(&task, statistics, failed, seconds_now() - run->work.progress.begun);
    if (!failed || statistics->positions > 0)
        (task.json ? put_stats_json : put_stats_table)(statistics);
    flush_output(&standard_output);
    free(statistics);
    free(run);
    return interrupted ? STATUS_INTERRUPTED : failed ? STATUS_FAILED : faults ? STATUS_FOUND : STATUS_GOOD;
}

const struct command stats_command = {
    .name = "stats",
    .operands = (const struct command_operand[]){{.name = "[FILE...]", .many = true}, {0}},
    .options = options,
    .rules = rules,
    .run = stats_main,
};
