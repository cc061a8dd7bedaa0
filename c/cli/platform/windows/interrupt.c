/* Catches Ctrl-C and Ctrl-Break. Windows calls the handler in a separate thread. */
#include "cli/base/waiting.h"

#include <math.h>
#include <string.h>
#include <windows.h>

#include "cli/base/messages.h"
#include "cli/platform/windows/channels.h"

/* The time to print what is done. */
enum { GRACE_MILLISECONDS = 100 };

atomic_int interrupted;
double run_deadline = INFINITY;
static void (*wake_up)(void);

void wake_pollers(void) {
    SetEvent(wake_event());
}

static void end_now(UINT status) {
    TerminateProcess(GetCurrentProcess(), status);
}

static DWORD WINAPI end_interrupted(void *context) {
    (void)context;
    Sleep(GRACE_MILLISECONDS);
    end_now(STATUS_INTERRUPTED);
    return 0;
}

static BOOL WINAPI interrupt(DWORD type) {
    if (type != CTRL_C_EVENT && type != CTRL_BREAK_EVENT)
        return FALSE;
    if (interrupted++ > 0)
        end_now(STATUS_INTERRUPTED);
    CreateThread(NULL, 0, end_interrupted, NULL, 0, NULL);
    wake_pollers();
    if (wake_up)
        wake_up();
    return TRUE;
}

static const char *last_message;
static DWORD last_milliseconds;

static DWORD WINAPI end_late(void *context) {
    DWORD written;
    (void)context;
    Sleep(last_milliseconds);
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), last_message, (DWORD)strlen(last_message), &written, NULL);
    end_now(STATUS_FAILED);
    return 0;
}

void end_program_after(double seconds, const char *message) {
    last_message = message;
    last_milliseconds = seconds < 4e6 ? (DWORD)(seconds * 1e3) : INFINITE;
    if (!CreateThread(NULL, 0, end_late, NULL, 0, NULL))
        fail("timer: error %lu", GetLastError());
}

void catch_interrupts(void (*wake)(void)) {
    wake_up = wake;
    SetConsoleCtrlHandler(interrupt, TRUE);
}

int interrupt_descriptor(void) {
    return WAKE_DESCRIPTOR;
}
