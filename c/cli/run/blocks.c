/* Cuts files into blocks of whole lines or of games, and the parts of a block of games. */
#include "cli/run/blocks.h"

#include <stdatomic.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "core/text/characters.h"
#include "core/text/foreign.h"
#include "game/data/parts.h"
#include "game/pgn/open.h"

/* ==== Files of games in parts ==== */

/* Parts that have been handed out are in a list. The bytes that have been read after the last of
 * them are carried into the next. */

enum { PART_SIZE = LINE_LIMIT };

/* Returns whether a line begins at `at` with a bracket after an empty line. at: 3 at least. */
static bool may_begin_game(const char *text, size_t at) {
    return text[at] == '[' && text[at - 1] == '\n' &&
           (text[at - 2] == '\n' || (text[at - 2] == '\r' && text[at - 3] == '\n'));
}

/* Returns where the last game of a text may begin, among those bytes that can be carried; 0 when
 * none does. */
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

static void close_file(struct block_source *source) {
    close_input(&source->input);
    source->file = NULL;
}

/* Reads on in the file, at most READ_BLOCK bytes, and returns their number: 0 only at the end. */
static size_t read_on(struct block_source *source, char *to) {
    const ssize_t got = read_from(&source->input, to, READ_BLOCK);
    source->next.last = got <= 0;
    return got > 0 ? (size_t)got : 0;
}

/* Hands out a part: the text that the block has, and what follows in the file. */
static void cut_part(struct block_source *source, struct block *block) {
    size_t have = block->length;
    while (have < PART_SIZE && !source->next.last)
        have += read_on(source, block->text + have);
    const size_t cut = source->next.last ? have : find_cut(block->text, have);
    block->kind = BLOCK_PART;
    block->data_format = KS_DATA_PGN;
    block->data_begin = source->data_next;
    block->part = source->next;
    block->part.games += block->part.correction;
    block->length = cut > 0 ? cut : have;
    memcpy(block->reason, source->input.reason, sizeof block->reason);
    source->carried = have - block->length;
    memcpy(source->carry, block->text + block->length, source->carried);
    count_part(block, &source->next);
    source->next.guessed = cut > 0;
    block->part.other = source->parts;
    source->parts = block;
    if (block->part.last)
        close_file(source);
}

/* Hands out the first part of a file. The block has the first `length` bytes already. */
static void begin_parts(struct block_source *source, struct block *block) {
    source->in_games = true;
    source->next = (struct game_part){.guessed = true};
    cut_part(source, block);
}

/* Gives up the text of a block, if that is a part. */
static void forget_part(struct block_source *source, struct block *block) {
    struct block **at = &source->parts;
    while (*at && *at != block)
        at = &(*at)->part.other;
    if (*at)
        *at = block->part.other;
}

/* Hands out the next part. */
static void hand_out_part(struct block_source *source, struct block *block) {
    block->length = source->carried;
    memcpy(block->text, source->carry, source->carried);
    cut_part(source, block);
}

void go_on_to_next_part(struct block_source *source, struct block *block) {
    forget_part(source, block);
    hand_out_part(source, block);
}

/* ---- The text after a part ---- */

/* A text at an offset in a file, and what follows it. */
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
        return block->reason[0] ? KS_SOURCE_FAILED : 0;
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

/* ---- Cutting ---- */

/* A block ends with the last whole line that has been read. The bytes after it are carried into the next
 * block. */

/* ---- Ending early ---- */

static atomic_int ended;

void end_blocks(void) {
    ended = 1;
    wake_pollers();
}

static bool is_over(void) {
    return interrupted || ended;
}

/* ---- Files ---- */

void start_blocks(struct block_source *source, char *const *files) {
    catch_interrupts(NULL);
    source->files = files;
    source->file = NULL;
    source->blocks = 0;
    source->parts = NULL;
}

/* Returns false when the file can't be opened. */
static bool open_file(struct block_source *source, const char *file) {
    source->file = file;
    source->begun = source->skipping = source->open_cr = source->in_games = false;
    source->in_data = KS_DATA_UNKNOWN;
    source->carried = 0;
    return open_input(&source->input, file);
}

/* Reads on, and returns the number of bytes with line ends that are settled, or stay as they are; -1 when the
 * read failed. */
static ssize_t read_settled(struct block_source *source, char *after, bool *at_end) {
    *after = '\r'; /* where one is open */
    const ssize_t got = read_from(&source->input, after + source->open_cr, READ_BLOCK);
    if (got < 0)
        return -1;
    const size_t all = (size_t)got + source->open_cr;
    const size_t settled = got > 0 && !source->takes_games ? settle_line_ends(after, all) : all;
    source->open_cr = settled < all;
    *at_end = got == 0;
    return (ssize_t)settled;
}

/* ---- Lines ---- */

/* The offset after the last LF; 0 when there is none. The text has none before `from`. */
static size_t end_of_lines(const char *text, size_t from, size_t length) {
    while (length > from && text[length - 1] != '\n')
        length--;
    return length > from ? length : 0;
}

/* Hands out the first `used` bytes of a block; the others are carried into the next one. */
static bool hand_out(struct block_source *source, struct block *block, enum block_kind kind, size_t used,
                     size_t have) {
    block->kind = kind;
    block->length = used;
    source->carried = have - used;
    memcpy(source->carry, block->text + used, have - used);
    return true;
}

static bool fail_to_read(struct block_source *source, struct block *block) {
    block->kind = BLOCK_UNREADABLE;
    memcpy(block->reason, source->input.reason, sizeof block->reason);
    close_file(source);
    return true;
}

/* Hands out the first `have` bytes of a file, or of its rest, and the file. */
static bool hand_out_file(struct block_source *source, struct block *block, enum block_kind kind,
                          size_t have) {
    block->kind = kind;
    block->length = have;
    block->data_begin = source->data_next;
    block->input = source->input;
    source->file = NULL;
    return true;
}

/* Hands out a file of games that begins with so many bytes, or its first part. */
static bool hand_out_games(struct block_source *source, struct block *block, size_t have) {
    block->data_format = KS_DATA_PGN;
    if (source->open_cr)
        block->text[have++] = '\r';
    if (!source->cut_games)
        return hand_out_file(source, block, source->takes_text ? BLOCK_DATA : BLOCK_GAMES, have);
    block->length = have;
    begin_parts(source, block);
    return true;
}

/* ---- Training data ---- */

/* So many bytes at first: a part of training data has as many or more. */
enum { DATA_FIRST = 40 };

/* Reads the first bytes of a file as they are, as many as tell training data from text. Returns false when
 * the read failed. */
static bool read_first_bytes(struct block_source *source, struct block *block, size_t *have, bool *at_end) {
    enum { SIGN = sizeof ks_binpack_magic }; /* other formats are known by the file's name */
    block->data_format = KS_DATA_UNKNOWN;
    if (source->takes_games)
        return true;
    while (*have < SIGN && memcmp(block->text, ks_binpack_magic, *have) == 0 && !*at_end) {
        const ssize_t got = read_from(&source->input, block->text + *have, DATA_FIRST - *have);
        if (got < 0)
            return false;
        *at_end = got == 0;
        *have += (size_t)got;
    }
    unsigned format = source->data_format;
    if (format == KS_DATA_UNKNOWN)
        format = ks_data_guess_format(source->file, block->text, *have);
    if (source->data_format == KS_DATA_UNKNOWN && format > KS_DATA_PLAIN && !source->takes_text)
        format = KS_DATA_UNKNOWN;
    block->data_format = (ks_data_format)format;
    return true;
}

/* Settles the line ends of bytes that are text after all. */
static void settle_first_bytes(struct block_source *source, struct block *block, size_t *have) {
    const size_t settled = settle_line_ends(block->text, *have);
    source->open_cr = settled < *have;
    *have = settled;
}

/* The beginning of a file of training data, or of its rest, on its way into a block. */
struct data_part {
    size_t have, whole; /* bytes read; bytes of whole blocks or records */
    size_t number;      /* of these */
    bool at_end;
};

/* Reads on until `have` is so much, or up to the end of the file. Returns false when that failed. */
static bool read_data(struct block_source *source, struct block *block, struct data_part *part, size_t have) {
    while (part->have < have && !part->at_end) {
        const ssize_t got = read_from(&source->input, block->text + part->have, have - part->have);
        if (got < 0)
            return false;
        part->at_end = got == 0;
        part->have += (size_t)got;
    }
    return true;
}

/* Reads whole records. Returns false when that failed. */
static bool read_data_records(struct block_source *source, struct block *block, struct data_part *part,
                              size_t size) {
    part->number = LINE_LIMIT / size;
    part->whole = part->number * size;
    return read_data(source, block, part, part->whole);
}

/* Reads whole blocks of .binpack, as many as fit, and the first bytes after them. None counts, when the file
 * cannot be cut here: a reader has to see what follows a block that was cut short. Returns false when reading
 * failed. */
static bool read_data_blocks(struct block_source *source, struct block *block, struct data_part *part) {
    while (!part->at_end) {
        const size_t here = part->have - part->whole;
        const uint64_t size = ks_binpack_block_size((const uint8_t *)block->text + part->whole, here);
        if (size == 0)
            part->whole = part->number = 0;
        const bool full =
            part->number == (source->cut_finely ? 1 : LANES_MAX) && here >= sizeof ks_binpack_magic;
        if (size == 0 || full || size > sizeof block->text - part->whole)
            break;
        if (size > here && !read_data(source, block, part, part->whole + (size_t)size))
            return false;
        if (size <= here) {
            part->whole += (size_t)size;
            part->number++;
        }
    }
    return true;
}

/* Hands out the next part of a file of training data. The block has the first `have` bytes already; or the
 * rest of the file, when no part can be told, or when reading fails in it: what comes before is good. Returns
 * false at its end. */
static bool hand_out_data_part(struct block_source *source, struct block *block, size_t have) {
    struct data_part part = {.have = have};
    const size_t record = ks_data_format_record_size(source->in_data);
    const bool read = record > 0
                          ? read_data_records(source, block, &part, record)
                          : source->in_data != KS_DATA_BINPACK || read_data_blocks(source, block, &part);
    block->data_format = source->in_data;
    if (!read || (!part.at_end && part.whole == 0))
        return hand_out_file(source, block, BLOCK_DATA, part.have);
    block->data_begin = source->data_next;
    if (part.at_end) {
        hand_out(source, block, BLOCK_DATA_PART, part.have, part.have);
        close_file(source);
        return part.have > 0;
    }
    source->data_next.offset += part.whole;
    source->data_next.number += part.number;
    return hand_out(source, block, BLOCK_DATA_PART, part.whole, part.have);
}

static bool is_cut(const struct block_source *source, ks_data_format format) {
    return (source->cut_binpack && format == KS_DATA_BINPACK) ||
           (source->cut_games && !(source->whole_records && ks_data_format_record_size(format) > 0));
}

/* Hands out what is left at the end of a file. Returns false when nothing is. */
static bool finish_file(struct block_source *source, struct block *block, size_t have) {
    const bool too_long = source->skipping || length_without_cr(block->text, have) > LINE_LIMIT;
    close_file(source);
    if (too_long || have > 0)
        return hand_out(source, block, too_long ? BLOCK_LONG_LINE : BLOCK_LINES, have, have);
    return false;
}

/* Returns how many bytes of a line that is too long are there; 0 when no line is too long. Only the first
 * line can be, since what is carried is shorter. */
static size_t too_long_line(const struct block_source *source, const char *text, size_t have) {
    if (have <= LINE_LIMIT && !source->skipping)
        return 0;
    const char *newline = memchr(text, '\n', have);
    const size_t length = newline ? length_without_cr(text, (size_t)(newline - text)) : have - 1;
    return source->skipping || length > LINE_LIMIT ? (newline ? (size_t)(newline - text) + 1 : have) : 0;
}

/* Reads the beginning of a file of text into a block, which then knows what else the file holds. Returns
 * false when the read failed. */
static bool read_beginning(struct block_source *source, struct block *block, size_t *have, bool *at_end) {
    while (!is_beginning(block->text, *have, *at_end)) {
        const ssize_t got = read_settled(source, block->text + *have, at_end);
        if (got < 0)
            return false;
        *have += (size_t)got;
    }
    block->foreign = ks_find_foreign(block->text, *have);
    if (source->takes_json && block->foreign && strcmp(block->foreign->name, "JSON Lines") == 0)
        block->foreign = NULL;
    return true;
}

/* Reads a block of lines. It has the first `have` bytes already. Returns false at the end of the file. */
static bool read_lines(struct block_source *source, struct block *block, size_t have, bool at_end) {
    for (size_t searched = 0;;) {
        const size_t long_line = too_long_line(source, block->text, have);
        if (long_line > 0 && block->text[long_line - 1] == '\n') {
            source->skipping = false;
            return hand_out(source, block, BLOCK_LONG_LINE, long_line, have);
        }
        if (long_line > 0) {
            source->skipping = true;
            have = searched = 0;
        }
        const size_t lines = end_of_lines(block->text, searched, have);
        if (lines > 0)
            return hand_out(source, block, BLOCK_LINES, lines, have);
        if (at_end)
            return finish_file(source, block, is_over() ? 0 : have);
        searched = have;
        const ssize_t got = read_settled(source, block->text + have, &at_end);
        if (got < 0)
            return fail_to_read(source, block);
        have += (size_t)got;
    }
}

/* Reads the first block of the open file. Returns false when there is none. */
static bool begin_file(struct block_source *source, struct block *block) {
    size_t have = 0;
    bool at_end = false;
    source->data_next = (struct data_begin){0, 0};
    if (!read_first_bytes(source, block, &have, &at_end))
        return fail_to_read(source, block);
    const ks_data_format format = block->data_format;
    if (format == KS_DATA_PGN)
        return hand_out_games(source, block, have);
    if (format != KS_DATA_UNKNOWN && is_cut(source, format)) {
        source->in_data = format;
        return hand_out_data_part(source, block, have);
    }
    if (format != KS_DATA_UNKNOWN)
        return hand_out_file(source, block, BLOCK_DATA, have);
    settle_first_bytes(source, block, &have);
    if (!read_beginning(source, block, &have, &at_end))
        return fail_to_read(source, block);
    if (block->foreign ? is_games(block->foreign)
                       : source->takes_games && ks_may_begin_games(block->text, have))
        return hand_out_games(source, block, have);
    if (block->foreign || source->takes_games) {
        block->kind = BLOCK_FOREIGN;
        close_file(source);
        return true;
    }
    const size_t mark = byte_order_mark(block->text, have);
    memmove(block->text, block->text + mark, have - mark);
    return read_lines(source, block, have - mark, at_end);
}

/* Reads the next block of the open file. Returns false at its end. */
static bool read_block(struct block_source *source, struct block *block) {
    const size_t have = source->carried;
    if (source->in_games) {
        hand_out_part(source, block);
        return true;
    }
    block->foreign = NULL;
    if (block->begins_file)
        return begin_file(source, block);
    memcpy(block->text, source->carry, have);
    source->carried = 0;
    return source->in_data != KS_DATA_UNKNOWN ? hand_out_data_part(source, block, have)
                                              : read_lines(source, block, have, false);
}

bool next_block(struct block_source *source, struct block *block) {
    forget_part(source, block);
    while (!is_over() && (source->file || *source->files)) {
        block->number = source->blocks;
        const bool opened = source->file || open_file(source, *source->files++);
        block->file = source->file;
        block->begins_file = !source->begun;
        source->begun = true;
        if (opened ? read_block(source, block) : fail_to_read(source, block)) {
            source->blocks++;
            return true;
        }
    }
    return false;
}

void skip_rest_of_file(struct block_source *source) {
    if (source->file)
        close_file(source);
}
