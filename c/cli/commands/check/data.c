/* Judges the entries of training data, and writes and counts them as the task says. */
#include "cli/commands/check/worker.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/check/line.h"
#include "cli/run/entries.h"
#include "game/data/parts.h"

/* ---- Output ---- */

/* Writes the move of entry i as UCI, or "-". */
static const char *write_move(const struct check_worker *worker, size_t i, char text[KS_UCI_SIZE]) {
    const struct entry_reader *const reader = &worker->reader;
    if (reader->batch->kinds[i] & KS_DATA_NO_MOVE)
        return "-";
    write_entry_uci(&reader->position.chess, reader->batch->moves[i], worker->run->task->reading.uci, text);
    return text;
}

static void put_members(struct check_worker *worker, size_t i, struct json *json) {
    const struct entry_reader *const reader = &worker->reader;
    const ks_data_place place = place_of_entry(reader, i);
    char uci[KS_UCI_SIZE];
    const char *const move = write_move(worker, i, uci);
    json_string(json, "file", worker->base.block.file);
    if (ks_data_is_lines(reader->format)) {
        json_unsigned(json, "number", place.line);
    } else {
        json_unsigned(json, "byte", place.offset);
        if (reader->format == KS_DATA_BINPACK)
            json_unsigned(json, "block", place.block);
        json_unsigned(json, "chain", place.chain);
    }
    if (*move != '-')
        json_string(json, "move", move);
    json_entry(json, reader->batch, i, reader->batch->known[i], reader->batch->scores[i]);
    json_close_object(json);
    json_end_line(json);
}

/* Writes a tab and a number, or "-" in its place. */
static void put_known(struct output *out, bool known, int number) {
    if (known)
        put_format(out, "\t%d", number);
    else
        put(out, "\t-", 2);
}

static void put_fields(struct check_worker *worker, size_t i) {
    const ks_data_batch *const batch = worker->reader.batch;
    struct output *const out = &worker->base.out;
    char uci[KS_UCI_SIZE];
    put(out, "\t", 1);
    put_string(out, write_move(worker, i, uci));
    put_known(out, batch->known[i] & KS_DATA_HAS_SCORE, batch->scores[i]);
    put_known(out, batch->known[i] & KS_DATA_HAS_PLY, batch->plies[i]);
    put_known(out, batch->known[i] & KS_DATA_HAS_RESULT, batch->results[i]);
    put(out, "\n", 1);
}

static void put_entry(struct check_worker *worker, size_t i) {
    const struct check_task *const task = worker->run->task;
    const struct entry_reader *const reader = &worker->reader;
    struct checked checked = {.verdict = (enum ks_verdict)reader->verdicts[i],
                              .checkers = {{reader->checkers[i]}}};
    struct json json =
        put_position(&worker->base.out, task, &reader->position, KS_NO_MOVE, KS_DRAW_NONE, &checked);
    if (task->format == FORMAT_TSV)
        put_fields(worker, i);
    else if (task->format == FORMAT_JSON)
        put_members(worker, i, &json);
    flush_full(&worker->base);
}

/* ---- Entries ---- */

static void take_entry(struct check_worker *worker, size_t i) {
    struct entry_reader *const reader = &worker->reader;
    if (!passes_strictly(reader, i))
        return;
    const enum entry_choice choice = choose_entry(reader, i); /* which may find the verdict */
    if (note_choice(worker, choice, (enum ks_verdict)reader->verdicts[i]))
        put_entry(worker, i);
}

/* Counts a batch when nothing else is wanted of it and nothing has to be asked. Returns false when that is
 * not so. */
static bool count_batch(struct check_worker *worker) {
    const struct entry_reader *const reader = &worker->reader;
    const ks_data_batch *const batch = reader->batch;
    const struct choice *const choice = &worker->run->task->choosing.choice;
    size_t found[KS_VERDICTS] = {0};
    bool fits[KS_DATA_BATCH_MAX];
    if (!worker->run->task->count || (reader->strict && !reader->tested) ||
        chooses_in_order(&worker->run->task->choosing) || memchr(reader->verdicts, KS_VERDICTS, batch->count))
        return false;
    if (choice->filters)
        ks_fit_batch(choice, reader->data, batch, fits, &worker->base.chosen.entries);
    for (size_t i = 0; i < batch->count; i++)
        found[reader->verdicts[i]] += !choice->filters || fits[i];
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        worker->tally.found[verdict] += found[verdict];
    return true;
}

static void take_batch(struct worker *base) {
    struct check_worker *const worker = (struct check_worker *)base;
    struct entry_reader *const reader = &worker->reader;
    if (!count_batch(worker))
        for (size_t i = 0; i < reader->batch->count && wants_more(base); i++)
            take_entry(worker, i);
    if (wants_more(base))
        report_fault(reader);
}

/* ---- All ---- */

/* Whether blocks may come in any order. A part can be read anew, a stream cannot. */
static bool may_read_in_any_order(const struct check_worker *worker) {
    const struct check_task *const task = worker->run->task;
    return task->count && !tests_strictly(task) && !needs_order(task) && task->rejected_max == 0 &&
           worker->base.block.kind == BLOCK_DATA_PART;
}

uint64_t check_data(struct check_worker *worker) {
    const struct check_task *const task = worker->run->task;
    struct worker *const base = &worker->base;
    const bool by_legality =
        base->block.data_format == KS_DATA_BINPACK || base->block.data_format == KS_DATA_VIRI;
    worker->reader = (struct entry_reader){.worker = base,
                                           .rejections = &base->work->rejections,
                                           .strict = tests_strictly(task),
                                           .judges = true,
                                           .needs_positions = writes_lines(task),
                                           .any_order = may_read_in_any_order(worker),
                                           .block = &base->block};
    if (task->jobs == 1 || needs_order(task))
        take_turn(base);
    read_entries(&worker->reader,
                 ks_data_flags_of_choice(&task->choosing.choice) |
                     (by_legality ? KS_DATA_LEGALITY : KS_DATA_DEFAULT),
                 take_batch);
    if (base->taken && !is_stopped(base) && has_enough(&base->work->chooser))
        end_run(worker, worker->reader.entries);
    close_entries(&worker->reader);
    return worker->reader.entries;
}
