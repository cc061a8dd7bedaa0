/* The reader of a part goes on into the text after it, up to a game that begins where another part does.
 * While it has the turn, a thread takes over the next part, if nobody has claimed that. */
#include "cli/run/part_reader.h"

#include <string.h>

/* A reader that needs more text than this after its part is within a game, and waits for its turn. */
enum { AFTER_PART_MAX = 1 << 18 };

/* ---- Reading ---- */

/* Reads the text after the part. In its turn, the reader also takes over the next part. */
static size_t read_after_part(struct part_reader *reader, char *buffer, size_t room) {
    struct turn *const turn = reader->turn;
    struct shared_blocks *const blocks = turn->blocks;
    size_t got;
    do {
        lock_spinning(&blocks->reading);
        got = copy_from_parts(&blocks->source, turn->block, reader->at, buffer, room);
        if (got == PART_NOT_READ && turn->taken && !is_stopped(turn))
            go_on_to_next_part(&blocks->source, turn->block);
        pthread_mutex_unlock(&blocks->reading);
        if (got != PART_NOT_READ)
            return got;
        take_turn(turn);
    } while (!is_stopped(turn));
    return 0;
}

static size_t read_part_on(void *context, char *buffer, size_t room) {
    struct part_reader *const reader = context;
    const struct block *const block = reader->turn->block;
    const uint64_t end = block->part.begin + block->length;
    const size_t left = reader->at < end ? (size_t)(end - reader->at) : 0;
    if (reader->at >= end + AFTER_PART_MAX)
        take_turn(reader->turn);
    if (is_stopped(reader->turn))
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

void open_part(struct part_reader *reader, struct turn *turn, struct games_file *file,
               const ks_variants *variants, ks_pgn_flags flags) {
    const struct game_part *const part = &turn->block->part;
    *reader = (struct part_reader){.turn = turn, .file = file, .first = part->begin, .at = part->begin};
    open_games_of_source(file, turn->block->file, read_part_on, reader, variants, flags);
    file->number = (uint64_t)part->games;
}

/* Returns the offset in the file of the reader's place. */
static uint64_t offset_of(const struct part_reader *reader) {
    ks_pgn_place place;
    ks_pgn_get_place(reader->file->pgn, &place);
    return reader->first + place.offset;
}

/* Whether the part ends before the game that begins. */
static bool part_ends(const struct part_reader *reader) {
    const struct block *const block = reader->turn->block;
    struct shared_blocks *const blocks = reader->turn->blocks;
    if (reader->at <= block->part.begin + block->length)
        return false;
    lock_spinning(&blocks->reading);
    const bool ends = is_end_of_part(&blocks->source, block, offset_of(reader));
    pthread_mutex_unlock(&blocks->reading);
    return ends;
}

bool next_game_of_part(struct part_reader *reader, bool *other) {
    const bool more = next_game(reader->file);
    *other = more && part_ends(reader);
    return more && !*other;
}

void end_part(const struct part_reader *reader) {
    take_turn(reader->turn);
    if (!reader->turn->misplaced)
        reader->turn->blocks->games_end =
            (struct games_end){offset_of(reader), (int64_t)reader->file->number - 1};
}

bool place_part_anew(struct turn *turn) {
    struct shared_blocks *const blocks = turn->blocks;
    struct game_part *const part = &turn->block->part;
    turn->misplaced = part->begin != blocks->games_end.offset;
    if (turn->misplaced)
        return false;
    part->correction += blocks->games_end.games - part->games;
    part->games = blocks->games_end.games;
    lock_spinning(&blocks->reading);
    if (blocks->source.file == turn->block->file)
        blocks->source.next.correction = part->correction;
    pthread_mutex_unlock(&blocks->reading);
    return true;
}
