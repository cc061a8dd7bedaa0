/* The file that is replaced stays as it was until the last moment, so that it may also be the input. */
#include "cli/io/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "cli/platform/platform.h"
#include "game/common/buffer.h"

/* name: what messages call it. path: of the draft; NULL when there is none. file: the one that it becomes. */
static struct {
    const char *name;
    char *path, *file;
    int fd;
    bool failed, is_removed_at_exit;
} draft = {.fd = -1};

static void remove_draft(void) {
    if (draft.path)
        remove_file(draft.path);
}

/* Whether a file is a pipe, a device or the like, which nothing can take the place of. */
static bool is_special(const char *file) {
    struct stat status;
    return stat(file, &status) == 0 && !S_ISREG(status.st_mode);
}

/* Names the draft of the file that a name leads to: a link stays, and what it leads to is replaced. */
static void name_draft(const char *file) {
    struct buffer path = {0};
    draft.file = follow_links(file);
    if (!draft.file)
        fail("%s: %s", file, strerror(errno));
    add_string(&path, draft.file);
    add_bytes(&path, ".part", sizeof ".part");
    expect_memory(!path.failed);
    draft.name = draft.path = path.bytes;
}

void open_draft(const char *file) {
    draft.name = file;
    if (is_standard_input(file)) {
        draft.name = "standard output";
        draft.fd = STDOUT_FILENO;
        return;
    }
    const bool special = is_special(file);
    if (!special)
        name_draft(file);
    draft.fd = open(draft.name, O_WRONLY | (special ? 0 : O_CREAT | O_TRUNC), 0666);
    if (draft.fd < 0)
        fail("%s: %s", draft.name, strerror(errno));
    if (!draft.is_removed_at_exit)
        atexit(remove_draft);
    draft.is_removed_at_exit = true;
}

static void fail_to_write(void) {
    if (draft.fd == STDOUT_FILENO)
        end_with_reader();
    if (!draft.failed)
        complain("%s: %s", draft.name, strerror(errno));
    draft.failed = true;
}

bool write_draft(const void *bytes, size_t length) {
    const char *const at = bytes;
    for (size_t done = 0; done < length && !draft.failed;) {
        const ssize_t written = write_when_ready(draft.fd, at + done, length - done);
        if (written < 0)
            fail_to_write();
        else
            done += (size_t)written;
    }
    return !draft.failed;
}

void direct_to_draft(struct output *out) {
    if (draft.fd == STDOUT_FILENO)
        return;
    out->file = draft.name;
    out->fd = draft.fd;
}

bool close_draft(bool whole) {
    if (draft.fd != STDOUT_FILENO && close(draft.fd) != 0)
        fail_to_write();
    if (!draft.path)
        return !draft.failed;
    if (whole && !draft.failed && !replace_file(draft.path, draft.file))
        fail_to_write();
    if (whole && !draft.failed) { /* the draft is the file now */
        free(draft.path);
        free(draft.file);
        draft.path = draft.file = NULL;
    }
    return !draft.failed;
}
