/* Writes and reads what a perft keeps in files: lines with counts and checksums, the scratch file, and the
 * checkpoint. */
#include "cli/commands/perft/records.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/platform/platform.h"
#include "core/board/hashes.h"

/* ==== Lines ==== */

/* The checksum is the hash of core/board/hashes.h, which programs in other languages that check the ledger
 * can have in a few lines. */

/* ---- Counts of 128 bits ---- */

size_t write_count128(count128 count, char text[COUNT128_SIZE]) {
    char digits[COUNT128_SIZE];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    /* Most counts fit into 64 bits, which are divided much faster. */
    for (; count > UINT64_MAX; count /= 10)
        digits[--first] = (char)('0' + (unsigned)(count % 10));
    uint64_t rest = (uint64_t)count;
    do
        digits[--first] = (char)('0' + rest % 10);
    while (rest /= 10);
    memcpy(text, digits + first, sizeof digits - first);
    return sizeof digits - 1 - first;
}

void put_count128(count128 count) {
    char text[COUNT128_SIZE];
    put(&standard_output, text, write_count128(count, text));
    put(&standard_output, "\n", 1);
}

bool read_count128(const char *text, size_t length, count128 *count) {
    const count128 most = ~(count128)0;
    *count = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(text[i] - '0');
        if (digit > 9 || *count > most / 10 || *count * 10 > most - digit)
            return false;
        *count = *count * 10 + digit;
    }
    return length > 0;
}

/* ---- Checksums ---- */

static void write_checksum(const char *line, size_t length, char text[CHECKSUM_DIGITS]) {
    uint64_t sum = hash_text(line, length);
    for (unsigned i = CHECKSUM_DIGITS; i-- > 0; sum >>= 4)
        text[i] = "0123456789abcdef"[sum & 15];
}

bool is_checked(const char *line, struct field checksum) {
    char expected[CHECKSUM_DIGITS];
    if (checksum.length != CHECKSUM_DIGITS)
        return false;
    write_checksum(line, checksum.at - 1, expected);
    return memcmp(expected, line + checksum.at, CHECKSUM_DIGITS) == 0;
}

size_t add_checksum(char *line, size_t length) {
    line[length] = '\t';
    write_checksum(line, length, line + length + 1);
    line[length + CHECKSUM_DIGITS + 1] = '\n';
    return length + CHECKSUM_DIGITS + 2;
}

/* ---- The ledger ---- */

bool read_entry(const char *line, struct field field, struct entry *entry) {
    count128 number;
    entry->last = field.length > 0 && line[field.at + field.length - 1] == '.';
    if (!read_count128(line + field.at, field.length - entry->last, &number) || number > UINT64_MAX / 10)
        return false;
    entry->number = (uint64_t)number;
    return number > 0;
}

size_t write_entry(struct entry entry, char text[ENTRY_SIZE]) {
    return (size_t)snprintf(text, ENTRY_SIZE, "\t%" PRIu64 "%s", entry.number, entry.last ? "." : "");
}

/* ==== Scratch ==== */

/* The file is made when something is written for the first time. */

const char *scratch_folder(const char *folder) {
    return folder ? folder : temporary_folder();
}

void start_scratch(struct scratch *scratch, const char *folder) {
    *scratch = (struct scratch){scratch_folder(folder), -1, 0};
}

bool write_scratch(struct scratch *scratch, const void *bytes, size_t size) {
    if (scratch->fd < 0 && (scratch->fd = open_temporary(scratch->folder)) < 0)
        return false;
    for (size_t done = 0; done < size;) {
        const ssize_t written =
            pwrite(scratch->fd, (const char *)bytes + done, size - done, (off_t)(scratch->end + done));
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    scratch->end += size;
    return true;
}

void read_scratch(const struct scratch *scratch, uint64_t at, void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(scratch->fd, (char *)bytes + done, size - done, (off_t)(at + done));
        if (got == 0)
            errno = EIO; /* somebody has cut the file */
        if (got == 0 || (got < 0 && errno != EINTR))
            fail("a temporary file in %s: %s", scratch->folder, strerror(errno));
        done += got > 0 ? (size_t)got : 0;
    }
}

/* ==== Checkpoints ==== */

/* Each line is written by one write at the end of the file, so a kill leaves whole lines and at most a part
 * of the last one. */

struct checkpoint checkpoint;

enum { LINE_SIZE = 512, CHECKPOINT_MAX = (PARTS + 1) * LINE_SIZE };

static _Noreturn void fail_at(void) {
    fail("%s: %s", checkpoint.name, strerror(errno));
}

/* ---- Writing ---- */

static void append(char line[LINE_SIZE], size_t length) {
    const size_t all = add_checksum(line, length);
    const ssize_t written = write(checkpoint.fd, line, all);
    if (written >= 0 && (size_t)written < all)
        errno = ENOSPC;
    if (written < (ssize_t)all)
        fail_at();
}

/* Writes the text that identifies a run. */
static size_t write_run(const struct perft_task *task, char text[LINE_SIZE]) {
    char fen[KS_FEN_SIZE];
    ks_write_fen(&task->position.chess, fen);
    return (size_t)sprintf(text, "perft %u by %u parts of\t%s", task->depth, PARTS, fen);
}

void begin_checkpoint(const struct perft_task *task, unsigned plies) {
    char text[LINE_SIZE];
    const size_t length = write_run(task, text);
    append(text, length + (size_t)sprintf(text + length, "\tafter %u plies", plies));
}

void check_part(unsigned part, count128 nodes) {
    char text[LINE_SIZE];
    const size_t length = (size_t)sprintf(text, "%u\t", part);
    append(text, length + write_count128(nodes, text + length));
}

/* ---- Reading ---- */

/* Takes a line: the first one, which is about the run, or the line of a part. Returns the error in it, or
 * NULL. */
static const char *take_line(const char *line, size_t length, const char *expected) {
    struct field fields[4];
    count128 part, nodes;
    const unsigned count = find_fields(line, length, fields, 4);
    if (count < 2 || count > 4 || !is_checked(line, fields[count - 1]))
        return "the line is altered: it has another checksum";
    if (!checkpoint.begun) {
        char found[LINE_SIZE];
        const size_t known = strlen(expected);
        snprintf(found, sizeof found, "%.*s", (int)length, line);
        checkpoint.begun = strncmp(found, expected, known) == 0 &&
                           sscanf(found + known, "\tafter %u plies", &checkpoint.plies) == 1;
        if (!checkpoint.begun)
            fail("%s is of another run: expected '%s', found '%s'", checkpoint.name, expected, found);
        return NULL;
    }
    if (count != 3 || !read_count128(line, fields[0].length, &part) || part >= PARTS ||
        !read_count128(line + fields[1].at, fields[1].length, &nodes))
        return "expected the number of a part and its count";
    if (checkpoint.counted[part])
        return "the part is doubled";
    checkpoint.counted[part] = true;
    checkpoint.nodes[part] = nodes;
    return NULL;
}

/* Removes a last line that a kill cut short. Any file that doesn't begin as this run's, as far as it goes,
 * stays as it is. Returns the length of the rest. */
static size_t remove_cut_line(const char *text, size_t length, const char *expected) {
    const size_t known = strlen(expected);
    size_t whole = length;
    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    if (whole == length || memcmp(text, expected, length < known ? length : known) != 0)
        return length;
    if (ftruncate(checkpoint.fd, (off_t)whole) != 0)
        fail_at();
    complain("%s: the last line was cut short; its part is counted again", checkpoint.name);
    return whole;
}

void open_checkpoint(const struct perft_task *task) {
    static char *text; /* reachable when the run fails here, so that nothing looks lost */
    char expected[LINE_SIZE];
    struct stat status;
    checkpoint.name = task->checkpoint;
    checkpoint.fd = open(checkpoint.name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (checkpoint.fd < 0 || fstat(checkpoint.fd, &status) != 0)
        fail_at();
    if (!S_ISREG(status.st_mode)) /* some devices have no end */
        fail("%s: expected a regular file for the checkpoint", checkpoint.name);
    const long owner = lock_file(checkpoint.fd, checkpoint.name);
    if (owner < 0)
        fail_at();
    if (owner > 0)
        fail("%s: process %ld writes this checkpoint; expected one that no other run uses", checkpoint.name,
             owner);
    text = given(malloc(CHECKPOINT_MAX + 1));
    const ssize_t got = pread(checkpoint.fd, text, CHECKPOINT_MAX + 1, 0);
    if (got < 0)
        fail_at();
    if (got > CHECKPOINT_MAX)
        fail("%s: expected a checkpoint, found something else", checkpoint.name);
    write_run(task, expected);
    const char *const end = text + remove_cut_line(text, (size_t)got, expected), *wrong = NULL;
    unsigned number = 0;
    for (const char *line = text, *next; line < end && !wrong; line = next + 1, number++) {
        next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next : end;
        wrong = take_line(line, (size_t)(next - line), expected);
    }
    if (wrong)
        fail("%s:%u: %s", checkpoint.name, number, wrong);
    free(text);
}
