/* Reads the games of a worker's block, which may be a part of a file. The reader of a part goes on into the
 * text after it, up to a game that begins where another part does. While it has the turn, a thread takes
 * over the next part, if nobody has claimed that. */
#include "cli/run/games.h"

#include <string.h>

/* A reader that needs more text than this after its part is within a game, and waits for its turn. */
enum { AFTER_PART_MAX = 1 << 18 };

/* ---- Reading ---- */

/* Reads the text after the part. In its turn, the reader also takes over the next part. */
static size_t read_after_part(struct part_reader *reader, char *buffer, size_t room) {
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

size_t read_part(void *context, void *buffer, size_t room) {
    struct part_reader *const reader = context;
    const struct block *const block = &reader->worker->block;
    const uint64_t end = block->part.begin + block->length;
    const size_t left = reader->at < end ? (size_t)(end - reader->at) : 0;
    if (reader->at >= end + AFTER_PART_MAX)
        take_turn(reader->worker);
    if (is_stopped(reader->worker))
        return 0;
    size_t got = left < room ? left : room;
    if (got > 0)
        memcpy(buffer, block->text + (reader->at - block->part.begin), got);
    else
        got = read_after_part(reader, buffer, room);
    reader->failed = got == KS_SOURCE_FAILED;
    if (!reader->failed)
        reader->at += got;
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

static void start_part(struct part_reader *reader) {
    const struct game_part *const part = &reader->worker->block.part;
    reader->other = reader->failed = false;
    reader->first = reader->at = part->begin;
    reader->games = (uint64_t)part->games;
}

bool begin_part(struct part_reader *reader, struct worker *worker) {
    *reader = (struct part_reader){.worker = worker, .lines = worker->block.part.lines};
    if (!worker->block.part.guessed)
        take_turn(worker);
    if (worker->misplaced && !place_anew(worker))
        return false;
    start_part(reader);
    return true;
}

/* Returns the offset in the file of the reader's place. */
static uint64_t offset_of(const struct part_reader *reader, ks_pgn *pgn) {
    const ks_pgn_place place = ks_pgn_get_place(pgn);
    return reader->first + place.offset;
}

bool begin_game_of_part(struct part_reader *reader, ks_pgn *pgn) {
    const struct block *const block = &reader->worker->block;
    struct work *const work = reader->worker->work;
    if (reader->at > block->part.begin + block->length) {
        lock_spinning(&work->reading);
        reader->other = is_end_of_part(&work->source, block, offset_of(reader, pgn));
        pthread_mutex_unlock(&work->reading);
    }
    reader->games += !reader->other;
    return !reader->other;
}

bool end_part(struct part_reader *reader, ks_pgn *pgn, bool wanted) {
    struct worker *const worker = reader->worker;
    take_turn(worker);
    if (!worker->misplaced) {
        worker->work->games_end = (struct games_end){offset_of(reader, pgn), (int64_t)reader->games};
        if (reader->failed && !reader->other && wanted)
            report_unreadable(worker, worker->block.file, worker->block.reason);
        return false;
    }
    worker->out.used = 0;
    reset_tally(worker);
    if (!place_anew(worker))
        return false;
    start_part(reader);
    return true;
}

/* ---- Blocks ---- */

/* Gives the text of the part, which may be kept. */
static size_t read_and_keep(void *context, void *buffer, size_t room) {
    struct games_reader *const reader = context;
    const size_t got = read_part(&reader->part, buffer, room);
    reader->file->failed = got == KS_SOURCE_FAILED;
    if (!reader->file->failed)
        keep_read_text(reader->file, buffer, got);
    return got;
}

static void open_block(struct games_reader *reader) {
    struct block *const block = &reader->worker->block;
    if (block->kind == BLOCK_PART) {
        open_games_of_source(reader->file, block->file, read_and_keep, reader, reader->variants,
                             reader->flags);
        reader->file->number = reader->part.games;
    } else {
        open_games(reader->file, &block->input, block->text, block->length, reader->variants, reader->flags);
    }
}

bool begin_games(struct games_reader *reader, struct worker *worker, struct games_file *file,
                 const ks_variants *variants, ks_pgn_flags flags) {
    *reader = (struct games_reader){.worker = worker, .file = file, .variants = variants, .flags = flags};
    if (worker->block.kind == BLOCK_PART && !begin_part(&reader->part, worker))
        return false;
    open_block(reader);
    return true;
}

bool next_game_of_block(struct games_reader *reader) {
    return next_game(reader->file) &&
           (reader->worker->block.kind != BLOCK_PART || begin_game_of_part(&reader->part, reader->file->pgn));
}

bool end_games(struct games_reader *reader, bool wanted) {
    struct worker *const worker = reader->worker;
    struct block *const block = &worker->block;
    const bool part = block->kind == BLOCK_PART;
    const bool again = part && end_part(&reader->part, reader->file->pgn, wanted);
    if (!part && reader->file->failed && wanted)
        report_unreadable(worker, block->file, block->input.reason);
    close_games(reader->file);
    if (!part)
        close_input(&block->input);
    if (again)
        open_block(reader);
    return again;
}
