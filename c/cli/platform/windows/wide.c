/* Converts texts and errors of Windows for the rest of the program. */
#include "cli/platform/windows/wide.h"

#include <errno.h>
#include <stdlib.h>
#include <windows.h>

wchar_t *to_wide(const char *text) {
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *const wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    else
        errno = size > 0 ? ENOMEM : EILSEQ;
    return wide;
}

char *to_narrow(const wchar_t *text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *const narrow = malloc((size_t)size);
    if (narrow)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, size, NULL, NULL);
    return narrow;
}

void set_errno(unsigned long error) {
    static const struct {
        DWORD error;
        int number;
    } known[] = {{ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},
                 {ERROR_INVALID_NAME, ENOENT},      {ERROR_ACCESS_DENIED, EACCES},
                 {ERROR_SHARING_VIOLATION, EACCES}, {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                 {ERROR_OUTOFMEMORY, ENOMEM},       {ERROR_DISK_FULL, ENOSPC},
                 {ERROR_HANDLE_DISK_FULL, ENOSPC},  {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                 {ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EPIPE},
                 {ERROR_INVALID_HANDLE, EBADF},     {ERROR_DIRECTORY, ENOTDIR}};
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            errno = known[i].number;
}
