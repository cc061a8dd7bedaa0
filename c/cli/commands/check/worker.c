/* Judges the lines of a block, which get their verdicts many at a time, and are then written one after the
 * other. */
#include "cli/commands/check/worker.h"
#include "cli/io/input.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/board/hashes.h"

/* ---- Counts and marks ---- */

/* Writes the mark of a line, with a format that has marks. */
static void mark(struct check_worker *worker, unsigned mark) {
    const struct check_task *task = worker->run->task;
    if (!task->count && !format_has_lines(task->format))
        put_mark(&worker->base.out, task->format, &worker->run->marks, mark,
                 mark < KS_VERDICTS && task->choosing.only[mark]);
}

bool note_choice(struct check_worker *worker, enum entry_choice choice, enum ks_verdict verdict) {
    if (choice == ENTRY_NO_POSITION) /* has been rejected */
        return false;
    worker->tally.repeated += choice == ENTRY_REPEATED;
    if (choice >= ENTRY_REPEATED) { /* a bit is not set; with FORMAT_BYTES none is passed */
        mark(worker, MARK_REPEATED);
        return false;
    }
    worker->tally.found[verdict]++;
    mark(worker, verdict);
    return choice == ENTRY_CHOSEN && writes_lines(worker->run->task);
}

/* ---- Messages ---- */

/* Returns the number of a line in its file, from that in its block, in the turn. */
static uint64_t number_in_file(const struct check_worker *worker, uint64_t number) {
    return number + (worker->base.block.begins_file ? 0 : worker->run->lines_of_file);
}

void end_run(struct check_worker *worker, uint64_t number) {
    flush_output(&worker->base.out);
    end_rejections(&worker->run->work.rejections);
    worker->tally.lines = number;
    add_tally(&worker->base);
    stop_work(&worker->run->work);
}

/* Ends the run after this line of the block: too much has been rejected. */
static void stop(struct check_worker *worker, uint64_t number) {
    const uint64_t rejected = worker->run->result.rejected;
    end_run(worker, number);
    complain("stopped after %" PRIu64 " rejected line%s", rejected, rejected == 1 ? "" : "s");
}

/* Says how to read a table with a column of positions, once its first line is rejected. */
static void suggest_column(const struct check_worker *worker, const char *line, size_t length) {
    const struct column_choice *const choice = &worker->run->task->column;
    if (has_table(choice) || worker->run->work.stopped || !find_fen_column(line, length, SEPARATOR_OF_LINE))
        return;
    complain("%s: this is a table with a column for FEN: --column fen reads it", worker->base.block.file);
}

void note_rejected(struct worker *base, uint64_t number) {
    struct check_worker *const worker = (struct check_worker *)base;
    struct check_run *const run = worker->run;
    mark(worker, MARK_REJECTED);
    if (++run->result.rejected == run->task->rejected_max)
        stop(worker, number);
}

/* Rejects a line. number: in its block. */
static void reject(struct check_worker *worker, uint64_t number, size_t offset, const char *message) {
    if (!may_complain(&worker->base))
        return;
    report_rejection(&worker->run->work.rejections, worker->base.block.file, number_in_file(worker, number),
                     offset, message);
    note_rejected(&worker->base, number);
}

/* ---- Lines ---- */

/* Returns whether lines[i] has a position after all. Rejects the line when it has none. */
static bool reread_line(struct check_worker *worker, size_t i) {
    const struct check_task *task = worker->run->task;
    ks_checked_line *line = &worker->lines[i];
    ks_error error;
    if (check_line(task, worker->table, worker->base.block.text + line->offset, line,
                   task->choosing.unique ? &worker->keys[i] : NULL, &error))
        return true;
    reject(worker, line->number, error.offset, error.message);
    if (worker->base.block.begins_file && line->number == 1)
        suggest_column(worker, worker->base.block.text + line->offset, line->length);
    return false;
}

enum { AHEAD = 32 }; /* so many keys before its own, memory for a key is fetched */

static void expect_first(const struct check_worker *worker, size_t count) {
    for (size_t i = 0; i < count && i < AHEAD; i++)
        expect_position(&worker->base.work->chooser.seen, worker->keys[i]);
}

/* Whether the position of lines[i], of count lines, was there before. */
static bool is_repeated_line(struct check_worker *worker, size_t i, size_t count) {
    if (i + AHEAD < count)
        expect_position(&worker->base.work->chooser.seen, worker->keys[i + AHEAD]);
    return is_repeated(&worker->base, worker->keys[i], "positions",
                       number_in_file(worker, worker->lines[i].number));
}

/* Returns whether the position of a line is asked for by more than its verdict; rejects a line that does not
 * tell. */
static enum entry_fit find_fit(struct check_worker *worker, const ks_checked_line *line) {
    ks_error error;
    const enum entry_fit fit =
        choose_line(worker->run->task, worker->table, worker->base.block.text + line->offset, line->length,
                    &worker->base.chosen.entries, &error);
    if (fit == ENTRY_WRONG)
        reject(worker, line->number, error.offset, error.message);
    return fit;
}

static void write_position(struct check_worker *worker, const ks_checked_line *line) {
    put_line(&worker->base.out, worker->run->task, line, worker->base.block.text + line->offset,
             &(struct place){worker->base.block.file, worker->table, worker->lines_before + line->number});
    flush_full(&worker->base);
}

/* Takes lines[i], of count lines: whether its key was there before is known only in the turn. */
static void take_line(struct check_worker *worker, size_t i, size_t count) {
    struct chooser *const chooser = &worker->base.work->chooser;
    const struct choosing *const choosing = chooser->choosing;
    const ks_checked_line *const line = &worker->lines[i];
    const enum ks_verdict verdict = line->verdict;
    if (is_left_out(chooser))
        return;
    const enum entry_fit fit = choosing->choice.filters ? find_fit(worker, line) : ENTRY_FITS;
    if (fit == ENTRY_WRONG)
        return;
    const enum entry_choice choice = fit == ENTRY_FALLS                                       ? ENTRY_PASSED
                                     : choosing->unique && is_repeated_line(worker, i, count) ? ENTRY_REPEATED
                                     : choose_verdict(chooser, verdict)                       ? ENTRY_CHOSEN
                                                                        : ENTRY_OTHERWISE_JUDGED;
    if (note_choice(worker, choice, verdict))
        write_position(worker, line);
    if (has_enough(chooser))
        end_run(worker, line->number);
}

/* Lines are counted in few steps when nothing but their verdict is asked. */
static void put_lines(struct check_worker *worker, size_t count) {
    const struct check_task *const task = worker->run->task;
    const bool written = writes_lines(task), plain = (written || task->count) &&
                                                     !chooses_in_order(&task->choosing) &&
                                                     !task->choosing.choice.filters;
    worker->base.work->done += count;
    if (needs_order(task))
        take_turn(&worker->base);
    if (task->choosing.unique)
        expect_first(worker, count);
    for (size_t i = 0; i < count && !is_stopped(&worker->base); i++) {
        const ks_checked_line *const line = &worker->lines[i];
        if (line->verdict == KS_VERDICTS && !reread_line(worker, i))
            continue;
        if (!plain) {
            take_line(worker, i, count);
            continue;
        }
        worker->tally.found[line->verdict]++;
        if (written && task->choosing.only[line->verdict])
            write_position(worker, line);
    }
}

/* ---- Blocks ---- */

static ks_text_cursor after_header(const struct block *block) {
    const char *newline = memchr(block->text, '\n', block->length);
    return (ks_text_cursor){newline ? (size_t)(newline - block->text) + 1 : block->length, 1};
}

static void reject_long_line(struct check_worker *worker) {
    char message[64];
    snprintf(message, sizeof message, "the line is longer than the limit of %d bytes", LINE_LIMIT);
    reject(worker, 1, LINE_LIMIT, message);
}

static uint64_t check_text(struct check_worker *worker, ks_text_cursor cursor) {
    const struct check_task *task = worker->run->task;
    const struct block *block = &worker->base.block;
    if (task->jobs == 1) /* there is no other worker */
        take_turn(&worker->base);
    struct position_key *keys = task->choosing.unique ? worker->keys : NULL;
    for (size_t count; (count = check_lines(task, worker->table, block->text, block->length, &cursor,
                                            worker->lines, keys, LINES_AT_A_TIME)) > 0;)
        put_lines(worker, count);
    return cursor.line;
}

uint64_t check_lines_of_block(struct check_worker *worker) {
    const struct block *block = &worker->base.block;
    const bool header = worker->run->task->column.header && block->begins_file && !worker->table->is_json;
    if (header)
        put_table_header(&worker->base.out, worker->run->task, worker->table);
    if (block->kind != BLOCK_LONG_LINE)
        return check_text(worker, header ? after_header(block) : (ks_text_cursor){0, 0});
    if (!header)
        reject_long_line(worker);
    return 1;
}
