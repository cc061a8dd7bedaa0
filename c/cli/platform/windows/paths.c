/* Folders end with a slash or a backslash; a drive, of one letter, with a colon. */
#include "cli/platform/paths.h"

#include <string.h>

#include <windows.h>

const char *path_base(const char *path) {
    const char *base = path[0] && path[1] == ':' ? path + 2 : path;
    for (const char *at = base; *at; at++)
        if (*at == '/' || *at == '\\')
            base = at + 1;
    return base;
}

bool own_path(char path[OWN_PATH_SIZE]) {
    wchar_t wide[OWN_PATH_SIZE];
    const DWORD length = GetModuleFileNameW(NULL, wide, OWN_PATH_SIZE);
    return length > 0 && length < OWN_PATH_SIZE &&
           WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, OWN_PATH_SIZE, NULL, NULL) > 0;
}
