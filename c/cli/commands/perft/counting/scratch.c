/* The file is made when something is written for the first time. */
#include "cli/commands/perft/counting/scratch.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"

const char *scratch_folder(const char *folder) {
    return folder ? folder : temporary_folder();
}

void start_scratch(struct scratch *scratch, const char *folder) {
    *scratch = (struct scratch){scratch_folder(folder), -1, 0};
}

void end_scratch(struct scratch *scratch) {
    if (scratch->fd >= 0)
        close(scratch->fd);
}

static bool open_file(struct scratch *scratch) {
    if (scratch->fd < 0)
        scratch->fd = open_temporary(scratch->folder);
    return scratch->fd >= 0;
}

uint64_t write_scratch(struct scratch *scratch, const void *bytes, size_t size) {
    const uint64_t at = scratch->end;
    if (!open_file(scratch))
        return SCRATCH_FULL;
    for (size_t done = 0; done < size;) {
        const ssize_t written =
            pwrite(scratch->fd, (const char *)bytes + done, size - done, (off_t)(at + done));
        if (written < 0 && errno != EINTR)
            return SCRATCH_FULL;
        done += written > 0 ? (size_t)written : 0;
    }
    scratch->end += size;
    return at;
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
