/* Judges the entries of training data. Entries are judged many at a time; the whole position of one is made
 * when it is written, or when its verdict does not follow from its checkers. */
#include "cli/commands/check/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/check/line.h"
#include "cli/commands/check/worker.h"
#include "cli/positions/draw.h"
#include "cli/run/entries.h"
#include "game/data/parts.h"
#include "game/data/strict.h"
#include "game/data/writer.h"

/* ==== A file ==== */

struct data_check {
    struct check_worker *worker;
    const struct check_task *task;
    const struct choice *choice;
    struct data_file file;
    ks_data_format format;
    ks_data_writer *writer; /* NULL when lines are written */
    bool by_legality;       /* verdicts follow from legal moves */
    bool strict;
    bool tested;                /* the entries of the batch have passed; when strict */
    bool any_order;             /* blocks of .binpack come by turns: then nothing is reported */
    bool untold;                /* in any order, something was to be reported */
    struct entry_before before; /* when strict */
    uint64_t entries;           /* before the batch */
    uint64_t blocks, damaged;   /* of .binpack: up to the last one that was met, and with a fault */
};

/* ---- Places and faults ---- */

/* Counts the blocks up to this one. */
static void count_blocks(struct data_check *check, uint64_t block) {
    if (block >= check->blocks) {
        check->worker->tally.written.blocks += block + 1 - check->blocks;
        check->blocks = block + 1;
    }
}

/* Counts what a fault loses: records of a size, a record of .plain, or bytes with some entries. */
static void count_lost(struct data_check *check, const ks_data_batch *batch) {
    struct data_written *const written = &check->worker->tally.written;
    const unsigned size = ks_data_record_size(check->format);
    if (size > 0)
        written->lost += (batch->lost + size - 1) / size;
    else if (ks_data_is_text(check->format))
        written->lost++;
    else
        written->lost_bytes += batch->lost;
    if (check->format == KS_DATA_BINPACK) {
        count_blocks(check, batch->fault_place.block);
        written->damaged += batch->fault_place.block >= check->damaged;
        check->damaged = batch->fault_place.block + 1;
    }
}

/* Returns whether reports have to wait, since blocks come in any order: these are read anew then. */
static bool is_untold(struct data_check *check) {
    check->untold |= check->any_order;
    return check->any_order;
}

/* A repair keeps what came before an input breaks off, such as one that is compressed and was cut short. */
static void report_fault(struct data_check *check, const ks_data_batch *batch) {
    const char *const reason = check->worker->base.block.input.reason;
    char place[PLACE_SIZE], message[FAULT_SIZE];
    const bool breaks_off = batch->fault->code == KS_ERROR_DATA_SOURCE;
    if (is_untold(check))
        return;
    if (breaks_off && !check->task->output.repaired) {
        report_unreadable(&check->worker->base, check->worker->base.block.file, reason);
        return;
    }
    write_fault(&check->file, batch, place, message);
    if (breaks_off)
        snprintf(message, sizeof message, "%s", reason);
    else
        count_lost(check, batch);
    reject_at_place(check->worker, check->entries + batch->count, place, message);
}

static void report_entry(struct data_check *check, size_t i, const ks_error *error) {
    char place[PLACE_SIZE];
    if (is_untold(check))
        return;
    write_entry_place(&check->file, i, place);
    check->worker->tally.written.lost++;
    reject_at_place(check->worker, check->entries + i + 1, place, error->message);
}

/* ---- Choice ---- */

static bool is_chosen_entry(struct data_check *check, const ks_data_batch *batch, size_t i) {
    return ks_fits_entry(check->choice, check->file.data, batch, i, &check->worker->tally.choice);
}

/* ---- Output ---- */

/* Writes the move as UCI, or "-". */
static const char *write_move(const struct data_check *check, const ks_position *position,
                              const ks_data_batch *batch, size_t i, char text[KS_UCI_SIZE]) {
    if (batch->kinds[i] & KS_DATA_NO_MOVE)
        return "-";
    write_entry_uci(position, batch->moves[i], check->task->reading.uci, text);
    return text;
}

static void put_entry_json(struct data_check *check, const struct checked *checked, const char *move,
                           const ks_data_batch *batch, size_t i) {
    const ks_data_place place = place_in_data_file(&check->file, ks_data_get_place(check->file.data, i));
    struct json json = json_start(&check->worker->base.out);
    json_open_object(&json, NULL);
    json_string(&json, "verdict", ks_verdict_name(checked->verdict));
    json_squares(&json, "checkers", NULL, checked->checkers);
    json_text(&json, "fen", checked->line, checked->length);
    json_string(&json, "file", check->worker->base.block.file);
    if (ks_data_is_lines(check->format)) {
        json_unsigned(&json, "number", place.line);
    } else {
        json_unsigned(&json, "byte", place.offset);
        if (check->format == KS_DATA_BINPACK)
            json_unsigned(&json, "block", place.block);
        json_unsigned(&json, "chain", place.chain);
    }
    if (*move != '-')
        json_string(&json, "move", move);
    json_entry(&json, batch, i, batch->known[i], batch->scores[i]);
    json_close_object(&json);
    json_end_line(&json);
}

/* Writes a tab and a number, or "-" in its place. */
static void put_known(struct output *out, bool known, int number) {
    if (known)
        put_format(out, "\t%d", number);
    else
        put(out, "\t-", 2);
}

static void put_entry_tsv(struct data_check *check, const struct checked *checked, const char *move,
                          const ks_data_batch *batch, size_t i) {
    struct output *const out = &check->worker->base.out;
    const unsigned facts = batch->known[i];
    put_verdict(out, checked);
    put(out, checked->line, checked->length);
    put(out, "\t", 1);
    put_string(out, move);
    put_known(out, facts & KS_DATA_HAS_SCORE, batch->scores[i]);
    put_known(out, facts & KS_DATA_HAS_PLY, batch->plies[i]);
    put_known(out, facts & KS_DATA_HAS_RESULT, batch->results[i]);
    put(out, "\n", 1);
}

static void put_entry(struct data_check *check, const ks_position *position, const ks_data_batch *batch,
                      size_t i, enum ks_verdict verdict, uint64_t checkers) {
    struct output *const out = &check->worker->base.out;
    const enum check_format format = check->task->format;
    const bool x_fen = check->task->reading.fen_ep == FEN_EP_X_FEN;
    char fen[FEN_AS_EPD], uci[KS_UCI_SIZE];
    if (format == FORMAT_KEY) {
        put_key(out, position);
        flush_full(&check->worker->base);
        return;
    }
    char *const text = format == FORMAT_EPD ? place_in(out, FEN_AS_EPD) : fen;
    const struct checked checked = {.verdict = verdict,
                                    .checkers = {{checkers}},
                                    .line = text,
                                    .length = (x_fen ? ks_write_x_fen : ks_write_fen)(position, text)};
    if (format == FORMAT_EPD)
        put_epd_of_fen(out, &checked);
    else if (format == FORMAT_TSV)
        put_entry_tsv(check, &checked, write_move(check, position, batch, i, uci), batch, i);
    else if (format == FORMAT_JSON)
        put_entry_json(check, &checked, write_move(check, position, batch, i, uci), batch, i);
    else
        put_line_of_text(out, fen, checked.length);
    flush_full(&check->worker->base);
}

/* ---- Training data as output ---- */

/* Each block that a worker takes has a writer of its own, and its bytes are in the worker's output. So
 * threads encode at the same time, and no chain leads from one block to the next. */

static int store(void *context, const void *bytes, size_t length) {
    struct check_worker *const worker = context;
    put(&worker->base.out, bytes, length);
    worker->tally.written.bytes += length;
    return 1;
}

static void copy_entry(struct data_check *check, const ks_data_batch *batch, size_t i, bool kept) {
    struct data_written *const written = &check->worker->tally.written;
    const int score = kept ? batch->scores[i] : KS_DATA_SKIPPED;
    ks_error error;
    if (!kept && !check->task->output.marks) {
        written->others++;
        return;
    }
    if (ks_data_copy(check->writer, check->file.data, i, score, &error) != KS_OK) {
        report_entry(check, i, &error);
        return;
    }
    *(kept ? &written->kept : &written->others) += 1;
    flush_full(&check->worker->base);
}

static void count_chains(struct data_check *check, const ks_data_batch *batch) {
    struct data_written *const written = &check->worker->tally.written;
    if (!check->writer || !ks_data_has_chains(check->format))
        return;
    uint64_t *const begun = check->format == KS_DATA_VIRI ? &written->games_read : &written->chains_read;
    for (size_t i = 0; i < batch->count; i++)
        *begun += (batch->kinds[i] & KS_DATA_FIRST) != 0;
    if (check->format == KS_DATA_BINPACK && batch->count > 0)
        count_blocks(check, ks_data_get_place(check->file.data, batch->count - 1).block);
}

static bool open_writer(struct data_check *check) {
    ks_error error;
    if (!check->task->output.file)
        return true;
    check->writer =
        ks_data_writer_open(store, check->worker, (ks_data_format)check->task->output.format, &error);
    if (!check->writer)
        report_unreadable(&check->worker->base, check->worker->base.block.file, error.message);
    return check->writer != NULL;
}

/* Tells from the entries that were read how many the lost bytes had. */
static void estimate_lost(const struct data_check *check, struct data_written *written) {
    if (written->lost_bytes > 0 && written->lost_bytes < check->file.read)
        written->lost_about = (uint64_t)((double)check->entries * (double)written->lost_bytes /
                                             (double)(check->file.read - written->lost_bytes) +
                                         0.5);
}

static void close_writer(struct data_check *check) {
    struct data_written *const written = &check->worker->tally.written;
    if (!check->writer)
        return;
    estimate_lost(check, written);
    written->bytes_read += check->file.read;
    written->chains += check->writer->chains;
    (void)ks_data_writer_close(check->writer, NULL); /* store never fails: the output itself does */
    check->writer = NULL;
}

/* ---- Entries ---- */

/* Reads the position of an entry. Reports an entry without one, and returns false. */
static bool read_position(struct data_check *check, size_t i, ks_position *position) {
    ks_error error;
    const bool read = ks_data_get_position(check->file.data, i, position, &error) == KS_OK;
    if (!read)
        report_entry(check, i, &error);
    return read;
}

/* Takes an entry. Its verdict is known, or is asked for here. Returns whether it is asked for, or is no
 * position: an error has been reported then. */
static bool take_entry(struct data_check *check, const ks_data_batch *batch, size_t i,
                       enum ks_verdict verdict, uint64_t checkers) {
    struct check_worker *const worker = check->worker;
    const bool unique = check->task->choosing.unique, known = verdict != KS_VERDICTS;
    const bool written = !check->task->count && !check->writer && format_has_lines(check->task->format);
    struct any_position position; /* it is large, and filled in when it is asked for */
    ks_error error;
    if (check->strict && !check->tested &&
        ks_test_entry(&check->before, check->file.data, i, &error) != KS_OK) {
        report_entry(check, i, &error);
        return true;
    }
    if (!known && !read_position(check, i, &position.chess))
        return true;
    if (is_left_out(&worker->run->chooser) || (check->choice->filters && !is_chosen_entry(check, batch, i)))
        return false;
    if (known && (unique || written) && !read_position(check, i, &position.chess))
        return true;
    position.variant = NULL;
    if (!known)
        verdict = ks_judge(&position.chess, &checkers);
    if (unique && is_repeated(worker, make_position_key(&position), check->entries + i + 1)) {
        count_repeated(worker);
        return false;
    }
    if (!count_position(worker, verdict))
        return false;
    if (check->writer)
        copy_entry(check, batch, i, true);
    else
        put_entry(check, &position.chess, batch, i, verdict, checkers);
    return true;
}

/* Counts a batch when nothing else is wanted of it and nothing has to be asked. Returns false when that is
 * not so. */
static bool count_batch(struct data_check *check, const ks_data_batch *batch, const uint8_t *verdicts) {
    size_t found[KS_VERDICTS] = {0};
    bool fits[KS_DATA_BATCH];
    if (!check->task->count || (check->strict && !check->tested) ||
        chooses_in_order(&check->task->choosing) || memchr(verdicts, KS_VERDICTS, batch->count))
        return false;
    if (check->choice->filters)
        ks_fit_batch(check->choice, check->file.data, batch, fits, &check->worker->tally.choice);
    for (size_t i = 0; i < batch->count; i++)
        found[verdicts[i]] += !check->choice->filters || fits[i];
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        check->worker->tally.found[verdict] += found[verdict];
    return true;
}

/* Whether further entries are looked at. */
static bool goes_on(const struct data_check *check) {
    return !is_stopped(&check->worker->base) && !has_enough(&check->worker->run->chooser);
}

static void take_batch(struct data_check *check, const ks_data_batch *batch) {
    uint8_t verdicts[KS_DATA_BATCH];
    uint64_t checkers[KS_DATA_BATCH];
    if (batch->count > 0)
        find_entry_verdicts(batch, check->by_legality, verdicts, checkers);
    check->tested = check->strict && batch->count > 0 && ks_test_batch(&check->before, check->file.data);
    if (!count_batch(check, batch, verdicts))
        for (size_t i = 0; i < batch->count && goes_on(check); i++)
            if (!take_entry(check, batch, i, (enum ks_verdict)verdicts[i], checkers[i]) && check->writer)
                copy_entry(check, batch, i, false);
    count_chains(check, batch);
    if (batch->fault && goes_on(check))
        report_fault(check, batch);
    check->entries += batch->count;
    check->worker->base.work->done += batch->count;
}

/* ---- All ---- */

static bool may_be_data(struct check_worker *worker) {
    const struct check_task *const task = worker->run->task;
    const char *const why =
        task->variant                                     ? "--variant: training data are of chess"
        : has_table(&task->column) || task->column.header ? "--column: training data are no table"
        : task->reading.fen_flags & KS_FEN_LENIENT ? "--lenient is for lines, and these are training data"
        : task->reading.fen_ep == FEN_EP_ALWAYS    ? "--fen-ep always: the move before an entry is not there"
                                                   : NULL;
    if (why)
        refuse_block(&worker->base, why);
    return !why;
}

/* Returns whether the format has what is asked about. When it has not, says what is missing. */
static bool has_facts(const struct data_check *check) {
    const struct block *const block = &check->worker->base.block;
    char why[WHY_SIZE] = "--output: an entry of fen has no score and no result";
    const bool lacks = (check->task->output.file && check->format == KS_DATA_FEN) ||
                       lacks_asked_fact(check->choice, block, why);
    if (lacks)
        refuse_block(&check->worker->base, why);
    return !lacks;
}

/* Whether blocks may come in any order. A part can be read anew, a stream cannot. */
static bool may_read_in_any_order(const struct data_check *check) {
    const struct check_task *const task = check->task;
    return task->count && !check->strict && !needs_order(task) && task->rejected_max == 0 &&
           check->worker->base.block.kind == BLOCK_DATA_PART;
}

static void read_entries(struct data_check *check) {
    const ks_data_batch *batch;
    unsigned flags =
        ks_data_flags_of_choice(check->choice) | (check->any_order ? (unsigned)KS_DATA_ANY_ORDER : 0);
    ks_error error;
    check->by_legality = check->format == KS_DATA_BINPACK || check->format == KS_DATA_VIRI;
    if (check->by_legality || check->strict)
        flags |= KS_DATA_LEGALITY;
    if (!open_data_file(&check->file, &check->worker->base.block, flags, &error)) {
        report_unreadable(&check->worker->base, check->worker->base.block.file, error.message);
        return;
    }
    if (!open_writer(check))
        return;
    for (unsigned n = 0;
         !check->untold && goes_on(check) && !interrupted && (batch = ks_data_next(check->file.data)); n++) {
        take_batch(check, batch);
        if (n % 1024 == 0)
            show_work(&check->worker->base);
    }
    close_writer(check);
}

/* Reads the block in any order if that is possible, and anew in order once something is to be reported:
 * lanes differ in number by processor, and what they meet first says nothing about its place. */
static void check_entries(struct data_check *check) {
    check->any_order = may_read_in_any_order(check);
    read_entries(check);
    if (!check->untold)
        return;
    close_data_file(&check->file);
    check->worker->tally = (struct tally){.begins_file = check->worker->tally.begins_file};
    check->entries = 0;
    check->any_order = check->untold = false;
    read_entries(check);
}

uint64_t check_data(struct check_worker *worker) {
    const struct check_task *const task = worker->run->task;
    struct block *const block = &worker->base.block;
    struct data_check check = {.worker = worker,
                               .task = task,
                               .choice = &task->choosing.choice,
                               .format = block->data_format,
                               .strict = tests_strictly(task)};
    if (task->jobs == 1 || needs_order(task))
        take_turn(&worker->base);
    check.file.block = block;
    if (!lacks_games(worker) && may_be_data(worker) && has_facts(&check))
        check_entries(&check);
    if (worker->base.taken && !is_stopped(&worker->base) && has_enough(&worker->run->chooser))
        end_run(worker, check.entries);
    close_data_file(&check.file);
    return check.entries;
}
