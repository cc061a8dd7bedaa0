/* Each worker takes the next block, works on it, and waits for its turn before it writes, counts or
 * complains. The turn goes round in the order of blocks. A worker without the turn keeps what it has to
 * write; when its buffer is full it waits. */
#include "cli/check/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/worker.h"
#include "cli/shared/clock.h"
#include "cli/shell/command.h"

static struct run run = {.reading = PTHREAD_MUTEX_INITIALIZER, .turns = TURNS_START};

static bool take_block(struct worker *worker) {
    lock_spinning(&run.reading);
    const bool more = next_block(&run.source, &worker->block);
    pthread_mutex_unlock(&run.reading);
    return more;
}

static void *work(void *argument) {
    struct worker *worker = argument;
    while (take_block(worker) && check_block(worker)) {
    }
    return argument;
}

static struct worker *new_worker(void) {
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        fail("%s", strerror(errno));
    start_worker(worker, &run);
    return worker;
}

/* Begins threads beside this one, as many as the task asks for and there can be; returns how many. */
static unsigned start_others(pthread_t *others) {
    unsigned started = 0;
    while (started + 1 < run.task->jobs && pthread_create(&others[started], NULL, work, new_worker()) == 0)
        started++;
    return started;
}

static void join_others(pthread_t *others, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        void *worker;
        pthread_join(others[i], &worker);
        free(worker);
    }
}

void run_check(const struct check_task *task, struct check_result *result) {
    pthread_t *others = calloc(task->jobs, sizeof *others);
    if (!others)
        fail("%s", strerror(errno));
    run.task = task;
    run.result = result;
    run.rejections.shown = task->rejected_shown;
    progress_start(&run.progress, task->show_progress);
    start_blocks(&run.source, task->files);
    if (task->unique)
        start_position_set(&run.seen, task->memory);
    struct worker *const first = new_worker();
    const unsigned started = start_others(others);
    work(first);
    join_others(others, started);
    finish_output(first);
    progress_clear(&run.progress);
    free(first);
    free(others);
    result->seconds = seconds_now() - run.progress.begun;
}
