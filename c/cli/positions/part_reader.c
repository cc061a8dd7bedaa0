/* The reader of a part goes on into the text after it, up to a game that begins where another part does. The
 * thread whose turn it is takes over the next part, if nobody has claimed that. */
#include "cli/positions/part_reader.h"

#include <string.h>

#include "cli/base/pool.h"

/* A reader that needs more text than this after its part is within a game, and waits for its turn. */
enum { AFTER_PART_MAX = 1 << 18 };

/* ---- Reading ---- */

static bool is_stopped(const struct part_reader *reader) {
    return reader->turn_of(reader->worker) == PART_STOPPED;
}

/* Reads the text after the part. In its turn, the reader also takes over the next part. */
static size_t read_after_part(struct part_reader *reader, char *buffer, size_t room) {
    size_t got;
    do {
        lock_spinning(reader->reading);
        got = copy_from_parts(reader->source, reader->block, reader->at, buffer, room);
        if (got == PART_NOT_READ && reader->turn_of(reader->worker) == PART_IN_TURN)
            go_on_to_next_part(reader->source, reader->block);
        pthread_mutex_unlock(reader->reading);
        if (got != PART_NOT_READ)
            return got;
        reader->take_turn(reader->worker);
    } while (!is_stopped(reader));
    return 0;
}

static size_t read_part_on(void *context, char *buffer, size_t room) {
    struct part_reader *const reader = context;
    const struct block *const block = reader->block;
    const uint64_t end = block->part.begin + block->length;
    const size_t left = reader->at < end ? (size_t)(end - reader->at) : 0;
    if (reader->at >= end + AFTER_PART_MAX)
        reader->take_turn(reader->worker);
    if (is_stopped(reader))
        return 0;
    size_t got = left < room ? left : room;
    if (got > 0)
        memcpy(buffer, block->text + (reader->at - block->part.begin), got);
    else
        got = read_after_part(reader, buffer, room);
    reader->file->failed = got == KS_PGN_FAILED;
    if (reader->file->failed)
        return got;
    keep_read_text(reader->file, buffer, got);
    reader->at += got;
    return got;
}

/* ---- Games ---- */

void open_part(struct part_reader *reader, const ks_variants *variants, ks_pgn_flags flags) {
    const struct game_part *const part = &reader->block->part;
    reader->first = reader->at = part->begin;
    open_games_of_source(reader->file, reader->block->file, read_part_on, reader, variants, flags);
    reader->file->number = (uint64_t)part->games;
}

uint64_t offset_in_file(const struct part_reader *reader, const ks_pgn_place *place) {
    return reader->first + place->offset;
}

/* Whether the part ends before the game that begins. */
static bool part_ends(const struct part_reader *reader) {
    const struct block *const block = reader->block;
    ks_pgn_place place;
    if (reader->at <= block->part.begin + block->length)
        return false;
    ks_pgn_get_place(reader->file->pgn, &place);
    lock_spinning(reader->reading);
    const bool ends = is_end_of_part(reader->source, block, offset_in_file(reader, &place));
    pthread_mutex_unlock(reader->reading);
    return ends;
}

bool next_game_of_part(struct part_reader *reader, bool *other) {
    const bool more = next_game(reader->file);
    *other = more && part_ends(reader);
    return more && !*other;
}

/* ---- Places ---- */

void note_games_end(const struct part_reader *reader, struct games_end *end) {
    ks_pgn_place place;
    ks_pgn_get_place(reader->file->pgn, &place);
    end->offset = offset_in_file(reader, &place);
    end->games = (int64_t)reader->file->number - 1;
}

bool is_misplaced_part(const struct block *block, const struct games_end *end) {
    const struct game_part *const part = &block->part;
    return block->kind == BLOCK_PART && !block->begins_file &&
           (part->begin != end->offset || part->games != end->games);
}

bool place_part_anew(struct block_source *source, pthread_mutex_t *reading, struct block *block,
                     const struct games_end *end) {
    struct game_part *const part = &block->part;
    if (part->begin != end->offset)
        return false;
    part->correction += end->games - part->games;
    part->games = end->games;
    lock_spinning(reading);
    if (source->file == block->file)
        source->next.correction = part->correction;
    pthread_mutex_unlock(reading);
    return true;
}
