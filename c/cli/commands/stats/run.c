/* Runs `kingscan stats`: counts the entries of files, in blocks, by several threads. Each worker takes the
 * next block and adds it to numbers of its own, which are added up at the end. Faults are reported in the
 * turn of their block, in the order of the files. */
#include "cli/commands/stats/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/run/entries.h"
#include "cli/run/work.h"
#include "game/data/strict.h"

struct stats_run {
    struct work work;
    const struct stats_task *task;
    struct chooser chooser; /* for the worker that has the turn, where entries are chosen in order */
    struct statistics *statistics;
    struct choice_counts choice;
};

/* Blocks of .binpack are read in any order, which takes half the time, and anew in order once something is to
 * be reported: lanes differ in number by processor, and what they meet first says nothing about its place. */
enum pass {
    COUNTS_AND_REPORTS, /* in order */
    COUNTS,             /* in any order */
    REPORTS             /* in order, of what has been counted */
};

struct stats_worker {
    struct worker base;
    struct stats_run *run;
    struct statistics statistics;
    struct choice_counts choice;
    struct data_file file;
    struct entry_before before; /* when strict */
    enum pass pass;
    bool untold;  /* something was to be reported while reading COUNTS alone */
    bool goes_on; /* the last entry was chosen, after which a chain may go on */
};

/* ---- Messages ---- */

static void report(struct stats_worker *worker, const char *place, const char *message) {
    if (worker->pass == COUNTS) {
        worker->untold = true;
        return;
    }
    may_complain(&worker->base);
    worker->statistics.faults++;
    if (count_rejection(&worker->base.work->rejections, worker->base.block.file))
        complain_of_data(&worker->file, place, message);
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
        report_unreadable(&worker->base, worker->base.block.file, worker->base.block.input.reason);
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
    if (!open_data_file(&worker->file, &worker->base.block,
                        run->task->scores | KS_DATA_LEGALITY |
                            (pass == COUNTS ? KS_DATA_ANY_ORDER : KS_DATA_DEFAULT),
                        &error))
        report_unreadable(&worker->base, worker->base.block.file, error.message);
    while (worker->file.data && !interrupted && !has_enough(&run->chooser) &&
           (batch = ks_data_next(worker->file.data)) != NULL) {
        take_batch(worker, batch);
        run->work.done += pass == REPORTS ? 0 : batch->count;
        if (n++ % 1024 == 0)
            show_work(&worker->base);
    }
    close_data_file(&worker->file);
    if (has_enough(&run->chooser))
        stop_work(&run->work);
}

/* A stream cannot be read anew. Which entries follow each other where others are left out is known in order
 * alone. */
static void count_block(struct stats_worker *worker) {
    const struct stats_task *const task = worker->run->task;
    const bool by_turns = chooses_in_order(&task->choosing),
               in_order = task->strict || task->choosing.any || worker->base.block.kind != BLOCK_DATA_PART;
    char why[WHY_SIZE];
    if (task->jobs == 1 || by_turns)
        take_turn(&worker->base);
    if (is_stopped(&worker->base))
        return;
    if (lacks_asked_fact(&task->choosing.choice, &worker->base.block, why)) {
        refuse_block(&worker->base, why);
        return;
    }
    worker->untold = false;
    read_block(worker, in_order ? COUNTS_AND_REPORTS : COUNTS);
    if (worker->untold)
        read_block(worker, REPORTS);
}

/* ---- Blocks ---- */

static void refuse_file(struct worker *worker) {
    if (!may_complain(worker))
        return;
    complain_of_no_data(&worker->block);
    worker->work->failed = true;
    if (worker->block.kind == BLOCK_GAMES)
        close_input(&worker->block.input);
}

static void place_block(struct worker *worker) {
    if (worker->block.kind != BLOCK_DATA && worker->block.kind != BLOCK_DATA_PART)
        skip_rest_of_file(&worker->work->source);
}

static void begin_worker(struct worker *base) {
    struct stats_worker *const worker = (struct stats_worker *)base;
    worker->run = (struct stats_run *)base->work;
}

static void read_any_block(struct worker *worker) {
    if (worker->block.kind == BLOCK_DATA || worker->block.kind == BLOCK_DATA_PART)
        count_block((struct stats_worker *)worker);
    else
        refuse_file(worker);
}

static void end_worker(struct worker *base) {
    const struct stats_worker *const worker = (struct stats_worker *)base;
    add_statistics(worker->run->statistics, &worker->statistics);
    ks_add_choice_counts(&worker->run->choice, &worker->choice);
}

static const struct work_steps steps = {
    .worker_size = sizeof(struct stats_worker),
    .units = "positions",
    .begin = begin_worker,
    .place = place_block,
    .read = read_any_block,
    .end = end_worker,
};

void gather_statistics(const struct stats_task *task, struct stats_result *result) {
    struct stats_run *const run = given(calloc(1, sizeof *run));
    run->task = task;
    run->work.rejections.shown = task->rejected_shown;
    run->statistics = result->statistics = given(calloc(1, sizeof *result->statistics));
    start_choosing(&run->chooser, &task->choosing);
    run->work.source.data_format = task->format;
    run->work.source.whole_records = task->strict;
    run->work.source.cut_binpack = true;
    run->work.source.cut_games = task->jobs > 1;
    run->work.source.takes_text = true;
    work_on_files(&run->work, &steps, task->files, task->jobs, task->show_progress);
    report_lacking(&run->choice);
    result->failed = run->work.failed || is_overfull(&run->chooser);
    result->seconds = seconds_now() - run->work.progress.begun;
    free(run);
}
