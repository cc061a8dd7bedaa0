/* The functions on files that posix/fcntl.h, posix/unistd.h and posix/sys/stat.h declare. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windows.h>

#include "cli/platform/windows/channels.h"
#include "cli/platform/windows/wide.h"

#undef open
#undef read
#undef write
#undef close

/* ---- Paths ---- */

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

/* ---- Reading and writing ---- */

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
