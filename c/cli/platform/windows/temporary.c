/* Windows removes a private file when it is closed. A file for other processes is removed when the program
 * exits, but stays when the program is killed. */
#include "cli/platform/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "cli/platform/windows/wide.h"

const char *temporary_folder(void) {
    static char *folder;
    wchar_t wide[MAX_PATH + 1];
    if (!folder) {
        const DWORD length = GetTempPathW(MAX_PATH + 1, wide);
        if (length > 0 && length <= MAX_PATH && wide[length - 1] == L'\\')
            wide[length - 1] = L'\0';
        folder = length > 0 && length <= MAX_PATH ? to_narrow(wide) : NULL;
    }
    return folder ? folder : ".";
}

/* Makes a file with a new name. */
static int open_new(const char *folder, int flags, char path[TEMPORARY_PATH]) {
    static atomic_uint count;
    int descriptor = -1;
    do {
        if (snprintf(path, TEMPORARY_PATH, "%s\\kingscan-%lu-%u.tmp", folder, GetCurrentProcessId(),
                     atomic_fetch_add(&count, 1)) >= TEMPORARY_PATH) {
            errno = ENAMETOOLONG;
            return -1;
        }
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0600);
    } while (descriptor < 0 && errno == EEXIST);
    return descriptor;
}

int open_temporary(const char *folder) {
    char path[TEMPORARY_PATH];
    return open_new(folder, _O_TEMPORARY, path);
}

static char shared_path[TEMPORARY_PATH];
static int shared_descriptor;

static void remove_shared(void) {
    wchar_t *const wide = to_wide(shared_path);
    _close(shared_descriptor);
    if (wide)
        DeleteFileW(wide);
    free(wide);
}

int open_shared_temporary(char path[TEMPORARY_PATH]) {
    shared_descriptor = open_new(temporary_folder(), 0, path);
    if (shared_descriptor >= 0) {
        memcpy(shared_path, path, TEMPORARY_PATH);
        atexit(remove_shared);
    }
    return shared_descriptor;
}
