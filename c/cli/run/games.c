/* Reads the text of a worker's block, and the games in it. The reader of a part goes on into the text after
 * it, up to a game that begins where another part does. While it has the turn, a thread takes over the next
 * part, if nobody has claimed that. */
#include "cli/run/games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"

/* A reader that needs more text than this after its part is within a game, and waits for its turn. */
enum { AFTER_PART_MAX = 1 << 18 };

/* ---- Reading ---- */

/* Reads the text after the part. In its turn, the reader also takes over the next part. */
static size_t read_after_part(struct text_reader *reader, char *buffer, size_t room) {
    struct worker *const worker = reader->worker;
    struct work *const work = worker->work;
    size_t got;
    do {
        lock_spinning(&work->reading);
        got = copy_from_parts(&work->source, &worker->block, reader->at, buffer, room);
        if (got == PART_NOT_READ && worker->taken && !is_stopped(worker))
            go_on_to_next_part(&work->source, &worker->block);
        pthread_mutex_unlock(&work->reading);
        if (got != PART_NOT_READ)
            return got;
        take_turn(worker);
    } while (!is_stopped(worker));
    return 0;
}

/* Reads the file that the block begins. */
static size_t read_file(struct text_reader *reader, char *buffer, size_t room) {
    struct block *const block = reader->block;
    const ssize_t got = read_from(&block->input, buffer, room);
    if (got < 0)
        memcpy(block->reason, block->input.reason, sizeof block->reason);
    return got < 0 ? KS_SOURCE_FAILED : (size_t)got;
}

size_t read_block_text(void *context, void *buffer, size_t room) {
    struct text_reader *const reader = context;
    const struct block *const block = reader->block;
    const bool part = block->kind == BLOCK_PART;
    const uint64_t begin = part ? block->part.begin : 0, end = begin + block->length;
    const size_t left = reader->at < end ? (size_t)(end - reader->at) : 0;
    size_t got = left < room ? left : room;
    if (part && reader->at >= end + AFTER_PART_MAX)
        take_turn(reader->worker);
    if (part && is_stopped(reader->worker))
        return 0;
    if (got > 0)
        memcpy(buffer, block->text + (reader->at - begin), got);
    else
        got = (part ? read_after_part : read_file)(reader, buffer, room);
    reader->failed = got == KS_SOURCE_FAILED;
    reader->at += reader->failed ? 0 : got;
    return got;
}

/* ---- Parts ---- */

/* Gives a misplaced part the right number of games, so that its worker begins anew. Returns false when the
 * part doesn't count. */
static bool place_anew(struct worker *worker) {
    struct work *const work = worker->work;
    struct game_part *const part = &worker->block.part;
    worker->misplaced = part->begin != work->games_end.offset;
    if (worker->misplaced)
        return false;
    part->correction += work->games_end.games - part->games;
    part->games = work->games_end.games;
    lock_spinning(&work->reading);
    if (work->source.file == worker->block.file)
        work->source.next.correction = part->correction;
    pthread_mutex_unlock(&work->reading);
    return true;
}

static void start_part(struct text_reader *reader) {
    reader->other = reader->failed = false;
    reader->first = reader->at = reader->block->part.begin;
    reader->games = (uint64_t)reader->block->part.games;
}

bool begin_text(struct text_reader *reader, struct worker *worker, struct block *block) {
    *reader = (struct text_reader){.worker = worker, .block = block};
    if (block->kind != BLOCK_PART)
        return true;
    reader->lines = block->part.lines;
    if (!block->part.guessed)
        take_turn(worker);
    if (worker->misplaced && !place_anew(worker))
        return false;
    start_part(reader);
    return true;
}

/* Returns the offset in the file of the reader's place. */
static uint64_t offset_of(const struct text_reader *reader, ks_pgn *pgn) {
    const ks_pgn_place place = ks_pgn_get_place(pgn);
    return reader->first + place.offset;
}

bool begin_game_of_text(struct text_reader *reader, ks_pgn *pgn) {
    const struct block *const block = reader->block;
    struct work *const work = reader->worker->work;
    if (block->kind == BLOCK_PART && reader->at > block->part.begin + block->length) {
        lock_spinning(&work->reading);
        reader->other = is_end_of_part(&work->source, block, offset_of(reader, pgn));
        pthread_mutex_unlock(&work->reading);
    }
    reader->games += !reader->other;
    return !reader->other;
}

bool end_text(struct text_reader *reader, ks_pgn *pgn, bool wanted) {
    struct worker *const worker = reader->worker;
    const bool part = reader->block->kind == BLOCK_PART;
    if (part)
        take_turn(worker);
    if (!part || !worker->misplaced) {
        if (part)
            worker->work->games_end = (struct games_end){offset_of(reader, pgn), (int64_t)reader->games};
        if (reader->failed && !reader->other && wanted)
            report_unreadable(worker, reader->block->file, reader->block->reason);
        return false;
    }
    worker->out.used = 0;
    drop_tally(worker);
    if (!place_anew(worker))
        return false;
    start_part(reader);
    return true;
}

/* ---- Games ---- */

/* Gives the text, which may be kept. */
static size_t read_and_keep(void *context, void *buffer, size_t room) {
    struct games_reader *const reader = context;
    const size_t got = read_block_text(&reader->text, buffer, room);
    if (reader->keeps_text && got != KS_SOURCE_FAILED)
        add_bytes(&reader->kept, buffer, got);
    expect_memory(!reader->kept.failed);
    return got;
}

static void open_games(struct games_reader *reader) {
    ks_error error;
    reader->kept.used = 0;
    reader->dropped = 0;
    reader->pgn = ks_pgn_open(read_and_keep, reader, reader->flags, &error);
    if (!reader->pgn)
        fail("%s: %s", reader->text.block->file, error.message);
    ks_pgn_use_variants(reader->pgn, reader->variants);
}

bool begin_games(struct games_reader *reader, struct worker *worker) {
    if (!begin_text(&reader->text, worker, &worker->block))
        return false;
    open_games(reader);
    return true;
}

bool next_game(struct games_reader *reader) {
    return ks_pgn_next_game(reader->pgn) && begin_game_of_text(&reader->text, reader->pgn);
}

bool end_games(struct games_reader *reader, bool wanted) {
    struct block *const block = reader->text.block;
    const bool again = end_text(&reader->text, reader->pgn, wanted);
    ks_pgn_close(reader->pgn);
    if (block->kind != BLOCK_PART)
        close_input(&block->input);
    if (again)
        open_games(reader);
    else
        free(reader->kept.bytes);
    return again;
}

/* The bytes are moved only when most are dropped, so that each is moved once on average. */
const char *text_from(struct games_reader *reader, uint64_t offset) {
    struct buffer *const kept = &reader->kept;
    const size_t before = (size_t)(offset - reader->dropped);
    if (before <= kept->used / 2)
        return kept->bytes + before;
    kept->used -= before;
    reader->dropped = offset;
    return memmove(kept->bytes, kept->bytes + before, kept->used);
}
