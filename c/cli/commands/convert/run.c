/* Runs `kingscan convert`: the entries of blocks are chosen, supplied with what they lack, and written. Each
 * of several threads writes a part of its own for each block that it reads. With --interleave, one worker has
 * all files open at the same time, each with a batch at hand, from which its next unit is taken when the file
 * is drawn. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/draft.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/convert/counts.h"
#include "cli/commands/convert/interleave.h"
#include "cli/commands/convert/result.h"
#include "cli/commands/convert/task.h"
#include "cli/io/process.h"
#include "cli/run/entries.h"
#include "game/data/parts.h"

struct convert_run {
    struct work work;
    const struct convert_task *task;
    struct draft *draft; /* where several workers write it */
    struct convert_counts counts;
    uint64_t faults;               /* and entries that could not be written */
    bool whole;                    /* the output is */
    struct interleave *interleave; /* NULL for one file after the other */
};

/* A file that is read, or a part of one. */
struct source_file {
    struct entry_reader reader;
    struct rejections rejections;
    uint64_t blocks, damaged; /* of .binpack: up to the last one that was met, and with a fault */
    bool rest_left_out;       /* the game has ended early; until the next one begins */

    /* For files that are read by turns: */
    size_t next;         /* its entry that comes next */
    struct block *block; /* for all but the first file, whose block is the worker's */
};

struct convert_worker {
    struct worker base;
    struct convert_run *run;
    struct convert_counts counts; /* of the block */
    struct result result;
    struct source_file *file; /* that is read */
    struct told *scaled;      /* what is told of a game, with its scores in other units */
    size_t scaled_room;
};

/* ==== Entries ==== */

/* Ends the run, whose output is not kept. The counts so far are told all the same. */
static void give_up(struct convert_worker *worker) {
    take_turn(&worker->base);
    if (!is_stopped(&worker->base))
        add_tally(&worker->base);
    worker->base.work->failed = true;
    stop_work(worker->base.work);
}

/* Returns whether an entry of a game is of no use: the last one, without a move, where moves are written. */
static bool is_of_no_use(const struct convert_worker *worker, const ks_data_batch *batch, size_t i) {
    return batch->kinds[i] & KS_DATA_NO_MOVE &&
           ks_data_format_facts(worker->run->task->to) & KS_DATA_HAS_MOVE;
}

/* A game ends where the format has no room for a position: what follows would be another game. */
static bool is_in_rest(struct convert_worker *worker, size_t i) {
    struct source_file *const file = worker->file;
    if (file->reader.batch->kinds[i] & KS_DATA_FIRST)
        file->rest_left_out = false;
    worker->counts.missing.rest += file->rest_left_out;
    return file->rest_left_out;
}

/* passed says that the entry is not chosen, and is marked so. Returns whether further entries are wanted, as
 * far as that depends on this one. */
static bool copy_entry(struct convert_worker *worker, size_t i, bool passed) {
    struct entry_reader *const reader = &worker->file->reader;
    struct convert_counts *const counts = &worker->counts;
    const ks_data_batch *const batch = reader->batch;
    struct outgoing_entry entry = {
        .data = reader->data, .batch = batch, .i = i, .score = batch->scores[i], .known = batch->known[i]};
    ks_error error;
    if (!supply_entry(worker->run->task, &counts->missing, &entry))
        return true;
    if (passed) {
        entry.score = KS_DATA_SKIPPED;
        entry.marked = false;
    }
    const int code = write_result(&worker->result, &entry, &error);
    if (code == KS_OK) {
        *(passed ? &counts->others : &counts->kept) += 1;
        counts->missing.marked += entry.marked;
        return true;
    }
    worker->file->rest_left_out = reader->format == KS_DATA_PGN;
    if (code == KS_ERROR_DATA_SINK) { /* which has said why */
        give_up(worker);
        return false;
    }
    counts->lost++;
    report_entry(reader, i, &error);
    return wants_more(&worker->base);
}

/* Copies an entry that is chosen; one that is not is marked or left out. */
static bool take_by_choice(struct convert_worker *worker, size_t i) {
    struct entry_reader *const reader = &worker->file->reader;
    const enum entry_choice choice = choose_entry(reader, i);
    if (choice == ENTRY_NO_POSITION)
        worker->counts.lost++;
    else if (choice == ENTRY_CHOSEN || worker->run->task->marks)
        copy_entry(worker, i, choice != ENTRY_CHOSEN);
    else
        worker->counts.others++;
    return wants_more(&worker->base);
}

/* Takes an entry; one with a fault is left out. Returns whether further entries are wanted. */
static bool take_entry(struct convert_worker *worker, size_t i) {
    struct entry_reader *const reader = &worker->file->reader;
    if (reader->format == KS_DATA_PGN && (is_of_no_use(worker, reader->batch, i) || is_in_rest(worker, i)))
        return true;
    if (!passes_strictly(reader, i)) {
        worker->counts.lost++;
        return wants_more(&worker->base);
    }
    return reader->judges ? take_by_choice(worker, i) : copy_entry(worker, i, false);
}

/* ==== Whole games ==== */

/* Returns whether nothing asks for the positions of games, which then need not be made: .binpack is written
 * from their moves. */
static bool takes_games(const struct convert_worker *worker) {
    const struct entry_reader *const reader = &worker->file->reader;
    const struct result *const result = &worker->result;
    return result->task->to == KS_DATA_BINPACK && !reader->judges && !reader->strict &&
           result->task->split == 0 && !result->units.shuffle;
}

/* Makes a game's scores those in other units. */
static void scale_game(struct convert_worker *worker, struct whole_game *game) {
    const uint64_t scale = worker->run->task->supply.scale;
    const unsigned count = game->count + 2;
    if (count > worker->scaled_room) {
        worker->scaled_room = 2 * count;
        worker->scaled = given(realloc(worker->scaled, worker->scaled_room * sizeof *worker->scaled));
    }
    for (unsigned n = 0; n < count; n++) {
        struct told *const told = &worker->scaled[n];
        *told = game->told[n];
        told->eval = (int16_t)scaled_score(told->eval, scale);
        told->note = (int16_t)scaled_score(told->note, scale);
    }
    game->told = worker->scaled;
}

/* Copies a game, up to an entry that needs a look: those from there on are taken one by one. */
static void copy_game(struct convert_worker *worker, const struct whole_game *game) {
    const struct supply *const supply = &worker->run->task->supply;
    struct whole_game outgoing = *game;
    if (!(game->known & KS_DATA_HAS_RESULT) && !supply->unknown_is_draw)
        return;
    if (supply->scale != SCALE_ONE)
        scale_game(worker, &outgoing);
    unsigned without_score;
    const unsigned n = ks_write_game(worker->result.writer, &outgoing, &without_score);
    worker->counts.missing.marked += supply->has_score ? 0 : without_score;
    worker->counts.kept += n;
    worker->counts.games_read += n > 0;
    worker->base.work->done += n;
    worker->file->rest_left_out = false;
    ks_data_pass_entries(worker->file->reader.data, n > 0 && n == game->count ? n + 1 : n);
}

/* ==== Batches ==== */

/* Counts the blocks up to this one. */
static void count_blocks(struct convert_worker *worker, uint64_t block) {
    if (block >= worker->file->blocks) {
        worker->counts.blocks += block + 1 - worker->file->blocks;
        worker->file->blocks = block + 1;
    }
}

/* Counts the chains, games and blocks that begin in a batch. */
static void count_batch(struct convert_worker *worker) {
    const struct entry_reader *const reader = &worker->file->reader;
    const ks_data_batch *const batch = reader->batch;
    worker->base.work->done += batch->count;
    if (!ks_data_has_chains(reader->format) || batch->count == 0 ||
        !(worker->run->task->summary || worker->run->task->repairs))
        return;
    uint64_t *const begun =
        reader->format == KS_DATA_BINPACK ? &worker->counts.chains_read : &worker->counts.games_read;
    for (size_t i = 0; i < batch->count; i++)
        *begun += (batch->kinds[i] & KS_DATA_FIRST) != 0;
    if (reader->format == KS_DATA_BINPACK)
        count_blocks(worker, ks_data_get_place(reader->data, batch->count - 1).block);
}

/* Counts what a fault loses: records of a size, a record of text, or bytes with some entries. */
static void count_lost(struct convert_worker *worker) {
    const struct entry_reader *const reader = &worker->file->reader;
    const ks_data_batch *const batch = reader->batch;
    const unsigned size = ks_data_format_record_size(reader->format);
    if (size > 0)
        worker->counts.lost += (batch->lost + size - 1) / size;
    else if (ks_data_is_text(reader->format))
        worker->counts.lost++;
    else
        worker->counts.lost_bytes += batch->lost;
    if (reader->format == KS_DATA_BINPACK) {
        count_blocks(worker, batch->fault_place.block);
        worker->counts.damaged += batch->fault_place.block >= worker->file->damaged;
        worker->file->damaged = batch->fault_place.block + 1;
    }
}

/* Reports the fault after the entries of the last batch, if there is one. */
static void end_batch(struct convert_worker *worker) {
    struct entry_reader *const reader = &worker->file->reader;
    const ks_error *const fault = reader->batch->fault;
    if (!fault || !wants_more(&worker->base))
        return;
    report_fault(reader);
    if (fault->code != KS_ERROR_DATA_SOURCE)
        count_lost(worker);
    else if (!reader->repairs && !interrupted)
        give_up(worker);
}

/* ==== Files ==== */

/* Tells from the entries that were read how many the lost bytes had. */
static void estimate_lost(struct convert_counts *counts, const struct entry_reader *reader) {
    if (counts->lost_bytes > 0 && counts->lost_bytes < reader->read)
        counts->lost_about = (uint64_t)((double)reader->entries * (double)counts->lost_bytes /
                                            (double)(reader->read - counts->lost_bytes) +
                                        0.5);
}

static struct source_file *new_source_file(struct convert_worker *worker) {
    struct convert_run *const run = worker->run;
    struct source_file *const file = given(calloc(1, sizeof *file));
    file->rejections.shown = run->task->rejected_shown;
    file->reader = (struct entry_reader){.worker = &worker->base,
                                         .rejections = &run->work.rejections,
                                         .strict = run->task->strict,
                                         .repairs = run->task->repairs,
                                         .judges = run->task->choosing.any};
    return file;
}

/* Returns whether the file is to be opened and read anew. */
static bool close_file(struct convert_worker *worker) {
    const bool again = close_entries(&worker->file->reader);
    worker->counts.bytes_read += again ? 0 : worker->file->reader.read;
    return again;
}

/* Returns whether the output needs what the file does not have; then *why says what. */
static bool lacks_facts(const struct convert_worker *worker, const struct block *block, char why[WHY_SIZE]) {
    const struct convert_run *const run = worker->run;
    const bool lacks = !can_supply(run->task, ks_data_format_facts(block->data_format));
    if (lacks)
        snprintf(why, WHY_SIZE,
                 "FEN has no score and no result, which %s needs; EPD and JSON Lines have them",
                 ks_data_format_name(run->task->to));
    return lacks || lacks_what_is_asked(&run->task->choosing, run->task->scores, block, why);
}

/* Opens a block of entries. Returns false, and gives up, when it cannot be read. */
static bool open_file(struct convert_worker *worker, struct block *block) {
    const struct convert_task *const task = worker->run->task;
    struct source_file *const file = worker->file;
    const bool by_legality = block->data_format == KS_DATA_BINPACK || block->data_format == KS_DATA_VIRI;
    const unsigned flags = task->scores | ks_data_flags_of_choice(&task->choosing.choice) |
                           (task->choosing.any && by_legality ? KS_DATA_LEGALITY : KS_DATA_DEFAULT);
    char why[WHY_SIZE];
    bool open = false;
    file->blocks = file->damaged = 0;
    file->rest_left_out = false;
    file->reader.block = block;
    if (!has_entries(block))
        refuse_no_entries(&worker->base, block);
    else if (lacks_facts(worker, block, why))
        report_unreadable(&worker->base, block->file, why);
    else
        open = open_entries(&file->reader, block, flags);
    if (!open && has_entries(block))
        close_entries(&file->reader);
    if (!open && !is_stopped(&worker->base))
        give_up(worker);
    return open;
}

/* ==== One after the other ==== */

/* Reads the block to its end. Returns whether it is to be read anew. */
static bool read_through(struct convert_worker *worker) {
    struct entry_reader *const reader = &worker->file->reader;
    const struct convert_task *const task = worker->run->task;
    if (!open_file(worker, &worker->base.block))
        return false;
    if (takes_games(worker))
        ks_data_give_games(reader->data, task->supply.has_score ? task->supply.score : (int)KS_DATA_SKIPPED);
    for (unsigned n = 0; next_entries(reader); n++) {
        const struct whole_game *const game = ks_data_get_game(reader->data);
        if (game)
            copy_game(worker, game);
        for (size_t i = 0; i < reader->batch->count && take_entry(worker, i);)
            i++;
        count_batch(worker);
        end_batch(worker);
        flush_full(&worker->base);
        if (n % 1024 == 0)
            show_work(&worker->base);
    }
    end_part_of_result(&worker->result);
    const bool again = close_file(worker);
    estimate_lost(&worker->counts, reader);
    return again;
}

static void convert_block(struct convert_worker *worker) {
    const struct convert_task *const task = worker->run->task;
    if (task->jobs == 1 || task->repairs || chooses_in_order(&task->choosing))
        take_turn(&worker->base);
    const struct result_sums before = sums_of_result(&worker->result);
    while (!is_stopped(&worker->base) && read_through(worker))
        drop_from_result(&worker->result, before);
    if (worker->base.misplaced)
        drop_from_result(&worker->result, before);
}

/* ==== By turns ==== */

/* Reads on to a batch that has entries, and reports the faults before it. Returns false at the end of the
 * file, which is closed then. */
static bool read_on(struct convert_worker *worker) {
    struct source_file *const file = worker->file;
    do {
        if (file->reader.batch)
            end_batch(worker);
    } while (next_entries(&file->reader) && file->reader.batch->count == 0);
    file->next = 0;
    if (file->reader.batch)
        count_batch(worker);
    else
        close_file(worker);
    return file->reader.batch;
}

/* Opens the next file that has entries, up to the first of them. first says that the worker's own block comes
 * next. Returns false when there is none. */
static bool open_next(struct convert_worker *worker, bool first) {
    struct source_file *const file = worker->file;
    struct block *block = first ? &worker->base.block : file->block;
    uint64_t size = 0;
    while (!worker->base.work->stopped && (first || next_block(&worker->base.work->source, block))) {
        first = false;
        if (!open_file(worker, block))
            return false;
        if (!find_size_of_data(&block->input, &size)) {
            report_unreadable(&worker->base, block->file, block->input.reason);
            give_up(worker);
            return false;
        }
        if (read_on(worker)) {
            add_file(worker->run->interleave, size, file->reader.data, file->reader.batch,
                     ks_data_has_chains(worker->run->task->to));
            return true;
        }
        end_rejections(&file->rejections);
        block = file->block;
    }
    return false;
}

/* Writes the next unit of a file, which goes on in further batches. */
static void copy_unit(struct convert_worker *worker, size_t number) {
    struct source_file *const file = worker->file;
    do {
        take_entry(worker, file->next++);
        if (file->next < file->reader.batch->count)
            continue;
        if (!read_on(worker)) {
            end_file(worker->run->interleave, number);
            return;
        }
        note_batch(worker->run->interleave, number, file->reader.data);
        show_work(&worker->base);
    } while (wants_more(&worker->base) && goes_on_with_unit(&worker->result, file->reader.data, file->next));
}

static void convert_by_turns(struct convert_worker *worker) {
    struct source_file *files[INTERLEAVED_MAX];
    const size_t count = worker->run->task->file_count;
    size_t open = 0;
    take_turn(&worker->base);
    processes_expect((unsigned)count);
    for (bool found = true; found && open < count; open++) {
        worker->file = files[open] = new_source_file(worker);
        files[open]->reader.rejections = &files[open]->rejections;
        files[open]->block = given(calloc(1, sizeof *files[open]->block));
        found = open_next(worker, open == 0);
    }
    while (wants_more(&worker->base) && !interrupted && files_are_left(worker->run->interleave)) {
        const size_t number = draw_file(worker->run->interleave);
        worker->file = files[number];
        copy_unit(worker, number);
    }
    progress_clear(&worker->base.work->progress);
    for (size_t i = 0; i < open; i++) {
        end_rejections(&files[i]->rejections);
        if (files[i]->reader.data)
            close_entries(&files[i]->reader);
        free(files[i]->block);
        free(files[i]);
    }
    worker->file = NULL;
}

/* ==== Workers ==== */

static void begin_worker(struct worker *base) {
    struct convert_worker *const worker = (struct convert_worker *)base;
    struct convert_run *const run = (struct convert_run *)base->work;
    worker->run = run;
    worker->file = run->interleave ? NULL : new_source_file(worker);
    worker->result = (struct result){.task = run->task, .out = &base->out};
    if (run->draft)
        direct_to_draft(&base->out, run->draft);
    start_result(&worker->result);
}

static void read_block(struct worker *base) {
    struct convert_worker *const worker = (struct convert_worker *)base;
    if (worker->run->interleave)
        convert_by_turns(worker);
    else
        convert_block(worker);
}

static void note_rejected(struct worker *base, uint64_t entries) {
    (void)entries;
    ((struct convert_run *)base->work)->faults++;
}

/* Whether the output has all that it should have. A repair that finds nothing whole is none: the format may
 * be another one. */
static bool is_whole(struct convert_run *run) {
    const struct convert_task *const task = run->task;
    if (task->repairs && run->counts.kept == 0 && run->faults > 0 && !run->work.failed) {
        complain("--repair: nothing is whole, and %s is not written", task->file);
        run->work.failed = true;
    }
    return !run->work.failed && !interrupted && !is_overfull(&run->work.chooser);
}

static void end_worker(struct worker *base) {
    struct convert_worker *const worker = (struct convert_worker *)base;
    struct convert_run *const run = worker->run;
    run->whole &= end_result(&worker->result, is_whole(run));
    run->counts.chains += worker->result.chains;
    run->counts.bytes += worker->result.bytes + base->out.written;
    free(worker->scaled);
    free(worker->file);
}

static double share_of_files(const struct work *work) {
    const struct interleave *const interleave = ((const struct convert_run *)work)->interleave;
    return interleave ? share_drawn(interleave) : (double)SHARE_UNKNOWN;
}

static const struct work_steps steps = {
    .worker_size = sizeof(struct convert_worker),
    TALLY(convert_worker, counts, convert_run, counts),
    .units = "positions",
    .begin = begin_worker,
    .read = read_block,
    .rejected = note_rejected,
    .share = share_of_files,
    .end = end_worker,
};

/* ==== The run ==== */

static void tell_end(const struct convert_run *run) {
    const struct convert_task *const task = run->task;
    report_choice(&run->work);
    if (task->dry) {
        prepare_output(&standard_output);
        put_missing(task, &run->counts, run->faults);
        flush_output(&standard_output);
    } else {
        tell_missing(task, &run->counts);
    }
    if (task->repairs && run->whole)
        print_repaired(task, &run->counts);
    else if (task->summary)
        print_converted(task, &run->counts, run->faults, seconds_now() - run->work.progress.begun);
}

static void start_source(struct block_source *source, const struct convert_task *task) {
    source->data_format = task->from;
    source->takes_text = true;
    source->whole_records = task->strict;
    source->cut_games = task->jobs > 1 && !task->repairs && !chooses_in_order(&task->choosing);
}

int run_convert(const struct convert_task *task) {
    struct convert_run *const run = given(calloc(1, sizeof *run));
    run->task = task;
    run->whole = true;
    start_work(&run->work, &task->choosing, task->rejected_shown);
    start_source(&run->work.source, task);
    run->work.source.cut_finely = ks_data_is_text(task->to);
    if (task->interleave)
        run->interleave = new_interleave(task->choosing.seed);
    if (task->jobs > 1 && !task->dry)
        run->draft = open_draft(task->file, false);
    work_on_files(&run->work, &steps, task->files, task->jobs, task->show_progress);
    if (run->draft && !end_draft(run->draft, run->whole))
        run->whole = false;
    tell_end(run);
    const bool whole = run->whole, found = run->faults > 0;
    free(run->interleave);
    free(run);
    return interrupted ? STATUS_INTERRUPTED : !whole ? STATUS_FAILED : found ? STATUS_FOUND : STATUS_GOOD;
}
