/* The guard is a job: every process that comes from a process in it is in it too, and all are killed when its
 * last handle is closed, which this program holds. */
#include "cli/platform/windows/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/platform/windows/wide.h"

/* ---- Starting ---- */

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

bool guard_spawn(struct guard *guard, const struct spawn *spawn) {
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

/* ---- The end ---- */

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

/* Returns a status like that of waitpid. */
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
