/* Runs `kingscan stats`: counts the entries of files, in blocks, by several threads. Each worker takes the
 * next block and adds it to numbers of its own, which are added up at the end. Faults are reported in the
 * turn of their block, in the order of the files. */
#include "cli/commands/stats/run.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/run/entries.h"
#include "cli/run/shared_blocks.h"
#include "game/data/strict.h"

struct stats_run {
    const struct stats_task *task;
    struct shared_blocks blocks;
    atomic_ullong positions;      /* so far, for progress */
    struct chooser chooser;       /* for the worker that has the turn, where entries are chosen in order */
    struct rejections rejections; /* for the worker that has the turn */
};

/* Blocks of .binpack are read in any order, which takes half the time, and anew in order once something is to
 * be reported: lanes differ in number by processor, and what they meet first says nothing about its place. */
enum pass {
    COUNTS_AND_REPORTS, /* in order */
    COUNTS,             /* in any order */
    REPORTS             /* in order, of what has been counted */
};

struct stats_worker {
    struct stats_run *run;
    struct statistics statistics;
    struct choice_counts choice;
    struct turn turn;
    struct data_file file;
    struct entry_before before; /* when strict */
    enum pass pass;
    bool untold;  /* something was to be reported while reading COUNTS alone */
    bool goes_on; /* the last entry was chosen, after which a chain may go on */
    struct block block;
};

/* ---- Messages ---- */

static void report(struct stats_worker *worker, const char *place, const char *message) {
    if (worker->pass == COUNTS) {
        worker->untold = true;
        return;
    }
    may_complain(&worker->turn);
    worker->statistics.faults++;
    if (count_rejection(&worker->run->rejections, worker->block.file))
        complain_of_data(&worker->file, place, message);
}

static void show_progress(struct stats_worker *worker) {
    struct stats_run *const run = worker->run;
    if (worker->turn.taken)
        show_progress_of(&run->blocks, run->positions, "positions");
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
    const bool counts = worker->pass != REPORTS;
    if (ks_data_get_position(worker->file.data, i, &position, &error) == KS_OK) {
        if (counts)
            worker->statistics.verdicts[ks_judge(&position, NULL)]++;
        return;
    }
    worker->statistics.invalid += counts;
    if (!worker->run->task->strict) /* which reports it before */
        report_entry(worker, i, &error);
}

/* chosen: entries with faults may not be. */
static void test_entries(struct stats_worker *worker, const ks_data_batch *batch,
                         bool chosen[KS_DATA_BATCH]) {
    ks_error error;
    if (batch->count == 0 || ks_test_batch(&worker->before, worker->file.data))
        return;
    for (size_t i = 0; i < batch->count; i++)
        if (ks_test_entry(&worker->before, worker->file.data, i, &error) != KS_OK) {
            report_entry(worker, i, &error);
            chosen[i] = false;
        }
}

/* ---- Chosen entries ---- */

/* Entries of a batch, apart from the others. */
struct picked {
    ks_data_batch batch;
    uint8_t boards[KS_DATA_BATCH][64];
    uint8_t sides[KS_DATA_BATCH], kings[KS_DATA_BATCH], kinds[KS_DATA_BATCH], verdicts[KS_DATA_BATCH];
    int16_t scores[KS_DATA_BATCH];
    int8_t results[KS_DATA_BATCH];
    uint16_t plies[KS_DATA_BATCH];
    uint8_t known[KS_DATA_BATCH];
    uint64_t illegal[KS_DATA_BATCH / 64];
};

/* A chain begins after entries that are left out, as it does where they are left out of a file. */
static void pick(const ks_data_batch *batch, const uint8_t *verdicts, const bool *chosen, bool goes_on,
                 struct picked *picked) {
    size_t count = 0;
    memset(picked->illegal, 0, sizeof picked->illegal);
    for (size_t i = 0; i < batch->count; i++) {
        const bool follows = i > 0 ? chosen[i - 1] : goes_on;
        if (!chosen[i])
            continue;
        memcpy(picked->boards[count], batch->boards[i], 64);
        picked->sides[count] = batch->sides[i];
        picked->kings[count] = batch->kings[i];
        picked->kinds[count] = (uint8_t)(batch->kinds[i] | (follows ? 0 : KS_DATA_FIRST));
        picked->verdicts[count] = verdicts[i];
        picked->scores[count] = batch->scores[i];
        picked->results[count] = batch->results[i];
        picked->plies[count] = batch->plies[i];
        picked->known[count] = batch->known[i];
        if (batch->illegal)
            picked->illegal[count / 64] |= (batch->illegal[i / 64] >> i % 64 & 1) << count % 64;
        count++;
    }
    picked->batch = (ks_data_batch){.count = count,
                                    .boards = (const uint8_t(*)[64])picked->boards,
                                    .sides = picked->sides,
                                    .kings = picked->kings,
                                    .kinds = picked->kinds,
                                    .scores = picked->scores,
                                    .results = picked->results,
                                    .plies = picked->plies,
                                    .known = picked->known,
                                    .illegal = batch->illegal ? picked->illegal : NULL};
}

static void report_no_position(void *context, size_t i, const ks_error *error) {
    struct stats_worker *const worker = context;
    worker->statistics.invalid += worker->pass != REPORTS;
    report_entry(worker, i, error);
}

static void count_chosen(struct stats_worker *worker, const ks_data_batch *batch, uint8_t *verdicts,
                         bool *chosen) {
    struct picked picked;
    choose_entries(&worker->run->chooser, &worker->file, batch, verdicts, chosen, &worker->choice,
                   report_no_position, worker);
    pick(batch, verdicts, chosen, worker->goes_on, &picked);
    worker->goes_on = batch->count > 0 && chosen[batch->count - 1];
    if (worker->pass != REPORTS && picked.batch.count > 0)
        count_entries(&worker->statistics, &picked.batch, worker->file.format, picked.verdicts);
}

static void take_batch(struct stats_worker *worker, const ks_data_batch *batch) {
    uint8_t verdicts[KS_DATA_BATCH];
    uint64_t checkers[KS_DATA_BATCH];
    char place[PLACE_SIZE], message[FAULT_SIZE];
    bool chosen[KS_DATA_BATCH];
    const bool chooses = worker->run->task->choosing.any;
    memset(chosen, true, sizeof chosen);
    if (batch->count > 0) {
        find_entry_verdicts(batch, batch->illegal != NULL, verdicts, checkers);
        if (!chooses && worker->pass != REPORTS)
            count_entries(&worker->statistics, batch, worker->file.format, verdicts);
    }
    if (worker->run->task->strict)
        test_entries(worker, batch, chosen);
    if (chooses)
        count_chosen(worker, batch, verdicts, chosen);
    for (size_t i = 0; i < batch->count && !chooses; i++)
        if (verdicts[i] == KS_VERDICTS)
            ask_position(worker, i);
    if (batch->fault && batch->fault->code == KS_ERROR_DATA_SOURCE) {
        report_unreadable(&worker->turn, worker->block.input.reason);
    } else if (batch->fault && !interrupted) { /* else the data end where the run does */
        write_fault(&worker->file, batch, place, message);
        report(worker, place, message);
    }
}

static void read_block(struct stats_worker *worker, enum pass pass) {
    struct stats_run *const run = worker->run;
    const ks_data_batch *batch;
    ks_error error;
    unsigned n = 0;
    worker->pass = pass;
    worker->before.known = worker->goes_on = false;
    if (!open_data_file(&worker->file, &worker->block,
                        run->task->scores | KS_DATA_LEGALITY |
                            (pass == COUNTS ? KS_DATA_ANY_ORDER : KS_DATA_DEFAULT),
                        &error))
        report_unreadable(&worker->turn, error.message);
    while (worker->file.data && !interrupted && !has_enough(&run->chooser) &&
           (batch = ks_data_next(worker->file.data)) != NULL) {
        take_batch(worker, batch);
        run->positions += pass == REPORTS ? 0 : batch->count;
        if (n++ % 1024 == 0)
            show_progress(worker);
    }
    close_data_file(&worker->file);
    if (has_enough(&run->chooser)) {
        run->blocks.stopped = true;
        end_blocks();
    }
}

/* A stream cannot be read anew. Which entries follow each other where others are left out is known in order
 * alone. */
static void count_block(struct stats_worker *worker) {
    const struct stats_task *const task = worker->run->task;
    const bool by_turns = chooses_in_order(&task->choosing),
               in_order = task->strict || task->choosing.any || worker->block.kind != BLOCK_DATA_PART;
    char why[WHY_SIZE];
    if (task->jobs == 1 || by_turns)
        take_turn(&worker->turn);
    if (is_stopped(&worker->turn))
        return;
    if (lacks_asked_fact(&task->choosing.choice, &worker->block, why)) {
        if (worker->block.begins_file)
            report_unreadable(&worker->turn, why);
        return;
    }
    worker->untold = false;
    read_block(worker, in_order ? COUNTS_AND_REPORTS : COUNTS);
    if (worker->untold)
        read_block(worker, REPORTS);
}

/* ---- Blocks ---- */

static void refuse_file(struct stats_worker *worker) {
    struct block *const block = &worker->block;
    if (!may_complain(&worker->turn))
        return;
    complain_of_no_data(block);
    worker->run->blocks.failed = true;
    if (block->kind == BLOCK_GAMES)
        close_input(&block->input);
}

static bool take_block(struct stats_worker *worker) {
    struct stats_run *const run = worker->run;
    struct block *const block = &worker->block;
    lock_spinning(&run->blocks.reading);
    const bool more = next_block(&run->blocks.source, block);
    if (more && block->kind != BLOCK_DATA && block->kind != BLOCK_DATA_PART)
        skip_rest_of_file(&run->blocks.source);
    pthread_mutex_unlock(&run->blocks.reading);
    return more;
}

static void end_turn(struct stats_worker *worker) {
    struct turns *const turns = &worker->run->blocks.turns;
    const uint64_t number = worker->block.number;
    if (!worker->turn.taken && turn_is_near(turns, number) && leave_turn(turns, number))
        return;
    take_turn(&worker->turn);
    show_progress(worker);
    while (give_turn(&worker->turn)) {
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
static struct statistics *work_together(struct stats_run *run, struct choice_counts *choice) {
    const unsigned jobs = run->task->jobs;
    struct stats_worker **const workers = given(calloc(jobs, sizeof *workers));
    struct statistics *const sum = given(calloc(1, sizeof *sum));
    for (unsigned i = 0; i < jobs; i++) {
        workers[i] = given(calloc(1, sizeof *workers[i]));
        workers[i]->run = run;
        workers[i]->turn = (struct turn){.blocks = &run->blocks, .block = &workers[i]->block};
    }
    work_in_pool(jobs, count_blocks, workers, sizeof *workers);
    for (unsigned i = 0; i < jobs; i++) {
        add_statistics(sum, &workers[i]->statistics);
        ks_add_choice_counts(choice, &workers[i]->choice);
        free(workers[i]);
    }
    free(workers);
    return sum;
}

void gather_statistics(const struct stats_task *task, struct stats_result *result) {
    struct stats_run *const run = given(calloc(1, sizeof *run));
    struct choice_counts choice = {0};
    run->task = task;
    run->rejections.shown = task->rejected_shown;
    start_choosing(&run->chooser, &task->choosing);
    share_blocks(&run->blocks, task->files, task->show_progress);
    run->blocks.source.data_format = task->format;
    run->blocks.source.whole_records = task->strict;
    run->blocks.source.cut_binpack = true;
    run->blocks.source.takes_text = true;
    start_blocks(&run->blocks.source, task->files, task->jobs > 1, false);
    result->statistics = work_together(run, &choice);
    progress_clear(&run->blocks.progress);
    end_rejections(&run->rejections);
    report_lacking(&choice);
    result->failed = run->blocks.failed || is_overfull(&run->chooser);
    result->seconds = seconds_now() - run->blocks.progress.begun;
    free(run);
}
