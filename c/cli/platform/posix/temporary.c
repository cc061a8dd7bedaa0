/* A private file is opened by O_TMPFILE if the file system supports that; else the file is made and its name
 * removed at once. A file for other processes is in memory: its path contains this process's id and the
 * descriptor, and it vanishes when this process ends in any way. */
#define _GNU_SOURCE /* O_TMPFILE, memfd_create */
#include "cli/platform/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

const char *temporary_folder(void) {
    const char *const usual = getenv("TMPDIR");
    return usual && *usual ? usual : "/tmp";
}

static int open_by_name(const char *folder) {
    char name[4096];
    if (snprintf(name, sizeof name, "%s/kingscan-XXXXXX", folder) >= (int)sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int fd = mkstemp(name);
    if (fd >= 0)
        unlink(name);
    return fd;
}

int open_temporary(const char *folder) {
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    return fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR) ? open_by_name(folder) : fd;
}

int open_shared_temporary(char path[TEMPORARY_PATH]) {
    const int fd = memfd_create("kingscan", MFD_CLOEXEC);
    snprintf(path, TEMPORARY_PATH, "/proc/%ld/fd/%d", (long)getpid(), fd);
    return fd;
}
