/* Handles Ctrl-C, Ctrl-Break, and the deadline of the program, on Windows, which calls the handler in a
 * separate thread. */
#include "cli/base/waiting.h"

#include <math.h>
#include <string.h>
#include <windows.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"
#include "cli/platform/windows/channels.h"

/* The time to print what is done. */
enum { GRACE_MILLISECONDS = 100 };

atomic_int interrupted;
double run_deadline = INFINITY;
static void (*wake_up)(void), (*clean_up)(void);

void wake_pollers(void) {
    SetEvent(wake_event());
}

static void clean_up_and_end(UINT status) {
    if (clean_up)
        clean_up();
    TerminateProcess(GetCurrentProcess(), status);
}

void clean_up_at_signals(void (*clean)(void)) {
    clean_up = clean;
}

static DWORD WINAPI end_interrupted(void *context) {
    (void)context;
    Sleep(GRACE_MILLISECONDS);
    clean_up_and_end(STATUS_INTERRUPTED);
    return 0;
}

static BOOL WINAPI interrupt(DWORD type) {
    if (type != CTRL_C_EVENT && type != CTRL_BREAK_EVENT)
        return FALSE;
    if (interrupted++ > 0)
        clean_up_and_end(STATUS_INTERRUPTED);
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
    clean_up_and_end(STATUS_FAILED);
    return 0;
}

void end_program_after(double seconds, const char *message) {
    last_message = message;
    last_milliseconds = seconds < 4e6 ? (DWORD)(seconds * 1e3) : INFINITE;
    if (!CreateThread(NULL, 0, end_late, NULL, 0, NULL))
        fail("timer: error %lu", GetLastError());
}

void catch_interrupts(void (*wake_waiting)(void)) {
    wake_up = wake_waiting;
    SetConsoleCtrlHandler(interrupt, TRUE);
}

int interrupt_descriptor(void) {
    return WAKE_DESCRIPTOR;
}
