/* A record lock on the whole file: the system knows its owner, and removes it when the owner ends. */
#include "cli/platform/lock.h"

#include <fcntl.h>
#include <unistd.h>

long lock_file(int descriptor, const char *path) {
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    (void)path;
    if (fcntl(descriptor, F_SETLK, &wanted) == 0)
        return 0;
    if (fcntl(descriptor, F_GETLK, &wanted) != 0)
        return -1;
    return wanted.l_type == F_UNLCK ? lock_file(descriptor, path) : (long)wanted.l_pid;
}
