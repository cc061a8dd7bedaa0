/* Does the work of `kingscan games`: reads files of games, chooses some, and writes or counts them. */
#include "cli/commands/games/played.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "cli/positions/games_file.h"
#include "cli/positions/remark_values.h"
#include "cli/run/games.h"
#include "core/text/foreign.h"

/* ==== Counts ==== */

/* The rows of the table are the members of the object. Results and last positions are objects too. */

struct games_counts {
    uint64_t games, moves, illegal, results[KS_DRAWN + 1], last[KS_VERDICTS];
};

static void count_game(struct games_counts *counts, const struct played *played, enum ks_outcome result) {
    counts->games++;
    counts->moves += played->plies;
    counts->results[result]++;
    if (played->whole)
        counts->last[played->verdict]++;
    else
        counts->illegal++;
}

static void put_count(const char *name, uint64_t count) {
    put_format(&standard_output, isatty(STDOUT_FILENO) ? "%-12s%12" PRIu64 "\n" : "%s\t%" PRIu64 "\n", name,
               count);
}

/* In the order in which they are printed. */
static const enum ks_outcome results[] = {KS_WHITE_WINS, KS_BLACK_WINS, KS_DRAWN, KS_UNDECIDED};
enum { RESULTS = sizeof results / sizeof *results };

static void put_table(const struct games_counts *counts) {
    put_count("games", counts->games);
    put_count("moves", counts->moves);
    for (unsigned i = 0; i < RESULTS; i++)
        put_count(game_result_name(results[i]), counts->results[results[i]]);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        put_count(ks_verdict_name(verdict), counts->last[verdict]);
    put_count("illegal", counts->illegal);
}

static void put_object(const struct games_counts *counts) {
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_unsigned(&json, "games", counts->games);
    json_unsigned(&json, "plies", counts->moves);
    json_open_object(&json, "outcomes");
    for (unsigned i = 0; i < RESULTS; i++)
        json_unsigned(&json, game_result_name(results[i]), counts->results[results[i]]);
    json_close_object(&json);
    json_open_object(&json, "verdicts");
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        json_unsigned(&json, ks_verdict_name(verdict), counts->last[verdict]);
    json_unsigned(&json, "illegal", counts->illegal);
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}

/* Prints the table on standard output: as JSON, in columns on a terminal, else with tabs. */
static void print_games_counts(const struct games_counts *counts, bool json) {
    (json ? put_object : put_table)(counts);
    flush_output(&standard_output);
}

/* ==== Runs ==== */

/* A worker does in its turn all that depends on the games before: writing, counting, complaining, drawing the
 * sample, and choosing by --unique and --first. */

struct games_run {
    struct work work;
    const struct games_task *task;
    const ks_variants *variants;

    /* For the worker that has the turn: */
    struct games_counts counts;
    struct split_files split;
};

struct games_worker {
    struct worker base;
    struct games_run *run;
    struct games_counts counts; /* of the block */
    struct played played;
    struct games_reader reader;
    bool pending; /* the game from this offset on is to be written */
    uint64_t pending_from;
};

/* ---- Output ---- */

/* Returns the output of the game that is written next. */
static struct output *output_of(struct games_worker *worker) {
    struct games_run *const run = worker->run;
    return is_split(&run->task->split) ? output_of_split(&run->split) : &worker->base.out;
}

/* Writes the pending game as it stands in the text up to here. */
static void write_pending(struct games_worker *worker) {
    if (!worker->pending)
        return;
    const char *const text = text_from(&worker->reader, worker->pending_from);
    size_t length = (size_t)(ks_pgn_get_place(worker->reader.pgn).offset - worker->pending_from);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    put(output_of(worker), text, length);
    put(output_of(worker), "\n\n", 2);
    worker->pending = false;
}

/* The verdict on the last position of a game. */
static const char *verdict_of(const struct played *played) {
    return played->whole ? ks_verdict_name(played->verdict) : "illegal";
}

static void write_tsv(struct games_worker *worker) {
    struct output *const out = output_of(worker);
    const struct played *const played = &worker->played;
    put_escaped(out, worker->base.block.file, strlen(worker->base.block.file));
    put_format(out, ":%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s",
               line_in_file(&worker->reader, &played->begin), worker->reader.text.games, played->plies,
               game_result_name(ks_pgn_get_result(worker->reader.pgn)), verdict_of(played));
    put_tag_fields(out, worker->reader.pgn, worker->run->task->tags);
    put(out, "\n", 1);
}

/* The last of namesakes counts, and readers of JSON want each key once. */
static void put_all_tags(struct json *json, ks_pgn *pgn) {
    const ks_pgn_tag *tags;
    const size_t count = ks_pgn_get_tags(pgn, &tags);
    json_open_object(json, "tags");
    for (size_t i = 0; i < count; i++)
        if (ks_pgn_find_tag(pgn, tags[i].name) == tags[i].value) {
            json_key(json, tags[i].name, strlen(tags[i].name));
            json_string(json, NULL, tags[i].value);
        }
    json_close_object(json);
}

/* ---- JSON ---- */

static void write_json(struct games_worker *worker) {
    const struct played *const played = &worker->played;
    struct json json = json_start(output_of(worker));
    json_open_object(&json, NULL);
    json_string(&json, "file", worker->base.block.file);
    json_unsigned(&json, "number", line_in_file(&worker->reader, &played->begin));
    json_unsigned(&json, "game", worker->reader.text.games);
    json_unsigned(&json, "plies", played->plies);
    json_string(&json, "outcome", game_result_name(ks_pgn_get_result(worker->reader.pgn)));
    json_string(&json, "verdict", verdict_of(played));
    if (played->whole)
        json_string(&json, "fen", played->last);
    if (played->error.code != KS_OK)
        json_string(&json, "message", played->error.message);
    json_text(&json, "moves", played->text.bytes ? played->text.bytes : "", played->text.used);
    if (worker->run->task->comments) {
        put_remark_arrays(&json, &played->remarks);
        put_score_array(&json, &played->remarks, played->side, worker->run->task->scores);
    }
    if (worker->run->task->tags)
        put_tag_members(&json, worker->reader.pgn, worker->run->task->tags);
    else
        put_all_tags(&json, worker->reader.pgn);
    json_close_object(&json);
    json_end_line(&json);
}

/* A game without a position has been reported. */
static void rewrite_game(struct games_worker *worker) {
    if (has_position(worker->reader.pgn))
        put_rewritten(output_of(worker), &worker->played.rewriting, worker->reader.pgn);
}

static void write_text(struct output *out, const struct buffer *text) {
    if (text->used > 0)
        put(out, text->bytes, text->used);
}

static void write_game(struct games_worker *worker) {
    static const char *const kinds[] = {"pgn", "tsv", "jsonl", "san", "uci", "fen", "epd"};
    const struct games_task *const task = worker->run->task;
    const struct played *const played = &worker->played;
    if (task->count) {
        count_game(&worker->counts, played, ks_pgn_get_result(worker->reader.pgn));
        return;
    }
    if (is_split(&task->split))
        choose_file(&worker->run->split, &task->split, worker->reader.pgn, task->folder, kinds[task->output]);
    if (task->output == OUTPUT_TSV)
        write_tsv(worker);
    else if (task->output == OUTPUT_JSON)
        write_json(worker);
    else if (task->rewrite)
        rewrite_game(worker);
    else if (task->output == OUTPUT_PGN)
        worker->pending = true;
    else
        write_text(output_of(worker), &played->text);
    if (writes_moves(task))
        put(output_of(worker), "\n", 1);
    flush_full(&worker->base);
}

/* ---- Games ---- */

/* Errors are reported unless the output says which games have them. */
static void report(void *context, const ks_pgn_item *item) {
    struct games_worker *const worker = context;
    const struct games_task *const task = worker->run->task;
    char message[GAME_ERROR_SIZE];
    ks_pgn_place place;
    if ((!task->count && !writes_positions(task) && !writes_moves(task) && !task->rewrite) ||
        task->with[WITH_ILLEGAL] || ks_pgn_get_error(worker->reader.pgn)->code == KS_ERROR_PGN_SOURCE ||
        interrupted)
        return;
    place = ks_pgn_get_place(worker->reader.pgn);
    write_game_error(worker->reader.pgn, worker->reader.text.games, item, message);
    if (may_complain(&worker->base))
        report_rejection(&worker->run->work.rejections, worker->base.block.file,
                         line_in_file(&worker->reader, &place), place.column - 1, message);
}

/* Whether tags alone say which games are written, and the moves need not be played. */
static bool tags_suffice(const struct games_task *task) {
    bool with = false;
    for (unsigned event = 0; event < GAMES_EVENTS; event++)
        with |= task->with[event];
    return !with && !task->count && !task->rewrite && !task->choosing.unique && task->wanted.fields == 0 &&
           task->material.plies == 0 && task->output == OUTPUT_PGN && !task->plies.given;
}

static bool is_in_sample(struct games_worker *worker) {
    struct chooser *const chooser = &worker->base.work->chooser;
    if (chooser->choosing->sample >= 1)
        return true;
    take_turn(&worker->base);
    return !is_stopped(&worker->base) && !is_left_out(chooser);
}

/* A game without moves, or with an illegal one, is equal to no other. */
static bool was_there_before(struct games_worker *worker) {
    const struct played *const played = &worker->played;
    if (!worker->run->task->choosing.unique || !played->whole || played->plies == 0)
        return false;
    take_turn(&worker->base);
    return is_stopped(&worker->base) ||
           is_repeated(&worker->base, played->key, "games", line_in_file(&worker->reader, &played->begin));
}

/* Takes a game that is asked for. Which ones are the first, and which file is open, is known in the turn. */
static void take_game(struct games_worker *worker) {
    struct games_run *const run = worker->run;
    const bool bounded = run->task->choosing.first > 0;
    if (bounded || is_split(&run->task->split))
        take_turn(&worker->base);
    if (is_stopped(&worker->base))
        return;
    write_game(worker);
    run->work.chooser.chosen += bounded;
}

static void look_at_game(struct games_worker *worker) {
    const struct games_task *const task = worker->run->task;
    const ks_pgn_place place = ks_pgn_get_place(worker->reader.pgn);
    if (worker->reader.keeps_text)
        text_from(&worker->reader, place.offset); /* drops the games before */
    worker->pending_from = place.offset;
    if (!is_in_sample(worker) ||
        !is_selected_game(&worker->base, worker->reader.pgn, line_in_file(&worker->reader, &place)))
        return;
    if (tags_suffice(task)) {
        take_game(worker);
        return;
    }
    play_game(&worker->played, task, worker->reader.pgn, report, worker);
    if (!worker->played.cut_off && !interrupted && is_asked(task, &worker->played) &&
        !was_there_before(worker))
        take_game(worker);
}

/* ---- Files ---- */

static void refuse_file(struct worker *base) {
    const struct block *const block = &base->block;
    if (block->kind == BLOCK_FOREIGN && block->foreign)
        report_foreign(base, "PGN");
    else
        report_unreadable(
            base, block->file,
            block->kind == BLOCK_UNREADABLE
                ? block->reason
                : "expected PGN, which begins with a tag such as [Event \"...\"] or with a move; "
                  "'kingscan check' reads FEN and EPD");
}

/* Whether no more games are asked for. */
static bool has_all(const struct games_worker *worker) {
    return worker->base.taken && has_enough(&worker->base.work->chooser);
}

static ks_pgn_flags reader_flags(const struct games_task *task) {
    return (task->null_moves ? KS_PGN_NULL_MOVES : 0u) |
           (task->comments || task->rewrite ? KS_PGN_COMMENTS : 0u) |
           (task->rewrite ? KS_PGN_VARIATIONS : 0u) | notation_flags(&task->reading);
}

/* A game that is written as it stands ends where the next one begins, so it is written then. more: there is a
 * next one. Returns whether that is to be looked at. */
static bool end_last_game(struct games_worker *worker, bool more) {
    if (!is_stopped(&worker->base) && (more || (!worker->reader.text.failed && !interrupted)))
        write_pending(worker);
    worker->pending = false;
    return more && !interrupted && !is_stopped(&worker->base) && !has_all(worker);
}

static void read_games(struct games_worker *worker) {
    struct games_run *const run = worker->run;
    if (worker->base.block.kind == BLOCK_GAMES)
        take_turn(&worker->base);
    worker->reader =
        (struct games_reader){.variants = run->variants,
                              .flags = reader_flags(run->task),
                              .keeps_text = !run->task->count && run->task->output == OUTPUT_PGN};
    bool again = begin_games(&worker->reader, &worker->base);
    while (again) {
        while (end_last_game(worker, !interrupted && next_game(&worker->reader))) {
            worker->base.work->done++;
            show_work(&worker->base);
            note_tags(&worker->base, worker->reader.pgn);
            look_at_game(worker);
        }
        again = end_games(&worker->reader, !has_all(worker));
    }
}

/* ---- Workers ---- */

static void begin_worker(struct worker *base) {
    struct games_worker *const worker = (struct games_worker *)base;
    worker->run = (struct games_run *)base->work;
}

static void read_block(struct worker *base) {
    struct games_worker *const worker = (struct games_worker *)base;
    if (base->block.kind == BLOCK_GAMES || base->block.kind == BLOCK_PART)
        read_games(worker);
    else
        refuse_file(base);
}

/* After Ctrl-C in a block, the games after it are dropped, so that none is missing between others. */
static void stop_if_interrupted(struct work *work, const void *counts) {
    (void)counts;
    if (interrupted)
        stop_work(work);
}

static void end_worker(struct worker *base) {
    free_played(&((struct games_worker *)base)->played);
}

static const struct work_steps steps = {
    .worker_size = sizeof(struct games_worker),
    TALLY(games_worker, counts, games_run, counts),
    .units = "games",
    .in_turn = true,
    .begin = begin_worker,
    .read = read_block,
    .added = stop_if_interrupted,
    .end = end_worker,
};

int run_games(const struct games_task *task) {
    struct games_run *const run = given(calloc(1, sizeof *run)); /* too much for some stacks */
    run->task = task;
    ks_variants *const variants = load_chosen_variants(&task->reading.variant);
    run->variants = variants;
    add_named_tags(&run->work.tags, PRINTED_TAG, task->tags);
    start_work(&run->work, &task->choosing, task->rejected_shown);
    add_named_tags(&run->work.tags, (struct named_tag){.option = "--split"}, task->split.tag);
    run->work.source.takes_games = true;
    run->work.source.cut_games = task->jobs > 1;
    work_on_files(&run->work, &steps, task->files, task->jobs, task->show_progress);
    const bool failed = run->work.failed || is_overfull(&run->work.chooser);
    end_split(&run->split, !failed && !interrupted);
    report_selection(&run->work);
    if (task->count)
        print_games_counts(&run->counts, task->output == OUTPUT_JSON);
    const bool found = run->work.rejections.all > 0;
    ks_variants_free(variants);
    free(run);
    return interrupted ? STATUS_INTERRUPTED : failed ? STATUS_FAILED : found ? STATUS_FOUND : STATUS_GOOD;
}
