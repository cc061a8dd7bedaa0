/* A lock of Windows does not name its owner. So a second file holds the id of the process; Windows removes
 * that file when the process ends. */
#include "cli/platform/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#include "cli/platform/windows/wide.h"

enum { NAME_SIZE = 4096, NUMBER_SIZE = 16 };

static long read_owner(const char *path) {
    char number[NUMBER_SIZE] = "";
    DWORD length = 0;
    wchar_t *const wide = to_wide(path);
    const HANDLE file =
        wide ? CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                           OPEN_EXISTING, 0, NULL)
             : INVALID_HANDLE_VALUE;
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    ReadFile(file, number, NUMBER_SIZE - 1, &length, NULL);
    CloseHandle(file);
    return strtol(number, NULL, 10) > 0 ? strtol(number, NULL, 10) : -1;
}

long lock_file(int descriptor, const char *path) {
    char name[NAME_SIZE], number[NUMBER_SIZE];
    (void)descriptor;
    if (snprintf(name, sizeof name, "%s.lock", path) >= NAME_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | _O_TEMPORARY, 0600);
    if (lock < 0)
        return errno == EEXIST || errno == EACCES ? read_owner(name) : -1;
    const int length = snprintf(number, sizeof number, "%lu", GetCurrentProcessId());
    return write(lock, number, (unsigned)length) == length ? 0 : -1;
}
