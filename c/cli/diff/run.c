/* Each worker takes the next position. What it finds is told only when all positions before are done, so that
 * the outcome doesn't depend on which worker is faster. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/diff/run.h"
#include "cli/shared/stopping/interrupt.h"
#include "cli/shell/command.h"

#define NOTHING UINT64_MAX

/* What a worker has found out about its position. */
struct outcome {
    uint64_t number; /* of the position */
    enum search_result result;
    struct mismatch mismatch;
    char place[POSITION_PLACE_SIZE], trouble[DIFF_TROUBLE_SIZE];
};

struct run;

struct worker {
    struct run *run;
    pthread_t thread;
    uint64_t busy; /* the number of the position that it is at, or NOTHING */
    struct engine engine;
    struct replay replay;
    struct outcome outcome;
};

struct run {
    struct diff *diff;
    pthread_mutex_t
        lock; /* of all that follows, of diff's positions and counts, and of each worker's `busy` */
    pthread_cond_t changed;
    uint64_t next;              /* the number of the next position */
    uint64_t last;              /* positions after this one are of no interest */
    const struct outcome *told; /* the outcome to be told now, or NULL */
    unsigned working;
    struct worker *workers;
};

/* ---- Workers ---- */

static bool is_first(const struct run *run, uint64_t number) {
    for (unsigned i = 0; i < run->diff->jobs; i++)
        if (run->workers[i].busy < number)
            return false;
    return true;
}

/* Under the lock: waits until all positions before are done, then has the outcome told. */
static void tell(struct worker *worker) {
    struct run *run = worker->run;
    while (!is_first(run, worker->outcome.number) || run->told)
        pthread_cond_wait(&run->changed, &run->lock);
    if (worker->outcome.number > run->last || interrupted || run->diff->failed)
        return;
    run->told = &worker->outcome;
    run->diff->failed = worker->outcome.result == SEARCH_FAILED;
    pthread_cond_broadcast(&run->changed);
    while (run->told == &worker->outcome)
        pthread_cond_wait(&run->changed, &run->lock);
}

/* Under the lock: makes this position the last one that is of interest. */
static void stop_after(struct run *run, uint64_t number) {
    if (number < run->last)
        run->last = number;
}

/* Under the lock. Returns false when there is no position left. */
static bool take_position(struct worker *worker) {
    struct run *run = worker->run;
    struct positions *positions = &run->diff->positions;
    positions->chess960 = worker->engine.knows_chess960;
    if (interrupted || run->last != NOTHING ||
        !next_position(positions, &worker->replay, worker->outcome.place))
        return false;
    worker->outcome.number = worker->busy = run->next++;
    return true;
}

static void describe_trouble(struct worker *worker) {
    char text[REPLAY_SIZE];
    struct outcome *outcome = &worker->outcome;
    replay_write(&outcome->mismatch.replay, engine_notation(&worker->engine, &outcome->mismatch.replay),
                 text);
    snprintf(outcome->trouble, sizeof outcome->trouble, "%s (position fen %s; from %s)",
             worker->engine.trouble, text, outcome->place);
}

/* Without the lock. */
static void compare(struct worker *worker) {
    struct run *run = worker->run;
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
    if (outcome->result == SEARCH_DIFFERS)
        mismatch_shrink(&worker->engine, &outcome->mismatch);
    else if (outcome->result == SEARCH_FAILED)
        describe_trouble(worker);
}

static void work_through(struct worker *worker) {
    struct run *run = worker->run;
    while (take_position(worker)) {
        pthread_mutex_unlock(&run->lock);
        compare(worker);
        pthread_mutex_lock(&run->lock);
        if (worker->outcome.result != SEARCH_AGREES)
            tell(worker);
        worker->busy = NOTHING;
        pthread_cond_broadcast(&run->changed);
    }
}

static void *work(void *argument) {
    struct worker *worker = argument;
    struct run *run = worker->run;
    const bool started = engine_start(&worker->engine);
    pthread_mutex_lock(&run->lock);
    if (started) {
        work_through(worker);
    } else {
        worker->outcome.number = run->next;
        worker->outcome.result = SEARCH_FAILED;
        snprintf(worker->outcome.trouble, sizeof worker->outcome.trouble, "%s", worker->engine.trouble);
        stop_after(run, run->next);
        tell(worker);
    }
    pthread_mutex_unlock(&run->lock);
    engine_stop(&worker->engine);
    pthread_mutex_lock(&run->lock);
    run->working--;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* ---- Telling ---- */

static void listen_to(struct run *run, const struct diff_listener *listener, const struct outcome *outcome) {
    if (outcome->result == SEARCH_FAILED) {
        listener->failed(listener->context, outcome->trouble);
    } else {
        run->diff->differences++;
        listener->report(listener->context, &outcome->mismatch, outcome->place);
    }
}

/* Under the lock, which others may take meanwhile. */
static void wait_a_second(struct run *run) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_cond_timedwait(&run->changed, &run->lock, &until);
}

static void listen_until_done(struct run *run, const struct diff_listener *listener) {
    pthread_mutex_lock(&run->lock);
    while (run->working > 0) {
        if (run->told) {
            pthread_mutex_unlock(&run->lock);
            listen_to(run, listener, run->told);
            pthread_mutex_lock(&run->lock);
            run->told = NULL;
            pthread_cond_broadcast(&run->changed);
        }
        listener->look(listener->context);
        if (run->working > 0 && !run->told)
            wait_a_second(run);
    }
    pthread_mutex_unlock(&run->lock);
}

static void start_worker(struct worker *worker) {
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE); /* for writing to processes */
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    const int error = pthread_create(&worker->thread, NULL, work, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error)
        fail("can't start a thread: %s", strerror(error));
}

void diff_run(struct diff *diff, const struct diff_listener *listener) {
    struct run run = {.diff = diff, .last = NOTHING, .working = diff->jobs};
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.changed, NULL);
    run.workers = calloc(diff->jobs, sizeof *run.workers);
    if (!run.workers)
        fail("no memory for %u jobs", diff->jobs);
    catch_interrupts(NULL);
    processes_expect(diff->jobs);
    for (unsigned i = 0; i < diff->jobs; i++) {
        run.workers[i].run = &run;
        run.workers[i].busy = NOTHING;
        run.workers[i].engine.settings = &diff->engine;
    }
    for (unsigned i = 0; i < diff->jobs; i++)
        start_worker(&run.workers[i]);
    listen_until_done(&run, listener);
    for (unsigned i = 0; i < diff->jobs; i++)
        pthread_join(run.workers[i].thread, NULL);
    free(run.workers);
}
