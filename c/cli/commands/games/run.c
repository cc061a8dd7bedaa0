/* The work of `kingscan games`: reads files of games, chooses some, and writes or counts them. */
#include "cli/commands/games/run.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "cli/positions/games_file.h"
#include "cli/positions/remark_values.h"
#include "cli/run/blocks.h"
#include "cli/run/part_reader.h"
#include "core/board/hashes.h"
#include "core/text/foreign.h"

/* ==== Counts ==== */

/* The rows of the table are the members of the object. Results and last positions are objects too. */

void count_game(struct games_counts *counts, const struct played *played, enum ks_outcome result) {
    counts->games++;
    counts->moves += played->plies;
    counts->results[result]++;
    if (played->whole)
        counts->last[played->verdict]++;
    else
        counts->illegal++;
}

static void add_counts(struct games_counts *sum, const struct games_counts *counts) {
    sum->games += counts->games;
    sum->moves += counts->moves;
    sum->illegal += counts->illegal;
    for (enum ks_outcome result = 0; result <= KS_DRAWN; result++)
        sum->results[result] += counts->results[result];
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        sum->last[verdict] += counts->last[verdict];
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
    json_unsigned(&json, "moves", counts->moves);
    json_open_object(&json, "results");
    for (unsigned i = 0; i < RESULTS; i++)
        json_unsigned(&json, game_result_name(results[i]), counts->results[results[i]]);
    json_close_object(&json);
    json_open_object(&json, "last");
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        json_unsigned(&json, ks_verdict_name(verdict), counts->last[verdict]);
    json_unsigned(&json, "illegal", counts->illegal);
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}

void print_games_counts(const struct games_counts *counts, bool json) {
    (json ? put_object : put_table)(counts);
    flush_output(&standard_output);
}

/* ==== Runs ==== */

/* Each worker takes a file of games or, with several threads, a part of one. It does in its turn all that
 * depends on the games before: writing, counting, complaining, drawing the sample, and choosing by --unique
 * and --first. A worker without the turn keeps its output; when its buffer is full it waits. */

enum { WRITE_SIZE = 1 << 16 };

struct run {
    const struct games_task *task;
    const ks_variants *variants;
    struct named_tags named; /* as they are named, before any game */
    struct shared_blocks blocks;
    atomic_ullong read; /* games, of all files, for progress */

    /* For the worker that has the turn: */
    struct rejections rejections;
    struct games_counts counts;
    struct split_files split;
    struct position_set seen; /* the keys of games; with --unique */
    uint64_t random;          /* the state of the generator that draws the sample */
    uint64_t taken;           /* games that were asked for, in all files; with --first */
    bool failed_to_remember;  /* --memory was too little */
    struct named_tags tags;
    struct left_out left_out[CONDITIONS_MAX];
};

struct worker {
    struct output out; /* the first member, so that may_write finds the worker */
    struct run *run;
    struct turn turn;
    struct games_counts counts;               /* of this block, not yet part of the run's */
    struct named_tags tags;                   /* likewise */
    struct left_out left_out[CONDITIONS_MAX]; /* likewise */
    struct played played;
    struct games_file file;
    bool pending; /* the game from this offset on is to be written */
    uint64_t pending_from;
    uint64_t lines_before; /* the lines of the file before the block */
    struct block block;
};

/* ---- Output ---- */

static bool may_write(struct output *out) {
    struct worker *const worker = (struct worker *)out;
    take_turn(&worker->turn);
    return !is_stopped(&worker->turn);
}

/* Returns the output of the game that is written next. */
static struct output *output_of(struct worker *worker) {
    struct run *const run = worker->run;
    return is_split(&run->task->split) ? output_of_split(&run->split) : &worker->out;
}

/* Writes the pending game as it stands in the text up to here. */
static void write_pending(struct worker *worker) {
    ks_pgn_place place;
    size_t length;
    if (!worker->pending)
        return;
    ks_pgn_get_place(worker->file.pgn, &place);
    const char *const text = kept_text(&worker->file, worker->pending_from, place.offset, &length);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    put(output_of(worker), text, length);
    put(output_of(worker), "\n\n", 2);
    worker->pending = false;
}

/* The number of the game's line in its file. */
static uint64_t line_of(const struct worker *worker, const ks_pgn_place *place) {
    return worker->lines_before + place->line;
}

/* The verdict on the last position of a game. */
static const char *verdict_of(const struct played *played) {
    return played->whole ? ks_verdict_name(played->verdict) : "illegal";
}

static void write_tsv(struct worker *worker) {
    struct output *const out = output_of(worker);
    const struct played *const played = &worker->played;
    put_escaped(out, worker->block.file, strlen(worker->block.file));
    put_format(out, ":%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s", line_of(worker, &played->begin),
               worker->file.number, played->plies, game_result_name(ks_pgn_get_result(worker->file.pgn)),
               verdict_of(played));
    put_tag_fields(out, worker->file.pgn, worker->run->task->tags);
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

static void write_json(struct worker *worker) {
    const struct played *const played = &worker->played;
    struct json json = json_start(output_of(worker));
    json_open_object(&json, NULL);
    json_string(&json, "file", worker->block.file);
    json_unsigned(&json, "number", line_of(worker, &played->begin));
    json_unsigned(&json, "game", worker->file.number);
    json_unsigned(&json, "plies", played->plies);
    json_string(&json, "result", game_result_name(ks_pgn_get_result(worker->file.pgn)));
    json_string(&json, "verdict", verdict_of(played));
    if (played->whole)
        json_string(&json, "fen", played->last);
    if (played->error.code != KS_OK)
        json_string(&json, "error", played->error.message);
    json_text(&json, "moves", played->text.bytes ? played->text.bytes : "", played->text.used);
    if (worker->run->task->comments) {
        put_remark_arrays(&json, &played->remarks);
        put_score_array(&json, &played->remarks, played->side, worker->run->task->scores);
    }
    if (worker->run->task->tags)
        put_tag_members(&json, worker->file.pgn, worker->run->task->tags);
    else
        put_all_tags(&json, worker->file.pgn);
    json_close_object(&json);
    json_end_line(&json);
}

/* A game without a position has been reported. */
static void rewrite_game(struct worker *worker) {
    if (has_position(&worker->file))
        put_rewritten(output_of(worker), &worker->played.rewriting, worker->file.pgn);
}

static void write_text(struct output *out, const struct buffer *text) {
    if (text->used > 0)
        put(out, text->bytes, text->used);
}

static void write_game(struct worker *worker) {
    static const char *const kinds[] = {"pgn", "tsv", "jsonl", "san", "uci", "fen", "epd"};
    const struct games_task *const task = worker->run->task;
    const struct played *const played = &worker->played;
    if (task->count) {
        count_game(&worker->counts, played, ks_pgn_get_result(worker->file.pgn));
        return;
    }
    if (is_split(&task->split))
        choose_file(&worker->run->split, &task->split, worker->file.pgn, task->folder, kinds[task->output]);
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
    if (worker->turn.taken && worker->out.used >= WRITE_SIZE)
        flush_output(&worker->out);
}

/* ---- Games ---- */

/* Errors are reported unless the output says which games have them. */
static void report(void *context, const ks_pgn_item *item) {
    struct worker *const worker = context;
    const struct games_task *const task = worker->run->task;
    char message[GAME_ERROR_SIZE];
    ks_pgn_place place;
    if ((!task->count && !writes_positions(task) && !writes_moves(task) && !task->rewrite) ||
        task->with[WITH_ILLEGAL] || ks_pgn_get_error(worker->file.pgn)->code == KS_ERROR_PGN_SOURCE ||
        interrupted)
        return;
    ks_pgn_get_place(worker->file.pgn, &place);
    write_game_error(&worker->file, item, message);
    if (may_complain(&worker->turn))
        report_rejection(&worker->run->rejections, worker->block.file, line_of(worker, &place),
                         place.column - 1, message);
}

/* Whether tags alone say which games are written, and the moves need not be played. */
static bool tags_suffice(const struct games_task *task) {
    bool with = false;
    for (unsigned event = 0; event < GAMES_EVENTS; event++)
        with |= task->with[event];
    return !with && !task->count && !task->rewrite && !task->unique && task->wanted.fields == 0 &&
           task->material.plies == 0 && task->output == OUTPUT_PGN && !task->plies.given;
}

/* The same seed takes the same games, whatever else is asked of them. */
static bool is_in_sample(struct worker *worker) {
    const double share = worker->run->task->sample;
    if (share >= 1)
        return true;
    take_turn(&worker->turn);
    return !is_stopped(&worker->turn) && (double)(splitmix64(&worker->run->random) >> 11) * 0x1p-53 < share;
}

/* full tells whether the bound of --memory is reached; if not, there is no memory below it. */
static void report_full_set(struct worker *worker, bool full) {
    struct run *const run = worker->run;
    const uint64_t mebibytes = run->task->memory >> 20;
    if (run->failed_to_remember || !may_complain(&worker->turn))
        return;
    complain("--unique: %zu games %s %" PRIu64 " MiB %s; from %s:%" PRIu64
             " on, games that are not among these count as new",
             run->seen.used, full ? "fill the memory of" : "fit into the memory that there is, less than the",
             mebibytes, full ? "that --memory allows" : "of --memory", worker->block.file,
             line_of(worker, &worker->played.begin));
    run->blocks.failed = run->failed_to_remember = true;
}

/* A game without moves, or with an illegal one, is equal to no other. */
static bool was_there_before(struct worker *worker) {
    if (!worker->run->task->unique || !worker->played.whole || worker->played.plies == 0)
        return false;
    take_turn(&worker->turn);
    if (is_stopped(&worker->turn))
        return true;
    const enum position_seen seen = add_position(&worker->run->seen, worker->played.key);
    if (seen == POSITION_SET_FULL || seen == POSITION_NO_MEMORY)
        report_full_set(worker, seen == POSITION_SET_FULL);
    return seen == POSITION_SEEN;
}

/* Takes a game that is asked for. Which ones are the first, and which file is open, is known in the turn. */
static void take_game(struct worker *worker) {
    struct run *const run = worker->run;
    const bool bounded = run->task->first < UINT64_MAX;
    if (bounded || is_split(&run->task->split))
        take_turn(&worker->turn);
    if (is_stopped(&worker->turn))
        return;
    write_game(worker);
    run->taken += bounded;
}

static void look_at_game(struct worker *worker) {
    const struct games_task *const task = worker->run->task;
    ks_pgn_place place;
    ks_pgn_get_place(worker->file.pgn, &place);
    if (worker->file.kept.wanted)
        drop_text(&worker->file, place.offset);
    worker->pending_from = place.offset;
    if (!is_in_sample(worker) || !is_selected(&task->selection, worker->file.pgn, worker->block.file,
                                              line_of(worker, &place), worker->left_out))
        return;
    if (tags_suffice(task)) {
        take_game(worker);
        return;
    }
    play_game(&worker->played, task, &worker->file, report, worker);
    if (!worker->played.cut_off && !interrupted && is_asked(task, &worker->played) &&
        !was_there_before(worker))
        take_game(worker);
}

/* ---- Files ---- */

static void refuse_file(struct worker *worker) {
    const struct block *const block = &worker->block;
    if (!may_complain(&worker->turn))
        return;
    if (block->foreign)
        complain_of_foreign_to("PGN", block->file, block->foreign);
    else
        complain("%s: expected PGN, which begins with a tag such as [Event \"...\"] or with a move; "
                 "'kingscan check' reads FEN and EPD",
                 block->file);
    worker->run->blocks.failed = true;
}

/* Whether no more games are asked for. */
static bool has_all(const struct worker *worker) {
    return worker->turn.taken && worker->run->taken >= worker->run->task->first;
}

static ks_pgn_flags reader_flags(const struct games_task *task) {
    return (task->null_moves ? KS_PGN_NULL_MOVES : 0u) |
           (task->comments || task->rewrite ? KS_PGN_COMMENTS : 0u) |
           (task->rewrite ? KS_PGN_VARIATIONS : 0u) | notation_flags(&task->reading);
}

static void begin_reading(struct worker *worker) {
    const struct games_task *const task = worker->run->task;
    if (!task->count && task->output == OUTPUT_PGN)
        keep_text(&worker->file);
}

/* A game that is written as it stands ends where the next one begins, so it is written then. more: there is a
 * next one. Returns whether that is to be looked at. */
static bool end_last_game(struct worker *worker, bool more) {
    if (!is_stopped(&worker->turn) && (more || (!worker->file.failed && !interrupted)))
        write_pending(worker);
    worker->pending = false;
    return more && !interrupted && !is_stopped(&worker->turn) && !has_all(worker);
}

static void begin_game(struct worker *worker) {
    worker->run->read++;
    if (worker->turn.taken)
        show_progress_of(&worker->run->blocks, worker->run->read, "games");
    if (worker->tags.missing_count > 0)
        look_for_tags(&worker->tags, worker->file.pgn);
    look_at_game(worker);
}

static void read_whole_file(struct worker *worker) {
    struct run *const run = worker->run;
    struct block *const block = &worker->block;
    take_turn(&worker->turn);
    open_games(&worker->file, &block->input, block->text, block->length, run->variants,
               reader_flags(run->task));
    begin_reading(worker);
    while (end_last_game(worker, !interrupted && next_game(&worker->file)))
        begin_game(worker);
    if (worker->file.failed && !has_all(worker))
        report_unreadable(&worker->turn, block->input.reason);
    close_games(&worker->file);
    close_input(&block->input);
}

/* ---- Parts ---- */

static void read_games_of_part(struct worker *worker) {
    struct run *const run = worker->run;
    struct part_reader reader;
    bool other = false;
    open_part(&reader, &worker->turn, &worker->file, run->variants, reader_flags(run->task));
    begin_reading(worker);
    while (end_last_game(worker, !interrupted && next_game_of_part(&reader, &other)))
        begin_game(worker);
    end_part(&reader);
    if (worker->file.failed && !other && !has_all(worker))
        report_unreadable(&worker->turn, worker->block.reason);
    close_games(&worker->file);
}

static void forget_findings(struct worker *worker) {
    worker->counts = (struct games_counts){0};
    worker->tags = worker->run->named;
    memset(worker->left_out, 0, sizeof worker->left_out);
}

static void read_part(struct worker *worker) {
    if (!worker->block.part.guessed)
        take_turn(&worker->turn);
    if (!worker->turn.misplaced)
        read_games_of_part(worker);
    if (!worker->turn.misplaced)
        return;
    worker->out.used = 0;
    forget_findings(worker);
    if (place_part_anew(&worker->turn))
        read_games_of_part(worker);
}

/* ---- Workers ---- */

static bool take_block(struct worker *worker) {
    lock_spinning(&worker->run->blocks.reading);
    const bool more = next_block(&worker->run->blocks.source, &worker->block);
    pthread_mutex_unlock(&worker->run->blocks.reading);
    return more;
}

static void read_block(struct worker *worker) {
    switch (worker->block.kind) {
    case BLOCK_GAMES:
        read_whole_file(worker);
        break;
    case BLOCK_PART:
        read_part(worker);
        break;
    case BLOCK_UNREADABLE:
        report_unreadable(&worker->turn, worker->block.reason);
        break;
    default:
        refuse_file(worker);
    }
}

/* After Ctrl-C in a block, or the last game that is asked for, the games after it are dropped, so that none
 * is missing between others. */
static void end_block(struct worker *worker) {
    struct run *const run = worker->run;
    take_turn(&worker->turn);
    flush_output(&worker->out);
    if (!is_stopped(&worker->turn)) {
        add_counts(&run->counts, &worker->counts);
        merge_named_tags(&run->tags, &worker->tags);
        merge_left_out(&run->task->selection, run->left_out, worker->left_out);
    }
    run->blocks.stopped |= interrupted > 0 || has_all(worker);
    if (run->blocks.stopped)
        end_blocks();
    show_progress_of(&run->blocks, run->read, "games");
    while (give_turn(&worker->turn)) {
    }
}

static void read_blocks(void *workers) {
    struct worker *const worker = *(struct worker **)workers;
    while (take_block(worker)) {
        forget_findings(worker);
        worker->lines_before = worker->block.kind == BLOCK_PART ? worker->block.part.lines : 0;
        read_block(worker);
        end_block(worker);
    }
}

static struct worker *new_worker(struct run *run) {
    struct worker *const worker = given(calloc(1, sizeof *worker));
    worker->run = run;
    worker->turn = (struct turn){.blocks = &run->blocks, .block = &worker->block, .out = &worker->out};
    worker->out.may_write = may_write;
    prepare_output(&worker->out); /* while memory is left: --unique takes all that there is */
    return worker;
}

static void free_worker(struct worker *worker) {
    free_output(&worker->out);
    free_played(&worker->played);
    free(worker);
}

/* Works in this thread and in others, as many as the task asks for and the system gives. */
static void work_together(struct run *run) {
    const unsigned jobs = run->task->jobs;
    struct worker **const workers = given(calloc(jobs, sizeof *workers));
    for (unsigned i = 0; i < jobs; i++)
        workers[i] = new_worker(run);
    work_in_pool(jobs, read_blocks, workers, sizeof *workers);
    for (unsigned i = 0; i < jobs; i++)
        free_worker(workers[i]);
    free(workers);
}

static void start_tags(struct run *run) {
    const struct games_task *const task = run->task;
    add_printed_tags(&run->named, task->tags);
    add_selected_tags(&task->selection, &run->named);
    add_named_tags(&run->named, "--split", task->split.tag, NULL);
    run->tags = run->named;
}

int run_games(const struct games_task *task) {
    struct run *const run = given(calloc(1, sizeof *run)); /* too much for some stacks */
    run->task = task;
    run->rejections.shown = task->rejected_shown;
    run->random = task->seed;
    ks_variants *const variants = load_chosen_variants(&task->reading.variant);
    run->variants = variants;
    if (task->unique)
        start_position_set(&run->seen, task->memory);
    start_tags(run);
    share_blocks(&run->blocks, task->files, task->show_progress);
    run->blocks.source.takes_games = true;
    start_blocks(&run->blocks.source, task->files, task->jobs > 1, false);
    work_together(run);
    end_split(&run->split, !run->blocks.failed && !interrupted);
    progress_clear(&run->blocks.progress);
    end_rejections(&run->rejections);
    if (!interrupted) {
        report_missing_tags(&run->tags);
        report_left_out(&task->selection, run->left_out);
    }
    if (task->count)
        print_games_counts(&run->counts, task->output == OUTPUT_JSON);
    const bool failed = run->blocks.failed, found = run->rejections.all > 0;
    ks_variants_free(variants);
    free(run);
    return interrupted ? STATUS_INTERRUPTED : failed ? STATUS_FAILED : found ? STATUS_FOUND : STATUS_GOOD;
}
