/* Does for Windows what posix.h and platform.h declare: files, libraries, memory. Texts and errors of Windows
 * are converted here too: utf16.h. */
#include "cli/platform/windows/utf16.h"

#include <errno.h>
#include <io.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "cli/platform/platform.h"
#include "cli/platform/windows/channels.h"

#undef open
#undef read
#undef write
#undef close

/* ---- Texts and errors ---- */

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
                 {ERROR_SHARING_VIOLATION, EACCES}, {ERROR_ALREADY_EXISTS, EEXIST},
                 {ERROR_FILE_EXISTS, EEXIST},       {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
                 {ERROR_OUTOFMEMORY, ENOMEM},       {ERROR_DISK_FULL, ENOSPC},
                 {ERROR_HANDLE_DISK_FULL, ENOSPC},  {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
                 {ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EPIPE},
                 {ERROR_INVALID_HANDLE, EBADF},     {ERROR_DIRECTORY, ENOTDIR}};
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error)
            errno = known[i].number;
}

/* ---- Files ---- */

static bool is_folder(const wchar_t *path) {
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

int ks_open(const char *path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    const int rights =
        flags & O_CREAT ? va_arg(values, int) & _S_IWRITE ? _S_IREAD | _S_IWRITE : _S_IREAD : 0;
    va_end(values);
    wchar_t *const wide = to_wide(path);
    const int descriptor = wide ? _wopen(wide, flags | _O_BINARY, rights) : -1;
    if (wide && descriptor < 0 && is_folder(wide))
        errno = EISDIR;
    free(wide);
    return descriptor;
}

int ks_stat(const char *path, struct ks_stat *status) {
    wchar_t *const wide = to_wide(path);
    struct _stat64 found = {0};
    const int result = wide ? _wstat64(wide, &found) : -1;
    free(wide);
    *status = (struct ks_stat){found.st_mode, found.st_size};
    return result;
}

int ks_fstat(int descriptor, struct ks_stat *status) {
    struct _stat64 found = {0};
    const int result = _fstat64(descriptor, &found);
    *status = (struct ks_stat){found.st_mode, found.st_size};
    return result;
}

ssize_t ks_read(int descriptor, void *bytes, size_t size) {
    if (is_channel(descriptor))
        return read_channel(descriptor, bytes, size);
    return _read(descriptor, bytes, size < INT_MAX ? (unsigned)size : INT_MAX);
}

ssize_t ks_write(int descriptor, const void *bytes, size_t size) {
    enum { MOST = 1 << 20 };
    if (is_channel(descriptor))
        return write_channel(descriptor, bytes, size);
    return _write(descriptor, bytes, size < MOST ? (unsigned)size : MOST);
}

int ks_close(int descriptor) {
    return is_channel(descriptor) ? close_channel(descriptor) : _close(descriptor);
}

int ks_is_console(int descriptor) {
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(descriptor), &mode);
}

static OVERLAPPED place(off_t at) {
    return (OVERLAPPED){.Offset = (DWORD)at, .OffsetHigh = (DWORD)((uint64_t)at >> 32)};
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t at) {
    OVERLAPPED where = place(at);
    DWORD got;
    const DWORD part = size < INT_MAX ? (DWORD)size : INT_MAX;
    if (ReadFile((HANDLE)_get_osfhandle(descriptor), bytes, part, &got, &where))
        return (ssize_t)got;
    if (GetLastError() == ERROR_HANDLE_EOF)
        return 0;
    set_errno(GetLastError());
    return -1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at) {
    OVERLAPPED where = place(at);
    DWORD written;
    const DWORD part = size < INT_MAX ? (DWORD)size : INT_MAX;
    if (WriteFile((HANDLE)_get_osfhandle(descriptor), bytes, part, &written, &where))
        return (ssize_t)written;
    set_errno(GetLastError());
    return -1;
}

/* ---- Libraries ---- */

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

/* ---- Memory ---- */

static DWORD page_access(int access) {
    return access & PROT_WRITE ? PAGE_READWRITE : access & PROT_READ ? PAGE_READONLY : PAGE_NOACCESS;
}

void *mmap(void *address, size_t length, int access, int flags, int descriptor, off_t offset) {
    (void)address, (void)flags, (void)descriptor, (void)offset;
    void *const memory = VirtualAlloc(NULL, length, MEM_RESERVE | MEM_COMMIT, page_access(access));
    if (!memory)
        errno = ENOMEM;
    return memory ? memory : MAP_FAILED;
}

int munmap(void *address, size_t length) {
    (void)length;
    return VirtualFree(address, 0, MEM_RELEASE) ? 0 : -1;
}

int mprotect(void *address, size_t length, int access) {
    DWORD before;
    return VirtualProtect(address, length, page_access(access), &before) ? 0 : -1;
}

void *map_pages(size_t size) {
    void *const memory = mmap(NULL, size, PROT_READ | PROT_WRITE, 0, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Advice may be ignored. */
void release_pages(void *memory, size_t size) {
    (void)memory, (void)size;
}

void unmap_pages(void *memory, size_t size) {
    munmap(memory, size);
}
