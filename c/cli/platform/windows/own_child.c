/* The child reads from its environment which handles it has from its parent: of the shared memory, and of the
 * pipe. */
#include "cli/platform/own_child.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/platform/windows/channels.h"
#include "cli/platform/windows/spawn.h"
#include "cli/platform/windows/wide.h"

static const char variable[] = "KINGSCAN_PARENT";
static HANDLE mapping;

/* Returns whether this program is such a child. */
static bool has_parent(uint64_t *memory, uint64_t *pipe) {
    const char *const value = getenv(variable);
    return value && sscanf(value, "%" SCNu64 ",%" SCNu64, memory, pipe) == 2;
}

void *share_memory(size_t size) {
    uint64_t parents, pipe;
    mapping = has_parent(&parents, &pipe)
                  ? (HANDLE)(uintptr_t)parents
                  : CreateFileMappingW(INVALID_HANDLE_VALUE, NULL, PAGE_READWRITE, 0, (DWORD)size, NULL);
    void *const memory = mapping ? MapViewOfFile(mapping, FILE_MAP_ALL_ACCESS, 0, 0, size) : NULL;
    if (!memory)
        set_errno(GetLastError());
    return memory;
}

/* A crash asks no user what to do and starts no debugger. */
static LONG WINAPI end_crashed(EXCEPTION_POINTERS *exception) {
    TerminateProcess(GetCurrentProcess(), exception->ExceptionRecord->ExceptionCode);
    return EXCEPTION_EXECUTE_HANDLER;
}

void attend_parent(child_function *run, void *context) {
    uint64_t memory, pipe;
    if (!has_parent(&memory, &pipe))
        return;
    SetUnhandledExceptionFilter(end_crashed);
    _exit(run(context, _open_osfhandle((intptr_t)pipe, _O_BINARY)));
}

bool start_own_child(struct guard *guard, child_function *run, void *context, int *socket) {
    HANDLE its_end;
    char value[64];
    wchar_t *const line = _wcsdup(GetCommandLineW());
    const HANDLE in =
        CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
    const HANDLE err = GetStdHandle(STD_ERROR_HANDLE);
    (void)run, (void)context;
    *socket = open_channel(CHANNEL_READS | CHANNEL_WRITES, &its_end);
    snprintf(value, sizeof value, "%" PRIu64 ",%" PRIu64, (uint64_t)(uintptr_t)mapping,
             (uint64_t)(uintptr_t)its_end);
    SetEnvironmentVariableA(variable, value);
    const HANDLE others[] = {mapping, its_end};
    const struct spawn spawn = {line, in, err, err, others, sizeof others / sizeof *others};
    const bool started = *socket >= 0 && line && guard_spawn(guard, &spawn);
    const int reason = errno;
    SetEnvironmentVariableA(variable, NULL);
    free(line);
    CloseHandle(in);
    if (*socket >= 0)
        CloseHandle(its_end);
    if (*socket >= 0 && !started)
        close(*socket);
    errno = reason;
    return started;
}

void wake_child(int socket) {
    const ssize_t written = write(socket, "", 1);
    (void)written;
}
