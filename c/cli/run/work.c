/* Runs the workers of a command over blocks of its input: a block is taken, read, and ended. A worker that
 * wants to write or complain waits until all workers with earlier blocks have ended theirs. One that has
 * nothing to write leaves its tally to another one instead, which adds it in its turn. */
#include "cli/run/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"

enum { WRITE_SIZE = 1 << 16 };

/* ==== Turns ==== */

/* Returns whether a block that has the turn is a part that begins elsewhere than the parts before it end, or
 * with another game. */
static bool is_misplaced(const struct block *block, const struct games_end *end) {
    const struct game_part *const part = &block->part;
    return block->kind == BLOCK_PART && !block->begins_file &&
           (part->begin != end->offset || part->games != end->games);
}

void take_turn(struct worker *worker) {
    if (worker->taken)
        return;
    wait_for_turn(&worker->work->turns, worker->block.number);
    worker->taken = true;
    worker->misplaced = is_misplaced(&worker->block, &worker->work->games_end);
}

static bool may_write(struct output *out) {
    struct worker *const worker = (struct worker *)out;
    take_turn(worker);
    return !is_stopped(worker);
}

static bool has_turn(const struct worker *worker) {
    return worker->taken || worker->work->turns.next == worker->block.number;
}

static bool must_wait(struct output *out) {
    return !has_turn((struct worker *)out);
}

void flush_full(struct worker *worker) {
    if (worker->out.used >= WRITE_SIZE && has_turn(worker))
        flush_output(&worker->out);
}

bool may_complain(struct worker *worker) {
    take_turn(worker);
    flush_output(&worker->out);
    progress_clear(&worker->work->progress);
    return !is_stopped(worker);
}

void report_unreadable(struct worker *worker, const char *file, const char *reason) {
    if (!may_complain(worker))
        return;
    complain("%s: %s", file, reason);
    worker->work->failed = true;
}

void refuse_block(struct worker *worker, const char *reason) {
    if (worker->block.begins_file)
        report_unreadable(worker, worker->block.file, reason);
}

void report_foreign(struct worker *worker, const char *expected) {
    if (!may_complain(worker))
        return;
    complain_of_foreign_to(expected, worker->block.file, worker->block.foreign);
    worker->work->failed = true;
}

void stop_work(struct work *work) {
    work->stopped = true;
    end_blocks();
}

void show_work(struct worker *worker) {
    struct work *const work = worker->work;
    if (!worker->taken || !progress_is_due(&work->progress))
        return;
    double share = SHARE_UNKNOWN;
    if (work->steps->share)
        share = work->steps->share(work);
    if (share < 0 && work->amount > 0) {
        lock_spinning(&work->reading);
        share = share_read(work->amount, work->source.files, &work->source.input);
        pthread_mutex_unlock(&work->reading);
    }
    progress_show(&work->progress, work->done, work->steps->units, share);
}

/* ==== Choice ==== */

void start_work(struct work *work, const struct choosing *choosing, uint64_t rejected_shown) {
    work->rejections.shown = rejected_shown;
    start_choosing(&work->chooser, choosing);
    add_selected_tags(&choosing->selection, &work->tags);
}

bool is_selected_game(struct worker *worker, ks_pgn *pgn, uint64_t line) {
    return is_selected(&worker->work->chooser.choosing->selection, pgn, worker->block.file, line,
                       worker->chosen.left_out);
}

void note_tags(struct worker *worker, ks_pgn *pgn) {
    if (worker->work->tags.count > 0)
        look_for_tags(&worker->work->tags, &worker->chosen.tags, pgn);
}

void report_full_set(struct worker *worker, const char *things, const char *place) {
    char text[512];
    snprintf(text, sizeof text, "%s:%s", worker->block.file, place);
    if (may_complain(worker))
        complain_of_full_set(&worker->work->chooser, things, text);
}

bool is_repeated(struct worker *worker, struct position_key key, const char *things, uint64_t line) {
    char number[NUMBER_SIZE];
    bool filled;
    const bool repeated = is_repeated_key(&worker->work->chooser, key, &filled);
    if (filled)
        report_full_set(worker, things, write_number(line, false, number));
    return repeated;
}

void report_selection(const struct work *work) {
    if (interrupted)
        return;
    report_missing_tags(&work->tags, &work->chosen.tags);
    report_left_out(&work->chooser.choosing->selection, work->chosen.left_out);
}

/* ==== The loop ==== */

static void *tally_of(struct worker *worker) {
    return (char *)worker + worker->work->steps->tally;
}

static void reset_tally(struct worker *worker) {
    memset(&worker->chosen, 0, sizeof worker->chosen);
    memset(tally_of(worker), 0, worker->work->steps->tally_size);
}

void drop_tally(struct worker *worker) {
    reset_tally(worker);
    if (worker->work->steps->drop)
        worker->work->steps->drop(worker);
}

/* Adds numbers, each of them a uint64_t. */
static void add_numbers(void *sums, const void *numbers, size_t size) {
    for (size_t i = 0; i < size / sizeof(uint64_t); i++)
        ((uint64_t *)sums)[i] += ((const uint64_t *)numbers)[i];
}

static void add(struct work *work, const struct chosen *chosen, const void *tally) {
    add_numbers(&work->chosen.entries, &chosen->entries, sizeof chosen->entries);
    merge_left_out(work->chosen.left_out, chosen->left_out);
    merge_met_tags(&work->chosen.tags, &chosen->tags);
    add_numbers((char *)work + work->steps->sums, tally, work->steps->tally_size);
    if (work->steps->added)
        work->steps->added(work, tally);
    if (has_enough(&work->chooser))
        stop_work(work);
}

void add_tally(struct worker *worker) {
    add(worker->work, &worker->chosen, tally_of(worker));
}

static size_t size_of_left(const struct work_steps *steps) {
    return sizeof(struct chosen) + steps->tally_size;
}

static char *left_at(struct work *work, uint64_t number) {
    return work->left + number % TURNS_AHEAD * size_of_left(work->steps);
}

static bool take_block(struct worker *worker) {
    struct work *const work = worker->work;
    lock_spinning(&work->reading);
    const bool more = next_block(&work->source, &worker->block);
    if (more && work->steps->place)
        work->steps->place(worker);
    pthread_mutex_unlock(&work->reading);
    return more;
}

/* Leaves the tally to another worker, to avoid the wait for the turn. Returns false when that is impossible:
 * the worker has the turn, or something to write in it, or the turn is too far ahead. */
static bool leave_tally(struct worker *worker) {
    struct work *const work = worker->work;
    const uint64_t number = worker->block.number;
    if (worker->taken || worker->out.used > 0 || work->steps->in_turn || !turn_is_near(&work->turns, number))
        return false;
    memcpy(left_at(work, number), &worker->chosen, sizeof worker->chosen);
    memcpy(left_at(work, number) + sizeof worker->chosen, tally_of(worker), work->steps->tally_size);
    return leave_turn(&work->turns, number);
}

/* Ends a block, and adds the tallies that others have left for the next turns. */
static void end_block(struct worker *worker) {
    struct work *const work = worker->work;
    if (leave_tally(worker))
        return;
    take_turn(worker);
    flush_output(&worker->out);
    if (!is_stopped(worker))
        add_tally(worker);
    show_work(worker);
    worker->taken = worker->misplaced = false;
    while (pass_turn(&work->turns)) {
        const char *const left = left_at(work, work->turns.next);
        if (!work->stopped)
            add(work, (const struct chosen *)left, left + sizeof(struct chosen));
    }
}

static void read_blocks(void *workers) {
    struct worker *const worker = *(struct worker **)workers;
    while (take_block(worker)) {
        reset_tally(worker);
        worker->work->steps->read(worker);
        end_block(worker);
    }
}

static struct worker *new_worker(struct work *work) {
    struct worker *const worker = given(calloc(1, work->steps->worker_size));
    worker->work = work;
    worker->out.may_write = may_write;
    worker->out.must_wait = must_wait;
    prepare_output(&worker->out); /* while memory is left: --unique takes all that there is */
    if (work->steps->begin)
        work->steps->begin(worker);
    return worker;
}

/* What is written after the work has ended counts even if it was stopped. */
static void end_worker(struct worker *worker) {
    worker->out.may_write = worker->out.must_wait = NULL;
    if (worker->work->steps->end)
        worker->work->steps->end(worker);
    free_output(&worker->out);
    free(worker);
}

void work_on_files(struct work *work, const struct work_steps *steps, char *const *files, unsigned jobs,
                   bool show_progress) {
    struct worker **const workers = given(calloc(jobs, sizeof *workers));
    work->steps = steps;
    work->reading = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    work->turns = (struct turns)TURNS_START;
    work->left = given(calloc(TURNS_AHEAD, size_of_left(steps)));
    work->amount = show_progress ? amount_of_files(files) : 0;
    progress_start(&work->progress, show_progress);
    start_blocks(&work->source, files);
    for (unsigned i = 0; i < jobs; i++)
        workers[i] = new_worker(work);
    work_in_pool(jobs, read_blocks, workers, sizeof *workers);
    progress_clear(&work->progress);
    for (unsigned i = 0; i < jobs; i++)
        end_worker(workers[i]);
    end_rejections(&work->rejections);
    free(work->left);
    free(workers);
}
