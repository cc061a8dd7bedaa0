/* Runs `kingscan check`: says what a worker does with a block of each kind. */
#include "cli/commands/check/worker.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"

/* How many lines a block has. Only its last may lack its end, and then it is the last of the file. */
static uint64_t count_lines(const struct block *block) {
    const char *const end = block->text + block->length, *at = block->text;
    uint64_t count = block->kind == BLOCK_LONG_LINE;
    while (block->kind == BLOCK_LINES && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        count++;
    }
    return count;
}

/* Gets the facts that a worker needs about the blocks before its own. */
static void place_block(struct worker *base) {
    struct check_worker *const worker = (struct check_worker *)base;
    struct check_run *const run = worker->run;
    if (worker->base.block.begins_file || !run->table) {
        const struct block *const block = &worker->base.block;
        const bool has_lines = block->kind == BLOCK_LINES || block->kind == BLOCK_LONG_LINE;
        run->table =
            given(new_table(&run->task->column, block->text, has_lines ? block->length : 0, run->table));
        run->lines_read = 0;
    }
    const bool part = worker->base.block.kind == BLOCK_PART;
    if ((part || worker->base.block.kind == BLOCK_GAMES) && !run->variants)
        run->variants = load_chosen_variants(&run->task->reading.variant);
    worker->table = run->table;
    worker->lines_before = part ? worker->base.block.part.lines : run->lines_read;
    if (run->task->format == FORMAT_JSON)
        run->lines_read += count_lines(&worker->base.block);
}

/* Returns the number of lines. */
static uint64_t check_any_block(struct check_worker *worker) {
    const enum block_kind kind = worker->base.block.kind;
    if (kind == BLOCK_DATA || kind == BLOCK_DATA_PART)
        return check_data(worker);
    return kind == BLOCK_GAMES || kind == BLOCK_PART ? check_games(worker) : check_lines_of_block(worker);
}

static void check_block(struct worker *base) {
    struct check_worker *const worker = (struct check_worker *)base;
    worker->tally.lines = check_any_block(worker);
    worker->tally.files = base->block.begins_file; /* the tally may have been dropped meanwhile */
}

static void note_lines(struct work *work, const void *tally) {
    struct check_run *const run = (struct check_run *)work;
    const struct check_counts *const counts = tally;
    run->lines_of_file = counts->lines + (counts->files ? 0 : run->lines_of_file);
}

static void begin_worker(struct worker *base) {
    struct check_worker *const worker = (struct check_worker *)base;
    worker->run = (struct check_run *)base->work;
}

/* The first worker writes out the bits of a byte that isn't full. */
static void end_worker(struct worker *base) {
    struct check_worker *const worker = (struct check_worker *)base;
    finish_marks(&base->out, &worker->run->marks);
    flush_output(&base->out);
}

static const struct work_steps steps = {
    .worker_size = sizeof(struct check_worker),
    .tally = offsetof(struct check_worker, tally),
    .tally_size = sizeof(struct check_counts),
    .sums = offsetof(struct check_run, result.counts),
    .units = "positions",
    .begin = begin_worker,
    .place = place_block,
    .read = check_block,
    .added = note_lines,
    .rejected = note_rejected,
    .end = end_worker,
};

void run_check(const struct check_task *task, struct check_result *result) {
    struct check_run *const run =
        given(calloc(1, sizeof *run)); /* a quarter of a megabyte: too much for some stacks */
    run->task = task;
    run->warnings = (struct rejections){.are_warnings = true, .shown = task->rejected_shown};
    add_printed_tags(&run->work.tags, task->tags);
    start_work(&run->work, &task->choosing, task->rejected_shown);
    run->work.source.data_format = task->from;
    run->work.source.whole_records = tests_strictly(task);
    run->work.source.cut_binpack = !needs_order(task);
    run->work.source.cut_games = task->jobs > 1 && !needs_order(task);
    run->work.source.takes_json = task->column.position.name || task->column.moves.name;
    work_on_files(&run->work, &steps, task->files, task->jobs, task->show_progress);
    end_rejections(&run->warnings);
    *result = run->result;
    result->choice = run->work.chosen.entries;
    report_selection(&run->work);
    if (!interrupted)
        warn_of_missing_facts(&result->choice);
    free_tables(run->table);
    ks_variants_free(run->variants);
    result->failed_to_remember = is_overfull(&run->work.chooser);
    result->failed = run->work.failed;
    result->seconds = seconds_now() - run->work.progress.begun;
    free(run);
}
