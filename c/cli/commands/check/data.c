/* Judges the entries of training data, and writes and counts them as the task says. */
#include "cli/commands/check/worker.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/check/line.h"
#include "cli/positions/draw.h"
#include "cli/run/entries.h"
#include "game/data/parts.h"

/* ---- Output ---- */

/* Writes the move as UCI, or "-". */
static const char *write_move(const struct check_worker *worker, const ks_position *position,
                              const ks_data_batch *batch, size_t i, char text[KS_UCI_SIZE]) {
    if (batch->kinds[i] & KS_DATA_NO_MOVE)
        return "-";
    write_entry_uci(position, batch->moves[i], worker->run->task->reading.uci, text);
    return text;
}

static void put_entry_json(struct check_worker *worker, const struct checked *checked, const char *move,
                           const ks_data_batch *batch, size_t i) {
    const ks_data_place place = place_of_entry(&worker->reader, i);
    struct json json = begin_judged(&worker->base.out, checked, KS_DRAW_NONE, checked->line, checked->length);
    json_string(&json, "file", worker->base.block.file);
    if (ks_data_is_lines(worker->reader.format)) {
        json_unsigned(&json, "number", place.line);
    } else {
        json_unsigned(&json, "byte", place.offset);
        if (worker->reader.format == KS_DATA_BINPACK)
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

static void put_entry_tsv(struct check_worker *worker, const struct checked *checked, const char *move,
                          const ks_data_batch *batch, size_t i) {
    struct output *const out = &worker->base.out;
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

static void put_entry(struct check_worker *worker, const ks_position *position, const ks_data_batch *batch,
                      size_t i, enum ks_verdict verdict, uint64_t checkers) {
    struct output *const out = &worker->base.out;
    const enum check_format format = worker->run->task->format;
    const bool x_fen = worker->run->task->reading.fen_ep == FEN_EP_X_FEN;
    char fen[FEN_AS_EPD], uci[KS_UCI_SIZE];
    if (format == FORMAT_KEY) {
        put_key(out, position);
        flush_full(&worker->base);
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
        put_entry_tsv(worker, &checked, write_move(worker, position, batch, i, uci), batch, i);
    else if (format == FORMAT_JSON)
        put_entry_json(worker, &checked, write_move(worker, position, batch, i, uci), batch, i);
    else
        put_line_of_text(out, fen, checked.length);
    flush_full(&worker->base);
}

/* ---- Entries ---- */

static void take_entry(struct check_worker *worker, size_t i) {
    struct entry_reader *const reader = &worker->reader;
    if (!passes_strictly(reader, i))
        return;
    const enum entry_choice choice = choose_entry(reader, i);
    const enum ks_verdict verdict = (enum ks_verdict)reader->verdicts[i];
    if (choice == ENTRY_REPEATED)
        count_repeated(worker);
    if (choice > ENTRY_OTHERWISE_JUDGED)
        return;
    count_verdict(worker, verdict);
    if (choice == ENTRY_CHOSEN && reader->needs_positions)
        put_entry(worker, &reader->position.chess, reader->batch, i, verdict, reader->checkers[i]);
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
                                           .needs_positions = !task->count && format_has_lines(task->format),
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
