/* Runs `kingscan check`: hands blocks of the input to workers, whose output comes in the order of the input.
 * Each worker takes the next block, works on it, and waits for its turn before it writes, counts or
 * complains. The turn goes round in the order of blocks. A worker without the turn keeps its output; when its
 * buffer is full it waits. */
#include "cli/commands/check/run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/commands/check/data.h"
#include "cli/commands/check/games.h"
#include "cli/commands/check/worker.h"
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
static void place_block(struct check_worker *worker) {
    struct check_run *const run = worker->run;
    if (worker->block.begins_file || !run->table) {
        const struct block *const block = &worker->block;
        const bool has_lines = block->kind == BLOCK_LINES || block->kind == BLOCK_LONG_LINE;
        run->table =
            given(new_table(&run->task->column, block->text, has_lines ? block->length : 0, run->table));
        run->lines_read = 0;
    }
    const bool part = worker->block.kind == BLOCK_PART;
    if ((part || worker->block.kind == BLOCK_GAMES) && !run->variants)
        run->variants = load_chosen_variants(&run->task->reading.variant);
    worker->table = run->table;
    worker->lines_before = part ? worker->block.part.lines : run->lines_read;
    if (run->task->format == FORMAT_JSON)
        run->lines_read += count_lines(&worker->block);
}

static bool take_block(struct check_worker *worker) {
    struct check_run *const run = worker->run;
    lock_spinning(&run->blocks.reading);
    const bool more = next_block(&run->blocks.source, &worker->block);
    if (more)
        place_block(worker);
    pthread_mutex_unlock(&run->blocks.reading);
    return more;
}

/* Says of a file without training data that these are expected. */
static void refuse_other_files(struct check_worker *worker) {
    if (worker->block.begins_file)
        report_unreadable(&worker->turn,
                          worker->run->task->output.repaired
                              ? "--repair: expected training data"
                              : "--output: expected training data; --from epd or jsonl reads lines that "
                                "have scores and results");
    if (worker->block.kind == BLOCK_GAMES)
        close_input(&worker->block.input);
}

/* Returns false when the run has been stopped. */
static bool check_block(struct check_worker *worker) {
    const struct block *const block = &worker->block;
    const bool games = block->kind == BLOCK_GAMES || block->kind == BLOCK_PART;
    worker->tally = (struct tally){.begins_file = block->begins_file};
    if (block->kind == BLOCK_DATA || block->kind == BLOCK_DATA_PART)
        return end_block(worker, check_data(worker));
    if (worker->run->task->output.file && block->kind != BLOCK_UNREADABLE) {
        refuse_other_files(worker);
        return end_block(worker, 0);
    }
    return end_block(worker, games ? check_games(worker) : check_lines_of_block(worker));
}

static void check_blocks(void *workers) {
    struct check_worker *const worker = *(struct check_worker **)workers;
    while (take_block(worker) && check_block(worker)) {
    }
}

/* Works in this thread and in others, as many as the task asks for and the system gives. */
static void work_together(struct check_run *run) {
    const unsigned jobs = run->task->jobs;
    struct check_worker **const workers = given(calloc(jobs, sizeof *workers));
    for (unsigned i = 0; i < jobs; i++)
        workers[i] = new_worker(run);
    work_in_pool(jobs, check_blocks, workers, sizeof *workers);
    finish_output(workers[0]);
    progress_clear(&run->blocks.progress);
    for (unsigned i = 1; i < jobs; i++)
        merge_named_tags(&workers[0]->tags, &workers[i]->tags);
    if (!interrupted) {
        report_missing_tags(&workers[0]->tags);
        warn_of_missing_facts(&run->result->choice);
    }
    for (unsigned i = 0; i < jobs; i++)
        free_worker(workers[i]);
    free(workers);
}

void run_check(const struct check_task *task, struct check_result *result) {
    struct check_run *const run =
        given(calloc(1, sizeof *run)); /* a quarter of a megabyte: too much for some stacks */
    run->task = task;
    run->result = result;
    run->rejections.shown = run->warnings.shown = task->rejected_shown;
    run->warnings.are_warnings = true;
    start_choosing(&run->chooser, &task->choosing);
    share_blocks(&run->blocks, task->files, task->show_progress);
    run->blocks.source.data_format = task->from;
    run->blocks.source.whole_records = tests_strictly(task);
    run->blocks.source.cut_binpack = !needs_order(task) && !task->output.file;
    start_blocks(&run->blocks.source, task->files, task->jobs > 1 && !needs_order(task),
                 task->column.position.name || task->column.moves.name);
    work_together(run);
    free_tables(run->table);
    ks_variants_free(run->variants);
    result->failed_to_remember = is_overfull(&run->chooser);
    result->failed = run->blocks.failed;
    result->seconds = seconds_now() - run->blocks.progress.begun;
    free(run);
}
