/* Each worker takes the next block, works on it, and waits for its turn before it writes, counts or
 * complains. The turn goes round in the order of blocks. A worker without the turn keeps what it has to
 * write; when its buffer is full it waits. */
#include "cli/check/run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check/worker.h"
#include "cli/shared/clock.h"
#include "cli/shared/memory.h"

static struct run run = {.reading = PTHREAD_MUTEX_INITIALIZER, .turns = TURNS_START};

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

/* Finds out what a worker has to know of the blocks before its own. */
static void place_block(struct worker *worker) {
    if (worker->block.begins_file || !run.table) {
        run.table = new_table(run.task, &worker->block, run.table);
        run.lines_read = 0;
    }
    worker->table = run.table;
    worker->lines_before = run.lines_read;
    if (run.task->format == FORMAT_JSON)
        run.lines_read += count_lines(&worker->block);
}

static bool take_block(struct worker *worker) {
    lock_spinning(&run.reading);
    const bool more = next_block(&run.source, &worker->block);
    if (more)
        place_block(worker);
    pthread_mutex_unlock(&run.reading);
    return more;
}

static void *work(void *argument) {
    struct worker *worker = argument;
    while (take_block(worker) && check_block(worker)) {
    }
    return argument;
}

/* Begins threads beside this one, as many as the task asks for and there can be; returns how many. */
static unsigned start_others(pthread_t *others) {
    unsigned started = 0;
    while (started + 1 < run.task->jobs &&
           pthread_create(&others[started], NULL, work, new_worker(&run)) == 0)
        started++;
    return started;
}

static void join_others(pthread_t *others, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        void *worker;
        pthread_join(others[i], &worker);
        free_worker(worker);
    }
}

void run_check(const struct check_task *task, struct check_result *result) {
    pthread_t *others = given(calloc(task->jobs, sizeof *others));
    run.task = task;
    run.result = result;
    run.rejections.shown = task->rejected_shown;
    progress_start(&run.progress, task->show_progress);
    start_blocks(&run.source, task->files);
    if (task->unique)
        start_position_set(&run.seen, task->memory);
    struct worker *const first = new_worker(&run);
    const unsigned started = start_others(others);
    work(first);
    join_others(others, started);
    finish_output(first);
    progress_clear(&run.progress);
    free_worker(first);
    free_tables(run.table);
    free(others);
    result->seconds = seconds_now() - run.progress.begun;
}
