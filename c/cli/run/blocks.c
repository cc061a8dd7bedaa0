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

/* Reads on in the file: at most so many bytes, which go behind those that the text has. Returns false when
 * that failed. */
static bool read_on(struct block_source *source, char *text, size_t *length, size_t most) {
    const ssize_t got = read_from(&source->input, text + *length, most);
    source->at_end = got <= 0;
    *length += got > 0 ? (size_t)got : 0;
    return got >= 0;
}

/* ---- Handing out ---- */

/* Hands out the first `used` bytes of a block; the others are carried into the next one. */
static bool hand_out(struct block_source *source, struct block *block, enum block_kind kind, size_t used) {
    source->carried = block->length - used;
    memcpy(source->carry, block->text + used, source->carried);
    block->kind = kind;
    block->length = used;
    return true;
}

/* Begins a block with the bytes that are carried. */
static void take_carried(struct block_source *source, struct block *block) {
    block->length = source->carried;
    memcpy(block->text, source->carry, source->carried);
    source->carried = 0;
}

/* Hands out a part: the text that the block has, and what follows in the file. */
static bool cut_part(struct block_source *source, struct block *block) {
    while (block->length < PART_SIZE && !source->at_end)
        (void)read_on(source, block->text, &block->length, READ_BLOCK);
    const size_t cut = source->at_end ? block->length : find_cut(block->text, block->length);
    block->data_format = KS_DATA_PGN;
    block->data_begin = source->data_next;
    block->part = source->next;
    block->part.games += block->part.correction;
    block->part.last = source->at_end;
    memcpy(block->reason, source->input.reason, sizeof block->reason);
    hand_out(source, block, BLOCK_PART, cut > 0 ? cut : block->length);
    count_part(block, &source->next);
    source->next.guessed = cut > 0;
    block->part.other = source->parts;
    source->parts = block;
    if (block->part.last)
        close_file(source);
    return true;
}

/* Gives up the text of a block, if that is a part. */
static void forget_part(struct block_source *source, struct block *block) {
    struct block **at = &source->parts;
    while (*at && *at != block)
        at = &(*at)->part.other;
    if (*at)
        *at = block->part.other;
}

void go_on_to_next_part(struct block_source *source, struct block *block) {
    forget_part(source, block);
    take_carried(source, block);
    cut_part(source, block);
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
    if (offset == source->next.begin + source->carried && !source->at_end &&
        source->carried <= sizeof source->carry - READ_BLOCK)
        (void)read_on(source, source->carry, &source->carried, READ_BLOCK);
    const struct piece piece = {source->carry, source->next.begin, source->carried, source->at_end,
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
    source->begun = source->at_end = source->skipping = source->open_cr = false;
    source->in_data = KS_DATA_UNKNOWN;
    source->carried = 0;
    return open_input(&source->input, file);
}

/* Reads on, up to the last line end that is settled, unless bytes stay as they are. Returns false when that
 * failed. */
static bool read_settled(struct block_source *source, struct block *block) {
    char *const after = block->text + block->length;
    size_t all = source->open_cr;
    *after = '\r'; /* where one is open */
    if (!read_on(source, after, &all, READ_BLOCK))
        return false;
    const size_t settled = source->at_end || source->takes_games ? all : settle_line_ends(after, all);
    source->open_cr = settled < all;
    block->length += settled;
    return true;
}

/* ---- Lines ---- */

/* The offset after the last LF; 0 when there is none. The text has none before `from`. */
static size_t end_of_lines(const char *text, size_t from, size_t length) {
    while (length > from && text[length - 1] != '\n')
        length--;
    return length > from ? length : 0;
}

static bool fail_to_read(struct block_source *source, struct block *block) {
    block->kind = BLOCK_UNREADABLE;
    memcpy(block->reason, source->input.reason, sizeof block->reason);
    close_file(source);
    return true;
}

/* Hands out the bytes that the block has, and the file with what follows them. */
static bool hand_out_file(struct block_source *source, struct block *block, enum block_kind kind) {
    block->kind = kind;
    block->data_begin = source->data_next;
    block->input = source->input;
    source->file = NULL;
    return true;
}

/* Hands out a file of games, or its first part. The block has its beginning. */
static bool hand_out_games(struct block_source *source, struct block *block) {
    block->data_format = KS_DATA_PGN;
    if (source->open_cr)
        block->text[block->length++] = '\r';
    if (!source->cut_games)
        return hand_out_file(source, block, source->takes_text ? BLOCK_DATA : BLOCK_GAMES);
    source->in_data = KS_DATA_PGN;
    source->next = (struct game_part){.guessed = true};
    return cut_part(source, block);
}

/* ---- Training data ---- */

/* So many bytes at first: a part of training data has as many or more. */
enum { DATA_FIRST = 40 };

/* Reads the first bytes of a file as they are, as many as tell training data from text. Returns false when
 * the read failed. */
static bool read_first_bytes(struct block_source *source, struct block *block) {
    enum { SIGN = sizeof ks_binpack_magic }; /* other formats are known by the file's name */
    block->data_format = KS_DATA_UNKNOWN;
    if (source->takes_games)
        return true;
    while (block->length < SIGN && memcmp(block->text, ks_binpack_magic, block->length) == 0 &&
           !source->at_end)
        if (!read_on(source, block->text, &block->length, DATA_FIRST - block->length))
            return false;
    unsigned format = source->data_format;
    if (format == KS_DATA_UNKNOWN)
        format = ks_data_guess_format(source->file, block->text, block->length);
    if (source->data_format == KS_DATA_UNKNOWN && format > KS_DATA_PLAIN && !source->takes_text)
        format = KS_DATA_UNKNOWN;
    block->data_format = (ks_data_format)format;
    return true;
}

/* Reads until the block has so many bytes, or up to the end of the file. Returns false when that failed. */
static bool read_data(struct block_source *source, struct block *block, size_t length) {
    while (block->length < length && !source->at_end)
        if (!read_on(source, block->text, &block->length, length - block->length))
            return false;
    return true;
}

/* Reads whole blocks of .binpack, as many as fit, and the first bytes after them. None counts, when the file
 * cannot be cut here: a reader has to see what follows a block that was cut short. The end of those that
 * count goes to *end. Returns false when reading failed. */
static bool read_data_blocks(struct block_source *source, struct block *block, struct data_begin *end) {
    const unsigned most = source->cut_finely ? 1 : LANES_MAX;
    while (!source->at_end) {
        const size_t here = block->length - (size_t)end->offset;
        const uint64_t size = ks_binpack_block_size((const uint8_t *)block->text + end->offset, here);
        if (size == 0)
            *end = (struct data_begin){0, 0};
        const bool full = end->number == most && here >= sizeof ks_binpack_magic;
        if (size == 0 || full || size > sizeof block->text - end->offset)
            break;
        if (size > here && !read_data(source, block, (size_t)(end->offset + size)))
            return false;
        if (size <= here) {
            end->offset += size;
            end->number++;
        }
    }
    return true;
}

/* Hands out the next part of a file of training data. The block has its first bytes already; or the rest of
 * the file, when no part can be told, or when reading fails in it: what comes before is good. Returns false
 * at its end. */
static bool hand_out_data_part(struct block_source *source, struct block *block) {
    struct data_begin end = {0, 0};
    const size_t record = ks_data_format_record_size(source->in_data);
    if (record > 0)
        end = (struct data_begin){.offset = LINE_LIMIT / record * record, .number = LINE_LIMIT / record};
    const bool read =
        record > 0 ? read_data(source, block, (size_t)end.offset) : read_data_blocks(source, block, &end);
    block->data_format = source->in_data;
    if (!read || (!source->at_end && end.offset == 0))
        return hand_out_file(source, block, BLOCK_DATA);
    block->data_begin = source->data_next;
    if (source->at_end) {
        close_file(source);
        return hand_out(source, block, BLOCK_DATA_PART, block->length) && block->length > 0;
    }
    source->data_next.offset += end.offset;
    source->data_next.number += end.number;
    return hand_out(source, block, BLOCK_DATA_PART, (size_t)end.offset);
}

static bool is_cut(const struct block_source *source, ks_data_format format) {
    return format == KS_DATA_BINPACK
               ? source->cut_binpack || source->cut_games
               : ks_data_format_record_size(format) > 0 && source->cut_games && !source->whole_records;
}

/* Hands out what is left at the end of a file. Returns false when nothing is. */
static bool finish_file(struct block_source *source, struct block *block) {
    const bool too_long = source->skipping || length_without_cr(block->text, block->length) > LINE_LIMIT;
    close_file(source);
    return (too_long || block->length > 0) &&
           hand_out(source, block, too_long ? BLOCK_LONG_LINE : BLOCK_LINES, block->length);
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
static bool read_beginning(struct block_source *source, struct block *block) {
    while (!is_beginning(block->text, block->length, source->at_end))
        if (!read_settled(source, block))
            return false;
    block->foreign = ks_find_foreign(block->text, block->length);
    if (source->takes_json && block->foreign && strcmp(block->foreign->name, "JSON Lines") == 0)
        block->foreign = NULL;
    return true;
}

/* Reads a block of lines, which has some bytes already. Returns false at the end of the file. */
static bool read_lines(struct block_source *source, struct block *block) {
    for (size_t searched = 0;;) {
        const size_t long_line = too_long_line(source, block->text, block->length);
        if (long_line > 0 && block->text[long_line - 1] == '\n') {
            source->skipping = false;
            return hand_out(source, block, BLOCK_LONG_LINE, long_line);
        }
        if (long_line > 0) {
            source->skipping = true;
            block->length = searched = 0;
        }
        const size_t lines = end_of_lines(block->text, searched, block->length);
        if (lines > 0)
            return hand_out(source, block, BLOCK_LINES, lines);
        if (source->at_end && is_over())
            block->length = 0;
        if (source->at_end)
            return finish_file(source, block);
        searched = block->length;
        if (!read_settled(source, block))
            return fail_to_read(source, block);
    }
}

/* Reads the beginning of a file that is no training data, and hands out its lines or games. */
static bool begin_text_file(struct block_source *source, struct block *block) {
    const size_t have = block->length;
    block->length = settle_line_ends(block->text, have);
    source->open_cr = block->length < have;
    if (!read_beginning(source, block))
        return fail_to_read(source, block);
    if (block->foreign ? is_games(block->foreign)
                       : source->takes_games && ks_may_begin_games(block->text, block->length))
        return hand_out_games(source, block);
    const size_t mark = byte_order_mark(block->text, block->length);
    if (block->foreign || source->takes_games || (source->takes_text && block->length > mark)) {
        block->kind = BLOCK_FOREIGN;
        close_file(source);
        return true;
    }
    block->length -= mark;
    memmove(block->text, block->text + mark, block->length);
    return read_lines(source, block);
}

/* Reads the first block of the open file. Returns false when there is none. */
static bool begin_file(struct block_source *source, struct block *block) {
    source->data_next = (struct data_begin){0, 0};
    if (!read_first_bytes(source, block))
        return fail_to_read(source, block);
    const ks_data_format format = block->data_format;
    if (format == KS_DATA_PGN)
        return hand_out_games(source, block);
    if (format == KS_DATA_UNKNOWN)
        return begin_text_file(source, block);
    if (!is_cut(source, format))
        return hand_out_file(source, block, BLOCK_DATA);
    source->in_data = format;
    return hand_out_data_part(source, block);
}

/* Reads the next block of the open file. Returns false at its end. */
static bool read_block(struct block_source *source, struct block *block) {
    block->foreign = NULL;
    take_carried(source, block);
    return block->begins_file                   ? begin_file(source, block)
           : source->in_data == KS_DATA_PGN     ? cut_part(source, block)
           : source->in_data != KS_DATA_UNKNOWN ? hand_out_data_part(source, block)
                                                : read_lines(source, block);
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
