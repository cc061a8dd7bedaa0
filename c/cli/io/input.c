/* Reads input: opens files, pipes and compressed files, cuts their bytes into lines, and counts the lines
 * that are rejected. */
#include "cli/io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/waiting.h"
#include "core/text/characters.h"
#include "core/text/foreign.h"
#include "game/common/text.h"

/* ==== Files ==== */

/* Opens without waiting, so that only reading waits, which interrupts end. The first bytes are read into the
 * caller's room. When they begin a compressed file, a tool gets them: a file is read anew, and a pipe goes on
 * after them. */

static bool as_they_are; /* --no-decompress */

void read_no_decompress(const struct option_value *value, void *field) {
    (void)value, (void)field;
    as_they_are = true;
}

bool is_standard_input(const char *file) {
    return strcmp(file, "-") == 0;
}

static int open_file(const char *file) {
    return is_standard_input(file) ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

/* The key that ends the input of a terminal. */
#ifdef _WIN32
#define END_KEY "Z"
#else
#define END_KEY "D"
#endif

static void note_reason(struct input *input) {
    snprintf(input->reason, sizeof input->reason, "%s", strerror(errno));
}

struct input plain_input(const char *file, int descriptor) {
    return (struct input){.file = file, .source = descriptor, .fd = descriptor, .begun = true};
}

bool open_input(struct input *input, const char *file) {
    *input = plain_input(file, open_file(file));
    input->begun = as_they_are || !unpackers_exist();
    if (input->fd < 0)
        note_reason(input);
    else if (is_standard_input(file) && isatty(input->fd) && isatty(STDERR_FILENO))
        complain("reading what is typed, until Ctrl-" END_KEY "; -h prints help");
    return input->fd >= 0;
}

/* ---- Reading ---- */

/* Lets a tool read the input after n bytes of it have been read. */
static bool start_tool(struct input *input, const char *bytes, size_t n) {
    struct stat status;
    const bool is_file = fstat(input->source, &status) == 0 && S_ISREG(status.st_mode) &&
                         lseek(input->source, -(off_t)n, SEEK_CUR) >= 0;
    const struct file_format *const packing = ks_find_packing(bytes, n);
    if (!start_unpacker(&input->unpacker, packing->name, input->source, bytes, is_file ? 0 : n)) {
        note_reason(input);
        return false;
    }
    input->tool = packing->name;
    input->fd = input->unpacker.out;
    return true;
}

/* Returns whether the last read has met an interrupt instead of the end. */
static bool is_woken(void) {
    return is_readable(interrupt_descriptor());
}

static ssize_t read_on(struct input *input, char *bytes, size_t size) {
    const ssize_t got = read_when_ready(input->fd, bytes, size);
    if (got < 0)
        note_reason(input);
    if (got == 0 && input->tool && !is_woken() &&
        !unpacker_ended_well(&input->unpacker, input->tool, input->reason, sizeof input->reason))
        return -1;
    return got;
}

ssize_t read_from(struct input *input, char *bytes, size_t size) {
    ssize_t got = read_on(input, bytes, size);
    if (input->begun || got <= 0)
        return got;
    size_t all = (size_t)got;
    while (got > 0 && all < size && ks_may_become_packing(bytes, all)) {
        got = read_on(input, bytes + all, size - all);
        all += got > 0 ? (size_t)got : 0;
    }
    input->begun = true;
    if (got < 0)
        return got;
    if (!ks_find_packing(bytes, all))
        return (ssize_t)all;
    return start_tool(input, bytes, all) ? read_on(input, bytes, size) : -1;
}

void close_input(struct input *input) {
    if (input->tool)
        stop_unpacker(&input->unpacker);
    if (input->source >= 0 && !is_standard_input(input->file))
        close(input->source);
    input->tool = NULL;
    input->source = input->fd = -1;
}

char *read_input(const char *file, size_t most, size_t *length) {
    enum { BLOCK = 1 << 16 };
    static char *text; /* still known where a failure ends the program */
    struct input input = plain_input(file, open_file(file));
    size_t room = 0;
    ssize_t got = input.fd < 0 ? -1 : 1;
    text = NULL;
    *length = 0;
    while (got > 0 && *length <= most) {
        if (room - *length <= BLOCK)
            text = given(realloc(text, room = 2 * room + BLOCK + 1));
        got = read_when_ready(input.fd, text + *length, room - *length - 1);
        *length += got > 0 ? (size_t)got : 0;
    }
    if (got < 0)
        fail("%s: %s", file, strerror(errno));
    if (*length > most)
        fail("%s: expected at most %zu bytes, found more", file, most);
    close_input(&input);
    text[*length] = '\0';
    return text;
}

/* ==== How much has been read ==== */

/* A tool that decompresses a file shares its offset with the descriptor of the input. */

uint64_t amount_of_files(char *const *files) {
    uint64_t amount = 0;
    for (struct stat status; *files; files++) {
        const int failed = is_standard_input(*files) ? fstat(STDIN_FILENO, &status) : stat(*files, &status);
        if (failed || !S_ISREG(status.st_mode))
            return 0;
        amount += (uint64_t)status.st_size;
    }
    return amount;
}

double share_read(uint64_t amount, char *const *files, const struct input *input) {
    struct stat status;
    uint64_t left = amount_of_files(files);
    if (input->source >= 0 && fstat(input->source, &status) == 0) {
        const off_t at = lseek(input->source, 0, SEEK_CUR);
        left += at >= 0 && at < status.st_size ? (uint64_t)(status.st_size - at) : 0;
    }
    return left < amount ? 1 - (double)left / (double)amount : 0;
}

/* ==== The beginning of a file ==== */

/* Messages about content of another kind name the command that makes lines of it. */

bool is_beginning(const char *text, size_t n, bool at_end) {
    const size_t mark = byte_order_mark(text, n), at = mark + ks_skip_comments(text + mark, n - mark);
    return at_end || n - at >= BEGINNING || memchr(text + at, '\n', n - at) || n >= COMMENTS_MAX;
}

/* A command as it is printed: its words and the file, unless that is standard input. */
struct command_text {
    const char *command, *file;
};

static void print_command(const void *text, FILE *out) {
    const struct command_text *const parts = text;
    static const char place[] = "FILE";
    const char *const at = strstr(parts->command, place);
    if (is_standard_input(parts->file)) {
        fputs(parts->command, out);
        return;
    }
    fprintf(out, "%.*s", at ? (int)(at - parts->command) : INT_MAX, parts->command);
    if (!at)
        putc(' ', out);
    print_quoted(parts->file, out);
    fputs(at ? at + sizeof place - 1 : "", out);
}

void complain_of_foreign(const char *file, const struct file_format *foreign) {
    complain_of_foreign_to("FEN or EPD", file, foreign);
}

void complain_of_foreign_to(const char *expected, const char *file, const struct file_format *foreign) {
    const struct command_text text = {foreign->command, file};
    char *const command = printed(print_command, &text);
    complain("%s: this is %s, not %s; read it by: %s | ...", file, foreign->name, expected, command);
    free(command);
}

/* ==== Line ends ==== */

/* Most texts have no CR, which memchr finds out soonest. Most others have each CR before an LF, which vectors
 * find out. `check --count` takes 1.004 times the time for it where lines end with LF, 1.05 times where they
 * end with CR LF; vectors of 64 bytes instead of 16 changed nothing (medians, Intel Emerald Rapids). */

typedef int8_t bytes __attribute__((vector_size(16)));

static bytes load(const char *text) {
    bytes loaded;
    memcpy(&loaded, text, sizeof loaded);
    return loaded;
}

static bool any_bit(bytes set) {
    uint64_t halves[2];
    memcpy(halves, &set, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* Whether one of the n bytes is a CR that no LF follows. One byte after them is read too. */
static bool has_lone_cr(const char *text, size_t n) {
    bytes found = {0};
    size_t i = 0;
    for (; i + sizeof found <= n; i += sizeof found)
        found |= (bytes)(load(text + i) == '\r') & (bytes)(load(text + i + 1) != '\n');
    bool lone = any_bit(found);
    for (; i < n; i++)
        lone |= text[i] == '\r' && text[i + 1] != '\n';
    return lone;
}

size_t settle_line_ends(char *text, size_t n) {
    const size_t settled = n > 0 && text[n - 1] == '\r' ? n - 1 : n;
    char *cr = memchr(text, '\r', settled);
    if (!cr || !has_lone_cr(cr, (size_t)(text + n - cr) - 1)) /* the last byte is no CR, or isn't settled */
        return settled;
    for (const char *const end = text + settled; cr; cr = memchr(cr + 1, '\r', (size_t)(end - cr - 1)))
        if (cr[1] != '\n')
            *cr = '\n';
    return settled;
}

/* ==== Lines ==== */

/* Reads lines of a file of any size. The file is read in large blocks, and a line is moved only when
 * it lies across the end of one. The file isn't mapped, since a file that shrinks meanwhile would kill
 * the program. */

void start_lines(struct line_reader *reader, struct input *input, struct output *output) {
    struct stat status;
    const bool never_waits = fstat(input->fd, &status) == 0 && S_ISREG(status.st_mode);
    reader->input = input;
    reader->flush = never_waits ? NULL : output;
    reader->number = 0;
    reader->start = reader->end = reader->searched = 0;
    reader->begun = reader->at_end = reader->skipping = reader->open_cr = false;
    reader->foreign = NULL;
    if (!reader->buffer)
        reader->buffer = given(malloc(LINE_LIMIT + 2 + READ_BLOCK));
}

void end_lines(struct line_reader *reader) {
    free(reader->buffer);
    reader->buffer = NULL;
}

/* Reads a block after what has been read already. Returns false when the read failed. */
static bool read_block(struct line_reader *reader) {
    if (reader->start > 0)
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
    reader->searched -= reader->start;
    reader->end -= reader->start;
    reader->start = 0;
    if (reader->flush)
        flush_output(reader->flush);
    char *const after = reader->buffer + reader->end;
    *after = '\r'; /* where one is open */
    const ssize_t got = read_from(reader->input, after + reader->open_cr, READ_BLOCK);
    if (got < 0)
        return false;
    const size_t all = (size_t)got + reader->open_cr;
    const size_t settled = got > 0 ? settle_line_ends(after, all) : all;
    reader->open_cr = settled < all;
    reader->end += settled;
    reader->at_end = got == 0;
    return true;
}

/* Reads the beginning of the file, and skips a byte order mark. Returns false when that failed, or when the
 * file holds no lines. */
static bool begin(struct line_reader *reader) {
    while (!is_beginning(reader->buffer, reader->end, reader->at_end))
        if (!read_block(reader))
            return false;
    reader->foreign = ks_find_foreign(reader->buffer, reader->end);
    reader->start = reader->searched = byte_order_mark(reader->buffer, reader->end);
    reader->begun = true;
    return !reader->foreign;
}

/* Hands out the bytes from start to `newline`; the next line begins after it. */
static enum line_status hand_out(struct line_reader *reader, size_t newline, const char **line,
                                 size_t *length) {
    *line = reader->buffer + reader->start;
    *length = length_without_cr(*line, newline - reader->start);
    reader->start = reader->searched = newline < reader->end ? newline + 1 : newline;
    reader->number++;
    const bool too_long = reader->skipping || *length > LINE_LIMIT;
    reader->skipping = false;
    return too_long ? LINE_TOO_LONG : LINE_GOOD;
}

bool has_line(struct line_reader *reader) {
    while (!reader->at_end && reader->end - reader->start <= LINE_LIMIT + 1) {
        if (memchr(reader->buffer + reader->searched, '\n', reader->end - reader->searched))
            return true;
        reader->searched = reader->end;
        if (!is_readable(reader->input->fd))
            return false;
        if (!read_block(reader))
            return true; /* so that next_line fails */
    }
    return true;
}

enum line_status next_line(struct line_reader *reader, const char **line, size_t *length) {
    if (!reader->begun && !begin(reader))
        return reader->foreign ? LINE_FOREIGN : LINE_FAILED;
    for (;;) {
        const char *unsearched = reader->buffer + reader->searched;
        const char *newline = memchr(unsearched, '\n', reader->end - reader->searched);
        if (newline)
            return hand_out(reader, (size_t)(newline - reader->buffer), line, length);
        reader->searched = reader->end;
        if (reader->end - reader->start > LINE_LIMIT + 1) { /* even if a CR is its last byte */
            reader->skipping = true;
            reader->start = reader->end;
        }
        if (reader->at_end)
            return reader->start < reader->end || reader->skipping
                       ? hand_out(reader, reader->end, line, length)
                       : LINE_END;
        if (!read_block(reader))
            return LINE_FAILED;
    }
}

/* ==== Rejected lines ==== */

/* A file of another kind would fill the screen with its lines. */

void end_rejections(struct rejections *rejections) {
    const uint64_t shown = rejections->shown, of_file = rejections->of_file;
    if (shown > 0 && of_file > shown) {
        print_escaped(rejections->file, stderr);
        const uint64_t more = of_file - shown;
        const char *const what = rejections->are_warnings ? more == 1 ? " warning" : " warnings"
                                 : more == 1              ? " line was rejected"
                                                          : " lines were rejected";
        fprintf(stderr, ": %" PRIu64 " more%s; --max-errors 0 reports all\n", more, what);
    }
    rejections->of_file = 0;
}

bool count_rejection(struct rejections *rejections, const char *file) {
    if (file != rejections->file)
        end_rejections(rejections);
    rejections->file = file;
    rejections->all++;
    return rejections->of_file++ < rejections->shown || rejections->shown == 0;
}

void report_rejection(struct rejections *rejections, const char *file, uint64_t number, size_t offset,
                      const char *message) {
    if (count_rejection(rejections, file))
        (rejections->are_warnings ? warn_at : complain_at)(file, number, offset, message);
}
