/* Opens without waiting, so that only reading waits, which interrupts end. The first bytes are read into the
 * caller's room. When they are those of a compressed file, a tool gets them: a file is read anew, and a pipe
 * goes on behind them. */
#include "cli/io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/interrupt.h"
#include "cli/base/memory.h"
#include "cli/base/messages.h"
#include "cli/base/ready.h"
#include "core/text/foreign.h"

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
    return input->fd >= 0;
}

/* ---- Reading ---- */

/* Lets a tool read the input, of which n bytes have been read. */
static bool start_tool(struct input *input, const char *bytes, size_t n) {
    struct stat status;
    const bool is_file = fstat(input->source, &status) == 0 && S_ISREG(status.st_mode) &&
                         lseek(input->source, -(off_t)n, SEEK_CUR) >= 0;
    const ks_file_format *const packing = ks_find_packing(bytes, n);
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
