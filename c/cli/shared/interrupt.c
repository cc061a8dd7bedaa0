/* Catches SIGINT, and counts how often it came. */
#include "cli/shared/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/shell/command.h"

atomic_int interrupted;
static void (*wake_up)(void);

static void interrupt(int number) {
    const int was = errno; /* belongs to the code that was interrupted */
    (void)number;
    if (++interrupted == 3)
        _exit(STATUS_INTERRUPTED);
    if (wake_up)
        wake_up();
    errno = was;
}

void catch_interrupts(void (*wake)(void)) {
    wake_up = wake;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
}
