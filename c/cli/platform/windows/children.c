/* Starts and ends child processes on Windows. */
#include "cli/platform/children.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <io.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/io/process.h"
#include "cli/platform/windows/channels.h"
#include "cli/platform/windows/utf16.h"

/* ---- The guard ---- */

/* The guard is a job: every process that comes from a process in it is in it too, and all are killed when its
 * last handle is closed, which this program holds. */

/* The parameters of a new child. */
struct spawn {
    wchar_t *command_line;
    HANDLE in, out, err;  /* its standard streams */
    const HANDLE *others; /* other handles that it inherits */
    size_t count;
};

static HANDLE new_job(void) {
    const HANDLE job = CreateJobObjectW(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
                                                       JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION};
    if (job && !SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits)) {
        CloseHandle(job);
        return NULL;
    }
    return job;
}

/* Returns a list of the handles that the child inherits: other handles of this program would keep the pipes
 * of other children open. */
static LPPROC_THREAD_ATTRIBUTE_LIST new_list(HANDLE *handles, size_t count) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    const LPPROC_THREAD_ATTRIBUTE_LIST list = malloc(size);
    if (list && InitializeProcThreadAttributeList(list, 1, 0, &size) &&
        UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                                  count * sizeof *handles, NULL, NULL))
        return list;
    free(list);
    return NULL;
}

static bool create(const struct spawn *spawn, PROCESS_INFORMATION *created) {
    enum { MOST = 8 };
    HANDLE handles[MOST];
    size_t count = 0;
    const HANDLE standard[] = {spawn->in, spawn->out, spawn->err};
    for (size_t i = 0; i < 3 + spawn->count; i++) {
        const HANDLE handle = i < 3 ? standard[i] : spawn->others[i - 3];
        bool known = handle == NULL || handle == INVALID_HANDLE_VALUE;
        for (size_t j = 0; j < count; j++)
            known |= handles[j] == handle;
        if (!known && SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT))
            handles[count++] = handle;
    }
    STARTUPINFOEXW startup = {.StartupInfo = {.cb = sizeof startup,
                                              .dwFlags = STARTF_USESTDHANDLES,
                                              .hStdInput = spawn->in,
                                              .hStdOutput = spawn->out,
                                              .hStdError = spawn->err},
                              .lpAttributeList = new_list(handles, count)};
    const DWORD flags = CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT;
    const BOOL done =
        startup.lpAttributeList && CreateProcessW(NULL, spawn->command_line, NULL, NULL, TRUE, flags, NULL,
                                                  NULL, &startup.StartupInfo, created);
    if (!done)
        set_errno(GetLastError());
    if (startup.lpAttributeList)
        DeleteProcThreadAttributeList(startup.lpAttributeList);
    free(startup.lpAttributeList);
    return done;
}

/* Starts a child. Returns false, with the reason in errno, when it cannot be started. */
static bool guard_spawn(struct guard *guard, const struct spawn *spawn) {
    PROCESS_INFORMATION created;
    const HANDLE job = new_job();
    if (!job || !create(spawn, &created)) {
        if (job)
            CloseHandle(job);
        return false;
    }
    if (!AssignProcessToJobObject(job, created.hProcess)) {
        set_errno(GetLastError());
        TerminateProcess(created.hProcess, 1);
        CloseHandle(created.hThread);
        CloseHandle(created.hProcess);
        CloseHandle(job);
        return false;
    }
    ResumeThread(created.hThread);
    CloseHandle(created.hThread);
    *guard = (struct guard){.keeper = (intptr_t)job, .child = (intptr_t)created.hProcess};
    return true;
}

/* The signals that correspond to exceptions. */
static const struct {
    DWORD exception;
    int number;
    const char *words;
} exceptions[] = {{EXCEPTION_ACCESS_VIOLATION, 11, "Segmentation fault"},
                  {EXCEPTION_STACK_OVERFLOW, 11, "Segmentation fault"},
                  {EXCEPTION_ILLEGAL_INSTRUCTION, 4, "Illegal instruction"},
                  {EXCEPTION_PRIV_INSTRUCTION, 4, "Illegal instruction"},
                  {EXCEPTION_INT_DIVIDE_BY_ZERO, 8, "Arithmetic exception"},
                  {EXCEPTION_FLT_DIVIDE_BY_ZERO, 8, "Arithmetic exception"},
                  {EXCEPTION_BREAKPOINT, 5, "Trace/breakpoint trap"}};

enum { EXCEPTIONS = sizeof exceptions / sizeof *exceptions };

const char *strsignal(int number) {
    for (size_t i = 0; i < EXCEPTIONS; i++)
        if (exceptions[i].number == number)
            return exceptions[i].words;
    return "Unknown signal";
}

/* Returns a status as waitpid does. */
static int status_of(DWORD code) {
    for (size_t i = 0; i < EXCEPTIONS; i++)
        if (exceptions[i].exception == code)
            return exceptions[i].number;
    return (int)(code & 255) << 8;
}

bool guard_child_ended(struct guard *guard, int milliseconds) {
    DWORD code;
    const HANDLE child = (HANDLE)guard->child;
    if (!guard->ended && WaitForSingleObject(child, (DWORD)milliseconds) == WAIT_OBJECT_0 &&
        GetExitCodeProcess(child, &code)) {
        guard->ended = true;
        guard->status = status_of(code);
    }
    return guard->ended;
}

/* Waits until the last process has ended. */
void guard_stop(struct guard *guard) {
    const HANDLE job = (HANDLE)guard->keeper;
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION told = {0};
    TerminateJobObject(job, 1);
    WaitForSingleObject((HANDLE)guard->child, INFINITE);
    while (QueryInformationJobObject(job, JobObjectBasicAccountingInformation, &told, sizeof told, NULL) &&
           told.ActiveProcesses > 0)
        Sleep(1);
    CloseHandle((HANDLE)guard->child);
    CloseHandle(job);
}

/* ---- Functions of this program ---- */

/* The child reads from its environment which handles it has from its parent: of the shared memory, and of the
 * pipe. */

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

/* ---- Programs ---- */

/* Programs are started by cmd, as POSIX does by sh. */

void processes_expect(unsigned count) {
    (void)count; /* handles have no such limit */
}

/* sh's "$@": the words after the command's name. */
static const char all_words[] = " \"$@\"";

/* Returns the command line of cmd for arguments of sh: "sh", "-c", a command, its name, its words. The caller
 * frees the line. (cmd /s removes only the first and the last quote.) */
static wchar_t *command_line(char *const arguments[]) {
    const char *const command = arguments[2];
    size_t length = strlen(command), size = length + 64;
    const size_t ending = sizeof all_words - 1;
    if (length >= ending && strcmp(command + length - ending, all_words) == 0)
        length -= ending;
    for (size_t i = 3; arguments[i - 1] && arguments[i]; i++)
        size += strlen(arguments[i]) + 3;
    char *const line = malloc(size);
    if (!line)
        return NULL;
    int used = snprintf(line, size, "cmd.exe /d /s /c \"%.*s", (int)length, command);
    for (size_t i = 4; arguments[3] && arguments[i]; i++)
        used += snprintf(line + used, size - (size_t)used, " \"%s\"", arguments[i]);
    snprintf(line + used, size - (size_t)used, "\"");
    wchar_t *const wide = to_wide(line);
    free(line);
    return wide;
}

struct ends {
    int in, out, err; /* this program's ends */
    HANDLE its_in, its_out, its_err;
};

static void close_theirs(const struct ends *ends) {
    const HANDLE handles[] = {ends->its_in, ends->its_out, ends->its_err};
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        if (handles[i] != INVALID_HANDLE_VALUE)
            CloseHandle(handles[i]);
}

static void close_ours(const int *channels, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (channels[i] >= 0)
            close(channels[i]);
}

static bool open_ends(struct ends *ends, bool with_input) {
    *ends = (struct ends){-1, -1, -1, INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE};
    if (with_input)
        ends->in = open_channel(CHANNEL_WRITES, &ends->its_in);
    else
        ends->its_in = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                   OPEN_EXISTING, 0, NULL);
    ends->out = open_channel(CHANNEL_READS, &ends->its_out);
    ends->err = open_channel(CHANNEL_READS, &ends->its_err);
    return ends->its_in != INVALID_HANDLE_VALUE && ends->out >= 0 && ends->err >= 0;
}

static void begin_stream(struct stream *stream, int channel) {
    stream->fd = channel;
    stream->start = stream->end = 0;
    stream->skipping = false;
}

bool process_start(struct process *process, char *const arguments[], bool with_input) {
    struct ends ends;
    wchar_t *const line = command_line(arguments);
    const bool opened = line && open_ends(&ends, with_input);
    const struct spawn spawn = {.command_line = line,
                                .in = opened ? ends.its_in : NULL,
                                .out = opened ? ends.its_out : NULL,
                                .err = opened ? ends.its_err : NULL};
    const bool started = opened && guard_spawn(&process->guard, &spawn);
    const int reason = errno;
    free(line);
    if (line)
        close_theirs(&ends);
    if (line && !started)
        close_ours((const int[]){ends.in, ends.out, ends.err}, 3);
    errno = reason;
    if (!started)
        return false;
    process->in = ends.in;
    begin_stream(&process->out, ends.out);
    begin_stream(&process->err, ends.err);
    process->said[0] = process->complaint[0] = '\0';
    return true;
}

void process_stop(struct process *process) {
    guard_stop(&process->guard);
    close_ours((const int[]){process->in, process->out.fd, process->err.fd}, 3);
}

/* ---- Tools that decompress ---- */

/* Windows has no such tools by default, so a compressed file is reported as one. */
bool unpackers_exist(void) {
    return false;
}

bool start_unpacker(struct unpacker *unpacker, const char *tool, int source, const char *bytes,
                    size_t length) {
    (void)unpacker, (void)tool, (void)source, (void)bytes, (void)length;
    errno = ENOSYS;
    return false;
}

bool unpacker_ended_well(struct unpacker *unpacker, const char *tool, char *text, size_t size) {
    (void)unpacker, (void)tool, (void)text, (void)size;
    return false;
}

void stop_unpacker(struct unpacker *unpacker) {
    (void)unpacker;
}
