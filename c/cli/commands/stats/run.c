/* Each worker takes the next block and adds it to numbers of its own, which are added up at the end. Faults
 * are reported in the turn of their block, in the order of the files. */
#include "cli/commands/stats/run.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/positions/data_file.h"
#include "game/data/strict.h"

struct stats_run {
    const struct stats_task *task;
    pthread_mutex_t reading; /* of source */
    struct block_source source;
    struct turns turns;
    atomic_ullong positions; /* so far, for progress */
    uint64_t amount;         /* of the files, in bytes; 0: not known, or there is no progress to be shown */

    /* For the worker whose turn it is: */
    struct rejections rejections;
    bool failed;
    struct progress progress;
};

struct stats_worker {
    struct stats_run *run;
    struct statistics statistics;
    bool has_turn;
    struct data_file file;
    struct entry_before before; /* when strict */
    struct block block;
};

/* ---- Turns and messages ---- */

static void take_turn(struct stats_worker *worker) {
    if (!worker->has_turn)
        wait_for_turn(&worker->run->turns, worker->block.number);
    worker->has_turn = true;
}

static void prepare_message(struct stats_worker *worker) {
    take_turn(worker);
    progress_clear(&worker->run->progress);
}

static void report_unreadable(struct stats_worker *worker, const char *reason) {
    prepare_message(worker);
    complain("%s: %s", worker->block.file, reason);
    worker->run->failed = true;
}

static void report(struct stats_worker *worker, const char *place, const char *message) {
    prepare_message(worker);
    worker->statistics.faults++;
    if (count_rejection(&worker->run->rejections, worker->block.file))
        complain_of_data(&worker->file, place, message);
}

static void show_progress(struct stats_worker *worker) {
    struct stats_run *const run = worker->run;
    double share = SHARE_UNKNOWN;
    if (!worker->has_turn || !progress_is_due(&run->progress))
        return;
    if (run->amount > 0) {
        lock_spinning(&run->reading);
        share = share_read(run->amount, run->source.files, &run->source.input);
        pthread_mutex_unlock(&run->reading);
    }
    progress_show(&run->progress, run->positions, "positions", share);
}

/* ---- Entries ---- */

static void report_entry(struct stats_worker *worker, size_t i, const ks_error *error) {
    char place[PLACE_SIZE];
    write_entry_place(&worker->file, i, place);
    report(worker, place, error->message);
}

/* Asks the whole position of an entry for its verdict. */
static void ask_position(struct stats_worker *worker, size_t i) {
    ks_position position;
    ks_error error;
    if (ks_data_get_position(worker->file.data, i, &position, &error) == KS_OK) {
        worker->statistics.verdicts[ks_judge(&position, NULL)]++;
        return;
    }
    worker->statistics.invalid++;
    if (!worker->run->task->strict) /* which reports it before */
        report_entry(worker, i, &error);
}

static void test_entries(struct stats_worker *worker, const ks_data_batch *batch) {
    ks_error error;
    if (batch->count == 0 || ks_test_batch(&worker->before, worker->file.data))
        return;
    for (size_t i = 0; i < batch->count; i++)
        if (ks_test_entry(&worker->before, worker->file.data, i, &error) != KS_OK)
            report_entry(worker, i, &error);
}

static void take_batch(struct stats_worker *worker, const ks_data_batch *batch) {
    uint8_t verdicts[KS_DATA_BATCH];
    uint64_t checkers[KS_DATA_BATCH];
    char place[PLACE_SIZE], message[FAULT_SIZE];
    if (batch->count > 0) {
        find_entry_verdicts(batch, batch->illegal != NULL, verdicts, checkers);
        count_entries(&worker->statistics, batch, worker->file.format, worker->file.facts, verdicts);
    }
    if (worker->run->task->strict)
        test_entries(worker, batch);
    for (size_t i = 0; i < batch->count; i++)
        if (verdicts[i] == KS_VERDICTS)
            ask_position(worker, i);
    if (batch->fault && batch->fault->code == KS_ERROR_DATA_SOURCE) {
        report_unreadable(worker, worker->block.input.reason);
    } else if (batch->fault && !interrupted) { /* else the data end where the run does */
        write_fault(&worker->file, batch, place, message);
        report(worker, place, message);
    }
}

static void count_block(struct stats_worker *worker) {
    struct stats_run *const run = worker->run;
    const ks_data_batch *batch;
    ks_error error;
    unsigned n = 0;
    if (run->task->jobs == 1)
        take_turn(worker);
    worker->before.known = false;
    if (!open_data_file(&worker->file, &worker->block,
                        KS_DATA_LEGALITY | (run->task->strict ? KS_DATA_DEFAULT : KS_DATA_ANY_ORDER), &error))
        report_unreadable(worker, error.message);
    while (worker->file.data && !interrupted && (batch = ks_data_next(worker->file.data)) != NULL) {
        take_batch(worker, batch);
        run->positions += batch->count;
        if (n++ % 1024 == 0)
            show_progress(worker);
    }
    close_data_file(&worker->file);
}

/* ---- Blocks ---- */

static void refuse_file(struct stats_worker *worker) {
    struct block *const block = &worker->block;
    prepare_message(worker);
    complain_of_no_data(block, "--data");
    worker->run->failed = true;
    if (block->kind == BLOCK_GAMES)
        close_input(&block->input);
}

static bool take_block(struct stats_worker *worker) {
    struct stats_run *const run = worker->run;
    struct block *const block = &worker->block;
    lock_spinning(&run->reading);
    const bool more = next_block(&run->source, block);
    if (more && block->kind != BLOCK_DATA && block->kind != BLOCK_DATA_PART)
        skip_rest_of_file(&run->source);
    pthread_mutex_unlock(&run->reading);
    return more;
}

static void end_turn(struct stats_worker *worker) {
    struct turns *const turns = &worker->run->turns;
    const uint64_t number = worker->block.number;
    if (!worker->has_turn && turn_is_near(turns, number) && leave_turn(turns, number))
        return;
    take_turn(worker);
    show_progress(worker);
    worker->has_turn = false;
    while (pass_turn(turns)) {
    }
}

static void count_blocks(void *workers) {
    struct stats_worker *const worker = *(struct stats_worker **)workers;
    while (take_block(worker)) {
        if (worker->block.kind == BLOCK_DATA || worker->block.kind == BLOCK_DATA_PART)
            count_block(worker);
        else
            refuse_file(worker);
        end_turn(worker);
    }
}

/* Works in this thread and in others, and adds up what they have found. */
static struct statistics *work_together(struct stats_run *run) {
    const unsigned jobs = run->task->jobs;
    struct stats_worker **const workers = given(calloc(jobs, sizeof *workers));
    struct statistics *const sum = given(calloc(1, sizeof *sum));
    struct pool pool;
    for (unsigned i = 0; i < jobs; i++) {
        workers[i] = given(calloc(1, sizeof *workers[i]));
        workers[i]->run = run;
    }
    start_pool(&pool, jobs - 1, 0, count_blocks, workers + 1, sizeof *workers);
    count_blocks(workers);
    end_pool(&pool);
    for (unsigned i = 0; i < jobs; i++) {
        add_statistics(sum, &workers[i]->statistics);
        free(workers[i]);
    }
    free(workers);
    return sum;
}

void gather_statistics(const struct stats_task *task, struct stats_result *result) {
    struct stats_run *const run = given(calloc(1, sizeof *run));
    run->task = task;
    run->rejections.shown = task->rejected_shown;
    run->reading = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    run->turns = (struct turns)TURNS_START;
    run->amount = task->show_progress ? amount_of_files(task->files) : 0;
    run->source.data_format = task->format;
    progress_start(&run->progress, task->show_progress);
    run->source.whole_records = task->strict;
    run->source.takes_text = true;
    start_blocks(&run->source, task->files, task->jobs > 1, false);
    result->statistics = work_together(run);
    progress_clear(&run->progress);
    end_rejections(&run->rejections);
    result->failed = run->failed;
    result->seconds = seconds_now() - run->progress.begun;
    free(run);
}
