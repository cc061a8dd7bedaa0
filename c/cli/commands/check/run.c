/* Runs `kingscan check`: says what a worker does with a block of each kind. */
#include "cli/commands/check/worker.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"

static bool is_of_games(const struct block *block) {
    return block->kind == BLOCK_GAMES || block->kind == BLOCK_PART;
}

static bool is_of_data(const struct block *block) {
    return block->kind == BLOCK_DATA || block->kind == BLOCK_DATA_PART;
}

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
    if (is_of_games(&worker->base.block) && !run->variants)
        run->variants = load_chosen_variants(&run->task->reading.variant);
    worker->table = run->table;
    worker->lines_before = run->lines_read;
    if (run->task->format == FORMAT_JSON)
        run->lines_read += count_lines(&worker->base.block);
}

/* ---- Files that are not read ---- */

static void refuse_foreign(struct worker *worker) {
    if (strcmp(worker->block.foreign->name, "JSON Lines") == 0)
        refuse_block(worker, "this is JSON Lines, not FEN, EPD or PGN: --field fen reads the member of each "
                             "line that is called fen");
    else
        report_foreign(worker, "FEN, EPD or PGN");
}

/* Reports a file without the column that is asked for. */
static void report_column(struct check_worker *worker) {
    if (!worker->base.block.begins_file || !may_complain(&worker->base))
        return;
    complain_at(worker->base.block.file, 1, 0, worker->table->error);
    worker->run->work.failed = true;
}

/* Returns why a block of games, training data or lines cannot be read by the task's options, or NULL. The
 * reason may be written into `why`. */
static const char *find_refusal(const struct check_worker *worker, char why[WHY_SIZE]) {
    const struct check_task *const task = worker->run->task;
    const struct block *const block = &worker->base.block;
    const bool column = has_table(&task->column) || task->column.header,
               lenient = task->reading.fen_flags & KS_FEN_LENIENT, data = is_of_data(block);
    if (is_of_games(block))
        return task->variant ? "--variant: in PGN, each game's tag Variant names its variant"
               : column      ? "--column: games in PGN are no table"
               : lenient     ? "--lenient is for lines, and these are games"
                             : NULL;
    if (!data && task->reading.variant.file && !task->variant)
        return "--variants: these are no games, whose tags name their variants; expected --variant NAME too";
    if (task->for_games && block->length > 0) {
        snprintf(why, WHY_SIZE, "--%s is for games in PGN, and these are none", task->for_games);
        return why;
    }
    if (!data) /* objects of JSON have no last column */
        return worker->table->is_json && task->add_fen
                   ? "--add-fen is for columns, and these are JSON: --json has the FEN"
                   : NULL;
    return task->variant                           ? "--variant: training data are of chess"
           : column                                ? "--column: training data are no table"
           : lenient                               ? "--lenient is for lines, and these are training data"
           : task->reading.fen_ep == FEN_EP_ALWAYS ? "--fen-ep always: the move before an entry is not there"
           : lacks_what_is_asked(&task->choosing, KS_PGN_SCORES_NONE, block, why) ? why
                                                                                  : NULL;
}

/* Returns whether the worker's block is not read, and says why. */
static bool refuses_block(struct check_worker *worker) {
    struct worker *const base = &worker->base;
    char text[WHY_SIZE];
    const char *why = NULL;
    if (base->block.kind == BLOCK_UNREADABLE)
        report_unreadable(base, base->block.file, base->block.reason);
    else if (base->block.kind == BLOCK_FOREIGN)
        refuse_foreign(base);
    else if (!is_of_data(&base->block) && !is_of_games(&base->block) && worker->table->error[0])
        report_column(worker);
    else if ((why = find_refusal(worker, text)) != NULL)
        refuse_block(base, why);
    else
        return false;
    if (base->block.kind == BLOCK_GAMES || base->block.kind == BLOCK_DATA)
        close_input(&base->block.input);
    return true;
}

/* ---- Blocks ---- */

/* Returns the number of lines. */
static uint64_t check_any_block(struct check_worker *worker) {
    if (refuses_block(worker))
        return 0;
    return is_of_data(&worker->base.block)    ? check_data(worker)
           : is_of_games(&worker->base.block) ? check_games(worker)
                                              : check_lines_of_block(worker);
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
    TALLY(check_worker, tally, check_run, result.counts),
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
    add_named_tags(&run->work.tags, PRINTED_TAG, task->tags);
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
