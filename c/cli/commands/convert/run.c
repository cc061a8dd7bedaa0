/* Runs `kingscan convert`: reads the files, one after the other or interleaved, and writes their entries.
 * With --interleave, all files are open at the same time. Each has a batch at hand, from which its next unit
 * is taken when the file is drawn. */
#include "cli/commands/convert/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/process.h"
#include "game/data/parts.h"

/* ==== Entries ==== */

static void report(struct convert_run *run, struct source_file *file, const char *place,
                   const char *message) {
    progress_clear(&run->progress);
    run->faults++;
    if (count_rejection(&file->rejections, file->block.file))
        complain_of_data(&file->reader, place, message);
}

static void report_unreadable(struct convert_run *run, const struct source_file *file, const char *reason) {
    progress_clear(&run->progress);
    complain("%s: %s", file->block.file, reason);
    run->failed = true;
}

/* Returns whether an entry of a game is of no use: the last one, without a move, where moves are written. */
static bool is_of_no_use(const struct convert_run *run, const struct source_file *file, size_t i) {
    return file->batch->kinds[i] & KS_DATA_NO_MOVE && ks_data_facts_of(run->result.format) & KS_DATA_HAS_MOVE;
}

/* A game ends where the format has no room for a position: what follows would be another game. */
static bool is_in_rest(struct convert_run *run, struct source_file *file, size_t i) {
    if (file->batch->kinds[i] & KS_DATA_FIRST)
        file->rest_left_out = false;
    run->missing.rest += file->rest_left_out;
    return file->rest_left_out;
}

/* An entry that is chosen or not. */
struct entry_of_run {
    struct convert_run *run;
    struct source_file *file;
};

/* passed: the entry is not chosen, and is marked so. */
static void copy_entry(struct convert_run *run, struct source_file *file, size_t i, bool passed) {
    char place[PLACE_SIZE];
    struct outgoing_entry entry;
    ks_error error;
    if (!supply_entry(&run->supply, &run->missing, run->result.format, file->batch, i, &entry))
        return;
    if (passed) {
        entry.score = KS_DATA_SKIPPED;
        entry.marked = false;
    }
    const int code = write_result(&run->result, file->reader.data, file->batch, i, &entry, &error);
    run->written += code == KS_OK;
    run->missing.marked += code == KS_OK && entry.marked;
    if (code == KS_OK)
        return;
    file->rest_left_out = file->reader.format == KS_DATA_PGN;
    if (code == KS_ERROR_DATA_SINK) { /* which has said why */
        run->failed = true;
        return;
    }
    write_entry_place(&file->reader, i, place);
    report(run, file, place, error.message);
}

static void report_no_position(void *context, size_t i, const ks_error *error) {
    const struct entry_of_run *const entry = context;
    char place[PLACE_SIZE];
    write_entry_place(&entry->file->reader, i, place);
    report(entry->run, entry->file, place, error->message);
}

/* Copies an entry that is chosen; one that is not is marked or left out, and one that is no position is left
 * out. */
static void take_entry(struct convert_run *run, struct source_file *file, size_t i) {
    struct entry_of_run entry = {run, file};
    run->positions++;
    if (file->reader.format == KS_DATA_PGN && (is_of_no_use(run, file, i) || is_in_rest(run, file, i)))
        return;
    const enum entry_choice choice =
        run->chooser.choosing->any
            ? choose_entry(&run->chooser, &file->reader, file->batch, i, &file->verdicts[i], &run->choice,
                           report_no_position, &entry)
            : ENTRY_CHOSEN;
    if (choice == ENTRY_CHOSEN || (choice == ENTRY_PASSED && run->marks))
        copy_entry(run, file, i, choice == ENTRY_PASSED);
}

/* Reads the next batch. */
static bool read_batch(const struct convert_run *run, struct source_file *file) {
    uint64_t checkers[KS_DATA_BATCH];
    file->batch = ks_data_next(file->reader.data);
    if (file->batch && file->batch->count > 0 && run->chooser.choosing->any)
        find_entry_verdicts(file->batch, file->batch->illegal != NULL, file->verdicts, checkers);
    return file->batch;
}

/* Reports the fault after the entries of the last batch, if there is one. */
static void report_fault(struct convert_run *run, struct source_file *file) {
    const ks_data_batch *const batch = file->batch;
    char place[PLACE_SIZE], message[FAULT_SIZE];
    if (batch->fault && batch->fault->code == KS_ERROR_DATA_SOURCE) {
        report_unreadable(run, file, file->block.input.reason);
    } else if (batch->fault && !interrupted) { /* else the data end where the run does */
        write_fault(&file->reader, batch, place, message);
        report(run, file, place, message);
    }
}

static void show_progress(struct convert_run *run, const struct source_file *file) {
    double share = SHARE_UNKNOWN;
    if (!progress_is_due(&run->progress))
        return;
    if (run->interleave)
        share = share_drawn(run->interleave);
    else if (run->amount > 0)
        share = share_read(run->amount, run->source.files, &file->block.input);
    progress_show(&run->progress, run->positions, "positions", share);
}

/* ==== Files ==== */

static struct source_file *new_source_file(const struct convert_run *run) {
    struct source_file *const file = given(calloc(1, sizeof *file));
    file->rejections.shown = run->rejections_shown;
    return file;
}

static void free_source_file(struct convert_run *run, struct source_file *file) {
    progress_clear(&run->progress);
    end_rejections(&file->rejections);
    if (file->reader.block)
        close_data_file(&file->reader);
    free(file);
}

static bool has_data(const struct source_file *file) {
    return file->block.kind == BLOCK_DATA || file->block.kind == BLOCK_DATA_PART;
}

static void refuse_file(struct convert_run *run, struct source_file *file) {
    struct block *const block = &file->block;
    progress_clear(&run->progress);
    complain_of_no_data(block);
    run->failed = true;
    if (block->kind == BLOCK_GAMES)
        close_input(&block->input);
    if (block->kind != BLOCK_UNREADABLE)
        skip_rest_of_file(&run->source);
}

static bool goes_on(const struct convert_run *run) {
    return !run->failed && !interrupted && !has_enough(&run->chooser);
}

/* Returns whether the output needs what the file does not have. */
static bool lacks_facts(const struct convert_run *run, const struct source_file *file) {
    return !can_supply(&run->supply, ks_data_facts_of(file->reader.format), run->result.format);
}

static void refuse_facts(struct convert_run *run, const struct source_file *file) {
    char why[128];
    snprintf(why, sizeof why, "FEN has no score and no result, which %s needs; EPD and JSON Lines have them",
             ks_data_format_name(run->result.format));
    report_unreadable(run, file, why);
}

/* Opens the next file. Returns false when there is none, or it cannot be read. */
static bool open_next(struct convert_run *run, struct source_file *file) {
    const unsigned flags = run->chooser.choosing->any ? KS_DATA_LEGALITY : KS_DATA_DEFAULT;
    char why[WHY_SIZE];
    ks_error error;
    if (!goes_on(run) || !next_block(&run->source, &file->block))
        return false;
    if (!has_data(file))
        refuse_file(run, file);
    else if (!open_data_file(&file->reader, &file->block, flags | run->scores, &error))
        report_unreadable(run, file, error.message);
    else if (lacks_facts(run, file))
        refuse_facts(run, file);
    else if (lacks_asked_fact(&run->chooser.choosing->choice, &file->block, why))
        report_unreadable(run, file, why);
    return !run->failed;
}

/* ==== One after the other ==== */

static void convert_file(struct convert_run *run, struct source_file *file) {
    unsigned n = 0;
    while (goes_on(run) && read_batch(run, file)) {
        for (size_t i = 0; i < file->batch->count && goes_on(run); i++)
            take_entry(run, file, i);
        if (goes_on(run))
            report_fault(run, file);
        if (n++ % 1024 == 0)
            show_progress(run, file);
    }
    close_data_file(&file->reader);
}

static void convert_in_order(struct convert_run *run) {
    struct source_file *const file = new_source_file(run);
    while (open_next(run, file))
        convert_file(run, file);
    free_source_file(run, file);
}

/* ==== By turns ==== */

/* Reads on to a batch that has entries, and reports the faults before it. Returns false at the end of the
 * file, which is closed then. */
static bool read_on(struct convert_run *run, struct source_file *file) {
    do {
        if (file->batch)
            report_fault(run, file);
        if (!goes_on(run) || !read_batch(run, file))
            file->batch = NULL;
    } while (file->batch && file->batch->count == 0);
    file->next = 0;
    if (!file->batch)
        close_data_file(&file->reader);
    return file->batch != NULL;
}

/* Opens the next file that has entries, up to the first of them. Returns false when there is none. */
static bool open_source_file(struct convert_run *run, struct source_file *file) {
    uint64_t size = 0;
    while (open_next(run, file)) {
        if (!find_size_of_data(&file->block.input, &size)) {
            report_unreadable(run, file, file->block.input.reason);
            return false;
        }
        if (read_on(run, file)) {
            add_file(run->interleave, size, file->reader.data, file->batch,
                     ks_data_has_chains(run->result.format));
            return true;
        }
        end_rejections(&file->rejections);
    }
    return false;
}

/* Writes the next unit of a file, which goes on in further batches. */
static void copy_unit(struct convert_run *run, struct source_file *file, size_t number) {
    do {
        take_entry(run, file, file->next++);
        if (file->next < file->batch->count)
            continue;
        if (!read_on(run, file)) {
            end_file(run->interleave, number);
            return;
        }
        note_batch(run->interleave, number, file->reader.data);
        show_progress(run, file);
    } while (goes_on(run) && goes_on_with_unit(&run->result, file->reader.data, file->next));
}

static void convert_by_turns(struct convert_run *run, size_t count) {
    struct source_file *files[INTERLEAVED_MAX];
    size_t open = 0;
    processes_expect((unsigned)count);
    for (bool found = true; found && open < count; open++) {
        files[open] = new_source_file(run);
        found = open_source_file(run, files[open]);
    }
    while (goes_on(run) && files_are_left(run->interleave)) {
        const size_t number = draw_file(run->interleave);
        copy_unit(run, files[number], number);
    }
    for (size_t i = 0; i < open; i++)
        free_source_file(run, files[i]);
}

void convert_files(struct convert_run *run, char *const *files, bool show) {
    size_t count = 0;
    while (files[count])
        count++;
    run->amount = show ? amount_of_files(files) : 0;
    progress_start(&run->progress, show);
    start_blocks(&run->source, files);
    if (run->interleave)
        convert_by_turns(run, count);
    else
        convert_in_order(run);
    progress_clear(&run->progress);
    report_lacking(&run->choice);
    run->failed |= is_overfull(&run->chooser);
}
