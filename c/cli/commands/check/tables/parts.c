/* Parts that have been handed out are in a list. The bytes that have been read behind the last of
 * them are carried into the next. */
#include "cli/commands/check/tables/parts.h"

#include <string.h>

#include "core/text/foreign.h"

enum { PART_SIZE = LINE_LIMIT };

/* ---- Cutting ---- */

/* Returns whether a line begins at `at` with a bracket behind an empty line. at: 3 at least. */
static bool may_begin_game(const char *text, size_t at) {
    return text[at] == '[' && text[at - 1] == '\n' &&
           (text[at - 2] == '\n' || (text[at - 2] == '\r' && text[at - 3] == '\n'));
}

/* Returns where the last game of a text may begin, among those bytes that can be carried; 0 when none does.
 */
static size_t find_cut(const char *text, size_t length) {
    const size_t least = length > READ_BLOCK ? length - READ_BLOCK : 0;
    for (size_t at = length; at > least + 3;)
        if (may_begin_game(text, --at))
            return at;
    return 0;
}

/* Counts the lines of a part and, where they seem to begin, its games: the first does so at its beginning. */
static void count_part(const struct block *block, struct game_part *next) {
    const char *const text = block->text, *const end = text + block->length, *at = text;
    const size_t first = skip_space(text, block->length);
    next->games += block->part.guessed && first < block->length;
    while ((at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at++;
        next->lines++;
        const size_t line = (size_t)(at - text);
        next->games += line > 3 && line > first && at < end && may_begin_game(text, line);
    }
    next->begin += block->length;
}

/* ---- Reading ---- */

/* Reads on in the file, at most READ_BLOCK bytes, and returns their number: 0 only at the end. */
static size_t read_on(struct block_source *source, char *to) {
    const ssize_t got = read_from(&source->input, to, READ_BLOCK);
    source->next.last = got <= 0;
    return got > 0 ? (size_t)got : 0;
}

/* Makes a part of the text that the block has and what follows in the file. */
static void cut_part(struct block_source *source, struct block *block) {
    size_t have = block->length;
    while (have < PART_SIZE && !source->next.last)
        have += read_on(source, block->text + have);
    const size_t cut = source->next.last ? have : find_cut(block->text, have);
    block->kind = BLOCK_PART;
    block->part = source->next;
    block->part.games += block->part.correction;
    block->length = cut > 0 ? cut : have;
    memcpy(block->reason, source->input.reason, sizeof block->reason);
    source->carried = have - block->length;
    memcpy(source->carry, block->text + block->length, source->carried);
    count_part(block, &source->next);
    source->next.guessed = cut > 0;
    if (block->part.last) {
        close_input(&source->input);
        source->file = NULL;
    }
}

static void add_part(struct block_source *source, struct block *block) {
    block->part.other = source->parts;
    source->parts = block;
}

void begin_parts(struct block_source *source, struct block *block) {
    source->in_games = true;
    source->next = (struct game_part){.guessed = true};
    cut_part(source, block);
    add_part(source, block);
}

static void take_carried(struct block_source *source, struct block *block) {
    block->length = source->carried;
    memcpy(block->text, source->carry, source->carried);
}

void hand_out_part(struct block_source *source, struct block *block) {
    take_carried(source, block);
    cut_part(source, block);
    add_part(source, block);
}

void go_on_to_next_part(struct block_source *source, struct block *block) {
    forget_part(source, block);
    hand_out_part(source, block);
}

void forget_part(struct block_source *source, struct block *block) {
    struct block **at = &source->parts;
    while (*at && *at != block)
        at = &(*at)->part.other;
    if (*at)
        *at = block->part.other;
}

/* ---- The text behind a part ---- */

/* A text at an offset in a file, and what stands behind it. */
struct piece {
    const char *text;
    uint64_t begin;
    size_t length;
    bool last;
    const char *reason;
};

/* Copies from a piece what stands at an offset. Returns as copy_from_parts does. */
static size_t copy_from(const struct piece *piece, struct block *block, uint64_t offset, char *buffer,
                        size_t room) {
    const uint64_t within = offset - piece->begin; /* beyond the length when it is less than 0 */
    if (within > piece->length || (within == piece->length && !piece->last))
        return PART_NOT_READ;
    const size_t here = piece->length - (size_t)within, length = here < room ? here : room;
    if (length == 0) {
        memmove(block->reason, piece->reason, sizeof block->reason);
        return block->reason[0] ? KS_PGN_FAILED : 0;
    }
    memcpy(buffer, piece->text + within, length);
    return length;
}

/* Copies from what is carried, and reads on for that. */
static size_t copy_from_carried(struct block_source *source, struct block *block, uint64_t offset,
                                char *buffer, size_t room) {
    if (source->file != block->file)
        return PART_NOT_READ;
    if (offset == source->next.begin + source->carried && !source->next.last &&
        source->carried <= sizeof source->carry - READ_BLOCK)
        source->carried += read_on(source, source->carry + source->carried);
    const struct piece piece = {source->carry, source->next.begin, source->carried, source->next.last,
                                source->input.reason};
    return copy_from(&piece, block, offset, buffer, room);
}

size_t copy_from_parts(struct block_source *source, struct block *block, uint64_t offset, char *buffer,
                       size_t room) {
    for (const struct block *other = source->parts; other; other = other->part.other) {
        const struct piece piece = {other->text, other->part.begin, other->length, other->part.last,
                                    other->reason};
        const size_t got =
            other->file == block->file ? copy_from(&piece, block, offset, buffer, room) : PART_NOT_READ;
        if (got != PART_NOT_READ)
            return got;
    }
    return copy_from_carried(source, block, offset, buffer, room);
}

bool is_end_of_part(const struct block_source *source, const struct block *block, uint64_t offset) {
    if (offset < block->part.begin + block->length)
        return false;
    for (const struct block *other = source->parts; other; other = other->part.other)
        if (other->file == block->file && other->part.begin == offset)
            return true;
    return source->file == block->file && source->next.begin == offset;
}
