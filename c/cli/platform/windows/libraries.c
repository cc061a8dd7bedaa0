/* The functions that posix/dlfcn.h declares. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "cli/platform/windows/wide.h"

static char trouble[512];

static void note_trouble(const char *what) {
    wchar_t words[256] = L"";
    const DWORD error = GetLastError();
    FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0, words,
                   sizeof words / sizeof *words, NULL);
    words[wcscspn(words, L"\r\n")] = L'\0';
    char *const narrow = to_narrow(words);
    snprintf(trouble, sizeof trouble, "%s: %s", what, narrow && *narrow ? narrow : "it can't be loaded");
    free(narrow);
}

void *dlopen(const char *path, int flags) {
    wchar_t *const wide = to_wide(path);
    (void)flags;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    const HMODULE library = wide ? LoadLibraryExW(wide, NULL, LOAD_WITH_ALTERED_SEARCH_PATH) : NULL;
    if (!library)
        note_trouble(path);
    free(wide);
    return library;
}

void *dlsym(void *library, const char *symbol) {
    const FARPROC address = GetProcAddress(library, symbol);
    void *pointer;
    if (!address)
        note_trouble(symbol);
    memcpy(&pointer, &address, sizeof pointer); /* ISO C has no cast between the two */
    return pointer;
}

const char *dlerror(void) {
    return *trouble ? trouble : NULL;
}
