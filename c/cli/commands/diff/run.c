/* Runs `kingscan diff`: workers with an engine each compare position after position. Each worker takes the
 * next position. Findings are reported in the turn of their position, so that the outcome does not depend on
 * which worker is faster. */
#include "cli/commands/diff/run.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/mismatch.h"
#include "cli/platform/platform.h"

#define NOTHING UINT64_MAX

/* A worker's result for its position. */
struct outcome {
    uint64_t number; /* of the position */
    enum search_result result;
    struct mismatch mismatch;
    struct origin origin;
    char trouble[DIFF_TROUBLE_SIZE];
};

struct compare_run;

struct compare_worker {
    struct compare_run *run;
    struct engine engine;
    struct replay replay;
    struct outcome outcome;
};

struct compare_run {
    struct diff *diff;
    const struct diff_listener *listener;
    struct turns turns;          /* of positions, by their numbers */
    pthread_mutex_t lock;        /* of all that follows, and of diff's positions and counts */
    uint64_t next;               /* the number of the next position */
    uint64_t last;               /* positions after this one are of no interest */
    const struct outcome *found; /* the outcome to report now, or NULL */
    pthread_cond_t reported;
};

/* ---- Workers ---- */

/* In the turn of the outcome's position, under the lock: lets the thread that calls diff_run report it, since
 * writing for a reader that is gone ends the program there alone. */
static void hand_over(struct compare_run *run, const struct outcome *outcome) {
    if (outcome->number > run->last || interrupted || run->diff->failed)
        return;
    run->diff->failed = outcome->result == SEARCH_FAILED;
    run->found = outcome;
    wake();
    while (run->found)
        pthread_cond_wait(&run->reported, &run->lock);
}

static void pass_turns(struct compare_run *run) {
    while (pass_turn(&run->turns)) {
    }
}

/* Reports an outcome once all positions before it are done; one without a difference waits for nobody unless
 * the others are far behind. */
static void finish(struct compare_run *run, const struct outcome *outcome) {
    const bool agrees = outcome->result == SEARCH_AGREES;
    if (agrees && turn_is_near(&run->turns, outcome->number) && leave_turn(&run->turns, outcome->number))
        return;
    wait_for_turn(&run->turns, outcome->number);
    pthread_mutex_lock(&run->lock);
    if (!agrees)
        hand_over(run, outcome);
    pthread_mutex_unlock(&run->lock);
    pass_turns(run);
}

/* Under the lock: makes this position the last one that is of interest. */
static void stop_after(struct compare_run *run, uint64_t number) {
    if (number < run->last)
        run->last = number;
}

/* Returns false when there is no position left. */
static bool take_position(struct compare_worker *worker) {
    struct compare_run *run = worker->run;
    struct positions *positions = &run->diff->positions;
    pthread_mutex_lock(&run->lock);
    positions->chess960 = worker->engine.knows_chess960;
    const bool taken = !interrupted && run->last == NOTHING &&
                       next_position(positions, &worker->replay, &worker->outcome.origin);
    if (taken)
        worker->outcome.number = run->next++;
    pthread_mutex_unlock(&run->lock);
    return taken;
}

static void describe_trouble(struct compare_worker *worker) {
    char text[REPLAY_SIZE];
    struct outcome *outcome = &worker->outcome;
    replay_write(&outcome->mismatch.replay, engine_notation(&worker->engine, &outcome->mismatch.replay),
                 text);
    snprintf(outcome->trouble, sizeof outcome->trouble, "%s (position fen %s; from %s)",
             worker->engine.trouble, text, outcome->origin.place);
}

/* Fails a difference that Kingscan is wrong about: the position was not compared then. nodes: what it has
 * added to the run. */
static void confirm(struct compare_worker *worker, uint64_t nodes) {
    struct compare_run *const run = worker->run;
    struct outcome *const outcome = &worker->outcome;
    struct mismatch *const mismatch = &outcome->mismatch;
    if (recount_confirms(&worker->engine, &mismatch->replay, mismatch->depth, &mismatch->first))
        return;
    outcome->result = SEARCH_FAILED;
    pthread_mutex_lock(&run->lock);
    run->diff->compared--;
    run->diff->nodes -= nodes;
    stop_after(run, outcome->number);
    pthread_mutex_unlock(&run->lock);
}

static void compare(struct compare_worker *worker) {
    struct compare_run *run = worker->run;
    struct outcome *outcome = &worker->outcome;
    uint64_t nodes = 0;
    outcome->result =
        mismatch_search(&worker->engine, &worker->replay, run->diff->depth, &outcome->mismatch, &nodes);
    pthread_mutex_lock(&run->lock);
    if (outcome->result != SEARCH_FAILED) {
        run->diff->compared++;
        run->diff->agreed += outcome->result == SEARCH_AGREES;
        run->diff->nodes += nodes;
    }
    if (outcome->result == SEARCH_FAILED || (outcome->result == SEARCH_DIFFERS && !run->diff->keep_going))
        stop_after(run, outcome->number);
    pthread_mutex_unlock(&run->lock);
    if (outcome->result == SEARCH_DIFFERS) {
        mismatch_shrink(&worker->engine, &outcome->mismatch);
        confirm(worker, nodes);
    }
    if (outcome->result == SEARCH_FAILED)
        describe_trouble(worker);
}

/* An engine that does not start fails at the next position. */
static void fail_to_start(struct compare_worker *worker) {
    struct compare_run *const run = worker->run;
    struct outcome *const outcome = &worker->outcome;
    outcome->result = SEARCH_FAILED;
    snprintf(outcome->trouble, sizeof outcome->trouble, "%s", worker->engine.trouble);
    pthread_mutex_lock(&run->lock);
    outcome->number = run->next++;
    stop_after(run, outcome->number);
    pthread_mutex_unlock(&run->lock);
    finish(run, outcome);
}

void block_broken_pipes(void) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE); /* for writing to processes */
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
}

static void compare_positions(void *argument) {
    struct compare_worker *const worker = argument;
    block_broken_pipes();
    if (!engine_start(&worker->engine))
        fail_to_start(worker);
    else
        while (take_position(worker)) {
            compare(worker);
            finish(worker->run, &worker->outcome);
        }
    engine_stop(&worker->engine);
}

/* ---- The run ---- */

static void report(struct compare_run *run) {
    const struct diff_listener *const listener = run->listener;
    const struct outcome *const found = run->found;
    if (found->result == SEARCH_FAILED) {
        listener->failed(listener->context, found->trouble);
    } else {
        run->diff->differences++;
        listener->report(listener->context, &found->mismatch, &found->origin);
    }
    run->found = NULL;
    pthread_cond_signal(&run->reported);
}

static struct compare_worker *new_workers(struct compare_run *run) {
    struct compare_worker *const workers = calloc(run->diff->jobs, sizeof *workers);
    if (!workers)
        fail("no memory for %u jobs", run->diff->jobs);
    for (unsigned i = 0; i < run->diff->jobs; i++) {
        workers[i].run = run;
        workers[i].engine.settings = &run->diff->engine;
    }
    return workers;
}

void diff_run(struct diff *diff, const struct diff_listener *listener) {
    struct compare_run run = {.diff = diff,
                              .listener = listener,
                              .turns = TURNS_START,
                              .lock = PTHREAD_MUTEX_INITIALIZER,
                              .reported = PTHREAD_COND_INITIALIZER,
                              .last = NOTHING};
    struct compare_worker *const workers = new_workers(&run);
    struct pool pool;
    catch_interrupts(NULL);
    processes_expect(diff->jobs);
    start_pool(&pool, diff->jobs, 1, compare_positions, workers, sizeof *workers);
    while (wait_for_pool(&pool)) {
        pthread_mutex_lock(&run.lock);
        if (run.found)
            report(&run);
        listener->look(listener->context);
        pthread_mutex_unlock(&run.lock);
    }
    end_pool(&pool);
    free(workers);
}
