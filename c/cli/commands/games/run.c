/* Reads games and prints what is asked of them. */
#include "cli/commands/games/run.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "cli/positions/games_file.h"
#include "cli/positions/remark_values.h"
#include "core/board/hashes.h"
#include "core/text/foreign.h"
#include "game/pgn/open.h"

/* ==== Counts ==== */

/* The rows of the table are the members of the object, whose results and last positions are objects too. */

void count_game(struct games_counts *counts, const struct played *played, enum ks_outcome result) {
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

/* A game that is written as it stands ends where the next one begins, so it is written then. */

enum { HEAD = 1 << 12, WRITE_SIZE = 1 << 16 };

struct run {
    const struct games_task *task;
    ks_variants *variants;
    struct rejections rejections;
    struct games_counts counts;
    struct played played;
    struct split_files split;
    struct position_set seen; /* the keys of games; with --unique */
    uint64_t random;          /* the state of the generator that draws the sample */
    uint64_t taken;           /* games that were asked for, in all files */
    bool failed;
    bool failed_to_remember; /* --memory was too little */
    struct progress progress;
    uint64_t amount; /* of the files, in bytes; 0: not known, or there is no progress to be shown */
    uint64_t read;   /* games, of all files */
    struct named_tags tags;

    /* The file that is read: */
    const char *name;
    char *const *rest; /* the files after it */
    struct input input;
    char head[HEAD];
    struct games_file file;
    bool pending; /* the game from this offset on is to be written */
    uint64_t pending_from;
};

/* ---- Progress ---- */

static void show_progress(struct run *run) {
    double share = SHARE_UNKNOWN;
    if (!progress_is_due(&run->progress))
        return;
    if (run->amount > 0)
        share = share_read(run->amount, run->rest, &run->input);
    progress_show(&run->progress, run->read, "games", share);
}

/* Called before a message is written. */
static void prepare_message(struct run *run) {
    flush_output(&standard_output);
    progress_clear(&run->progress);
}

/* ---- Output ---- */

/* Returns the output of the game that is written next. */
static struct output *output_of(struct run *run) {
    return is_split(&run->task->split) ? output_of_split(&run->split) : &standard_output;
}

/* Writes the pending game as it stands in the text up to here. */
static void write_pending(struct run *run) {
    ks_pgn_place place;
    size_t length;
    if (!run->pending)
        return;
    ks_pgn_get_place(run->file.pgn, &place);
    const char *const text = kept_text(&run->file, run->pending_from, place.offset, &length);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    put(output_of(run), text, length);
    put(output_of(run), "\n\n", 2);
    run->pending = false;
}

/* The verdict on the last position of a game. */
static const char *verdict_of(const struct played *played) {
    return played->whole ? ks_verdict_name(played->verdict) : "illegal";
}

static void write_tsv(struct run *run) {
    struct output *const out = output_of(run);
    const struct played *const played = &run->played;
    put_escaped(out, run->name, strlen(run->name));
    put_format(out, ":%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s", played->begin.line, run->file.number,
               played->plies, game_result_name(ks_pgn_get_result(run->file.pgn)), verdict_of(played));
    put_tag_fields(out, run->file.pgn, run->task->tags);
    put(out, "\n", 1);
}

static void put_all_tags(struct json *json, ks_pgn *pgn) {
    const ks_pgn_tag *tags;
    const size_t count = ks_pgn_get_tags(pgn, &tags);
    json_open_object(json, "tags");
    for (size_t i = 0; i < count; i++) {
        json_key(json, tags[i].name, strlen(tags[i].name));
        json_string(json, NULL, tags[i].value);
    }
    json_close_object(json);
}

/* ---- JSON ---- */

static void write_json(struct run *run) {
    const struct played *const played = &run->played;
    struct json json = json_start(output_of(run));
    json_open_object(&json, NULL);
    json_string(&json, "file", run->name);
    json_unsigned(&json, "number", played->begin.line);
    json_unsigned(&json, "game", run->file.number);
    json_unsigned(&json, "plies", played->plies);
    json_string(&json, "result", game_result_name(ks_pgn_get_result(run->file.pgn)));
    json_string(&json, "verdict", verdict_of(played));
    if (played->whole)
        json_string(&json, "fen", played->last);
    if (played->error.code != KS_OK)
        json_string(&json, "error", played->error.message);
    json_text(&json, "moves", played->text.bytes ? played->text.bytes : "", played->text.used);
    if (run->task->comments)
        put_remark_arrays(&json, &played->remarks);
    if (run->task->tags)
        put_tag_members(&json, run->file.pgn, run->task->tags);
    else
        put_all_tags(&json, run->file.pgn);
    json_close_object(&json);
    json_end_line(&json);
}

/* A game without a position has been reported. */
static void rewrite_game(struct run *run) {
    if (has_position(&run->file))
        put_rewritten(output_of(run), &run->played.rewriting, run->file.pgn);
}

static void write_text(struct output *out, const struct buffer *text) {
    if (text->used > 0)
        put(out, text->bytes, text->used);
}

static void write_game(struct run *run) {
    static const char *const kinds[] = {"pgn", "tsv", "jsonl", "san", "uci", "fen", "epd"};
    const struct games_task *const task = run->task;
    const struct played *const played = &run->played;
    if (task->count) {
        count_game(&run->counts, played, ks_pgn_get_result(run->file.pgn));
        return;
    }
    if (is_split(&task->split))
        choose_file(&run->split, &task->split, run->file.pgn, task->folder, kinds[task->output]);
    if (task->output == OUTPUT_TSV)
        write_tsv(run);
    else if (task->output == OUTPUT_JSON)
        write_json(run);
    else if (task->rewrite)
        rewrite_game(run);
    else if (task->output == OUTPUT_PGN)
        run->pending = true;
    else
        write_text(output_of(run), &played->text);
    if (writes_moves(task))
        put(output_of(run), "\n", 1);
    if (standard_output.used >= WRITE_SIZE)
        flush_output(&standard_output);
}

/* ---- Games ---- */

/* Errors are reported unless the output says which games have them. */
static void report(void *context, const ks_pgn_item *item) {
    struct run *const run = context;
    char message[GAME_ERROR_SIZE];
    ks_pgn_place place;
    if ((!run->task->count && !writes_positions(run->task) && !writes_moves(run->task) &&
         !run->task->rewrite) ||
        run->task->with[WITH_ILLEGAL] || ks_pgn_get_error(run->file.pgn)->code == KS_ERROR_PGN_SOURCE ||
        interrupted)
        return;
    ks_pgn_get_place(run->file.pgn, &place);
    write_game_error(&run->file, item, message);
    prepare_message(run);
    report_rejection(&run->rejections, run->name, place.line, place.column - 1, message);
}

/* Whether tags alone say which games are written, and the moves need not be played. */
static bool tags_suffice(const struct games_task *task) {
    bool with = false;
    for (unsigned event = 0; event < GAMES_EVENTS; event++)
        with |= task->with[event];
    return !with && !task->count && !task->rewrite && !task->unique && task->wanted.fields == 0 &&
           task->material.plies == 0 && task->output == OUTPUT_PGN && task->plies.first == 0 &&
           task->plies.last == UINT64_MAX;
}

/* The same seed takes the same games, whatever else is asked of them. */
static bool is_in_sample(struct run *run) {
    const uint64_t drawn = splitmix64(&run->random) >> 11;
    return (double)drawn * 0x1p-53 < run->task->sample;
}

/* full: the bound of --memory is reached; else there is no memory below it. */
static void report_full_set(struct run *run, bool full) {
    const uint64_t mebibytes = run->task->memory >> 20;
    if (run->failed_to_remember)
        return;
    prepare_message(run);
    complain("--unique: %zu games %s %" PRIu64 " MiB %s; from %s:%" PRIu64
             " on, games that are not among these count as new",
             run->seen.used, full ? "fill the memory of" : "fit into the memory that there is, less than the",
             mebibytes, full ? "that --memory allows" : "of --memory", run->name, run->played.begin.line);
    run->failed = run->failed_to_remember = true;
}

/* A game without moves, or with an illegal one, is equal to no other. */
static bool was_there_before(struct run *run) {
    if (!run->task->unique || !run->played.whole || run->played.plies == 0)
        return false;
    const enum position_seen seen = add_position(&run->seen, run->played.key);
    if (seen == POSITION_SET_FULL || seen == POSITION_NO_MEMORY)
        report_full_set(run, seen == POSITION_SET_FULL);
    return seen == POSITION_SEEN;
}

static void take_game(struct run *run) {
    ks_pgn_place place;
    ks_pgn_get_place(run->file.pgn, &place);
    if (run->file.kept.wanted)
        drop_text(&run->file, place.offset);
    run->pending_from = place.offset;
    if (!is_in_sample(run) || !is_selected(&run->task->selection, run->file.pgn))
        return;
    if (tags_suffice(run->task)) {
        write_game(run);
        run->taken++;
        return;
    }
    play_game(&run->played, run->task, &run->file, report, run);
    if (!run->file.failed && !interrupted && is_asked(run->task, &run->played) && !was_there_before(run)) {
        write_game(run);
        run->taken++;
    }
}

/* ---- Files ---- */

static void fail_to_read(struct run *run) {
    prepare_message(run);
    complain("%s: %s", run->name, run->input.reason);
    run->failed = true;
}

/* Reads the beginning of a file. Returns its length; -1 when the file can't be read or holds no games. */
static ssize_t read_head(struct run *run) {
    size_t have = 0;
    ssize_t got = 1;
    while (got > 0 && !is_beginning(run->head, have, false)) {
        got = read_from(&run->input, run->head + have, HEAD - have);
        have += got > 0 ? (size_t)got : 0;
    }
    if (got < 0) {
        fail_to_read(run);
        return -1;
    }
    const struct file_format *const foreign = ks_find_foreign(run->head, have);
    if (foreign ? is_games(foreign) : ks_may_begin_games(run->head, have))
        return (ssize_t)have;
    prepare_message(run);
    if (foreign)
        complain_of_foreign_to("PGN", run->name, foreign);
    else
        complain("%s: expected PGN, which begins with a tag such as [Event \"...\"] or with a move; "
                 "'kingscan check' reads FEN and EPD",
                 run->name);
    run->failed = true;
    return -1;
}

static bool has_all(const struct run *run) {
    return run->taken >= run->task->first;
}

static void read_games(struct run *run, size_t head) {
    open_games(&run->file, &run->input, run->head, head, run->variants,
               (run->task->null_moves ? KS_PGN_NULL_MOVES : 0u) |
                   (run->task->comments || run->task->rewrite ? KS_PGN_COMMENTS : 0u) |
                   (run->task->rewrite ? KS_PGN_VARIATIONS : 0u) | notation_flags(&run->task->reading));
    if (!run->task->count && run->task->output == OUTPUT_PGN)
        keep_text(&run->file);
    while (!interrupted && next_game(&run->file)) {
        write_pending(run);
        if (has_all(run))
            break;
        run->read++;
        show_progress(run);
        if (run->tags.missing_count > 0)
            look_for_tags(&run->tags, run->file.pgn);
        take_game(run);
    }
    if (run->file.failed)
        fail_to_read(run);
    else if (!interrupted)
        write_pending(run);
    run->pending = false;
    close_games(&run->file);
}

static void take_file(struct run *run, char *const *file) {
    run->name = *file;
    run->rest = file + 1;
    if (!open_input(&run->input, run->name)) {
        fail_to_read(run);
        return;
    }
    const ssize_t head = read_head(run);
    if (head >= 0)
        read_games(run, (size_t)head);
    close_input(&run->input);
}

int run_games(const struct games_task *task) {
    static struct run run;
    run = (struct run){.task = task, .rejections.shown = task->rejected_shown, .random = task->seed};
    run.variants = load_chosen_variants(&task->reading.variant);
    if (task->unique)
        start_position_set(&run.seen, task->memory);
    if (is_split(&task->split))
        start_split(&run.split);
    add_printed_tags(&run.tags, task->tags);
    add_selected_tags(&task->selection, &run.tags);
    add_named_tags(&run.tags, "--split", task->split.tag);
    catch_interrupts(NULL);
    progress_start(&run.progress, task->show_progress);
    run.amount = task->show_progress ? amount_of_files(task->files) : 0;
    for (char *const *file = task->files; *file && !interrupted && !has_all(&run); file++)
        take_file(&run, file);
    end_split(&run.split);
    prepare_message(&run);
    end_rejections(&run.rejections);
    if (!interrupted)
        report_missing_tags(&run.tags);
    if (task->count)
        print_games_counts(&run.counts, task->output == OUTPUT_JSON);
    free_played(&run.played);
    ks_variants_free(run.variants);
    return interrupted          ? STATUS_INTERRUPTED
           : run.failed         ? STATUS_FAILED
           : run.rejections.all ? STATUS_FOUND
                                : STATUS_GOOD;
}
