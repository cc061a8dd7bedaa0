/* Each worker takes the next block, works on it, and waits for its turn before it writes, counts or
 * complains: the turn goes round in the order of blocks. What needs the order for itself (which position came
 * first, the bits of a byte) is done in one's turn, the rest before. A worker without the turn keeps what it
 * has to write; when its buffer is full it waits. */
#include "cli/check/run.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check/blocks.h"
#include "cli/check/line.h"
#include "cli/shared/clock.h"
#include "cli/shared/interrupt.h"
#include "cli/shell/command.h"

enum { LINES_AT_A_TIME = 8192, WRITE_SIZE = 1 << 16 };

struct worker {
    struct output out; /* first, so that may_write finds the worker */
    int has_turn;
    uint64_t found[KS_VERDICTS], repeated; /* in this block */
    struct position_key keys[LINES_AT_A_TIME];
    ks_checked_line lines[LINES_AT_A_TIME];
    struct block block;
};

static struct {
    const struct check_task *task;
    struct check_result *result;
    pthread_mutex_t reading;
    struct block_source source;
    pthread_mutex_t lock; /* of turn */
    pthread_cond_t turn_changed;
    _Atomic uint64_t turn; /* the number of the block that may be written */

    /* Whose turn it is uses these: */
    uint64_t lines_of_file;
    struct position_set seen;
    unsigned bits, bit_count; /* of a byte that isn't full yet */
    int show_progress, progress_shown;
    double next_progress;
} run = {.reading = PTHREAD_MUTEX_INITIALIZER,
         .lock = PTHREAD_MUTEX_INITIALIZER,
         .turn_changed = PTHREAD_COND_INITIALIZER};

uint64_t count_positions(const struct check_result *result) {
    uint64_t positions = 0;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        positions += result->found[verdict];
    return positions;
}

/* ---- Turns ---- */

/* A thread that sleeps may take milliseconds to wake; what it waits for here takes a hundredth of one. */
enum { SPINS = 1 << 14 };

static void lock_reading(void) {
    for (unsigned spins = 0; pthread_mutex_trylock(&run.reading) != 0; spins++) {
        if (spins == SPINS) {
            pthread_mutex_lock(&run.reading);
            return;
        }
        __builtin_ia32_pause();
    }
}

static void take_turn(struct worker *worker) {
    if (worker->has_turn)
        return;
    for (unsigned spins = 0; spins < SPINS && run.turn != worker->block.number; spins++)
        __builtin_ia32_pause();
    pthread_mutex_lock(&run.lock);
    while (run.turn != worker->block.number)
        pthread_cond_wait(&run.turn_changed, &run.lock);
    pthread_mutex_unlock(&run.lock);
    worker->has_turn = 1;
    if (worker->block.begins_file)
        run.lines_of_file = 0;
}

static void pass_turn(struct worker *worker) {
    pthread_mutex_lock(&run.lock);
    run.turn++;
    pthread_cond_broadcast(&run.turn_changed);
    pthread_mutex_unlock(&run.lock);
    worker->has_turn = 0;
}

static bool may_write(struct output *out) {
    take_turn((struct worker *)out);
    return !run.result->stopped;
}

/* ---- Formats that have no line, in one's turn ---- */

static void put_byte(struct worker *worker, unsigned byte) {
    put(&worker->out, &(char){(char)byte}, 1);
}

static void put_bit(struct worker *worker, unsigned bit) {
    run.bits |= bit << run.bit_count;
    if (++run.bit_count == 8) {
        put_byte(worker, run.bits);
        run.bits = run.bit_count = 0;
    }
}

static void put_mark(struct worker *worker, unsigned mark) {
    if (run.task->count)
        return;
    if (run.task->format == FORMAT_BYTES)
        put_byte(worker, mark);
    else if (run.task->format == FORMAT_BITS)
        put_bit(worker, mark < KS_VERDICTS && run.task->only[mark]);
}

/* ---- Progress and messages, in one's turn ---- */

/* One line of a terminal, written over and over. */
static void show_progress(void) {
    const double interval = 0.1, now = seconds_now();
    if (!run.show_progress || now < run.next_progress)
        return;
    const uint64_t positions = count_positions(run.result);
    fprintf(stderr, "\r%" PRIu64 " positions, %.0f a second\033[K", positions,
            (double)positions / (now - run.result->begun));
    run.progress_shown = 1;
    run.next_progress = now + interval;
}

static void clear_progress(void) {
    if (run.progress_shown)
        fputs("\r\033[K", stderr);
    run.progress_shown = 0;
}

/* Verdicts and messages come in order when they go to the same place, and no message behind the progress.
 * Returns 0 when the run has been stopped, and nothing is to be said. */
static int may_complain(struct worker *worker) {
    take_turn(worker);
    flush_output(&worker->out);
    clear_progress();
    return !run.result->stopped;
}

/* What the worker has counted, up to this line of its block, becomes part of the result. */
static void add_counts(struct worker *worker, uint64_t lines) {
    struct check_result *result = run.result;
    result->lines += lines;
    run.lines_of_file += lines;
    result->repeated += worker->repeated;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        result->found[verdict] += worker->found[verdict];
    worker->repeated = 0;
    memset(worker->found, 0, sizeof worker->found);
}

/* The run ends behind this line of the block. */
static void stop(struct worker *worker, uint64_t number) {
    const uint64_t rejected = run.result->rejected;
    flush_output(&worker->out);
    complain("stopped after %" PRIu64 " rejected line%s", rejected, rejected == 1 ? "" : "s");
    add_counts(worker, number);
    run.result->stopped = 1;
    end_blocks();
}

/* number: of the line in its block. */
static void reject(struct worker *worker, uint64_t number, size_t offset, const char *message) {
    if (!may_complain(worker))
        return;
    fprintf(stderr, "%s:%" PRIu64 ":%zu: error: %s\n", worker->block.file, run.lines_of_file + number,
            offset + 1, message);
    put_mark(worker, MARK_REJECTED);
    if (++run.result->rejected == run.task->errors_max)
        stop(worker, number);
}

static void report_unreadable(struct worker *worker) {
    if (!may_complain(worker))
        return;
    complain("%s: %s", worker->block.file, strerror(worker->block.reason));
    run.result->failed = 1;
}

static void report_full_set(struct worker *worker, uint64_t number) {
    if (run.result->failed_to_remember || !may_complain(worker))
        return;
    complain("--unique: %zu positions fill the memory of %" PRIu64
             " MiB that --memory allows; from %s:%" PRIu64
             " on, positions that are none of these are taken for new",
             run.seen.used, run.task->memory >> 20, worker->block.file, run.lines_of_file + number);
    run.result->failed_to_remember = 1;
}

/* ---- What becomes of a line ---- */

static void reject_line(struct worker *worker, const ks_checked_line *line) {
    ks_error error;
    explain_line(run.task, worker->block.text + line->offset, line->length, &error);
    reject(worker, line->number, error.offset, error.message);
}

/* Whether the position of lines[i] was there before. */
static int is_repeated(struct worker *worker, size_t i, size_t count) {
    enum { AHEAD = 16 };
    if (i + AHEAD < count)
        expect_position(&run.seen, worker->keys[i + AHEAD]);
    const enum position_seen seen = add_position(&run.seen, worker->keys[i]);
    if (seen == POSITION_SET_FULL)
        report_full_set(worker, worker->lines[i].number);
    return seen == POSITION_SEEN;
}

static void put_position(struct worker *worker, const ks_checked_line *line) {
    const struct check_task *task = run.task;
    worker->found[line->verdict]++;
    if (task->count || !format_has_lines(task->format) || !task->only[line->verdict])
        put_mark(worker, line->verdict);
    else
        put_line(&worker->out, task, line, worker->block.text + line->offset);
}

static void put_lines(struct worker *worker, size_t count) {
    const struct check_task *task = run.task;
    if (task->unique)
        make_keys(task, worker->block.text, worker->lines, count, worker->keys);
    if (task->unique || !format_has_lines(task->format))
        take_turn(worker);
    for (size_t i = 0; i < count && !(worker->has_turn && run.result->stopped); i++)
        if (worker->lines[i].verdict == KS_VERDICTS)
            reject_line(worker, &worker->lines[i]);
        else if (task->unique && is_repeated(worker, i, count)) {
            worker->repeated++;
            put_mark(worker, MARK_REPEATED);
        } else {
            put_position(worker, &worker->lines[i]);
            if (worker->has_turn && worker->out.used >= WRITE_SIZE)
                flush_output(&worker->out);
        }
}

/* ---- Blocks ---- */

static ks_text_cursor behind_header(const struct block *block) {
    const char *newline = memchr(block->text, '\n', block->length);
    return (ks_text_cursor){newline ? (size_t)(newline - block->text) + 1 : block->length, 1};
}

/* Returns how many lines it has. */
static uint64_t check_block(struct worker *worker) {
    const struct block *block = &worker->block;
    const int header = run.task->header && block->begins_file;
    ks_text_cursor cursor = {0, 0};
    if (block->kind == BLOCK_UNREADABLE) {
        report_unreadable(worker);
        return 0;
    }
    if (block->kind == BLOCK_LONG_LINE) {
        char message[64];
        snprintf(message, sizeof message, "the line is longer than the limit of %d bytes", LINE_LIMIT);
        if (!header)
            reject(worker, 1, LINE_LIMIT, message);
        return 1;
    }
    if (header)
        cursor = behind_header(block);
    if (run.task->jobs == 1) /* nobody else can have it */
        take_turn(worker);
    for (size_t count; (count = check_lines(run.task, block->text, block->length, &cursor, worker->lines,
                                            LINES_AT_A_TIME)) > 0;)
        put_lines(worker, count);
    return cursor.line;
}

static void *work(void *argument) {
    struct worker *worker = argument;
    for (int stopped = 0; !stopped;) {
        lock_reading();
        const int more = next_block(&run.source, &worker->block);
        pthread_mutex_unlock(&run.reading);
        if (!more)
            break;
        const uint64_t lines = check_block(worker);
        take_turn(worker);
        flush_output(&worker->out);
        stopped = run.result->stopped;
        if (!stopped)
            add_counts(worker, lines);
        show_progress();
        pass_turn(worker);
    }
    return argument;
}

/* ---- The run ---- */

static struct worker *new_worker(void) {
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        fail("%s", strerror(errno));
    worker->out.may_write = may_write;
    return worker;
}

static void finish_bits(struct worker *worker) {
    if (run.bit_count > 0) {
        worker->out.may_write = NULL; /* nobody else is left, and what stopped the run doesn't undo these */
        put_byte(worker, run.bits);
        flush_output(&worker->out);
    }
}

void run_check(const struct check_task *task, struct check_result *result) {
    struct worker *first = new_worker();
    pthread_t *others = calloc(task->jobs, sizeof *others);
    unsigned started = 0;
    if (!others)
        fail("%s", strerror(errno));
    run.task = task;
    run.result = result;
    result->begun = seconds_now();
    run.next_progress = result->begun + 1;
    run.show_progress = task->show_progress;
    start_blocks(&run.source, task->files);
    if (task->unique)
        start_position_set(&run.seen, task->memory);
    while (started + 1 < task->jobs && pthread_create(&others[started], NULL, work, new_worker()) == 0)
        started++;
    work(first);
    for (unsigned i = 0; i < started; i++) {
        void *worker;
        pthread_join(others[i], &worker);
        free(worker);
    }
    finish_bits(first);
    clear_progress();
    free(first);
    free(others);
    result->seconds = seconds_now() - result->begun;
}
